"""Undo in games with a clock: time that was used is not given back without anybody's consent."""

from freezegun.api import FrozenDateTimeFactory

from tests.support.workers.clocked_game import PostedGame, per_move
from ttr_core.model.commands import KeepTickets
from ttr_core.rules.by_post.clock.terms import ClockSettings
from ttr_core.rules.by_post.undo import ProposeUndo

HOUR_MS = 3_600_000


def choose(post: PostedGame, seat: int) -> None:
    offer = post.loaded.state.seats[seat].offer
    post.do(KeepTickets(seat=seat, tickets=offer), f"seat:{seat}")


def test_a_seat_that_takes_a_choice_back_has_the_rest_of_its_time(time: FrozenDateTimeFactory) -> None:
    """Otherwise choosing and taking back again and again would hold a game up for ever."""
    post = PostedGame(time, per_move())
    before = post.clock.deadlines[0]
    post.until("2026-03-28T08:00:00.000Z")
    for _ in range(3):
        choose(post, 0)
        assert 0 not in post.clock.deadlines
        post.do(ProposeUndo(seat=0), "seat:0")
        assert post.clock.deadlines[0] == before


def test_time_does_not_run_while_others_choose(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.until("2026-03-27T19:00:00.000Z")
    choose(post, 0)
    post.until("2026-03-28T05:00:00.000Z")
    post.do(ProposeUndo(seat=0), "seat:0")
    assert post.clock.deadlines[0] == "2026-03-28T19:00:00.000Z"


def test_nothing_is_left_of_it_when_the_turns_begin(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, per_move())
    post.until("2026-03-27T19:00:00.000Z")
    choose(post, 0)
    choose(post, 1)
    assert post.clock.left == {}
    assert post.clock.deadlines == {0: "2026-03-28T19:00:00.000Z"}


def test_a_bank_does_not_grow_by_taking_back(time: FrozenDateTimeFactory) -> None:
    post = PostedGame(time, ClockSettings(kind="bank", seconds=100 * 3600, increment=3600))
    for _ in range(3):
        choose(post, 0)
        post.do(ProposeUndo(seat=0), "seat:0")
    choose(post, 0)
    choose(post, 1)
    assert post.clock.left == {0: 101 * HOUR_MS, 1: 101 * HOUR_MS}
