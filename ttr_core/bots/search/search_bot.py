"""Search: tries its best commands in games that it imagines, plays each to the end, and takes the best on average.

All candidates are tried in the same imagined games, so that luck strikes them alike. The budget is spent in stages:
after each stage the worse half of the candidates is dropped (sequential halving). The command itself is carried out by
the engine, whatever rule it belongs to; what follows is played by quick seats on a board in integers (`playout`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, fsum, log2, sqrt
from typing import Any

from msgspec.structs import replace

from ttr_core.bots.greedy.greedy_bot import choose_greedy
from ttr_core.bots.judgement import Judgement, Rated
from ttr_core.bots.planner.planner_bot import rate_planner
from ttr_core.bots.planner.prospect import Prospect
from ttr_core.bots.policy import Dice, Situation, situation_of
from ttr_core.bots.search.beliefs import Beliefs
from ttr_core.bots.search.compact_board import CompactBoard, compact
from ttr_core.bots.search.playout import Aim, Playout, Promises, prices_of
from ttr_core.engine.engine import step
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.engine.views import View
from ttr_core.model.commands import ClaimRoute, Command, KeepTickets, TakeCard
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import (
    ChoosingTickets,
    DrawingSecond,
    KeepingTickets,
    Phase,
    PlayingTurn,
    SeatsPhase,
)
from ttr_core.model.state import State

MODELLED = (PlayingTurn, DrawingSecond, KeepingTickets, ChoosingTickets)  # from which playouts begin
# the work of a playout, in turns: what the budget pays for, what any playout takes, and what it takes to look for a way
# on a board of a hundred routes
WORK, BASE, WAY = 85.0, 35.0, 2.5
FEW = 16  # playouts that any decision gets, if the budget has them
SECOND_CARD = (
    4  # times fewer playouts for the second card of a turn: measured, more of them gain nothing there
)
# by how many points, and by how many standard errors, a command must do better than the one that the rating likes best
PRIOR, DOUBT = 0.5, 0.5
# the work of a playout from which it says less of what comes of a command, and the points more for each unit beyond
LONG, MISTRUST = 220.0, 0.25
CHANCE = 1.0  # standard errors of a difference that are not called lost points
ENOUGH = 30  # games of a candidate, to distinguish it from the others
CLEAR = 60.0  # points of a lead that half decide a game
SEEDS = 1 << 63


# candidates of each type of command, one of any other type
AT_MOST: Mapping[type[Command], int] = {ClaimRoute: 5, TakeCard: 3, KeepTickets: 8}


def shortlist(rated: Iterable[Rated[Any]]) -> list[Command]:
    """The best commands of each type, which are worth a search, the best of all first."""
    taken, chosen = Counter[type[Command]](), list[Command]()
    for _, command in rated:
        kind = type(command)
        if taken[kind] < AT_MOST.get(kind, 1):
            taken[kind] += 1
            chosen.append(command)
    return chosen


class Trial:
    """One candidate, and how the games went in which it was played."""

    __slots__ = ("command", "leads", "points", "wins", "worths")

    def __init__(self, command: Command) -> None:
        self.command = command
        self.leads: list[float] = []  # over the best rival, of each game
        self.points = 0.0  # all of them
        self.wins = 0.0
        self.worths: list[
            float
        ] = []  # of each game: the more it is won or lost, the less another point counts

    @property
    def games(self) -> int:
        return len(self.worths)

    def count(self, totals: list[float], seat: SeatId) -> None:
        lead = totals[seat] - max(totals[:seat] + totals[seat + 1 :])
        self.leads.append(lead)
        self.points += lead
        self.worths.append(lead / (1 + abs(lead) / CLEAR))
        self.wins += 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0

    def gain(self, other: "Trial", prior: float = PRIOR) -> float:
        """How much better it does than the other in the games of both, less what may be chance, and so many points."""
        if self is other or not self.worths:
            return 0.0
        mean, error = _difference(self.worths, other.worths)
        return mean - prior - DOUBT * error

    def points_over(self, other: "Trial") -> float:
        """How many points it brings more in the games that both were tried in, less what may be chance."""
        if not self.leads:
            return 0.0
        mean, error = _difference(self.leads, other.leads)
        return mean - CHANCE * error

    def judgement(self, players: int) -> Judgement:
        """Of a command that was never tried nothing is known: no lead, and an equal chance for everybody."""
        if not self.games:
            return Judgement(command=self.command, points=0.0, chance=1 / players)
        return Judgement(command=self.command, points=self.points / self.games, chance=self.wins / self.games)


def _difference(ours: Sequence[float], theirs: Sequence[float]) -> tuple[float, float]:
    """The mean difference in the games of both, and its standard error."""
    gains = [own - others for own, others in zip(ours, theirs, strict=False)]
    mean = fsum(gains) / len(gains)
    spread = fsum((gain - mean) ** 2 for gain in gains) / max(len(gains) - 1, 1)
    return mean, sqrt(spread / len(gains))


class Search:
    """The search for one decision."""

    def __init__(self, situation: Situation) -> None:
        self._situation, self._seat = situation, situation.seat
        self._rivals = [seat for seat in range(situation.ruleset.players) if seat != situation.seat]
        self._ruleset, self._board = situation.ruleset, compact(situation.ruleset)
        self._beliefs = Beliefs(situation.ruleset, situation.seat, situation.view, situation.events)
        self._games, self._work = 0, 0.0  # all playouts
        self._aims: dict[object, Aim] = {}
        seats = range(situation.ruleset.players)
        self._promises = [promises_of(self._board, situation.view, seat) for seat in seats]

    def run(self, candidates: Sequence[Command]) -> list[Trial]:
        """All of them, those first that were tried longest and did best; the first one is compared with all others."""
        phase = self._beliefs.imagine(Dice(0)).phase
        budget = self._playouts(phase)
        trials = [Trial(command) for command in candidates[: max(budget // 2, 1)]]
        if not _can_play_out(phase):
            return trials
        favourite = trials[0]
        trials, dropped = self._affordable(trials, budget)
        stages = max(ceil(log2(len(trials))), 1)
        for stage in range(1, stages + 1):
            self._spend(budget, stage, stages, trials)
            prior = self._prior
            trials.sort(key=lambda trial: trial.gain(favourite, prior), reverse=True)
            self._situation.best = trials[0].command
            kept = (len(trials) + 1) // 2
            if favourite in trials[kept:]:  # with which the others are compared
                trials.remove(favourite)
                trials.insert(kept, favourite)
                kept += 1
            trials, dropped = trials[:kept], trials[kept:] + dropped
        return trials + dropped

    @property
    def _prior(self) -> float:
        """The more turns and plans a playout has, the further it may be from the game that it stands for."""
        return PRIOR + MISTRUST * max(self._work / self._games - LONG, 0.0)

    def _playouts(self, phase: Phase) -> int:
        """What the budget gives to a decision of this phase; as little as it is, a few."""
        budget = self._situation.budget
        return max(budget // SECOND_CARD, min(budget, FEW)) if isinstance(phase, DrawingSecond) else budget

    def _affordable(self, trials: list[Trial], budget: int) -> tuple[list[Trial], list[Trial]]:
        """The best rated, as many as get enough games each, by what a first game of all takes; and the others."""
        self._try_all(trials, self._situation.dice.below(SEEDS))
        games = budget * WORK * len(trials) / self._work
        kept = max(int(games / ENOUGH), 2)
        return trials[:kept], trials[kept:]

    def _spend(self, budget: int, stage: int, stages: int, trials: Sequence[Trial]) -> None:
        """One stage's part of the budget, in playouts and, as those differ, in work."""
        work, games = budget * WORK * stage / stages, budget * stage // stages
        while self._work < work and self._games + len(trials) <= games:
            self._try_all(trials, self._situation.dice.below(SEEDS))

    def _try_all(self, trials: Sequence[Trial], seed: int) -> None:
        """Play every candidate in the same imagined game."""
        state = self._beliefs.imagine(Dice(seed))
        before = self._playout(state, Dice(seed))
        aims = [(rival, before.prepare(rival)) for rival in self._rivals]
        self._count_work(before)
        for trial in trials:
            dice = Dice(seed + 1)
            playout = self._playout(self._after(state, trial.command, dice), dice)
            for rival, aim in aims:
                playout.adopt(rival, aim)
            self._aim(playout)
            playout.play()
            self._games += 1
            self._count_work(playout)
            trial.count(playout.totals(), self._seat)

    def _count_work(self, playout: Playout) -> None:
        self._work += BASE + playout.turns + WAY * playout.ways * len(self._board.tracks) / 100

    def _playout(self, state: State, dice: Dice) -> Playout:
        playout = Playout(self._board, state, dice)
        for seat, promises in enumerate(self._promises):
            playout.promise(seat, promises)
        return playout

    def _aim(self, playout: Playout) -> None:
        """Plan for the own seat, once for each hand and board."""
        seat, state = self._seat, playout.state
        key = state.seats[seat], state.closed, ticket_choice(state, seat)
        if key in self._aims:
            playout.adopt(seat, self._aims[key])
        else:
            self._aims[key] = playout.prepare(seat)

    def _after(self, state: State, command: Command, dice: Dice) -> State:
        """The game once the command is carried out, and what it asks of the seat is answered."""
        state = step(self._ruleset, state, command, dice)
        while self._seat in state.phase.waiting and not isinstance(state.phase, MODELLED):
            answer = choose_greedy(situation_of(self._ruleset, state, self._seat, dice))
            state = step(self._ruleset, state, answer, dice)
        return state


def promises_of(board: CompactBoard, seen: View, seat: SeatId) -> Promises:
    """What rules promise the seat for each route: for its claim, and by what it does for bonuses, as things stand."""
    ruleset = board.ruleset
    prospect = Prospect(ruleset, replace(seen, viewer=seat))
    claims = prospect.promised if ruleset.claims_bring else ()
    routes = range(len(ruleset.routes))
    worths = [prospect.score_of(route) + prospect.lead(route) for route in routes]
    return Promises(claims if any(claims) else (), worths, prices_of(board, worths))


def _can_play_out(phase: Phase) -> bool:
    """Not where all seats choose at once and unseen, unless they choose tickets."""
    return isinstance(phase, ChoosingTickets) or not isinstance(phase, SeatsPhase)


def judge(situation: Situation) -> tuple[Judgement, ...]:
    """The candidates, best first, each with the points and the chance to win that the search expects of it.

    Choices that all seats make at once and unseen, other than those of tickets, are left to the rating.
    """
    rated = rate_planner(situation)
    situation.best = rated[0].command
    candidates = shortlist(rated) if situation.budget else [command for _, command in rated]
    return compare(situation, candidates)


def compare(situation: Situation, candidates: Sequence[Command]) -> tuple[Judgement, ...]:
    """The same for these commands, of whatever types."""
    trials = Search(situation).run(candidates) if situation.budget else list(map(Trial, candidates))
    return tuple(trial.judgement(situation.ruleset.players) for trial in trials)


def points_lost(situation: Situation, best: Command, played: Command) -> float:
    """By a command that was played instead of the best one, as far as the difference is hardly chance."""
    trials = {trial.command: trial for trial in Search(situation).run((best, played))}
    return max(0.0, trials[best].points_over(trials[played]))


def choose_search(situation: Situation) -> Command:
    return situation.legal[0] if len(situation.legal) == 1 else judge(situation)[0].command
