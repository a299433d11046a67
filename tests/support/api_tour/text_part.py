"""The part of the tour that plays in words."""

from service.errors import StoreUnavailable
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, statuses, wrong_bodies
from tests.support.http.api_calls import open_table


def talking(tourist: Tourist) -> None:
    table = open_table(tourist, first=0)
    path, ann = f"{table.path}/say", table.seats[0]
    keep, once = {"text": "keep all"}, {"Idempotency-Key": '"once"'}
    assert statuses(wrong_bodies(tourist, path, ann)) == [400, 413, 415]
    assert tourist.post(path, keep).status == 401
    assert tourist.post(f"{path}?as_seat=1", keep, ann).status == 403
    assert tourist.post(f"{NOWHERE}/say", keep, ann).status == 404
    assert tourist.post(path, {"text": "my hand"}, ann).json["private"] is True
    assert tourist.post(path, keep, ann).status == 428
    assert tourist.post(path, keep, ann, {"If-Match": '"1"'}).code == "stale_version"
    assert tourist.post(path, keep, ann, once).json["events"]
    assert tourist.post(path, {"text": "draw"}, ann, once).code == "idempotency_key_reused"


def failing_to_talk(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        assert tourist.post(f"{table.path}/say", {"text": "score"}, table.seats[0]).status == status
    store.failure = None


def talking_in_a_hurry(tourist: Tourist) -> None:
    table = open_table(tourist)
    for expected in (200, 429):
        assert tourist.post(f"{table.path}/say", {"text": "score"}, table.seats[0]).status == expected
