"""A player: their games, what happens in them, their tokens and everything that belongs to their account."""

# Written from async_player_client.py by `make generated`: change that one.

import json
import time
from collections.abc import Generator, Sequence
from contextlib import closing

from ttr_client.exceptions import Busy
from ttr_client.exchange import EVENT_STREAM, LOST, Request, Value, given, new_key
from ttr_client.players.account import Account, Address, Passkeys
from ttr_client.players.notices import Notices
from ttr_client.table import IDLE, Table, Turn
from ttr_client.transport import END, Transport
from ttr_client.types import (
    GameCounts,
    GameStatus,
    Lang,
    Link,
    Me,
    MessageKind,
    MyEventsPage,
    MyGame,
    MyGamesPage,
    NewPlayerToken,
    PlayerExport,
    PlayerToken,
    TokenRequestScopes,
    WebhookMessage,
)
from ttr_client.webhooks import Webhooks

MESSAGES = 200  # that one request brings


class News:
    """Something that happened in a game of the player: the message, and the cursor behind it."""

    def __init__(self, transport: Transport, token: str | None, cursor: str, message: WebhookMessage) -> None:
        self.cursor = cursor
        self.message = message
        self._transport = transport
        self._token = token

    @property
    def table(self) -> Table:
        """The game that it happened in, from the seat that it is about."""
        data = self.message["data"]
        return Table(self._transport, data["game"] or "", self._token, data["seat"])


class Player(Account):
    """A player, known by their token."""

    @property
    def webhooks(self) -> Webhooks:
        """The webhooks of the player; what is subscribed to here hears of all their games."""
        return Webhooks(self._transport, self._token, own=True)

    @property
    def passkeys(self) -> Passkeys:
        """What brings the player back who has lost every token."""
        return Passkeys(self._transport, self._token)

    @property
    def address(self) -> Address:
        """Where mail to the player goes, and which brings them back, too."""
        return Address(self._transport, self._token)

    @property
    def notices(self) -> Notices:
        """What the player hears of, where and when."""
        return Notices(self._transport, self._token)

    def get(self) -> Me:
        """Id, name, since when."""
        me: Me = self._send("GET", "")
        return me

    def rename(self, name: str) -> Me:
        """A new name, which every game shows from now on."""
        me: Me = self._send("PATCH", "", {"name": name})
        return me

    def show(
        self, profile: bool | None = None, ratings: bool | None = None, reliability: bool | None = None
    ) -> Me:
        """What others see of the player; what is left out stays as it is."""
        shows = given(profile=profile, ratings=ratings, reliability=reliability)
        me: Me = self._send("PATCH", "", {"shows": shows})
        return me

    # ----------------------------------------------------------------------------------- games

    def games(
        self,
        waiting_for_me: bool | None = None,
        status: GameStatus | None = None,
        board: str | None = None,
        limit: int | None = None,
    ) -> Generator[MyGame, None, None]:
        """The player's games, all pages of up to `limit`: first those that wait for them, by deadline."""
        query: dict[str, Value] = {"waiting_for_me": waiting_for_me, "status": status, "board": board}
        cursor: str | None = None
        while True:
            query |= {"limit": limit, "cursor": cursor}
            page: MyGamesPage = self._send("GET", "/games", query=query)
            yield from page["items"]
            cursor = page["next"]
            if cursor is None:
                return

    def counts(self) -> GameCounts:
        """How many games wait for the player, go on and are over."""
        page: MyGamesPage = self._send("GET", "/games", query={"limit": 1})
        return page["counts"]

    # --------------------------------------------------------------------------- what happens

    def events(
        self,
        cursor: str | None = None,
        kinds: Sequence[MessageKind] | None = None,
        lang: Lang | None = None,
    ) -> Generator[WebhookMessage, None, None]:
        """What has happened in the player's games since a cursor, or as far back as the service remembers."""
        query: dict[str, Value] = {"kinds": kinds, "lang": lang, "limit": MESSAGES}
        while True:
            page: MyEventsPage = self._send("GET", "/events", query={**query, "cursor": cursor})
            yield from page["items"]
            cursor = page["next"]
            if cursor is None:
                return

    def follow(
        self,
        cursor: str | None = None,
        kinds: Sequence[MessageKind] | None = None,
        lang: Lang | None = None,
        idle: float = IDLE,
    ) -> Generator["News", None, None]:
        """What happens in all games of the player, as it happens, from a cursor or from now on.

        Goes on where it was when the connection breaks or is silent for `idle` seconds, for as long as the token works.
        """
        query: dict[str, Value] = {"kinds": kinds, "lang": lang}
        failures = 0
        while True:
            wait = None
            path, accept = "/v1/me/events", EVENT_STREAM
            request = Request(
                method="GET", path=path, token=self._token, query={**query, "cursor": cursor}, accept=accept
            )
            try:
                with closing(self._transport.messages(request, idle)) as messages:
                    for message in messages:
                        failures = 0
                        if message.name == END:
                            break  # connecting again says why
                        cursor = message.id or cursor
                        if message.data:
                            yield News(self._transport, self._token, cursor or "", json.loads(message.data))
            except LOST:
                pass  # as if the service had closed the stream
            except Busy as error:
                wait = error.retry_after
            failures += 1
            time.sleep(self._transport.retries.pause(failures, wait))

    def turns(self) -> Generator[Turn, None, None]:
        """The turns of the player in all their games, for ever; a turn that is left alone is not offered again."""
        now: MyEventsPage = self._send("GET", "/events", query={"cursor": "now"})
        with closing(self.follow(now["cursor"], kinds=["turn.started"])) as news:
            for mine in self.games(waiting_for_me=True):
                for seat in mine["your_seats"]:
                    for turn in Table(self._transport, mine["id"], self._token, seat).turn():
                        yield turn
            for one in news:
                for turn in one.table.turn():
                    yield turn

    # -------------------------------------------------------------------------- tokens and links

    def link(self) -> Link:
        """A code that signs one other device in, once, within 15 minutes."""
        link: Link = self._send("POST", "/links", key=new_key())
        return link

    def tokens(self) -> list[PlayerToken]:
        """Every device and program that is signed in as the player."""
        tokens: list[PlayerToken] = (self._send("GET", "/tokens"))["items"]
        return tokens

    def add_token(
        self,
        name: str,
        scopes: Sequence[TokenRequestScopes] | None = None,
        key: str | None = None,
        expires_at: str | None = None,
    ) -> NewPlayerToken:
        """One more token, for a program; it is shown this once. Without `scopes` it can do everything."""
        body = given(name=name, scopes=scopes, expires_at=expires_at)
        token: NewPlayerToken = self._send("POST", "/tokens", body, key or new_key())
        return token

    def rename_token(self, token_id: str, name: str) -> PlayerToken:
        token: PlayerToken = self._send("PATCH", f"/tokens/{token_id}", {"name": name})
        return token

    def revoke_token(self, token_id: str) -> None:
        """End a token everywhere; it may be the one that is shown."""
        self._send("DELETE", f"/tokens/{token_id}")

    # ---------------------------------------------------------------------------------- yourself

    def export(self) -> PlayerExport:
        """Everything that the service knows about the player."""
        export: PlayerExport = self._send("GET", "/export")
        return export

    def erase(self) -> None:
        """Remove name, id and tokens of the player for good."""
        self._send("DELETE", "")
