"""Matters of the table by their phrases, such as "undo" or "away till Monday", and the commands that they are."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from service.language.grammar.dates import NEXT_MONTH, SPAN, TODAY, bare_days, days_ahead, days_named
from service.language.grammar.phrases import (
    TURNING,
    Phrase,
    PhraseTable,
    Words,
    has_phrase,
    is_number,
    likeliest_language,
    numerals,
    plain_words,
    without_politeness,
    without_request,
    yes_and_no,
)
from service.language.languages import DEFAULT_LANG, heard_words, words_for
from service.message_types import TABLE_COMMANDS
from ttr_core.model.actor import Role
from ttr_core.model.commands import TableCommand
from ttr_core.model.ids import SeatId


class Matter(NamedTuple):
    """The command that the phrases of this name mean; `which` is the field that is said behind them."""

    template: Mapping[str, Any]  # the command as JSON, without its seat
    which: str = ""
    grave: bool = False  # confirmed before it is done


MATTER = "matter "  # before the name of a matter, among the looks that may be meant
MATTERS: Mapping[str, Matter] = {
    "undo": Matter({"type": "propose_undo"}),
    "pause": Matter({"type": "propose", "motion": "pause"}),
    "resume": Matter({"type": "resume_game"}),
    "end": Matter({"type": "propose", "motion": "end"}, grave=True),
    "agree": Matter({"type": "agree"}, which="motion"),
    "object": Matter({"type": "object"}, which="motion"),
    "resign_to_bot": Matter({"type": "resign", "kind": "bot:greedy"}, grave=True),
    "resign_to_nobody": Matter({"type": "resign", "kind": "nobody"}, grave=True),
    "vacation": Matter({"type": "take_vacation"}, which="days"),
    "away": Matter({"type": "take_vacation"}, which="dates", grave=True),  # from one day to another
    # for less than a day, or for a bare number
    "away_briefly": Matter({"type": "take_vacation"}, grave=True),
    "vacation_over": Matter({"type": "end_vacation"}),
    "cancel_order": Matter({"type": "cancel_order"}, which="order"),
    "cancel_orders": Matter({"type": "cancel_order", "order": 0}),
    "return": Matter({"type": "return_to_seat"}),
    "resign": Matter({}, grave=True),  # in one of two ways
}
WAYS_TO_RESIGN = ("resign_to_bot", "resign_to_nobody")
OF_NOW = frozenset({"return", "vacation_over"})  # they say what is so at this moment
MOST_BEHIND = 3  # words behind a phrase
DAYS = words_for(lambda heard: heard.days)
WEEKS = words_for(lambda heard: heard.units["week"])
BRIEF = words_for(lambda heard: (*heard.units["minute"], *heard.units["hour"]))
# beside these a bare number counts days: "vacation 5", but not "back in 5"
VACATION = frozenset(
    text for text in words_for(lambda heard: heard.table["vacation"]) if len(plain_words(text)) == 1
)
TAKING_VACATION = words_for(lambda heard: heard.table["vacation"][:1])  # the command; the others may be news
UNTIL = words_for(lambda heard: heard.until)
# words around a matter that change nothing about it
HARMLESS = words_for(lambda heard: (*heard.everyday, *heard.fillers, *heard.please)) - TURNING
LATER = words_for(lambda heard: heard.later)
HARMLESS_BEHIND = HARMLESS | LATER


class HeardMatter(NamedTuple):
    """A matter with its language, and the words behind its phrase."""

    name: str
    lang: str | None
    rest: Words
    until: bool = False  # it was said until when, which is no part of the matter; the days may be in `rest`
    is_news: bool = False  # what somebody says of themselves may be no command: "I'm off for two weeks"

    @property
    def matter(self) -> Matter:
        """A command without phrases of its own goes by its own name."""
        return MATTERS.get(self.name, Matter({"type": self.name}))

    @property
    def is_confirmed(self) -> bool:
        """Whether it is done only after a yes."""
        return self.matter.grave or self.is_news


def matter_in(words: Words) -> HeardMatter | None:
    """The matter that the words are; a motion or a number may stand behind its phrase."""
    spoken = without_politeness(words)
    words = without_request(spoken) or spoken
    for phrase in _matters().openings(words):
        behind = words[len(phrase.words) :]
        matter = HeardMatter(phrase.meaning, phrase.lang, _in_days(behind))
        is_span = matter.matter.which == "days" and bool(_from_day(behind))
        if not behind or is_span or (matter.matter.which and len(behind) <= MOST_BEHIND):
            return _absence(phrase, behind) if matter.matter.which == "days" else matter
    return None


def _absence(phrase: Phrase, behind: Words) -> HeardMatter:
    """How long somebody is away: some days, until a day, or no time for which a vacation is booked."""
    days = _in_days(behind)
    named = days_named(behind)
    span = named if len(named) == 4 else ()  # two days
    if dates := _from_day(behind) or span or _until_day(behind) or days_ahead(behind):
        return HeardMatter("away", phrase.lang, dates)
    is_in_days = not (VACATION | DAYS | WEEKS).isdisjoint((*phrase.words, *behind))
    is_bare_number = len(days) == 1 and days[0].isdecimal() and not is_in_days
    if is_bare_number or not BRIEF.isdisjoint(behind):
        return HeardMatter("away_briefly", phrase.lang, ())
    return HeardMatter(phrase.meaning, phrase.lang, days, is_news=phrase.words[0] not in TAKING_VACATION)


def _from_day(words: Words) -> Words:
    """The days of an absence that is so long, from a day that is named: "10 days from tomorrow"."""
    counts = [
        int(numerals().get(word, word)) * (7 if unit in WEEKS else 1)
        for word, unit in pairwise(words)
        if is_number(word) and (unit in DAYS or unit in WEEKS)
    ]
    begins = days_ahead(words)[:2] or days_named(words)
    is_span = len(counts) == 1 and len(begins) == 2 and UNTIL.isdisjoint(words)
    return (*begins, SPAN, str(counts[0])) if is_span else ()


def _until_day(words: Words) -> Words:
    """The days of an absence from today until the day that is named: "until monday"."""
    if not words or words[0] not in UNTIL or not WEEKS.isdisjoint(words):  # "till a week on Tuesday"
        return ()
    numbers = [word for word in words[1:4] if word.isdecimal() and BRIEF.isdisjoint(words)]
    named = days_named(words) or ((numbers[0], NEXT_MONTH) if len(numbers) == 1 else ())
    return (*TODAY, *named) if len(named) == 2 else ()


def matter_within(words: Words) -> HeardMatter | None:
    """The matter that stands among words that do not matter: "i'd say we pause the game until monday"."""
    spoken = without_politeness(words)
    for start, word in enumerate(spoken):
        for phrase in _matters().openings(spoken[start:]):
            behind = spoken[start + len(phrase.words) :]
            matter = MATTERS.get(phrase.meaning)
            days = _in_days(spoken[:start]) if matter and matter.which == "days" else ()
            if phrase.meaning in OF_NOW and not LATER.isdisjoint(spoken):
                continue  # "tomorrow I'm back"
            if HARMLESS_BEHIND.issuperset(behind):
                until = not LATER.isdisjoint(behind)
                rest = _until_day(behind) if phrase.meaning == "pause" else days[-1:]
                return HeardMatter(phrase.meaning, phrase.lang, rest, until, is_news=bool(days))
        if word not in HARMLESS and not word.isdecimal():
            return None
    return None


def absence_in(words: Words) -> HeardMatter | None:
    """Somebody says that they are away for some days: "I can't play for two weeks"."""
    spoken = f" {' '.join(words)} "
    langs = [code for code, heard in heard_words().items() if has_phrase(spoken, heard.absence)]
    if langs:
        return absence_of(words, likeliest_language(words, langs))
    is_all = words[:1] and words[0] in UNTIL and all(_is_harmless_behind(word) for word in words)
    until = _until_day(words) if is_all else ()
    said_in = (code for code, heard in heard_words().items() if words[0] in heard.until)
    return HeardMatter("away", next(said_in), until) if until else None


def _is_harmless_behind(word: str) -> bool:
    return word in HARMLESS_BEHIND or word.isdecimal()


def absence_of(words: Words, lang: str) -> HeardMatter | None:
    """The days that are named for an absence, if any are."""
    begin = next((number for number, word in enumerate(words) if word in UNTIL), None)
    named = days_named(words) or bare_days(words)
    ahead = days_ahead(words) if begin is None else ()
    until = _until_day(words[begin:]) if begin is not None else ()
    if days := (named if len(named) == 4 else ()) or _from_day(words) or ahead or until:  # 4: two days
        return HeardMatter("away", lang, days)
    units = [number for number, word in enumerate(words) if word in DAYS or word in WEEKS]
    if len(units) != 1 or begin is not None:
        return None
    count = _in_days(words[max(0, units[0] - 1) : units[0] + 1])
    return HeardMatter("vacation", lang, count, is_news=True) if count[0].isdecimal() else None


def _in_days(words: Words) -> Words:
    """The number of days that the words say, or the words as they are: `2 weeks` is `14`."""
    numbers = [numerals().get(word, word) for word in words]
    count = next((int(number[:4]) for number in numbers if number.isdecimal()), None)
    if count is None or not WEEKS.isdisjoint(words):
        weeks = () if WEEKS.isdisjoint(words) else (str(7 * (count or 1)),)
        return weeks or words
    return tuple(number for number in numbers if number not in DAYS)


def meant_by(heard: HeardMatter, motions: Sequence[str]) -> Mapping[str, HeardMatter]:
    """What can be meant, by its phrase: the matter, about one of the open motions, or one of two ways to resign."""
    if heard.name == "resign":
        ways = (HeardMatter(name, heard.lang, ()) for name in WAYS_TO_RESIGN)
        return {_first_phrase(way): way for way in ways}
    if heard.matter.which != "motion":
        return {heard.name: heard}
    phrase = _first_phrase(heard)
    named = _named(heard.rest, motions)
    return {f"{phrase} {motion}": heard._replace(rest=plain_words(motion)) for motion in named}


def _named(rest: Words, motions: Sequence[str]) -> list[str]:
    matter = matter_within(rest)  # "agree to the pause"
    named = {" ".join(rest), matter.name if matter else ""}
    return [motion for motion in motions if not rest or " ".join(plain_words(motion)) in named]


def answer_about(words: Words, motions: Sequence[str]) -> HeardMatter | None:
    """A yes or no to an open motion that names it: "ok pour la pause, pas de souci", "go ahead and undo".

    What anybody may propose for all needs no yes: saying "pause" as well agrees to it.
    """
    answers: list[Phrase] = []
    others: list[str] = []
    while words:
        phrase = next(yes_and_no().openings(words), None)
        matters = max((len(one.words) for one in _matters().openings(words)), default=0)
        if phrase and len(phrase.words) >= matters:  # not the `take it` of `take it back`
            answers.append(phrase)
            words = words[len(phrase.words) :]
        else:
            others += words[: matters or 1]
            words = words[matters or 1 :]
    matter = matter_in(tuple(others)) or matter_within(tuple(others))
    meanings = {phrase.meaning for phrase in answers}
    if matter is None or matter.name not in motions or not TURNING.isdisjoint(others) or len(meanings) > 1:
        return None
    if not meanings and matter.matter.template["type"] != "propose":
        return None
    lang = next((phrase.lang for phrase in answers if phrase.lang), matter.lang)
    return HeardMatter("object" if "no" in meanings else "agree", lang, plain_words(matter.name))


def _first_phrase(heard: HeardMatter) -> str:
    return heard_words()[heard.lang or DEFAULT_LANG].table[heard.name][0]


def _matters() -> PhraseTable:
    """Commands that nothing but a seat belongs to need no phrases: their names are heard."""
    named = {matter.template.get("type") for matter in MATTERS.values()}
    return _matters_and(
        tuple(name for name, kind in TABLE_COMMANDS.items() if name not in named and _needs_only_seat(kind))
    )


@lru_cache(maxsize=8)  # rules may be registered at run time
def _matters_and(bare: Words) -> PhraseTable:
    phrases = {lang: dict(heard.table) for lang, heard in heard_words().items()}
    phrases[DEFAULT_LANG] |= {name: (name.replace("_", " "),) for name in bare}
    return PhraseTable(phrases)


@cache
def _needs_only_seat(kind: type[TableCommand]) -> bool:
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    return required == ["seat"] and Role.SEAT in kind.by


def command_for(heard: HeardMatter, seat: SeatId, motions: Sequence[str]) -> TableCommand | None:
    """The command of a matter; None if the game does not have it, or something is missing."""
    matter = heard.matter
    kind = TABLE_COMMANDS.get(matter.template["type"])
    fields = {**matter.template, "seat": seat}
    if matter.which == "motion":
        fields["motion"] = next(iter(_named(heard.rest, motions)), None)
    elif matter.which and len(heard.rest) == 1 and heard.rest[0].isdecimal():
        fields[matter.which] = int(heard.rest[0][:4])
    try:
        return None if kind is None else msgspec.convert(fields, kind)
    except msgspec.ValidationError:
        return None
