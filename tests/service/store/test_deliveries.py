"""What every store of deliveries promises, whether in memory, on one server or on a cluster."""

import pytest

from service.store import Store
from service.store.deliveries import DeliveryStore, delivery_store_of


@pytest.fixture
def deliveries(store: Store) -> DeliveryStore:
    return delivery_store_of(store, "parcels")


def test_a_text_changes_only_from_what_it_was(deliveries: DeliveryStore) -> None:
    assert not deliveries.replace("a", "name", "never", "new")
    assert deliveries.replace("a", "name", None, "one")
    assert not deliveries.replace("a", "name", None, "two")
    assert not deliveries.replace("a", "name", "other", "two")
    assert deliveries.replace("a", "name", "one", "two")
    assert deliveries.get("a", "name") == "two"
    assert deliveries.get("b", "name") is None


def test_an_empty_text_is_not_a_missing_one(deliveries: DeliveryStore) -> None:
    assert not deliveries.replace("a", "name", "", "x")
    assert deliveries.replace("a", "name", None, "")
    assert not deliveries.replace("a", "name", None, "x")
    assert deliveries.replace("a", "name", "", "x")


def test_a_text_is_removed_only_by_a_writer_who_has_seen_it(deliveries: DeliveryStore) -> None:
    deliveries.replace("a", "name", None, "one")
    assert not deliveries.replace("a", "name", "two", None)
    assert deliveries.replace("a", "name", "one", None)
    assert dict(deliveries.table("a")) == {}


def test_tables_are_read_counted_and_removed_as_a_whole(deliveries: DeliveryStore) -> None:
    for name in ("x", "y", "ü"):
        deliveries.replace("a", name, None, name * 2)
    deliveries.replace("b", "x", None, "")
    assert dict(deliveries.table("a")) == {"x": "xx", "y": "yy", "ü": "üü"}
    assert (deliveries.count("a"), deliveries.count("b"), deliveries.count("c")) == (3, 1, 0)
    deliveries.remove("a")
    assert (dict(deliveries.table("a")), dict(deliveries.table("b"))) == ({}, {"x": ""})


def test_a_list_keeps_its_latest_texts(deliveries: DeliveryStore) -> None:
    for number in range(5):
        deliveries.add_first("d", f"line {number}", 3)
    assert list(deliveries.listed("d")) == ["line 4", "line 3", "line 2"]
    deliveries.remove("d")
    assert list(deliveries.listed("d")) == []


def test_a_delivery_that_is_scheduled_twice_is_due_at_the_earlier_time(deliveries: DeliveryStore) -> None:
    deliveries.schedule(["a", "b"], 50)
    deliveries.schedule(["a"], 20)
    deliveries.schedule(["a"], 70)
    deliveries.schedule([], 1)
    assert list(deliveries.claim(19, 1000, 10)) == []
    assert list(deliveries.claim(20, 1000, 10)) == ["a"]
    assert list(deliveries.claim(50, 1000, 10)) == ["b"]


def test_a_claimed_delivery_is_not_claimed_again_before_its_time(deliveries: DeliveryStore) -> None:
    deliveries.schedule(["a", "b", "c"], 10)
    assert list(deliveries.claim(10, 100, 2)) == ["a", "b"]
    assert list(deliveries.claim(99, 200, 2)) == ["c"]
    assert list(deliveries.claim(100, 300, 9)) == ["a", "b"]


def test_a_released_delivery_is_due_later_or_no_more(deliveries: DeliveryStore) -> None:
    deliveries.schedule(["a", "b"], 10)
    deliveries.claim(10, 100, 2)
    assert deliveries.release("a", 100, None)
    assert deliveries.release("b", 100, 50)
    assert not deliveries.release("c", 100, None)
    assert list(deliveries.claim(49, 1000, 9)) == []
    assert list(deliveries.claim(1000, 2000, 9)) == ["b"]


def test_a_claim_is_renewed_by_who_has_it(deliveries: DeliveryStore) -> None:
    deliveries.schedule(["a"], 0)
    assert deliveries.claim(0, 100, 1) == ["a"]
    assert deliveries.renew("a", 100, 200)
    assert not deliveries.renew("a", 100, 300), "the claim until then is no more"
    assert deliveries.claim(150, 250, 1) == []
    assert deliveries.claim(200, 300, 1) == ["a"], "it has run out"
    assert not deliveries.renew("a", 200, 400)
    assert deliveries.release("a", 300, None)
    assert not deliveries.renew("a", 300, 400)


def test_a_delivery_that_is_scheduled_while_it_is_claimed_waits_for_its_release(
    deliveries: DeliveryStore,
) -> None:
    """When somebody moves after the last look at the game, the move is neither lost nor delivered by two at once."""
    end = 1_800_000_000_000
    deliveries.schedule(["a", "b"], 10)
    assert list(deliveries.claim(10, end, 1)) == ["a"]
    deliveries.schedule(["a"], 5)
    assert list(deliveries.claim(20, end, 1)) == ["b"]
    assert not deliveries.release("a", end + 1, None)
    assert deliveries.release("a", end, None)
    assert list(deliveries.claim(20, end + 1, 1)) == ["a"]
    assert deliveries.release("a", end + 1, None)
    assert list(deliveries.claim(20, end, 1)) == []


def test_a_claim_that_has_run_out_is_not_released_by_its_first_holder(deliveries: DeliveryStore) -> None:
    deliveries.schedule(["a"], 10)
    deliveries.claim(10, 100, 1)
    assert list(deliveries.claim(100, 200, 1)) == ["a"]
    assert not deliveries.release("a", 100, None)
    assert deliveries.release("a", 200, 150)
    assert list(deliveries.claim(150, 300, 1)) == ["a"]


def test_kinds_of_deliveries_do_not_meet(store: Store) -> None:
    parcels, letters = delivery_store_of(store, "parcels"), delivery_store_of(store, "letters")
    parcels.replace("a", "name", None, "parcel")
    parcels.schedule(["one"], 10)
    assert letters.get("a", "name") is None
    assert list(letters.claim(10, 100, 9)) == []
    assert list(parcels.claim(10, 100, 9)) == ["one"]
