"""What somebody has subscribed to, and how its delivery goes."""

import re
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from service.errors import UrlRefused
from service.http.schemas import EVENTS
from service.language.languages import DEFAULT_LANG, Lang
from service.webhooks.addresses import is_public, literal_address
from service.webhooks.signatures import OVERLAP_SECONDS, new_secret
from ttr_core.model.ids import SeatId

YOUR_TURN, ON_DECK, REMINDER, GAME_OVER = "your_turn", "on_deck", "reminder", "game_over"
EVERY_EVENT = "every_event"
PING = "ping"
SIGNALS = (YOUR_TURN, ON_DECK, REMINDER, GAME_OVER, EVERY_EVENT)
KINDS = (*SIGNALS, *sorted(EVENTS))
DEFAULT_KINDS = (YOUR_TURN, REMINDER, GAME_OVER)

ADMIN = "admin"  # the owner of subscriptions to all games
MOST_KINDS = 20
PORTS = (None, 443, 8443)  # where strangers' receivers may listen
WEBHOOK = "^[0-9a-f]{16}$"

# seconds after which a failed delivery is tried again: ten times in 75 hours and 35 minutes
BACK_OFF = (5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400)

Off = Literal["gone", "unreachable"]
Kind = Annotated[str, Meta(extra_json_schema={"enum": list(KINDS)})]
Url = Annotated[str, Meta(max_length=2000, pattern="^https?://[!-~]+$")]
GameName = Annotated[str, Meta(max_length=64, pattern="^[0-9A-Za-z_-]*$")]


class WebhookRequest(msgspec.Struct, kw_only=True):
    """Where to tell what, in which language; without a game it is about all, and for whoever runs the service."""

    url: Url
    game: GameName = ""
    kinds: Annotated[tuple[Kind, ...], Meta(min_length=1, max_length=MOST_KINDS)] = DEFAULT_KINDS
    lang: Lang = DEFAULT_LANG


class Subscription(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    owner: str  # the fingerprint of the token that subscribed; it ends with that token
    game: str  # "" for all of them
    seat: SeatId | None  # whose eyes it is for; None for a spectator's
    url: str
    kinds: tuple[str, ...]
    lang: str
    base: str  # how the subscriber reaches us, for links
    created: str  # as events tell the time
    secret: str
    old_secret: str = ""
    old_until: int = 0  # seconds since 1970
    pings: int = 0  # asked for so far
    failures: int = 0  # in a row
    retry: int = 0  # not before, in milliseconds since 1970
    off: Off | None = None  # why nothing is sent any more
    off_since: str = ""

    def secrets(self, now: float) -> tuple[str, ...]:
        """Those that a receiver may know by now: the new one, and for a time the old one too."""
        return (self.secret, self.old_secret) if self.old_secret and now < self.old_until else (self.secret,)

    def rotated(self, now: float) -> "Subscription":
        until = int(now) + OVERLAP_SECONDS
        return msgspec.structs.replace(self, secret=new_secret(), old_secret=self.secret, old_until=until)

    def failed(self, now_ms: int, at: str) -> "Subscription":
        """After one more failure: it is tried again later, or given up."""
        if self.failures >= len(BACK_OFF):
            return self.given_up("unreachable", at)
        retry = now_ms + BACK_OFF[self.failures] * 1000
        return msgspec.structs.replace(self, failures=self.failures + 1, retry=retry)

    def given_up(self, why: Off, at: str) -> "Subscription":
        return msgspec.structs.replace(self, off=why, off_since=at)

    def well(self) -> "Subscription":
        """As new, whatever went wrong before."""
        return msgspec.structs.replace(self, failures=0, retry=0, off=None, off_since="")

    def wants(self, kind: str, seat: SeatId | None) -> bool:
        """A seat is told of its own turns; whoever watches a game, of everybody's."""
        if kind in EVENTS:
            return kind in self.kinds or EVERY_EVENT in self.kinds
        return kind in self.kinds and (seat is None or self.seat is None or seat == self.seat)


def check_url(url: str, private: bool) -> None:
    """Refuses addresses that nothing would ever be sent to; names are resolved when something is sent."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise UrlRefused("the host or its port cannot be one") from None
    if not parts.hostname or parts.username is not None or parts.fragment or re.search(r"[\\^`{|}<>\"]", url):
        raise UrlRefused("an address of the form https://name/path is needed")
    if private:
        return
    if parts.scheme != "https" or port not in PORTS:
        raise UrlRefused("only https, on port 443 or 8443")
    literal = literal_address(parts.hostname)
    if literal is not None and not is_public(literal):
        raise UrlRefused("this is not an address of the public network")
