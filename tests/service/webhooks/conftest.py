"""A receiver, and a service that delivers to it when a test says so."""

from collections.abc import Iterator

import pytest

from tests.support.webhooks.webhook_receivers import Receiver, receiver
from tests.support.webhooks.webhook_service import WebhookService


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


@pytest.fixture
def hooked() -> WebhookService:
    return WebhookService()
