"""The texts of new boards and rules, with their cases and tests, by path below the root of the project."""

import json
import re
from collections.abc import Mapping

Files = Mapping[str, str]  # text by path

CASES = "tests/conformance"
CITIES = {"abbey": (50.0, 8.0), "bridge": (50.4, 8.9), "castle": (49.6, 9.2), "dock": (49.9, 10.1)}
TRACKS = (
    ("abbey", "bridge", 2, "red"),
    ("abbey", "castle", 3, "gray"),
    ("bridge", "castle", 1, "blue"),
    ("bridge", "dock", 3, "gray"),
    ("castle", "dock", 4, "green"),
)

MAP = """{{
  "format": "ttr-board/1",
  "name": "{name}",
  "extends": "base",
  "title": {{"en": "{title}", "fr": "{title}"}},
  "provenance": {{
    "status": "own",
    "statement": {{
      "en": "Invented: a board to begin with.",
      "fr": "Inventé : un plateau pour commencer."
    }}
  }},
  "trains": 10,
  "contents": {{"train_cards": 110, "tickets": 8, "trains": 10}},
  "cities": [
{cities}
  ],
  "aliases": {{
    "castle": ["fortress"]
  }},
  "routes": [
{routes}
  ],
  "tickets": [
{tickets}
  ]
}}
"""

CASE = """[
  {{
    "id": "{prefix}-1.1",
    "title": "What is in the box",
    "cites": ["Ours"],
    "board": "{name}", "players": 2,
    "then": {{
      "board": {{"trains": 10, "contents": {{"tickets": 8}}}}
    }}
  }}
]
"""

RULE = '''"""{title}: say here what the rule is, in one sentence."""

from ttr_core.engine.hooks import RuleModule, Settings
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.scoresheet import ScoreLine
from ttr_core.model.state import State


class {type}(Settings, frozen=True, kw_only=True):
    points: int = 1  # for each route


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    each = ruleset.setting({type}).points
    return [ScoreLine(reason="{name}", points=each * seat.routes.bit_count()) for seat in state.seats]


# words

ENGLISH = """
reason-{name} = {title}
"""

FRENCH = """
reason-{name} = {title}
"""


# What else a rule can bring, from commands to marks on the picture: docs/rules.md
{name} = RuleModule(
    name="{name}",
    settings={type},
    words={{"en": ENGLISH, "fr": FRENCH}},
    score=_score,
)
'''

RULE_TEST = '''"""{title}: what the rule says, a test for each sentence."""

from tests.support.positions.positions import Given, GivenSeat, build
from ttr_core import Ruleset
from ttr_core.boards.board import resolve
from ttr_core.boards.library import whole_document
from ttr_core.model.ids import RouteId
from ttr_core.rules.registry import MODULES
from ttr_core.rules.variants.{name} import {name}


def board_with_it() -> Ruleset:
    document = resolve(whole_document("usa"), 2, {{}})
    document["rules"] = {{**document["rules"], "{name}": {{}}}}
    return Ruleset(document, 2, {{}}, {{**MODULES, "{name}": {name}}})


def test_every_route_scores() -> None:
    ruleset = board_with_it()
    state = build(ruleset, Given(seats=(GivenSeat(routes=(RouteId("boston--montreal--1"),)),)))
    assert {name}.score is not None
    assert [line and line.points for line in {name}.score(ruleset, state)] == [1, 0]
'''


def new_board_files(name: str) -> Files:
    lines = {
        "cities": [
            {"id": city, "name": city.title(), "lat": lat, "lon": lon} for city, (lat, lon) in CITIES.items()
        ],
        "routes": [_route(*track) for track in TRACKS],
        "tickets": list(_tickets()),
    }
    parts = {
        key: ",\n".join("    " + json.dumps(entry) for entry in entries) for key, entries in lines.items()
    }
    names = {"name": name, "title": _title(name), "prefix": re.sub("[^A-Z]", "", name.upper())}
    return {
        f"maps/{name}.json": MAP.format(**names, **parts),
        f"{CASES}/90-{name}.json": CASE.format(**names),
    }


def new_rule_files(name: str) -> Files:
    names = {"name": name, "title": _title(name), "type": _title(name).title().replace(" ", "")}
    return {
        f"ttr_core/rules/variants/{name}.py": RULE.format(**names),
        f"tests/ttr_core/rules/variants/test_{name}.py": RULE_TEST.format(**names),
    }


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _route(a: str, b: str, length: int, colour: str) -> dict[str, object]:
    return {"id": f"{a}--{b}", "a": a, "b": b, "length": length, "colour": colour}


def _tickets() -> list[dict[str, object]]:
    """Two of each, so that there are enough for the first deal."""
    goals = (("abbey", "castle", 3), ("abbey", "dock", 5), ("bridge", "castle", 1), ("castle", "dock", 4))
    return [
        {"id": f"{a}--{b}{twin}", "a": a, "b": b, "points": points, "sets": ["base"]}
        for twin in ("", "--2")
        for a, b, points in goals
    ]
