"""The plain words of a text, numbers, politeness and corrections, and tables of the phrases that are looked for."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from service.language.languages import heard_words, words_for
from service.language.languages.heard_words import Names, whole_vocabulary

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


FEWEST_BEHIND_NO = 2  # words of a sentence that corrects another: "no, take blue"


def sentence(text: str) -> Words:
    """The words of a text without politeness and without what was taken back; all of them if nothing is left."""
    words = spoken_words(text)
    first, comma, rest = text.partition(",")
    if comma and spoken_words(first) in _answers("no") and len(spoken_words(rest)) >= FEWEST_BEHIND_NO:
        words = spoken_words(rest)
    return without_politeness(_without_consent(_corrected(words))) or words


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


def without_politeness(words: Words) -> Words:
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


@cache
def yes_and_no() -> PhraseTable:
    return PhraseTable({lang: {"yes": heard.yes, "no": heard.no} for lang, heard in heard_words().items()})


@cache
def _answers(meaning: str) -> frozenset[Words]:
    return frozenset(phrase.words for phrase in yes_and_no() if phrase.meaning == meaning)


ELSE = words_for(lambda heard: heard.otherwise)
TURNING = words_for(lambda heard: (*heard.signs["not"], *heard.orders.conditions))  # they change what follows


def likeliest_language(words: Words, langs: Sequence[str]) -> str:
    """The one that has most of the words: `absent` is said in several, `de lundi à mercredi` in one."""
    return max(langs, key=lambda lang: sum(word in _vocabulary(lang) for word in words))


@cache
def _vocabulary(lang: str) -> frozenset[str]:
    return whole_vocabulary(heard_words()[lang])


def has_phrase(spoken: str, phrases: Iterable[str]) -> bool:
    """Whether one of the phrases stands in a text of plain words between spaces."""
    return any(f" {phrase} " in spoken for phrase in phrases)


def is_number(word: str) -> bool:
    return word.isdecimal() or word in numerals()


def number_of(word: str) -> int:
    """What a number is, in digits or as a word."""
    return int(numerals().get(word, word))


@cache
def numerals() -> Mapping[str, str]:
    languages = heard_words().values()
    return {text: str(n) for heard in languages for n, texts in heard.numbers.items() for text in texts}


def without_request(words: Words) -> Words:
    """What is asked for politely: "can we pause" is "pause"; nothing if it is not."""
    opening = next(_requests().openings(words[:-1]), None)
    return words[len(opening.words) :] if opening else ()


@cache
def _requests() -> PhraseTable:
    return PhraseTable({lang: {"request": heard.requests} for lang, heard in heard_words().items()})
