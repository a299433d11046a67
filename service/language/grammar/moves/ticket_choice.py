"""Tickets on offer that are sorted in passing: "1 and 2 yes, 3 no", "the first two, Seattle is too far"."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from service.language.grammar.clauses import clauses_of
from service.language.grammar.command_match import Situation, strange_tickets
from service.language.grammar.contrast import INDEX, OPPOSITES, Side, side_of
from service.language.grammar.inquiry import QUESTION_MARK, is_asking
from service.language.grammar.lexicon import Lexicon
from service.language.grammar.moves.heard import Heard
from service.language.grammar.moves.joined_moves import move_in
from service.language.grammar.phrases import Words, has_phrase, spoken_words
from service.language.grammar.segmentation import ways_to_read
from service.language.grammar.sentences.yes_and_no import answer_in
from service.language.languages import heard_words, words_for
from ttr_core.model.commands import Command, KeepTickets
from ttr_core.model.ids import TicketId

KEEP, DISCARD = OPPOSITES["discard"], OPPOSITES["keep"]
DISMISSING = words_for(lambda heard: heard.dismissing)
BUT = words_for(lambda heard: heard.but)
SINGULAR = words_for(lambda heard: heard.singular)


class Sorted(NamedTuple):
    """Tickets that a part of a text names, and whether they are wanted."""

    words: Words
    is_kept: bool


def with_tickets_numbered(situation: Situation, text: str) -> str:
    """The text where an article says that a number is that of one ticket: `la 3` is the third, `les 3` are all."""
    if not situation.offer:
        return text
    return re.sub(rf"\b(?:{'|'.join(SINGULAR)}) (?=\d\b)", f"{INDEX} ", text, flags=re.IGNORECASE)


def tickets_sorted(situation: Situation, lexicon: Lexicon, text: str) -> Heard | None:
    """The tickets to keep, where parts of a text say yes or no to some, or only why some are not wanted."""
    if not situation.offer or QUESTION_MARK in text or is_asking(spoken_words(text)):
        return None
    return (
        _by_sides(situation, lexicon, text)
        or _by_answers(situation, lexicon, text)
        or _beside_dismissed(situation, lexicon, text)
    )


def _by_sides(situation: Situation, lexicon: Lexicon, text: str) -> Heard | None:
    """`the first two suit me, the last one doesn't`, `keep 2, bin the others`: what is wanted, and what is not.

    The rest needs no names: it is what all other parts are not, and these then say exactly what is meant.
    """
    parts = [_side(lexicon, words) for clause in clauses_of(text) for words in _between_buts(clause)]
    is_divided = any(part.is_kept is False for part in parts) and len(parts) > 1
    if not is_divided or any(not part.is_plain or bool(part.words) == part.is_rest for part in parts):
        return None
    sides = [part._replace(is_kept=part.is_kept is not False) for part in parts]
    named = [side for side in sides if not side.is_rest]
    wanted = {bool(side.is_kept) for side in named}
    rest = {bool(side.is_kept) for side in sides if side.is_rest}
    if not named or (rest and (len(wanted) > 1 or rest == wanted)) or not (rest or len(wanted) == 2):
        return None
    heard = [move_in(situation, lexicon, (_verb(one), *_all_words(named, is_kept=one))) for one in wanted]
    meant = [dict.fromkeys((*one.commands, *one.options)) for one in heard]
    agreed = [one for one in meant[0] if all(one in others for others in meant)]
    if any(one.unknown for one in heard) or not (agreed or rest):
        return None
    return _one_of(agreed, heard[0].lang) if agreed else heard[0]._replace(commands=(), options=())


def _side(lexicon: Lexicon, words: Words) -> Side:
    """What a part says of tickets, by a verb or by a yes or no at its end or beginning."""
    side, answered = side_of(lexicon, words), _answered(words)
    if answered is None or not answered.words:
        return side
    return side_of(lexicon, answered.words)._replace(is_kept=answered.is_kept)


def _verb(is_kept: bool) -> str:
    return KEEP if is_kept else DISCARD


def _all_words(sides: Sequence[Side], *, is_kept: bool) -> Words:
    return tuple(word for side in sides if side.is_kept == is_kept for word in side.words)


def _by_answers(situation: Situation, lexicon: Lexicon, text: str) -> Heard | None:
    """`medium and short yes, long one no`: what all of its parts agree on."""
    parts = [_answered(words) for clause in clauses_of(text) for words in _between_buts(clause)]
    if not parts or any(part is None for part in parts):
        return None
    heard = [
        move_in(situation, lexicon, (KEEP if part.is_kept else DISCARD, *part.words))
        for part in parts
        if part is not None
    ]
    if any(one.unknown or not (one.commands or one.options) for one in heard):
        return None
    meant = [dict.fromkeys((*one.commands, *one.options)) for one in heard]
    agreed = [one for one in meant[0] if all(one in others for others in meant)]
    return _one_of(agreed or [one for some in meant for one in some], heard[0].lang)


def _one_of(meant: list[Command], lang: str | None) -> Heard:
    if len(meant) == 1:
        return Heard(lang, commands=tuple(meant), verb=True)
    return Heard(lang, options=tuple(dict.fromkeys(meant)), verb=True)


def _answered(words: Words) -> Sorted | None:
    """Words with a yes or no at their end or beginning."""
    for length in range(len(words) - 1, 0, -1):
        for answer, rest in (
            (answer_in(words[-length:]), words[:-length]),
            (answer_in(words[:length]), words[length:]),
        ):
            if answer is not None:
                return Sorted(rest, answer.yes)
    return None


def _between_buts(clause: str) -> list[Words]:
    words = spoken_words(clause)
    cuts = [-1, *(n for n, word in enumerate(words) if word in BUT), len(words)]
    return [words[a + 1 : b] for a, b in pairwise(cuts) if words[a + 1 : b]]


def _beside_dismissed(situation: Situation, lexicon: Lexicon, text: str) -> Heard | None:
    """`the first two, Seattle is too far`: sure if what is too far is on offer and not kept."""
    parts = [words for clause in clauses_of(text) for words in _between_buts(clause)]
    dismissed = [words for words in parts if has_phrase(f" {' '.join(words)} ", DISMISSING)]
    kept = [words for words in parts if words not in dismissed]
    named = [_without_dismissal(words) for words in dismissed]
    if not dismissed or not all(named):
        return None
    left = [move_in(situation, lexicon, (DISCARD, *words)) for words in named]
    if not kept:
        only = [one for heard in left for one in (*heard.commands, *heard.options)] if len(left) == 1 else []
        return Heard(left[0].lang, options=tuple(only), verb=True) if only and not left[0].unknown else None
    heard = move_in(situation, lexicon, tuple(word for words in kept for word in words))
    if heard.unknown or len(heard.commands) != 1 or not isinstance(heard.commands[0], KeepTickets):
        return None
    return heard._replace(tentative=not all(_is_left(situation, lexicon, words, heard) for words in named))


def _is_left(situation: Situation, lexicon: Lexicon, words: Words, heard: Heard) -> bool:
    """Whether a ticket is named that is on offer and is not kept."""
    (keeping,) = heard.commands
    assert isinstance(keeping, KeepTickets)
    rest: tuple[TicketId, ...] = tuple(one for one in situation.offer if one not in keeping.tickets)
    said = next(ways_to_read(lexicon, words))
    return bool(said.places) and not strange_tickets(situation.ruleset, rest, said.places)


def _without_dismissal(words: Words) -> Words:
    """The words without those that say why something is not wanted."""
    spoken = f" {' '.join(words)} "
    for pattern in _dismissals():
        spoken = pattern.sub(" ", spoken)
    return tuple(spoken.split())


@cache
def _dismissals() -> list[re.Pattern[str]]:
    patterns = []
    for heard in heard_words().values():
        phrases = "|".join(sorted(map(re.escape, heard.dismissing), key=len, reverse=True))
        verbs = "|".join(heard.being)
        patterns.append(re.compile(rf"(?: (?:{verbs}))*(?: (?:{phrases}))+(?= )"))
    return patterns
