"""The client: what a service offers besides a single game, and the way to one."""

import asyncio
import json
import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self

from ttr_client.async_table import IDLE, AsyncTable, AsyncTurn
from ttr_client.async_transport import END, AsyncTransport
from ttr_client.async_webhooks import AsyncWebhooks
from ttr_client.exceptions import Busy
from ttr_client.exchange import EVENT_STREAM, LOST, Request, Retries, Value, given, is_player, new_key
from ttr_client.types import (
    BoardSeen,
    BoardSummary,
    ClockKind,
    ClockSettingsRequest,
    GameCounts,
    GamesPage,
    GameStatus,
    ImportedGame,
    Joining,
    Lang,
    Link,
    ListedGame,
    Me,
    MessageKind,
    MyEventsPage,
    MyGame,
    MyGamesPage,
    NewGame,
    NewPlayer,
    NewPlayerToken,
    NewSeat,
    PlayerExport,
    PlayerToken,
    SeatRequest,
    SignedIn,
    Sort,
    StartRule,
    TokenSeen,
    Visibility,
    WebhookMessage,
)

LOCAL = "http://127.0.0.1:8080"  # where `ttr up` listens
MESSAGES = 200  # that one request brings
TIMEOUT = 30.0  # seconds for an answer


class AsyncClient:
    """A service, and the token that it is shown.

    Address and token come from TTR_URL and TTR_TOKEN unless they are given. One client serves any number of games.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        timeout: float = TIMEOUT,
        retries: Retries | None = None,
    ) -> None:
        address = url or os.environ.get("TTR_URL") or LOCAL
        self._token = token or os.environ.get("TTR_TOKEN") or None
        self._transport = AsyncTransport(address, timeout, retries or Retries())

    @property
    def url(self) -> str:
        return self._transport.url

    @property
    def webhooks(self) -> AsyncWebhooks:
        return AsyncWebhooks(self._transport, self._token)

    @property
    def me(self) -> "AsyncPlayer":
        """The player whose token the client shows."""
        return AsyncPlayer(self._transport, self._token)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._transport.close()

    # -------------------------------------------------------------------------------- players

    async def sign_up(self, name: str, key: str | None = None) -> NewPlayer:
        """Become a player. Keep the token; the client shows it from here on."""
        player: NewPlayer = await self._post("/v1/players", {"name": name}, key, None)
        self._token = player["token"]
        return player

    async def sign_in(self, code: str, device: str = "", key: str | None = None) -> SignedIn:
        """Use the code of a link up. Keep the token; the client shows it from here on."""
        player: SignedIn = await self._post("/v1/sign_ins", {"code": code, "name": device}, key, None)
        self._token = player["token"]
        return player

    # ---------------------------------------------------------------------------------- games

    async def table(self, game: str | None = None, token: str | None = None) -> AsyncTable:
        """A game and a token for it: the client's own unless another is given.

        Without a game, the one that the token belongs to, which the service is asked for.
        """
        shown = token or self._token
        if game is None:
            game = (await self._describe(shown))["game"]
        if game is None:
            raise ValueError("this token belongs to no game; name one")
        return AsyncTable(self._transport, game, shown)

    async def create(
        self,
        board: str,
        seats: Sequence[SeatRequest],
        options: Mapping[str, str] | None = None,
        visibility: Visibility | None = None,
        joining: Joining | None = None,
        clock: ClockSettingsRequest | None = None,
        first: int | None = None,
        start: StartRule | None = None,
        rated: bool | None = None,
        title: str | None = None,
        lang: Lang | None = None,
        key: str | None = None,
    ) -> "AsyncCreated":
        """A new game.

        A seat is {"me": True} for the player whose token the client shows, {"name": ...} for a guest, {} for an
        invite, or {"kind": "bot", "bot": ...}.
        """
        settings = given(options=options, clock=clock, first=first, start=start, rated=rated)
        shown = given(visibility=visibility, joining=joining, title=title, lang=lang)
        body = {"board": board, "seats": list(seats), **settings, **shown}
        created: NewGame = await self._post("/v1/games", body, key, self._token)
        mine = {number: self._token for number, seat in enumerate(seats) if seat.get("me")}
        return AsyncCreated(self._transport, created, mine)

    async def rematch(
        self, table: AsyncTable, order: Sequence[int] | None = None, key: str | None = None
    ) -> "AsyncCreated":
        """A new game with the people of one that is over, all one seat on, or each new seat for the old one named.

        The token is that of the table. Other players find their seats kept, and join by the id alone.
        """
        seat, body = await table.own_seat(), given(order=order)
        created: NewGame = await self._post(f"/v1/games/{table.id}/rematch", body, key, table.token)
        number = len(created["seats"])
        places = order or [*range(1, number), 0]
        mine = {places.index(seat): table.token} if is_player(table.token) and seat is not None else {}
        return AsyncCreated(self._transport, created, mine)

    async def join(
        self,
        game: str,
        invite: str | None = None,
        name: str | None = None,
        seat: int | None = None,
        entropy: str = "",
        key: str | None = None,
    ) -> AsyncTable:
        """Sit down: a player as themselves, on an invite or at an open table; a guest on an invite, with a name."""
        as_player = is_player(self._token)
        if not as_player and invite is None:
            raise ValueError("a guest needs an invite; a player shows their own token")
        token = self._token if as_player else invite
        body = given(name=name, seat=seat, invite=invite if as_player else None, entropy=entropy)
        joined: NewSeat = await self._post(f"/v1/games/{game}/seats", body, key, token)
        held = joined["seat"]
        return AsyncTable(self._transport, game, held["token"] or self._token, held["seat"])

    async def games(
        self,
        status: GameStatus | None = None,
        board: str | None = None,
        open_seats: bool | None = None,
        joining: Joining | None = None,
        clock: ClockKind | None = None,
        rated: bool | None = None,
        min_rating: int | None = None,
        max_rating: int | None = None,
        min_reliability: int | None = None,
        sort: Sort | None = None,
        limit: int | None = None,
    ) -> AsyncGenerator[ListedGame, None]:
        """The public games that the filters let through, all pages of up to `limit`."""
        filters: dict[str, Value] = {"status": status, "board": board, "open_seats": open_seats}
        filters |= {"joining": joining, "clock": clock, "rated": rated, "sort": sort}
        filters |= {"min_rating": min_rating, "max_rating": max_rating, "min_reliability": min_reliability}
        cursor: str | None = None
        while True:
            page: GamesPage = await self._get("/v1/games", **filters, limit=limit, cursor=cursor)
            for game in page["items"]:
                yield game
            cursor = page["next"]
            if cursor is None:
                return

    async def import_game(self, record: bytes) -> ImportedGame:
        """Bring a finished game in from its record; sent once, because the call takes no key."""
        request = Request(method="POST", path="/v1/imports", token=self._token, body=record)
        imported: ImportedGame = await self._transport.json(request)
        return imported

    # --------------------------------------------------------------------------------- boards

    async def boards(self) -> list[BoardSummary]:
        boards: list[BoardSummary] = (await self._get("/v1/boards"))["items"]
        return boards

    async def board(self, board: str) -> BoardSeen:
        seen: BoardSeen = await self._get(f"/v1/boards/{board}")
        return seen

    # ---------------------------------------------------------------------------------- token

    async def token(self) -> TokenSeen:
        """What the client's token is: its role, its game, its seat."""
        return await self._describe(self._token)

    async def _describe(self, token: str | None) -> TokenSeen:
        seen: TokenSeen = await self._transport.json(Request(method="GET", path="/v1/token", token=token))
        return seen

    async def _get(self, path: str, **query: Value) -> Any:
        request = Request(method="GET", path=path, token=self._token, query=query)
        return await self._transport.json(request)

    async def _post(self, path: str, body: object, key: str | None, token: str | None) -> Any:
        request = Request(method="POST", path=path, token=token, body=body, key=key or new_key())
        return await self._transport.json(request)


class AsyncCreated:
    """A new game and everything that opens it: kept by the creator, passed on to the others."""

    def __init__(self, transport: AsyncTransport, body: NewGame, mine: Mapping[int, str | None]) -> None:
        """`mine`: seats of the player who created the game, with their token."""
        self.id = body["id"]
        self.tokens = body["tokens"]
        self.invites = {seat["seat"]: seat["invite"] for seat in body["seats"] if seat["invite"]}
        self.links = {seat["seat"]: seat["url"] for seat in body["seats"] if seat["url"]}
        tokens = {**mine, **{seat["seat"]: seat["token"] for seat in body["seats"] if seat["token"]}}
        self.seats = {
            seat: AsyncTable(transport, self.id, token, seat) for seat, token in sorted(tokens.items())
        }
        self.host = AsyncTable(transport, self.id, self.tokens["host"])


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


class AsyncPlayer:
    """A player, known by their token."""

    def __init__(self, transport: AsyncTransport, token: str | None) -> None:
        self._transport = transport
        self._token = token

    @property
    def webhooks(self) -> AsyncWebhooks:
        """The webhooks of the player; what is subscribed to here hears of all their games."""
        return AsyncWebhooks(self._transport, self._token, own=True)

    async def get(self) -> Me:
        """Id, name, since when."""
        me: Me = await self._send("GET", "")
        return me

    async def rename(self, name: str) -> Me:
        """A new name, which every game shows from now on."""
        me: Me = await self._send("PATCH", "", {"name": name})
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
        link: Link = await self._send("POST", "/links")
        return link

    async def tokens(self) -> list[PlayerToken]:
        """Every device and program that is signed in as the player."""
        tokens: list[PlayerToken] = (await self._send("GET", "/tokens"))["items"]
        return tokens

    async def add_token(self, name: str, key: str | None = None) -> NewPlayerToken:
        """One more token, for a program; it is shown this once."""
        token: NewPlayerToken = await self._send("POST", "/tokens", {"name": name}, key or new_key())
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

    async def _send(
        self,
        method: str,
        path: str,
        body: object = None,
        key: str | None = None,
        query: Mapping[str, Value] | None = None,
    ) -> Any:
        path = f"/v1/me{path}"
        request = Request(method=method, path=path, token=self._token, query=query or {}, body=body, key=key)
        return await self._transport.json(request)
