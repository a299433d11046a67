"""Yes and no, in as many words or by what only sounds like it."""

from typing import NamedTuple

from service.language.grammar.phrases import Phrase, Words, has_phrase, without_politeness, yes_and_no
from service.language.languages import heard_words


class Answer(NamedTuple):
    yes: bool
    lang: str | None  # None: several languages say the same


def answer_in(words: Words) -> Answer | None:
    """The yes or no that the words are: "yes please", "oui oui", "forget it, too expensive"."""
    said: list[Phrase] = []
    rest = without_politeness(words)
    while rest:
        phrase = next(yes_and_no().openings(rest), None)
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
    opening = next(yes_and_no().openings(without_politeness(words)), None)
    return Answer(yes=False, lang=opening.lang) if opening and opening.meaning == "no" else None


def without_yes(words: Words) -> Words:
    """The sentence behind a yes: "ok, draw 2" is "draw 2"; nothing if there is none.

    A single letter may begin a name, and "yes no" contradicts itself.
    """
    opening = next(yes_and_no().openings(words), None)
    if opening is None or opening.meaning != "yes" or len("".join(opening.words)) == 1:
        return ()
    behind = words[len(opening.words) :]
    return () if answer_in(behind) else behind


def behind_yes(words: Words) -> Words:
    """What is said behind the yes with which the words begin: the comment of "yeah, worth it"."""
    words = without_politeness(words)
    opening = next(yes_and_no().openings(words), None)
    return words[len(opening.words) :] if opening and opening.meaning == "yes" else ()
