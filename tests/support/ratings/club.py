"""A club: players, and rated games between them that end quickly."""

from collections.abc import Iterator, Sequence

from service.games.facts import held_by
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.players.accounts import Players
from service.players.game_lists import GameLists
from service.players.list_store import list_store_of
from service.ratings.game_outcome import PLAYER
from service.ratings.ledger_store import ledger_store_of
from service.ratings.ratings import Ratings
from service.ratings.records import Records
from service.ratings.skill import Rating
from service.ratings.tally_store import tally_store_of
from service.store import Store
from service.store.interface import PARTITIONS
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.by_post import ClockSettings, Resign, SkipTurn, may_skip
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import ScoreGame
from ttr_core.model.state import HUMAN, NOBODY

BOARD = "usa"


class Club:
    def __init__(self, store: Store, number: int = 4) -> None:
        self.store, self.minute = store, 0
        self.games = Games(store, lambda game, version: None, self.now)
        self.players = Players(store, self.now, 60)
        self.members = [self.players.create(f"Player {place}").owner.id for place in range(number)]
        self.records = Records(self.games, Ratings(ledger_store_of(store)), tally_store_of(store))
        self.lists = GameLists(self.games, list_store_of(store), self.records)

    def now(self) -> str:
        """A minute later each time."""
        self.minute += 1
        days, minutes = divmod(self.minute, 24 * 60)
        return f"2026-{10 + days // 28:02}-{days % 28 + 1:02}T{minutes // 60:02}:{minutes % 60:02}:00.000Z"

    def open(
        self,
        *seats: str,
        rated: bool = True,
        clock: ClockSettings | None = None,
        visibility: str = "unlisted",
    ) -> Loaded:
        """A game that has begun, with seat 0 first; seats are ids of players, or names of bots."""
        requests = tuple(
            SeatRequest(kind="bot", bot=who) if who in POLICIES else SeatRequest(me=True) for who in seats
        )
        request = GameRequest(
            board=BOARD,
            seats=requests,
            first=0,
            clock=clock,
            visibility=visibility,  # type: ignore[arg-type]  # one of three words
        )
        held = [held_by(seat, who) for seat, who in enumerate(seats) if who not in POLICIES]
        more = {key: text for one in held for key, text in one.items()}
        if rated:
            bots = {f"bot:{seat}": f"{who}/1" for seat, who in enumerate(seats) if who in POLICIES}
            more |= {"rated": "yes", **bots}
        return open_table(self.games, request, more=more).done.loaded

    def resign(self, loaded: Loaded, seat: int, kind: str = "nobody") -> Loaded:
        command = Resign(seat=seat, kind=kind)
        return self.games.perform(loaded, [command], Actor(Role.SEAT, seat)).loaded

    def play(self, loaded: Loaded, most: int = 5000, policy: str = "greedy") -> Loaded:
        """Plays on for everybody, and counts the points at the end."""
        dice, choose = Dice(7), POLICIES[policy]
        for _ in range(most):
            waiting = loaded.state.phase.waiting
            if not waiting:
                return self.games.perform(loaded, [ScoreGame()], SYSTEM).loaded
            seat = waiting[0]
            kind = loaded.state.seats[seat].kind
            if kind == NOBODY and may_skip(loaded.state, seat):
                loaded = self.games.perform(loaded, [SkipTurn(seat=seat)], SYSTEM).loaded
                continue
            command = choose(situation_of(loaded.ruleset, loaded.state, seat, dice))
            actor = Actor(Role.SEAT if kind == HUMAN else Role.BOT, seat)
            loaded = self.games.perform(loaded, [command], actor).loaded
        return loaded

    def decided(self, *seats: str) -> Loaded:
        """A rated game that all people leave: the last to do so is the first."""
        loaded = self.open(*seats)
        for seat in reversed(range(len(seats))):
            if seats[seat] not in POLICIES:
                loaded = self.resign(loaded, seat)
        return self.play(loaded)

    def announced(self) -> Iterator[str]:
        """The games in the feeds, each as often as it moved."""
        for partition in range(PARTITIONS):
            yield from (entry.game for entry in self.store.feed(partition, "", 10_000))

    def rating(self, member: int) -> Rating | None:
        return self.records.ratings.of(BOARD, f"{PLAYER}{self.members[member]}")

    def snapshot(self) -> Sequence[object]:
        """Everything that records hold."""
        store, tallies = self.records.ratings.store, self.records.tallies
        owners = sorted(set(tallies.owners()))
        return (
            store.entries(BOARD),
            store.listed(BOARD),
            {owner: (tallies.rows(owner), tallies.totals(owner)) for owner in owners},
        )
