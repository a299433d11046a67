"""Chat rooms: one room is one game, created, joined, played and finished by writing in it.

Platforms are adapters around `Rooms.hear`: they know who wrote what where, and how to show the answer.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import TypedDict

import msgspec

from service.chat.rooms.arrangement import language_of
from service.chat.rooms.handover import Handover
from service.chat.rooms.open_table import Lobby
from service.chat.rooms.room import (
    ALONE,
    Post,
    Posts,
    Room,
    RoomVerb,
    Speaker,
    calls,
    handover_in,
    notice_code_in,
    room_verb_during_game,
    room_verb_in,
    seat_of,
    shown_name,
    words_for_table,
)
from service.chat.rooms.status_message import call, status
from service.errors import CodeRefused, ServiceError
from service.games.commit import Key
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.tokens import Grant, TokenRole
from service.language import Reply, Talk, Utterance
from service.language.grammar.phrases import plain_words
from service.language.grammar.sentences.look_phrases import query_in
from service.language.grammar.sentences.yes_and_no import Answer, answer_in
from service.language.grammar.table_requests import REMATCH
from service.language.languages import Messages
from service.language.speech.problem_text import detail_of
from service.notices.channels import Channels
from service.players.accounts import Players
from service.table_talk.table_talk import quiet_talk
from service.table_talk.talk_message import Speaker as TableSpeaker
from ttr_core.by_post import Holders
from ttr_core.model.ids import SeatId, Witness

__all__ = ["Post", "Posts", "Room", "Rooms", "Speaker"]

LONGEST = 400  # characters of a message


class Rooms:
    """All rooms of all platforms; a room's name begins with its platform's."""

    def __init__(self, games: Games, admit: Callable[[str], None]) -> None:
        self._games, self._talk, self._admit = games, Talk(games), admit

    def hear(self, name: str, who: Speaker, text: str, message: str = "", *, addressed: bool = True) -> Posts:
        """Do what the text asks for; `message` is its id, so that a repeated message counts once.

        A message that is not `addressed` to the room's bot is answered only if it is plainly about the game.
        """
        room = Room(self._games.store, name)
        verb = room_verb_in(text[:LONGEST])
        lang = room.lang or who.lang or verb.lang or room.common_lang
        if code := notice_code_in(text[:LONGEST]):
            return self._notify(room, who, code, lang)
        if len(text) > LONGEST:
            too_long = Post(text=Messages(lang)("room-too_long"))
            return Posts(private=too_long if addressed else None, lang=lang)
        who = msgspec.structs.replace(who, name=shown_name(who), lang=room.lang or who.lang)
        loaded = self._games.cache.read_latest(room.game) if room.game else None
        if loaded is None or room.table:
            if not (addressed or Lobby(self._games, room, who, lang).is_called(verb, text)):
                return Posts(lang=lang)
            lang = room.lang or who.lang or verb.lang or language_of(text) or room.common_lang
            lobby = Lobby(self._games, room, who, lang)
            return Posts(public=lobby.hear(verb, text), game=room.game, lang=room.lang or lang)
        key = _key(who, message, text) if message else None
        return GameRoom(self._games, self._talk, room, loaded, who, lang, self._admit).hear(
            text, key, addressed=addressed
        )

    def _notify(self, room: Room, who: Speaker, code: str, lang: str) -> Posts:
        """Mentions the person here when a game waits for the player whose code they know."""
        games = self._games
        channels = Channels(Players(games.store, games.now, games.key_seconds), games.now)
        try:
            channels.confirm_in_chat(code, room.name, who.person)
        except CodeRefused:
            return Posts(private=Post(text=Messages(lang)("room-notices_refused")), lang=lang)
        return Posts(private=Post(text=Messages(lang)("room-notices_on")), lang=lang)


class Origin(TypedDict):
    """The game and the seat that an answer belongs to."""

    game: str
    version: int
    seat: SeatId | None
    lang: str


class GameRoom:
    """A room with a game, at the moment of one message."""

    def __init__(
        self,
        games: Games,
        talk: Talk,
        room: Room,
        loaded: Loaded,
        who: Speaker,
        lang: str,
        admit: Callable[[str], None],
    ) -> None:
        self._games, self._talk, self._room, self._loaded = games, talk, room, loaded
        self._who, self._lang, self._admit = who, lang, admit
        self._seat = seat_of(loaded, who)

    def hear(self, text: str, key: Key | None, *, addressed: bool) -> Posts:
        if (words := words_for_table(text)) and self._seat is not None:
            return self._private(self._say(self._seat, words, key))
        over = self._loaded.over
        verb = room_verb_in(text) if over else room_verb_during_game(text)
        handover = None if over else handover_in(text)
        names = (self._loaded.facts.name(seat) or "" for seat in range(self._loaded.ruleset.players))
        if not over and not verb.verb and calls(text, names):
            verb = RoomVerb("remind", ())
        lobby = Lobby(self._games, self._room, self._who, self._lang)
        is_talk = verb.verb == "new" or (over and verb.verb not in ALONE)
        if not addressed and is_talk and not lobby.is_called(verb, text):
            verb = RoomVerb("", verb.words)  # "let's play tennis tomorrow"
        if post := self._about_game(verb):
            return self._public(post)
        if verb.verb or (over and lobby.is_called(verb, text)):
            return self._public(lobby.hear(verb, text))
        if over and addressed and (answer := self._agrees_to_rematch(text)):
            lang = self._who.lang or answer.lang or self._lang
            lobby = Lobby(self._games, self._room, self._who, lang)
            return self._public(lobby.hear(RoomVerb(REMATCH, ()), REMATCH))
        if handover:
            seats = Handover(self._games, self._room, self._loaded, self._who, self._lang)
            return self._public(seats.hear(handover, text, key))
        return self._play(text, key, addressed=addressed)

    def _agrees_to_rematch(self, text: str) -> Answer | None:
        """A yes to the "rematch?" of the last message, unless the speaker is asked something else."""
        answer = answer_in(plain_words(text))
        is_asked = self._talk.asks(self._loaded, self._seat, text)
        return answer if answer and answer.yes and not is_asked else None

    def _say(self, seat: SeatId, words: str, key: Key | None) -> Post:
        """Passes words on to those at the table who are not in this room."""
        loaded, games = self._loaded, self._games
        talk = quiet_talk(games)
        holder = loaded.state.slice(Holders).numbers[seat]
        speaker = TableSpeaker(Grant(TokenRole.SEAT, seat), holder, loaded.facts.player(seat))
        try:
            self._admit(f"{loaded.game}:{speaker.name}")
            talk.post(loaded.game, loaded.version, speaker, words, key, from_room=True)
        except ServiceError as problem:
            return self._post("room-refused", why=detail_of(problem, self._lang))
        return self._post("room-talk_said")

    def _about_game(self, verb: RoomVerb) -> Post | None:
        match verb.verb:
            case "status":
                return status(self._loaded, self._lang)
            case "remind":
                waiting = self._loaded.state.phase.waiting
                return call(self._loaded, self._lang, waiting) or self._post("room-nobody_waits")
            case "new" if not self._loaded.over:
                return self._post("room-running")
        return None

    def _play(self, text: str, key: Key | None, *, addressed: bool) -> Posts:
        viewer = Witness.SPECTATOR if self._seat is None else self._seat
        said = Utterance(
            loaded=self._loaded,
            viewer=viewer,
            text=text,
            lang=self._who.lang,
            common_lang=self._lang,
            key=key,
        )
        try:
            reply = self._talk.hear(said) if addressed else self._talk.overhear(said)
        except ServiceError as problem:
            return self._private(self._post("room-refused", why=detail_of(problem, self._lang)))
        if reply is None:
            return Posts(**self._origin())
        lang = self._who.lang or reply.lang
        if query_in(plain_words(text)).look == "help":
            reply = msgspec.structs.replace(reply, text=f"{reply.text}\n{Messages(lang)('room-help_room')}")
        return _posts(reply, self._loaded.game, self._seat, lang)

    def _post(self, key: str, **facts: object) -> Post:
        return Post(text=Messages(self._lang)(key, **facts))

    def _public(self, post: Post) -> Posts:
        return Posts(public=post, **self._origin())

    def _private(self, post: Post) -> Posts:
        return Posts(private=post, **self._origin())

    def _origin(self) -> Origin:
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
    """Choices go only to the person who has to choose, even where they hold no secret.

    A move is answered without a picture, since the status message shows the board.
    """
    hand = reply.picture == "hand"
    picture = "" if reply.events or (hand and seat is None) else reply.picture
    answer = Post(text=reply.text, choices=reply.choices, picture=picture)
    public = Post(text=reply.public) if reply.public else None
    if reply.private or reply.choices or hand:
        return Posts(private=answer, public=public, game=game, version=reply.version, seat=seat, lang=lang)
    return Posts(public=public or answer, game=game, version=reply.version, seat=seat, lang=lang)
