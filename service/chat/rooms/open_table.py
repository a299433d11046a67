"""Before the game: a person opens a table in the room, others join, and one of them starts."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

import msgspec

from service.boards.board_library import ServedBoard
from service.chat.rooms.room import (
    GAME,
    LANG,
    OPENED_IN,
    Place,
    Post,
    Room,
    RoomVerb,
    Speaker,
    Table,
    distinct_names,
)
from service.chat.rooms.table_terms import (
    HeardTerms,
    Options,
    Terms,
    TermsText,
    check_terms,
    options_in,
    terms_in,
)
from service.errors import ServiceError, StaleVersion, UnplayableClock
from service.games.facts import played_in
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.games.seats import bot_name
from service.language.grammar.phrases import Words, plain_words
from service.language.languages import Messages, codes, languages_by_name, words_for
from service.language.speech.problem_text import detail_of
from service.language.vocabulary.board_words import label_in
from service.language.vocabulary.bot_levels import (
    DEFAULT_LEVEL,
    level_in,
    level_lines,
    level_name,
    marked_bot,
)
from ttr_core.boards.board import Label
from ttr_core.by_post import Clock

MOST_UNKNOWN = 3  # words beside terms; with more of them a message is about something else
# between terms and around the name of a board
SMALL_WORDS = words_for(lambda heard: (*heard.boards["around"], *heard.and_, *heard.please))
WITHOUT_TABLE = frozenset({"boards", "bots", "language", "rematch"})  # verbs that need no open table
SHORTEST_NAME = 3  # letters of a word that names a board among other words


class BoardHead(msgspec.Struct, frozen=True):
    """The part of a board that is needed to choose it."""

    name: str
    title: Label
    players: tuple[int, int]
    options: Options = {}


def _head(board: ServedBoard) -> BoardHead:
    return msgspec.convert(board.whole, BoardHead)


class Lobby:
    """What one message does in a room without a running game."""

    def __init__(self, games: Games, room: Room, who: Speaker, lang: str) -> None:
        self._games, self._room, self._who, self._lang = games, room, who, lang

    def hear(self, verb: RoomVerb) -> Post:
        table = self._room.table
        at_table = OpenTable(self._games, self._room, self._who, self._lang, table) if table else None
        if at_table and (terms := at_table.terms_in(verb.words)):
            return at_table.change(terms)
        if at_table and not verb.verb and (unclear := at_table.unclear_terms(verb.words)):
            return unclear
        match verb.verb:
            case "suggest" if boards_called(terms_in(verb.rest, Terms()).rest, self._served):
                return self._new(verb.rest)
            case "boards":
                return self._boards()
            case "bots":
                return self._bots()
            case "language":
                return self._language(verb.rest)
            case "new":
                return self._new(verb.rest)
            case "rematch" if table is None and self._room.game:
                return self._rematch(self._games.cache.read_latest(self._room.game))
            case name if at_table is None:
                return self._post("room-help" if name in ("", "suggest") else "room-no_table")
            case _:
                return at_table.hear(verb)

    def is_called(self, verb: RoomVerb) -> bool:
        """Whether a message is plainly for the room: it names a board, or asks something of the table that is open."""
        if verb.verb in ("new", "suggest"):
            return bool(boards_called(terms_in(verb.rest, Terms()).rest, self._served))
        table = self._room.table
        if table is None:
            return verb.verb in WITHOUT_TABLE
        at_table = OpenTable(self._games, self._room, self._who, self._lang, table)
        return bool(verb.verb or at_table.terms_in(verb.words))

    @cached_property
    def _served(self) -> Sequence[ServedBoard]:
        return list(self._games.boards.boards())

    def _post(self, key: str, **facts: object) -> Post:
        return Post(text=Messages(self._lang)(key, **facts))

    def _boards(self) -> Post:
        boards = ", ".join(self._described(board) for board in self._served)
        return self._post("room-boards", boards=boards)

    def _described(self, board: ServedBoard) -> str:
        """By its title, behind the name that people type where that is another."""
        title = _title(_head(board), self._lang)
        if board.origin == "own":
            title = Messages(self._lang)("room-own_board", title=title)
        return title if plain_words(title) == plain_words(board.name) else f"{board.name} ({title})"

    def _bots(self) -> Post:
        say = Messages(self._lang)
        return Post(
            text="\n".join([say("room-bots", example=level_name(say, DEFAULT_LEVEL)), *level_lines(say)])
        )

    def _language(self, rest: Words) -> Post:
        lang = next((languages_by_name()[word] for word in rest if word in languages_by_name()), None)
        if lang is None:
            return self._post("room-which_language")
        self._room.put({LANG: lang})
        return Post(text=Messages(lang)("room-language"))

    def _new(self, rest: Words) -> Post:
        """Open a table; a person alone at the open one may choose another board."""
        heard = terms_in(rest, Terms())
        boards = boards_called(heard.rest, self._served)
        if len(boards) != 1:
            choice = boards or self._served
            described = ", ".join(map(self._described, choice))
            return self._post("room-which_board", boards=described, example=choice[0].name)
        if [person for person, _ in self._room.people] == [self._who.person]:
            self._room.clear()
        head = _head(boards[0])
        if not self._room.open(head.name):
            return self._post("room-table_open")
        self._room.put({OPENED_IN: self._lang})
        for place in (Place(self._who.name, self._who.person), *map(Place, heard.bots)):
            self._room.sit(place, head.players[1])
        return self._opened(head, options_in(heard.rest, head.options, heard.terms))

    def _rematch(self, last: Loaded) -> Post:
        """Open a table like the last one of the room: the same board, terms and bots, and the others are asked."""
        head = _head(self._games.boards.find(last.facts.board, withdrawn=True))
        if not self._room.open(head.name):
            return self._post("room-table_open")
        self._room.put({OPENED_IN: self._lang})
        kinds = [seat.kind.partition(":") for seat in last.state.seats]
        bots = [Place(policy) for kind, _, policy in kinds if kind == "bot"]
        for place in (Place(self._who.name, self._who.person), *bots):
            self._room.sit(place, head.players[1])
        chosen = msgspec.json.decode(last.facts.options, type=dict[str, str])
        options = {name: choice for name, choice in chosen.items() if head.options[name].default != choice}
        terms = Terms(clock=last.state.slice(Clock).settings, options=options)
        opened = self._opened(head, HeardTerms(terms, (), ()))
        people = [last.facts.contact(seat) for seat in range(len(kinds))]
        others = tuple(person for person in people if person and person != self._who.person)
        asked = self._post("room-rematch_asked", name=self._who.name)
        return Post(text=f"{asked.text}\n{opened.text}", mentions=others)

    def _opened(self, head: BoardHead, heard: HeardTerms) -> Post:
        """Says what was understood, and which words were not."""
        low, high = head.players
        board = _title(head, self._lang)
        opened = self._post("room-opened", name=self._who.name, board=board, low=low, high=high)
        table = self._room.table
        assert table is not None  # we have just opened it
        open_table = OpenTable(self._games, self._room, self._who, self._lang, table)
        terms = open_table.agree_on(heard.terms)
        unknown = [word for word in heard.rest if word not in SMALL_WORDS and not _is_called(head, [word])]
        quoted = ", ".join(Messages(self._lang)("quoted", text=word) for word in unknown)
        lines = [open_table.describe()] if self._room.bots else []
        lines += [self._post("room-not_understood", words=quoted)] if unknown else []
        return Post(text="\n".join(post.text for post in (opened, terms, *lines)))


class OpenTable:
    """What one message does at the room's open table."""

    def __init__(self, games: Games, room: Room, who: Speaker, lang: str, table: Table) -> None:
        self._games, self._room, self._who, self._lang = games, room, who, lang
        self._table = table
        # a board that was withdrawn since can still be talked about; the game will not be created
        self._head = _head(games.boards.find(table.board, withdrawn=True))
        terms = room.terms
        self._low, self._high = (terms.players, terms.players) if terms.players else self._head.players

    def hear(self, verb: RoomVerb) -> Post:
        actions: Mapping[str, Callable[[Words], Post]] = {
            "join": self._join,
            "leave": self._leave,
            "bot": self._bot,
            "no_bot": self._no_bot,
            "start": self._start,
            "cancel": self._cancel,
            "settings": self._describe_terms,
            "suggest": self._help,
            "": self._help,
        }
        return actions.get(verb.verb, self._status)(verb.rest)

    def _post(self, key: str, **facts: object) -> Post:
        return Post(text=Messages(self._lang)(key, **facts))

    def _help(self, rest: Words) -> Post:
        return self._with_table("room-help_table")

    # how it will be played

    def terms_in(self, words: Words) -> Terms | None:
        return terms_alone(words, self._head.options, self._room.terms)

    def unclear_terms(self, words: Words) -> Post | None:
        """The answer to terms of which some words were not understood; None if the words are about no terms."""
        heard = terms_in(words, self._room.terms)
        rest = options_in(heard.rest, self._head.options, heard.terms).rest
        unknown = [word for word in rest if word not in SMALL_WORDS]
        if heard.bots or len(rest) == len(words) or len(unknown) > MOST_UNKNOWN:
            return None
        quoted = ", ".join(Messages(self._lang)("quoted", text=word) for word in unknown)
        return self._post("room-terms_unclear", words=quoted)

    def change(self, terms: Terms) -> Post:
        if not self._has_joined():
            return self._post("room-players_only")
        changed = self._post("room-terms_changed", name=self._who.name)
        return Post(text=f"{changed.text} {self.agree_on(terms).text}")

    def agree_on(self, terms: Terms) -> Post:
        """Keeps the terms and reads them back, unless no game can be played with them."""
        low, high = self._head.players
        if terms.players and not low <= terms.players <= high:
            return self._post("problem-players_out_of_range.detail", min=low, max=high)
        try:
            check_terms(terms)
        except UnplayableClock:
            return self._post("room-terms_refused")
        self._room.agree_on(terms)
        return self._describe_terms()

    def _describe_terms(self, rest: Words = ()) -> Post:
        return Post(text=f"{self._terms()} {Messages(self._lang)('room-terms_how')}")

    def _terms(self) -> str:
        return TermsText(self._lang, self._head.options)(self._room.terms)

    def _status(self, rest: Words) -> Post:
        return Post(text=f"{self.describe().text}\n{self._terms()}")

    # who plays

    def _join(self, rest: Words) -> Post:
        if self._has_joined():
            return self._with_table("room-already", name=self._who.name)
        if not self._room.sit(Place(self._who.name, self._who.person), self._high):
            return self._post("room-full")
        return (
            self._post("room-just_begun")
            if self._room.begun
            else self._with_table("room-joined", name=self._who.name)
        )

    def _leave(self, rest: Words) -> Post:
        if not self._room.get_up(Place(self._who.name, self._who.person)):
            return self._post("room-not_here", name=self._who.name)
        if not self._room.people:
            self._room.clear()
            return self._post("room-cancelled")
        return self._with_table("room-left", name=self._who.name)

    def _bot(self, rest: Words) -> Post:
        for level in (level_in([word]) for word in rest or (DEFAULT_LEVEL,)):
            if not self._room.sit(Place(level or DEFAULT_LEVEL), self._high):
                return self._post("room-full")
        return self._with_table("room-bot", bot=self._players()[-1])

    def _no_bot(self, rest: Words) -> Post:
        return (
            self._with_table("room-bot_gone") if self._room.get_up(Place("")) else self._post("room-no_bot")
        )

    def _cancel(self, rest: Words) -> Post:
        if not self._has_joined():
            return self._post("room-players_only")
        self._room.clear()
        return self._post("room-cancelled")

    def _start(self, rest: Words) -> Post:
        if not self._has_joined():
            return self._post("room-players_only")
        count = len(self._room.places)
        if count < self._low:
            return self._post("room-too_few", board=self._title(), low=self._low, count=count)
        if not self._room.begin(self._table):
            return self._post("room-running")
        try:
            names = self._create_game()
        except ServiceError as problem:
            self._room.not_begun(self._table)
            return self._post("room-refused", why=detail_of(problem, self._lang))
        self._room.put({GAME: self._table.game})
        self._room.clear()
        return self._post("room-started", players=Messages(self._lang).listed(names))

    def _create_game(self) -> Sequence[str]:
        """Create the game unless another person has just done so; return the players' names."""
        people, bots, names = self._room.people, self._room.bots, self._names()
        seats = [SeatRequest(name=name) for name in names[: len(people)]]
        seats += [
            SeatRequest(kind="bot", bot=bot, name=name)
            for bot, name in zip(bots, names[len(people) :], strict=True)
        ]
        facts = played_in(self._room.name, [person for person, _ in people])
        terms = self._room.terms
        request = GameRequest(
            board=self._table.board, seats=tuple(seats), options=terms.options, clock=terms.clock
        )
        with suppress(StaleVersion):  # an earlier request opened it and did not live to answer
            open_table(self._games, request, self._table.game, facts)
        return self._players()

    def _names(self) -> Sequence[str]:
        """Of the people, then of the bots."""
        names = distinct_names([name for _, name in self._room.people])
        for _ in self._room.bots:
            names.append(bot_name(names))
        return names

    def _players(self) -> Sequence[str]:
        """The same as they are listed: bots with their level."""
        say, names, people = Messages(self._lang), self._names(), len(self._room.people)
        bots = zip(names[people:], self._room.bots, strict=True)
        return [*names[:people], *(marked_bot(say, name, level) for name, level in bots)]

    def _has_joined(self) -> bool:
        return self._who.person in dict(self._room.people)

    def _with_table(self, key: str, **facts: object) -> Post:
        return Post(text=f"{Messages(self._lang)(key, **facts)} {self.describe().text}")

    def describe(self) -> Post:
        """Who is at the table."""
        say, players = Messages(self._lang), self._players()
        named = say.listed(players) if players else say("room-nobody")
        return self._post("room-table", board=self._title(), players=named)

    def _title(self) -> str:
        return _title(self._head, self._lang)


def _title(board: BoardHead, lang: str) -> str:
    return label_in(board.title, lang)


def terms_alone(words: Words, options: Options, before: Terms) -> Terms | None:
    """The terms that a message asks for, if it is about nothing else."""
    heard = terms_in(words, before)
    chosen = options_in(heard.rest, options, heard.terms)
    is_whole = not heard.bots and len(chosen.rest) < len(words) and SMALL_WORDS.issuperset(chosen.rest)
    return chosen.terms if is_whole else None


def boards_called(words: Words, boards: Sequence[ServedBoard]) -> Sequence[ServedBoard]:
    """The boards that the words may mean: each begins one of the board's own, in any language.

    If they do not, those words count that are whole words of some board: "europe tonight".
    """
    parts = [word for word in words if word not in SMALL_WORDS]
    if not parts:
        return ()
    named = [board for board in boards if plain_words(board.name) == tuple(parts)]
    called = named or [board for board in boards if _is_called(_head(board), parts)]
    of_boards = {word for board in boards for word in _own_words(_head(board)) if len(word) >= SHORTEST_NAME}
    names = tuple(part for part in parts if part in of_boards)
    return called or (boards_called(names, boards) if len(names) < len(parts) else ())


def _is_called(board: BoardHead, parts: Sequence[str]) -> bool:
    return all(any(word.startswith(part) for word in _own_words(board)) for part in parts)


def _own_words(board: BoardHead) -> Words:
    return plain_words(" ".join([board.name, *(_title(board, lang) for lang in codes())]))
