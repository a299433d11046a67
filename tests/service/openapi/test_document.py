"""`openapi.yaml` is what the service does: the same calls, the same types, and examples that are real."""

import json
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from openapi_spec_validator import validate

from service.api.operations import PARTS
from service.app import create_app
from service.http.problems import ERRORS, status_of
from service.message_types import COMMANDS, EVENTS, POSTED_COMMANDS
from service.openapi.document import FILE, ROOT, text
from service.page.pages import SCREENS
from service.store import MemoryStore
from tests.support.http.api_calls import in_process
from tests.support.http.described_answers import (
    Part,
    defects,
    document,
    operation_for,
    operations,
    responses,
    schemas,
)
from tests.support.whole_games.event_logs import decode_command, decode_event
from ttr_core import refusal_codes
from ttr_core.load import registered_rules

SITE = ROOT / "service" / "openapi" / "site"


def test_the_file_is_up_to_date() -> None:
    """If this fails: `python -m service.openapi` writes it anew."""
    assert FILE.read_text("utf-8") == text(), "run make generated"


PAGE = {*(f"screen {address}" for address in SCREENS), "asset", "worker", "manifest"}


def test_it_is_openapi() -> None:
    validate(document())


def test_every_call_is_described_and_nothing_else() -> None:
    rules = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method.lower(), rule.endpoint.rpartition(".")[2])
        for rule in create_app(store=MemoryStore()).url_map.iter_rules()
        if rule.endpoint.rpartition(".")[2] not in PAGE  # for people: no call of the API
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
    # what no call answers that is always there
    anywhere = {
        "method_not_allowed",
        "not_found",
        "answered_before",
        "signature_invalid",
    }
    codes = (set(ERRORS) | {str(code) for code in refusal_codes()}) - anywhere
    assert {(status_of(code), code) for code in codes - _never_answered()} <= described
    assert all(status_of(code) == status for status, code in described)


def _codes(answer: Part) -> list[str]:
    is_problem = "application/problem+json" in answer.get("content", {})
    return list(answer["x-codes"]) if is_problem else []


def _never_answered() -> set[str]:
    """Refusals of commands that only the service itself gives, after it has made sure that they are legal."""
    return {"seat_taken"}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_an_example(name: str) -> None:
    kind = COMMANDS[name]
    described = schemas()[kind.__name__]
    assert "examples" in described, f"no game shows {name}: give its rule `examples`"
    (example,) = described["examples"]
    assert defects(described, example) == []
    assert type(decode_command(json.dumps(example).encode())) is kind


@pytest.mark.parametrize("name", sorted(EVENTS))
def test_every_event_has_an_example(name: str) -> None:
    kind = EVENTS[name]
    described = schemas()[kind.__name__]
    assert "examples" in described, f"no game shows {name}: give its rule `examples`"
    (example,) = described["examples"]
    assert defects(described, example) == []
    assert type(decode_event(json.dumps({"type": name, **example}).encode())) is kind


def test_the_unions_hold_every_type() -> None:
    commands = schemas()["Command"]["discriminator"]["mapping"]
    assert commands == {
        name: f"#/components/schemas/{kind.__name__}" for name, kind in POSTED_COMMANDS.items()
    }
    events = schemas()["Event"]["discriminator"]["mapping"]
    assert events == {name: f"#/components/schemas/{kind.__name__}Event" for name, kind in EVENTS.items()}
    assert schemas()["Event"]["oneOf"] == [{"$ref": reference} for reference in events.values()]
    for name, kind in EVENTS.items():
        described = schemas()[f"{kind.__name__}Event"]["properties"]
        assert described["type"] == {"type": "string", "const": name}
        assert described["data"] == {"$ref": f"#/components/schemas/{kind.__name__}"}


def test_a_type_of_the_future_is_an_unknown_event() -> None:
    (event,) = schemas()["Event"]["examples"]
    page = {"items": [{**event, "type": "moon_landed", "data": {"crater": 7}}], "next": None, "version": 17}
    as_written = Draft202012Validator({**schemas()["EventsPage"], "components": document()["components"]})
    assert as_written.is_valid(page)
    assert not as_written.is_valid({**page, "items": [{"type": "moon_landed"}]})
    assert defects(schemas()["EventsPage"], page) != [], "tests know every type"


def test_answers_may_grow_and_requests_may_not() -> None:
    """`additionalProperties: false` is for what clients send: commands, and whatever a request holds."""
    strict = {name for name, schema in schemas().items() if schema.get("additionalProperties") is False}
    commands = {kind.__name__ for kind in COMMANDS.values()}
    assert strict >= commands
    assert all(name.endswith("Request") for name in strict - commands)


def test_every_number_that_is_sent_has_a_largest_value() -> None:
    """What is larger than any reader of JSON keeps exact is refused, so the description must not allow it."""
    numbers = [part for part in _sent() if "integer" in str(part.get("type"))]
    assert len(numbers) > 20
    assert [part for part in numbers if "maximum" not in part] == []


def _sent() -> Iterator[Part]:
    """Every part of what the body of a request may be."""
    waiting: list[Any] = [operation.get("requestBody") for _, _, operation in operations()]  # JSON values
    followed: set[str] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            waiting.extend(part)
        elif isinstance(part, dict):
            yield part
            waiting.extend(value for key, value in part.items() if key not in ("example", "examples"))
            name = part.get("$ref", "").rpartition("/")[2]
            if name not in followed:
                followed.add(name)
                waiting.append(schemas().get(name))


def test_words_to_choose_from_have_a_name() -> None:
    """A generator that finds a list in a property numbers it: `Kind`, `Kind1`."""
    lists = [
        path for path in _paths(document()["components"]) if path[-1] == "enum" and "headers" not in path
    ]
    assert {path[:1] + path[2:] for path in lists} == {("schemas", "enum")}


def _paths(part: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:  # JSON values
    if isinstance(part, list):
        for each in part:
            yield from _paths(each, (*path, ""))
    elif isinstance(part, dict) and path[-1:] not in (("example",), ("examples",)):
        for key, value in part.items():
            yield (*path, key)
            yield from _paths(value, (*path, key))


def test_every_message_to_a_subscriber_is_described() -> None:
    assert set(document()["webhooks"]) == {*schemas()["MessageKind"]["enum"], "ping"}


def test_every_rule_that_shows_something_is_described() -> None:
    rules = {rule.name for rule in registered_rules() if rule.view}
    assert set(schemas()["GameRules"]["properties"]) == rules - {"clock"}  # it has places of its own
    assert schemas()["Game"]["properties"]["rules"] == {"$ref": "#/components/schemas/GameRules"}
    assert {"clock", "seats"} <= schemas()["Game"]["properties"].keys()


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


def test_the_description_describes_itself_as_a_document() -> None:
    described = responses(operation_for("GET", "/openapi.yaml"))[200]["content"]["application/yaml"]["schema"]
    assert defects(described, document()) == []
    assert defects(described, FILE.read_text("utf-8"))
    assert defects(described, {"openapi": "3.1.0"})


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
