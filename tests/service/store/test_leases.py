"""What every store promises about keys that expire and about leases, which are such keys."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from service.store import Lease, Store
from tests.support.store.commits import new_game
from tests.support.store.store_servers import eventually

LONG, SHORT = 60.0, 0.05


def test_a_key_is_set_once(store: Store) -> None:
    name = new_game()
    assert store.expiring(name) is None
    assert store.set_once(name, "first é", LONG)
    assert not store.set_once(name, "second", LONG)
    assert store.expiring(name) == "first é"
    assert store.set_once(new_game(), "second", LONG)


def test_a_key_expires_by_itself(store: Store) -> None:
    once, again = new_game(), new_game()
    assert store.set_once(once, "1", SHORT)
    store.set_expiring(again, "1", LONG)
    store.set_expiring(again, "2", SHORT)
    eventually(lambda: store.expiring(once) is None, "the end of a key")
    eventually(lambda: store.expiring(again) is None, "the end of a key that was set again")
    assert store.set_once(once, "2", LONG)
    assert not store.swap_expiring(again, "2", "3", LONG)


def test_a_key_is_replaced_and_removed(store: Store) -> None:
    name = new_game()
    store.set_expiring(name, "1", LONG)
    store.set_expiring(name, "2", LONG)
    assert store.expiring(name) == "2"
    store.remove_expiring(name)
    store.remove_expiring(name)
    assert store.expiring(name) is None


def test_a_key_is_swapped_only_if_it_holds_what_is_expected(store: Store) -> None:
    name = new_game()
    assert not store.swap_expiring(name, "1", "2", LONG)
    store.set_expiring(name, "1", LONG)
    assert not store.swap_expiring(name, "2", "3", LONG)
    assert not store.swap_expiring(name, "2", "")
    assert store.swap_expiring(name, "1", "2 🚂", LONG)
    assert store.expiring(name) == "2 🚂"
    assert store.swap_expiring(name, "2 🚂", "")
    assert store.expiring(name) is None


def test_a_lease_has_one_holder_until_it_is_released(store: Store) -> None:
    name = new_game()
    first, second = Lease(store, name, LONG), Lease(store, name, LONG)
    assert first.claim()
    assert not second.claim()
    assert not second.renew()
    assert not second.release()
    assert not first.claim(), "one that is held is not claimed again"
    assert first.renew()
    assert first.release()
    assert second.claim()
    assert not first.release(), "it has a new holder"
    assert not Lease(store, name, LONG).claim()


def test_a_lease_whose_holder_is_dead_ends(store: Store) -> None:
    name = new_game()
    dead, successor = Lease(store, name, SHORT), Lease(store, name, LONG)
    assert dead.claim()
    eventually(successor.claim, "the end of a lease")
    assert not dead.renew()
    assert not dead.release()
    assert successor.renew()


def test_a_lease_that_is_renewed_goes_on(store: Store) -> None:
    name = new_game()
    holder = Lease(store, name, 1.0)
    assert holder.claim()
    for _ in range(6):
        time.sleep(0.2)
        assert holder.renew()
    assert not Lease(store, name, LONG).claim()


def test_of_many_at_once_one_has_the_lease(store: Store) -> None:
    name, writers = new_game(), 8
    together = Barrier(writers)

    def claim(_: int) -> bool:
        lease: Callable[[], bool] = Lease(store, name, LONG).claim
        together.wait()
        return lease()

    with ThreadPoolExecutor(writers) as pool:
        assert sum(pool.map(claim, range(writers))) == 1
