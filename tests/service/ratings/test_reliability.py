"""Reliability: turns in time, time-outs and departures, counted from events; what is excused does no harm."""

from collections.abc import Mapping

from service.games.facts import Facts
from service.ratings.reliability import FEWEST, Reliability, counts_of, reliability_of
from ttr_core import Event
from ttr_core.by_post import (
    ChoiceTakenBack,
    ClockStopped,
    DeadlineSet,
    SeatHandedOver,
    StopReason,
    TimeOut,
    TimeRanOut,
    TurnTakenBack,
)
from ttr_core.model.events import GameScored, GameStarted, SeatTaken
from ttr_core.model.scoresheet import ScoreSheet

SCORED = GameScored(sheet=ScoreSheet(seats=(), winners=(), tie_breaks=(), decided_by="points"))
DAY = "2026-11-{:02}T12:00:00.000Z"


class Diary:
    """The events of a game, with their days."""

    def __init__(self, *kinds: str) -> None:
        self.seats = len(kinds)
        self.events: list[tuple[str, Event]] = []
        for seat, kind in enumerate(kinds):
            self.add(1, SeatTaken(seat=seat, kind=kind, entropy=""))
        self.add(1, GameStarted(first=0))

    def add(self, day: int, *events: Event) -> "Diary":
        self.events += [(DAY.format(day), event) for event in events]
        return self

    def turn(self, seat: int, day: int, *, due: int, done: int) -> "Diary":
        return self.begin(seat, day, due).stop(seat, done)

    def begin(self, seat: int, day: int, due: int) -> "Diary":
        clock = DeadlineSet(seat=seat, since=DAY.format(day), deadline=DAY.format(due), allowed_ms=1)
        return self.add(day, clock)

    def stop(self, seat: int, day: int, reason: StopReason = StopReason.DONE) -> "Diary":
        return self.add(day, ClockStopped(seat=seat, reason=reason))

    def run_out(self, seat: int, day: int) -> "Diary":
        return self.add(day, TimeRanOut(seat=seat, deadline=DAY.format(day), action=TimeOut.BOT_PLAYS))

    def hand_over(self, seat: int, day: int, kind: str, holder: int, reason: str) -> "Diary":
        return self.add(day, SeatHandedOver(seat=seat, kind=kind, holder=holder, reason=reason))

    def counts(self, **facts: str) -> Mapping[str, Mapping[str, int]]:
        texts = {
            "player:0": "ann",
            "player:1": "ben",
            **{key.replace("__", ":"): text for key, text in facts.items()},
        }
        counts = counts_of(Facts({key: text for key, text in texts.items() if text}), self.seats, self.events)
        return {
            player: {key.partition(":")[2]: number for key, number in of.items()}
            for player, of in counts.items()
        }


def people() -> Diary:
    return Diary("human", "human")


def test_turns_are_in_time_or_late() -> None:
    diary = (
        people().turn(0, 2, due=4, done=3).turn(1, 3, due=5, done=4).begin(0, 4, 6).run_out(0, 6).stop(0, 6)
    )
    assert diary.add(7, SCORED).counts() == {
        "ann": {"in_time": 1, "late": 1, "stayed": 1},
        "ben": {"in_time": 1, "stayed": 1},
    }


def test_a_vacation_a_pause_or_an_outage_excuses() -> None:
    for reason in (StopReason.VACATION, StopReason.PAUSED):
        diary = people().begin(0, 2, 4).stop(0, 3, reason).turn(0, 9, due=11, done=10)
        assert diary.add(12, SCORED).counts()["ann"] == {"in_time": 1, "excused": 1, "stayed": 1}
    moved = people().begin(0, 2, 4).stop(0, 6)  # the deadline was moved beyond that
    assert moved.add(7, SCORED).counts()["ann"]["excused"] == 1


def test_a_turn_that_is_taken_back_counts_once() -> None:
    diary = people().turn(0, 2, due=4, done=2).add(2, TurnTakenBack(seat=0, back=1)).turn(0, 2, due=4, done=3)
    assert diary.add(7, SCORED).counts()["ann"]["in_time"] == 1
    chosen = people().begin(0, 2, 4).stop(0, 2, StopReason.CHOSEN).add(2, ChoiceTakenBack(seat=0))
    assert chosen.begin(0, 2, 4).stop(0, 3, StopReason.CHOSEN).add(7, SCORED).counts()["ann"]["in_time"] == 1


def test_who_resigns_while_somebody_waits_has_left() -> None:
    diary = people().hand_over(0, 2, "nobody", 2, "resigned").hand_over(1, 3, "nobody", 2, "resigned")
    gone = {"player__0": "", "player__1": "", "player:0/1": "ann", "player:1/1": "ben"}
    assert diary.counts(**gone) == {"ann": {"left": 1}}, "nobody waited for Ben"


def test_who_returns_or_finds_somebody_has_not_left() -> None:
    diary = people().run_out(0, 2).hand_over(0, 2, "bot:greedy", 2, "timeout")
    away = {"player__0": "", "player:0/1": "ann"}
    assert diary.counts(**away)["ann"] == {"late": 1, "left": 1}
    diary.hand_over(0, 3, "human", 3, "returned")
    assert diary.counts(**{"player:0/1": "ann"})["ann"] == {"late": 1}
    handed = people().hand_over(0, 2, "human", 2, "handed_over").add(7, SCORED)
    assert handed.counts(**{"player__0": "dan", "player:0/1": "ann"}) == {
        "ben": {"stayed": 1},
        "dan": {"stayed": 1},
    }


def test_a_game_against_bots_says_nothing() -> None:
    diary = Diary("human", "bot:greedy").begin(0, 2, 4).run_out(0, 4).stop(0, 4)
    assert diary.hand_over(0, 5, "nobody", 2, "resigned").add(7, SCORED).counts(player__1="") == {}


def test_a_running_game_counts_up_to_its_latest_lapse() -> None:
    diary = people().turn(0, 2, due=4, done=3)
    assert diary.counts() == {}
    diary.begin(1, 3, 5).run_out(1, 5).stop(1, 5)
    assert diary.counts() == {"ann": {"in_time": 1}, "ben": {"late": 1}}
    diary.turn(0, 5, due=7, done=6)
    assert diary.counts()["ann"] == {"in_time": 1}
    assert diary.add(9, SCORED).counts()["ann"] == {"in_time": 2, "stayed": 1}


def test_an_erased_holder_leaves_nothing_to_the_next_one() -> None:
    diary = people().begin(0, 2, 4).run_out(0, 4).stop(0, 4).hand_over(0, 5, "human", 2, "handed_over")
    assert diary.add(7, SCORED).counts(player__0="dan")["dan"] == {"stayed": 1}


def test_a_year_is_remembered() -> None:
    totals = {
        "2025-10:late": 5,
        "2025-11:in_time": 7,
        "2026-11:in_time": 30,
        "2026-11:late": 3,
        "2026-12:late": 9,
    }
    assert reliability_of(totals, DAY.format(16)) == Reliability(
        in_time=37, excused=0, late=3, left=0, stayed=0
    )


def test_the_figure() -> None:
    def percent(in_time: int, late: int, left: int) -> int | None:
        return Reliability(in_time=in_time, excused=0, late=late, left=left, stayed=0).percent

    assert percent(FEWEST - 1, 0, 0) is None
    assert percent(FEWEST, 0, 0) == 100
    assert percent(19, 1, 0) == 95
    assert percent(90, 0, 1) == 90, "a game that is left counts as ten late turns"
    assert percent(0, 0, 2) == 0
