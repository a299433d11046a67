"""A seat changes hands in a room when both sides agree: its holder (all players, if it is vacant) and the newcomer.

The new holder of a seat sees its cards, so a name alone proves nothing. A newcomer is identified because they asked for
the seat themselves, or because the holder mentioned them by the platform's own mention.
"""

import re
from collections.abc import Sequence

from service.chat.rooms.room import HandoverRequest, Post, Room, Speaker, Wish, distinct_names, seat_of
from service.chat.rooms.status_message import name_of
from service.errors import RuleRefused, ServiceError
from service.games.commit import Key
from service.games.facts import known_as, named
from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.grammar.phrases import Words, as_written, plain_words
from service.language.languages import Messages
from service.language.speech.problem_text import detail_of
from service.language.speech.story import voice_for
from ttr_core.by_post import Holders, InviteReplacement, OfferSeat, TakeOver
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import Command
from ttr_core.model.ids import SeatId, Witness
from ttr_core.model.state import HUMAN

_MENTION = re.compile(r"<@!?([^|>]+)")


class Handover:
    """What one message does about the seats of a running game."""

    def __init__(self, games: Games, room: Room, loaded: Loaded, who: Speaker, lang: str) -> None:
        self._games, self._room, self._loaded = games, room, loaded
        self._who, self._lang = who, lang
        self._own = seat_of(loaded, who)

    def hear(self, request: HandoverRequest, text: str, key: Key | None) -> Post:
        if self._own is None:
            return self._take(request, key)
        if not request.to:
            return self._post("room-seated")
        return self._hand(self._own, request, text, key)

    # taking a seat

    def _take(self, request: HandoverRequest, key: Key | None) -> Post:
        seat = self._meant(request.seat)
        if seat is None:
            return self._post("room-which_seat", names=", ".join(map(self._name, self._seats())))
        if self._room.heir(seat) == self._who.person and self._is_open(seat):
            return self._passed([TakeOver(seat=seat)], seat, self._who.person, self._who.name, key)
        self._room.wish(self._who.person, Wish(seat, self._who.name))
        held = self._loaded.state.seats[seat].kind == HUMAN
        wanted = Messages(self._lang)("room-own_seat") if held else Messages(self._lang).seat(seat).lower()
        who = self._name(seat) if held else Messages(self._lang)("room-any_player")
        return self._post("room-wished", name=self._who.name, of=self._name(seat), who=who, seat=wanted)

    def _meant(self, words: Words) -> SeatId | None:
        """The seat by name or number; without either, the one that was opened for the speaker."""
        heirs = [seat for seat in self._seats() if self._room.heir(seat) == self._who.person]
        named = [seat for seat in self._seats() if plain_words(self._name(seat)) == words]
        numbered = [seat for seat in self._seats() if words == (str(seat + 1),)]
        seats = (named or numbered) if words else heirs
        return seats[0] if len(seats) == 1 else None

    # handing a seat on

    def _hand(self, own: SeatId, request: HandoverRequest, text: str, key: Key | None) -> Post:
        seat = self._meant(request.seat) if request.seat else own
        if seat is None:
            return self._post("room-which_seat", names=", ".join(map(self._name, self._seats())))
        if seat != own and self._loaded.state.seats[seat].kind == HUMAN:
            return self._post("room-not_yours")
        person = self._newcomer(seat, request.to, _MENTION.findall(text))
        if person is None:
            return self._post("room-unknown_heir", name=as_written(text, request.to), of=self._name(seat))
        wish = self._room.wishes().get(person)
        if wish is None or wish.seat != seat:
            return self._open_for(own, seat, person, key)
        if seat == own:
            commands: Sequence[Command] = [OfferSeat(seat=seat), TakeOver(seat=seat)]
            return self._passed(commands, seat, person, wish.name, key)
        return self._open_for(own, seat, person, key, wish.name)

    def _newcomer(self, seat: SeatId, to: Words, mentioned: Sequence[str]) -> str | None:
        """The person who was mentioned, or the only one of this name who wants the seat."""
        if len(mentioned) == 1:
            return mentioned[0]
        wishes = self._room.wishes().items()
        people = [person for person, wish in wishes if wish.seat == seat and plain_words(wish.name) == to]
        return people[0] if len(people) == 1 else None

    def _open_for(self, own: SeatId, seat: SeatId, person: str, key: Key | None, name: str = "") -> Post:
        """Open the seat for the newcomer, who has the last word: they still have to take it."""
        command: Command = OfferSeat(seat=own) if seat == own else InviteReplacement(seat=own, vacant=seat)
        if not self._is_open(seat) or seat == own:
            refused = self._perform([command], own, key, {})
            if refused:
                return refused
        self._room.name_heir(seat, person)
        if self._is_open(seat):
            return self._post("room-offered", (person,), of=self._name(seat))
        newcomer = name or Messages(self._lang)("room-newcomer")
        return self._post("room-motion", (person,), name=newcomer, of=self._name(seat))

    # the game

    def _passed(
        self, commands: Sequence[Command], seat: SeatId, person: str, name: str, key: Key | None
    ) -> Post:
        of = self._name(seat)
        *_, name = distinct_names([*(self._name(other) for other in self._seats() if other != seat), name])
        taken = known_as(seat, person) | named(seat, name)
        refused = self._perform(commands, seat, key, taken)
        if refused:
            return refused
        self._room.settled(seat, person)
        return self._post("room-taken_over", (person,), name=name, of=of)

    def _perform(
        self, commands: Sequence[Command], seat: SeatId, key: Key | None, facts: dict[str, str]
    ) -> Post | None:
        """Perform the commands; the post says why if the rules refuse them."""
        try:
            done = self._games.perform(self._loaded, commands, Actor(Role.SEAT, seat), key=key, facts=facts)
        except RuleRefused as refusal:
            voice = voice_for(self._loaded, self._lang, Witness.SPECTATOR)
            return Post(text=voice.refusal(refusal.code, refusal.facts))
        except ServiceError as problem:
            return self._post("room-refused", why=detail_of(problem, self._lang))
        self._loaded = done.loaded
        return None

    def _is_open(self, seat: SeatId) -> bool:
        return seat in self._loaded.state.slice(Holders).offered

    def _seats(self) -> range:
        return range(self._loaded.ruleset.players)

    def _name(self, seat: SeatId) -> str:
        return name_of(self._loaded, seat, self._lang)

    def _post(self, key: str, mentions: tuple[str, ...] = (), **facts: object) -> Post:
        return Post(text=Messages(self._lang)(key, **facts), mentions=mentions)
