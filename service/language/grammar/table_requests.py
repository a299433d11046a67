"""What people ask of the table in whole sentences: to undo, pause or end, to hand a seat on, to play again.

Each language writes it as regular expressions over plain words between spaces, `[asked_of_table]` in its `words.toml`.
"""

import re
from collections.abc import Sequence
from functools import cache

from service.language.grammar.concepts import concepts_in, is_request
from service.language.grammar.phrases import PhraseTable, sentence, spoken_words
from service.language.grammar.sentences.matter_phrases import LATER, HeardMatter
from service.language.grammar.sentences.yes_and_no import Answer, answer_in
from service.language.languages import heard_words, languages_by_name, words_for

# What is answered with a sentence, and what is asked for; the order is that in which it is looked for
LANGUAGE = "language"  # in which to be answered
ANSWERED = ("notices", "handover", "replace", LANGUAGE)
ASKED = ("cancel_orders", "resign_to_bot", "undo", "pause", "end")
ABOUT_MOTION = {"undo": "undo_which", "pause": "pause_length"}  # questions about what others propose
OBJECTIONS = {"undo": "no_takeback", "end": "play_on", "pause": "play_on"}  # to what others propose
PAUSED = ("paused", "resume")  # during a pause
CANCEL_ORDER = "cancel_order"
FOR_IT, AGAINST_IT = "for_it", "against_it"  # what others propose
VOTES = "votes"  # who has agreed, or a condition
REMATCH = "rematch"  # also the look that says how to play again
DECLINED = "no"  # what that look is about if they do not want to
QUESTION_MARK = "?"
BUT = words_for(lambda heard: heard.but)
CONDITIONS = words_for(lambda heard: heard.hypothetical)


def table_request_in(text: str, motions: Sequence[str], *, is_paused: bool) -> HeardMatter | None:
    """The matter of the table that a sentence asks for, or asks about, if it does; `motions` wait for the speaker."""
    spoken = f" {' '.join(spoken_words(text))} "
    about = [name for motion, name in ABOUT_MOTION.items() if motion in motions]
    names = (
        *about,
        *(PAUSED if is_paused else ()),
        *ANSWERED,
        *(name for name in ASKED if name not in motions),
    )
    named = concepts_in(spoken_words(text))
    heard = [
        (name, lang)
        for name, lang, pattern in _patterns()
        if name in names
        and pattern.search(spoken)
        and not _denied(name, lang, spoken)
        and is_request(name, named)
    ]
    if not heard:
        return None
    first = heard[0][0]
    langs = [lang for name, lang in heard if name == first]
    until = first == "pause" and not LATER.isdisjoint(spoken.split())
    is_answered = first not in (*ASKED, "resume")
    return HeardMatter(first, langs[0] if len(langs) == 1 else None, (), until=until, is_news=is_answered)


def objection_in(text: str, motions: Sequence[str]) -> HeardMatter | None:
    """A no to what others propose, by what it means: "let's play on" to the end, "no takebacks" to an undo."""
    spoken = f" {' '.join(spoken_words(text))} "
    if QUESTION_MARK in text or ((answer := answer_in(spoken_words(text))) and answer.yes):
        return None
    meant = {name: motion for motion, name in OBJECTIONS.items() if motion in motions}
    said = (
        (lang, meant[name]) for name, lang, regex in _patterns() if name in meant and regex.search(spoken)
    )
    lang, motion = next(said, (None, ""))
    return HeardMatter("object", lang, (motion,)) if motion else None


def vote_in(text: str, motions: Sequence[str]) -> HeardMatter | None:
    """A yes or no to what others propose, by what it means: "I don't mind"; a condition, or who voted, is no vote."""
    spoken = f" {' '.join(spoken_words(text))} "
    heard = {name: lang for name, lang, regex in reversed(_patterns()) if regex.search(spoken)}
    if VOTES in heard:
        return HeardMatter(VOTES, heard[VOTES], (), is_news=True)
    is_other = any(
        not words.isdisjoint(spoken.split()) for name, words in _own_words() if name not in motions
    )
    if is_other or QUESTION_MARK in text or (FOR_IT in heard) == (AGAINST_IT in heard):
        return None
    name = FOR_IT if FOR_IT in heard else AGAINST_IT
    motion = (motions[0],) if len(motions) == 1 else ()
    return HeardMatter("agree" if name == FOR_IT else "object", heard[name], motion)


def answer_before_but(text: str) -> Answer | None:
    """The yes or no before a `but` that sets no condition: "all right, but this is the last time"."""
    words = spoken_words(text)
    place = next((n for n, word in enumerate(words) if word in BUT), None)
    if place is None or not CONDITIONS.isdisjoint(words[place:]):
        return None
    return answer_in(words[:place])


def cancelled_order_in(text: str) -> HeardMatter | None:
    """The order that is taken back by what it was about: "cancel what I said about Berlin"."""
    spoken = f" {' '.join(spoken_words(text))} "
    matches = ((lang, pattern.search(spoken)) for name, lang, pattern in _patterns() if name == CANCEL_ORDER)
    lang, named = next((one for one in matches if one[1]), ("", None))
    what = next(filter(None, named.groups()), "") if named else ""
    return HeardMatter(CANCEL_ORDER, lang, tuple(what.split())) if what else None


def patience_asked_in(text: str) -> str | None:
    """The language in which somebody asks for a moment: "give me five minutes, putting the kids to bed"."""
    spoken = f" {' '.join(spoken_words(text))} "
    return next(
        (lang for name, lang, pattern in _patterns() if name == "patience" and pattern.search(spoken)), None
    )


def language_asked_in(text: str) -> tuple[str, str] | None:
    """What people call the language in which they ask to be answered, and the language in which they ask."""
    words = spoken_words(text)
    spoken = f" {' '.join(words)} "
    asked_in = next(
        (lang for name, lang, regex in _patterns() if name == LANGUAGE and regex.search(spoken)), None
    )
    return (next(word for word in words if word in languages_by_name()), asked_in) if asked_in else None


def rematch_in(text: str) -> Answer | None:
    """Whether somebody wants to play again once a game is over; None if the text is about something else."""
    return rematch_wish_in(text) or answer_in(sentence(text))


def rematch_wish_in(text: str) -> Answer | None:
    """A wish that nobody has asked for: "same again", « une revanche ? »."""
    words = sentence(text)
    if phrase := _rematch_phrases().whole(words):
        return Answer(yes=True, lang=phrase.lang)
    spoken = " ".join(words)
    return next((Answer(True, lang) for lang, wish in _rematch_wishes() if wish.fullmatch(spoken)), None)


def _denied(name: str, lang: str, spoken: str) -> bool:
    """Whether it is about others, or not wanted: "don't undo", "did they undo that?"."""
    return name in (*ASKED, "resume") and bool(_denials()[lang].search(spoken))


@cache
def _patterns() -> Sequence[tuple[str, str, re.Pattern[str]]]:
    languages = "|".join(languages_by_name())
    return [
        (name, lang, re.compile("|".join(heard.asked_of_table[name]).replace("{languages}", languages)))
        for name in dict.fromkeys(
            (
                *ABOUT_MOTION.values(),
                *OBJECTIONS.values(),
                *PAUSED,
                *ANSWERED,
                *ASKED,
                "patience",
                CANCEL_ORDER,
                VOTES,
                FOR_IT,
                AGAINST_IT,
            )
        )
        for lang, heard in heard_words().items()
    ]


@cache
def _own_words() -> Sequence[tuple[str, frozenset[str]]]:
    """Words that are about one kind of request alone."""
    return [
        ("undo", words_for(lambda heard: heard.asked_of_table["of_undo"])),
        ("pause", words_for(lambda heard: heard.asked_of_table["of_pause"])),
    ]


@cache
def _denials() -> dict[str, re.Pattern[str]]:
    return {
        lang: re.compile("|".join(heard.asked_of_table["denied"])) for lang, heard in heard_words().items()
    }


@cache
def _rematch_phrases() -> PhraseTable:
    return PhraseTable({lang: {REMATCH: heard.rooms[REMATCH]} for lang, heard in heard_words().items()})


@cache
def _rematch_wishes() -> list[tuple[str, re.Pattern[str]]]:
    return [(lang, re.compile("|".join(heard.arranging[REMATCH]))) for lang, heard in heard_words().items()]
