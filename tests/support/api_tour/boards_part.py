"""The part of the tour in which an operator offers boards of their own."""

from flask import Flask

from service.app import create_app
from service.config import Config
from service.errors import StoreUnavailable
from tests.support.api_tour.tour import ShakyStore, Tourist
from tests.support.boards.own_board import NAME, map_bytes
from tests.support.http.running_service import UNLIMITED

TOKEN = "the-token-of-the-operator"
BOARDS, BOARD, BOTS = "/v1/boards", f"/v1/boards/{NAME}", "/v1/bots"


def operated(store: ShakyStore) -> Flask:
    """A service that has an operator."""
    return create_app(Config(**UNLIMITED, admin_token=TOKEN), store)


def offering(operator: Tourist) -> None:
    assert operator.post(BOARDS, map_bytes()).status == 401
    assert operator.post(BOARDS, map_bytes(), "another token").status == 403
    assert operator.post(f"{BOARDS}?dry_run=perhaps", map_bytes(), TOKEN).status == 400
    assert operator.post(BOARDS, b"{", TOKEN).code == "board_refused"
    assert operator.post(BOARDS, map_bytes("usa"), TOKEN).code == "board_name_taken"
    assert operator.post(BOARDS, b" " * 600_000, TOKEN).status == 413
    assert operator.post(BOARDS, map_bytes(), TOKEN, {"Content-Type": "text/plain"}).status == 415
    assert operator.post(BOARDS, map_bytes(), TOKEN).status == 201
    assert operator.post(BOARDS, map_bytes(), TOKEN).status == 200
    assert [operator.get(path).status for path in (BOARDS, BOARD, BOTS)] == [200, 200, 200]


def withdrawing(operator: Tourist) -> None:
    assert operator.call("DELETE", BOARD, None, None, None).status == 401
    assert operator.call("DELETE", f"{BOARDS}/usa", TOKEN, None, None).status == 403
    assert operator.call("DELETE", BOARD, TOKEN, None, None).status == 200
    assert operator.call("DELETE", BOARD, TOKEN, None, None).status == 404


def failing_to_offer(operator: Tourist, store: ShakyStore) -> None:
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [operator.get(path) for path in (BOARDS, BOARD, BOTS, f"{BOARD}.svg")]
        replies += [operator.post(BOARDS, map_bytes(), TOKEN)]
        replies += [operator.call("DELETE", BOARD, TOKEN, None, None)]
        assert {reply.status for reply in replies} == {status}
    store.failure = None
