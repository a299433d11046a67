"""The client: what a service offers besides a single game, and the way to one."""

# Written from async_client.py by `make generated`: change that one.

import os
from collections.abc import Generator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from ttr_client.exchange import Request, Retries, Value, given, is_player, new_key, read_text
from ttr_client.players.player_client import Player
from ttr_client.table import Table
from ttr_client.transport import Transport
from ttr_client.types import (
    BoardSeen,
    BoardStatistics,
    BoardSummary,
    BotLevel,
    Bots,
    ClockKind,
    ClockSettingsRequest,
    GamesPage,
    GameStatus,
    ImportedGame,
    Joining,
    Lang,
    ListedGame,
    ListedRating,
    NewGame,
    NewPlayer,
    NewSeat,
    PasskeyOptions,
    PlayerProfile,
    PushKey,
    RatingsPage,
    SeatRequest,
    SignedIn,
    SignInMail,
    Sort,
    StartRule,
    TokenSeen,
    Visibility,
    Who,
)
from ttr_client.webhooks import Webhooks

LOCAL = "http://127.0.0.1:8080"  # where `ttr up` listens
RATINGS = 100  # that one request brings
TIMEOUT = 30.0  # seconds for an answer


class Client:
    """A service, and the token that it is shown.

    Address and token come from TTR_URL and TTR_TOKEN unless they are given. One client serves any number of games.
    Errors say what is wrong in `lang`, a language tag such as "fr"; without one, in English.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        timeout: float = TIMEOUT,
        retries: Retries | None = None,
        lang: str | None = None,
    ) -> None:
        address = url or os.environ.get("TTR_URL") or LOCAL
        self._token = token or os.environ.get("TTR_TOKEN") or None
        self._transport = Transport(address, timeout, retries or Retries(), lang)

    @property
    def url(self) -> str:
        return self._transport.url

    @property
    def webhooks(self) -> Webhooks:
        return Webhooks(self._transport, self._token)

    @property
    def me(self) -> Player:
        """The player whose token the client shows."""
        return Player(self._transport, self._token)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._transport.close()

    # -------------------------------------------------------------------------------- players

    def sign_up(self, name: str, key: str | None = None) -> NewPlayer:
        """Become a player. Keep the token; the client shows it from here on."""
        player: NewPlayer = self._post("/v1/players", {"name": name}, key, None)
        self._token = player["token"]
        return player

    def sign_in(self, code: str, device: str = "", key: str | None = None) -> SignedIn:
        """Use the code of a link up. Keep the token; the client shows it from here on."""
        player: SignedIn = self._post("/v1/sign_ins", {"code": code, "name": device}, key, None)
        self._token = player["token"]
        return player

    def sign_in_mail(self) -> SignInMail:
        """Whether the service mails links to sign in with."""
        offer: SignInMail = self._get("/v1/sign_ins/mail")
        return offer

    def request_sign_in(self, address: str) -> None:
        """Have a link mailed for each player of the address, with a code for `sign_in`."""
        self._post("/v1/sign_ins/mail", {"address": address}, None, None)

    def confirm_address(self, code: str) -> None:
        """Make the address count that a link was mailed to, with the code in it."""
        self._post_once("/v1/address_confirmations", {"code": code})

    def passkey_options(self) -> PasskeyOptions:
        """For `navigator.credentials.get`; the challenge in them is good for one answer."""
        options: PasskeyOptions = self._post_once("/v1/sign_ins/passkey/options")
        return options

    def sign_in_with_passkey(
        self, credential: Mapping[str, Any], device: str = "", key: str | None = None
    ) -> SignedIn:
        """Pass on what the browser says. Keep the token; the client shows it from here on."""
        body = {"credential": credential, "name": device}
        player: SignedIn = self._post("/v1/sign_ins/passkey", body, key, None)
        self._token = player["token"]
        return player

    def push_key(self) -> PushKey:
        """The key with which a browser subscribes to notices."""
        key: PushKey = self._get("/v1/push_key")
        return key

    def player(self, player: str) -> PlayerProfile:
        """A player as others see them, by the id that games show."""
        profile: PlayerProfile = self._get(f"/v1/players/{player}")
        return profile

    # ---------------------------------------------------------------------------------- games

    def table(self, game: str | None = None, token: str | None = None) -> Table:
        """A game and a token for it: the client's own unless another is given.

        Without a game, the one that the token belongs to, which the service is asked for.
        """
        shown = token or self._token
        if game is None:
            game = (self._describe(shown))["game"]
        if game is None:
            raise ValueError("this token belongs to no game; name one")
        return Table(self._transport, game, shown)

    def create(
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
    ) -> "Created":
        """A new game.

        A seat is {"me": True} for the player whose token the client shows, {"name": ...} for a guest, {} for an
        invite, or {"kind": "bot", "bot": ...}.
        """
        settings = given(options=options, clock=clock, first=first, start=start, rated=rated)
        shown = given(visibility=visibility, joining=joining, title=title, lang=lang)
        body = {"board": board, "seats": list(seats), **settings, **shown}
        created: NewGame = self._post("/v1/games", body, key, self._token)
        mine = {number: self._token for number, seat in enumerate(seats) if seat.get("me")}
        return Created(self._transport, created, mine)

    def rematch(self, table: Table, order: Sequence[int] | None = None, key: str | None = None) -> "Created":
        """A new game with the people of one that is over, all one seat on, or each new seat for the old one named.

        The token is that of the table. Other players find their seats kept, and join by the id alone.
        """
        seat, body = table.own_seat(), given(order=order)
        created: NewGame = self._post(f"/v1/games/{table.id}/rematch", body, key, table.token)
        number = len(created["seats"])
        places = order or [*range(1, number), 0]
        mine = {places.index(seat): table.token} if is_player(table.token) and seat is not None else {}
        return Created(self._transport, created, mine)

    def join(
        self,
        game: str,
        invite: str | None = None,
        name: str | None = None,
        seat: int | None = None,
        entropy: str = "",
        key: str | None = None,
    ) -> Table:
        """Sit down: a player as themselves, on an invite or at an open table; a guest on an invite, with a name."""
        as_player = is_player(self._token)
        if not as_player and invite is None:
            raise ValueError("a guest needs an invite; a player shows their own token")
        token = self._token if as_player else invite
        body = given(name=name, seat=seat, invite=invite if as_player else None, entropy=entropy)
        joined: NewSeat = self._post(f"/v1/games/{game}/seats", body, key, token)
        held = joined["seat"]
        return Table(self._transport, game, held["token"] or self._token, held["seat"])

    def games(
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
        player: str | None = None,
    ) -> Generator[ListedGame, None, None]:
        """The public games that the filters let through, all pages of up to `limit`."""
        filters: dict[str, Value] = {"status": status, "board": board, "open_seats": open_seats}
        filters |= {"player": player, "joining": joining, "clock": clock, "rated": rated, "sort": sort}
        filters |= {"min_rating": min_rating, "max_rating": max_rating, "min_reliability": min_reliability}
        cursor: str | None = None
        while True:
            page: GamesPage = self._get("/v1/games", **filters, limit=limit, cursor=cursor)
            yield from page["items"]
            cursor = page["next"]
            if cursor is None:
                return

    def import_game(self, record: bytes) -> ImportedGame:
        """Bring a finished game in from its record; it may be sent again."""
        request = Request(method="POST", path="/v1/imports", token=self._token, body=record, key=new_key())
        imported: ImportedGame = self._transport.json(request)
        return imported

    # --------------------------------------------------------------------------------- boards

    def boards(self) -> list[BoardSummary]:
        boards: list[BoardSummary] = (self._get("/v1/boards"))["items"]
        return boards

    def board(self, board: str) -> BoardSeen:
        seen: BoardSeen = self._get(f"/v1/boards/{board}")
        return seen

    def bots(self) -> list[BotLevel]:
        """The levels of bots that a seat can be given to, the weakest first, with their ratings."""
        bots: list[BotLevel] = (self._get("/v1/bots"))["items"]
        return bots

    def ratings(self, board: str, who: Who | None = None) -> Generator[ListedRating, None, None]:
        """Players and bots on a board, the best first, all pages."""
        cursor: str | None = None
        while True:
            page: RatingsPage = self._get(
                f"/v1/boards/{board}/ratings", who=who, limit=RATINGS, cursor=cursor
            )
            yield from page["items"]
            cursor = page["next"]
            if cursor is None:
                return

    def statistics(self, board: str, players: int | None = None, bots: Bots | None = None) -> BoardStatistics:
        """What all games on a board say about it: scores by seat and rank, tickets, routes."""
        statistics: BoardStatistics = self._get(f"/v1/boards/{board}/statistics", players=players, bots=bots)
        return statistics

    def statistics_csv(self, board: str, players: int | None = None, bots: Bots | None = None) -> str:
        """The same as a table for a spreadsheet."""
        return self._text(f"/v1/boards/{board}/statistics", "text/csv", players=players, bots=bots)

    def statistics_picture(
        self, board: str, players: int | None = None, bots: Bots | None = None, lang: Lang | None = None
    ) -> str:
        """The same as charts, in SVG."""
        path = f"/v1/boards/{board}/statistics.svg"
        return self._text(path, "image/svg+xml", players=players, bots=bots, lang=lang)

    # ---------------------------------------------------------------------------------- token

    def token(self) -> TokenSeen:
        """What the client's token is: its role, its game, its seat."""
        return self._describe(self._token)

    def _describe(self, token: str | None) -> TokenSeen:
        seen: TokenSeen = self._transport.json(Request(method="GET", path="/v1/token", token=token))
        return seen

    def _get(self, path: str, **query: Value) -> Any:
        request = Request(method="GET", path=path, token=self._token, query=query)
        return self._transport.json(request)

    def _text(self, path: str, accept: str, **query: Value) -> str:
        request = Request(method="GET", path=path, token=self._token, query=query, accept=accept)
        return self._transport.send(request, read_text)

    def _post(self, path: str, body: object, key: str | None, token: str | None) -> Any:
        request = Request(method="POST", path=path, token=token, body=body, key=key or new_key())
        return self._transport.json(request)

    def _post_once(self, path: str, body: object = None) -> Any:
        """A call without a token that takes no key: it is sent once."""
        return self._transport.json(Request(method="POST", path=path, body=body))


class Created:
    """A new game and everything that opens it: kept by the creator, passed on to the others."""

    def __init__(self, transport: Transport, body: NewGame, mine: Mapping[int, str | None]) -> None:
        """`mine`: seats of the player who created the game, with their token."""
        self.id = body["id"]
        self.tokens = body["tokens"]
        self.invites = {seat["seat"]: seat["invite"] for seat in body["seats"] if seat["invite"]}
        self.links = {seat["seat"]: seat["url"] for seat in body["seats"] if seat["url"]}
        tokens = {**mine, **{seat["seat"]: seat["token"] for seat in body["seats"] if seat["token"]}}
        self.seats = {seat: Table(transport, self.id, token, seat) for seat, token in sorted(tokens.items())}
        self.host = Table(transport, self.id, self.tokens["host"])
