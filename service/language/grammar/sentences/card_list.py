"""The two cards of a turn that are listed one by one: "give me two: one red, one from the pile"."""

import re
from collections.abc import Sequence
from itertools import pairwise

from service.language.grammar.clauses import (
    is_verb,
)
from service.language.grammar.command_match import MOST_IN_A_TURN, Situation
from service.language.grammar.contrast import (
    terms_in,
)
from service.language.grammar.inquiry import (
    QUESTION_MARK,
    is_asking,
)
from service.language.grammar.lexicon import (
    Lexicon,
    lexicon_of,
)
from service.language.grammar.moves.heard import Heard
from service.language.grammar.moves.joined_moves import move_in
from service.language.grammar.moves.single_move import are_pairable
from service.language.grammar.phrases import (
    Words,
    is_number,
    number_of,
    sentence,
    spoken_words,
)
from service.language.grammar.sentences.paraphrase import expressions
from service.language.languages import words_for
from ttr_core.model.commands import (
    DrawCard,
    TakeCard,
)

JOINING = words_for(lambda heard: (*heard.then, *heard.and_))
AND = words_for(lambda heard: heard.and_)
CARDS = words_for(lambda heard: heard.signs["cards"])
LISTABLE = frozenset({"card", "place"})
MOST_BEFORE_ONE = 3  # words up to the number of a card in a list: "of them one red"
LISTED = re.compile(r"[,;:+&\n]+")


def two_cards_listed(situation: Situation, text: str) -> Heard | None:
    """The two cards of a turn, one by one, perhaps behind their number: "give me two: one red, one from the pile"."""
    if situation.is_choice or situation.offer or QUESTION_MARK in text or is_asking(spoken_words(text)):
        return None
    lexicon, wished = lexicon_of(situation.ruleset), situation._replace(is_wished=True)
    head, parts = _list_of_two(lexicon, text)
    halves = [move_in(wished, lexicon, part) for part in parts]
    meant = [half.commands or half.options for half in halves]
    both = [one for half in meant for one in half]
    if not all(meant) or any(half.unknown for half in halves):
        return None
    if not both or not all(isinstance(one, DrawCard | TakeCard) for one in both):
        return None
    if [len(half) for half in meant] != [
        1
    ] * MOST_IN_A_TURN:  # nothing, or too little, is said of one of them
        is_half = len(parts) == MOST_IN_A_TURN or (len(both) == 1 and isinstance(both[0], TakeCard))
        return Heard(None, compound=True) if is_half else None
    if not are_pairable(situation, both):
        return Heard(None, compound=True, together=tuple(both))
    is_bid = bool(head) and any(is_verb(lexicon, term) for term in terms_in(lexicon, head))
    is_meant = situation.is_wished or is_bid or any(half.verb for half in halves)
    return Heard(None, commands=tuple(both), verb=True, tentative=not is_meant)


def _list_of_two(lexicon: Lexicon, text: str) -> tuple[Words, Sequence[Words]]:
    """What stands before the number of two cards, and the parts behind it: both cards, or one of the two."""
    if both := _first_and_second(text):
        return (), both
    head, *parts = [part for clause in LISTED.split(text) for part in _parts_of_list(clause)] or [()]
    counts = any(is_number(word) and number_of(word) == MOST_IN_A_TURN for word in head)
    rest = tuple(word for word in head if word not in CARDS and not is_number(word))
    sorts = (
        {match.sort for term in terms_in(lexicon, rest) for match in lexicon.exact(term)} if rest else set()
    )
    ones = [_from_one(part) for part in parts]
    if not counts:  # "one red, one from the pile"
        both = (_from_one(head), *ones)
        return (), both if len(both) == MOST_IN_A_TURN and all(both) else ()
    if not sorts.isdisjoint(LISTABLE):
        return (), ()
    return rest, parts if len(parts) == MOST_IN_A_TURN else ones if len(ones) == 1 and all(ones) else ()


def _first_and_second(text: str) -> Sequence[Words]:
    """`the red one first, and for the second a blind one` cut in two; nothing if it is not said like that."""
    spoken = f" {' '.join(sentence(text))} "
    cut = next(filter(None, (regex.search(spoken) for regex in expressions("second_card"))), None)
    if cut is None:
        return ()
    before = spoken[: cut.start()] + " "
    for regex in expressions("first_card"):
        before = regex.sub(" ", before)
    parts = [tuple(before.split()), tuple(spoken[cut.end() :].split())]
    return [_without_joint(part) for part in parts] if all(parts) else ()


def _without_joint(words: Words) -> Words:
    return words[1:] if words[:1] and words[0] in JOINING else words


def _from_one(part: Words) -> Words:
    """A part from its `one`, which stands at its beginning; nothing if there is none: "of which one red"."""
    begins = (n for n, word in enumerate(part[:MOST_BEFORE_ONE]) if is_number(word) and number_of(word) == 1)
    return part[next(begins, len(part)) :]


def _parts_of_list(clause: str) -> list[Words]:
    """The words of a clause, cut at each `and`."""
    words = spoken_words(clause)
    cuts = [-1, *(n for n, word in enumerate(words) if word in AND), len(words)]
    return [words[begin + 1 : end] for begin, end in pairwise(cuts) if words[begin + 1 : end]]
