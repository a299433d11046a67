"""A chat room: what it keeps, what people ask of it, and what it posts before a platform gives that a shape.

It keeps its open table, its game, its language, and who would like which seat; beside it, the room in which a person
last wrote. `forget_person` removes both when a person is erased.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from service.chat.rooms.table_terms import Terms, terms_in
from service.games.game_cache import Loaded
from service.games.games import new_game_id
from service.language import Choice
from service.language.grammar.phrases import (
    PhraseTable,
    Words,
    plain_words,
    sentence,
    spoken_words,
    without_request,
)
from service.language.grammar.sentences.yes_and_no import without_yes
from service.language.grammar.table_requests import language_asked_in
from service.language.languages import DEFAULT_LANG, heard_words, languages_by_name, words_for
from service.language.vocabulary.bot_levels import split_level
from service.notices.channels import CHAT_CODE_LENGTH
from service.store import Store
from ttr_core.model.ids import SeatId

TABLE, GAME, LANG, OPENED_IN, WISH, HEIR = "table", "game", "lang", "opened in", "wish:", "heir:"  # items
# items of a table: its game is being created, so that joining may come too late; how it will be played
BEGUN, TERMS = "begun", "terms"


class Table(msgspec.Struct, frozen=True, array_like=True):
    """An open table. Its game has an id already, so that it cannot be created twice."""

    board: str
    game: str


class Place(msgspec.Struct, frozen=True, array_like=True):
    """A place at the open table: a person of the platform, or a bot."""

    name: str  # of a bot, its policy
    person: str = ""


class Wish(msgspec.Struct, frozen=True, array_like=True):
    """A person's wish to take over a seat."""

    seat: int
    name: str


class Room:
    """A chat room's properties in the store. Each is written on its own, so that two people can act at once."""

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store, self._owner = store, f"room/{name}"
        self.look()

    def look(self) -> None:
        self.items: Mapping[str, str] = self._store.properties(self._owner)

    def put(self, items: Mapping[str, str]) -> None:
        self._store.set_properties(self._owner, items)
        self.look()

    @property
    def game(self) -> str:
        """The current game of the room, or the last one; empty before the first."""
        return self.items.get(GAME, "")

    @property
    def lang(self) -> str:
        """The language that was agreed on; without one, people are answered in their own."""
        return self.items.get(LANG, "")

    @property
    def common_lang(self) -> str:
        """The language of messages to everybody: agreed on, or that of the person who opened the table."""
        return self.lang or self.items.get(OPENED_IN) or DEFAULT_LANG

    @property
    def table(self) -> Table | None:
        text = self.items.get(TABLE)
        return msgspec.json.decode(text, type=Table) if text else None

    # the open table

    @property
    def board(self) -> str:
        return self.table.board if self.table else ""

    def open(self, board: str) -> bool:
        """Open a table; False if there is one already."""
        text = msgspec.json.encode(Table(board, new_game_id())).decode()
        fresh = self._store.set_property_once(self._owner, TABLE, text)
        self.look()
        return fresh

    def change_board(self, board: str) -> None:
        """Play on another board, with the same people."""
        if table := self.table:
            self.put({TABLE: msgspec.json.encode(Table(board, table.game)).decode()})

    @property
    def places(self) -> Mapping[str, Place]:
        """The places by item, in their order at the table."""
        start = self._of_table()
        return {
            item: msgspec.json.decode(self.items[item], type=Place)
            for item in sorted(self.items)
            if start and item.startswith(start) and item.removeprefix(start).isdecimal()
        }

    @property
    def people(self) -> Sequence[tuple[str, str]]:
        """The people at the open table: platform ids and names."""
        return [(place.person, place.name) for place in self.places.values() if place.person]

    @property
    def bots(self) -> Sequence[str]:
        return [place.name for place in self.places.values() if not place.person]

    @property
    def begun(self) -> bool:
        return self._of_table() + BEGUN in self.items

    @property
    def terms(self) -> Terms:
        """How the game of the open table will be played."""
        text = self.items.get(self._of_table() + TERMS)
        return msgspec.json.decode(text, type=Terms) if text else Terms()

    def agree_on(self, terms: Terms) -> None:
        self.put({self._of_table() + TERMS: msgspec.json.encode(terms).decode()})

    def sit(self, place: Place, most: int) -> bool:
        """Take the first free place of `most`; a person who joins twice at once gets one place."""
        for number in range(most):
            item = f"{self._of_table()}{number:02}"
            if self._store.set_property_once(self._owner, item, msgspec.json.encode(place).decode()):
                self.look()
                return self._stay(item, place)
        return False

    def _stay(self, item: str, place: Place) -> bool:
        """Give the place back if the table is gone, or the person has another one."""
        own = [held for held, other in self.places.items() if other.person == place.person]
        if item not in own or (place.person and own[0] != item):
            self.put({item: ""})
        return bool(own)

    def get_up(self, place: Place) -> bool:
        """Free the person's place, or the last bot's; False if there is none."""
        held = [
            item
            for item, other in self.places.items()
            if (other.person == place.person if place.person else not other.person)
        ]
        if held:
            self.put({held[-1]: ""})
        return bool(held)

    def begin(self, table: Table) -> bool:
        """Mark the table as begun for everybody who joins later; False if the table is gone."""
        self.put({f"{table.game}:{BEGUN}": "1"})
        if self.table != table:
            self.not_begun(table)
        return self.table == table

    def not_begun(self, table: Table) -> None:
        self.put({f"{table.game}:{BEGUN}": ""})

    def clear(self) -> None:
        """Remove the table: the game has begun, or was cancelled."""
        start = self._of_table()
        gone = [item for item in self.items if start and item.startswith((start, WISH, HEIR))]
        self.put(dict.fromkeys((*gone, TABLE), ""))

    def _of_table(self) -> str:
        """The prefix of the open table's items."""
        table = self.table
        return f"{table.game}:" if table else ""

    # seats that change hands

    def wishes(self) -> Mapping[str, Wish]:
        """The wishes of people, by platform id."""
        return {
            item.removeprefix(WISH): msgspec.json.decode(text, type=Wish)
            for item, text in sorted(self.items.items())
            if item.startswith(WISH)
        }

    def wish(self, person: str, wish: Wish) -> None:
        self.put({WISH + person: msgspec.json.encode(wish).decode()})

    def heir(self, seat: int) -> str:
        """The person for whom a seat was opened."""
        return self.items.get(f"{HEIR}{seat}", "")

    def name_heir(self, seat: int, person: str) -> None:
        self.put({f"{HEIR}{seat}": person})

    def settled(self, seat: int, person: str) -> None:
        """The person has the seat."""
        self.put({f"{HEIR}{seat}": "", WISH + person: ""})

    def forget(self, person: str) -> None:
        """Remove the person's place, their wish, and any seat that is kept for them."""
        reserved = [item for item, text in self.items.items() if item.startswith(HEIR) and text == person]
        places = [item for item, place in self.places.items() if place.person == person]
        self.put(dict.fromkeys((*reserved, *places, WISH + person), ""))
        if places and not self.people:
            self.clear()


ROOM = "room"


class Whereabouts:
    """The room in which a person last wrote: their private messages to the bot are about its game."""

    def __init__(self, store: Store, platform: str, person: str) -> None:
        self._store, self._owner = store, f"{platform}/last/{person}"

    def last(self) -> str:
        """The platform's name of the room; empty if there is none."""
        return self._store.properties(self._owner).get(ROOM, "")

    def put(self, room: str) -> None:
        self._store.set_properties(self._owner, {ROOM: room})


def forget_person(store: Store, room: str, person: str) -> None:
    """Remove a person from the room in which they play, and all trace of where they wrote."""
    Room(store, room).forget(person)
    Whereabouts(store, room.partition(":")[0], person).put("")


# what is said

WITH_MORE = frozenset({"new", "suggest", "language", "notify"})  # verbs that need further words
SMALL_WORDS = words_for(lambda heard: (*heard.boards["around"], *heard.fillers, *heard.please))
BOT_NOUNS = words_for(lambda heard: (*heard.rooms["bot"], *heard.rooms["bots"]))
ADDING = SMALL_WORDS | words_for(lambda heard: heard.moves["lay"])
CLAUSE_ENDS = re.compile(r"[,;:!?.…\n]+")
MOST_BEFORE = 5  # words before the clause that asks for something: "everybody is here, start"
ALONE = frozenset({"status", "remind"})  # during a game they count only as whole messages
LANGUAGE = frozenset(map(plain_words, words_for(lambda heard: heard.rooms["language"][:1])))  # the noun
IDLE = words_for(lambda heard: (*heard.everyday, *heard.fillers, *heard.please))
HANDING = words_for(lambda heard: heard.handover.hand)
TO = words_for(lambda heard: heard.handover.to)
I = words_for(lambda heard: heard.handover.i)  # noqa: E741 - the word itself
SEAT = words_for(lambda heard: heard.handover.seat)
MINE = words_for(lambda heard: heard.handover.my)
NOT_A_NAME = SEAT | words_for(lambda heard: heard.handover.of)
NO_PERSON = words_for(lambda heard: heard.handover.nobody)


class RoomVerb(NamedTuple):
    """One of the room's verbs, the words after it, and its language; an empty verb if there is none."""

    verb: str
    rest: Words
    lang: str | None = None
    words: Words = ()  # the whole message


def room_verb_in(text: str) -> RoomVerb:
    """The longest of the room's phrases with which the message begins, perhaps behind politeness.

    Most say all by themselves: "start" is one, "start by washing your hands" is talk.
    """
    words, spoken = spoken_words(text), sentence(text)
    if asked := language_asked_in(text):
        language, asked_in = asked
        return RoomVerb("language", (language,), asked_in, words)
    clauses = [clause for clause in CLAUSE_ENDS.split(text) if plain_words(clause)]
    is_short = len(words) - len(spoken_words(clauses[-1] if clauses else "")) <= MOST_BEFORE
    behind = spoken_words(clauses[-1]) if clauses and is_short else ()
    for said in (
        words,
        spoken,
        without_yes(words),
        without_yes(spoken),
        without_request(spoken),
        behind,
        sentence(" ".join(behind)),
    ):
        if phrase := _whole_verbs().whole(said):
            return RoomVerb(phrase.meaning, (), phrase.lang, words)
        for phrase in _verbs().openings(said):
            rest = said[len(phrase.words) :]
            if phrase.meaning in WITH_MORE or _is_repeated(phrase.meaning, rest):
                return RoomVerb(phrase.meaning, rest, phrase.lang, words)
    talks_of_bots = not BOT_NOUNS.isdisjoint(words)
    heard = _bot_of_level(words) or _bots_in(words) if talks_of_bots else None
    return heard or _said_twice(clauses) or RoomVerb("", words, None, words)


def _said_twice(clauses: Sequence[str]) -> RoomVerb | None:
    """What the last clause asks for, if all before it asks for the same: "ok we're all here, let's start"."""
    if len(clauses) < 2:
        return None
    before, last = room_verb_in(" ".join(clauses[:-1])), room_verb_in(clauses[-1])
    is_same = last.verb and before.verb == last.verb and not (before.rest or last.rest)
    return last._replace(words=spoken_words(" ".join(clauses))) if is_same else None


def _is_repeated(verb: str, rest: Words) -> bool:
    """Whether the rest says nothing more than the verb itself: "ready, let's start"."""
    while rest:
        again = next((one for one in _verbs().openings(rest) if one.meaning == verb), None)
        if again is None and rest[0] not in SMALL_WORDS:
            return False
        rest = rest[len(again.words) if again else 1 :]
    return True


def _bot_of_level(words: Words) -> RoomVerb | None:
    """A bot whose level stands within the phrase: "one greedy bot"."""
    level, around = split_level(words)
    phrase = next(_verbs().openings(around), None)
    if level is None or phrase is None or phrase.meaning != "bot":
        return None
    return RoomVerb("bot", (level,), phrase.lang, words)


def _bots_in(words: Words) -> RoomVerb | None:
    """Several bots at once: "add two bots"."""
    heard = terms_in(words, Terms())
    is_all = heard.bots and heard.terms == Terms() and ADDING.issuperset(heard.rest)
    return RoomVerb("bot", heard.bots, None, words) if is_all else None


def room_verb_during_game(text: str) -> RoomVerb:
    """The same during a game, which keeps what may be about a route or a card: "new york boston" is a move."""
    verb = room_verb_in(text)
    words = plain_words(text)
    if verb.verb in ALONE and not verb.rest:
        return verb
    is_language = any(word in languages_by_name() for word in verb.rest) or words[:1] in LANGUAGE
    if verb.verb == "language" and verb.rest and is_language:
        return verb
    if verb.verb == "new" and (len(words) - len(verb.rest) > 1 or not verb.rest):
        return verb
    return RoomVerb("", words)


def calls(text: str, names: Iterable[str]) -> bool:
    """Whether a message asks to remind somebody at the table of their turn: "remind bob to play"."""
    words, people = sentence(text), frozenset(word for name in names for word in plain_words(name))
    reminders = (one for one in _verbs().openings(words) if one.meaning == "remind")
    rest = next((words[len(phrase.words) :] for phrase in reminders), ())
    return not people.isdisjoint(rest) and (people | IDLE).issuperset(rest)


def notice_code_in(text: str) -> str:
    """The code with which somebody wants to be notified here: "notices k7m2p9qd..."; "" if there is none.

    It is read as it is written: heard as words, "rn" in a code would be "right now".
    """
    words = text.split()
    for behind in range(1, len(words)):
        code = "".join(filter(str.isalnum, "".join(words[behind:]))).lower()
        if len(code) == CHAT_CODE_LENGTH:
            verb = room_verb_in(" ".join(words[:behind]))
            return code if verb.verb == "notify" and not verb.rest else ""
    return ""


@cache
def _verbs() -> PhraseTable:
    return PhraseTable({lang: heard.rooms for lang, heard in heard_words().items()})


@cache
def _whole_verbs() -> PhraseTable:
    """Those that need no further words, though a verb that does may begin alike: "on lance"."""
    return PhraseTable(
        {
            lang: {verb: texts for verb, texts in heard.rooms.items() if verb not in WITH_MORE}
            for lang, heard in heard_words().items()
        }
    )


def words_for_table(text: str) -> str:
    """What somebody says to the others: "say: well played"; "" if the text is for the service."""
    head, _, words = text.partition(":")
    is_said = plain_words(head) in [plain_words(one) for one in words_for(lambda heard: heard.talk["to_all"])]
    return words.strip() if is_said else ""


class HandoverRequest(NamedTuple):
    """Which seat goes to whom; nobody is named if the speakers want it for themselves."""

    seat: Words  # none: the speaker's own, or the only one possible
    to: Words = ()


def handover_in(text: str) -> HandoverRequest | None:
    """The handover that a message asks for, if it does."""
    words = plain_words(text)
    for phrase in _handovers("take_over").openings(words):
        return HandoverRequest(_bare(words[len(phrase.words) :]))
    for phrase in _handovers("takes_over").endings(words[1:]):
        return HandoverRequest((), words[: -len(phrase.words)])
    return _handing(words[1:] if words and words[0] in I else words)


@cache
def _handovers(name: str) -> PhraseTable:
    return PhraseTable({lang: {name: getattr(heard.handover, name)} for lang, heard in heard_words().items()})


def _handing(words: Words) -> HandoverRequest | None:
    ends = [number for number, word in enumerate(words) if word in TO]
    if not ends or words[0] not in HANDING:
        return None
    seat, to = words[1 : ends[0]], words[ends[0] + 1 :]
    if SEAT.isdisjoint(seat) or not to or not NO_PERSON.isdisjoint(to):
        return None
    return HandoverRequest(_bare(seat) if MINE.isdisjoint(seat) else (), to)


def _bare(words: Words) -> Words:
    return tuple(word for word in words if word not in NOT_A_NAME)


# what is posted


class Post(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    choices: tuple[Choice, ...] = ()
    picture: str = ""  # "board" or "hand": the picture that goes with it
    mentions: tuple[str, ...] = ()  # the platform's ids of people to notify


class Posts(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a message: for the room, for the writer alone, or both."""

    public: Post | None = None
    private: Post | None = None
    game: str = ""  # the one that pictures show
    version: int = 0  # of the game, when the answer was made
    seat: SeatId | None = None  # of the writer
    lang: str = DEFAULT_LANG


class Speaker(msgspec.Struct, frozen=True, kw_only=True):
    """A person who writes in a room, as the platform knows them."""

    person: str
    name: str
    lang: str | None = None  # from their own settings


LONGEST = 40  # characters, so that a number can be added
_UNSEEN = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")


def shown_name(who: Speaker) -> str:
    """The platform's name of a person, or their id if no character of it is visible."""
    name = _UNSEEN.sub(" ", who.name).strip()[:LONGEST].strip()
    return name or _UNSEEN.sub(" ", who.person).strip()[:LONGEST] or "?"


def distinct_names(names: Sequence[str]) -> list[str]:
    """The names, with a number added to repeated ones."""
    distinct: list[str] = []
    for name in names:
        number, unique = 1, name
        while unique in distinct:
            number += 1
            unique = f"{name} {number}"
        distinct.append(unique)
    return distinct


def seat_of(loaded: Loaded, who: Speaker) -> SeatId | None:
    """The seat of a person; None if they do not play."""
    seats = range(loaded.ruleset.players)
    return next((seat for seat in seats if loaded.facts.contact(seat) == who.person), None)
