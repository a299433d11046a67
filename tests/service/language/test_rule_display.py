"""What rules show is said when a player looks at hand, map and score, and to nobody who may not know it."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from service.language.languages import Messages
from service.language.speech.rule_display import RuleDisplay, beside_routes
from service.language.vocabulary.board_words import Values, board_words
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.italy_iberia import position
from tests.support.boards.pictured_tables import NAMES, late, ruleset_for
from tests.support.fixed_secrets import fix_names_and_seeds
from tests.support.language.memory_table import ANN, BEN, Room
from tests.support.language.spoken_positions import moment
from tests.support.rules.stamps import (
    BOARD,
    Albums,
    StampId,
    registered_stamps,
    silent_stamps,
    stamp_document,
    stamps,
    wordless_stamps,
)
from ttr_core import Witness, view
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.engine.hooks import RuleModule
from ttr_core.model.actor import Actor, Role
from ttr_core.model.remarks import Topic


@contextmanager
def albums(module: RuleModule = stamps) -> Iterator[tuple[Room, list[list[str]]]]:
    """A table at which both players have pressed stamps, and the names of these."""
    with registered_stamps(module):
        with pytest.MonkeyPatch.context() as patch:
            fix_names_and_seeds(patch, lambda size: "5e" * size)
            room = Room(BOARD, own=json.dumps(stamp_document()).encode())
        dice = Dice(5)
        while not all((loaded := room.games.cache.read_latest(room.game)).state.slice(Albums).pages):
            seat = loaded.state.phase.waiting[0]
            command = POLICIES["greedy"](situation_of(loaded.ruleset, loaded.state, seat, dice))
            room.games.perform(loaded, [command], Actor(Role.SEAT, seat))
        things = loaded.ruleset.things(StampId)
        yield room, [[things[stamp].name for stamp in album] for album in loaded.state.slice(Albums).pages]


def test_a_hand_says_what_its_owner_alone_may_know() -> None:
    with albums() as (room, (mine, others)):
        reply = room.say(ANN, "my hand")
        assert f"Your album: {', '.join(mine)}." in reply.text
        assert reply.private
        assert not any(name in reply.text for name in others if name not in mine)
        assert (
            f"Votre album\u00a0: {', '.join(mine).replace('Stamp of', 'Tampon de')}."
            in room.say(ANN, "ma main", "fr").text
        )


def test_the_score_says_what_everybody_may_know() -> None:
    with albums() as (room, pages):
        sizes = [f"{len(page)} stamp{'s' if len(page) > 1 else ''}" for page in pages]
        reply = room.say(BEN, "score")
        assert f"Ann has {sizes[0]}." in reply.text
        assert f"You have {sizes[1]}." in reply.text
        assert not reply.private
        assert not any(name in reply.text for page in pages for name in page)


def test_a_rule_without_remarks_is_described_from_its_view() -> None:
    with albums(silent_stamps) as (room, pages):
        hand, plan = room.say(ANN, "my hand"), room.say(ANN, "map")
        line = next(line for line in hand.text.splitlines() if line.startswith("Stamps: "))
        assert all(name in line for name in pages[ANN])
        assert not any(name in line for name in pages[BEN] if name not in pages[ANN])
        sizes = ", ".join(f"{name} {len(page)}" for name, page in zip(("Ann", "Ben"), pages, strict=True))
        assert f"Stamps: sizes {sizes}" in plan.text
        assert f"albums Ann {', '.join(pages[ANN])}" in line
        assert not plan.private
        assert not any(name in plan.text for page in pages for name in page)


def test_a_remark_without_a_text_is_described_field_by_field() -> None:
    with albums(wordless_stamps) as (room, pages):
        assert f"Stamps owned: stamps {', '.join(pages[ANN])}" in room.say(ANN, "my hand").text
        assert f"Album filled: seat Ben, count {len(pages[BEN])}" in room.say(ANN, "score").text


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ("Your shares: ", "Shares left: ", "You own shares: ")),
        ("fr", ("Vos actions\u00a0: ", "Actions restantes\u00a0: ", "Vous possédez des actions\u00a0: ")),
    ],
)
def test_shares_are_said_in_every_look(lang: str, lines: tuple[str, ...]) -> None:
    ruleset, state = ruleset_for("pennsylvania"), late("pennsylvania")
    values = Values(board_words(ruleset, lang), dict(enumerate(NAMES)))
    display = RuleDisplay(ruleset, Messages(lang, ruleset), values, 0)
    for topic, line in zip(Topic, lines, strict=True):
        (said,) = [text for text in display.lines(view(ruleset, state, 0), topic) if text.startswith(line)]
        assert "Pennsylvania" in said


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            ("You have set 2 trains aside in the mountains (4 points).", "Ben & <Co> has set 1 train aside"),
        ),
        (
            "fr",
            ("Vous avez mis 2 wagons de côté en montagne (4 points).", "Ben & <Co> a mis 1 wagon de côté"),
        ),
    ],
)
def test_the_score_says_whose_trains_are_in_the_mountains(lang: str, lines: tuple[str, ...]) -> None:
    ruleset = ruleset_for("legendary_asia")
    seats = [{"routes": ["hanoi--mandalay"]}, {"routes": ["agra--kathmandu"]}]
    state = position(ruleset, seats=seats)
    values = Values(board_words(ruleset, lang), dict(enumerate(NAMES)))
    display = RuleDisplay(ruleset, Messages(lang, ruleset), values, 0)
    said = display.lines(view(ruleset, state, 0), Topic.SCORE)
    assert [text.startswith(line) for text, line in zip(said, lines, strict=True)] == [True, True]


def test_a_look_at_a_city_says_what_stands_beside_its_routes() -> None:
    room = Room("pennsylvania")
    reply = room.say(ANN, "map erie")
    assert "Buffalo – Erie (white), 5: free [Erie Lackawanna; New York Central]" in reply.text
    ruleset = ruleset_for("pennsylvania")
    seen = view(ruleset, late("pennsylvania"), Witness.SPECTATOR)
    assert set(beside_routes(ruleset, seen, Messages("fr", ruleset)).values()) >= {"Pennsylvania"}
    assert "[" not in Room("usa").say(ANN, "map chicago").text


def test_tracks_that_nothing_tells_apart_are_one_line() -> None:
    lines = Room("usa").say(ANN, "map seattle").text.splitlines()
    assert [line for line in lines if "Portland" in line] == ["2 × Portland – Seattle, 1: free"]


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_look_on_every_board_is_said_in_words(board: str, lang: str) -> None:
    """No remark of our rules needs the description field by field, and none shows an id."""
    ruleset, state = ruleset_for(board), late(board)
    say, values = Messages(lang, ruleset), Values(board_words(ruleset, lang), dict(enumerate(NAMES)))
    for viewer in (0, Witness.SPECTATOR):
        display = RuleDisplay(ruleset, say, values, viewer)
        for topic in Topic:
            lines = display.lines(view(ruleset, state, viewer), topic)
            assert [line for line in lines if "_" in line or not line.endswith(".")] == []


@pytest.mark.parametrize(
    ("board", "phase"), [("switzerland", "paying_tunnel"), ("nordic", "paying_in_steps")]
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_being_paid_is_said_in_words(board: str, phase: str, lang: str) -> None:
    ruleset, state, seat = moment(board, phase)
    say, values = Messages(lang, ruleset), Values(board_words(ruleset, lang), dict(enumerate(NAMES)))
    for viewer in (seat, 1 - seat, Witness.SPECTATOR):
        display = RuleDisplay(ruleset, say, values, viewer)
        (line,) = display.lines(view(ruleset, state, viewer), Topic.MAP)
        assert line.endswith(".")
        assert not {"seat", "route", "cards", "extra", "missing"} & set(line.replace(",", "").split()[:2])
        assert line.startswith({"en": "You ", "fr": "Vous "}[lang]) == (viewer == seat)
