"""The statistics of a series of games, as data and as a page of text."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from statistics import fmean, median
from typing import Any

from service.cli.columns import columns
from service.cli.simulation import Played, Series

Figures = dict[str, Any]  # JSON values with stable keys
DIGITS = 3


def figures(series: Series, played: Sequence[Played]) -> Figures:
    """Everything but the time that it took: equal games give equal figures, to the byte."""
    return {
        "board": series.board,
        "players": series.players,
        "games": len(played),
        "seed": series.seed,
        "options": dict(series.options),
        "bots": list(series.bots),
        "length": {
            name: spread([getattr(game, name) for game in played]) for name in ("commands", "turns", "events")
        },
        "scores": _scores(played),
        "points_by_reason": _reasons(played),
        "wins": _wins(played),
        "endings": dict(sorted(Counter(game.ending for game in played).items())),
        "longest_path": spread([length for game in played for length in game.longest_paths]),
    }


def spread(values: Sequence[int]) -> dict[str, float]:
    return {
        "min": min(values),
        "median": round(median(values), DIGITS),
        "mean": round(fmean(values), DIGITS),
        "max": max(values),
    }


def _scores(played: Sequence[Played]) -> Figures:
    by_bot: dict[str, list[int]] = defaultdict(list)
    for game in played:
        for bot, score in zip(game.bots, game.scores, strict=True):
            by_bot[bot].append(score)
    seats = range(len(played[0].scores))
    return {
        "all": spread([score for game in played for score in game.scores]),
        "by_bot": {bot: spread(scores) for bot, scores in sorted(by_bot.items())},
        "by_seat": [spread([game.scores[seat] for game in played]) for seat in seats],
    }


def _reasons(played: Sequence[Played]) -> Mapping[str, float]:
    """The mean points of a seat for each reason."""
    sums: Counter[str] = Counter()
    for game in played:
        for lines in game.reasons:
            for reason, points in lines:
                sums[reason] += points
    seats = sum(len(game.scores) for game in played)
    return {reason: round(points / seats, DIGITS) for reason, points in sorted(sums.items())}


def _wins(played: Sequence[Played]) -> Figures:
    """A shared victory counts as a fraction for each of those who share it."""
    by_bot: dict[str, Fraction] = {bot: Fraction() for game in played for bot in game.bots}
    by_seat = [Fraction() for _ in played[0].scores]
    for game in played:
        for seat in game.winners:
            share = Fraction(1, len(game.winners))
            by_seat[seat] += share
            by_bot[game.bots[seat]] += share
    return {
        "by_bot": {bot: round(float(wins), DIGITS) for bot, wins in sorted(by_bot.items())},
        "by_seat": [round(float(wins), DIGITS) for wins in by_seat],
        "shared_games": sum(len(game.winners) > 1 for game in played),
    }


def figure_lines(found: Figures) -> Iterator[str]:
    """The same figures for people."""
    title = (
        f"{found['games']} games on {found['board']} with {found['players']} players, seed {found['seed']}"
    )
    options = "".join(f", {name}={choice}" for name, choice in found["options"].items())
    yield f"{title}{options}"
    heads = ("", "MIN", "MEDIAN", "MEAN", "MAX")
    rows = [(f"{name} a game", *values.values()) for name, values in found["length"].items()]
    rows += [(f"score, {bot}", *values.values()) for bot, values in found["scores"]["by_bot"].items()]
    seats = enumerate(found["scores"]["by_seat"], 1)
    rows += [(f"score, seat {seat}", *values.values()) for seat, values in seats]
    rows.append(("longest path", *found["longest_path"].values()))
    yield from columns([heads, *rows], right=(1, 2, 3, 4))
    yield "points of a seat: " + _list(found["points_by_reason"])
    wins = found["wins"]
    yield "wins by bot: " + _list(wins["by_bot"])
    yield "wins by seat: " + _list({f"seat {n}": won for n, won in enumerate(wins["by_seat"], 1)})
    yield f"shared victories: {wins['shared_games']} games, counted above as equal fractions"
    yield "endings: " + _list(found["endings"])


def _list(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())
