"""Elo ratings of a round robin: those under which its results are most likely, with their standard errors.

A bot that is 400 points above another scores ten of eleven points against it (Bradley and Terry's model). Every pair
that has met also counts as having shared one more game: without it, a bot that never lost would be infinitely strong.
"""

from collections.abc import Mapping, Sequence
from math import exp, log

import msgspec

SCALE = 400 / log(10)  # Elo points of one natural unit
SHARED_GAMES = 1.0  # that every pair is taken to have played besides
STEPS = 100  # Newton's method is exact after a few
EXACT = 1e-9


class Encounter(msgspec.Struct, frozen=True):
    """What one bot scored against another, a shared game as half a point."""

    bot: str
    rival: str
    score: float
    games: int


class Elo(msgspec.Struct, frozen=True):
    """A rating, and its standard error against the reference."""

    rating: float
    error: float


Matrix = list[list[float]]


def elo_ratings(encounters: Sequence[Encounter], reference: str, rating: float = 0.0) -> Mapping[str, Elo]:
    """The rating of every bot, on the scale on which the reference has the given rating."""
    names = dict.fromkeys(name for match in encounters for name in (match.bot, match.rival))
    free = [name for name in names if name != reference]
    strengths = dict.fromkeys(names, 0.0)
    for _ in range(STEPS):
        slope, information = _likelihood(encounters, strengths, free)
        steps = [sum(map(float.__mul__, row, slope)) for row in _inverse(information)]
        for name, step in zip(free, steps, strict=True):
            strengths[name] += max(-1.0, min(1.0, step))  # from afar, a whole step may lead farther away
        if max(map(abs, steps), default=0.0) < EXACT:
            break
    _, information = _likelihood(encounters, strengths, free)
    variances = [row[n] for n, row in enumerate(_inverse(information))]
    errors = {reference: 0.0, **{name: v**0.5 for name, v in zip(free, variances, strict=True)}}
    return {name: Elo(rating + SCALE * strengths[name], SCALE * errors[name]) for name in names}


def _likelihood(
    encounters: Sequence[Encounter], strengths: Mapping[str, float], free: Sequence[str]
) -> tuple[list[float], Matrix]:
    """The slope of the log-likelihood, and the information that the games hold."""
    place = {name: n for n, name in enumerate(free)}
    slope, information = [0.0] * len(free), [[0.0] * len(free) for _ in free]
    for match in encounters:
        games, score = match.games + SHARED_GAMES, match.score + SHARED_GAMES / 2
        expected = 1 / (1 + exp(strengths[match.rival] - strengths[match.bot]))
        weight = games * expected * (1 - expected)
        for name, other, sign in ((match.bot, match.rival, 1), (match.rival, match.bot, -1)):
            if name in place:
                slope[place[name]] += sign * (score - games * expected)
                information[place[name]][place[name]] += weight
                if other in place:
                    information[place[name]][place[other]] -= weight
    return slope, information


def _inverse(matrix: Matrix) -> Matrix:
    """Gauss and Jordan's method; the information of games is positive definite, so no pivot is zero."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        rows[n] = [value / rows[n][n] for value in rows[n]]
        for m in range(size):
            if m != n:
                rows[m] = [a - rows[m][n] * b for a, b in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]
