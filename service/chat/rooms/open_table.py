"""Before the game: a person opens a table in the room, others join, and one of them starts."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

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
from service.errors import ServiceError, StaleVersion
from service.games.facts import played_in
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.language.grammar.phrases import Words, plain_words
from service.language.languages import Messages, codes, languages_by_name, words_for
from service.language.vocabulary.board_words import label_in
from ttr_core.boards.board import Label
from ttr_core.bots import POLICIES

SMALL_WORDS = words_for(lambda heard: heard.boards["around"])


class BoardHead(msgspec.Struct, frozen=True):
    """The part of a board that is needed to choose it."""

    name: str
    title: Label
    players: tuple[int, int]


def _head(board: ServedBoard) -> BoardHead:
    return msgspec.convert(board.whole, BoardHead)


class Lobby:
    """What one message does in a room without a running game."""

    def __init__(self, games: Games, room: Room, who: Speaker, lang: str) -> None:
        self._games, self._room, self._who, self._lang = games, room, who, lang

    def hear(self, verb: RoomVerb) -> Post:
        table = self._room.table
        match verb.verb:
            case "boards":
                return self._boards()
            case "language":
                return self._language(verb.rest)
            case "new":
                return self._new(verb.rest)
            case name if table is None:
                return self._post("room-no_table" if name else "room-help")
            case _:
                return OpenTable(self._games, self._room, self._who, self._lang, table).hear(verb)

    def _post(self, key: str, **facts: object) -> Post:
        return Post(text=Messages(self._lang)(key, **facts))

    def _boards(self) -> Post:
        boards = ", ".join(self._described(board) for board in self._games.boards.boards())
        return self._post("room-boards", boards=boards)

    def _described(self, board: ServedBoard) -> str:
        title = _title(_head(board), self._lang)
        if board.origin == "own":
            title = Messages(self._lang)("room-own_board", title=title)
        return f"{board.name} ({title})"

    def _language(self, rest: Words) -> Post:
        lang = next((languages_by_name()[word] for word in rest if word in languages_by_name()), None)
        if lang is None:
            return self._post("room-which_language")
        self._room.put({LANG: lang})
        return Post(text=Messages(lang)("room-language"))

    def _new(self, rest: Words) -> Post:
        """Open a table; a person alone at the open one may choose another board."""
        served = list(self._games.boards.boards())
        boards = boards_called(rest, served)
        if len(boards) != 1:
            names = [board.name for board in boards or served]
            return self._post("room-which_board", boards=", ".join(names))
        if [person for person, _ in self._room.people] == [self._who.person]:
            self._room.clear()
        head = _head(boards[0])
        if not self._room.open(head.name):
            return self._post("room-table_open")
        self._room.put({OPENED_IN: self._lang})
        low, high = head.players
        self._room.sit(Place(self._who.name, self._who.person), high)
        board = _title(head, self._lang)
        return self._post("room-opened", name=self._who.name, board=board, low=low, high=high)


class OpenTable:
    """What one message does at the room's open table."""

    def __init__(self, games: Games, room: Room, who: Speaker, lang: str, table: Table) -> None:
        self._games, self._room, self._who, self._lang = games, room, who, lang
        self._table = table
        # a board that was withdrawn since can still be talked about; the game will not be created
        self._head = _head(games.boards.find(table.board, withdrawn=True))
        self._low, self._high = self._head.players

    def hear(self, verb: RoomVerb) -> Post:
        actions: Mapping[str, Callable[[Words], Post]] = {
            "join": self._join,
            "leave": self._leave,
            "bot": self._bot,
            "no_bot": self._no_bot,
            "start": self._start,
            "cancel": self._cancel,
            "": self._help,
        }
        return actions.get(verb.verb, self._describe)(verb.rest)

    def _post(self, key: str, **facts: object) -> Post:
        return Post(text=Messages(self._lang)(key, **facts))

    def _help(self, rest: Words) -> Post:
        return self._with_table("room-help_table")

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
        policy = next((name for name in sorted(POLICIES) if name in rest), "greedy")
        if not self._room.sit(Place(policy), self._high):
            return self._post("room-full")
        return self._with_table("room-bot", bot=policy)

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
            return self._post("room-refused", why=problem.code)
        self._room.put({GAME: self._table.game})
        self._room.clear()
        return self._post("room-started", players=", ".join(names))

    def _create_game(self) -> Sequence[str]:
        """Create the game unless another person has just done so; return the players' names."""
        people, bots = self._room.people, self._room.bots
        names = distinct_names([*(name for _, name in people), *bots])
        seats = [SeatRequest(name=name) for name in names[: len(people)]]
        seats += [
            SeatRequest(kind="bot", bot=bot, name=name)
            for bot, name in zip(bots, names[len(people) :], strict=True)
        ]
        facts = played_in(self._room.name, [person for person, _ in people])
        request = GameRequest(board=self._table.board, seats=tuple(seats))
        with suppress(StaleVersion):  # an earlier request opened it and did not live to answer
            open_table(self._games, request, self._table.game, facts)
        return names

    def _has_joined(self) -> bool:
        return self._who.person in dict(self._room.people)

    def _with_table(self, key: str, **facts: object) -> Post:
        return Post(text=f"{Messages(self._lang)(key, **facts)} {self._describe().text}")

    def _describe(self, rest: Words = ()) -> Post:
        names = [place.name for place in self._room.places.values()]
        players = ", ".join(distinct_names(names)) or Messages(self._lang)("room-nobody")
        return self._post("room-table", board=self._title(), players=players)

    def _title(self) -> str:
        return _title(self._head, self._lang)


def _title(board: BoardHead, lang: str) -> str:
    return label_in(board.title, lang)


def boards_called(words: Words, boards: Sequence[ServedBoard]) -> Sequence[ServedBoard]:
    """The boards that the words may mean: every word begins one of the board's own, in any language."""
    parts = [word for word in words if word not in SMALL_WORDS]
    if not parts:
        return ()
    named = [board for board in boards if plain_words(board.name) == tuple(parts)]
    return named or [board for board in boards if _is_called(_head(board), parts)]


def _is_called(board: BoardHead, parts: Sequence[str]) -> bool:
    own = plain_words(" ".join([board.name, *(_title(board, lang) for lang in codes())]))
    return all(any(word.startswith(part) for word in own) for part in parts)
