"""A game by post on frozen time: people move or do not, and the clock is looked after when a test says so."""

from collections.abc import Sequence
from datetime import UTC, datetime

from freezegun.api import FrozenDateTimeFactory

from service.clocks.deadlines import moment, utc_now
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.store import MemoryStore, Store
from ttr_core import Event, legal_commands
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.history.chain import Envelope
from ttr_core.model.actor import parse_actor
from ttr_core.model.commands import Command, KeepTickets
from ttr_core.rules.by_post.clock.terms import Clock, ClockSettings
from workers.jobs.clock_actions import tick

START = "2026-03-27T09:00:00.000Z"  # a Friday; that Sunday clocks are set forward in Paris
PERSON = SeatRequest(name="Ann")


class PostedGame:
    def __init__(
        self,
        time: FrozenDateTimeFactory,
        clock: ClockSettings | None,
        seats: Sequence[SeatRequest] = (PERSON, PERSON),
        store: Store | None = None,
    ) -> None:
        self.time = time
        self.games = Games(store or MemoryStore(), lambda game, version: None, utc_now)
        request = GameRequest(board="lyon", seats=tuple(seats), first=0, clock=clock)
        self.game = open_table(self.games, request).done.loaded.game

    @property
    def loaded(self) -> Loaded:
        return self.games.cache.read_latest(self.game)

    @property
    def clock(self) -> Clock:
        return self.loaded.state.slice(Clock)

    @property
    def events(self) -> list[tuple[Envelope, Event]]:
        return self.games.cache.read_events(self.game, 0)

    def events_of(self, *types: str) -> list[tuple[Envelope, Event]]:
        return [(envelope, event) for envelope, event in self.events if envelope.type in types]

    def until(self, text: str) -> None:
        """Let time pass until then; nobody does anything."""
        self.time.move_to(
            moment(text) if text.endswith("Z") else datetime.fromisoformat(text).astimezone(UTC)
        )

    def do(self, command: Command, actor: str) -> None:
        self.games.perform(self.loaded, [command], parse_actor(actor))

    def move(self, seat: int) -> None:
        """The seat's whole turn: it draws two cards, or keeps its first tickets."""
        before = len(self.events_of("turn_started"))
        while seat in self.loaded.state.phase.waiting and len(self.events_of("turn_started")) == before:
            loaded = self.loaded
            self.do(legal_commands(loaded.ruleset, loaded.state, seat)[0], f"seat:{seat}")

    def choose_tickets(self) -> None:
        """Everybody does so at once; the first turn begins."""
        for seat in self.loaded.state.phase.waiting:
            offer = ticket_choice(self.loaded.state, seat).offer
            self.do(KeepTickets(seat=seat, tickets=offer), f"seat:{seat}")

    def tick(self) -> int:
        """Run the clock job at the current time."""
        return tick(self.games, self.game, utc_now())


def per_move(hours: int = 24, **settings: object) -> ClockSettings:
    return ClockSettings(kind="per_move", seconds=hours * 3600, zone="Europe/Paris", **settings)  # type: ignore[arg-type]  # as each test names them
