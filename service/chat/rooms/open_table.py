"""Before the game: a person opens a table in the room, others join, and one of them starts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property

import msgspec

from service.boards.board_library import ServedBoard
from service.chat.rooms.arrangement import (
    AROUND,
    EVERYDAY,
    MYSELF,
    NAMING,
    NOTES,
    OPTION_NOUNS,
    Act,
    Arrangement,
    BoardNames,
    arrangement_in,
    is_of_another_day,
)
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
    Options,
    Terms,
    TermsText,
    check_terms,
    terms_in,
)
from service.errors import ServiceError, StaleVersion, UnplayableClock
from service.games.facts import played_in
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.games.seats import bot_name
from service.language.grammar.phrases import Words, plain_words
from service.language.languages import Messages, codes, languages_by_name, words_for
from service.language.speech.problem_text import detail_of
from service.language.vocabulary.board_words import label_in
from service.language.vocabulary.bot_levels import (
    DEFAULT_LEVEL,
    level_lines,
    level_name,
    marked_bot,
)
from ttr_core.boards.board import Label
from ttr_core.by_post import Clock

# between terms and around the name of a board
SMALL_WORDS = words_for(lambda heard: (*heard.boards["around"], *heard.and_, *heard.please))
WITHOUT_TABLE = frozenset({"boards", "bots", "language"})  # verbs that need no open table
# what only those who play may do, and what needs an open table
CHANGES = frozenset({"start", "cancel", "no_bot", "no_bots", "bot_level", "fill", "replace", "some_bots"})
AT_TABLE = CHANGES | {"join", "leave", "bot", "status", "settings", "options", "rematch"}
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

    def hear(self, verb: RoomVerb, text: str) -> Post:
        """Do all that the text asks for, or nothing of it, and answer."""
        if verb.verb == "language":
            return self._language(verb.rest)
        table, heard = self._room.table, self.heard(text)
        for name, listed in (("boards", self._boards), ("bots", self._bots)):
            if verb.verb == name or heard.names - NOTES == {name}:
                return listed()
        if asked := self._board_asked_about(verb, heard):
            return Post(text=_options_text(asked, self._lang))
        if table is None:
            return self._without_table(verb, heard, text)
        at_table = OpenTable(self._games, self._room, self._who, self._lang, table)
        if verb.verb == "new" and _is_new(text):
            return self._new(verb.rest, heard)
        if len(heard.boards) > 1 or (verb.verb == "new" and not heard.is_about_table):
            return self._which_board([board for board in self._served if board.name in heard.boards])
        return at_table.arrange(heard, self._only_named(heard))

    def _board_asked_about(self, verb: RoomVerb, heard: Arrangement) -> BoardHead | None:
        """The board whose options somebody wants to know; to ask about one is not to choose it."""
        is_opening = verb.verb in ("new", "suggest") or heard.has_terms or heard.bots
        is_only = heard.names - NOTES == {"options"} and not is_opening
        return self._only_named(heard) if is_only else None

    def _only_named(self, heard: Arrangement) -> BoardHead | None:
        """The board that is named, if it is one."""
        named = [board for board in self._served if board.name in heard.boards]
        return _head(named[0]) if len(named) == 1 else None

    def _without_table(self, verb: RoomVerb, heard: Arrangement, text: str) -> Post:
        is_new = verb.verb in ("new", "suggest") and bool(self._called(verb.rest, heard))
        if "rematch" in heard.names and self._room.game:
            return self._unclear(heard) or self._rematch(heard, text)
        if verb.verb == "new" or is_new or self._is_opening(heard):
            return self._new(verb.rest, heard)
        if heard.boards:
            return self._post("room-open_it", board=heard.boards[0])
        if {*heard.names, verb.verb} & (AT_TABLE - {"rematch"}):
            return self._post("room-no_table")
        return self._which_board(()) if heard.has_terms or heard.bots else self._post("room-help")

    def _is_opening(self, heard: Arrangement) -> bool:
        """Whether a board is named together with something that only a game has."""
        return bool(heard.boards and ("game" in heard.names or heard.has_terms or heard.bots))

    def is_called(self, verb: RoomVerb, text: str) -> bool:
        """Whether a message is plainly for the room: it names a board, or asks something of the table that is open.

        People who speak of another day make plans with each other: "can we play europe tomorrow?".
        """
        heard = self.heard(text)
        is_plan = bool(heard.boards) and is_of_another_day(text) and not _is_new(text)
        is_plain = heard.is_plain and not is_plan
        if verb.verb in ("new", "suggest") and self._called(verb.rest, heard):
            return not is_plan
        if self._room.table is None:
            is_again = "rematch" in heard.names and bool(self._room.game)
            is_listed = bool(heard.names & WITHOUT_TABLE)
            is_opening = self._is_opening(heard) or is_again or is_listed
            return verb.verb in WITHOUT_TABLE or (is_plain and is_opening)
        is_verb = bool(verb.verb) and verb.verb not in ("notify", "remind", "new", "suggest")
        is_change = bool(heard.boards) and len(plain_words(text)) > 1  # the name alone may be talk
        return is_verb or (is_plain and (heard.is_about_table if is_change else heard.asks_of_table))

    def heard(self, text: str) -> Arrangement:
        """What a text arranges in this room."""
        table, heads = self._room.table, [_head(board) for board in self._served]
        people = frozenset(word for _, name in self._room.people for word in plain_words(name))
        return arrangement_in(
            text, _board_names(heads), table.board if table else "", self._room.terms, people
        )

    def _called(self, rest: Words, heard: Arrangement) -> Sequence[ServedBoard]:
        """The boards that a message means, also by the beginning of a name behind "new game"."""
        named = [board for board in self._served if board.name in heard.boards]
        return named or boards_called(terms_in(rest, Terms()).rest, self._served)

    def _unclear(self, heard: Arrangement) -> Post | None:
        """Says which words kept the rest from being done."""
        if not heard.unclear:
            return None
        quoted = ", ".join(Messages(self._lang)("quoted", text=word) for word in heard.unclear)
        return self._post("room-opening_unclear", words=quoted)

    @cached_property
    def _served(self) -> Sequence[ServedBoard]:
        return list(self._games.boards.boards())

    def _post(self, key: str, **facts: object) -> Post:
        return Post(text=Messages(self._lang)(key, **facts))

    def _boards(self) -> Post:
        return self._post("room-boards", boards=self._listed(map(self._described, self._served)))

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

    def _new(self, rest: Words, heard: Arrangement) -> Post:
        """Open a table; a person alone at the open one may choose another board."""
        boards = self._called(rest, heard)
        if len(boards) != 1:
            return self._which_board(boards)
        if unclear := self._unclear(heard):
            return unclear
        if [person for person, _ in self._room.people] == [self._who.person]:
            self._room.clear()
        head = _head(boards[0])
        if not self._room.open(head.name):
            return self._post("room-table_open")
        self._room.put({OPENED_IN: self._lang})
        self._room.sit(Place(self._who.name, self._who.person), head.players[1])
        return self._opened(head, heard)

    def _which_board(self, boards: Sequence[ServedBoard]) -> Post:
        choice = boards or self._served
        titles = self._listed(_title(_head(board), self._lang) for board in choice)
        return self._post("room-which_board", boards=titles, example=choice[0].name)

    def _listed(self, items: Iterable[str]) -> str:
        """Titles may have commas of their own."""
        return Messages(self._lang)("between").join(items)

    def _rematch(self, wish: Arrangement, text: str) -> Post:
        """Open a table like the last one of the room, perhaps on another board, and ask the others."""
        if len(wish.boards) > 1:
            return self._which_board([board for board in self._served if board.name in wish.boards])
        last = self._games.cache.read_latest(self._room.game)
        head = self._only_named(wish) or _head(self._games.boards.find(last.facts.board, withdrawn=True))
        if not self._room.open(head.name):
            return self._post("room-table_open")
        self._room.put({OPENED_IN: self._lang})
        kinds = [seat.kind.partition(":") for seat in last.state.seats]
        bots = [Place(policy) for kind, _, policy in kinds if kind == "bot"]
        for place in (Place(self._who.name, self._who.person), *bots):
            self._room.sit(place, head.players[1])
        chosen = msgspec.json.decode(last.facts.options, type=dict[str, str])
        options = {
            name: choice
            for name, choice in chosen.items()
            if name in head.options
            and choice in head.options[name].choices
            and head.options[name].default != choice
        }
        self._room.agree_on(Terms(clock=last.state.slice(Clock).settings, options=options))
        heard = self.heard(text)  # again, since what else is said changes the terms of the last game
        opened = self._opened(head, heard._replace(acts=tuple(a for a in heard.acts if a.name != "rematch")))
        people = [last.facts.contact(seat) for seat in range(len(kinds))]
        others = tuple(person for person in people if person and person != self._who.person)
        asked = self._post("room-rematch_asked", name=self._who.name)
        return Post(text=f"{asked.text}\n{opened.text}", mentions=others)

    def _opened(self, head: BoardHead, heard: Arrangement) -> Post:
        """Says what was understood, and which words were not."""
        table = self._room.table
        assert table is not None  # we have just opened it
        at_table = OpenTable(self._games, self._room, self._who, self._lang, table)
        if problem := at_table.problem_with(heard):
            self._room.clear()
            return problem
        low, high = head.players
        board = _title(head, self._lang)
        opened = self._post("room-opened", name=self._who.name, board=board, low=low, high=high)
        at_table.settle(heard)
        lines = [opened, at_table.describe_terms()]
        lines += [at_table.describe()] if self._room.bots else []
        lines += at_table.notes(heard)
        unknown = [word for word in dict.fromkeys(heard.unknown) if word not in EVERYDAY]
        if unknown:
            quoted = ", ".join(Messages(self._lang)("quoted", text=word) for word in unknown)
            lines.append(self._post("room-not_understood", words=quoted))
        return _together(lines)


class OpenTable:
    """What one message does at the room's open table, or would do on another `board`."""

    def __init__(
        self, games: Games, room: Room, who: Speaker, lang: str, table: Table, board: BoardHead | None = None
    ) -> None:
        self._games, self._room, self._who, self._lang = games, room, who, lang
        self._table = table
        # a board that was withdrawn since can still be talked about; the game will not be created
        self._head = board or _head(games.boards.find(table.board, withdrawn=True))

    def _post(self, key: str, **facts: object) -> Post:
        return Post(text=Messages(self._lang)(key, **facts))

    # all that a message asks for, or nothing of it

    def arrange(self, heard: Arrangement, board: BoardHead | None) -> Post:
        heard, refusal = self._about_others(heard)
        if refusal := refusal or self._not_understood(heard):
            return refusal
        is_wish = heard.agrees or "rematch" in heard.names  # somebody else has opened the rematch already
        joins = "join" in heard.names or (is_wish and not self._has_joined())
        if joins:
            heard = heard._replace(acts=tuple(act for act in heard.acts if act.name != "rematch"))
        if not (heard.is_about_table or joins):
            return _together(self.notes(heard) or [self._with_table("room-help_table")])
        is_change = bool(heard.names & CHANGES or heard.has_terms or heard.bots or board)
        if is_change and not (self._has_joined() or joins):
            return self._post("room-players_only")
        is_moved = board is not None and board.name != self._head.name
        there = (
            OpenTable(self._games, self._room, self._who, self._lang, self._table, board)
            if is_moved
            else self
        )
        problem = there.problem_with(heard, joins=joins)
        return problem or there.carry_out(heard, joins=joins, is_moved=is_moved)

    def _not_understood(self, heard: Arrangement) -> Post | None:
        """What keeps anything from being done: a condition, or words that may change what is meant."""
        if heard.condition:
            return Post(text=f"{self._post('room-condition').text} {self._terms()}")
        is_more = heard.names - {"wait"} or heard.has_terms or heard.bots or heard.boards
        # a table waits by itself until somebody starts, so that only what else is said beside it has to be done
        is_to_wait = "wait" in heard.names and ("start" in heard.names or not is_more)
        if "later" in heard.names or is_to_wait or (heard.unclear and "start" in heard.names):
            return self._post("room-start_later")
        words = (*heard.unclear, *(heard.unknown if heard.has_terms or heard.boards else ()))
        if words:
            quoted = ", ".join(Messages(self._lang)("quoted", text=word) for word in dict.fromkeys(words))
            unclear = self._post("room-terms_unclear", words=quoted)
            is_option = not OPTION_NOUNS.isdisjoint(words) or heard.terms.options != self._room.terms.options
            return (
                _together([unclear, self._describe_options()])
                if is_option and self._head.options
                else unclear
            )
        return self._post("room-how_many_bots") if "some_bots" in heard.names and not heard.bots else None

    def problem_with(self, heard: Arrangement, *, joins: bool = False) -> Post | None:
        """Why what was asked for cannot be done; None if it can."""
        low, high = self._head.players
        terms = self._terms_after(heard)
        if terms.players and not low <= terms.players <= high:
            return self._post("problem-players_out_of_range.detail", min=low, max=high)
        try:
            check_terms(terms)
        except UnplayableClock:
            return self._post("room-terms_refused")
        low, high = (terms.players, terms.players) if terms.players else (low, high)
        is_new = joins and not self._has_joined()
        count = len(self._room.people) + is_new + len(self._bots_after(heard, is_new))
        is_more = is_new or len(self._bots_after(heard, is_new)) > len(self._room.bots)
        if count > high:
            if is_more:
                return self._post("room-full")
            if terms.players:
                return self._post("room-too_many", count=count, players=high)
            return self._post("problem-players_out_of_range.detail", min=low, max=high)
        if "start" in heard.names and count < low:
            return self._post("room-too_few", board=self._title(), low=low, count=count)
        is_bot_missed = heard.names <= {"no_bot", "no_bots", "bot_level"} and not heard.has_terms
        if heard.names & {"no_bot", "no_bots", "bot_level"} and is_bot_missed and not self._room.bots:
            return self._post("room-no_bot")
        return None

    def carry_out(self, heard: Arrangement, *, joins: bool, is_moved: bool) -> Post:
        lines = [self._join()] if joins else []
        if is_moved:
            self._room.change_board(self._head.name)
        lines += self.settle(heard, is_moved=is_moved)
        actions = self._actions()
        lines += [actions[act.name]() for act in heard.acts if act.name in actions]
        return _together([*lines, *self.notes(heard)] or [self._status()])

    def settle(self, heard: Arrangement, *, is_moved: bool = False) -> list[Post]:
        """Keep the terms and the bots that were asked for, and say what has changed."""
        lines: list[Post] = []
        terms, bots = self._terms_after(heard), self._bots_after(heard, is_new=False)
        if terms != self._room.terms or heard.has_terms or is_moved:
            self._room.agree_on(terms)
            key = "room-board_changed" if is_moved else "room-terms_changed"
            changed = self._post(key, name=self._who.name, board=self._title())
            lines.append(Post(text=f"{changed.text} {self.describe_terms().text}"))
        before = list(self._room.bots)
        if bots[: len(before)] != before:
            while self._room.get_up(Place("")):
                pass
            self._sit(bots)
            gone = len(before) - len(bots)
            lines.append(
                self._with_table("room-bot_gone", count=gone)
                if gone > 0
                else self._with_table("room-bots_changed")
            )
        elif len(bots) > len(before):
            self._sit(bots[len(before) :])
            names = Messages(self._lang).listed(self._players()[len(before) - len(bots) :])
            lines.append(self._with_table("room-bot", bot=names, count=len(bots) - len(before)))
        return lines

    def _sit(self, bots: Sequence[str]) -> None:
        for level in bots:
            self._room.sit(Place(level), self._head.players[1])

    def _terms_after(self, heard: Arrangement) -> Terms:
        """The terms with what was asked for; another board keeps what it has as well."""
        terms = heard.terms
        options = {
            name: choice
            for name, choice in terms.options.items()
            if name in self._head.options and choice in self._head.options[name].choices
        }
        low, high = self._head.players
        is_kept = low <= terms.players <= high or terms.players != self._room.terms.players
        return msgspec.structs.replace(terms, options=options, players=terms.players if is_kept else 0)

    def _bots_after(self, heard: Arrangement, is_new: bool) -> list[str]:
        """The levels of the bots with those that were asked for."""
        bots, names = list(self._room.bots), heard.names
        if "no_bots" in names:
            bots = []
        elif "no_bot" in names:
            bots = bots[:-1]
        levels = [act.level for act in heard.acts if act.name == "bot_level" and act.level]
        bots = [levels[-1]] * len(bots) if levels else bots
        bots += heard.bots
        most = self._terms_after(heard).players or self._head.players[1]
        missing = most - len(self._room.people) - is_new - len(bots)
        return [*bots, *[DEFAULT_LEVEL] * missing] if "fill" in names else bots

    def _about_others(self, heard: Arrangement) -> tuple[Arrangement, Post | None]:
        """Nobody is sent away by others; a bot may come for somebody who does not sit here."""
        acts, bots = list(heard.acts), list(heard.bots)
        others = {word: name for person, name in self._room.people for word in plain_words(name)}
        for act in [act for act in heard.acts if act.name in NAMING]:
            if act.who in others and act.who not in plain_words(self._who.name):
                return heard, self._post("room-cannot_remove", name=others[act.who])
            acts.remove(act)
            bots += [act.level or DEFAULT_LEVEL] if act.name == "replace" else []
            acts += (
                [Act("leave")] if act.name == "replace" and act.who in MYSELF and self._has_joined() else []
            )
        return heard._replace(acts=tuple(acts), bots=tuple(bots)), None

    def _actions(self) -> Mapping[str, Callable[[], Post]]:
        return {
            "leave": self._leave,
            "start": self._start,
            "cancel": self._cancel,
            "settings": self.describe_terms,
            "options": self._describe_options,
            **dict.fromkeys(("status", "remind", "rematch", "notify"), self._status),
        }

    def notes(self, heard: Arrangement) -> list[Post]:
        """What there is to say about things that no table has."""
        return [self._post(f"room-{name}") for name in ("private", "rated") if name in heard.names]

    # how it will be played

    def describe_terms(self) -> Post:
        return Post(text=f"{self._terms()} {Messages(self._lang)('room-terms_how')}")

    def _terms(self) -> str:
        return TermsText(self._lang, self._head.options)(self._room.terms)

    def _describe_options(self) -> Post:
        return Post(text=_options_text(self._head, self._lang))

    def _status(self) -> Post:
        return Post(text=f"{self.describe().text}\n{self._terms()}")

    # who plays

    def _join(self) -> Post:
        if self._has_joined():
            return self._with_table("room-already", name=self._who.name)
        players = self._room.terms.players
        if not self._room.sit(Place(self._who.name, self._who.person), players or self._head.players[1]):
            return self._post("room-full")
        return (
            self._post("room-just_begun")
            if self._room.begun
            else self._with_table("room-joined", name=self._who.name)
        )

    def _leave(self) -> Post:
        if not self._room.get_up(Place(self._who.name, self._who.person)):
            return self._post("room-not_here", name=self._who.name)
        if not self._room.people:
            self._room.clear()
            return self._post("room-cancelled")
        return self._with_table("room-left", name=self._who.name)

    def _cancel(self) -> Post:
        self._room.clear()
        return self._post("room-cancelled")

    def _start(self) -> Post:
        if not self._room.begin(self._room.table or self._table):
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
            board=self._head.name, seats=tuple(seats), options=terms.options, clock=terms.clock
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


def _options_text(board: BoardHead, lang: str) -> str:
    """The options of a board with their choices."""
    say = Messages(lang)
    if not board.options:
        return say("room-no_options", board=_title(board, lang))
    described = say("between").join(
        say(
            "named",
            name=label_in(option.label, lang),
            value=" / ".join(label_in(choice.label, lang) for choice in option.choices.values()),
        )
        for option in board.options.values()
    )
    return say("room-options", board=_title(board, lang), options=described)


def _title(board: BoardHead, lang: str) -> str:
    return label_in(board.title, lang)


def _together(posts: Sequence[Post]) -> Post:
    return Post(text="\n".join(post.text for post in posts))


def _is_new(text: str) -> bool:
    """Whether a message begins with the plain command for a new table, which leaves the open one."""
    words = plain_words(text)
    commands = [plain_words(one) for one in words_for(lambda heard: heard.rooms["new"][:1])]
    return any(words[: len(command)] == command for command in commands)


def _board_names(heads: Sequence[BoardHead]) -> BoardNames:
    """Words that belong to the name or a title of a board, and to nothing else."""
    by_word: dict[str, list[str]] = {}
    for head in heads:
        for word in _own_words(head):
            if len(word) >= SHORTEST_NAME and word not in AROUND and word not in EVERYDAY:
                by_word.setdefault(word, []).append(head.name)
    options = {head.name: head.options for head in heads}
    return BoardNames({word: tuple(dict.fromkeys(names)) for word, names in by_word.items()}, options)


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
