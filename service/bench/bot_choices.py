"""What the choices of bots cost, and what they are made of: a view, a list, a whole game in mind, one step of it."""

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, median, quantiles
from time import process_time
from typing import NamedTuple

from service.bench.timing import Effort, Measure, rounded, seconds
from ttr_core.boards.library import board_names, whole_document
from ttr_core.bots import POLICIES, Policy
from ttr_core.bots.determinization import Knowledge
from ttr_core.bots.policy import Dice, Situation, situation_of
from ttr_core.engine.engine import legal_commands, step
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.scoring import score
from ttr_core.engine.views import view
from ttr_core.game import Game, start_game
from ttr_core.load import load_ruleset
from ttr_core.model.commands import Command
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.state import State

TABLES = (("usa", 2), ("world-dense", 3))  # where bots are compared, and the largest board
EVERY = 5  # of the decisions of a game one is measured: a bot that searches takes its time
CHOICE_MEASURES = 4  # of each bot on each board
ANYWHERE = 8  # positions of each board with each number of players; the fewest and the most if quick
ANYWHERE_MEASURES = 2  # of each bot over all of them


class Moment(NamedTuple):
    """A decision: the table before it, how it came there, and what the bot did."""

    seat: SeatId
    state: State
    events: tuple[Event, ...]
    command: Command


def bot_measures(effort: Effort) -> Iterator[Measure]:
    for board, players in TABLES:
        ruleset, games = load_ruleset(board, players), max(1, effort.games // 20)
        moments = [moment for number in range(games) for moment in _moments(ruleset, number)]
        for name, policy in POLICIES.items():
            yield from _choosing(ruleset, name, policy, moments, games)
        if (board, players) == TABLES[0]:
            yield from _parts_of_a_choice(ruleset, moments, effort)
    yield from _choosing_anywhere(effort)


def _moments(ruleset: Ruleset, number: int) -> Iterator[Moment]:
    """The decisions of a game between greedy bots."""
    game, dice = start_game(ruleset, number.to_bytes(32, "big")), Dice(number)
    while game.state.phase.waiting:
        yield _next_moment(game, dice)


def _next_moment(game: Game, dice: Dice) -> Moment:
    seat, state, events = game.state.phase.waiting[0], game.state, tuple(game.events)
    command = POLICIES["greedy"](game.situation(seat, dice))
    game.do(command)
    return Moment(seat, state, events, command)


def _situation(ruleset: Ruleset, moment: Moment) -> Situation:
    return situation_of(ruleset, moment.state, moment.seat, Dice(1), lambda: moment.events)


def _choosing(
    ruleset: Ruleset, name: str, policy: Policy, moments: Sequence[Moment], games: int
) -> Iterator[Measure]:
    times = _times(ruleset, policy, moments[::EVERY])
    who, table = f"{name} on {ruleset.board.name}", f"{ruleset.players} players, {len(times)} positions"
    for what, value in (("median", median(times)), ("p95", _p95(times)), ("max", max(times))):
        yield Measure(f"{who}, {what}", rounded(value), "ms", f"a choice; {table}")
    seconds_a_seat = fmean(times) / 1e3 * len(moments) / games / ruleset.players
    yield Measure(f"{who}, a game", rounded(seconds_a_seat), "s", f"all choices of a seat; {table}")


def _times(ruleset: Ruleset, policy: Policy, moments: Sequence[Moment]) -> list[float]:
    """Milliseconds of CPU time that the bot takes in each position."""
    times = []
    for moment in moments:
        situation = _situation(ruleset, moment)
        begun = process_time()
        policy(situation)
        times.append((process_time() - begun) * 1e3)
    return times


def _p95(times: Sequence[float]) -> float:
    return quantiles(times, n=20, method="inclusive")[-1]


def _choosing_anywhere(effort: Effort) -> Iterator[Measure]:
    """The choices of every bot on all boards with all numbers of players, and where it thinks longest."""
    times: dict[str, dict[str, list[float]]] = {name: {} for name in POLICIES}
    for board in board_names():
        fewest, most = whole_document(board)["players"]
        for players in dict.fromkeys((fewest, most)) if effort.is_quick else range(fewest, most + 1):
            ruleset = load_ruleset(board, players)
            moments = [m for m in _moments(ruleset, players) if len(_situation(ruleset, m).legal) > 1]
            sample = moments[:: max(len(moments) // ANYWHERE, 1)][:ANYWHERE]
            for name, policy in POLICIES.items():
                times[name][f"{board} with {players}"] = _times(ruleset, policy, sample)
    for name, tables in times.items():
        slowest = max(tables, key=lambda table: max(tables[table]))
        everywhere = [time for table in tables.values() for time in table]
        note = f"a choice; {len(tables)} tables, {len(everywhere)} positions; the longest on {slowest}"
        yield Measure(f"{name} anywhere, p95", rounded(_p95(everywhere)), "ms", note)
        yield Measure(f"{name} anywhere, max", rounded(max(everywhere)), "ms", note)


def _parts_of_a_choice(ruleset: Ruleset, moments: Sequence[Moment], effort: Effort) -> Iterator[Measure]:
    dice = Dice(2)
    seen = [(view(ruleset, m.state, m.seat), _situation(ruleset, m).events) for m in moments]
    knowledge = [Knowledge(ruleset, look, events) for look, events in seen]
    parts: dict[str, Callable[[], object]] = {
        "view": lambda: [view(ruleset, m.state, m.seat) for m in moments],
        "legal commands": lambda: [legal_commands(ruleset, m.state, m.seat) for m in moments],
        "knowledge of a seat": lambda: [Knowledge(ruleset, look, events) for look, events in seen],
        "determinize": lambda: [seat.determinize(dice) for seat in knowledge],
        "step": lambda: [step(ruleset, m.state, m.command, dice) for m in moments],
        "score": lambda: [score(ruleset, m.state) for m in moments],
    }
    for name, work in parts.items():
        taken = seconds(work, effort.rounds) / len(moments) * 1e6
        yield Measure(name, rounded(taken), "us", f"{len(moments)} positions of greedy games")
