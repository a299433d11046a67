"""What a message arranges at an open table, clause by clause: who plays, on which board, and on which terms.

All of it is done, or nothing: what could change the meaning and was not understood is kept in `unclear`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import OSA

from service.chat.rooms.room import CLAUSE_ENDS, WITH_MORE, room_verb_in
from service.chat.rooms.table_terms import Options, Terms, level_pattern, options_in, terms_in
from service.language.grammar.phrases import (
    TURNING,
    Words,
    is_number,
    plain_words,
    prevailing_language,
    sentence,
    spoken_words,
)
from service.language.grammar.sentences.matter_phrases import LATER
from service.language.grammar.sentences.yes_and_no import answer_in
from service.language.languages import heard_words, words_for
from service.language.languages.heard_words import whole_vocabulary
from service.language.vocabulary.bot_levels import DEFAULT_LEVEL, level_in

# what can be asked of a table, in the order in which it is looked for: before terms and behind them
FIRST = (
    "later",
    "wait",
    "replace",
    "bot_level",
    "no_bots",
    "no_bot",
    "kick",
    "boards",
    "bots",
    "options",
    "settings",
    "status",
)
ACTS = (
    "rematch", "fill", "some_bots", "cancel", "leave", "join", "start", "private",
    "rated", "game",
)  # fmt: skip
NOTES = frozenset({"private", "rated", "game"})  # said beside something else
NAMING = frozenset({"kick", "replace"})  # acts that name somebody
SURE = frozenset({"start", "cancel"})  # they cannot be taken back: no unknown word beside them
MOST_UNKNOWN = 2  # words beside an act that can be taken back
AROUND = words_for(
    lambda heard: (*heard.arranging["around"], *heard.boards["around"], *heard.please, *heard.and_)
) - words_for(lambda heard: heard.signs["not"])
TELLING = words_for(lambda heard: heard.arranging["telling"])
UNITS = words_for(lambda heard: [text for texts in heard.units.values() for text in texts])
OPTION_NOUNS = words_for(lambda heard: heard.arranging["option_nouns"])
MYSELF = words_for(lambda heard: (*heard.handover.my, *heard.handover.i, *heard.arranging["myself"]))
PRONOUNS = MYSELF | words_for(lambda heard: heard.others)
EVERYDAY = words_for(lambda heard: (*heard.everyday, *heard.fillers, *heard.ordinary)) - TURNING
ALL_BOTS = words_for(lambda heard: heard.arranging["all_bots"])  # "make them hard"
# words that are no mistyped names: all of any language
KNOWN = frozenset().union(*(whole_vocabulary(heard) for heard in heard_words().values()))
SHORTEST_MISTYPED = 6  # letters of a name with a mistake
DECIMAL = re.compile(r"([0-9]+)[.,]5(?![0-9])")
WITHIN_NUMBER = re.compile(r"(?<=[0-9])[:.,](?=[0-9])")


class Act(NamedTuple):
    """One thing that is asked of the table, and whom or what it names."""

    name: str
    who: str = ""
    level: str = ""


class Arrangement(NamedTuple):
    """All that a message asks of a table."""

    acts: tuple[Act, ...]
    boards: Words  # the names of boards that it may mean; several if it is not clear
    terms: Terms
    has_terms: bool
    bots: tuple[str, ...]
    agrees: bool  # a yes stands by itself, or before the rest
    condition: bool  # something is to be done only if something else is so
    unclear: Words  # words that may change what is meant
    unknown: Words  # other words beside terms and boards
    asides: Words  # words that were passed over beside what is asked for
    lang: str | None

    @property
    def names(self) -> frozenset[str]:
        return frozenset(act.name for act in self.acts)

    @property
    def asks_of_table(self) -> bool:
        """Whether something is asked for that any table has."""
        return bool(self.names - NOTES or self.has_terms or self.bots)

    @property
    def is_about_table(self) -> bool:
        """The same, or on which board to play."""
        return self.asks_of_table or bool(self.boards)

    @property
    def is_plain(self) -> bool:
        """Whether nothing else is said, so that it is meant for the room though nobody speaks to it."""
        return self.is_clear and not (self.unknown or self.asides or self.names & {"later", "wait"})

    @property
    def is_clear(self) -> bool:
        return self.is_about_table and not (self.unclear or self.condition)


class BoardNames(NamedTuple):
    """What boards are called: the names that a word belongs to; and the options of each."""

    by_word: Mapping[str, Words]
    options: Mapping[str, Options]

    def of(self, word: str) -> Words:
        """The boards that a word belongs to, perhaps with one mistake: « Ibérie » for Iberia."""
        if word in self.by_word or len(word) < SHORTEST_MISTYPED or word in KNOWN:
            return self.by_word.get(word, ())
        near = [name for name in self.by_word if name[0] == word[0] and OSA.distance(name, word) == 1]
        return tuple(dict.fromkeys(board for name in near for board in self.by_word[name]))

    def called(self, words: Iterable[str]) -> Words:
        """The boards that all of the words belong to; all of any word, if no board has them all."""
        named = [frozenset(boards) for word in words if (boards := self.of(word))]
        if not named:
            return ()
        return tuple(sorted(frozenset.intersection(*named) or frozenset.union(*named)))


class _Clause(NamedTuple):
    acts: tuple[Act, ...]
    terms: Terms
    has_terms: bool
    bots: tuple[str, ...]
    is_conditional: bool
    unclear: Words
    unknown: Words
    asides: Words
    langs: tuple[str, ...]


def arrangement_in(
    text: str, boards: BoardNames, now: str, before: Terms, people: frozenset[str] = frozenset()
) -> Arrangement:
    """What a text arranges; `now` is the board of the open table, `people` are words of the names of those at it."""
    parts = clauses_of(text)
    called = boards.called(word for part in parts for word in terms_in(_idle_taken(part), before).rest)
    options = boards.options.get(called[0] if len(called) == 1 else now, {})
    clauses = _with_whole_labels(parts, options)
    agrees = [answer for clause in clauses if (answer := _agreement(clause))]
    heard: list[_Clause] = []
    terms = before
    for clause in clauses:
        if not _agreement(clause):
            heard.append(_read(clause, boards, options, terms, people))
            terms = heard[-1].terms
    langs = [lang for one in heard for lang in one.langs]
    levels = [word for clause in clauses for word in clause if level_in((word,))]
    said = [bot for one in heard for bot in one.bots]
    bots = _leveled(said, levels, clauses)
    is_lost = _is_one_for_several(said, levels) and bots == said
    more = (
        levels if is_lost else levels[len(bots) :] if bots else []
    )  # not to be lost: "a hard bot, perhaps easy"
    return Arrangement(
        acts=tuple(dict.fromkeys(act for one in heard for act in one.acts)),
        boards=called,
        terms=terms,
        has_terms=any(one.has_terms for one in heard),
        bots=tuple(bots),
        agrees=bool(agrees),
        condition=any(one.is_conditional for one in heard),
        unclear=in_full(text, (*(word for one in heard for word in one.unclear), *more)),
        unknown=tuple(word for one in heard for word in one.unknown),
        asides=tuple(word for one in heard for word in one.asides),
        lang=langs[0] if langs else language_of(text),
    )


def is_of_another_day(text: str) -> bool:
    """Whether a text names a day or an hour to come, other than in terms: "weekends off", "a week per move"."""
    return not LATER.isdisjoint(terms_in(spoken_words(text), Terms()).rest)


def language_of(text: str) -> str | None:
    """The language that most of the words around what is asked for are from."""
    words = spoken_words(text)
    counts = Counter(
        lang
        for lang, heard in heard_words().items()
        for word in words
        if word in heard.everyday or word in heard.arranging["around"] or word in heard.arranging["telling"]
    )
    return prevailing_language(counts)


def _agreement(clause: Words) -> bool:
    """Whether a clause is only a yes; "let's go" rather starts the game."""
    answer = answer_in(clause)
    return bool(answer and answer.yes) and not room_verb_in(" ".join(clause)).verb


def _with_whole_labels(clauses: Sequence[Words], options: Options) -> list[Words]:
    """The clauses, but labels of options that have a comma in them are left whole: "USA 1910, mega game"."""
    whole: list[Words] = []
    for clause in clauses:
        before, behind, both = (
            len(options_in(words, options, Terms()).rest)
            for words in (whole[-1] if whole else (), clause, (*(whole[-1] if whole else ()), *clause))
        )
        if whole and both < before + behind:
            whole[-1] = (*whole[-1], *clause)
        else:
            whole.append(clause)
    return whole


def clauses_of(text: str) -> list[Words]:
    """The clauses of a text, by its signs and by words that begin a new one."""
    whole = WITHIN_NUMBER.sub(" ", DECIMAL.sub(r"\1 and a half", text))
    parts = [spoken_words(part) for part in CLAUSE_ENDS.split(whole) if plain_words(part)]
    return [
        tuple(piece.split())
        for part in parts
        for piece in _joints().split(_with_board_names(" ".join(part)))
        if piece.strip()
    ]


def _with_board_names(text: str) -> str:
    """The words with boards by the names that they have here: "the italian map", « tour du monde »."""
    for pattern, name in _other_board_names():
        text = pattern.sub(name, text)
    return text


def _read(
    clause: Words, boards: BoardNames, options: Options, before: Terms, people: frozenset[str]
) -> _Clause:
    """Whom it names and what it asks come first: in "is there a place?" nobody is counted."""
    words = _idle_taken(sentence(" ".join(_idle_taken(clause))))
    is_conditional = bool(_condition().match(" ".join(words)))
    first, text = _acts_in(" ".join(words), FIRST, people)
    heard = terms_in(tuple(text.split()), before)
    chosen = options_in(heard.rest, options, heard.terms)
    text, bots = " ".join(chosen.rest), heard.bots
    spoken = first
    verb = room_verb_in(text)
    if verb.verb == "bot" and not bots:
        bots, text = tuple(level_in((word,)) or DEFAULT_LEVEL for word in verb.rest) or (DEFAULT_LEVEL,), ""
    elif verb.verb and verb.verb not in {*WITH_MORE, "bot"} and not verb.rest:
        spoken, text = [*spoken, (Act(verb.verb), verb.lang)], ""
    others, text = _acts_in(text, ACTS, people)
    spoken = [*spoken, *others]
    has_terms = heard.is_changed or chosen.is_changed
    rest = tuple(word for word in text.split() if not boards.of(word))
    is_board = len(rest) < len(text.split())
    acts = tuple(act for act, _ in spoken)
    if acts or bots or has_terms or is_board:
        is_named = chosen.is_changed and TURNING.isdisjoint(
            rest
        )  # "the 1912 expansion", but "without stations"
        matters = tuple(word for word in rest if not (is_named and word in OPTION_NOUNS))
        unclear, unknown = _left_over(matters, acts, is_strict=has_terms or is_board)
    else:
        unclear, unknown = _left_unheard(rest)
        is_conditional = False
    langs = tuple(lang for _, lang in spoken if lang)
    is_heard = bool(acts or bots or has_terms or is_board)
    asides = tuple(word for word in rest if is_heard and word not in AROUND)
    return _Clause(acts, chosen.terms, has_terms, bots, is_conditional, unclear, unknown, asides, langs)


def _acts_in(
    text: str, names: Sequence[str], people: frozenset[str]
) -> tuple[list[tuple[Act, str | None]], str]:
    """The acts of these names that a text asks for, each with its language, and the rest of the text."""
    acts: list[tuple[Act, str | None]] = []
    for name, lang, pattern in _patterns(tuple(names)):
        match = pattern.search(text)
        groups = match.groupdict() if match else {}
        if match is None or (name in NAMING and groups["name"] not in people | PRONOUNS):
            continue
        acts.append((Act(name, groups.get("name") or "", level_in((groups.get("level") or "",)) or ""), lang))
        text = f"{text[: match.start()]} {text[match.end() :]}"
    return acts, text


def _left_over(rest: Words, acts: Sequence[Act], *, is_strict: bool) -> tuple[Words, Words]:
    """What a clause leaves that may matter, and what else is unknown; beside an act, talk is passed over."""
    is_sure = any(act.name in SURE for act in acts)
    matters: list[str] = [
        word
        for word in rest
        if word in TELLING
        or word.isdecimal()
        or (word in TURNING and word not in AROUND)
        or (is_sure and word in LATER)
    ]
    idle = AROUND if is_strict else AROUND | EVERYDAY
    strange = [word for word in rest if word not in matters and word not in idle and not is_number(word)]
    if is_strict:
        return tuple(matters), tuple(strange)
    is_talk = len(strange) > (0 if is_sure else MOST_UNKNOWN)
    return (*matters, *(strange if is_talk else ())), ()


def in_full(text: str, unclear: Words) -> Words:
    """Words that were not understood, each once; units with their number: "20 h"."""
    words = spoken_words(text)
    numbers = {word: before for before, word in pairwise(words) if word in UNITS and is_number(before)}
    shown = [f"{numbers[word]} {word}" if word in numbers else word for word in unclear]
    return tuple(word for word in dict.fromkeys(shown) if word not in numbers.values())


def _left_unheard(rest: Words) -> tuple[Words, Words]:
    """Of a clause that asks for nothing: it is talk, unless it is about a table, or only a few unknown words."""
    matters = tuple(
        word
        for before, word in zip(("", *rest), rest, strict=False)
        if word in TELLING and (word not in UNITS or is_number(before))  # "another day"
    )
    strange = tuple(word for word in rest if word not in AROUND and word not in EVERYDAY)
    is_short = len(strange) == len(rest) <= MOST_UNKNOWN
    return matters, strange if is_short else ()


def _leveled(bots: Sequence[str], words: Sequence[str], clauses: Sequence[Words]) -> Sequence[str]:
    """Bots whose levels are said behind their number: "two bots, one hard and one easy", "make them hard"."""
    is_apart = len(bots) == len(words) and all(bot == DEFAULT_LEVEL for bot in bots)
    if is_apart:
        return [level_in((word,)) or DEFAULT_LEVEL for word in words]
    if not _is_one_for_several(bots, words):
        return bots
    clause = next(clause for clause in clauses if words[0] in clause)
    is_for_all = not ALL_BOTS.isdisjoint(clause) and not any(map(is_number, clause))
    return [level_in((words[0],)) or DEFAULT_LEVEL for _ in bots] if is_for_all else bots


def _is_one_for_several(bots: Sequence[str], words: Sequence[str]) -> bool:
    """Whether one level is said beside several bots, and is not that of all of them already."""
    is_default = len(bots) > 1 and all(bot == DEFAULT_LEVEL for bot in bots)
    return is_default and len(words) == 1 and level_in(tuple(words)) != DEFAULT_LEVEL


def _idle_taken(words: Words) -> Words:
    text = " ".join(words)
    for pattern in _idle():
        text = pattern.sub(" ", text)
    return tuple(text.split())


def _bounded(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![^ ])(?:{'|'.join(patterns)})(?![^ ])")


@cache
def _idle() -> Sequence[re.Pattern[str]]:
    return [_bounded(heard.arranging["idle"]) for heard in heard_words().values()]


@cache
def _other_board_names() -> Sequence[tuple[re.Pattern[str], str]]:
    """What else boards are called; an adjective counts beside a noun alone, since one may also eat Italian."""
    names: list[tuple[re.Pattern[str], str]] = []
    for heard in heard_words().values():
        nouns = "|".join(heard.boards["nouns"])
        for said, name in _renamed(heard.boards["also"]):
            names.append((_bounded([said]), name))
        for said, name in _renamed(heard.boards["adjectives"]):
            names.append((_bounded([rf"(?:{said}) (?:{nouns})", rf"(?:{nouns}) (?:{said})"]), name))
    return names


def _renamed(lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in lines:
        said, _, name = line.partition(" = ")
        yield said, name


@cache
def _joints() -> re.Pattern[str]:
    return _bounded(one for heard in heard_words().values() for one in heard.arranging["joints"])


@cache
def _condition() -> re.Pattern[str]:
    return _bounded(one for heard in heard_words().values() for one in heard.arranging["condition"])


@cache
def _patterns(names: tuple[str, ...]) -> Sequence[tuple[str, str, re.Pattern[str]]]:
    """The expressions of each of these acts, in each language."""
    return [
        (name, lang, _bounded([one.replace("{levels}", level_pattern())]))
        for name in names
        for lang, heard in heard_words().items()
        for one in heard.arranging[name]
    ]
