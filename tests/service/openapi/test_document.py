"""`openapi.yaml` is what the service does: the same calls, the same types, and examples that are real."""

import json
import re
import tomllib
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path

import pytest
from openapi_spec_validator import validate

from service.api.operations import PARTS
from service.app import create_app
from service.http.problems import ERRORS, status_of
from service.message_types import COMMANDS, EVENTS, SEAT_COMMANDS
from service.openapi.document import FILE, ROOT, text
from service.store import MemoryStore
from tests.support.http.api_calls import in_process
from tests.support.http.described_answers import Part, defects, document, operations, responses, schemas
from tests.support.whole_games.event_logs import decode_command, decode_event
from ttr_core import refusal_codes

SITE = ROOT / "service" / "openapi" / "site"


def test_the_file_is_up_to_date() -> None:
    """If this fails: `python -m service.openapi` writes it anew."""
    assert FILE.read_text("utf-8") == text(), "run make generated"


def test_it_is_openapi() -> None:
    validate(document())


def test_every_call_is_described_and_nothing_else() -> None:
    rules = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method.lower(), rule.endpoint.rpartition(".")[2])
        for rule in create_app(store=MemoryStore()).url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert rules == {(path, method, operation["operationId"]) for path, method, operation in operations()}


def test_every_problem_is_described() -> None:
    described = {
        (status, code)
        for _, _, operation in operations()
        for status, answer in responses(operation).items()
        for code in _codes(answer)
    }
    anywhere = {
        "method_not_allowed",
        "not_found",
        "answered_before",
    }  # what no call answers that is always there
    codes = (set(ERRORS) | {str(code) for code in refusal_codes()}) - anywhere
    assert {(status_of(code), code) for code in codes - _never_answered()} <= described
    assert all(status_of(code) == status for status, code in described)


def _codes(answer: Part) -> list[str]:
    content = answer.get("content", {}).get("application/problem+json")
    return list(content["schema"]["allOf"][1]["properties"]["code"]["enum"]) if content else []


def _never_answered() -> set[str]:
    """Refusals of commands that only the service itself gives, after it has made sure that they are legal."""
    return {"seat_taken"}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_an_example(name: str) -> None:
    kind = COMMANDS[name]
    described = schemas()[kind.__name__]
    (example,) = described["examples"]
    assert defects(described, example) == []
    assert type(decode_command(json.dumps(example).encode())) is kind


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_every_event_has_an_example(name: str) -> None:
    kind = EVENTS[name]
    described = schemas()[kind.__name__]
    (example,) = described["examples"]
    assert defects(described, example) == []
    assert type(decode_event(json.dumps({"type": name, **example}).encode())) is kind


def test_the_unions_hold_every_type() -> None:
    commands = schemas()["Command"]["discriminator"]["mapping"]
    assert commands == {name: f"#/components/schemas/{kind.__name__}" for name, kind in SEAT_COMMANDS.items()}
    events = {kind["title"]: kind["properties"] for kind in schemas()["Event"]["oneOf"]}
    assert events == {
        name: {"type": {"const": name}, "data": {"$ref": f"#/components/schemas/{kind.__name__}"}}
        for name, kind in EVENTS.items()
    }


def test_a_type_that_is_not_what_it_says_is_found() -> None:
    (event,) = schemas()["Event"]["examples"]
    assert defects(schemas()["Event"], event) == []
    assert defects(schemas()["Event"], {**event, "type": "card_drawn"}) != []
    assert defects(schemas()["Event"], {**event, "data": {**event["data"], "more": 1}}) != []


def test_hidden_fields_are_marked() -> None:
    fields = schemas()["TicketsKept"]["properties"]
    assert fields["count"]["description"] == "Public."
    assert fields["tickets"]["description"].startswith("Private")
    assert schemas()["TrainCardsShuffled"]["properties"]["cards"]["description"].startswith("Secret")


def test_the_description_and_the_page_are_served() -> None:
    caller = in_process(create_app(store=MemoryStore()))
    assert caller.get("/openapi.yaml").body == FILE.read_bytes()
    page = caller.get("/docs")
    assert (
        "default-src 'none'; script-src 'self'; style-src 'self';" in page.headers["content-security-policy"]
    )
    named = re.findall(r'(?:src|href)="docs/([^"]+)"', page.body.decode())
    assert sorted(named) == ["init.js", "swagger-ui-bundle.js", "swagger-ui.css"]
    assert all(caller.get(f"/docs/{name}").body == (SITE / name).read_bytes() for name in PARTS)
    assert re.findall(rb"https?:", page.body) == []


def test_swagger_ui_is_the_recorded_one() -> None:
    sums = re.findall(r"\| `([^`]+)` \| `([0-9a-f]{64})` \|", (SITE / "README.md").read_text("utf-8"))
    assert [name for name, _ in sums] == ["swagger-ui-bundle.js", "swagger-ui.css"]
    assert [sha256((SITE / name).read_bytes()).hexdigest() for name, _ in sums] == [
        digest for _, digest in sums
    ]


def test_everything_that_is_served_is_packaged() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    patterns = settings["package-data"]["service.openapi.site"]
    names = [path.name for path in sorted(Path(SITE).iterdir())]
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in patterns)] == []
    assert {*PARTS, "index.html"} <= set(names)
