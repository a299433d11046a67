"""The lobby: create a game, hand out seats, tokens and invites, and start when the table is full."""

import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import Annotated, Literal

import msgspec

from service.clocks.deadlines import check_clock, moment, written
from service.errors import (
    AlreadySeated,
    Forbidden,
    GameNotFound,
    JoinRefused,
    NoSeatOpen,
    NotRateable,
    RuleRefused,
    ServiceError,
    StaleVersion,
    TokenInvalid,
    TryLater,
)
from service.games.commit import By, Key, release, reserve
from service.games.facts import (
    LONGEST_NAME,
    Changes,
    Facts,
    Joining,
    StartRule,
    Visibility,
    distinct_name,
    held_by,
    kept_for,
    named,
    rated_table,
    rematched_by,
    removed,
    table,
    token_granted,
)
from service.games.game_cache import Loaded
from service.games.games import ATTEMPTS, Done, Games, new_game_id
from service.games.seats import bot_name, void_invites
from service.games.tokens import Grant, TokenRole, fingerprint, new_token
from service.message_types import MOST_SEATS
from service.store import Appended, Commit, Repeated
from ttr_core import Code, Command, RuleViolation, SeatId
from ttr_core.bots import POLICIES, VERSIONS
from ttr_core.by_post import (
    AgreeOnClock,
    ClockSettings,
    HandoverReason,
    Holders,
    InviteReplacement,
    PeopleCode,
    SeatHandedOver,
    SeatOpened,
    TakeOver,
)
from ttr_core.model.actor import HOST, Actor, Role
from ttr_core.model.commands import CreateGame, StartGame, TakeSeat
from ttr_core.model.events import SeatTaken
from ttr_core.model.phases import Lobby
from ttr_core.model.state import NOBODY, State

LONGEST_TITLE = 80

# control and format characters, those that XML forbids, and invisible tags, which no escape of JavaScript's names
_UNSEEN = (
    r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff"
    "\U000e0000-\U000e007f"
)
_SEEN = rf"[^\s{_UNSEEN}]"
# joiners, which scripts and emoji need, stand before something that is seen
_NAME = rf"[^{_UNSEEN}]*{_SEEN}(?:[^{_UNSEEN}]|[\u200c\u200d]{_SEEN})*"

Name = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME, pattern=f"^{_NAME}$")]
NameOrNone = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME, pattern=f"^({_NAME})?$")]
Title = Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE, pattern=f"^({_NAME})?$")]
Entropy = Annotated[str, msgspec.Meta(max_length=200)]
BotName = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(POLICIES)})]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)]


class SeatRequest(msgspec.Struct, kw_only=True):
    """A person with a name gets a token at once; a person without one is invited; a bot needs neither.

    `me` is the player whose token the request is sent with.
    """

    kind: Literal["human", "bot"] = "human"
    name: NameOrNone = ""
    me: bool = False
    bot: BotName = "greedy"
    entropy: Entropy = ""


class GameRequest(msgspec.Struct, kw_only=True):
    board: str
    seats: tuple[SeatRequest, ...]
    title: Title = ""
    options: Mapping[str, str] = {}
    visibility: Literal["public", "unlisted", "private"] = "unlisted"
    joining: Literal["invited", "anybody"] = "invited"
    start: Literal["when_full", "by_host"] = "when_full"
    first: SeatNumber | None = None
    clock: ClockSettings | None = None
    rated: bool = False


class SeatTicket(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What the creator passes on to the player of a seat."""

    seat: SeatId
    kind: str
    name: str = ""
    token: str = ""
    invite: str = ""


class Opened(msgspec.Struct, kw_only=True):
    done: Done
    seats: Sequence[SeatTicket]
    tokens: Mapping[TokenRole, str]


OF_THE_TABLE = (TokenRole.HOST, TokenRole.WATCH, TokenRole.AUDIT)  # tokens that belong to no seat
REMATCH = "rematch"  # the key under which a game gets a successor, once
SILENCE = timedelta(days=1)  # of a person, before somebody else may come in their place
ROTATION_SECONDS = 600  # how long a rotation may be sent again with the same key

NewToken = Callable[[Grant], str]


def open_table_once(
    games: Games,
    request: GameRequest,
    sent_key: str,
    key: Key,
    admit: Callable[[], None],
    more: Changes | None = None,
    claim: Callable[[str], str] = str,
) -> Opened:
    """As `open_table`. Sent again with the same key it is the same game, with the same tokens.

    `admit` may refuse a new game; one that exists is answered in any case. `claim` may give it another id than the one
    that the key stands for.
    """
    reservation = reserve(games.store, key, new_game_id(), games.key_seconds)
    game = claim(reservation.name)

    def token(grant: Grant) -> str:
        return new_token(grant.role, game, reservation.token_secret(sent_key, str(grant)))

    try:
        done = games.repeated(games.cache.read_latest(game), key)
    except GameNotFound:
        done = None
    if done is not None:
        return Opened(done=done, seats=_tickets(request, token), tokens=_tokens(token))
    try:
        admit()
        return open_table(games, request, game, more, key=key, token=token)
    except ServiceError as refusal:
        if not isinstance(refusal, TryLater):
            release(games.store, key, reservation)
        raise


def open_table(
    games: Games,
    request: GameRequest,
    game: str | None = None,
    more: Changes | None = None,
    *,
    key: Key | None = None,
    token: NewToken | None = None,
) -> Opened:
    """Creates the game, seats everybody who is named, and deals if that fills it.

    Under a `game` id of the caller's choice it is created once, however often they try; `more` facts are kept with it.
    """
    loaded = games.blank(request.board, len(request.seats), request.options, game)
    if request.first is not None and request.first >= len(
        request.seats
    ):  # not only when the last seat is taken
        raise RuleRefused(RuleViolation(Code.UNKNOWN_SEAT, seat=request.first))
    if request.rated:
        _check_rateable(request)
    token = token or (lambda grant: new_token(grant.role, loaded.game))
    tickets, tokens = _tickets(request, token), _tokens(token)
    facts = _table_facts(request, tickets, tokens) | (more or {})
    commands = [CreateGame(), *_agree(request.clock), *_sit_all(request, tickets)]
    if not any(ticket.invite for ticket in tickets):
        commands += _start(Facts(facts))
    listed = Visibility(request.visibility) is Visibility.PUBLIC
    done = games.perform(loaded, commands, HOST, expected=0, key=key, facts=facts, listed=listed)
    return Opened(done=done, seats=tickets, tokens=tokens)


def _tokens(token: NewToken) -> Mapping[TokenRole, str]:
    return {role: token(Grant(role)) for role in OF_THE_TABLE}


def _tickets(request: GameRequest, token: NewToken) -> Sequence[SeatTicket]:
    """No two at a table have one name; a bot without one gets a name that nobody else has."""
    tickets: list[SeatTicket] = []
    wanted = [seat.name.strip() for seat in request.seats]
    for number, seat in enumerate(request.seats):
        ticket, others = _ticket(number, seat, token), [other.name for other in tickets]
        if seat.kind == "bot" and not ticket.name:
            ticket.name = bot_name([*wanted, *others])
        ticket.name = ticket.name and distinct_name(ticket.name, others)
        tickets.append(ticket)
    return tickets


def _table_facts(
    request: GameRequest, tickets: Sequence[SeatTicket], tokens: Mapping[TokenRole, str]
) -> Changes:
    start, joining = StartRule(request.start), Joining(request.joining)
    facts = table(Visibility(request.visibility), start, request.first, joining)
    if request.rated:
        facts |= rated_table(_bots(request))
    for role, token in tokens.items():
        facts |= token_granted(token, Grant(role))
    for ticket in tickets:
        facts |= _seat_facts(ticket)
    return facts


def _check_rateable(request: GameRequest) -> None:
    """A rated game is one between players and bots, in which nobody plays against themselves."""
    people = [seat for seat in request.seats if seat.kind == "human"]
    if any(seat.name and not seat.me for seat in people):
        raise NotRateable("guest")
    if sum(seat.me for seat in people) > 1:
        raise NotRateable("alone")


def _bots(request: GameRequest) -> Mapping[SeatId, str]:
    seats = enumerate(request.seats)
    return {number: f"{seat.bot}/{VERSIONS[seat.bot]}" for number, seat in seats if seat.kind == "bot"}


def _sit_all(request: GameRequest, tickets: Sequence[SeatTicket]) -> Iterator[Command]:
    """Everybody who needs no invite."""
    for ticket, seat in zip(tickets, request.seats, strict=True):
        if not ticket.invite:
            yield _sit(ticket.seat, ticket.kind, seat.entropy)


def _agree(clock: ClockSettings | None) -> Iterator[Command]:
    if clock is not None:
        check_clock(clock)
        yield AgreeOnClock(clock=clock)


class Guest(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who comes with an invite; or a player, who needs none at a table that is open to anybody."""

    name: str
    invite: str = ""
    player: str = ""  # who sits down as themselves, without a token for the seat
    seat: SeatId | None = None  # that a player without an invite wants; None: any
    entropy: str = ""
    key: Key | None = None


def take_seat(games: Games, game: str, guest: Guest) -> tuple[SeatTicket, Done]:
    """Sits down on an invite, which is good for this once, or as a player at an open table.

    A guest who missed the answer may ask again with the same key, and gets the same token.
    """
    for _ in range(ATTEMPTS):
        loaded = games.cache.read_latest(game)
        token = new_token(TokenRole.SEAT, game, repeatable_secret(loaded, guest.key))
        try:
            done = games.repeated(loaded, guest.key) or _sit_down(games, loaded, guest, token)
        except StaleVersion:  # somebody else sat down in between
            continue
        taken = next(event for _, event in done.events if isinstance(event, SeatTaken | SeatHandedOver))
        name = done.loaded.facts.names()[taken.seat] or _name_of(loaded, guest, taken.seat)
        mine = "" if guest.player else token
        return SeatTicket(seat=taken.seat, kind=taken.kind, name=name, token=mine), done
    raise StaleVersion(version=games.cache.get_cached(game).version)


def repeatable_secret(loaded: Loaded, key: Key | None) -> bytes | None:
    """The same secret for the same token and key, which nobody without the seed can compute; None without a key."""
    if key is None:
        return None
    return hmac.digest(loaded.seed, f"token/{loaded.game}/{key.name}".encode(), "sha256")


def rotate_token(
    games: Games,
    loaded: Loaded,
    grant: Grant,
    caller: str,
    may_rotate: Grant,
    key: Key | None,
    creator: str | None = None,
) -> str:
    """Grants a new token for the same and ends the ones before; only while the caller's own still stands.

    A `creator` is a player whose own token hosts the game, and does not end.

    The append is keyed by what ends, so that of two rotations at the same time one finds that the other was faster.
    """
    token = new_token(grant.role, loaded.game, repeatable_secret(loaded, key))
    for _ in range(ATTEMPTS):
        facts = games.cache.read_facts(loaded).facts
        if facts.grant(caller) != may_rotate and (creator is None or facts.creator != creator):
            raise TokenInvalid()
        if facts.grant(token) == grant:
            return token  # sent again
        ended = facts.token_keys(grant)
        commit = Commit(
            game=loaded.game,
            expected=loaded.version,
            entries=(),
            facts={**removed(ended), **token_granted(token, grant)},
            key=_rotation(fingerprint(caller) if grant == may_rotate and not creator else "".join(ended)),
            record=str(grant),
            key_seconds=ROTATION_SECONDS,
        )
        if isinstance(games.store.append(commit), Appended):
            games.cache.read_facts(loaded)
            return token
        loaded = games.cache.read_latest(loaded.game)
    raise StaleVersion(version=loaded.version)


def rotated_before(games: Games, game: str, grant: Grant, caller: str, key: Key) -> str | None:
    """The token that took the place of the caller's, if they send the rotation again that ended their own."""
    if games.store.record(game, _rotation(fingerprint(caller))) != str(grant):
        return None
    loaded = games.cache.read_facts(games.cache.get_cached(game))
    token = new_token(grant.role, game, repeatable_secret(loaded, key))
    return token if loaded.facts.grant(token) == grant else None


def claim_rematch(games: Games, loaded: Loaded, game: str) -> str:
    """The id of the game that follows on this one: the one that is passed, or that of somebody who was faster."""
    for _ in range(ATTEMPTS):
        commit = Commit(
            game=loaded.game,
            expected=loaded.version,
            entries=(),
            facts=rematched_by(game),
            key=REMATCH,
            record=game,
        )
        match games.store.append(commit):
            case Appended():
                games.cache.read_facts(loaded)
                return game
            case Repeated(record):
                return record
            case _:
                loaded = games.cache.read_latest(loaded.game)
    raise StaleVersion(version=loaded.version)


def _rotation(ended: str) -> str:
    return f"rotated/{sha256(ended.encode()).hexdigest()}"


def _sit_down(games: Games, loaded: Loaded, guest: Guest, token: str) -> Done:
    """Takes the seat, or takes it over with all that belongs to it; deals if that fills the table."""
    seat = _invited_to(games, loaded, guest) if guest.invite else _open_to(loaded, guest)
    if loaded.facts.is_rated and isinstance(loaded.state.phase, Lobby):
        _check_rated_guest(loaded, guest)
    if loaded.state.slice(Holders).offered.get(seat) == HandoverReason.REINVITED:
        _check_silence(games, loaded, seat)
    commands = list(_arrival(loaded, guest, seat))
    if open_seats(loaded.state) == [seat]:
        commands += _start(loaded.facts)
    kept = kept_for(seat, "") if seat in loaded.facts.invited_players() else {}
    spent = void_invites(loaded.facts, seat, guest.invite)
    facts = {**_guest_facts(loaded, guest, seat, token), **spent, **kept}
    actor, expected = Actor(Role.SEAT, seat), loaded.version
    # without the expected version, two last players could each leave the start to the other
    return games.perform(loaded, commands, actor, expected=expected, key=guest.key, facts=facts)


def _check_rated_guest(loaded: Loaded, guest: Guest) -> None:
    """Those who begin a rated game are players, each of them once; later anybody may take over, without a rating."""
    if not guest.player:
        raise JoinRefused("rated")
    if loaded.facts.seats_of(guest.player):
        raise AlreadySeated()


def _check_silence(games: Games, loaded: Loaded, seat: SeatId) -> None:
    """Somebody whose token is said to be lost has a day to show that it is not, counted from the others' consent.

    Whatever they do with the token begins the day again, and so keeps the invite from working.
    """
    holder = str(Actor(Role.SEAT, seat))
    signs = (
        envelope.at
        for envelope, event in reversed(games.cache.read_events(loaded.game, 0, loaded.version))
        if envelope.actor == holder or (isinstance(event, SeatOpened) and event.seat == seat)
    )
    opens_at = written(moment(next(signs)) + SILENCE)
    if games.now() < opens_at:
        refusal = RuleViolation(PeopleCode.SEAT_NOT_OPEN, seat=seat, opens_at=opens_at)
        raise RuleRefused(refusal, loaded.ruleset, loaded.facts.names())


def _invited_to(games: Games, loaded: Loaded, guest: Guest) -> SeatId:
    grant = games.grant(loaded, guest.invite)
    if grant is None or grant.role is not TokenRole.INVITE or grant.seat is None:
        raise Forbidden("no_invite")
    return grant.seat


def _open_to(loaded: Loaded, guest: Guest) -> SeatId:
    """The seat that a player without an invite takes: one that is kept for them, or any at an open table."""
    facts, kept = loaded.facts, loaded.facts.seats_kept_for(guest.player)
    if facts.seats_of(guest.player):
        raise AlreadySeated()
    if facts.is_private and not kept:
        raise GameNotFound()
    if facts.joining is not Joining.ANYBODY and not kept:
        raise Forbidden("not_invited")
    for_them = kept if facts.joining is not Joining.ANYBODY else range(facts.players)
    free = [seat for seat in open_seats(loaded.state) if guest.seat in (None, seat) and seat in for_them]
    if not free:
        raise NoSeatOpen()
    return free[0]


def _arrival(loaded: Loaded, guest: Guest, seat: SeatId) -> Iterator[Command | By]:
    """Takes a free seat, or takes it over; the host of an open table has invited anybody to seats that were left."""
    if not loaded.state.seats[seat].kind:
        yield _sit(seat, "human", guest.entropy)
        return
    if not guest.invite:
        yield By(InviteReplacement(seat=seat, vacant=seat), HOST)
    yield TakeOver(seat=seat)


def _guest_facts(loaded: Loaded, guest: Guest, seat: SeatId, token: str) -> Changes:
    if guest.player:
        return held_by(seat, guest.player)
    name = _name_of(loaded, guest, seat)
    return _seat_facts(SeatTicket(seat=seat, kind="human", name=name, token=token))


def _name_of(loaded: Loaded, guest: Guest, seat: SeatId) -> str:
    names = loaded.facts.names()
    return distinct_name(guest.name.strip(), (*names[:seat], *names[seat + 1 :]))


def open_seats(state: State) -> list[SeatId]:
    """The seats that must be taken before the game can begin."""
    missing = ("", NOBODY) if isinstance(state.phase, Lobby) else ()
    return [number for number, seat in enumerate(state.seats) if seat.kind in missing]


def _ticket(number: SeatId, seat: SeatRequest, token: NewToken) -> SeatTicket:
    if seat.kind == "bot":
        return SeatTicket(seat=number, kind=f"bot:{seat.bot}", name=seat.name.strip())
    if seat.me:
        return SeatTicket(seat=number, kind="human")
    if seat.name:
        mine = token(Grant(TokenRole.SEAT, number))
        return SeatTicket(seat=number, kind="human", name=seat.name.strip(), token=mine)
    return SeatTicket(seat=number, kind="human", invite=token(Grant(TokenRole.INVITE, number)))


def _seat_facts(ticket: SeatTicket) -> Changes:
    facts = named(ticket.seat, ticket.name) if ticket.name else {}
    if ticket.token:
        facts |= token_granted(ticket.token, Grant(TokenRole.SEAT, ticket.seat))
    if ticket.invite:
        facts |= token_granted(ticket.invite, Grant(TokenRole.INVITE, ticket.seat))
    return facts


def _sit(seat: SeatId, kind: str, entropy: str) -> Command:
    return TakeSeat(seat=seat, kind=kind, entropy=entropy)


def _start(facts: Facts) -> list[Command]:
    return [StartGame(first=facts.first)] if facts.starts_when_full else []


def is_open_lobby(games: Games, game: str) -> bool:
    """Whether the game still waits for players."""
    try:
        return isinstance(games.cache.read_latest(game).state.phase, Lobby)
    except GameNotFound:
        return False
