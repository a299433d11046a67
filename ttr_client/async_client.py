"""The client: what a service offers besides a single game, and the way to one."""

import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from ttr_client.async_table import AsyncTable
from ttr_client.async_transport import AsyncTransport
from ttr_client.async_webhooks import AsyncWebhooks
from ttr_client.exchange import Request, Retries, Value, given, new_key
from ttr_client.types import (
    BoardSeen,
    BoardSummary,
    ClockKind,
    ClockSettingsRequest,
    GamesPage,
    GameStatus,
    GameSummary,
    ImportedGame,
    NewGame,
    NewSeat,
    SeatRequest,
    Sort,
    StartRule,
    TokenSeen,
    Visibility,
)

LOCAL = "http://127.0.0.1:8080"  # where `ttr up` listens
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

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._transport.close()

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
        clock: ClockSettingsRequest | None = None,
        first: int | None = None,
        start: StartRule | None = None,
        key: str | None = None,
    ) -> "AsyncCreated":
        """A new game. A seat is {"name": ...} for you, {} for an invite, or {"kind": "bot", "bot": ...}."""
        settings = given(options=options, visibility=visibility, clock=clock, first=first, start=start)
        body = {"board": board, "seats": list(seats), **settings}
        created: NewGame = await self._post("/v1/games", body, key, self._token)
        return AsyncCreated(self._transport, created)

    async def join(
        self, game: str, invite: str, name: str, entropy: str = "", key: str | None = None
    ) -> AsyncTable:
        """Take the seat that an invite is for."""
        path, body = f"/v1/games/{game}/seats", {"name": name, "entropy": entropy}
        seat: NewSeat = await self._post(path, body, key, invite)
        return AsyncTable(self._transport, game, seat["seat"]["token"])

    async def games(
        self,
        status: GameStatus | None = None,
        board: str | None = None,
        open_seats: bool | None = None,
        clock: ClockKind | None = None,
        sort: Sort | None = None,
        limit: int | None = None,
    ) -> AsyncGenerator[GameSummary, None]:
        """The public games that the filters let through, all pages of up to `limit`."""
        filters = {"status": status, "board": board, "open_seats": open_seats, "clock": clock, "sort": sort}
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

    def __init__(self, transport: AsyncTransport, body: NewGame) -> None:
        self.id = body["id"]
        self.tokens = body["tokens"]
        self.invites = {seat["seat"]: seat["invite"] for seat in body["seats"] if seat["invite"]}
        self.seats = {
            seat["seat"]: AsyncTable(transport, self.id, seat["token"])
            for seat in body["seats"]
            if seat["token"]
        }
        self.host = AsyncTable(transport, self.id, self.tokens["host"])
