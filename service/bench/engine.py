"""The speed of the engine on one core: playing games, replaying them, listing legal commands."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec import Raw

from service.bench.timing import Effort, Measure, rounded, seconds, seconds_of_each
from service.bench.yardstick import ANY, PlainBoard, PlainRoute, play_again
from service.bench.yardstick import Command as PlainCommand
from ttr_core.bots import POLICIES, Policy
from ttr_core.bots.policy import Dice, Situation
from ttr_core.engine.engine import advance, legal_commands, replay, step
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.ruleset import Ruleset
from ttr_core.game import play_game
from ttr_core.history.chain import canonical, fields
from ttr_core.history.codec import decode
from ttr_core.load import load_ruleset
from ttr_core.model.commands import (
    ClaimRoute,
    Command,
    CreateGame,
    DrawCard,
    DrawTickets,
    KeepTickets,
    Pass,
    ScoreGame,
    StartGame,
    TakeCard,
    TakeSeat,
)
from ttr_core.model.events import Event
from ttr_core.model.ids import TicketId
from ttr_core.model.message import type_name
from ttr_core.model.state import State

BOARD = "usa"
USUAL_EVENTS = 300  # of a game by post; the time of a rebuild is scaled to it


class Recorded(NamedTuple):
    """A game as it was played: its commands and their events."""

    seed: bytes
    commands: tuple[Command, ...]
    events: tuple[Event, ...]

    @property
    def decisions(self) -> int:
        return sum(
            hasattr(command, "seat") and not isinstance(command, TakeSeat) for command in self.commands
        )


def game_measures(effort: Effort) -> Iterator[Measure]:
    for players in (2, 5):
        ruleset = load_ruleset(BOARD, players)
        games = [record(ruleset, "random", number) for number in range(effort.games)]
        yield from _playing(ruleset, games, effort)
        if players == 2:
            yield from _replaying(ruleset, games, effort)
            yield from _listing(ruleset, games, effort)
            yield from _stepping(ruleset, games, effort)


def record(ruleset: Ruleset, bot: str, number: int) -> Recorded:
    seed = sha256(f"bench/{number}".encode()).digest()
    commands: list[Command] = [CreateGame()]
    commands += [TakeSeat(seat=seat, kind="bot:random") for seat in range(ruleset.players)]
    commands.append(StartGame())
    policies = [_recording(POLICIES[bot], commands)] * ruleset.players
    game = play_game(ruleset, seed, policies, Dice(number))
    return Recorded(seed, (*commands, ScoreGame()), tuple(game.events))


def _recording(policy: Policy, commands: list[Command]) -> Policy:
    def choose(situation: Situation) -> Command:
        commands.append(policy(situation))
        return commands[-1]

    return choose


def _playing(ruleset: Ruleset, games: Sequence[Recorded], effort: Effort) -> Iterator[Measure]:
    policies = [POLICIES["random"]] * ruleset.players
    board, plain_games = plain_board(ruleset), [plain_commands(ruleset, game) for game in games]

    def listed() -> None:
        for number, game in enumerate(games):
            play_game(ruleset, game.seed, policies, Dice(number))

    def unlisted() -> None:
        for game in games:
            for _ in _states(ruleset, game):
                pass

    def plain() -> None:
        for game, commands in zip(games, plain_games, strict=True):
            play_again(board, game.seed, commands)

    with_list, without, yardstick = seconds_of_each((listed, unlisted, plain), effort.rounds)
    name = f"random games, {BOARD}, {ruleset.players} players"
    decisions = sum(game.decisions for game in games)
    yield Measure(
        name, rounded(len(games) / with_list), "games/s", "all legal commands are listed for every decision"
    )
    yield Measure(
        f"{name}, no lists",
        rounded(len(games) / without),
        "games/s",
        f"the same commands again, {with_list / without:.2f} times as fast as with lists",
    )
    yield Measure(
        f"yardstick, {ruleset.players} players",
        rounded(len(games) / yardstick),
        "games/s",
        f"a plain program of the same games; the engine makes {yardstick / without:.2f} of it without lists, "
        f"{yardstick / with_list:.2f} with lists",
    )
    yield Measure(
        f"decisions, {ruleset.players} players", rounded(decisions / with_list), "1/s", "with lists"
    )


# the yardstick


def plain_board(ruleset: Ruleset) -> PlainBoard:
    """A board of the base rules as the yardstick has it."""
    routes, groups = [], ruleset.groups_of
    for number, (route, (a, b, length)) in enumerate(zip(ruleset.routes, ruleset.edges, strict=True)):
        colours = route.colours(ruleset.colours)
        colour = ANY if len(colours) > 1 else ruleset.card_index[colours[0]]
        twins = groups[number][0][0] if groups[number] else 0
        routes.append(PlainRoute(a, b, length, colour, twins))
    tickets = [
        (a, b, value) for ((a,), (((b,), value),)) in map(ruleset.goals.__getitem__, _tickets(ruleset))
    ]
    tracks = min(limit for group in groups for _, limit in group)
    return PlainBoard(ruleset.players, ruleset.board.trains, tuple(routes), tuple(tickets), tracks)


def _tickets(ruleset: Ruleset) -> tuple[TicketId, ...]:
    """Those of the only deck."""
    (tickets,) = ruleset.decks.values()
    return tickets


def plain_commands(ruleset: Ruleset, game: Recorded) -> list[PlainCommand]:
    """The commands of a game as the yardstick has them; tickets and cards are numbers there."""
    numbers = {ticket: number for number, ticket in enumerate(_tickets(ruleset))}
    card = ruleset.card_index
    plain: list[PlainCommand] = []
    for command in game.commands:
        match command:
            case StartGame():
                plain.append(("start",))
            case DrawCard(seat=seat):
                plain.append(("draw", seat))
            case TakeCard(seat=seat):
                plain.append(("take", seat, card[command.card]))
            case ClaimRoute(seat=seat):
                cards = tuple(card[kind] for kind in command.cards)
                plain.append(("claim", seat, ruleset.route_index[command.route], cards))
            case DrawTickets(seat=seat):
                plain.append(("draw_tickets", seat))
            case KeepTickets(seat=seat):
                plain.append(("keep", seat, tuple(numbers[ticket] for ticket in command.tickets)))
            case Pass(seat=seat):
                plain.append(("pass_turn", seat))
            case _:  # seats and the final score are no commands there
                pass
    return plain


def _states(ruleset: Ruleset, game: Recorded) -> Iterator[State]:
    """The same game again from its commands: all rules and all randomness, without lists."""
    rng, state = SeededRandomness(game.seed, [""] * ruleset.players), ruleset.new_state()
    for command in game.commands:
        state = advance(ruleset, state, command, rng)[1]
        yield state


def _replaying(ruleset: Ruleset, games: Sequence[Recorded], effort: Effort) -> Iterator[Measure]:
    logs = [[_stored(event) for event in game.events] for game in games]
    events = sum(len(game.events) for game in games)
    objects = seconds(lambda: [replay(ruleset, game.events) for game in games], effort.rounds)
    text = seconds(
        lambda: [replay(ruleset, [decode(*entry) for entry in log]) for log in logs], effort.rounds
    )
    for name, taken, note in (
        ("objects", objects, "events folded into the state"),
        ("JSON", text, f"decoded first, {text / objects:.2f} times the work"),
    ):
        yield Measure(f"replay from {name}", rounded(events / taken), "events/s", note)
        scaled = taken / events * USUAL_EVENTS * 1e3
        yield Measure(f"rebuild from {name}", rounded(scaled), "ms", f"a game of {USUAL_EVENTS} events")


def _stored(event: Event) -> tuple[str, int, Raw]:
    return type_name(type(event)), type(event).schema, Raw(canonical(fields(event)))


def _stepping(ruleset: Ruleset, games: Sequence[Recorded], effort: Effort) -> Iterator[Measure]:
    """The moves of all games, each from the position in which it was made."""
    moves = []
    for game in games:
        before = ruleset.new_state()
        for command, after in zip(game.commands, _states(ruleset, game), strict=True):
            if before.phase.waiting:
                moves.append((before, command))
            before = after

    def work() -> None:
        dice = Dice(1)
        for state, command in moves:
            step(ruleset, state, command, dice)

    taken = seconds(work, effort.rounds) / len(moves) * 1e6
    yield Measure("one step in mind", rounded(taken), "us", f"{len(moves)} legal commands, taken on trust")


def _listing(ruleset: Ruleset, games: Sequence[Recorded], effort: Effort) -> Iterator[Measure]:
    positions = [state for game in games for state in _states(ruleset, game) if state.phase.waiting]
    sizes = [len(legal_commands(ruleset, state, state.phase.waiting[0])) for state in positions]

    def work() -> None:
        for state in positions:
            legal_commands(ruleset, state, state.phase.waiting[0])

    taken = seconds(work, effort.rounds) / len(positions) * 1e6
    note = (
        f"{len(positions)} positions, {sum(sizes) / len(sizes):.1f} entries on average, {max(sizes)} at most"
    )
    yield Measure("legal commands of a position", rounded(taken), "us", note)
