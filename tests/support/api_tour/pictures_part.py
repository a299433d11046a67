"""The part of the tour that looks at pictures."""

from service.errors import StoreUnavailable
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist
from tests.support.http.api_calls import open_table

BOARDS, HANDS = ("/board.svg", "/board.png"), ("/hand.svg", "/hand.png")


def looking_at_pictures(tourist: Tourist) -> None:
    assert tourist.get("/v1/boards/nordic.svg?theme=dark").status == 200
    assert tourist.get("/v1/boards/nordic.svg?theme=pink").status == 400
    assert tourist.get("/v1/boards/atlantis.svg").code == "board_not_found"
    table = open_table(tourist)
    for part in (*BOARDS, *HANDS):
        path = f"{table.path}{part}?width=200"
        seen = tourist.get(path, table.seats[0])
        assert seen.status == 200
        assert tourist.get(path, table.seats[0], {"If-None-Match": seen.headers["etag"]}).status == 304
        assert tourist.get(f"{path}&at=0", table.seats[0]).status == 400
        assert tourist.get(f"{path}&at=900", table.seats[0]).code == "version_not_reached"
        assert tourist.get(path, "ttr_wrong").status == 401
        tickets = "&tickets=mine" if part in BOARDS else ""  # a hand shows them anyway
        assert tourist.get(f"{path}{tickets}", table.host).status == 403
        assert tourist.get(NOWHERE + part, table.seats[0]).status == 404


def failing_to_draw(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [tourist.get(table.path + part, table.seats[0]) for part in (*BOARDS, *HANDS)]
        assert {reply.status for reply in replies} == {status}
    store.failure = None
