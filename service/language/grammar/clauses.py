"""The clauses of a text: which of them may be about the game, and which only talk or give a reason."""

import re
from functools import cache
from typing import NamedTuple

from service.language.grammar.contrast import (
    terms_in,
)
from service.language.grammar.inquiry import (
    SHORTEST_MISTYPED,
    is_asking,
)
from service.language.grammar.lexicon import (
    EVERYDAY,
    MISTYPED,
    NAMED,
    Lexicon,
    Match,
)
from service.language.grammar.phrases import TURNING, Words, plain_words, spoken_words
from service.language.languages import heard_words, words_for

NEGATIONS = words_for(lambda heard: heard.signs["not"])
CLAUSE = re.compile(r"[^,;:!?.…\n]*[,;:!?.…\n]*")
FEWEST_OF_STORY = 6  # words in which one place is named by the way
NEVER_MATTERS = EVERYDAY | words_for(lambda heard: heard.please)  # in a clause that is left out


def clauses_of(text: str) -> list[str]:
    """The parts of a text, each with the signs that end it."""
    return [clause for clause in CLAUSE.findall(text) if plain_words(clause)]


def without_reasons(text: str) -> str:
    """The text without the clauses that only say why, unless nothing else is left: "black, since I need it"."""
    if is_asking(spoken_words(text)):
        return text
    rest = [_without_reason(clause) for clause in clauses_of(text)]
    left = " ".join(filter(None, rest)).rstrip(" ,;:")
    return left if left and rest != clauses_of(text) else text


def _without_reason(clause: str) -> str:
    """A clause up to where its reason begins; nothing if all of it is a reason."""
    spoken = f" {' '.join(spoken_words(clause))} "
    begins = [reason.start() for pattern in _reasons() if (reason := pattern.search(spoken))]
    rest = spoken[: min(begins)].strip() if begins else ""
    return clause if not begins else f"{rest}," if rest else ""


@cache
def _reasons() -> list[re.Pattern[str]]:
    return [re.compile("|".join(heard.reasons)) for heard in heard_words().values()]


class Aside(NamedTuple):
    """What is left of a text without the clauses that cannot be about the game: "sorry I am late! draw 2"."""

    rest: str
    is_idle: bool  # all that was left out are words that never matter

    @classmethod
    def left_out_of(cls, lexicon: Lexicon, text: str) -> "Aside | None":
        """None if all clauses may be about the game, or none."""
        clauses = clauses_of(text)
        idle = [_is_talk(lexicon, plain_words(clause)) for clause in clauses]
        if all(idle) or not any(idle):
            return None
        rest = " ".join(clause for clause, is_idle in zip(clauses, idle, strict=True) if not is_idle)
        left_out = {
            w for one, is_idle in zip(clauses, idle, strict=True) if is_idle for w in plain_words(one)
        }
        return cls(rest.rstrip(" ,;:"), left_out <= NEVER_MATTERS)


def _is_talk(lexicon: Lexicon, words: Words) -> bool:
    """A clause that cannot be about the game; a negation turns only what stands beside it: "can't decide... draw 2"."""
    telling = [word for word in words if word not in NEGATIONS]
    turned = len(telling) < len(words)
    is_about_itself = not turned or any(word not in NEVER_MATTERS for word in telling)
    return is_about_itself and all(says_nothing(lexicon, word) for word in telling)


def says_nothing(lexicon: Lexicon, word: str) -> bool:
    if word in TURNING:
        return False
    sorts = {match.sort for match in lexicon.matches((word,)) if match.tier < MISTYPED}
    is_article = word in EVERYDAY and sorts == {"number"}
    return "filler" in sorts or not sorts or is_article


def is_mere_talk(lexicon: Lexicon, text: str) -> bool:
    """Whether it names nothing to play, or hardly anything among words from elsewhere: "red wine on friday?"."""
    spans = [
        words for words in terms_in(lexicon, spoken_words(text)) if words[0] not in EVERYDAY or len(words) > 1
    ]
    sorts = [{match.sort for match in lexicon.matches(words) if _is_likely(words, match)} for words in spans]
    names = sum(not senses.isdisjoint(NAMED - {"word"}) for senses in sorts)
    verbs = sum(is_verb(lexicon, words) for words in spans)
    strange = sum(not senses for senses in sorts)
    is_story = names == 1 and strange and not verbs and len(spoken_words(text)) >= FEWEST_OF_STORY
    return not (names or verbs) or is_story or (strange > 1 and strange >= names + 2 * verbs)


def is_verb(lexicon: Lexicon, words: Words) -> bool:
    names = [name for match in lexicon.exact(words) if match.sort == "word" for name in match.values]
    return any(not lexicon.words[name].is_noun for name in names)


def _is_likely(words: Words, match: Match) -> bool:
    """Whether it stands for that, or is a longer name with a mistake."""
    return match.tier < MISTYPED or (match.sort == "place" and len(words[0]) >= SHORTEST_MISTYPED)


def names_something(lexicon: Lexicon, words: Words) -> bool:
    """Whether they name a thing of the board, or a kind of move that needs no thing: `draw`."""
    matches = [match for match in lexicon.matches(words) if match.sort in NAMED and match.tier < MISTYPED]
    return any(match.sort != "word" for match in matches) or is_verb(lexicon, words)
