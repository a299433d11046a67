"""Which games count for ratings, and as what."""

from collections.abc import Mapping

import pytest

from service.games.facts import Facts
from service.games.game_cache import Loaded
from service.ratings.game_outcome import course_of, outcome_of
from service.store import MemoryStore
from tests.support.ratings.club import Club
from ttr_core import Event, load_ruleset
from ttr_core.by_post import SeatHandedOver
from ttr_core.model.events import GameEnded, GameScored, GameStarted, SeatTaken
from ttr_core.model.scoresheet import ScoreSheet, SeatScore

AT = "2026-11-16T12:00:00.000Z"
END = "last_round_played"
NO_FACTS: Mapping[str, str] = {}


def handed(seat: int, kind: str, holder: int, reason: str) -> Event:
    return SeatHandedOver(seat=seat, kind=kind, holder=holder, reason=reason)


def outcome(
    *during: Event,
    ranks: tuple[int, ...] = (2, 1, 3),
    reason: str = END,
    kinds: tuple[str, ...] = ("human",) * 3,
    before: tuple[Event, ...] = (),
    facts: Mapping[str, str] = NO_FACTS,
) -> list[tuple[str, int]] | None:
    """Of a game of Ann, Ben and Cleo: who is rated, with which rank."""
    seats = tuple(
        SeatScore(seat=seat, total=0, lines=(), measures=(), rank=rank) for seat, rank in enumerate(ranks)
    )
    sheet = ScoreSheet(seats=seats, winners=(), tie_breaks=(), decided_by="points")
    events: list[Event] = [SeatTaken(seat=seat, kind=kind, entropy="") for seat, kind in enumerate(kinds)]
    events += [*before, GameStarted(first=0), *during, GameEnded(reason=reason), GameScored(sheet=sheet)]
    texts = {"board": "usa", "players": "3", "rated": "yes", "player:0": "ann", "player:1": "ben"}
    texts |= {"player:2": "cleo", **facts}
    rules = load_ruleset("usa", 3)
    loaded = Loaded(
        "g", Facts({key: text for key, text in texts.items() if text}), b"", rules, rules.new_state()
    )
    result = outcome_of(loaded, course_of(3, [(AT, event) for event in events]))
    seats_rated = result.seats if result else ()
    return [(seat.who.partition(":")[2] or seat.strength, seat.rank) for seat in seats_rated] or None


def test_a_game_counts_by_its_score() -> None:
    assert outcome() == [("ann", 2), ("ben", 1), ("cleo", 3)]
    assert outcome(ranks=(1, 1, 3)) == [("ann", 1), ("ben", 1), ("cleo", 3)]


def test_who_resigns_comes_last_and_the_bot_that_plays_on_is_not_rated() -> None:
    left = handed(1, "bot:greedy", 2, "resigned")
    gone = {"player:1": "", "player:1/1": "ben"}
    assert outcome(left, facts=gone) == [("ann", 1), ("ben", 3), ("cleo", 2)]


def test_the_first_to_leave_is_last() -> None:
    events = handed(1, "nobody", 2, "resigned"), handed(0, "nobody", 2, "resigned")
    gone = {"player:1": "", "player:1/1": "ben", "player:0": "", "player:0/1": "ann"}
    assert outcome(*events, facts=gone) == [("ann", 2), ("ben", 3), ("cleo", 1)]


def test_a_seat_that_is_handed_on_is_lost_and_not_won_by_the_new_holder() -> None:
    event = handed(1, "human", 2, "handed_over")
    assert outcome(event, facts={"player:1": "dan", "player:1/1": "ben"}) == [
        ("ann", 1),
        ("ben", 3),
        ("cleo", 2),
    ]


def test_a_seat_for_which_others_let_somebody_in_counts_for_nobody() -> None:
    """Its player has not left; and others must not make them lose."""
    event = handed(1, "human", 2, "reinvited")
    assert outcome(event, facts={"player:1": "dan", "player:1/1": "ben"}) == [("ann", 1), ("cleo", 2)]


@pytest.mark.parametrize("returns", [True, False])
def test_a_time_out_costs_the_game_unless_its_player_returns(returns: bool) -> None:
    away = handed(1, "bot:greedy", 2, "timeout")
    facts = {"player:1": "ben" if returns else "", "player:1/1": "ben"}
    events = [away, handed(1, "human", 3, "returned")] if returns else [away]
    ranks = [("ann", 2), ("ben", 1), ("cleo", 3)] if returns else [("ann", 1), ("ben", 3), ("cleo", 2)]
    assert outcome(*events, facts=facts) == ranks


def test_who_left_before_the_start_has_not_played() -> None:
    before = (handed(1, "nobody", 2, "resigned"), handed(1, "human", 3, "replaced"))
    facts = {"player:1": "dan", "player:1/1": "ben"}
    assert outcome(before=before, facts=facts) == [("ann", 2), ("dan", 1), ("cleo", 3)]


def test_bots_count_by_version_and_not_when_they_are_replaced() -> None:
    kinds, facts = ("human", "bot:greedy", "human"), {"player:1": "", "bot:1": "greedy/1"}
    assert outcome(kinds=kinds, facts=facts) == [("ann", 2), ("greedy/1", 1), ("cleo", 3)]
    replaced = handed(1, "human", 2, "replaced")
    assert outcome(replaced, kinds=kinds, facts={**facts, "player:1": "dan"}) == [("ann", 1), ("cleo", 2)]


def test_a_game_that_the_operator_has_closed_does_not_count() -> None:
    assert outcome(reason="nobody_plays", facts={"closed": "yes"}) is None


def test_the_erased_count_as_strong_as_they_were() -> None:
    assert outcome(facts={"player:1": "", "strength:1": "30.5 2.0"}) == [
        ("ann", 2),
        ("30.5 2.0", 1),
        ("cleo", 3),
    ]


@pytest.mark.parametrize(
    "facts",
    [
        {"rated": ""},
        {"imported": AT},
        {"player:1": ""},  # a guest
        {"player:1": "ann"},  # against themselves
    ],
)
def test_games_that_do_not_count(facts: dict[str, str]) -> None:
    assert outcome(facts=facts) is None


@pytest.mark.parametrize("reason", ["agreed", "abandoned"])
def test_games_that_were_not_played_to_the_end_do_not_count(reason: str) -> None:
    assert outcome(reason=reason) is None


def test_who_alone_is_left_may_end_the_game_and_has_won() -> None:
    events = handed(1, "nobody", 2, "resigned"), handed(2, "nobody", 2, "resigned")
    gone = {"player:1": "", "player:1/1": "ben", "player:2": "", "player:2/1": "cleo"}
    assert outcome(*events, reason="agreed", facts=gone) == [("ann", 1), ("ben", 3), ("cleo", 2)]
    assert outcome(*events, reason="abandoned", facts=gone) is None


def test_a_game_between_the_same_bots_says_nothing() -> None:
    kinds = ("bot:greedy",) * 3
    facts = {f"player:{seat}": "" for seat in range(3)} | {f"bot:{seat}": "greedy/1" for seat in range(3)}
    assert outcome(kinds=kinds, facts=facts) is None
    assert outcome(kinds=kinds, facts={**facts, "bot:2": "random/1"}) is not None


def test_a_whole_game_counts_as_its_sheet_says() -> None:
    club = Club(MemoryStore())
    over = club.play(club.open(club.members[0], club.members[1]))
    club.records.update(over)
    (entry,) = club.records.ratings.store.entries("usa")
    totals = [seat.points for seat in over.state.seats]
    assert len(totals) == 2
    assert sorted(seat.rank for seat in entry.seats) in ([1, 2], [1, 1])
    assert entry.at == over.milestones.ended_at
