"""Real examples of every command and event, from games between bots and a scripted table; always the same."""

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from itertools import product
from typing import Any

import msgspec

from service.games.facts import Facts, StartRule, Visibility, created, named, table
from service.games.game_cache import Loaded, Milestones
from service.games.game_view import GameSeen, game_view
from service.games.tokens import Grant, TokenRole
from service.message_types import COMMANDS, EVENTS
from ttr_core import Command, Event, Ruleset, SeededRandomness, board_names, load_ruleset
from ttr_core.boards.board import file_part
from ttr_core.boards.library import whole_document
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.by_post import (
    Agree,
    AgreeOnClock,
    CancelOrder,
    ClockSettings,
    CloseSeat,
    EndVacation,
    GiveOrder,
    InviteReplacement,
    Motion,
    MovedDeadline,
    MoveDeadlines,
    Object,
    OfferSeat,
    Propose,
    Remind,
    Resign,
    ResumeGame,
    ReturnVacationDays,
    RunOutOfTime,
    StartClock,
    StartVacation,
    Stop,
    StopClock,
    StopReason,
    TakeOver,
    TakeVacation,
)
from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.ruleset import RULES_VERSIONS
from ttr_core.game import Game
from ttr_core.history.chain import GENESIS, Shown, show, wrap
from ttr_core.load import registered_rules
from ttr_core.model.actor import HOST, SYSTEM, Actor, Role
from ttr_core.model.commands import (
    CreateGame,
    ScoreGame,
    SeatCommand,
    StartGame,
    TableCommand,
    TakeSeat,
)
from ttr_core.model.ids import Witness
from ttr_core.model.message import type_name

NOW, NOON, REMINDER, DEADLINE, MOVED = (
    f"2026-{moment}:00.000Z"
    for moment in ("01-31T18:00", "02-01T12:00", "02-01T06:00", "02-01T18:00", "02-01T18:05")
)
DAY_MS = 86_400_000

AGREED = AgreeOnClock(
    clock=ClockSettings(
        kind="per_move",
        seconds=86_400,
        zone="Europe/Paris",
        vacation_days=14,
        reminders=(43_200,),
        warn_next=True,
    )
)


def _clock_script() -> Iterator[Command]:
    """Everything that the clock does, once."""
    yield StartClock(seat=0, since=NOW, deadline=DEADLINE, allowed_ms=DAY_MS, reminders=(REMINDER,))
    yield Remind(seat=0, nth=1)
    moved = MovedDeadline(seat=0, deadline=MOVED, allowed_ms=21_600_000)
    yield MoveDeadlines(reason="outage", since="2026-02-01T11:55:00.000Z", until=NOON, deadlines=(moved,))
    yield TakeVacation(seat=1, days=3)
    yield StartVacation(seat=1, since=NOW, until="2026-02-03T18:00:00.000Z")
    yield EndVacation(seat=1)
    yield ReturnVacationDays(seat=1, days=2)
    yield RunOutOfTime(seat=0, deadline=MOVED)
    yield StopClock(seat=0, reason=StopReason.DONE)


PLAYERS = 3


def _table_script() -> Iterator[Command]:
    """Every matter that is not part of a turn, once."""
    yield from (CreateGame(), AGREED, *(TakeSeat(seat=seat) for seat in range(PLAYERS)), StartGame(first=0))
    yield from _clock_script()
    yield from _pause()
    yield Propose(seat=1, motion=Motion.END)
    yield Object(seat=2, motion=Motion.END)
    yield from _orders()
    yield from _people()


def _orders() -> Iterator[Command]:
    claim = {"type": "claim_route", "route": "montreal--new_york", "with": "blue"}
    yield GiveOrder(
        seat=1,
        alternatives=((claim,), ({"type": "draw_card"}, {"type": "draw_card"})),
        turns=3,
        until="2026-02-07T18:00:00.000Z",
        stops=(Stop(when="rival_trains_at_most", count=5),),
    )
    yield CancelOrder(seat=1, order=1)


def _people() -> Iterator[Command]:
    yield from (OfferSeat(seat=1), CloseSeat(seat=1), OfferSeat(seat=1), TakeOver(seat=1))
    yield Resign(seat=2, kind="bot:greedy")
    yield InviteReplacement(seat=0, vacant=2)
    yield Agree(seat=1, motion="replace:2")


def _pause() -> Iterator[Command]:
    yield Propose(seat=0, motion=Motion.PAUSE)
    yield from (Agree(seat=seat, motion=Motion.PAUSE) for seat in (1, 2))
    yield ResumeGame(seat=1)


SEEDS = 2  # games on each board; of what does not occur in them, rules have examples of their own
AT = "2026-01-31T18:00:00.000Z"
MOMENT = 12  # the command after which the example of a view is taken


class Step(msgspec.Struct, frozen=True):
    """One command of a game, and what it led to."""

    game: Game
    command: Command
    events: tuple[Event, ...]


class Examples(msgspec.Struct):
    commands: dict[str, Command]
    events: dict[str, Shown]
    looks: list[GameSeen]

    def complete(self) -> bool:
        return self.commands.keys() >= COMMANDS.keys() and self.events.keys() >= EVENTS.keys()


def examples() -> Examples:
    """One of each kind: from games, or else the rule's own."""
    played = _played()
    collected = Examples(dict(played.commands), dict(played.events), played.looks)
    for rule in registered_rules():
        _add_own(collected, rule)
    return collected


@cache
def _played() -> Examples:
    """One of each kind that our boards have, from as few games as show them all."""
    collected = Examples({}, {}, [])
    _collect(collected, load_ruleset("usa", PLAYERS), 0, _table_script())
    for ruleset, number in _games():
        if not collected.complete():
            _collect(collected, ruleset, number, None)
    return collected


def _add_own(collected: Examples, rule: RuleModule) -> None:
    """The rule's own examples, of what no game has shown."""
    seed, game = _seed(0), _game_id("rare")
    for example in rule.examples:
        if isinstance(example, Command):
            collected.commands.setdefault(type_name(type(example)), example)
        elif type_name(type(example)) not in collected.events:
            envelope = wrap(seed, game, 50, GENESIS, example, AT, Actor(Role.SEAT, 1))
            collected.events[envelope.type] = show(seed, envelope, example, 1)


def _games() -> Iterator[tuple[Ruleset, int]]:
    """Every board with every choice of an option, the best known board first; then under earlier rules, then larger."""
    boards = sorted(board_names(), key=lambda name: (name != "usa", name))
    for number in range(SEEDS):
        for board in boards:
            players = whole_document(board)["players"][0]
            for options in _choices(board):
                yield load_ruleset(board, players, options), number
        for earlier, board in product(RULES_VERSIONS[:-1], boards):
            yield load_ruleset(board, whole_document(board)["players"][0], rules_version=earlier), number
    for board in boards:
        small, large = (load_ruleset(board, players) for players in whole_document(board)["players"])
        if small.modules != large.modules:
            yield large, 0


def _choices(board: str) -> Iterator[Mapping[str, str]]:
    yield {}
    for name, option in file_part(whole_document(board)).options.items():
        yield from ({name: choice} for choice in option.choices if choice != option.default)


def _collect(collected: Examples, ruleset: Ruleset, number: int, script: Iterator[Command] | None) -> None:
    """Adds the first message of each kind, wrapped as the service would store it."""
    seed, game, version, head = _seed(number), _game_id(ruleset.board.name), 0, GENESIS
    milestones = Milestones()
    for count, step in enumerate(_play(ruleset, number, script)):
        collected.commands.setdefault(type_name(type(step.command)), step.command)
        for event in step.events:
            version += 1
            envelope = wrap(seed, game, version, head, event, AT, _actor(step.command))
            head, milestones = envelope.hash, milestones.after(version, AT, event)
            if envelope.type not in collected.events:
                viewer = getattr(event, "seat", Witness.SPECTATOR)
                collected.events[envelope.type] = show(seed, envelope, event, viewer)
        if count == MOMENT and not collected.looks:
            loaded = Loaded(
                game,
                _facts(ruleset, seed),
                seed,
                ruleset,
                step.game.state,
                version,
                head,
                AT,
                0.0,
                milestones,
            )
            collected.looks.append(game_view(loaded, loaded, 0, Grant(TokenRole.SEAT, 0)))


def _facts(ruleset: Ruleset, seed: bytes) -> Facts:
    board = created(ruleset.board.name, ruleset.board_hash, ruleset.players, ruleset.options, seed)
    return Facts(board | table(Visibility.UNLISTED, StartRule.WHEN_FULL) | named(0, "Ann") | named(1, "Ben"))


def _play(ruleset: Ruleset, number: int, script: Iterator[Command] | None) -> Iterator[Step]:
    """The script, or a complete game between bots that play at random, which show more than good ones."""
    rng = SeededRandomness(_seed(number), [""] * ruleset.players)
    game, dice = Game(ruleset, rng, ruleset.new_state(), []), Dice(number)
    for command in script or ():
        yield Step(game, command, game.do(command))
    if script:
        return
    opening = [CreateGame(), *(TakeSeat(seat=seat) for seat in range(ruleset.players)), StartGame()]
    for command in opening:
        yield Step(game, command, game.do(command))
    while waiting := game.state.phase.waiting:
        chosen = POLICIES["random"](game.situation(waiting[0], dice))
        yield Step(game, chosen, game.do(chosen))
    yield Step(game, ScoreGame(), game.do(ScoreGame()))


def _actor(command: Command) -> Actor:
    """As in a game with a server."""
    if isinstance(command, TableCommand) and Role.SEAT not in command.by:
        return Actor(command.by[0])
    if isinstance(command, SeatCommand | TableCommand):
        return Actor(Role.SEAT, command.seat)
    return SYSTEM if isinstance(command, ScoreGame | MoveDeadlines) else HOST


def _seed(number: int) -> bytes:
    return sha256(f"example {number}".encode()).digest()


def _game_id(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:16]


def as_json(value: Any) -> Any:  # a struct to JSON values
    return msgspec.json.decode(msgspec.json.encode(value))
