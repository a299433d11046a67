"""Several questions in one text: where one ends and the next begins, and what the next one leaves unsaid.

"What did Lucy do, and Karim?" asks the same of Karim; "is the longest route worth it, who has it?" speaks of the
longest route twice. Each part can be heard by itself in words that hold what it leaves unsaid.
"""

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from service.language.grammar.clauses import NEVER_MATTERS, clauses_of
from service.language.grammar.concepts import concepts_in
from service.language.grammar.inquiry import QUESTION_MARK, is_asking
from service.language.grammar.phrases import Words, plain_words, spoken_words
from service.language.grammar.sentences.look_phrases import query_in
from service.language.languages import heard_words, words_for

AND = words_for(lambda heard: heard.and_)
LEADING_IN = 2  # words of a clause that only leads up to a question: "so tell"
VAGUE = frozenset(
    [
        "person",
        "when",
        "if",
        "why",
        "already",
        "next",
        "last",
        "compare",
        "most",
        "lead",
        "end",
        "points",
        "cost",
        "need",
        "taken",
        "drawn",
        "done",
    ]
)


class Part(NamedTuple):
    """One question, and the ways to hear it, the likeliest first."""

    text: str
    ways: tuple[str, ...]


def questions_in(text: str, names: Collection[str], nouns: Collection[str]) -> Sequence[Part]:
    """The questions of a text; nothing if it is one question, or if something else is said in it.

    `names` are those of people at the table, `nouns` those of the board's rules.
    """
    pieces = [piece for clause in clauses_of(text) for piece in _cut(clause, names)]
    pieces = _joined([piece for piece in pieces if not _is_idle(piece)], names)
    if len(pieces) < 2 or not (QUESTION_MARK in text or is_asking(spoken_words(pieces[0]))):
        return []
    parts: list[Part] = []
    for piece in pieces:
        if not (_is_question(piece) or (parts and _names_only(piece, names))):
            return []
        parts.append(Part(piece, (*_with_unsaid(piece, [part.text for part in parts], names, nouns), piece)))
    return parts if len(parts) > 1 else []


def _is_question(piece: str) -> bool:
    words = spoken_words(piece)
    return is_asking(words) or piece.rstrip().endswith(QUESTION_MARK) or bool(query_in(words).look)


def _joined(pieces: Sequence[str], names: Collection[str]) -> list[str]:
    """The pieces; one that asks nothing, and only ends in a question mark, belongs to the one before it."""
    joined: list[str] = []
    for piece in pieces:
        words = spoken_words(piece)
        is_own = is_asking(words) or query_in(words).look or _names_only(piece, names)
        if joined and not is_own and not joined[-1].rstrip().endswith(QUESTION_MARK):
            joined[-1] = f"{joined[-1]} {piece}"
        else:
            joined.append(piece)
    return joined


def _is_idle(piece: str) -> bool:
    return all(word in NEVER_MATTERS or word in AND for word in spoken_words(piece)) and not is_asking(
        spoken_words(piece)
    )


def _cut(clause: str, names: Collection[str]) -> list[str]:
    """A clause cut at each `and` behind which another question begins, or only somebody is named."""
    words = clause.split()
    for number in range(1, len(words)):
        right = " ".join(words[number + 1 :])
        if "".join(plain_words(words[number])) not in AND or not right:
            continue
        is_new = is_asking(spoken_words(right)) and is_asking(spoken_words(" ".join(words[:number])))
        if is_new:
            return [" ".join(words[:number]), *_cut(right, names)]
    return [clause]


def _names_only(piece: str, names: Collection[str]) -> bool:
    words = spoken_words(piece)
    is_more = is_asking(words) or bool(_telling(words, ()))
    is_named = any(word in names for word in words) and not is_more
    return is_named and all(word in names or word in AND or word in NEVER_MATTERS for word in words)


def _with_unsaid(
    piece: str, before: Sequence[str], names: Collection[str], nouns: Collection[str]
) -> list[str]:
    """The same with what was said before and is meant again: who, or what."""
    if not before:
        return []
    words, last = spoken_words(piece), spoken_words(before[-1])
    named = [word for part in before for word in spoken_words(part) if word in names]
    own = [word for word in words if word in names]
    if _names_only(piece, names):
        return [" ".join(_renamed(last, named[-1:], own))]
    ways = []
    spoken = f" {' '.join(words)} "
    if named and not own:
        for regex in _pronouns():
            spoken = regex.sub(f" {named[-1]}", spoken)
        ways += [spoken.strip()] if spoken.split() != list(words) else []
    said = [phrase for part in before for phrase in _telling(spoken_words(part), nouns)]
    missing = [phrase for phrase in dict.fromkeys(said) if f" {phrase} " not in spoken]
    if missing and not _telling(words, nouns):
        ways.append(f"{spoken.strip()} {' '.join(missing)}")
    return ways


def _renamed(words: Words, old: Sequence[str], new: Sequence[str]) -> list[str]:
    if not old:
        return [*words, *new]
    return [other for word in words for other in (new if word == old[0] else (word,))]


def _telling(words: Words, nouns: Collection[str]) -> list[str]:
    """The things that are spoken of."""
    spoken = f" {' '.join(words)} "
    here = [noun for noun in nouns if f" {noun} " in spoken]
    of_rules = [noun for noun in here if not any(noun != other and noun in other for other in here)]
    return [
        *sorted(of_rules, key=spoken.index),
        *(phrase for concept, phrase in concepts_in(words).items() if concept not in VAGUE),
    ]


@cache
def _pronouns() -> list[re.Pattern[str]]:
    return [re.compile("|".join(heard.single_facts["pronoun"])) for heard in heard_words().values()]
