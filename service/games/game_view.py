"""A game as the API shows it: the summary in every list, and the table as one viewer may see it.

Both are made from the core's view alone, so nothing that a viewer may not see can get in. Nothing is left out: null is
"none" or "not for you", and of a list null is "hidden" where an empty one is "none".
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from service.games.game_cache import Loaded
from service.games.lobby import open_seats
from service.games.tokens import Grant, TokenRole
from ttr_core.by_post import ABANDONED, Clock, ClockSettings, Holders, TimeOut
from ttr_core.engine.views import SeatView, View, view
from ttr_core.model.ids import Card, DeckName, RouteId, SeatId, TicketId, Viewer, Witness
from ttr_core.model.phases import Ended, Lobby, Paused, Phase, Scored
from ttr_core.model.state import HUMAN, NOBODY

BOT = "bot:"  # how the kinds of bots begin, before their policy
CLOSED = "closed"  # why a game is over that the operator has closed
WITHOUT_PEOPLE = (ABANDONED, "nobody_plays")  # how such a game ends in its stream
SHOWN_BESIDE = ("clock",)  # rules that have places of their own in a game: `clock`, and the clocks of seats

HolderKind = Literal["person", "bot", "nobody"]
Status = Literal["open", "playing", "paused", "ended", "scored", "abandoned"]


class _Part(msgspec.Struct, frozen=True, kw_only=True):
    """The common settings of all parts."""


class BoardReference(_Part, frozen=True, kw_only=True):
    """Which board a game is played on, and with which options."""

    id: str
    hash: str  # of the board's document with the options and the number of players
    options: Mapping[str, str]


class Holder(_Part, frozen=True, kw_only=True):
    """What sits at a seat."""

    kind: HolderKind
    policy: str | None  # of a bot
    name: str | None  # null: there is none, or it was erased
    player: str | None  # the id of a player; null: a guest, a bot, or erased
    since_version: int


class SeatClock(_Part, frozen=True, kw_only=True):
    """The time of a seat that a person holds."""

    deadline_at: str | None
    left_seconds: int | None  # in the bank, or of a turn that was interrupted
    vacation_until: str | None
    vacation_days_left: int


class AgreedClock(_Part, frozen=True, kw_only=True):
    """The clock that the game was created with."""

    kind: Literal["per_move", "bank", "daily"]
    seconds: int  # for a turn; in a bank at the start; or the least before the daily hour
    increment: int  # seconds into the bank after every turn
    hour: str | None  # of the day at which turns are due, in the zone
    zone: str
    quiet_from: str | None
    quiet_until: str | None
    weekends_off: bool
    vacation_days: int
    reminders: Sequence[int]  # seconds before the deadline
    warn_next: bool
    on_timeout: TimeOut
    bot: str


class CardCount(_Part, frozen=True, kw_only=True):
    count: int


class TicketCount(_Part, frozen=True, kw_only=True):
    count: int


class SeatSummary(_Part, frozen=True, kw_only=True):
    """One seat, with nothing but what everybody may know; a seat without a holder is open."""

    seat: SeatId
    holder: Holder | None
    colour: str
    trains: int
    points: int  # on the track; the final total once the game is scored
    cards: CardCount
    tickets: TicketCount
    clock: SeatClock | None


class GameSummary(_Part, frozen=True, kw_only=True):
    """A game in a list: what everybody may know of it."""

    id: str
    version: int
    title: str | None  # what its creator calls it
    lang: str | None  # that people speak at the table, if its creator said so
    status: Status
    phase: str
    end_reason: str | None
    board: BoardReference
    visibility: Literal["public", "unlisted", "private"]
    joining: Literal["invited", "anybody"]  # who may sit down before the game begins
    rated: bool  # its result counts for ratings
    rematch: str | None  # the game that follows on this one, with the same people
    rematch_of: str | None  # the game that this one follows on
    imported: bool  # it was played elsewhere and came as a record
    created_at: str
    started_at: str | None
    moved_at: str  # the time of the last event
    ended_at: str | None
    waiting_for: Sequence[SeatId]
    clock: AgreedClock | None
    seats: Sequence[SeatSummary]


class You(_Part, frozen=True, kw_only=True):
    """What the token stands for."""

    role: TokenRole
    seat: SeatId | None


class Hand(CardCount, frozen=True, kw_only=True):
    hand: Mapping[Card, int] | None


class TicketOffer(_Part, frozen=True, kw_only=True):
    """Tickets to choose from."""

    tickets: Sequence[TicketId] | None
    count: int
    keep_at_least: int
    keep_at_most: int


class Tickets(TicketCount, frozen=True, kw_only=True):
    kept: Sequence[TicketId] | None
    offer: TicketOffer | None


class LongestPath(msgspec.Struct, frozen=True):
    length: int
    routes: tuple[RouteId, ...]


class SeatSeen(SeatSummary, frozen=True, kw_only=True):
    """One seat, as the viewer may see it."""

    cards: Hand
    tickets: Tickets
    routes: Sequence[RouteId]
    longest_path: LongestPath | None  # with `include=standings`


class TableCards(_Part, frozen=True, kw_only=True):
    """What lies on the table: lists where the order means something, counts where it means nothing."""

    market: Sequence[Card | None]
    deck: int
    discard: Mapping[Card, int]
    ticket_decks: Mapping[DeckName, int]


class GameSeen(GameSummary, frozen=True, kw_only=True):
    """A game as the viewer may see it."""

    head: str  # hash of the last event
    you: You | None
    seats: Sequence[SeatSeen]
    table: TableCards
    first_seat: SeatId
    turns: int  # begun so far, those taken back included
    last_seat: SeatId | None  # in the last round: who plays the last turn
    rules: Mapping[str, Any]  # what each rule module shows


def summary(loaded: Loaded) -> GameSummary:
    seen = view(loaded.ruleset, loaded.state, Witness.SPECTATOR)
    seats = [SeatSummary(**_seat(loaded, loaded, seat), **_counts(seat)) for seat in seen.seats]
    return GameSummary(**_summary(loaded, seen), seats=seats)


def game_view(
    loaded: Loaded,
    now: Loaded,
    viewer: Viewer,
    grant: Grant | None,
    paths: Sequence[LongestPath] | None = None,
) -> GameSeen:
    """The game as the viewer may see it; `now` is its latest version, and `paths` are those of all seats."""
    seen = view(loaded.ruleset, loaded.state, viewer)
    return GameSeen(
        **_summary(loaded, seen),
        head=loaded.head,
        you=You(role=grant.role, seat=grant.seat) if grant else None,
        seats=[
            SeatSeen(
                **_seat(loaded, now, seat),
                **_holdings(seat),
                routes=seat.routes,
                longest_path=paths[seat.seat] if paths else None,
            )
            for seat in seen.seats
        ],
        table=TableCards(
            market=seen.market, deck=seen.deck, discard=seen.discard, ticket_decks=seen.ticket_decks
        ),
        first_seat=seen.first,
        turns=seen.turns,
        last_seat=seen.last_seat,
        rules={name: part for name, part in seen.rules.items() if name not in SHOWN_BESIDE},
    )


def status_of(phase: Phase) -> Status:
    match phase:
        case Lobby():
            return "open"
        case Paused():
            return "paused"
        case Ended(reason) | Scored(reason) if reason == ABANDONED:
            return "abandoned"
        case Ended():
            return "ended"
        case Scored():
            return "scored"
        case _:
            return "playing"


def _summary(loaded: Loaded, seen: View) -> dict[str, Any]:  # the fields of a GameSummary but its seats
    facts, milestones = loaded.facts, loaded.milestones
    return {
        "id": loaded.game,
        "version": loaded.version,
        "title": facts.title,
        "lang": facts.lang,
        "status": status_of(loaded.state.phase),
        "phase": seen.phase,
        "end_reason": CLOSED if facts.is_closed and seen.end in WITHOUT_PEOPLE else seen.end or None,
        "board": BoardReference(id=facts.board, hash=facts.board_hash, options=loaded.ruleset.options),
        "visibility": str(facts.visibility),
        "joining": str(facts.joining),
        "rated": facts.is_rated,
        "rematch": facts.rematch,
        "rematch_of": facts.rematch_of,
        "imported": facts.imported,
        "created_at": milestones.created_at,
        "started_at": milestones.started_at,
        "moved_at": loaded.at,
        "ended_at": milestones.ended_at,
        "waiting_for": seen.waiting,
        "clock": _agreed_clock(loaded.state.slice(Clock).settings),
    }


def _agreed_clock(settings: ClockSettings | None) -> AgreedClock | None:
    """The settings, in which an hour that was not agreed is null."""
    if settings is None:
        return None
    hours = {name: getattr(settings, name) or None for name in ("hour", "quiet_from", "quiet_until")}
    return AgreedClock(**{**msgspec.structs.asdict(settings), **hours})


def _seat(loaded: Loaded, now: Loaded, seat: SeatView) -> dict[str, Any]:  # the open fields of a seat
    return {
        "seat": seat.seat,
        "holder": _holder(loaded, now, seat),
        "colour": loaded.ruleset.board.player_colours[seat.seat],
        "trains": seat.trains,
        "points": loaded.milestones.totals[seat.seat] if loaded.milestones.totals else seat.points,
        "clock": _seat_clock(loaded.state.slice(Clock), seat),
    }


def _holder(loaded: Loaded, now: Loaded, seat: SeatView) -> Holder | None:
    number = seat.seat
    if not seat.kind or number in open_seats(loaded.state):
        return None
    is_present_one = loaded.state.slice(Holders).numbers[number] == now.state.slice(Holders).numbers[number]
    kind, policy = holder_kind(seat.kind)
    return Holder(
        kind=kind,
        policy=policy,
        name=loaded.facts.name(number) if is_present_one else None,
        player=loaded.facts.handle(number) if is_present_one else None,
        since_version=loaded.milestones.seated[number],
    )


def holder_kind(kind: str) -> tuple[HolderKind, str | None]:
    """What holds a seat, and the policy of a bot; from the words of the core."""
    if kind.startswith(BOT):
        return "bot", kind.removeprefix(BOT)
    return ("nobody" if kind == NOBODY else "person"), None


def _seat_clock(clock: Clock, seat: SeatView) -> SeatClock | None:
    if clock.settings is None or seat.kind != HUMAN:
        return None
    running, vacation = clock.running.get(seat.seat), clock.vacations.get(seat.seat)
    left_ms = clock.left.get(seat.seat)
    return SeatClock(
        deadline_at=running.deadline if running else None,
        left_seconds=None if left_ms is None else left_ms // 1000,
        vacation_until=vacation.until if vacation else None,
        vacation_days_left=clock.settings.vacation_days - clock.spent.get(seat.seat, 0),
    )


def _counts(seat: SeatView) -> dict[str, Any]:
    return {"cards": CardCount(count=seat.hand_size), "tickets": TicketCount(count=seat.ticket_count)}


def _holdings(seat: SeatView) -> dict[str, Any]:
    offer = TicketOffer(
        tickets=seat.offer, count=seat.offered, keep_at_least=seat.at_least, keep_at_most=seat.at_most
    )
    return {
        "cards": Hand(count=seat.hand_size, hand=seat.hand),
        "tickets": Tickets(count=seat.ticket_count, kept=seat.tickets, offer=offer if seat.offered else None),
    }


# longest paths, which take a while to compute on a large board

NOTE = "longest_paths"


class PathsNote(msgspec.Struct, frozen=True):
    """The longest paths of all seats, for the routes that were claimed then."""

    claimed: str
    paths: tuple[LongestPath, ...]


def longest_paths(loaded: Loaded) -> PathsNote:
    ruleset, paths = loaded.ruleset, []
    for seat in loaded.state.seats:
        length, path = ruleset.trail(seat.routes)
        paths.append(LongestPath(length, tuple(ruleset.routes[route].id for route in path)))
    return PathsNote(hex(loaded.state.claimed), tuple(paths))


def noted_paths(loaded: Loaded, note: str | None) -> Sequence[LongestPath]:
    """The longest paths from a worker's note, if no route was claimed since; otherwise they are computed."""
    paths = msgspec.json.decode(note, type=PathsNote) if note else None
    if paths is None or paths.claimed != hex(loaded.state.claimed):
        paths = longest_paths(loaded)
    return paths.paths
