"""The plain words of a text, and the phrases that say what sort of sentence it is.

A look around the table, a matter of the table (the commands that wait for no turn: undo, pause, resign and others), a
standing order, or else a move, perhaps behind `preview`.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import Any, NamedTuple

import msgspec
from rapidfuzz.distance import OSA

from service.language.grammar.dates import NEXT_MONTH, SPAN, TODAY, bare_days, days_ahead, days_named
from service.language.languages import DEFAULT_LANG, heard_words, words_for
from service.language.languages.heard_words import Names, whole_vocabulary
from service.message_types import TABLE_COMMANDS
from ttr_core.model.actor import Role
from ttr_core.model.commands import TableCommand
from ttr_core.model.ids import SeatId

Words = tuple[str, ...]

SHORTEST_VERB = 4  # letters of one that is written together with its subject: « jprends »

_LETTERS = {"ø": "o", "œ": "oe", "æ": "ae", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}
_SPECIAL = str.maketrans(_LETTERS)


@lru_cache(maxsize=1 << 12)  # the names of a board come again and again
def plain_words(text: str) -> Words:
    """Without accents, case and signs: `3x Montréal` is `3`, `x`, `montreal`, digits being words of their own."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_SPECIAL))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(re.findall(r"[0-9]+|[^\W\d_]+", bare))


def as_written(text: str, words: Words) -> str:
    """Words of a text with the accents and capitals that they have there; as they are if the text has them not."""
    parts = [(plain_words(part[0]), part.span()) for part in re.finditer(r"[0-9]+|[^\W\d_]+", text)]
    for first in range(len(parts) - len(words) + 1):
        span = parts[first : first + len(words)]
        if words and tuple(word for plain, _ in span for word in plain) == words:
            return text[span[0][1][0] : span[-1][1][1]]
    return " ".join(words)


@lru_cache(maxsize=1 << 10)
def spoken_words(text: str) -> Words:
    """The plain words of what somebody says; short forms of chats are written out: `im` is `i m`."""
    forms, words = _short_forms(), plain_words(text)
    spoken = tuple(full for word in words for full in forms.get(word, (word,)))
    return tuple(full for word, behind in pairwise((*spoken, "")) for full in _written_out(word, behind))


def _written_out(word: str, behind: str) -> Words:
    """A letter that stands for two words before some others: « c mon tour » is « c'est mon tour »."""
    return next((full for full, before in _letter_forms().get(word, ()) if behind in before), (word,))


@cache
def _letter_forms() -> Mapping[str, Sequence[tuple[Words, frozenset[str]]]]:
    forms: dict[str, list[tuple[Words, frozenset[str]]]] = {}
    for form in words_for(lambda heard: heard.letter_forms):
        written, before = form.split(" | ")
        letter, full = written.split(" = ")
        forms.setdefault(letter, []).append((plain_words(full), frozenset(before.split())))
    return forms


@cache
def _short_forms() -> Mapping[str, Words]:
    """What is written as one word: `im`, and « jprends », « daccord » without their apostrophes."""
    pairs = (form.split(" = ") for form in words_for(lambda heard: heard.short_forms))
    languages = heard_words().values()
    elided = {form.replace(" ", ""): plain_words(form) for heard in languages for form in heard.elided}
    subjects = {
        f"{short}{verb}": (subject, verb)
        for heard in languages
        for short, subject in (form.split(" = ") for form in heard.elided_subjects)
        for verbs in heard.moves.values()
        for verb in verbs
        if len(verb) >= SHORTEST_VERB and verb.isalpha()
    }
    return subjects | elided | {short: plain_words(full) for short, full in pairs}


def prevailing_language(langs: Counter[str]) -> str | None:
    """The language of most of the words; None if no language has more than the others."""
    (first, most), (_, next_most) = [*langs.most_common(2), ("", 0), ("", 0)][:2]
    return first if most > next_most else None


class Phrase(NamedTuple):
    words: Words
    meaning: str
    lang: str | None  # None: several languages say the same


def spelled_out(written: str) -> Iterator[str]:
    """Each phrase that `(forget|drop) my (order|orders)` stands for."""
    parts = [part.split("|") for part in re.split(r"[()]", written)]
    return ("".join(choice) for choice in product(*parts))


class PhraseTable:
    """Phrases of all languages by what they mean; if two meanings share a phrase, it has the first."""

    def __init__(self, phrases: Mapping[str, Mapping[str, Names]]) -> None:
        self._phrases: dict[Words, Phrase] = {}
        meanings = dict.fromkeys(meaning for table in phrases.values() for meaning in table)
        for meaning in meanings:
            for lang, table in phrases.items():
                for text in (one for written in table.get(meaning, ()) for one in spelled_out(written)):
                    self._add(Phrase(plain_words(text), meaning, lang))
        self._longest = max(map(len, self._phrases))

    def _add(self, phrase: Phrase) -> None:
        first = self._phrases.setdefault(phrase.words, phrase)
        if first.meaning == phrase.meaning and first.lang != phrase.lang:
            self._phrases[phrase.words] = first._replace(lang=None)

    def __iter__(self) -> Iterator[Phrase]:
        return iter(self._phrases.values())

    def whole(self, words: Words) -> Phrase | None:
        return self._phrases.get(words)

    def openings(self, words: Words) -> Iterator[Phrase]:
        """The phrases that the words begin with, the longest first."""
        for length in range(min(len(words), self._longest), 0, -1):
            if phrase := self._phrases.get(words[:length]):
                yield phrase

    def endings(self, words: Words) -> Iterator[Phrase]:
        """The phrases that the words end with, the longest first."""
        for length in range(min(len(words), self._longest), 0, -1):
            if phrase := self._phrases.get(words[-length:]):
                yield phrase


# what is said around a sentence, and what is taken back

FEWEST_BEHIND_NO = 2  # words of a sentence that corrects another: "no, take blue"


def sentence(text: str) -> Words:
    """The words of a text without politeness and without what was taken back; all of them if nothing is left."""
    words = spoken_words(text)
    first, comma, rest = text.partition(",")
    if comma and spoken_words(first) in _answers("no") and len(spoken_words(rest)) >= FEWEST_BEHIND_NO:
        words = spoken_words(rest)
    return _without_politeness(_without_consent(_corrected(words))) or words


def _without_consent(words: Words) -> Words:
    """The words without "if Ben agrees": what is proposed needs that in any case."""
    spoken = f" {' '.join(words)} "
    if not TURNING.isdisjoint(words):
        for pattern in _consent():
            spoken = pattern.sub(" ", spoken)
    return tuple(spoken.split())


@cache
def _consent() -> list[re.Pattern[str]]:
    return [re.compile("|".join(heard.consent)) for heard in heard_words().values()]


def _corrected(words: Words) -> Words:
    """What stands behind the last correction: "draw 2, no wait, take red"."""
    before, behind = around_correction(words)
    return behind or before


def around_correction(words: Words) -> tuple[Words, Words]:
    """What stands before and behind the last correction; without one, all of it before."""
    for start in range(len(words) - 1, -1, -1):
        if start and words[start - 1] in ELSE:  # "otherwise wait for me" takes nothing back
            continue
        for phrase in _corrections().openings(words[start:]):
            return words[:start], words[start + len(phrase.words) :]
    return words, ()


def _without_politeness(words: Words) -> Words:
    spoken: list[str] = []
    while words:
        phrase = next(_politeness().openings(words), None)
        if phrase is None:
            spoken.append(words[0])
        words = words[len(phrase.words) if phrase else 1 :]
    return tuple(spoken)


@cache
def _corrections() -> PhraseTable:
    return PhraseTable({lang: {"correction": heard.corrections} for lang, heard in heard_words().items()})


@cache
def _politeness() -> PhraseTable:
    return PhraseTable({lang: {"please": heard.please} for lang, heard in heard_words().items()})


# yes and no


class Answer(NamedTuple):
    yes: bool
    lang: str | None  # None: several languages say the same


def answer_in(words: Words) -> Answer | None:
    """The yes or no that the words are: "yes please", "oui oui", "forget it, too expensive"."""
    said: list[Phrase] = []
    rest = _without_politeness(words)
    while rest:
        phrase = next(_yes_and_no().openings(rest), None)
        if phrase is None:
            return None
        said.append(phrase)
        rest = rest[len(phrase.words) :]
    if len({phrase.meaning for phrase in said}) != 1:
        return None
    return Answer(said[0].meaning == "yes", next((phrase.lang for phrase in said if phrase.lang), None))


def leaning_in(words: Words) -> Answer | None:
    """Whether a sentence that is not understood sounds like a yes or a no; None if it sounds like both or neither."""
    spoken = f" {' '.join(words)} "
    leanings = [
        Answer(yes, lang)
        for lang, heard in heard_words().items()
        for yes, phrases in ((True, heard.leaning_yes), (False, heard.leaning_no))
        if has_phrase(spoken, phrases)
    ]
    return leanings[0] if len({leaning.yes for leaning in leanings}) == 1 else None


def opening_no(words: Words) -> Answer | None:
    """The no with which the words begin: "non on continue"."""
    opening = next(_yes_and_no().openings(_without_politeness(words)), None)
    return Answer(yes=False, lang=opening.lang) if opening and opening.meaning == "no" else None


def behind_yes(words: Words) -> Words:
    """What is said behind the yes with which the words begin: the comment of "yeah, worth it"."""
    words = _without_politeness(words)
    opening = next(_yes_and_no().openings(words), None)
    return words[len(opening.words) :] if opening and opening.meaning == "yes" else ()


def without_yes(words: Words) -> Words:
    """The sentence behind a yes: "ok, draw 2" is "draw 2"; nothing if there is none.

    A single letter may begin a name, and "yes no" contradicts itself.
    """
    opening = next(_yes_and_no().openings(words), None)
    if opening is None or opening.meaning != "yes" or len("".join(opening.words)) == 1:
        return ()
    behind = words[len(opening.words) :]
    return () if answer_in(behind) else behind


@cache
def _yes_and_no() -> PhraseTable:
    return PhraseTable({lang: {"yes": heard.yes, "no": heard.no} for lang, heard in heard_words().items()})


@cache
def _answers(meaning: str) -> frozenset[Words]:
    return frozenset(phrase.words for phrase in _yes_and_no() if phrase.meaning == meaning)


# looks, and `preview` before a move

ABOUT_PLACES = frozenset({"map"})  # looks that may name a place
COURTESIES = frozenset({"greeting", "thanks", "farewell", "patience"})  # looks that ask for nothing
AUDIENCE = words_for(lambda heard: heard.talk["audience"])  # words for those who are greeted or thanked
MOST_BEFORE_PLACE = 2  # words of a phrase that a place may follow
SHORTEST_MISTYPED = 5  # letters of a whole text


class Query(NamedTuple):
    look: str  # "" if the words are no look
    lang: str | None
    rest: Words
    preview: bool = False


def query_in(words: Words) -> Query:
    """The look that the words are, or what is left of them behind `preview`."""
    spoken = _without_politeness(words)
    shown = _without_showing(spoken)
    if phrase := _looks().whole(words) or _looks().whole(spoken) or _looks().whole(shown):
        return Query(phrase.meaning, phrase.lang, ())
    for phrase in _looks().openings(words):
        if phrase.meaning in COURTESIES and AUDIENCE.issuperset(words[len(phrase.words) :]):
            return Query(phrase.meaning, phrase.lang, ())
    for phrase in _looks().openings(spoken):
        if phrase.meaning in ABOUT_PLACES and len(phrase.words) <= MOST_BEFORE_PLACE:
            return Query(phrase.meaning, phrase.lang, spoken[len(phrase.words) :])
    for phrase in _previews().openings(words[:-1]):
        return Query("", phrase.lang, words[len(phrase.words) :], preview=True)
    return Query("", None, spoken or words)


def _without_showing(words: Words) -> Words:
    """What somebody wants to see: "let me see the board" is "the board"."""
    opening = next(_showing().openings(words[:-1]), None)
    return words[len(opening.words) :] if opening else words


def is_showing(words: Words) -> bool:
    """Whether somebody asks to see or hear something: "remind me what I still need"."""
    return next(_showing().openings(words[:-1]), None) is not None


@cache
def _showing() -> PhraseTable:
    return PhraseTable({lang: {"showing": heard.showing} for lang, heard in heard_words().items()})


def mistyped_query(words: Words) -> Query | None:
    """The first look that the words nearly are."""
    spoken = " ".join(_without_politeness(words))
    if len(spoken) < SHORTEST_MISTYPED or not TURNING.isdisjoint(words):  # "no tickets" is not "my tickets"
        return None
    near = (phrase for phrase in _looks() if is_near(spoken, [" ".join(phrase.words)]))
    phrase = next(near, None)
    return Query(phrase.meaning, phrase.lang, ()) if phrase else None


@cache
def _looks() -> PhraseTable:
    return PhraseTable({lang: heard.looks for lang, heard in heard_words().items()})


@cache
def _previews() -> PhraseTable:
    return PhraseTable({lang: {"preview": heard.preview} for lang, heard in heard_words().items()})


def is_near(spoken: str, phrases: Iterable[str]) -> bool:
    """Whether it is one of the phrases with a mistake, or with two in a longer one."""
    return any(OSA.distance(phrase, spoken) <= (1 if len(phrase) < 9 else 2) for phrase in phrases)


# matters of the table


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
ELSE = words_for(lambda heard: heard.otherwise)
THEN = words_for(lambda heard: (*heard.then, *heard.and_, *heard.but))
REPORTED = words_for(lambda heard: heard.orders.reported)
UNTIL = words_for(lambda heard: heard.until)
TURNING = words_for(lambda heard: (*heard.signs["not"], *heard.orders.conditions))  # they change what follows
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
    spoken = _without_politeness(words)
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
    if dates := _from_day(behind) or _until_day(behind) or days_ahead(behind):
        return HeardMatter("away", phrase.lang, dates)
    is_in_days = not (VACATION | DAYS | WEEKS).isdisjoint((*phrase.words, *behind))
    is_bare_number = len(days) == 1 and days[0].isdecimal() and not is_in_days
    if is_bare_number or not BRIEF.isdisjoint(behind):
        return HeardMatter("away_briefly", phrase.lang, ())
    return HeardMatter(phrase.meaning, phrase.lang, days, is_news=phrase.words[0] not in TAKING_VACATION)


def _from_day(words: Words) -> Words:
    """The days of an absence that is so long, from a day that is named: "10 days from tomorrow"."""
    counts = [
        int(_numerals().get(word, word)) * (7 if unit in WEEKS else 1)
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
    spoken = _without_politeness(words)
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
        return absence_of(words, _likeliest_language(words, langs))
    is_all = words[:1] and words[0] in UNTIL and all(_is_harmless_behind(word) for word in words)
    until = _until_day(words) if is_all else ()
    said_in = (code for code, heard in heard_words().items() if words[0] in heard.until)
    return HeardMatter("away", next(said_in), until) if until else None


def _likeliest_language(words: Words, langs: Sequence[str]) -> str:
    """The one that has most of the words: `absent` is said in several, `de lundi à mercredi` in one."""
    return max(langs, key=lambda lang: sum(word in _vocabulary(lang) for word in words))


@cache
def _vocabulary(lang: str) -> frozenset[str]:
    return whole_vocabulary(heard_words()[lang])


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


def has_phrase(spoken: str, phrases: Iterable[str]) -> bool:
    """Whether one of the phrases stands in a text of plain words between spaces."""
    return any(f" {phrase} " in spoken for phrase in phrases)


def _in_days(words: Words) -> Words:
    """The number of days that the words say, or the words as they are: `2 weeks` is `14`."""
    numbers = [_numerals().get(word, word) for word in words]
    count = next((int(number[:4]) for number in numbers if number.isdecimal()), None)
    if count is None or not WEEKS.isdisjoint(words):
        weeks = () if WEEKS.isdisjoint(words) else (str(7 * (count or 1)),)
        return weeks or words
    return tuple(number for number in numbers if number not in DAYS)


def is_number(word: str) -> bool:
    return word.isdecimal() or word in _numerals()


def number_of(word: str) -> int:
    """What a number is, in digits or as a word."""
    return int(_numerals().get(word, word))


@cache
def _numerals() -> Mapping[str, str]:
    languages = heard_words().values()
    return {text: str(n) for heard in languages for n, texts in heard.numbers.items() for text in texts}


def without_request(words: Words) -> Words:
    """What is asked for politely: "can we pause" is "pause"; nothing if it is not."""
    opening = next(_requests().openings(words[:-1]), None)
    return words[len(opening.words) :] if opening else ()


@cache
def _requests() -> PhraseTable:
    return PhraseTable({lang: {"request": heard.requests} for lang, heard in heard_words().items()})


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
        phrase = next(_yes_and_no().openings(words), None)
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


# standing orders


class OpenedOrder(NamedTuple):
    lang: str
    rest: str  # what follows the words by which it begins
    is_sure: bool = True  # nothing but an order begins like this


def order_in(words: Words) -> OpenedOrder | None:
    """The standing order that the words begin, if they do."""
    rest, lang = " ".join(words), ""
    while opening := _opening(rest):
        lang, rest = lang or opening.lang, opening.rest
    if conditional := _condition_first(rest) or _if_nobody_is_faster(rest):
        return OpenedOrder(lang or conditional.lang, _without_turn(conditional.rest))
    if lang:
        return OpenedOrder(lang, _without_subject(rest))
    return _turn_named_last(rest) or (_turn_named_within(rest) if REPORTED.isdisjoint(words) else None)


def _without_subject(text: str) -> str:
    """What is to be done, without who does it: `quand ce sera mon tour tu pioches 2`."""
    for heard in heard_words().values():
        text = re.sub(rf"^(?:{'|'.join(heard.orders.mover)})(?=[^ ])", "", text) or text
    return text


def _without_turn(text: str) -> str:
    named = turn_named_in(text)
    return " ".join(f"{named.before} {named.behind}".split()) if named else text


class NamedTurn(NamedTuple):
    """What stands before and behind the words for the next turn."""

    lang: str
    before: str
    behind: str


def turn_named_in(text: str) -> NamedTurn | None:
    """The next turn, wherever a text names it: "grab it next turn, else draw"."""
    for lang, heard in heard_words().items():
        if named := re.search(rf"(?:^| )(?:{'|'.join(heard.orders.later)})(?= |$)", text):
            return NamedTurn(lang, text[: named.start()].strip(), text[named.end() :].strip())
    return None


def _turn_named_within(text: str) -> OpenedOrder | None:
    """`grab LA - Phoenix next turn, else draw`; behind an `and`, the turn is only that of what follows."""
    named = turn_named_in(text)
    is_second = named is not None and any(named.before.endswith(f" {word}") for word in THEN)
    if named is None or is_second or not (named.before or named.behind):
        return None
    return OpenedOrder(named.lang, _without_turn(text), is_sure=False)


def _condition_first(text: str) -> OpenedOrder | None:
    """`if ... is free, take it, else draw 2` says what `take ..., else draw 2` does: an order does what it can."""
    conditions = [
        (lang, heard.orders, one) for lang, heard in heard_words().items() for one in heard.orders.condition
    ]
    for lang, clauses, pattern in conditions:
        condition = re.match(rf"(?:{pattern})(?= )", text)
        if condition is None:
            continue
        behind = text[condition.end() + 1 :]
        step = re.match(rf"(?:{'|'.join(clauses.pronoun)})(?= |$)", behind)
        if step is not None:
            verb = next(filter(None, step.groups()))
            return OpenedOrder(lang, f"{verb} {condition['what']}{behind[step.end() :]}")
    return None


def _if_nobody_is_faster(text: str) -> OpenedOrder | None:
    """`if nobody grabs it before me I'll do ...`, `... if nobody beats me to it`: an order does what it can."""
    for lang, heard in heard_words().items():
        faster = re.search(rf"(?:^| )(?:{'|'.join(heard.orders.faster)})(?= |$)", text)
        rest = faster and f"{text[: faster.start()]} {text[faster.end() :]}".strip()
        if rest:
            return OpenedOrder(lang, _without_subject(rest), is_sure=False)
    return None


def _turn_named_last(text: str) -> OpenedOrder | None:
    """`draw two when it is my turn`: a move by its verb, and behind it the turn in which it is to be done."""
    for lang, heard in heard_words().items():
        begins = re.match(rf"(?:{'|'.join(heard.orders.mover)}) *(?:{'|'.join(_verbs_of(lang))}) ", text)
        ends = re.search(rf" (?:{'|'.join(heard.orders.when)})$", text)
        if begins and ends and begins.end() < ends.start():
            return OpenedOrder(lang, text[: ends.start()], is_sure=False)
    return None


@cache
def _verbs_of(lang: str) -> Sequence[str]:
    moves = heard_words()[lang].moves
    verbs = {" ".join(plain_words(text)) for name in ("draw", "take", "claim") for text in moves[name]}
    return sorted(map(re.escape, verbs), key=len, reverse=True)


def _opening(text: str) -> OpenedOrder | None:
    for lang, heard in heard_words().items():
        beginnings = (*heard.orders.opening, *heard.orders.when)
        if match := re.match(rf"(?:{'|'.join(beginnings)})(?: |$)", text):
            return OpenedOrder(lang, text[match.end() :])
    return None
