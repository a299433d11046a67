"""Statistics of a board over all its games: scores by seat and rank, tickets completed, routes claimed.

A game adds counts, which are summed up with those of others (`service.ratings.tally_store`). Games count that were
played to their end here and are not private; for each number of players apart, and for games with bots apart from those
between people.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

import msgspec

from service.games.facts import Visibility
from service.games.game_cache import Loaded
from service.ratings.game_outcome import PLAYED_TO_ITS_END, Course
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.scoresheet import ScoreSheet
from ttr_core.model.state import HUMAN, State

TICKETS = "tickets"  # the reason of the score lines about tickets

Counts = Mapping[str, int]


class SeatFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How those did who sat at one seat."""

    seat: int
    games: int
    wins: int
    mean_score: float


class RankFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What it took to come in at one rank."""

    rank: int
    results: int  # how often somebody had this rank
    mean_score: float


class ScoreFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How all scores spread."""

    lowest: int
    quarter: int  # a quarter of all results is this low, or lower
    median: int
    three_quarters: int
    highest: int


class TicketFigures(msgspec.Struct, frozen=True, kw_only=True):
    """How often a ticket was kept, and completed."""

    ticket: str
    kept: int
    completed: int


class RouteFigures(msgspec.Struct, frozen=True, kw_only=True):
    """In how many games a route was claimed."""

    route: str
    claimed: int


class BoardFigures(msgspec.Struct, frozen=True, kw_only=True):
    """What all games on a board say about it."""

    games: int
    scores: ScoreFigures | None  # null: there are no games
    seats: Sequence[SeatFigures]
    ranks: Sequence[RankFigures]
    tickets: Sequence[TicketFigures]  # those most often completed first
    routes: Sequence[RouteFigures]  # those most often claimed first


def board_counts(loaded: Loaded, course: Course) -> Counts:
    """What a game adds to the statistics of its board; nothing, if it does not count."""
    facts, sheet = loaded.facts, course.sheet
    if sheet is None or course.reason not in PLAYED_TO_ITS_END:
        return {}
    if not facts.is_counted or facts.visibility is Visibility.PRIVATE:
        return {}
    counts = Counter({"games": 1})
    counts.update(_score_counts(sheet))
    counts.update(_route_counts(loaded.ruleset, loaded.state))
    are_people = all(seat.kind == HUMAN for seat in loaded.state.seats)
    group = f"{loaded.ruleset.players}{'p' if are_people else 'b'}"
    return {f"{group} {key}": number for key, number in sorted(counts.items()) if number}


def _score_counts(sheet: ScoreSheet) -> Counter[str]:
    counts: Counter[str] = Counter()
    for score in sheet.seats:
        counts[f"seat {score.seat} games"] += 1
        counts[f"seat {score.seat} points"] += score.total
        counts[f"seat {score.seat} wins"] += score.rank == 1
        counts[f"rank {score.rank} games"] += 1
        counts[f"rank {score.rank} points"] += score.total
        counts[f"total {score.total}"] += 1
        for item in (item for line in score.lines if line.reason == TICKETS for item in line.items):
            counts[f"ticket {item.id} kept"] += 1
            counts[f"ticket {item.id} completed"] += item.points >= 0
    return counts


def _route_counts(ruleset: Ruleset, state: State) -> Counter[str]:
    numbers = range(len(ruleset.routes))
    return Counter(f"route {ruleset.routes[number].id}" for number in numbers if state.claimed >> number & 1)


def figures_of(totals: Counts, players: int | None = None, has_bots: bool | None = None) -> BoardFigures:
    """The figures of all games, or only of those with so many players, with bots or without."""
    sums: Counter[str] = Counter()
    for key, number in totals.items():
        group, _, what = key.partition(" ")
        if players in (None, int(group[:-1])) and has_bots in (None, group.endswith("b")):
            sums[what] += number
    tickets = [
        TicketFigures(
            ticket=name, kept=sums[f"ticket {name} kept"], completed=sums[f"ticket {name} completed"]
        )
        for name in _names(sums, "ticket")
    ]
    routes = [RouteFigures(route=name, claimed=sums[f"route {name}"]) for name in _names(sums, "route")]
    return BoardFigures(
        games=sums["games"],
        scores=_spread({int(total): sums[f"total {total}"] for total in _names(sums, "total")}),
        seats=[_seat_figures(sums, seat) for seat in sorted(map(int, _names(sums, "seat")))],
        ranks=[_rank_figures(sums, rank) for rank in sorted(map(int, _names(sums, "rank")))],
        tickets=sorted(tickets, key=lambda one: (-one.completed, -one.kept, one.ticket)),
        routes=sorted(routes, key=lambda one: (-one.claimed, one.route)),
    )


def _names(sums: Counts, kind: str) -> list[str]:
    """Of all tickets, routes, seats, ranks or totals that were counted."""
    parts = (key.split(" ") for key in sums)
    return list(dict.fromkeys(part[1] for part in parts if part[0] == kind))


def _seat_figures(sums: Counts, seat: int) -> SeatFigures:
    games, points = sums[f"seat {seat} games"], sums[f"seat {seat} points"]
    wins = sums[f"seat {seat} wins"]
    return SeatFigures(seat=seat, games=games, wins=wins, mean_score=round(points / games, 1))


def _rank_figures(sums: Counts, rank: int) -> RankFigures:
    results, points = sums[f"rank {rank} games"], sums[f"rank {rank} points"]
    return RankFigures(rank=rank, results=results, mean_score=round(points / results, 1))


def _spread(numbers: Mapping[int, int]) -> ScoreFigures | None:
    """From how often each total was scored."""
    if not numbers:
        return None
    totals = sorted(numbers)
    sums = list(accumulate(numbers[total] for total in totals))

    def quantile(share: float) -> int:
        return next(total for total, below in zip(totals, sums, strict=True) if below >= share * sums[-1])

    return ScoreFigures(
        lowest=totals[0],
        quarter=quantile(0.25),
        median=quantile(0.5),
        three_quarters=quantile(0.75),
        highest=totals[-1],
    )


def rows(figures: BoardFigures) -> Iterator[tuple[int | float | str, ...]]:
    """The figures as a table: a line of names, then one for every figure."""
    yield ("kind", "name", "figure", "value")
    yield ("board", "", "games", figures.games)
    if figures.scores:
        for name, value in msgspec.structs.asdict(figures.scores).items():
            yield ("scores", "", name, value)
    for kind, lines in (
        ("seat", figures.seats),
        ("rank", figures.ranks),
        ("ticket", figures.tickets),
        ("route", figures.routes),
    ):
        for line in lines:
            (_, name), *values = msgspec.structs.asdict(line).items()
            yield from ((kind, name, figure, value) for figure, value in values)
