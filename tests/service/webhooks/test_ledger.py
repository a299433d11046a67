"""What every ledger of webhooks promises, whether in memory, on one server or on a cluster."""

import pytest

from service.store import Store
from service.webhooks.ledger import Ledger, ledger_of


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return ledger_of(store)


def test_an_entry_changes_only_from_what_it_was(ledger: Ledger) -> None:
    assert not ledger.write("a", "name", "never", "new")
    assert ledger.write("a", "name", None, "one")
    assert not ledger.write("a", "name", None, "two")
    assert not ledger.write("a", "name", "other", "two")
    assert ledger.write("a", "name", "one", "two")
    assert ledger.entry("a", "name") == "two"
    assert ledger.entry("b", "name") is None


def test_an_empty_text_is_not_a_missing_entry(ledger: Ledger) -> None:
    assert not ledger.write("a", "name", "", "x")
    assert ledger.write("a", "name", None, "")
    assert not ledger.write("a", "name", None, "x")
    assert ledger.write("a", "name", "", "x")


def test_an_entry_is_removed_only_by_who_knows_it(ledger: Ledger) -> None:
    ledger.write("a", "name", None, "one")
    assert not ledger.write("a", "name", "two", None)
    assert ledger.write("a", "name", "one", None)
    assert dict(ledger.book("a")) == {}


def test_books_are_read_and_counted_and_burnt_as_a_whole(ledger: Ledger) -> None:
    for name in ("x", "y", "ü"):
        ledger.write("a", name, None, name * 2)
    ledger.write("b", "x", None, "")
    assert dict(ledger.book("a")) == {"x": "xx", "y": "yy", "ü": "üü"}
    assert (ledger.count("a"), ledger.count("b"), ledger.count("c")) == (3, 1, 0)
    ledger.burn("a")
    assert (dict(ledger.book("a")), dict(ledger.book("b"))) == ({}, {"x": ""})


def test_a_diary_keeps_its_latest_lines(ledger: Ledger) -> None:
    for number in range(5):
        ledger.tell("d", f"line {number}", 3)
    assert list(ledger.told("d")) == ["line 4", "line 3", "line 2"]
    ledger.burn("d")
    assert list(ledger.told("d")) == []


def test_what_is_planned_twice_is_due_at_the_earlier_time(ledger: Ledger) -> None:
    ledger.plan(["a", "b"], 50)
    ledger.plan(["a"], 20)
    ledger.plan(["a"], 70)
    ledger.plan([], 1)
    assert list(ledger.claim(19, 1000, 10)) == []
    assert list(ledger.claim(20, 1000, 10)) == ["a"]
    assert list(ledger.claim(50, 1000, 10)) == ["b"]


def test_what_is_claimed_is_nobody_else_s_until_its_time(ledger: Ledger) -> None:
    ledger.plan(["a", "b", "c"], 10)
    assert list(ledger.claim(10, 100, 2)) == ["a", "b"]
    assert list(ledger.claim(99, 200, 2)) == ["c"]
    assert list(ledger.claim(100, 300, 9)) == ["a", "b"]


def test_what_is_settled_is_due_later_or_no_more(ledger: Ledger) -> None:
    ledger.plan(["a", "b"], 10)
    ledger.claim(10, 100, 2)
    assert ledger.settle("a", 100, None)
    assert ledger.settle("b", 100, 50)
    assert not ledger.settle("c", 100, None)
    assert list(ledger.claim(49, 1000, 9)) == []
    assert list(ledger.claim(1000, 2000, 9)) == ["b"]


def test_what_is_planned_anew_while_it_is_claimed_waits_until_it_is_settled(ledger: Ledger) -> None:
    """Somebody moved after the last look at the game: the news are neither lost nor told by two at once."""
    end = 1_800_000_000_000
    ledger.plan(["a", "b"], 10)
    assert list(ledger.claim(10, end, 1)) == ["a"]
    ledger.plan(["a"], 5)
    assert list(ledger.claim(20, end, 1)) == ["b"]
    assert not ledger.settle("a", end + 1, None)
    assert ledger.settle("a", end, None)
    assert list(ledger.claim(20, end + 1, 1)) == ["a"]
    assert ledger.settle("a", end + 1, None)
    assert list(ledger.claim(20, end, 1)) == []


def test_a_claim_that_has_run_out_is_not_settled_by_the_one_who_had_it(ledger: Ledger) -> None:
    ledger.plan(["a"], 10)
    ledger.claim(10, 100, 1)
    assert list(ledger.claim(100, 200, 1)) == ["a"]
    assert not ledger.settle("a", 100, None)
    assert ledger.settle("a", 200, 150)
    assert list(ledger.claim(150, 300, 1)) == ["a"]
