"""Clients that generators write from `openapi.yaml`: no warnings, no numbered types, room for events of the future."""

import importlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from service.message_types import EVENTS
from service.openapi.document import FILE
from service.openapi.examples import as_json, examples

# what openapi-python-client knows by no other name
MEDIA_TYPES = """\
post_hooks: []
content_type_overrides:
  application/problem+json: application/json
  application/x-ndjson: application/octet-stream
  application/yaml: application/octet-stream
  image/png: application/octet-stream
  image/svg+xml: application/octet-stream
  text/event-stream: application/octet-stream
"""
FUTURE = "moon_landed"

ReadPage = Callable[[Mapping[str, Any]], Any]  # the page as an object of the client


def _run(module: str, *arguments: str) -> str:
    """What the generator says."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """What each generator says; what they write can be imported."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "config.yaml").write_text(MEDIA_TYPES, "utf-8")
    client = (
        "generate",
        "--path",
        str(FILE),
        "--meta",
        "none",
        "--output-path",
        str(folder / "ttr_generated"),
    )
    models = ("--input", str(FILE), "--input-file-type", "openapi", "--output", str(folder / "ttr_models.py"))
    style = ("--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--formatters", "builtin")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield {
            "client": _run("openapi_python_client", *client, "--config", str(folder / "config.yaml")),
            "models": _run("datamodel_code_generator", *models, *style),
            "source": (folder / "ttr_models.py").read_text("utf-8"),
        }


def test_a_client_is_generated_whole(generated: Mapping[str, str]) -> None:
    warnings = re.findall(r"(?m)^WARNING.*", generated["client"])
    assert warnings == [], generated["client"]


def test_models_are_generated_under_their_own_names(generated: Mapping[str, str]) -> None:
    assert generated["models"] == ""
    names = re.findall(r"(?m)^class (\w+)", generated["source"])
    assert len(names) > len(EVENTS)
    assert [name for name in names if re.search(r"\d$", name)] == []


def _client_page() -> ReadPage:
    page: ReadPage = importlib.import_module("ttr_generated.models.events_page").EventsPage.from_dict
    return page


def _models_page() -> ReadPage:
    page: ReadPage = importlib.import_module("ttr_models").EventsPage.model_validate
    return page


@pytest.mark.usefixtures("generated")
@pytest.mark.parametrize("reader", [_client_page, _models_page])
def test_real_events_are_read_and_those_of_the_future_are_unknown_events(
    reader: Callable[[], ReadPage],
) -> None:
    real = [as_json(event) for event in examples().events.values()]
    future = {**real[0], "type": FUTURE, "data": {"crater": 7}, "seen_from": "earth"}
    page = reader()({"events": [*real, future], "next": None, "version": len(real) + 1, "more": True})
    kinds = [type(getattr(event, "root", event)).__name__ for event in page.events]
    assert kinds == [f"{EVENTS[event['type']].__name__}Event" for event in real] + ["UnknownEvent"]
