"""The tables and the schedule of webhooks in the store."""

from service.store import Store
from service.store.deliveries import DeliveryStore, claimed_key, delivery_store_of, due_key

KIND = "webhooks"  # among the deliveries of a store
DUE, CLAIMED = due_key(KIND), claimed_key(KIND)


def webhook_store_of(store: Store) -> DeliveryStore:
    """The part about webhooks of the store that holds the games."""
    return delivery_store_of(store, KIND)
