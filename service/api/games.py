"""Games: create, list, look at and join one; the final score."""

import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from typing import Annotated, NamedTuple, get_args
from urllib.parse import urlencode

import msgspec
from flask import Response, url_for

from service.api.access import (
    AT,
    GAME,
    Answer,
    Visit,
    bearer_token,
    caller_address,
    player_only,
    player_or_none,
    visit_at,
    with_notice,
)
from service.api.commands import GROUP, LegalCommands, legal_for
from service.errors import (
    AlreadySeated,
    Forbidden,
    JoinRefused,
    KeyReused,
    MalformedRequest,
    NoSeatOpen,
    NotScoredYet,
    RulesVersionUnsupported,
    StaleVersion,
    StoreUnavailable,
    TokenMissing,
    TooManyLobbies,
    TooManyRequests,
    Unauthorized,
    UnplayableClock,
    VersionNotReached,
)
from service.games.commit import key_for
from service.games.facts import Changes, held_by
from service.games.game_cache import Loaded
from service.games.game_view import (
    NOTE,
    GameSeen,
    GameSummary,
    LongestPath,
    Status,
    game_view,
    noted_paths,
    summary,
)
from service.games.lobby import (
    Entropy,
    GameRequest,
    Guest,
    Name,
    Opened,
    SeatNumber,
    open_table,
    open_table_once,
    take_seat,
)
from service.games.tokens import TokenRole, is_player_token
from service.http.call import (
    BODY_PROBLEMS,
    GAME_PROBLEMS,
    SETTING_PROBLEMS,
    STORE_PROBLEMS,
    WRITE_PROBLEMS,
    Access,
    Answered,
    Refusals,
    Resource,
    or_not_modified,
)
from service.http.request import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    LANG,
    Choice,
    ChoiceList,
    Flag,
    JsonBody,
    NumberOrDefault,
    Text,
    base_url,
    idempotency_key,
    language,
    services,
    this_request,
)
from service.http.response import answer, answer_unless_cached
from service.language.conversation.looks import news_for
from service.language.languages import DEFAULT_LANG
from service.language.speech.story import voice_for
from service.store.interface import Order, Place
from ttr_core import Code, ScoreSheet
from ttr_core.model.events import GameScored
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Lobby

log = logging.getLogger("ttr.games")

LAST_EVENTS = 20  # the score is among the last events of a game

NEWEST = "-created_at"
ORDERS = {NEWEST: Order.CREATED, "-moved_at": Order.MOVED}
FIRST = Place(inf)  # before all games
GOING_ON = ("open", "playing", "paused", "ended")  # statuses; an abandoned game goes on until it was scored
CLOCK_KINDS, NO_CLOCK = ("per_move", "bank", "daily"), "none"

STATUS = Choice("status", "Only games with this status.", component="games_status", choices=get_args(Status))
BOARD = Text("board", "Only games on this board.")
OPEN_SEATS = Flag("open_seats", "Only games in which a seat is open.")
CLOCK = Choice(
    "clock", "Only games with a clock of this kind, or without one.", choices=(*CLOCK_KINDS, NO_CLOCK)
)
SORT = Choice(
    "sort",
    "Those that moved last first, or those that were created last, which is the default.",
    choices=tuple(ORDERS),
)
CURSOR = Text("cursor", "Where the page begins: the `next` of the page before.")
LIMIT = NumberOrDefault(
    "limit", "The most games on a page.", component="games_limit", low=1, high=200, default=50
)

STANDINGS, COMMANDS, SAID, RESULT = "standings", "commands", "said", "result"
INCLUDE = ChoiceList(
    "include",
    (
        "What the answer holds besides: every seat's longest path, your legal commands, what happened since your last "
        "turn in words, the final score."
    ),
    choices=(COMMANDS, STANDINGS, SAID, RESULT),
)

MOST_LOOKED_AT = 200  # games, to find those that a filter lets through

resource = Resource("games")


class Wish(NamedTuple):
    """What a look is to hold besides the game, and how."""

    include: frozenset[str] = frozenset()
    by_route: bool = False
    lang: str = DEFAULT_LANG


PLAIN = Wish()


class GameTokens(Answer, frozen=True, kw_only=True):
    """The tokens of those who have no seat."""

    host: str
    watch: str
    audit: str


class SeatTokens(Answer, frozen=True, kw_only=True):
    """What the creator passes on to the player of a seat; a bot needs neither."""

    seat: SeatId
    token: str | None
    invite: str | None


class NewGame(Answer, frozen=True, kw_only=True):
    """A new game. The tokens are shown this once and never again."""

    id: str
    version: int
    head: str  # hash of the last event
    tokens: GameTokens
    seats: Sequence[SeatTokens]


class JoinedSeat(Answer, frozen=True, kw_only=True):
    """The seat that the guest has now; the name has a number if somebody else at the table has the same."""

    seat: SeatId
    name: str
    token: str | None  # null: a player needs none


class NewSeat(Answer, frozen=True, kw_only=True):
    """A seat; its token is shown this once and never again."""

    game: str
    version: int
    seat: JoinedSeat


class GamesPage(Answer, frozen=True, kw_only=True):
    """Public games; `next` is the `cursor` of the following page."""

    items: Sequence[GameSummary]
    next: str | None


class Result(Answer, frozen=True, kw_only=True):
    """How the game ended: the final sheet."""

    game: str
    version: int
    sheet: ScoreSheet


class SaidEvent(Answer, frozen=True, kw_only=True):
    """An event in words."""

    version: int
    text: str


class Game(GameSeen, frozen=True, kw_only=True):
    """A game as the viewer may see it. `commands`, `said` and `result` are there if they were asked for."""

    commands: LegalCommands | msgspec.UnsetType | None = msgspec.UNSET  # null: you have no seat, or look back
    said: Sequence[SaidEvent] | msgspec.UnsetType = msgspec.UNSET
    result: Result | msgspec.UnsetType | None = msgspec.UNSET  # null: it is not scored yet


Invite = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class JoinRequest(msgspec.Struct, kw_only=True):
    """With an invite as the token: a name. With a player's token: an invite, or a seat at an open table."""

    name: Name | None = None
    invite: Invite | None = None
    seat: SeatNumber | None = None
    entropy: Entropy = ""


CREATE = JsonBody(
    GameRequest,
    {
        "two_people": {
            "board": "usa",
            "seats": [{"name": "Ann"}, {"name": "Ben"}],
        },
        "person_and_bot": {
            "board": "europe",
            "seats": [{"name": "Ann"}, {"kind": "bot", "bot": "greedy"}],
            "options": {},
            "visibility": "public",
        },
        "invited_friends": {
            "board": "switzerland",
            "seats": [{"name": "Ann", "entropy": "seven red dice"}, {}, {}],
            "start": "by_host",
            "first": 0,
        },
        "open_table_of_a_player": {
            "board": "europe",
            "seats": [{"me": True}, {}, {}],
            "visibility": "public",
            "joining": "anybody",
        },
    },
)
JOIN = JsonBody(
    JoinRequest,
    {
        "as_a_guest": {"name": "Ben", "entropy": "any words of your own"},
        "as_a_player": {"invite": "ttr_invite_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRITPU43aVegx_3KfZJ0"},
        "at_an_open_table": {"seat": 2},
    },
)


@resource.call(
    "GET",
    "/v1/games",
    costly=True,
    summary="Public games",
    description=(
        "Those that were created last first, or those that moved last. Follow `Link: <...>; rel=next`, or pass `next` "
        "as `cursor`. With filters a page may hold fewer games than its limit, or none, and still have a `next`: the "
        "service looks through so many games and no further."
    ),
    parameters=(STATUS, BOARD, OPEN_SEATS, CLOCK, SORT, CURSOR, LIMIT),
    answers=(Answered("A page of games.", GamesPage, headers=("Link?",)),),
    problems=(MalformedRequest, *STORE_PROBLEMS),
)
def list_games() -> Response:
    wanted = Wanted(
        status=STATUS.read(), board=BOARD.read(), open_seats=OPEN_SEATS.read(), clock=CLOCK.read()
    )
    sort, limit = SORT.read() or NEWEST, LIMIT.read()
    items, after = _page(wanted, sort, _cursor(sort), limit)
    body = GamesPage(items=items, next=after and written_cursor(sort, after))
    if body.next is None:
        return answer(body)
    query = urlencode({**this_request().args.to_dict(), "cursor": body.next})
    return answer(body, headers={"Link": f'<{base_url()}{url_for(".list_games")}?{query}>; rel="next"'})


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which games are listed; None and False are any."""

    status: str | None = None
    board: str | None = None
    open_seats: bool = False
    clock: str | None = None

    @property
    def active(self) -> bool:
        """Whether only games that go on are wanted."""
        return self.open_seats or self.status in GOING_ON

    def fits(self, game: GameSummary) -> bool:
        return (
            self.status in (None, game.status)
            and self.board in (None, game.board.id)
            and self.clock in (None, game.clock.kind if game.clock else NO_CLOCK)
            and (
                not self.open_seats
                or (game.status == "open" and any(seat.holder is None for seat in game.seats))
            )
        )


def _page(wanted: Wanted, sort: str, before: Place, limit: int) -> tuple[list[GameSummary], Place | None]:
    """The next games that are wanted, and the place of the last one that was looked at; None if there are no more."""
    most = limit if wanted == Wanted() else max(limit, MOST_LOOKED_AT)
    places = services().store.listed(before, most + 1, by=ORDERS[sort], active=wanted.active)
    items: list[GameSummary] = []
    for number, place in enumerate(places[:most], 1):
        items += [game for game in _summaries(place.game) if wanted.fits(game)]
        if len(items) == limit:
            return items, place if number < len(places) else None
    return items, places[most - 1] if len(places) > most else None


def _summaries(game: str) -> Iterator[GameSummary]:
    """The game's summary; a game that cannot be read is logged and left out."""
    try:
        yield summary(services().games.cache.read_latest(game))
    except StoreUnavailable:
        raise
    except Exception:  # damage can make any step of reading fail
        log.exception("game %s cannot be read", game)


def _cursor(sort: str) -> Place:
    text = CURSOR.read()
    if text is None:
        return FIRST
    try:
        order, time, game = msgspec.json.decode(urlsafe_b64decode(text + "=="), type=tuple[str, float, str])
    except (ValueError, msgspec.DecodeError) as error:
        raise MalformedRequest("cursor", parameter="cursor") from error
    if order != sort:
        raise MalformedRequest("cursor_order", parameter="cursor", order=order)
    return Place(time, game)


def written_cursor(sort: str, place: Place) -> str:
    return urlsafe_b64encode(msgspec.json.encode((sort, *place))).rstrip(b"=").decode()


@resource.call(
    "POST",
    "/v1/games",
    summary="Create a game",
    description=(
        "A person with a name gets a seat and a token at once, a person without one gets an invite to pass "
        "on, a bot needs neither. The game starts when all seats are taken, or when the host says so. If you did not "
        "get the answer, repeat the request with the same `Idempotency-Key`, from the same address, and you get the "
        "same game and the same tokens: the key should be one that nobody guesses. With a player's token, seats with "
        "`me: true` are theirs; at a table with `joining: anybody` other players sit down without an invite."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(IDEMPOTENCY_KEY,),
    body=CREATE,
    answers=(Answered("The game.", NewGame, status=201, headers=("Location",)),),
    problems=(
        *BODY_PROBLEMS,
        KeyReused,
        *SETTING_PROBLEMS,
        UnplayableClock,
        Code.UNKNOWN_SEAT,
        TooManyLobbies,
        TooManyRequests,
        Unauthorized,
        *WRITE_PROBLEMS,
        *STORE_PROBLEMS,
    ),
)
def create_game() -> Response:
    services().creations.admit(caller_address())
    opened = _opened(CREATE.read())
    last, _ = opened.done.events[-1]
    if opened.done.new and isinstance(opened.done.loaded.state.phase, Lobby):
        services().lobbies.add(caller_address(), last.game)
    services().metrics.appended(opened.done.appended)
    services().lists.update(opened.done.loaded)  # at once, so that the creator finds it in their list
    body = NewGame(
        id=last.game,
        version=last.version,
        head=last.hash,
        tokens=GameTokens(
            host=opened.tokens[TokenRole.HOST],
            watch=opened.tokens[TokenRole.WATCH],
            audit=opened.tokens[TokenRole.AUDIT],
        ),
        seats=[
            SeatTokens(seat=ticket.seat, token=ticket.token or None, invite=ticket.invite or None)
            for ticket in opened.seats
        ],
    )
    return answer(body, 201, {"Location": _address(last.game)})


def _opened(request: GameRequest) -> Opened:
    name, admit = idempotency_key(), partial(services().lobbies.check, caller_address())
    creator = player_or_none()
    mine = [number for number, seat in enumerate(request.seats) if seat.me]
    if mine and creator is None:
        raise TokenMissing("not_a_player")
    seated: Changes = {}
    for number in mine:
        seated |= held_by(number, creator or "")
    if name is None:
        admit()
        return open_table(services().games, request, more=seated)
    sender = f"address/{caller_address()}" if creator is None else f"player/{creator}"
    key = key_for(sender, f"games/{name}", request)
    return open_table_once(services().games, request, name, key, admit, seated)


@resource.call(
    "GET",
    "/v1/games/{game}",
    summary="Look at a game",
    description=(
        "The table as the holder of the token may see it, now or at any earlier version. With `include` one call gives "
        "a page all that it needs at first; `group` is that of the legal commands, `lang` the language of what is said."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, AT, INCLUDE, GROUP, LANG, IF_NONE_MATCH),
    answers=or_not_modified("The game.", Game, headers=("ETag", "Webhook-Off?")),
    problems=(MalformedRequest, VersionNotReached, *GAME_PROBLEMS),
)
def get_game(game: str) -> Response:
    wish = _read_wish() if this_request().query_string else PLAIN
    visitor = visit_at(game)
    etag = visitor.etag(variant="" if SAID not in wish.include else wish.lang)
    # names may be erased while the version stays
    key = (game, etag, str(visitor.grant), visitor.names(), wish)
    response = answer_unless_cached(etag, lambda: _seen(visitor, wish), key)
    if SAID in wish.include:
        response.headers["Vary"] = "Authorization, Accept-Language"
    return with_notice(response, visitor)


def _read_wish() -> Wish:
    return Wish(INCLUDE.read(), GROUP.read() is not None, LANG.read() or language())


def _seen(visitor: Visit, wish: Wish) -> Game:
    loaded, include = visitor.loaded(), wish.include
    seen = game_view(
        loaded, visitor.now, visitor.viewer, visitor.grant, _paths(loaded) if STANDINGS in include else None
    )
    return Game(
        **msgspec.structs.asdict(seen),
        commands=_commands(visitor, wish.by_route) if COMMANDS in include else msgspec.UNSET,
        said=_said(visitor, loaded, wish.lang) if SAID in include else msgspec.UNSET,
        result=_result(visitor) if RESULT in include else msgspec.UNSET,
    )


def _paths(loaded: Loaded) -> Sequence[LongestPath]:
    return noted_paths(loaded, services().store.note(loaded.game, NOTE))


def _commands(visitor: Visit, by_route: bool) -> LegalCommands | None:
    acts = visitor.grant is not None and visitor.grant.role in (TokenRole.SEAT, TokenRole.HOST)
    is_now = visitor.version == visitor.now.version
    return legal_for(visitor.now, visitor.actor, by_route=by_route) if acts and is_now else None


def _said(visitor: Visit, loaded: Loaded, lang: str) -> list[SaidEvent]:
    voice = voice_for(loaded, lang, visitor.viewer)
    return [
        SaidEvent(version=envelope.version, text=text)
        for envelope, event in news_for(services().games, loaded, visitor.viewer)
        for text in voice.story([event])
    ]


def _address(game: str) -> str:
    return base_url() + url_for(".get_game", game=game)


@resource.call(
    "POST",
    "/v1/games/{game}/seats",
    summary="Join",
    description=(
        "A guest sends an invite as the bearer token, which works once, and a name. A player sends their own token and "
        "either the invite in the body or, at a table that was created with `joining: anybody`, the seat or nothing: "
        "they need no token for the seat, and each game shows the name that they have. If somebody else has the seat "
        "you take it over, with its cards; entropy has no effect then. If you did not get the answer, repeat the "
        "request with the same `Idempotency-Key` and you get the same token. To leave before the game begins, "
        "`resign` to `nobody`."
    ),
    access=Access.TOKEN,
    parameters=(GAME, IDEMPOTENCY_KEY),
    body=JOIN,
    answers=(Answered("Your seat.", NewSeat, status=201, headers=("Location",)),),
    problems=(
        *BODY_PROBLEMS,
        Forbidden,
        JoinRefused,
        AlreadySeated,
        NoSeatOpen,
        Refusals.MOMENTARY,
        StaleVersion,
        RulesVersionUnsupported,
        KeyReused,
        *WRITE_PROBLEMS,
        *GAME_PROBLEMS,
    ),
)
def join_game(game: str) -> Response:
    token = bearer_token()
    if token is None:
        raise TokenMissing()
    guest = _guest(token, JOIN.read())
    ticket, done = take_seat(services().games, game, guest)
    services().metrics.appended(done.appended)
    services().lists.update(done.loaded)
    seat = JoinedSeat(seat=ticket.seat, name=ticket.name, token=ticket.token or None)
    return answer(NewSeat(game=game, version=done.version, seat=seat), 201, {"Location": _address(game)})


def _guest(token: str, request: JoinRequest) -> Guest:
    name = idempotency_key()
    key = key_for(token, name, request) if name else None
    if is_player_token(token):
        player = services().players.load(player_only().player)
        if request.name is not None:
            raise JoinRefused("own_name")
        return Guest(
            name=player.name,
            player=player.id,
            invite=request.invite or "",
            seat=request.seat,
            entropy=request.entropy,
            key=key,
        )
    if request.name is None or request.invite is not None or request.seat is not None:
        raise JoinRefused("invite_as_token")
    return Guest(invite=token, name=request.name, entropy=request.entropy, key=key)


@resource.call(
    "GET",
    "/v1/games/{game}/result",
    tag="results",
    summary="The final score",
    description="One line per reason, the ranking, and what decided it.",
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, AT),
    answers=(Answered("The score sheet.", Result),),
    problems=(MalformedRequest, VersionNotReached, NotScoredYet, *GAME_PROBLEMS),
)
def get_result(game: str) -> Response:
    visitor = visit_at(game)
    result = _result(visitor)
    if result is None:
        raise NotScoredYet(version=visitor.version)
    return answer(result)


def _result(visitor: Visit) -> Result | None:
    """The sheet is in an event: nothing is replayed."""
    if not visitor.now.over:
        return None
    game, version = visitor.game, visitor.version
    first = max(0, version - LAST_EVENTS)
    for _, event in reversed(services().games.cache.read_events(game, first, version - first)):
        if isinstance(event, GameScored):
            return Result(game=game, version=version, sheet=event.sheet)
    if version == visitor.now.version:
        raise LookupError(f"game {game} is over and has no score")
    return None
