"""What every store of webhooks promises, whether in memory, on one server or on a cluster."""

import pytest

from service.clocks.deadlines import utc_now
from service.errors import StoreUnavailable
from service.store import Store
from service.webhooks.subscriptions import Owner, Subscriptions, WebhookRequest
from service.webhooks.webhook_store import MemoryWebhookStore, WebhookStore, webhook_store_of


@pytest.fixture
def webhook_store(store: Store) -> WebhookStore:
    return webhook_store_of(store)


def test_a_text_changes_only_from_what_it_was(webhook_store: WebhookStore) -> None:
    assert not webhook_store.replace("a", "name", "never", "new")
    assert webhook_store.replace("a", "name", None, "one")
    assert not webhook_store.replace("a", "name", None, "two")
    assert not webhook_store.replace("a", "name", "other", "two")
    assert webhook_store.replace("a", "name", "one", "two")
    assert webhook_store.get("a", "name") == "two"
    assert webhook_store.get("b", "name") is None


def test_an_empty_text_is_not_a_missing_one(webhook_store: WebhookStore) -> None:
    assert not webhook_store.replace("a", "name", "", "x")
    assert webhook_store.replace("a", "name", None, "")
    assert not webhook_store.replace("a", "name", None, "x")
    assert webhook_store.replace("a", "name", "", "x")


def test_a_text_is_removed_only_by_a_writer_who_has_seen_it(webhook_store: WebhookStore) -> None:
    webhook_store.replace("a", "name", None, "one")
    assert not webhook_store.replace("a", "name", "two", None)
    assert webhook_store.replace("a", "name", "one", None)
    assert dict(webhook_store.table("a")) == {}


def test_tables_are_read_counted_and_removed_as_a_whole(webhook_store: WebhookStore) -> None:
    for name in ("x", "y", "ü"):
        webhook_store.replace("a", name, None, name * 2)
    webhook_store.replace("b", "x", None, "")
    assert dict(webhook_store.table("a")) == {"x": "xx", "y": "yy", "ü": "üü"}
    assert (webhook_store.count("a"), webhook_store.count("b"), webhook_store.count("c")) == (3, 1, 0)
    webhook_store.remove("a")
    assert (dict(webhook_store.table("a")), dict(webhook_store.table("b"))) == ({}, {"x": ""})


def test_a_list_keeps_its_latest_texts(webhook_store: WebhookStore) -> None:
    for number in range(5):
        webhook_store.add_first("d", f"line {number}", 3)
    assert list(webhook_store.listed("d")) == ["line 4", "line 3", "line 2"]
    webhook_store.remove("d")
    assert list(webhook_store.listed("d")) == []


def test_a_delivery_that_is_scheduled_twice_is_due_at_the_earlier_time(webhook_store: WebhookStore) -> None:
    webhook_store.schedule(["a", "b"], 50)
    webhook_store.schedule(["a"], 20)
    webhook_store.schedule(["a"], 70)
    webhook_store.schedule([], 1)
    assert list(webhook_store.claim(19, 1000, 10)) == []
    assert list(webhook_store.claim(20, 1000, 10)) == ["a"]
    assert list(webhook_store.claim(50, 1000, 10)) == ["b"]


def test_a_claimed_delivery_is_not_claimed_again_before_its_time(webhook_store: WebhookStore) -> None:
    webhook_store.schedule(["a", "b", "c"], 10)
    assert list(webhook_store.claim(10, 100, 2)) == ["a", "b"]
    assert list(webhook_store.claim(99, 200, 2)) == ["c"]
    assert list(webhook_store.claim(100, 300, 9)) == ["a", "b"]


def test_a_released_delivery_is_due_later_or_no_more(webhook_store: WebhookStore) -> None:
    webhook_store.schedule(["a", "b"], 10)
    webhook_store.claim(10, 100, 2)
    assert webhook_store.release("a", 100, None)
    assert webhook_store.release("b", 100, 50)
    assert not webhook_store.release("c", 100, None)
    assert list(webhook_store.claim(49, 1000, 9)) == []
    assert list(webhook_store.claim(1000, 2000, 9)) == ["b"]


def test_a_delivery_that_is_scheduled_while_it_is_claimed_waits_for_its_release(
    webhook_store: WebhookStore,
) -> None:
    """When somebody moves after the last look at the game, the move is neither lost nor delivered by two at once."""
    end = 1_800_000_000_000
    webhook_store.schedule(["a", "b"], 10)
    assert list(webhook_store.claim(10, end, 1)) == ["a"]
    webhook_store.schedule(["a"], 5)
    assert list(webhook_store.claim(20, end, 1)) == ["b"]
    assert not webhook_store.release("a", end + 1, None)
    assert webhook_store.release("a", end, None)
    assert list(webhook_store.claim(20, end + 1, 1)) == ["a"]
    assert webhook_store.release("a", end + 1, None)
    assert list(webhook_store.claim(20, end, 1)) == []


def test_a_claim_that_has_run_out_is_not_released_by_its_first_holder(webhook_store: WebhookStore) -> None:
    webhook_store.schedule(["a"], 10)
    webhook_store.claim(10, 100, 1)
    assert list(webhook_store.claim(100, 200, 1)) == ["a"]
    assert not webhook_store.release("a", 100, None)
    assert webhook_store.release("a", 200, 150)
    assert list(webhook_store.claim(150, 300, 1)) == ["a"]


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_a_subscription_that_was_half_written_is_none(writes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner got no answer, and could neither see nor remove it."""
    store = MemoryWebhookStore()
    subscriptions, replace, left = Subscriptions(store, utc_now), store.replace, [True] * writes

    def fail_later(table: str, name: str, old: str | None, new: str | None) -> bool:
        if not left:
            raise StoreUnavailable("gone")
        left.pop()
        return replace(table, name, old, new)

    monkeypatch.setattr(store, "replace", fail_later)
    request = WebhookRequest(url="https://receiver.example/", game="a-game")
    with pytest.raises(StoreUnavailable):
        subscriptions.subscribe(Owner("somebody"), request, "http://here", 1, 10)
    assert subscriptions.everybody() == []
