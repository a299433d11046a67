"""Elo ratings: the scale, the errors, and what the likeliest ratings are known by."""

from math import isclose, log10

import pytest

from service.cli.bot_matches.elo import SCALE, SHARED_GAMES, Encounter, elo_ratings


def test_two_bots_are_as_far_apart_as_their_scores_say() -> None:
    elo = elo_ratings([Encounter("a", "b", 75, 99)], reference="b", rating=1000)
    expected = 75.5 / 100  # with the game that every pair shares
    assert elo["b"].rating == 1000
    assert elo["b"].error == 0
    assert isclose(elo["a"].rating, 1000 + 400 * log10(expected / (1 - expected)), abs_tol=1e-6)
    assert isclose(elo["a"].error, SCALE / (100 * expected * (1 - expected)) ** 0.5, abs_tol=1e-6)


def test_four_times_as_many_games_halve_the_error() -> None:
    few = elo_ratings([Encounter("a", "b", 60, 99)], "b")["a"]
    many = elo_ratings([Encounter("a", "b", 60.5 * 4 - 0.5, 399)], "b")["a"]
    assert isclose(few.rating, many.rating, abs_tol=1e-6)
    assert isclose(few.error, 2 * many.error, abs_tol=1e-6)


@pytest.mark.parametrize("lost", [0, 1, 50])
def test_each_bot_scores_what_its_rating_expects(lost: int) -> None:
    """At the likeliest ratings the expected score of each bot is its score, also for one that never lost."""
    encounters = [
        Encounter("a", "b", 100 - lost, 100),
        Encounter("b", "c", 70, 100),
        Encounter("a", "c", 98, 100),
    ]
    elo = elo_ratings(encounters, reference="b")
    for bot in "abc":
        surprise = 0.0
        for match in encounters:
            gap = elo[match.bot].rating - elo[match.rival].rating
            expected = (match.games + SHARED_GAMES) / (1 + 10 ** (-gap / 400))
            sign = (match.bot == bot) - (match.rival == bot)
            surprise += sign * (match.score + SHARED_GAMES / 2 - expected)
        assert abs(surprise) < 1e-6


def test_the_reference_moves_the_scale_and_not_the_gaps() -> None:
    encounters = [Encounter("a", "b", 60, 100), Encounter("b", "c", 70, 100)]
    one, other = elo_ratings(encounters, "a"), elo_ratings(encounters, "c", 500)
    assert isclose(one["b"].rating - one["c"].rating, other["b"].rating - other["c"].rating, abs_tol=1e-6)
    assert other["c"].rating == 500
