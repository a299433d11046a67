"""Everything about notices, put together for the API and for the process that sends them."""

from collections.abc import Callable

import msgspec

from service.config import Config
from service.games.games import Games
from service.mail.smtp_server import smtp_server
from service.notices.channels import Channels
from service.notices.feed_keys import FeedKeys
from service.notices.notice_ledger import Ledger
from service.notices.notifier import KIND, Schedule
from service.notices.web_push import PushSigner
from service.players.accounts import Players
from service.store.deliveries import delivery_store_of

DEFAULT_CONTACT = "mailto:operator@localhost"  # push services of Apple refuse it


class Notices(msgspec.Struct, frozen=True):
    """What the API needs of notices."""

    ledger: Ledger
    channels: Channels
    feed_keys: FeedKeys
    schedule: Schedule
    signer: PushSigner


def make_notices(games: Games, players: Players, config: Config, seconds: Callable[[], float]) -> Notices:
    ledger = Ledger(delivery_store_of(games.store, KIND))
    return Notices(
        ledger=ledger,
        channels=Channels(players, games.now),
        feed_keys=FeedKeys(players, games.now),
        schedule=Schedule(ledger.store, games.now),
        signer=PushSigner(games.store, push_contact(config), seconds),
    )


def push_contact(config: Config) -> str:
    """Where a push service reaches the operator: the public address, or the sender of our mail."""
    if config.public_url.startswith("https://"):
        return config.public_url
    server = smtp_server(config.smtp_url)
    return f"mailto:{server.sender.addr_spec}" if server else DEFAULT_CONTACT
