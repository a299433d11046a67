"""Two turns in one sentence: a move for now, and one for the next turn: "draw 2, and next turn claim ..."."""

from collections.abc import Iterator
from typing import NamedTuple

from service.language.grammar.clauses import clauses_of
from service.language.grammar.command_match import Situation
from service.language.grammar.inquiry import QUESTION_MARK, everyday_language, is_asking
from service.language.grammar.interpretation import hear
from service.language.grammar.moves.heard import Heard
from service.language.grammar.orders.order_sentence import HeardOrder, hear_order
from service.language.grammar.phrases import Words, sentence, spoken_words
from service.language.grammar.sentences.named_turn import THEN, NamedTurn, turn_named_in
from ttr_core.model.ids import SeatId


class TwoTurns(NamedTuple):
    """What is to be done now, and the order for the turn after it."""

    first: str
    now: Heard
    second: str
    later: HeardOrder


def two_turns_in(situation: Situation, taken: frozenset[str], text: str) -> TwoTurns | None:
    """None if a turn is not named, or if one of the two moves is not understood."""
    if not situation.legal or situation.offer or QUESTION_MARK in text or is_asking(spoken_words(text)):
        return None
    named = turn_named_in(" ".join(sentence(text)))
    if named is None:
        return None
    lang = everyday_language(spoken_words(text)) or named.lang
    for first, second in _parts(named, text):
        later = hear_order(situation.ruleset, taken, ("order", *second)) if first and second else None
        if later is None or later.wrong:
            continue
        now = hear(situation._replace(is_wished=True), " ".join(first))
        if not now.unknown and (now.commands or now.options or now.understood):
            return TwoTurns(" ".join(first), now, " ".join(second), later._replace(lang=lang))
    return None


def _parts(named: NamedTurn, text: str) -> Iterator[tuple[Words, Words]]:
    """What may be for now, and what for the next turn, which stands before it or at its end."""
    before, behind = tuple(named.before.split()), _without_joint(tuple(named.behind.split()))
    if behind:
        yield before[:-1] if before[-1:] and before[-1] in THEN else before, behind
        return
    for number, word in enumerate(before):
        if word in THEN:
            yield before[:number], _without_joint(before[number:])
    clauses = [sentence(clause) for clause in clauses_of(text)]
    for number in range(1, len(clauses)):
        first = tuple(word for clause in clauses[:number] for word in clause)
        yield first, _without_joint(before[len(first) :])


def _without_joint(words: Words) -> Words:
    while words and words[0] in THEN:
        words = words[1:]
    return words


def both_turns(two: TwoTurns, seat: SeatId) -> Heard | None:
    """The move and the order as one question; None if it is open how one of them is to be made.

    Where the move cannot be made, it alone is heard: the answer says why.
    """
    if not (two.now.commands or two.now.options):
        return two.now
    if not two.now.only or not two.later.is_clear:
        return None
    commands = (*two.now.only, two.later.command(seat))
    return Heard(two.later.lang or two.now.lang, commands=commands, verb=True, tentative=True)
