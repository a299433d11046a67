"""Chat rooms: one room is one game, created, joined, played and finished by writing in it.

Platforms are adapters around `Rooms.hear`: they know who wrote what where, and how an answer is shown.
"""

from hashlib import sha256
from typing import TypedDict

import msgspec

from service.chat.rooms.handover import Succession, passing_in
from service.chat.rooms.names import shown_name
from service.chat.rooms.open_table import Gathering
from service.chat.rooms.posts import Post, Posts, Speaker, is_mark, words_of
from service.chat.rooms.room import Room
from service.chat.rooms.room_verbs import Order, order_during_game, order_in
from service.chat.rooms.status_message import call, seat_of, status
from service.errors import ServiceError
from service.games.game_cache import Loaded
from service.games.games import Games, Key
from service.language import Reply, Talk
from service.language.grammar.plain_text import plain_words
from service.language.grammar.queries import aside
from service.language.texts.rooms import say
from ttr_core.model.ids import SeatId, Witness

__all__ = ["Post", "Posts", "Room", "Rooms", "Speaker"]

LONGEST = 400  # characters of a message


class Rooms:
    """All rooms of all platforms; a room's name begins with its platform's."""

    def __init__(self, games: Games) -> None:
        self._games, self._talk = games, Talk(games)

    def hear(self, name: str, who: Speaker, text: str, message: str = "") -> Posts:
        """Does what the message asks for; `message` is its id, so that one that comes twice counts once."""
        room = Room(self._games.store, name)
        order = order_in(text[:LONGEST])
        lang = room.lang or who.lang or order.lang or room.common_lang
        if len(text) > LONGEST:
            return Posts(private=Post(text=say(lang, "too_long")), lang=lang)
        who = msgspec.structs.replace(who, name=shown_name(who), lang=room.lang or who.lang)
        loaded = self._games.cache.read_latest(room.game) if room.game else None
        if loaded is None or room.table:
            return self._gather(room, who, lang, order)
        key = _key(who, message, text) if message else None
        return Seen(self._games, self._talk, room, loaded, who, lang).hear(text, key)

    def _gather(self, room: Room, who: Speaker, lang: str, order: Order) -> Posts:
        post = Gathering(self._games, room, who, lang).hear(order)
        return Posts(public=post, game=room.game, lang=room.lang or lang)


class From(TypedDict):
    """Which game an answer comes from, and to whom."""

    game: str
    version: int
    seat: SeatId | None
    lang: str


class Seen:
    """A room with a game, as one message finds it."""

    def __init__(self, games: Games, talk: Talk, room: Room, loaded: Loaded, who: Speaker, lang: str) -> None:
        self._games, self._talk, self._room, self._loaded = games, talk, room, loaded
        self._who, self._lang = who, lang
        self._seat = seat_of(loaded, who)

    def hear(self, text: str, key: Key | None) -> Posts:
        over = self._loaded.over
        order = order_in(text) if over else order_during_game(text)
        passing = None if over else passing_in(text)
        if post := self._about(order):
            return self._public(post)
        if order.verb:
            post = Gathering(self._games, self._room, self._who, self._lang).hear(order)
            return self._public(post)
        if passing:
            succession = Succession(self._games, self._room, self._loaded, self._who, self._lang)
            return self._public(succession.hear(passing, text, key))
        words = words_of(self._games.store, self._loaded, self._seat, text) if is_mark(text) else text
        return self._play(words, key) if words else self._private(Post(text=say(self._lang, "stale")))

    def _about(self, order: Order) -> Post | None:
        """What is told of the game."""
        match order.verb:
            case "status":
                return status(self._loaded, self._lang)
            case "remind":
                waiting = self._loaded.state.phase.waiting
                return call(self._loaded, self._lang, waiting) or self._post("nobody_waits")
            case "new" if not self._loaded.over:
                return self._post("running")
        return None

    def _play(self, text: str, key: Key | None) -> Posts:
        viewer = Witness.SPECTATOR if self._seat is None else self._seat
        try:
            reply = self._talk.hear(self._loaded, viewer, text, lang=self._who.lang, key=key)
        except ServiceError as problem:
            return self._private(self._post("refused", why=problem.code))
        lang = self._who.lang or reply.lang
        if aside(plain_words(text)).look == "help":
            reply = msgspec.structs.replace(reply, text=f"{reply.text}\n{say(lang, 'help_room')}")
        return _posts(reply, self._loaded.game, self._seat, lang)

    def _post(self, key: str, **facts: object) -> Post:
        return Post(text=say(self._lang, key, **facts))

    def _public(self, post: Post) -> Posts:
        return Posts(public=post, **self._from())

    def _private(self, post: Post) -> Posts:
        return Posts(private=post, **self._from())

    def _from(self) -> From:
        return {
            "game": self._loaded.game,
            "version": self._loaded.version,
            "seat": self._seat,
            "lang": self._room.lang or self._lang,
        }


def _key(who: Speaker, message: str, text: str) -> Key:
    name = sha256(f"{who.person}/{message}".encode()).hexdigest()
    return Key(name, sha256(text.encode()).hexdigest())


def _posts(reply: Reply, game: str, seat: SeatId | None, lang: str) -> Posts:
    """Choices are for whoever is asked, even where they hold no secret: others have no business with them.

    What was done is told without a picture, since the status message shows the board.
    """
    hand = reply.picture == "hand"
    picture = "" if reply.events or (hand and seat is None) else reply.picture
    told = Post(text=reply.text, choices=reply.choices, picture=picture)
    public = Post(text=reply.public) if reply.public else None
    if reply.private or reply.choices or hand:
        return Posts(private=told, public=public, game=game, version=reply.version, seat=seat, lang=lang)
    return Posts(public=public or told, game=game, version=reply.version, seat=seat, lang=lang)
