"""A room for tests without any platform, over a store in memory."""

import time

from service.chat.rooms import Posts, Room, Rooms, Speaker
from service.chat.rooms.room import seat_of
from service.games.game_cache import Loaded
from service.games.games import Games
from service.rate_limit import RateLimit
from service.store import MemoryStore, Store
from tests.support.http.service_games import games_on
from ttr_core.model.ids import SeatId

ANN, BOB, CY = (Speaker(person=f"p-{name.lower()}", name=name) for name in ("Ann", "Bob", "Cy"))


class Parlour:
    """One room."""

    def __init__(self, name: str = "bridge:parlour", store: Store | None = None) -> None:
        self.store = store or MemoryStore()
        self.games: Games = games_on(self.store)
        self.name, self.limit = name, RateLimit(20, time.monotonic)

    @property
    def room(self) -> Room:
        return Room(self.store, self.name)

    @property
    def game(self) -> Loaded:
        return self.games.cache.read_latest(self.room.game)

    def hear(self, who: Speaker, text: str, message: str = "", *, addressed: bool = True) -> Posts:
        rooms = Rooms(self.games, self.limit.admit)
        return rooms.hear(self.name, who, text, message, addressed=addressed)

    def public(self, who: Speaker, text: str) -> str:
        """The text for everybody; there is no other."""
        posts = self.hear(who, text)
        assert posts.private is None
        assert posts.public is not None
        return posts.public.text

    def private(self, who: Speaker, text: str) -> str:
        """The text for the speaker alone; there is no other."""
        posts = self.hear(who, text)
        assert posts.public is None
        assert posts.private is not None
        return posts.private.text

    def begin(self, *people: Speaker, board: str = "lyon") -> Loaded:
        first, *others = people or (ANN, BOB)
        self.hear(first, f"new game {board}")
        for person in others:
            self.hear(person, "join")
        assert "The game begins" in self.public(first, "start")
        return self.game

    def first_turns(self, *people: Speaker, board: str = "lyon") -> Loaded:
        """A game in which everybody has their first tickets."""
        self.begin(*people, board=board)
        for person in people or (ANN, BOB):
            self.hear(person, "keep all")
        return self.game

    def is_next(self) -> Speaker:
        (seat,) = self.game.state.phase.waiting
        return next(who for who in (ANN, BOB, CY) if seat_of(self.game, who) == seat)

    def read_by_seat(self, seat: SeatId, text: str) -> str:
        """What the person in a seat reads when they have written something."""
        who = next(who for who in (ANN, BOB, CY) if seat_of(self.game, who) == seat)
        posts = self.hear(who, text)
        return "\n".join(post.text for post in (posts.public, posts.private) if post)
