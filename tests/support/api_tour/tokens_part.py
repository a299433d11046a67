"""The part of the tour that is about tokens."""

from service.errors import StoreUnavailable
from tests.support.api_tour.table_part import bare
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist
from tests.support.http.api_calls import Reply, Table, open_table

MALFORMED = {"Idempotency-Key": "not quoted"}


def rotating(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    assert tourist.get("/v1/token", table.seats[1]).json["seat"] == 1
    assert [tourist.get("/v1/token", token).status for token in (None, "ttr_wrong")] == [401, 401]
    assert tourist.get(f"/v1/token?game={'x' * 101}", table.host).status == 400
    for part, token in (("seats/1/token", table.seats[1]), ("tokens/host", table.host)):
        path = f"{table.path}/{part}"
        assert bare(tourist, path, token, MALFORMED).status == 400
        assert [bare(tourist, path, other).status for other in (None, table.seats[0])] == [401, 403]
        assert bare(tourist, f"{NOWHERE}/{part}", token).status == 404
        store.outrun = True
        assert bare(tourist, path, token).code == "stale_version"
        store.outrun = False
        assert bare(tourist, path, token).status == 201


def failing_to_rotate(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [tourist.get("/v1/token", table.host), *_rotated(tourist, table)]
        assert {reply.status for reply in replies} == {status}
    store.failure = None


def rotating_in_a_hurry(tourist: Tourist) -> None:
    """A seat and the host may each do one thing a minute."""
    table = open_table(tourist)
    for part, token in (("seats/1/token", table.seats[1]), ("tokens/watch", table.host)):
        new = bare(tourist, f"{table.path}/{part}", token)
        assert new.status == 201
        again = new.json["token"] if part.startswith("seats") else token
        assert bare(tourist, f"{table.path}/{part}", again).status == 429


def _rotated(tourist: Tourist, table: Table) -> list[Reply]:
    return [
        bare(tourist, f"{table.path}/seats/1/token", table.seats[1]),
        bare(tourist, f"{table.path}/tokens/host", table.host),
    ]
