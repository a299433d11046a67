"""Occasions: what a game asks of the people at its table, and since which version; it follows from events alone."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from service.games.game_cache import Loaded
from service.games.lobby import open_seats
from service.webhooks.subscriptions import GAME_SCORED, TURN_REMINDER, TURN_STARTED
from service.webhooks.triggers import Change, triggers_of_commit
from ttr_core import Event, State, evolve
from ttr_core.by_post import REINVITE, Clock, HandoverReason, Holders, Motions, orders_due
from ttr_core.history.chain import GENESIS, Envelope
from ttr_core.model.actor import Role, parse_actor
from ttr_core.model.events import GameCreated
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Lobby
from ttr_core.model.state import HUMAN


class Occasion(StrEnum):
    YOUR_TURN = "your_turn"
    REMINDER = "reminder"
    REQUEST = "request"
    GAME_OVER = "game_over"
    MESSAGE = "message"
    TABLE_FULL = "table_full"


REMATCH = "rematch"  # the request to come and play again


class Since(msgspec.Struct, frozen=True):
    """The event with which something began."""

    version: int
    at: str


class TalkStanding(msgspec.Struct, frozen=True, omit_defaults=True):
    """What people at a table have to read, as of one message."""

    number: int = 0
    bursts: Mapping[SeatId, Since] = {}  # by reader: the message with which others began to talk
    wrote: Mapping[SeatId, int] = {}  # the latest message of each seat's own


class Standing(msgspec.Struct, frozen=True):
    """What a game asks of its seats, as of one version."""

    version: int = 0
    head: str = GENESIS
    turns: Mapping[SeatId, Since] = {}
    reminders: Mapping[SeatId, Since] = {}  # the latest of the turn that runs
    requests: Mapping[str, Since] = {}  # by motion
    full: Since | None = None
    over: Since | None = None
    acted: Mapping[SeatId, int] = {}  # the version of a seat's latest own event
    talk: TalkStanding = TalkStanding()


class Occurrence(msgspec.Struct, frozen=True):
    """One occasion for one player."""

    occasion: Occasion
    seat: SeatId | None  # None: the host, who plays no seat
    since: Since  # of a message: the number of that message
    deadline_at: str | None = None
    motion: str = ""  # of a request: what it is about

    @property
    def name(self) -> str:
        """Where it stands among the occasions of its game: a later one of the same name takes its place."""
        return f"{self.occasion}/{self.seat}" + (f"/{self.motion}" if self.motion else "")


Commit = Sequence[tuple[Envelope, Event]]


def folded(standing: Standing, start: Loaded, commits: Iterator[Commit]) -> tuple[Standing, State]:
    """The standing after more commits, and the state that they lead to; `start` is the game at the standing."""
    state = start.state
    for commit in commits:
        changes = []
        for _, event in commit:
            changes.append(Change(state, event, evolve(start.ruleset, state, event)))
            state = changes[-1].after
        standing = _after(standing, commit, changes)
    return standing, state


def _after(standing: Standing, commit: Commit, changes: Sequence[Change]) -> Standing:
    turns, reminders, requests = dict(standing.turns), dict(standing.reminders), dict(standing.requests)
    acted, full, over = dict(standing.acted), standing.full, standing.over
    triggers = triggers_of_commit(changes)
    for (envelope, _), change, about in zip(commit, changes, triggers, strict=True):
        since, actor = Since(envelope.version, envelope.at), parse_actor(envelope.actor)
        if actor.role is Role.SEAT and actor.seat is not None:
            acted[actor.seat] = envelope.version
        for trigger in about:
            if trigger.kind == TURN_STARTED and trigger.seat is not None:
                turns[trigger.seat] = since
                reminders.pop(trigger.seat, None)
            elif trigger.kind == TURN_REMINDER and trigger.seat is not None:
                reminders[trigger.seat] = since
            elif trigger.kind == GAME_SCORED:
                over = since
        requests |= dict.fromkeys(_open(change.after) - _open(change.before), since)
        if _has_filled(change) and not isinstance(commit[0][1], GameCreated):
            full = since
    after, (last, _) = changes[-1].after, commit[-1]
    awaited = {seat for seat in after.phase.waiting if after.seats[seat].kind == HUMAN}
    turns = {seat: since for seat, since in turns.items() if seat in awaited}
    return replace(
        standing,
        version=last.version,
        head=last.hash,
        turns=turns,
        reminders={seat: since for seat, since in reminders.items() if seat in turns},
        requests={motion: since for motion, since in requests.items() if motion in _open(after)},
        full=full,
        over=over,
        acted=acted,
    )


def _open(state: State) -> set[str]:
    """Motions, also one about somebody's own seat that the others have carried: they can still keep the seat."""
    offered = state.slice(Holders).offered.items()
    lost = (f"{REINVITE}{seat}" for seat, reason in offered if reason == HandoverReason.REINVITED)
    return {*state.slice(Motions).agreed, *lost}


def _has_filled(change: Change) -> bool:
    """Whether the last free seat of a table was taken."""
    return (
        isinstance(change.after.phase, Lobby)
        and bool(open_seats(change.before))
        and not open_seats(change.after)
    )


def occurrences(standing: Standing, loaded: Loaded) -> Mapping[str, Sequence[Occurrence]]:
    """What each player at the table is to hear of, by player; so do those who are expected there, and the host."""
    players: dict[str, list[Occurrence]] = {}
    facts = loaded.facts
    for seat in range(facts.players):
        player = facts.player(seat)
        if player is not None and loaded.state.seats[seat].kind == HUMAN:
            players.setdefault(player, []).extend(_of_seat(standing, loaded, seat))
    if isinstance(loaded.state.phase, Lobby):
        created = Since(1, loaded.milestones.created_at)
        for seat, player in sorted(facts.invited_players().items()):
            invitation = Occurrence(Occasion.REQUEST, seat, created, motion=REMATCH)
            players.setdefault(player, []).append(invitation)
    if standing.over:
        for player in facts.players_of_closed_table():
            players.setdefault(player, [Occurrence(Occasion.GAME_OVER, None, standing.over)])
    host = facts.creator
    if host and host not in players and not facts.seats_of(host) and standing.full and not standing.over:
        players[host] = [Occurrence(Occasion.TABLE_FULL, None, standing.full)]
    return {player: _without_repeats(all_of_them) for player, all_of_them in players.items()}


def deadline_of(loaded: Loaded, seat: SeatId) -> str | None:
    """Until when the seat has time, if a clock runs for it."""
    running = loaded.state.slice(Clock).running.get(seat)
    return running.deadline if running else None


def _of_seat(standing: Standing, loaded: Loaded, seat: SeatId) -> Iterator[Occurrence]:
    state, deadline = loaded.state, deadline_of(loaded, seat)
    if not orders_due(state, seat):  # else the seat's standing orders play in a moment
        if seat in standing.turns:
            yield Occurrence(Occasion.YOUR_TURN, seat, standing.turns[seat], deadline)
        if seat in standing.reminders:
            yield Occurrence(Occasion.REMINDER, seat, standing.reminders[seat], deadline)
    for motion, since in sorted(standing.requests.items()):
        if _is_asked(state, seat, motion):
            yield Occurrence(Occasion.REQUEST, seat, since, motion=motion)
    if standing.full and isinstance(state.phase, Lobby):  # once it has begun, the first turn says as much
        yield Occurrence(Occasion.TABLE_FULL, seat, standing.full)
    if standing.over:
        yield Occurrence(Occasion.GAME_OVER, seat, standing.over)
    if seat in standing.talk.bursts:
        yield Occurrence(Occasion.MESSAGE, seat, standing.talk.bursts[seat])


def _is_asked(state: State, seat: SeatId, motion: str) -> bool:
    """Those who have not agreed, and the person about whose seat it is."""
    agreed = state.slice(Motions).agreed.get(motion)
    return motion == f"{REINVITE}{seat}" or (agreed is not None and seat not in agreed)


def _without_repeats(occurrences: Sequence[Occurrence]) -> Sequence[Occurrence]:
    """A player with two seats hears of what concerns the whole table once."""
    by_table: dict[str, Occurrence] = {}
    for one in occurrences:
        whole_table = one.occasion in (Occasion.GAME_OVER, Occasion.TABLE_FULL, Occasion.MESSAGE)
        by_table.setdefault(one.occasion if whole_table else one.name, one)
    return list(by_table.values())
