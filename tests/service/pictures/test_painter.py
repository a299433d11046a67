"""Pictures are painted by a process of its own, one at a time, and other threads go on meanwhile."""

import sys
import time
from collections.abc import Iterator
from threading import Barrier, Thread

import pytest

from service import services
from service.http.request import EXTENSION
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.painter import Busy, Painter
from service.pictures.png import png_of
from tests.support.boards.pictured_tables import ruleset_for, scene_for
from tests.support.http.api_calls import inside

SMALL = '<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="9"><rect width="9" height="9"/></svg>'


@pytest.fixture
def painter() -> Iterator[Painter]:
    running = Painter()
    yield running
    running.close()


def test_it_paints_the_same_as_here(painter: Painter) -> None:
    svg = board_svg(ruleset_for("nordic"), scene_for("nordic"), PictureOptions(width=300))
    assert painter.paint(svg) == png_of(svg)
    assert painter.paint(SMALL.format(20)) == png_of(SMALL.format(20))


def test_concurrent_callers_get_their_own_pictures(painter: Painter) -> None:
    pictures: dict[int, bytes] = {}
    start = Barrier(4)

    def ask(number: int) -> None:
        start.wait()
        pictures[number] = painter.paint(SMALL.format(10 + number))

    threads = [Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pictures == {number: png_of(SMALL.format(10 + number)) for number in range(4)}


def test_who_comes_when_enough_wait_is_sent_away() -> None:
    with pytest.raises(Busy):
        Painter(most_waiting=0).paint(SMALL.format(20))


def counting(answers: int, width: int = 0) -> tuple[str, ...]:
    """The command of a process that answers so many times, with its own number and how many pictures it has drawn.

    The answers are filled up to the width.
    """
    program = (
        "import os, sys; from service.pictures.painter_process import read_message, write_message\n"
        f"for number in range({answers}):\n"
        "    if read_message(sys.stdin.buffer) is None: break\n"
        f"    write_message(sys.stdout.buffer, f'{{os.getpid()}} {{number}}'.ljust({width}).encode())"
    )
    return (sys.executable, "-c", program)


def test_a_painter_that_died_is_replaced() -> None:
    painter = Painter(command=counting(1))
    first, second = (painter.paint(SMALL.format(number)).split() for number in (20, 21))
    painter.close()
    assert [first[1], second[1]] == [b"0", b"0"]
    assert first[0] != second[0]


def test_a_painter_that_always_dies_is_an_error() -> None:
    painter = Painter(command=counting(0))
    with pytest.raises(RuntimeError, match="no picture"):
        painter.paint(SMALL.format(20))
    painter.close()


def test_what_cannot_be_painted_does_not_disturb_the_next_one(painter: Painter) -> None:
    with pytest.raises(RuntimeError, match="no picture"):
        painter.paint("this is no picture")
    assert painter.paint(SMALL.format(22)) == png_of(SMALL.format(22))


def test_what_several_ask_for_is_painted_once() -> None:
    painter = Painter(command=counting(9))
    counts = [painter.paint(SMALL.format(width)).split()[1] for width in (23, 23, 24, 23)]
    painter.close()
    assert counts == [b"0", b"0", b"1", b"0"]


def test_other_threads_go_on_meanwhile(painter: Painter) -> None:
    """The rendering library holds the GIL: in this process, all threads would stand still."""
    painter.paint(SMALL.format(24))
    svg = board_svg(ruleset_for("italy"), scene_for("italy"), PictureOptions(width=1500))
    turns = 0
    thread = Thread(target=painter.paint, args=(svg,))
    began = time.thread_time()
    thread.start()
    while thread.is_alive():
        turns += 1
        thread.join(0.002)
    assert turns > 10
    assert time.thread_time() - began < 0.2


def test_recent_pictures_are_kept_up_to_so_many_bytes() -> None:
    """Their number was bounded, so that few large ones could fill the memory."""
    painter = Painter(command=counting(9, width=1_500_000))
    first, second = (painter.paint(SMALL.format(width)) for width in (1, 2))
    assert painter.paint(SMALL.format(1)) == first
    painter.paint(SMALL.format(3))
    assert painter.paint(SMALL.format(1)) == first  # used more recently than the second
    assert painter.paint(SMALL.format(2)) != second
    painter.close()


def test_the_pictures_that_are_kept_are_a_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    service = inside()
    kept = Painter(command=counting(9))
    monkeypatch.setattr(services, "painter", lambda: kept)
    assert services.sizes_of(service.app.extensions[EXTENSION])["rendered"] == 0
    kept.paint(SMALL.format(1))
    assert services.sizes_of(service.app.extensions[EXTENSION])["rendered"] == 1
    kept.close()
