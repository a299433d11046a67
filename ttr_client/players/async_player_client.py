"""A player: their games, what happens in them, their tokens and everything that belongs to their account."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from ttr_client.async_table import IDLE, AsyncTable, AsyncTurn
from ttr_client.async_transport import END, AsyncTransport
from ttr_client.async_webhooks import AsyncWebhooks
from ttr_client.exceptions import Busy
from ttr_client.exchange import EVENT_STREAM, LOST, Request, Value, given, new_key
from ttr_client.players.async_account import AsyncAccount, AsyncAddress, AsyncPasskeys
from ttr_client.players.async_notices import AsyncNotices
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

MESSAGES = 200  # that one request brings


class AsyncNews:
    """Something that happened in a game of the player: the message, and the cursor behind it."""

    def __init__(
        self, transport: AsyncTransport, token: str | None, cursor: str, message: WebhookMessage
    ) -> None:
        self.cursor = cursor
        self.message = message
        self._transport = transport
        self._token = token

    @property
    def table(self) -> AsyncTable:
        """The game that it happened in, from the seat that it is about."""
        data = self.message["data"]
        return AsyncTable(self._transport, data["game"] or "", self._token, data["seat"])


class AsyncPlayer(AsyncAccount):
    """A player, known by their token."""

    @property
    def webhooks(self) -> AsyncWebhooks:
        """The webhooks of the player; what is subscribed to here hears of all their games."""
        return AsyncWebhooks(self._transport, self._token, own=True)

    @property
    def passkeys(self) -> AsyncPasskeys:
        """What brings the player back who has lost every token."""
        return AsyncPasskeys(self._transport, self._token)

    @property
    def address(self) -> AsyncAddress:
        """Where mail to the player goes, and which brings them back, too."""
        return AsyncAddress(self._transport, self._token)

    @property
    def notices(self) -> AsyncNotices:
        """What the player hears of, where and when."""
        return AsyncNotices(self._transport, self._token)

    async def get(self) -> Me:
        """Id, name, since when."""
        me: Me = await self._send("GET", "")
        return me

    async def rename(self, name: str) -> Me:
        """A new name, which every game shows from now on."""
        me: Me = await self._send("PATCH", "", {"name": name})
        return me

    async def show(
        self, profile: bool | None = None, ratings: bool | None = None, reliability: bool | None = None
    ) -> Me:
        """What others see of the player; what is left out stays as it is."""
        shows = given(profile=profile, ratings=ratings, reliability=reliability)
        me: Me = await self._send("PATCH", "", {"shows": shows})
        return me

    # ----------------------------------------------------------------------------------- games

    async def games(
        self,
        waiting_for_me: bool | None = None,
        status: GameStatus | None = None,
        board: str | None = None,
        limit: int | None = None,
    ) -> AsyncGenerator[MyGame, None]:
        """The player's games, all pages of up to `limit`: first those that wait for them, by deadline."""
        query: dict[str, Value] = {"waiting_for_me": waiting_for_me, "status": status, "board": board}
        cursor: str | None = None
        while True:
            query |= {"limit": limit, "cursor": cursor}
            page: MyGamesPage = await self._send("GET", "/games", query=query)
            for game in page["items"]:
                yield game
            cursor = page["next"]
            if cursor is None:
                return

    async def counts(self) -> GameCounts:
        """How many games wait for the player, go on and are over."""
        page: MyGamesPage = await self._send("GET", "/games", query={"limit": 1})
        return page["counts"]

    # --------------------------------------------------------------------------- what happens

    async def events(
        self,
        cursor: str | None = None,
        kinds: Sequence[MessageKind] | None = None,
        lang: Lang | None = None,
    ) -> AsyncGenerator[WebhookMessage, None]:
        """What has happened in the player's games since a cursor, or as far back as the service remembers."""
        query: dict[str, Value] = {"kinds": kinds, "lang": lang, "limit": MESSAGES}
        while True:
            page: MyEventsPage = await self._send("GET", "/events", query={**query, "cursor": cursor})
            for message in page["items"]:
                yield message
            cursor = page["next"]
            if cursor is None:
                return

    async def follow(
        self,
        cursor: str | None = None,
        kinds: Sequence[MessageKind] | None = None,
        lang: Lang | None = None,
        idle: float = IDLE,
    ) -> AsyncGenerator["AsyncNews", None]:
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
                async with aclosing(self._transport.messages(request, idle)) as messages:
                    async for message in messages:
                        failures = 0
                        if message.name == END:
                            break  # connecting again says why
                        cursor = message.id or cursor
                        if message.data:
                            yield AsyncNews(
                                self._transport, self._token, cursor or "", json.loads(message.data)
                            )
            except LOST:
                pass  # as if the service had closed the stream
            except Busy as error:
                wait = error.retry_after
            failures += 1
            await asyncio.sleep(self._transport.retries.pause(failures, wait))

    async def turns(self) -> AsyncGenerator[AsyncTurn, None]:
        """The turns of the player in all their games, for ever; a turn that is left alone is not offered again."""
        now: MyEventsPage = await self._send("GET", "/events", query={"cursor": "now"})
        async with aclosing(self.follow(now["cursor"], kinds=["turn.started"])) as news:
            async for mine in self.games(waiting_for_me=True):
                for seat in mine["your_seats"]:
                    async for turn in AsyncTable(self._transport, mine["id"], self._token, seat).turn():
                        yield turn
            async for one in news:
                async for turn in one.table.turn():
                    yield turn

    # -------------------------------------------------------------------------- tokens and links

    async def link(self) -> Link:
        """A code that signs one other device in, once, within 15 minutes."""
        link: Link = await self._send("POST", "/links", key=new_key())
        return link

    async def tokens(self) -> list[PlayerToken]:
        """Every device and program that is signed in as the player."""
        tokens: list[PlayerToken] = (await self._send("GET", "/tokens"))["items"]
        return tokens

    async def add_token(
        self,
        name: str,
        scopes: Sequence[TokenRequestScopes] | None = None,
        key: str | None = None,
        expires_at: str | None = None,
    ) -> NewPlayerToken:
        """One more token, for a program; it is shown this once. Without `scopes` it can do everything."""
        body = given(name=name, scopes=scopes, expires_at=expires_at)
        token: NewPlayerToken = await self._send("POST", "/tokens", body, key or new_key())
        return token

    async def rename_token(self, token_id: str, name: str) -> PlayerToken:
        token: PlayerToken = await self._send("PATCH", f"/tokens/{token_id}", {"name": name})
        return token

    async def revoke_token(self, token_id: str) -> None:
        """End a token everywhere; it may be the one that is shown."""
        await self._send("DELETE", f"/tokens/{token_id}")

    # ---------------------------------------------------------------------------------- yourself

    async def export(self) -> PlayerExport:
        """Everything that the service knows about the player."""
        export: PlayerExport = await self._send("GET", "/export")
        return export

    async def erase(self) -> None:
        """Remove name, id and tokens of the player for good."""
        await self._send("DELETE", "")
