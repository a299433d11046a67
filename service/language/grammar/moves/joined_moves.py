"""Several moves in one sentence: all of them in this order, or none."""

from collections.abc import Iterator

from service.language.grammar.command_match import (
    MOST_IN_A_TURN,
    Situation,
)
from service.language.grammar.contrast import (
    sorted_parts,
    terms_in,
    without_contrast,
    without_rejected_name,
)
from service.language.grammar.inquiry import (
    is_bidding,
)
from service.language.grammar.lexicon import (
    Lexicon,
)
from service.language.grammar.moves.heard import Heard
from service.language.grammar.moves.single_move import are_pairable, has_verb, single_move
from service.language.grammar.phrases import Words, plain_words, without_request
from service.language.grammar.sentences.yes_and_no import without_yes
from service.language.languages import DEFAULT_LANG, heard_words, words_for
from service.language.vocabulary.command_fields import payment_of
from service.message_types import COMMANDS
from ttr_core.model.commands import (
    DrawCard,
    DrawTickets,
    KeepTickets,
    RouteCommand,
    SeatCommand,
    TakeCard,
)

THEN = words_for(lambda heard: heard.then)
BUT = words_for(lambda heard: heard.but)
PLACES_OF_ROUTE = 2
PAYING_SORTS = frozenset({"card", "filler", "number"})  # of a clause that only says how a move is paid
LAY = "lay"  # the verbs that put cards down: "and spend my wilds"
OPEN_CARD = plain_words(
    f"{heard_words()[DEFAULT_LANG].moves['market'][1]} {heard_words()[DEFAULT_LANG].signs['cards'][0]}"
)


def move_in(situation: Situation, lexicon: Lexicon, words: Words) -> Heard:
    """One or several moves; words that lead up to them are left out where they are not part of them."""
    if twice := _sorted_twice(situation, lexicon, words):
        return twice
    words = without_contrast(lexicon, words)
    if situation.is_choice and not situation.offer:
        words = without_rejected_name(lexicon, words)
    heard = _compound(situation, lexicon, words) or single_move(situation, lexicon, words)
    if not heard.unknown:
        return heard
    if behind_yes := without_yes(words):
        return move_in(situation, lexicon, behind_yes)
    if behind_request := without_request(words):
        later = move_in(situation, lexicon, behind_request)
        return later if is_bidding(words) else later._replace(tentative=True)
    return heard


def _compound(situation: Situation, lexicon: Lexicon, words: Words) -> Heard | None:
    """Several moves in one sentence: all of them in this order, or none; None if it is one move."""
    for left, right in _joined_parts(lexicon, words):
        if paid := _paid_as_said_behind(situation, lexicon, words, right):
            return paid
        joining = has_verb(lexicon, right)
        first, second = single_move(situation, lexicon, left), single_move(situation, lexicon, right)
        if answered := _answered_beside(first, second, " ".join(right)):
            return answered
        if joining is None and _is_place_in_row(lexicon, right) and _is_open_card(first):
            joining, second = False, single_move(situation, lexicon, (*OPEN_CARD, *right))
        if joining is None and _draws_tickets(first) and _counts_cards(lexicon, right):
            return Heard(first.lang, compound=True, parts=first.commands)
        if not (_are_verbal(lexicon, left, joining, first, second) or _are_cards(first, second, joining)):
            continue
        if together := _in_one_turn(situation, first, second, " ".join(right)):
            return together
        both = (*first.only, *second.only)
        if len(both) == MOST_IN_A_TURN and all(isinstance(one, DrawCard | TakeCard) for one in both):
            return Heard(first.lang or second.lang, understood=first.understood, compound=True, together=both)
        if joining or _is_another(first, single_move(situation, lexicon, words)):
            parts = (*(first.commands or first.options)[:1], *(second.commands or second.options)[:1])
            return Heard(first.lang or second.lang, understood=first.understood, compound=True, parts=parts)
    return None


def _joined_parts(lexicon: Lexicon, words: Words) -> Iterator[tuple[Words, Words]]:
    """What stands before and behind each word that may join two moves."""
    for number in range(1, len(words) - 1):
        left, right = words[:number], words[number + 1 :]
        if words[number] in THEN or (words[number] in BUT and has_verb(lexicon, right)):
            while right and right[0] in THEN:
                right = right[1:]
            yield left, right


def _is_answer_to_claim(first: Heard, second: Heard) -> bool:
    """Whether the second part answers what the game asks after a claim: "and a share of the Reading, please"."""
    is_claim = len(first.commands) == 1 and isinstance(first.commands[0], RouteCommand)
    kinds = [COMMANDS[name] for name in (second.understood.kinds if second.understood else None) or ()]
    return is_claim and bool(kinds) and all(issubclass(kind, SeatCommand) and kind.answers for kind in kinds)


def _draws_tickets(heard: Heard) -> bool:
    return len(heard.commands) == 1 and isinstance(heard.commands[0], DrawTickets)


def _counts_cards(lexicon: Lexicon, words: Words) -> bool:
    """Whether it is nothing but some cards: "draw tickets and a card"."""
    matches = [match for term in terms_in(lexicon, words) for match in lexicon.exact(term)]
    return any(match.sort == "sign" and "cards" in match.values for match in matches) and all(
        match.sort in ("sign", "number", "filler", "card") for match in matches
    )


def _is_route(heard: Heard) -> bool:
    """Whether it claims a route, or means one that cannot be had."""
    commands = heard.commands or heard.options
    said = heard.understood
    is_named = said is not None and len(said.places) == PLACES_OF_ROUTE
    return is_named or (bool(commands) and all(isinstance(one, RouteCommand) for one in commands))


def _are_verbal(lexicon: Lexicon, left: Words, joining: bool | None, first: Heard, second: Heard) -> bool:
    """Whether both parts have words of moves; a route needs no verb beside one that has."""
    is_claim = bool(joining) and (_is_route(first) or _is_route(second))
    return is_claim or (joining is not None and has_verb(lexicon, left) is not None)


def _answered_beside(first: Heard, second: Heard, right: str) -> Heard | None:
    """A claim with the answer to what the game asks after it, or the same no in two ways."""
    if _is_answer_to_claim(first, second):
        return first._replace(following=right)
    return _declined_by_both(first, second)


def _declined_by_both(first: Heard, second: Heard) -> Heard | None:
    """The same no twice: "I give the tunnel up and take my cards back"."""
    is_no = len(first.commands) == 1 and getattr(first.commands[0], "answers", None) == "no"
    return first if is_no and first.commands == second.commands else None


def _is_place_in_row(lexicon: Lexicon, words: Words) -> bool:
    """Nothing but `the fourth`: of what came before."""
    sorts = [{match.sort for match in lexicon.exact(term)} for term in terms_in(lexicon, words)]
    return all(one & {"ordinal", "filler"} for one in sorts) and any("ordinal" in one for one in sorts)


def _is_open_card(heard: Heard) -> bool:
    return len(heard.only) == 1 and isinstance(heard.only[0], TakeCard)


def _paid_as_said_behind(situation: Situation, lexicon: Lexicon, words: Words, part: Words) -> Heard | None:
    """The move of the whole if the part only names cards for it: "a station in Wien and pay with a yellow"."""
    terms = tuple(terms_in(lexicon, part))
    laying = next((one for one in terms if any(LAY in match.values for match in lexicon.exact(one))), None)
    if laying:
        words, terms = _without_words(words, laying), tuple(one for one in terms if one != laying)
    senses = [{match.sort for match in lexicon.exact(term)} for term in terms]
    is_payment = all(sorts & PAYING_SORTS for sorts in senses) and any("card" in sorts for sorts in senses)
    if not is_payment:
        return None
    whole = single_move(situation, lexicon, words)
    is_paid = all(payment_of(one) for one in (*whole.commands, *whole.options))
    return whole if whole.is_clear and is_paid else None


def _without_words(words: Words, left_out: Words) -> Words:
    """The words without the last time that these occur in a row."""
    places = range(len(words) - len(left_out), -1, -1)
    place = next(n for n in places if words[n : n + len(left_out)] == left_out)
    return (*words[:place], *words[place + len(left_out) :])


def _sorted_twice(situation: Situation, lexicon: Lexicon, words: Words) -> Heard | None:
    """Tickets to keep and tickets to give back in one sentence: both must say the same."""
    parts = sorted_parts(lexicon, words) if situation.offer else ()
    if len(parts) != 2:
        return None
    first, second = (single_move(situation, lexicon, part) for part in parts)
    if agreed := _meant_by_both(first, second) or _kept_beside(first, second):
        return agreed
    both = (*first.commands, *second.commands)
    return Heard(first.lang, options=both, verb=True) if first.commands and second.commands else None


def _meant_by_both(first: Heard, second: Heard) -> Heard | None:
    """What one part says for sure and the other one leaves room for: "keep two, bin the long one"."""
    for sure, other in ((first, second), (second, first)):
        if len(sure.commands) == 1 and sure.commands[0] in (*other.commands, *other.options):
            return sure._replace(tentative=bool(other.unknown))
    return None


def _kept_beside(first: Heard, second: Heard) -> Heard | None:
    """`the first, not the second` of three says nothing of the third: it is asked whether that is kept."""
    both = (*first.commands, *second.commands)
    kept = [set(command.tickets) for command in both if isinstance(command, KeepTickets)]
    return Heard(first.lang, options=both, verb=first.verb) if len(kept) == 2 and kept[0] < kept[1] else None


def _are_cards(first: Heard, second: Heard, joining: bool | None) -> bool:
    """Whether both parts are moves by themselves: `one from the deck and the red`."""
    if joining is None:
        halves = [{type(command) for command in half.only} for half in (first, second)]
        return halves == [{DrawCard}, {TakeCard}]
    return bool(first.only and second.only)


def _in_one_turn(situation: Situation, first: Heard, second: Heard, right: str) -> Heard | None:
    """Two cards one after the other, or tickets of which all are kept."""
    lang = first.lang or second.lang
    halves = first.only, second.only
    both = tuple(command for half in halves for command in half)
    draws = all(isinstance(command, DrawCard | TakeCard) for command in both)
    if all(halves) and draws and len(both) == MOST_IN_A_TURN and are_pairable(situation, both):
        is_meant = first.verb or second.verb or situation.is_choice or situation.is_wished
        return Heard(lang, commands=both, verb=True, tentative=not is_meant)
    said = second.understood
    tells_which = said is not None and not said.negated and (said.all or bool(said.ranks))
    is_kept = said is not None and tells_which and "keep_tickets" in (said.kinds or {})
    if len(first.commands) == 1 and isinstance(first.commands[0], DrawTickets) and is_kept:
        return Heard(lang, commands=first.commands, verb=True, following=right)
    return None


def _is_another(first: Heard, whole: Heard) -> bool:
    """Whether the first part alone is a move, and another one than the whole sentence would be."""
    meant = {type(command) for command in (*whole.commands, *whole.options)}
    return bool(first.commands) and bool(meant) and type(first.commands[0]) not in meant
