"""The types of the client: what each kind of schema becomes, and what a type checker makes of them."""

import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import ttr_client.types
from service.openapi.client_types import client_types
from service.openapi.document import ROOT

EVENT: Any = {
    "description": "Newer than this.",
    "properties": {
        "game": {"type": "string"},
        "type": {"type": "string"},
        "data": {"type": "object", "additionalProperties": {}},
    },
    "required": ["game", "type", "data"],
}


def written(**schemas: Any) -> str:
    """The part of the module that follows the envelope and the unknown event."""
    text = client_types({"components": {"schemas": {"UnknownEvent": EVENT, **schemas}}})
    return text.partition("data: dict[str, Any]\n")[2].strip()


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "string"}, "str"),
        ({"type": ["integer", "null"]}, "int | None"),
        ({"type": "number"}, "float"),
        ({"type": "boolean"}, "bool"),
        ({"const": "pass", "type": "string"}, 'Literal["pass"]'),
        ({"enum": ["a", "b"], "type": "string"}, 'Literal["a", "b"]'),
        ({"$ref": "#/components/schemas/Board"}, "Board"),
        ({"type": "array", "items": {"$ref": "#/x/Board"}}, "list[Board]"),
        ({"type": ["array", "null"], "items": {"type": "string"}}, "list[str] | None"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "dict[str, int]"),
        ({"type": "object"}, "dict[str, Any]"),
        ({"type": "object", "additionalProperties": False}, "dict[str, Any]"),
        ({"anyOf": [{"$ref": "#/x/Board"}, {"type": "null"}]}, "Board | None"),
        ({}, "Any"),
        ({"description": "anything"}, "Any"),
    ],
)
def test_a_schema_becomes_a_type(schema: Any, kind: str) -> None:
    assert (
        written(Thing=schema)
        == f"{'# anything' + chr(10) if schema.get('description') else ''}Thing = {kind}"
    )


def test_an_object_becomes_a_typed_dict() -> None:
    fields = {"seat": {"type": "integer"}, "name": {"type": "string"}}
    text = written(Seat={"description": "One\n   seat.", "properties": fields, "required": ["seat"]})
    assert text == 'class Seat(TypedDict):\n    """One seat."""\n\n    seat: int\n    name: NotRequired[str]'


def test_a_field_may_be_called_like_a_word_of_python() -> None:
    text = written(Change={"properties": {"from": {"$ref": "#/x/Later"}}}, Later={"properties": {}})
    assert text.startswith('Change = TypedDict("Change", {"from": "NotRequired[Later]"})')


def test_an_event_has_the_common_envelope() -> None:
    own = {"type": {"const": "pass"}, "data": {"$ref": "#/x/Passed"}}
    text = written(PassedEvent={"properties": EVENT["properties"] | own, "required": EVENT["required"]})
    assert text == 'class PassedEvent(Envelope):\n    type: Literal["pass"]\n    data: Passed'


def test_every_type_can_be_resolved() -> None:
    """Each name that a field refers to exists."""
    kinds = [kind for kind in vars(ttr_client.types).values() if hasattr(kind, "__required_keys__")]
    assert len(kinds) > 200
    assert all(get_type_hints(kind) is not None for kind in kinds)


PROGRAM = """\
from ttr_client import Client
from ttr_client.types import ClaimRoute, Event

def read(event: Event) -> None:
    if event["type"] == "route_claimed":
        reveal_type(event["data"]["points"])
        event["data"]["pionts"]

claim: ClaimRoute = {"type": "claim_route", "route": "a--b", "cards": ["red"]}
wrong: ClaimRoute = {"type": "claim_route", "route": 3, "cards": ["red"]}
with Client() as ttr:
    for turn in ttr.table().turns():
        reveal_type(turn.game["waiting_for"])
        turn.play(claim)
        turn.play({"type": "draw_card", "colour": "red"})
"""
EXPECTED = [
    (6, 'note: Revealed type is "int"'),
    (7, 'error: TypedDict "RouteClaimed" has no key "pionts"'),
    (10, 'error: Incompatible types (expression has type "int", TypedDict item "route" has type "str")'),
    (13, 'note: Revealed type is "list[int]"'),
    (15, 'error: Argument 1 to "play" of "Turn" has incompatible type "dict[str, str]"'),
]


def test_a_type_checker_knows_events_and_commands(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    options = ("--strict", "--config-file=", f"--cache-dir={tmp_path}")
    command = [sys.executable, "-m", "mypy", *options, str(program)]  # in this process it would leave 500 MB
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.stderr == ""
    remarks = [line.split(":", 2)[1:] for line in checked.stdout.splitlines() if "Did you mean" not in line][
        :-1
    ]
    assert [int(number) for number, _ in remarks] == [number for number, _ in EXPECTED]
    for (_, remark), (_, expected) in zip(remarks, EXPECTED, strict=True):
        assert remark.strip().startswith(expected)
