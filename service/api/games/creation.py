"""Creating a game: its seats, and the tokens of everybody."""

from collections.abc import Sequence
from functools import partial

from flask import Response

from service.api.access import (
    Answer,
    caller_address,
    game_address,
    player_or_none,
)
from service.errors import (
    FieldError,
    KeyReused,
    MalformedRequest,
    NotRateable,
    TokenMissing,
    TooManyLobbies,
    TooManyRequests,
    Unauthorized,
    UnplayableClock,
)
from service.games.commit import key_for
from service.games.facts import called, created_by, held_by
from service.games.lobby import (
    GameRequest,
    Opened,
    open_table,
    open_table_once,
)
from service.games.tokens import TokenRole
from service.http.call import (
    BODY_PROBLEMS,
    SETTING_PROBLEMS,
    STORE_PROBLEMS,
    WRITE_PROBLEMS,
    Access,
    Answered,
    Resource,
)
from service.http.request import (
    IDEMPOTENCY_KEY,
    JsonBody,
    idempotency_key,
    invite_url,
    services,
)
from service.http.response import answer
from service.language.languages import Lang
from service.players.scopes import Scope
from ttr_core import Code
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Lobby

resource = Resource("games")


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
    url: str | None  # the invite as a link


class NewGame(Answer, frozen=True, kw_only=True):
    """A new game. The tokens are shown this once and never again."""

    id: str
    version: int
    head: str  # hash of the last event
    tokens: GameTokens
    seats: Sequence[SeatTokens]


class TableRequest(GameRequest, kw_only=True):
    """A game to create, and what its table is like. `lang` is the language that people speak there."""

    lang: Lang | None = None


CREATE = JsonBody(
    TableRequest,
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
            "rated": True,
            "title": "Friday evening",
            "lang": "fr",
        },
    },
)


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
        NotRateable,
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
    return answer_created(opened)


def answer_created(opened: Opened) -> Response:
    """A new game with all its tokens."""
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
            SeatTokens(
                seat=ticket.seat,
                token=ticket.token or None,
                invite=ticket.invite or None,
                url=invite_url(last.game, ticket.invite) if ticket.invite else None,
            )
            for ticket in opened.seats
        ],
    )
    return answer(body, 201, {"Location": game_address(last.game)})


def _opened(request: TableRequest) -> Opened:
    name, admit = idempotency_key(), partial(services().lobbies.check, caller_address())
    creator = player_or_none(Scope.GAMES_HOST)
    mine = [number for number, seat in enumerate(request.seats) if seat.me]
    if mine and creator is None:
        raise TokenMissing("not_a_player")
    _check_own(request, mine)
    seated = called(request.title, request.lang) | (created_by(creator) if creator else {})
    for number in mine:
        seated |= held_by(number, creator or "")
    if name is None:
        admit()
        return open_table(services().games, request, more=seated)
    sender = f"address/{caller_address()}" if creator is None else f"player/{creator}"
    key = key_for(sender, f"games/{name}", request)
    return open_table_once(services().games, request, name, key, admit, seated)


def _check_own(request: GameRequest, mine: Sequence[int]) -> None:
    """A player sits down as themselves: neither as a bot nor under another name."""
    wrong = [FieldError(f"/seats/{number}/name", "own_name") for number in mine if request.seats[number].name]
    wrong += [
        FieldError(f"/seats/{number}/kind", "own_person")
        for number in mine
        if request.seats[number].kind == "bot"
    ]
    if wrong:
        raise MalformedRequest("fields", errors=wrong)
