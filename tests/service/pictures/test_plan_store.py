"""Plans of own boards: made once, for all processes, and never on the way of a request."""

from collections.abc import Callable
from threading import Event

import pytest

from service.boards.map_file import read_map_file
from service.errors import PictureNotReady
from service.pictures.layout.board_layout import layout_of
from service.pictures.layout.canvas import CANVASES
from service.pictures.plan_process import planned
from service.pictures.plan_store import PlanStore, in_another_process
from service.store import MemoryStore
from tests.support.boards.own_board import map_bytes
from tests.support.boards.pictured_tables import ruleset_for
from tests.support.rules.stamps import registered_stamps, stamp_ruleset
from tests.support.store.store_servers import eventually
from ttr_core import Ruleset, compile_ruleset

RULESET = compile_ruleset(read_map_file(map_bytes()), 2)


def ready(plans: PlanStore, ruleset: Ruleset = RULESET) -> Callable[[], bool]:
    def look() -> bool:
        try:
            return bool(plans.layout(ruleset, "en"))
        except PictureNotReady:
            return False

    return look


def test_a_shipped_plan_is_used_as_it_is() -> None:
    assert PlanStore(MemoryStore(), _never).layout(ruleset_for("nordic"), "en") is layout_of(
        ruleset_for("nordic"), "en"
    )


def _never(request: bytes) -> bytes:
    raise AssertionError("no plan is needed")


def test_nobody_waits_and_every_process_gets_the_plan_that_one_makes() -> None:
    store, go_on, requests = MemoryStore(), Event(), list[bytes]()

    def slow(request: bytes) -> bytes:
        requests.append(request)
        assert go_on.wait(10)
        return planned(request)

    first, second = PlanStore(store, slow), PlanStore(store, slow)
    for plans in (first, second, first):
        with pytest.raises(PictureNotReady) as refused:
            plans.layout(RULESET, "en")
        assert refused.value.seconds == 3
    go_on.set()
    eventually(ready(first), "the plan", seconds=90)
    assert second.layout(RULESET, "en") == layout_of(RULESET, "en")
    assert len(requests) == 1


def test_a_plan_that_failed_is_tried_again() -> None:
    attempts = list[bytes]()

    def fails_once(request: bytes) -> bytes:
        attempts.append(request)
        if len(attempts) == 1:
            raise RuntimeError("not this time")
        return planned(request)

    eventually(ready(PlanStore(MemoryStore(), fails_once)), "the plan", seconds=90)
    assert len(attempts) == 2


def test_a_rule_that_this_process_alone_knows_is_planned_here() -> None:
    """Another process could not compile the board."""
    with registered_stamps():
        eventually(ready(PlanStore(MemoryStore(), _never), stamp_ruleset()), "the plan", seconds=90)


def test_languages_that_share_their_names_share_the_plan() -> None:
    store, requests = MemoryStore(), list[bytes]()

    def counted(request: bytes) -> bytes:
        requests.append(request)
        return planned(request)

    plans = PlanStore(store, counted)
    plans.prepare([RULESET])
    eventually(ready(plans), "the plan", seconds=90)
    assert plans.layout(RULESET, "fr") == layout_of(RULESET, "fr")
    eventually(lambda: len(requests) == len(CANVASES), "a plan for each canvas", seconds=90)


def test_a_worker_makes_the_plan_itself_and_keeps_it() -> None:
    store = MemoryStore()
    assert PlanStore(store, _never).layout_now(RULESET, "en") == layout_of(RULESET, "en")
    assert PlanStore(store, _never).layout(RULESET, "en") == layout_of(RULESET, "en")


def test_a_process_that_ends_without_a_plan_is_noticed() -> None:
    with pytest.raises(RuntimeError, match="without one"):
        in_another_process(b"no request")
