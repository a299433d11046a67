"""The texts of new boards and rules, with their cases and tests, by path below the root of the project."""

import json
import re
from collections.abc import Mapping

Files = Mapping[str, str]  # text by path

CASES = "tests/conformance"
VARIANTS = "ttr_core.rules.variants"
END_OF_VARIANTS = "    # The end of everything"  # in the registry
REASON = "any place here would do: it asks for a choice once a route is claimed"
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
  "players": [2, 3],
  "trains": 10,
  "contents": {{"train_cards": 110, "tickets": 24, "trains": 10}},
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
      "board": {{"trains": 10, "players": [2, 3], "contents": {{"tickets": 24}}}}
    }}
  }}
]
"""

RULE = '''"""{title}: a player who claims a long route may take a token from the stock; each token scores at the end.

A rule to begin with: it has settings, a choice, state, an event for each outcome, a mark, a score line and words.
Change them one by one, and keep its tests passing.
"""

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule, Settings, Word, Worth
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View
from ttr_core.model.commands import Command, SeatCommand
from ttr_core.model.events import Event, RouteClaimed
from ttr_core.model.ids import BySeat, SeatId, Viewer
from ttr_core.model.marks import Mark, StockMark
from ttr_core.model.message import Public
from ttr_core.model.phases import SeatPhase, TurnOver
from ttr_core.model.scoresheet import ScoreLine
from ttr_core.model.state import Slice, State, put, with_slice


class {type}(Settings, frozen=True, kw_only=True):
    stock: int = 12  # tokens at the start
    length: int = 3  # of the shortest route that brings one
    points: int = 2  # for each token


class {type}Held(Slice, frozen=True, kw_only=True):
    held: tuple[int, ...]  # tokens of each seat


class Choosing{Thing}(SeatPhase, frozen=True):
    """Whether to take a token, after claiming a route."""


class Take{Thing}(SeatCommand, frozen=True, kw_only=True):
    """One token from the stock."""

    answers = "yes"


class Leave{Thing}(SeatCommand, frozen=True, kw_only=True):
    """Takes none."""

    answers = "no"


class {Thing}Offered(Event, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True  # the choice itself says so

    seat: Public[SeatId]


class {Thing}Taken(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]


class {Thing}Left(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]


def _none_yet(ruleset: Ruleset) -> {type}Held:
    return {type}Held(held=(0,) * ruleset.players)


def _left_in_stock(ruleset: Ruleset, state: State) -> int:
    return ruleset.setting({type}).stock - sum(state.slice({type}Held).held)


# playing


def _offer(decision: Decision, event: RouteClaimed) -> None:
    ruleset = decision.ruleset
    route = ruleset.routes[ruleset.route_index[event.route]]
    if route.length >= ruleset.setting({type}).length and _left_in_stock(ruleset, decision.state):
        decision.emit({Thing}Offered(seat=event.seat))


def _offered(ruleset: Ruleset, state: State, event: {Thing}Offered) -> State:
    return replace(state, phase=Choosing{Thing}(event.seat))


def _choices(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    return [Take{Thing}(seat=seat), Leave{Thing}(seat=seat)]


def _take(decision: Decision, command: Take{Thing}) -> None:
    decision.emit({Thing}Taken(seat=command.seat))


def _taken(ruleset: Ruleset, state: State, event: {Thing}Taken) -> State:
    held = state.slice({type}Held).held
    mine = {type}Held(held=put(held, event.seat, held[event.seat] + 1))
    return replace(state, slices=with_slice(state, mine), phase=TurnOver(event.seat))


def _leave(decision: Decision, command: Leave{Thing}) -> None:
    decision.emit({Thing}Left(seat=command.seat))


def _left(ruleset: Ruleset, state: State, event: {Thing}Left) -> State:
    return replace(state, phase=TurnOver(event.seat))


# showing and counting


class {type}Shown(Struct, frozen=True, kw_only=True):
    left: int  # in the stock
    held: BySeat[int]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> dict[str, object]:
    return {{"left": _left_in_stock(ruleset, state), "held": list(state.slice({type}Held).held)}}


def _marks(ruleset: Ruleset, shown: {type}Shown | None) -> list[Mark]:
    """Beside the board; without a view, as on an empty one."""
    if shown is None:
        return [StockMark(name="{thing}", left=ruleset.setting({type}).stock)]
    return [StockMark(name="{thing}", left=shown.left, held=shown.held)]


def _worth(ruleset: Ruleset, seen: View, command: Take{Thing}) -> Worth:
    """For bots: a token costs nothing, and scores."""
    return Worth(points=ruleset.setting({type}).points, is_free=True)


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    each = ruleset.setting({type}).points
    return [ScoreLine(reason="{name}", points=each * held) for held in state.slice({type}Held).held]


# words

ENGLISH = """
event-{thing}_taken = {{ $who }} takes a token.
    .me = You take a token.
event-{thing}_left = {{ $who }} takes no token.
    .me = You take no token.
phase-choosing_{thing} = A token for the route
doing-choosing_{thing} = a token
help-choosing_{thing} = Now: 'take token' or 'leave token'.
group-take_{thing} = Take a token
group-leave_{thing} = Take no token
say-take_{thing} = take token
say-leave_{thing} = leave token
reason-{name} = {title}
mark-{thing} = Tokens
"""

FRENCH = """
event-{thing}_taken = {{ $who }} prend un jeton.
    .me = Vous prenez un jeton.
event-{thing}_left = {{ $who }} ne prend pas de jeton.
    .me = Vous ne prenez pas de jeton.
phase-choosing_{thing} = Un jeton pour la route
doing-choosing_{thing} = un jeton
help-choosing_{thing} = Maintenant : « prendre jeton » ou « laisser jeton ».
group-take_{thing} = Prendre un jeton
group-leave_{thing} = Ne pas prendre de jeton
say-take_{thing} = prendre jeton
say-leave_{thing} = laisser jeton
reason-{name} = {title}
mark-{thing} = Jetons
"""

HEARD = {{
    "take": Word(means=(Take{Thing},)),
    "decline": Word(means=(Leave{Thing},)),
    "{thing}": Word(
        is_noun=True,
        means=(Take{Thing},),
        may_mean=(Leave{Thing},),
        said={{"en": ("token", "tokens"), "fr": ("jeton", "jetons")}},
    ),
}}


# What else a rule can bring: `codes` with which it refuses, `kinds` of named things, a `check` of its settings,
# `contents` of the box, `looks` at hand, map and score, and more hooks. docs/rules.md explains each.
{name} = RuleModule(
    name="{name}",
    settings={type},
    words={{"en": ENGLISH, "fr": FRENCH}},
    heard=HEARD,
    slice=_none_yet,
    commands={{
        Take{Thing}: Action(_take, (Choosing{Thing},)),
        Leave{Thing}: Action(_leave, (Choosing{Thing},)),
    }},
    events={{{Thing}Offered: _offered, {Thing}Taken: _taken, {Thing}Left: _left}},
    offers={{Choosing{Thing}: _choices}},
    reacts={{RouteClaimed: _offer}},
    view=_view,
    shows={type}Shown,
    marks=_marks,
    worth={{Take{Thing}: _worth}},
    score=_score,
)
'''

RULE_TEST = '''"""{title}: what the rule says, a test for each sentence."""

from tests.support.boards.italy_iberia import changed, play, position
from ttr_core import Ruleset, State, legal_commands, score
from ttr_core.rules.variants.{name} import {imports}

CLAIM = {{"type": "claim_route", "seat": 0, "route": "calgary--vancouver", "cards": ["red", "red", "red"]}}
SHORT = {{"type": "claim_route", "seat": 0, "route": "calgary--seattle", "cards": ["red"] * 4}}
TAKE, LEAVE = {{"type": "take_{thing}", "seat": 0}}, {{"type": "leave_{thing}", "seat": 0}}


def board(**settings: int) -> Ruleset:
    """The USA, with the rule."""
    return changed("usa", 2, {{"rules": {{"{name}": settings}}}})


def after(ruleset: Ruleset, *commands: dict[str, object]) -> State:
    _, state = play(ruleset, position(ruleset, seats=[{{"hand": {{"red": 4}}}}]), *commands)
    return state


def test_a_long_route_brings_a_choice() -> None:
    ruleset = board()
    choices = legal_commands(ruleset, after(ruleset, CLAIM), 0)
    assert choices == (Take{Thing}(seat=0), Leave{Thing}(seat=0))


def test_a_short_route_brings_none() -> None:
    ruleset = board(length=5)
    assert not legal_commands(ruleset, after(ruleset, SHORT), 0)


def test_an_empty_stock_brings_none() -> None:
    ruleset = board(stock=0)
    assert not legal_commands(ruleset, after(ruleset, CLAIM), 0)


def test_a_token_scores_at_the_end_and_leaving_it_does_not() -> None:
    ruleset = board()
    took, left = after(ruleset, CLAIM, TAKE), after(ruleset, CLAIM, LEAVE)
    assert (took.slice({type}Held).held, left.slice({type}Held).held) == ((1, 0), (0, 0))
    lines = [{{line.reason: line.points for line in seat.lines}} for seat in score(ruleset, took).seats]
    assert [line["{name}"] for line in lines] == [2, 0]
'''

RULE_CASES = """[
  {{
    "id": "{prefix}-1.1",
    "title": "A long route brings a choice",
    "cites": ["Ours"],
    "board": "usa", "players": 2, "rules": {{"{name}": {{}}}},
    "given": {{"seats": [{{"hand": {{"red": 3}}}}]}},
    "when": [
      {{"type": "claim_route", "seat": 0, "route": "calgary--vancouver", "cards": ["red", "red", "red"]}}
    ],
    "then": {{
      "events": [{{"type": "{thing}_offered", "seat": 0}}],
      "legal": [{{"seat": 0, "exactly": [{{"type": "take_{thing}"}}, {{"type": "leave_{thing}"}}]}}]
    }}
  }},
  {{
    "id": "{prefix}-1.2",
    "title": "A token comes from the stock",
    "cites": ["Ours"],
    "board": "usa", "players": 2, "rules": {{"{name}": {{}}}},
    "given": {{"phase": {{"type": "choosing_{thing}", "seat": 0}}}},
    "when": [
      {{"type": "take_{thing}", "seat": 0}}
    ],
    "then": {{
      "events": [{{"type": "{thing}_taken", "seat": 0}}],
      "position": {{"rules": {{"{name}": {{"held": [1, 0]}}}}}}
    }}
  }},
  {{
    "id": "{prefix}-2.1",
    "title": "Each token scores",
    "cites": ["Ours"],
    "board": "usa", "players": 2, "rules": {{"{name}": {{"points": 3}}}},
    "given": {{"rules": {{"{name}": {{"held": [2, 0]}}}}}},
    "then": {{
      "score": {{"lines": [{{"{name}": 6}}, {{"{name}": 0}}]}}
    }}
  }}
]
"""

RULE_TABLE = """# {title}: rules and cases

What the rule `{name}` says, and the cases in `tests/conformance/90-{name}.json` that show it;
[conformance.md](conformance.md) explains the format. Rule state: `{name}` has `held`, by seat. Phase:
`choosing_{thing} {{seat}}`. Commands: `take_{thing}`, `leave_{thing}`. Events: `{thing}_offered`, `{thing}_taken`,
`{thing}_left`.

| rule | where | cases |
|---|---|---|
| A player who claims a long route may take a token | Ours | {prefix}-1.1, {prefix}-1.2 |
| Each token scores at the end | Ours | {prefix}-2.1 |
"""

BOARD_TABLE = """# {title}: rules and cases

The cases of the board `{name}` are in `tests/conformance/90-{name}.json`; [conformance.md](conformance.md) explains
the format. What is not listed is as in the base game.

| rule | where | cases |
|---|---|---|
| Two or three players, ten trains for each, 24 tickets | Ours | {prefix}-1.1 |
"""


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
    names = {"name": name, "title": _title(name), "prefix": _prefix(name)}
    return {
        f"maps/{name}.json": MAP.format(**names, **parts),
        f"{CASES}/90-{name}.json": CASE.format(**names),
        f"docs/conformance-table-{name.replace('_', '-')}.md": BOARD_TABLE.format(**names),
    }


def new_rule_files(name: str) -> Files:
    names = {"name": name, "title": _title(name), "prefix": _prefix(name)}
    names["thing"] = name[:-1] if name.endswith("s") and not name.endswith("ss") else name  # one of them
    kind, thing = (names[key].title().replace("_", "") for key in ("name", "thing"))
    names |= {"type": kind, "Thing": thing}
    names["imports"] = ", ".join(sorted((f"Leave{thing}", f"Take{thing}", f"{kind}Held")))
    return {
        f"ttr_core/rules/variants/{name}.py": RULE.format(**names),
        f"tests/ttr_core/rules/variants/test_{name}.py": RULE_TEST.format(**names),
        f"{CASES}/90-{name}.json": RULE_CASES.format(**names),
        f"docs/conformance-table-{name.replace('_', '-')}.md": RULE_TABLE.format(**names),
    }


def with_rule(registry: str, name: str) -> str:
    """The registry with a new rule: where those stand that ask for a choice once a route is claimed."""
    module = f"{VARIANTS}.{name}"
    imports = [line for line in registry.splitlines(keepends=True) if line.startswith("from ttr_core.rules")]
    after = max((line for line in imports if line.split()[1] < module), key=lambda line: line.split()[1])
    registry = registry.replace(after, f"{after}from {module} import {name}\n", 1)
    return registry.replace(END_OF_VARIANTS, f"    {name},  # {REASON}\n{END_OF_VARIANTS}", 1)


def _prefix(name: str) -> str:
    """Of the ids of cases: letters only."""
    return re.sub("[^A-Z]", "", name.upper())


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _route(a: str, b: str, length: int, colour: str) -> dict[str, object]:
    return {"id": f"{a}--{b}", "a": a, "b": b, "length": length, "colour": colour}


def _tickets() -> list[dict[str, object]]:
    """Six of each, so that there are enough for the first deal and for a game."""
    goals = (("abbey", "castle", 3), ("abbey", "dock", 5), ("bridge", "castle", 1), ("castle", "dock", 4))
    return [
        {"id": f"{a}--{b}{twin}", "a": a, "b": b, "points": points, "sets": ["base"]}
        for twin in ("", "--2", "--3", "--4", "--5", "--6")
        for a, b, points in goals
    ]
