"""A rule that is registered at run time takes part in everything: play, replay, JSON, views, audit, undo, checks."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec
import pytest

from service.message_types import COMMANDS, EVENTS, SEAT_COMMANDS
from tests.support.audit.game_records import GAME, time_of
from tests.support.rules.stamps import (
    Albums,
    ChoosingStamp,
    LeaveStamps,
    PressStamp,
    StampId,
    StampPressed,
    Stamps,
    registered_stamps,
    stamp_document,
    stamp_ruleset,
    stamps,
)
from tests.support.whole_games.hasty_bots import hasty
from ttr_core import (
    BoardDefect,
    Command,
    Event,
    Game,
    Phase,
    RuleViolation,
    SeededRandomness,
    Witness,
    load_ruleset,
    play_game,
    read_game,
    read_position,
    redact,
    refusal_codes,
    replay,
    score,
    view,
    write_game,
    write_position,
)
from ttr_core.audit import verify_bytes
from ttr_core.audit.moves import actor_of
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.by_post import Agree
from ttr_core.engine.hooks import RuleModule
from ttr_core.history import codec
from ttr_core.history.record import Entry, encode_record, write_down
from ttr_core.load import check_document
from ttr_core.model.commands import CreateGame, ScoreGame, StartGame, TakeSeat
from ttr_core.model.kinds import FieldKind, field_kinds
from ttr_core.model.phases import Scored
from ttr_core.rules.by_post.undo import ProposeUndo
from ttr_core.rules.registry import MODULES, register, unregister

SEED = bytes(range(32))


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    with registered_stamps():
        yield


class Played(NamedTuple):
    game: Game
    entries: list[Entry]

    def do(self, command: Command) -> None:
        actor, at = actor_of(command, self.game.state), time_of(len(self.entries))
        self.entries.extend(Entry(event, at, actor) for event in self.game.do(command))


def play(until: type[Phase] | None = None) -> Played:
    """Random moves until the game waits in a phase, or to the end and the final score."""
    ruleset, dice = stamp_ruleset(), Dice(5)
    played = Played(Game(ruleset, SeededRandomness(SEED, ["", ""]), ruleset.new_state(), []), [])
    for command in (CreateGame(), TakeSeat(seat=0), TakeSeat(seat=1), StartGame()):
        played.do(command)
    while (waiting := played.game.state.phase.waiting) and type(played.game.state.phase) is not until:
        legal = played.game.legal(waiting[0])
        played.do(legal[dice.below(len(legal))])
    if until is None:
        played.do(ScoreGame())
    return played


@cache
def played() -> Played:
    return play()


def test_it_is_offered_decided_and_refused() -> None:
    game = play(until=ChoosingStamp).game
    (seat,) = game.state.phase.waiting
    press, *_, leave = game.legal(seat)
    assert isinstance(press, PressStamp)
    assert isinstance(leave, LeaveStamps)
    with pytest.raises(RuleViolation) as refusal:
        game.do(PressStamp(seat=seat, stamp=StampId("stamp_nowhere")))
    assert refusal.value.code == "stamp_not_here"
    game.do(press)
    assert game.state.slice(Albums).pages[seat] == (press.stamp,)


def test_a_whole_game_is_replayed_and_scored() -> None:
    game = played().game
    assert any(isinstance(event, StampPressed) for event in game.events)
    assert replay(game.ruleset, game.events) == game.state
    sheet = score(game.ruleset, game.state)
    assert all(any(line.reason == "stamps" for line in seat.lines) for seat in sheet.seats)


def test_its_events_are_written_and_read_back() -> None:
    game = played().game
    for event in game.events:
        data = msgspec.to_builtins(event)
        name = data.pop("type")
        assert codec.decode(name, 1, msgspec.Raw(msgspec.json.encode(data))) == event
        assert codec.upcast({"type": name, **data}, 1) == event
    assert read_game(write_game(game.events)).events == tuple(game.events)
    mid = play(until=ChoosingStamp).game
    assert read_position(mid.ruleset, write_position(mid.ruleset, mid.state)).slices == mid.state.slices


def test_the_hidden_part_is_hidden() -> None:
    game = played().game
    pressed = next(event for event in game.events if isinstance(event, StampPressed))
    assert redact(pressed, pressed.seat) == pressed
    assert redact(pressed, 1 - pressed.seat).stamp is None
    albums = game.state.slice(Albums).pages
    shown = view(game.ruleset, game.state, 0).rules["stamps"]
    assert shown == {"sizes": [len(album) for album in albums], "albums": [list(albums[0]), None]}
    assert view(game.ruleset, game.state, Witness.SPECTATOR).rules["stamps"]["albums"] == [None, None]


def test_a_record_is_audited() -> None:
    game, entries = played()
    report = verify_bytes(encode_record(write_down(game.ruleset, SEED, GAME, entries)))
    assert [finding.code for finding in report.findings] == ["board_not_shipped"]
    assert report.verified


def test_a_choice_is_taken_back() -> None:
    game = play(until=ChoosingStamp).game
    (seat,) = game.state.phase.waiting
    game.do(game.legal(seat)[0])
    assert game.state.slice(Albums).pages[seat]
    game.do(ProposeUndo(seat=seat))
    game.do(Agree(seat=1 - seat, motion="undo"))
    assert not game.state.slice(Albums).pages[seat]
    assert game.state.phase.waiting == (seat,)


@pytest.mark.parametrize("policy", sorted(POLICIES))
def test_bots_play_it(policy: str) -> None:
    game = play_game(stamp_ruleset(), SEED, [hasty(POLICIES[policy])] * 2, Dice(7))
    assert isinstance(game.state.phase, Scored)


def test_everything_that_follows_the_registry_knows_it() -> None:
    assert {"press_stamp", "leave_stamps"} <= SEAT_COMMANDS.keys() <= COMMANDS.keys()
    assert EVENTS["stamp_pressed"] is StampPressed
    assert "stamp_not_here" in refusal_codes()
    assert field_kinds(PressStamp)["stamp"] == FieldKind(StampId, several=False)
    assert stamp_ruleset().things(StampId)["stamp_denver"].name == "Stamp of Denver"


def test_its_settings_are_checked() -> None:
    assert [defect for defect in check_document(stamp_document()) if defect.severity == "error"] == []
    document = stamp_document({"album": 9, "stamps": [{"id": "x", "name": "X", "city": "y", "points": -1}]})
    assert [(d.place, d.code) for d in check_document(document) if d.severity == "error"] == [
        ("/rules/stamps/stamps/0/city", "unknown_city"),
        ("/rules/stamps/stamps/0/points", "negative_number"),
        ("/rules/stamps/album", "too_many_pages"),
        ("/contents/stamps", "contents_differ"),
    ]


# ------------------------------------------------------------------------------------------ registering


def test_it_stands_where_it_was_put() -> None:
    names = list(MODULES)
    assert names[names.index("stamps") + 1] == "turns"
    unregister("stamps")
    register(stamps)
    assert list(MODULES)[-1] == "stamps"


def test_boards_that_name_an_unregistered_rule_do_not_load() -> None:
    unregister("stamps")
    with pytest.raises(BoardDefect, match="unknown rule 'stamps'"):
        stamp_ruleset()
    assert "stamp_pressed" not in EVENTS
    register(stamps)


def test_names_are_taken_once() -> None:
    with pytest.raises(ValueError, match="there is a rule 'stamps' already"):
        register(stamps)
    with pytest.raises(ValueError, match="there is no rule 'nothing'"):
        register(RuleModule(name="more"), before="nothing")
    other = RuleModule(name="more", settings=Stamps, commands={PressStamp: stamps.commands[PressStamp]})
    with pytest.raises(ValueError, match="the rule 'stamps' has a 'press_stamp' already"):
        register(other)


def test_an_event_of_another_rule_may_be_applied_but_its_name_is_taken() -> None:
    follower = RuleModule(
        name="more", settings=Stamps, events={StampPressed: lambda ruleset, state, event: state}
    )
    register(follower)
    assert [kind for kind in codec.event_types() if kind is StampPressed] == [StampPressed]
    unregister("more")

    class Namesake(Event, frozen=True, kw_only=True, tag="stamp_pressed"):
        pass

    other = RuleModule(name="more", settings=Stamps, events={Namesake: lambda ruleset, state, event: state})
    with pytest.raises(ValueError, match="the rule 'stamps' has a 'stamp_pressed' already"):
        register(other)


def test_boards_without_it_are_as_before() -> None:
    assert "stamps" not in {module.name for module in load_ruleset("usa", 2).modules}
