"""The part of the tour that is about profiles, ratings and statistics of boards."""

from service.errors import StoreUnavailable
from tests.support.api_tour.tour import ShakyStore, Tourist
from tests.support.http.api_people import patch, sign_up

STATISTICS = ("statistics", "statistics.svg", "statistics.png")
PARTS = ("ratings", *STATISTICS)


def comparing(tourist: Tourist) -> None:
    person = sign_up(tourist)
    path = f"/v1/players/{person.id}"
    assert tourist.get(path).status == 200
    assert tourist.get(path, "ttr_player_wrong").status == 401
    assert tourist.get(f"{path}?x=1").status == 400
    assert patch(tourist, "/v1/me", {"shows": {"profile": False}}, person.token).status == 200
    assert tourist.get(path).code == "player_not_found"
    for part in PARTS:
        assert tourist.get(f"/v1/boards/usa/{part}").status == 200
        assert tourist.get(f"/v1/boards/atlantis/{part}").code == "board_not_found"
        assert tourist.get(f"/v1/boards/usa/{part}?players=x").status == 400
    assert tourist.get("/v1/boards/usa/statistics", None, {"Accept": "text/csv"}).status == 200
    assert tourist.get("/v1/boards/usa/statistics", None, {"Accept": "text/plain"}).status == 406


def failing_to_compare(tourist: Tourist, store: ShakyStore) -> None:
    person = sign_up(tourist)
    paths = [f"/v1/players/{person.id}", *(f"/v1/boards/usa/{part}" for part in PARTS)]
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        assert {tourist.get(path).status for path in paths} == {status}
    store.failure = None


def comparing_without_budget(tourist: Tourist) -> None:
    for path in ("/v1/players/ann-7k2mq", *(f"/v1/boards/usa/{part}" for part in PARTS)):
        assert tourist.get(path).code == "too_many_requests"
