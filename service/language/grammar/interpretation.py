"""What a text means: one command for sure, one of several, a look around the table, or nothing that we know.

Readings of the text are held against the legal commands (`command_match`); the best one is what was meant.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from service.language.grammar.clauses import (
    NEGATIONS,
    NEVER_MATTERS,
    Aside,
    clauses_of,
    is_mere_talk,
    is_verb,
    names_something,
    says_nothing,
    without_reasons,
)
from service.language.grammar.command_match import MOST_IN_A_TURN, Situation, drawn_as
from service.language.grammar.contrast import (
    terms_in,
    with_payment_corrected,
)
from service.language.grammar.inquiry import (
    BASICS,
    MOVES,
    QUESTION_MARK,
    ROUTE,
    RULE,
    Inquiry,
    compares,
    everyday_language,
    inquiry_in,
    instead_of_moves,
    is_asking,
    is_bidding,
    is_requesting,
    places_in,
    rule_behind,
)
from service.language.grammar.lexicon import (
    EVERYDAY,
    NAMED,
    RANKS,
    Lexicon,
    lexicon_of,
)
from service.language.grammar.moves.heard import Aspect, Heard
from service.language.grammar.moves.joined_moves import move_in
from service.language.grammar.moves.single_move import KEEPING, answering, are_pairable, has_verb
from service.language.grammar.moves.ticket_choice import tickets_sorted
from service.language.grammar.phrases import (
    BRIEF,
    COURTESIES,
    TURNING,
    Answer,
    HeardMatter,
    Words,
    absence_in,
    answer_in,
    around_correction,
    behind_yes,
    has_phrase,
    is_number,
    is_showing,
    leaning_in,
    matter_in,
    matter_within,
    mistyped_query,
    number_of,
    opening_no,
    plain_words,
    query_in,
    sentence,
    spoken_words,
    without_request,
)
from service.language.grammar.questions.facts_asked import asks_effort
from service.language.languages import DEFAULT_LANG, heard_words, words_for
from service.language.vocabulary.command_fields import fields_of, payment_of
from ttr_core.model.commands import (
    Command,
    DrawCard,
    KeepTickets,
    RouteCommand,
    SeatCommand,
    TakeCard,
)
from ttr_core.model.ids import LOCOMOTIVE, DeckName
from ttr_core.model.kinds import field_kinds

JOINING = words_for(lambda heard: (*heard.then, *heard.and_))
AND = words_for(lambda heard: heard.and_)
TAKING = words_for(lambda heard: heard.moves["take"])
CODE = re.compile(r"\b[A-Z]{2,3}\b")  # of a place, in capitals
CARDS = words_for(lambda heard: heard.signs["cards"])
LISTABLE = frozenset({"card", "place"})
MOST_BEFORE_ONE = 3  # words up to the number of a card in a list: "of them one red"
LISTED = re.compile(r"[,;:+&\n]+")
DRAWN_OUT = re.compile(r"(.)\1\1")  # "noooo"
MOST_WORDS = 60  # of a text; names and payments need far fewer
SENTENCE_ENDS = frozenset("!.;…")
NO_LEANINGS = words_for(lambda heard: heard.leaning_no)
WISHES = words_for(lambda heard: (*heard.wishes, *heard.corrections))
# those of several words; a single one is unknown or means something else
CONDITIONS = frozenset(one for one in words_for(lambda heard: heard.orders.conditions) if " " in one)
HYPOTHETICAL = words_for(lambda heard: heard.hypothetical)  # what follows them is not to be done yet
MINIMUM = words_for(lambda heard: heard.minimum)
HALVES = words_for(lambda heard: heard.halves)
AGAIN = words_for(lambda heard: heard.again)
IF_SO = sorted(words_for(lambda heard: heard.if_so), key=len, reverse=True)
DO_IT = sorted(words_for(lambda heard: heard.do_it), key=len, reverse=True)
MISTAKES = words_for(lambda heard: heard.mistakes)
ELSE = words_for(lambda heard: heard.otherwise)
PRONOUNS = words_for(lambda heard: heard.pronouns)
UNREAL = words_for(lambda heard: heard.talk["unreal"])
BAD_LUCK = words_for(lambda heard: heard.talk["bad_luck"])
CURSES = words_for(lambda heard: heard.talk["curses"])
YET_ANOTHER = words_for(lambda heard: heard.talk["yet_another"])
WAITING = words_for(lambda heard: heard.waiting)
LEADING_TO = 2  # places of a route
SURPRISE = words_for(lambda heard: heard.surprise)
SHORTEST_QUESTION = 3  # words that lead up to a question rather than being one: "remind me, ..."
SCORE, MISSING = "score", "missing"  # looks
EACH = words_for(lambda heard: heard.signs["all"])
ABSENCES = frozenset({"away", "vacation"})
IDLE_LOOKS = COURTESIES | {"never_mind"}
DOING = {  # the verb of "do it", by what the question before it names
    sort: plain_words(heard_words()[DEFAULT_LANG].moves[verb][0])
    for sort, verb in (("place", "claim"), ("card", "take"))
}
VAGUE = frozenset({"moves", "help", "claims"})  # looks that answer a question about anything
OF_THE_CHOICE = frozenset({"moves", "help", "market"})  # during a choice of a rule they are about that choice


def hear(situation: Situation, text: str) -> Heard:
    """Never more than what all of the text says; a move beside talk of other things is asked for."""
    heard = _hear(situation, text)
    return _yes_with_comment(situation, text, heard) or heard


def _hear(situation: Situation, text: str) -> Heard:
    text = _with_halves_counted(situation, _with_minimum_counted(situation, without_reasons(text)))
    text = _with_codes_spelled(lexicon_of(situation.ruleset), _without_lesser(situation, text))
    if chosen := tickets_sorted(situation, lexicon_of(situation.ruleset), text):
        return chosen._replace(lang=everyday_language(spoken_words(text)) or chosen.lang)
    if tagged := _with_tag_question(situation, text):
        return tagged
    if alternative := _first_possible(situation, text) or _if_still_possible(situation, text):
        return alternative
    heard, listed = _as_a_whole(situation, text), _two_cards_listed(situation, text)
    is_same = listed is not None and listed.commands == heard.commands and not listed.compound
    if listed and not is_same and not (listed.compound and heard.parts):
        heard = listed
    heard = heard._replace(lang=everyday_language(spoken_words(text)) or heard.lang)
    is_either = situation.offer and has_phrase(f" {' '.join(spoken_words(text))} ", ELSE)
    if is_either and (heard.commands or heard.options):  # "the Miami one, otherwise the two cheapest"
        return Heard(heard.lang, compound=True)
    if heard.is_clear or heard.answer or heard.compound or heard.looks or heard.talk:
        return heard
    if declined := _declined_at_length(situation, spoken_words(text)) or _declined_twice(situation, text):
        return declined
    lexicon = lexicon_of(situation.ruleset)
    if parts := _from_clauses(situation, lexicon, text):
        return parts
    chooses = bool(situation.offer) and _names_tickets(lexicon, text)
    is_talk = len(spoken_words(text)) > 1 and is_mere_talk(lexicon, text)
    return heard._replace(talk=heard.understood is None and not chooses and is_talk)


def _yes_with_comment(situation: Situation, text: str, heard: Heard) -> Heard | None:
    """A yes to what the game offers, and what is thought of it; what is said for and against it is asked about."""
    words = spoken_words(text)
    accepting, declining = answering(situation, yes=True), answering(situation, yes=False)
    comment, opening = behind_yes(words), answer_in(words[:1])
    if not accepting or not comment or not opening or answer_in(comment) or QUESTION_MARK in text:
        return None
    lang, leaning = everyday_language(words), leaning_in(comment)
    if heard.commands == accepting and is_asking(comment) and comment[0] not in AND:
        return _as_a_whole(situation, " ".join(comment))  # "ok, what does it cost"
    is_torn = heard.commands == accepting and leaning is not None and not leaning.yes
    if declining and (is_torn or heard.commands == declining):
        return Heard(lang, options=(*accepting, *declining))
    liked = None if heard.commands else agrees_with_comment(situation, text)
    if liked and len(accepting) == 1:
        return Heard(lang, commands=accepting)
    return Heard(lang, options=accepting) if liked is not None and not heard.is_clear else None


def agrees_with_comment(situation: Situation, text: str) -> bool | None:
    """Whether the comment behind a yes sounds like a yes, too; None if there is no such comment.

    It names nothing of the board, sets no condition and refuses nothing: "yeah, worth it", but not "ok, take blue".
    """
    comment, lexicon = behind_yes(spoken_words(text)), lexicon_of(situation.ruleset)
    spoken = f" {' '.join(comment)} "
    is_plain = bool(comment) and not (answer_in(comment) or is_asking(comment) or QUESTION_MARK in text)
    if not is_plain or has_phrase(spoken, HYPOTHETICAL):
        return None
    leaning, named = leaning_in(comment), (lexicon.exact(term) for term in terms_in(lexicon, comment))
    if any(match.sort in NAMED - {"word"} for matches in named for match in matches):
        return None
    if leaning is None:
        return None if has_phrase(spoken, NO_LEANINGS) else False
    return True if leaning.yes else None


def _with_tag_question(situation: Situation, text: str) -> Heard | None:
    """A move behind which it is asked whether it was meant so: "paris dieppe with a loco and a white, right?"."""
    spoken = f" {' '.join(spoken_words(text))} "
    tag = next(filter(None, (regex.search(spoken) for regex in _expressions("tags"))), None)
    bare = spoken[: tag.start()].strip() if tag and text.rstrip().endswith(QUESTION_MARK) else ""
    if not bare or QUESTION_MARK in text.rstrip()[:-1] or is_asking(tuple(bare.split())):
        return None
    heard = hear(situation._replace(is_wished=True), bare)
    lang = everyday_language(spoken_words(text)) or heard.lang
    is_move = heard.verb and (heard.commands or heard.options or heard.understood)
    return heard._replace(lang=lang, tentative=True) if is_move and not heard.unknown else None


def _without_lesser(situation: Situation, text: str) -> str:
    """The text without what is wanted less, and without what is kept beside a payment: neither changes the wish."""
    if QUESTION_MARK in text or situation.offer:
        return text
    spoken = f" {' '.join(spoken_words(text))} "
    wanted = next(filter(None, (regex.search(spoken) for regex in _expressions("lesser"))), None)
    if wanted:
        return spoken[: wanted.end(1)].strip()
    spared = next(filter(None, (regex.search(spoken) for regex in _expressions("sparing"))), None)
    return spoken[: spared.start()].strip() or text if spared else text


def _first_possible(situation: Situation, text: str) -> Heard | None:
    """The first of two wishes, or the second where the first cannot be met: "a green, and if it's gone a blind one"."""
    wish, otherwise = _two_wishes(situation, text)
    first, second = sentence(_without_idle_condition(situation, wish)), sentence(otherwise)
    if not first or not second or is_asking(first) or is_asking(second):
        return None
    lexicon, wished = lexicon_of(situation.ruleset), situation._replace(is_wished=True)
    heard, other = move_in(wished, lexicon, first), move_in(wished, lexicon, second)
    depends = has_phrase(f" {' '.join(first)} ", HYPOTHETICAL)
    if heard.unknown and other.verb and other.commands and not depends:  # a name that is not on the board
        return Heard(heard.lang or other.lang, unknown=heard.unknown)
    if heard.unknown or not (heard.commands or heard.options or heard.understood):
        return None
    is_waiting = has_phrase(f" {' '.join(spoken_words(otherwise))} ", WAITING)
    is_waiting = is_waiting or not situation.names.isdisjoint(second)  # "otherwise Ben takes it" is a reason
    if other.unknown or is_waiting:
        other = Heard(None)
    lang = everyday_language(spoken_words(text))
    is_first = heard.commands or heard.options
    is_second = not is_first and (other.commands or other.options)
    meant = _instead(heard, other, wish) if is_second else heard
    is_clear = is_waiting or other.commands or other.options or other.understood
    return meant._replace(
        lang=lang or meant.lang, tentative=meant.tentative or bool(meant.commands and not is_clear)
    )


def _two_wishes(situation: Situation, text: str) -> tuple[str, str]:
    """A text cut before "otherwise"; nothing if there is no such word, or if it asks."""
    spoken = f" {' '.join(spoken_words(text))} "
    between = next(filter(None, (regex.search(spoken) for regex in _expressions("failing"))), None)
    if between is None or situation.offer or QUESTION_MARK in text:
        return "", ""
    return f"{spoken[: between.start()]} ", spoken[between.end() :]


def _instead(heard: Heard, other: Heard, wish: str) -> Heard:
    """What is wanted where a first wish cannot be met.

    That a route is free says nothing of what it costs: where only that was the condition, or where a name of the first
    wish was mistyped, the second is asked for.
    """
    is_free = any(regex.search(wish) for regex in _expressions("idle_conditions"))
    wished = heard.understood
    assert wished is not None  # it was understood, and it is not legal
    is_doubted = bool(wished.tiers) or (is_free and bool(wished.places))
    return other._replace(tentative=is_doubted or other.tentative, instead_of=wished)


def _two_cards_listed(situation: Situation, text: str) -> Heard | None:
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
    cut = next(filter(None, (regex.search(spoken) for regex in _expressions("second_card"))), None)
    if cut is None:
        return ()
    before = spoken[: cut.start()] + " "
    for regex in _expressions("first_card"):
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


def _if_still_possible(situation: Situation, text: str) -> Heard | None:
    """A move under the condition that it is possible, which is seen at once: "claim it if it's still free"."""
    bare = _without_idle_condition(situation, text)
    if bare == text:
        return None
    heard = hear(situation._replace(is_wished=True), bare)
    is_move = (heard.commands or heard.options or heard.understood) and not heard.unknown
    return heard._replace(lang=everyday_language(spoken_words(text)) or heard.lang) if is_move else None


def _without_idle_condition(situation: Situation, text: str) -> str:
    """The text without the condition that its move is possible; as it is if it asks, or depends on something else."""
    spoken = f" {' '.join(spoken_words(text))} "
    kinds = (*_expressions("idle_conditions"), *_expressions("means_conditions"))
    condition = next(filter(None, (regex.search(spoken) for regex in kinds)), None)
    if condition is None or situation.offer or not situation.legal or QUESTION_MARK in text:
        return text
    bare = tuple(f"{spoken[: condition.start()]} {spoken[condition.end() :]}".split())
    depends = is_asking(bare) or has_phrase(f" {' '.join(bare)} ", HYPOTHETICAL)
    return " ".join(bare) if bare and not depends else text


@cache
def _expressions(name: str) -> list[re.Pattern[str]]:
    return [re.compile("|".join(getattr(heard, name))) for heard in heard_words().values()]


def _declined_at_length(situation: Situation, words: Words) -> Heard | None:
    """A no to what the game offers, and the same in other words behind it: "non je laisse tomber le tunnel"."""
    declining = answering(situation, yes=False)
    for length in range(1, len(words)) if declining else ():
        answer = answer_in(words[:length])
        if answer is None or answer.yes:
            break
        heard = _as_a_whole(situation, " ".join(words[length:]))
        if heard.commands == declining and not heard.tentative:
            return heard
    return None


def _declined_twice(situation: Situation, text: str) -> Heard | None:
    """Several clauses that each say no to what the game offers: "not that one, leave it"."""
    declining, clauses = answering(situation, yes=False), clauses_of(text)
    if not declining or len(clauses) < 2:
        return None
    heard = [_declined_at_length(situation, spoken_words(one)) or _heard(situation, one) for one in clauses]
    return heard[0] if all(one.commands == declining and not one.tentative for one in heard) else None


def _names_tickets(lexicon: Lexicon, text: str) -> bool:
    """Whether tickets on offer may be named by number, place in the row or length: "none, they are awful"."""
    sorts = {match.sort for words in terms_in(lexicon, spoken_words(text)) for match in lexicon.exact(words)}
    signs = {
        v for words in terms_in(lexicon, spoken_words(text)) for m in lexicon.exact(words) for v in m.values
    }
    return "ordinal" in sorts or not signs.isdisjoint({"all", "none", *RANKS})


def _names_length(lexicon: Lexicon, words: Words) -> bool:
    """Whether tickets are compared: "which of these is the hardest?"."""
    values = {value for term in terms_in(lexicon, words) for m in lexicon.exact(term) for value in m.values}
    return not values.isdisjoint(RANKS)


def _with_halves_counted(situation: Situation, text: str) -> str:
    """`half and half` where tickets come from several decks: as many from each."""
    decks = situation.ruleset.decks
    is_half = len(decks) > 1 and has_phrase(f" {' '.join(spoken_words(text))} ", HALVES)
    sizes = [len(getattr(c, name)) for c in situation.legal[:1] for name in _deck_fields(type(c))]
    if not is_half or not sizes or sizes[0] % len(decks):
        return text
    return " ".join(f"{sizes[0] // len(decks)} {deck}" for deck in decks)


def _with_minimum_counted(situation: Situation, text: str) -> str:
    """`the minimum` of tickets on offer as a number."""
    sizes = [len(one.tickets) for one in situation.legal if isinstance(one, KeepTickets)]
    spoken = f" {' '.join(spoken_words(text))} "
    if not sizes or not has_phrase(spoken, MINIMUM):
        return text
    phrase = max((one for one in MINIMUM if f" {one} " in spoken), key=len)
    return spoken.replace(f" {phrase} ", f" {min(sizes)} ", 1).strip()


@cache
def _deck_fields(kind: type[Command]) -> Sequence[str]:
    return [name for name, field in field_kinds(kind).items() if field.kind is DeckName and field.several]


def _with_codes_spelled(lexicon: Lexicon, text: str) -> str:
    """`LA` in capitals is the city, `la` may be an article."""
    if text.isupper():
        return text

    def spelled(code: re.Match[str]) -> str:
        word = plain_words(code[0])[0]
        places = [min(match.values) for match in lexicon.exact((word,)) if match.sort == "place"]
        return places[0].replace("_", " ") if places and word in EVERYDAY else code[0]

    return CODE.sub(spelled, text)


def _from_clauses(situation: Situation, lexicon: Lexicon, text: str) -> Heard | None:
    """The move of some clauses, where the others only say what is not wanted, or nothing about a move."""
    clauses = clauses_of(text)
    if len(clauses) < 2 or has_phrase(f" {' '.join(spoken_words(text))} ", HYPOTHETICAL):
        return None
    heard = [_heard(situation, clause) for clause in clauses]
    rejecting = [
        one.understood is not None and (one.understood.negated or one.understood.none) for one in heard
    ]
    idle = [
        not (one.commands or one.look) and is_mere_talk(lexicon, clause)
        for clause, one in zip(clauses, heard, strict=True)
    ]
    polite = [one.look in COURTESIES for one in heard]
    left_out = [any(reasons) for reasons in zip(rejecting, idle, polite, strict=True)]
    kept = [clause for clause, is_out in zip(clauses, left_out, strict=True) if not is_out]
    if not kept and any(polite) and not (situation.offer and _names_tickets(lexicon, text)):
        return heard[polite.index(True)]
    if not kept or len(kept) == len(clauses):
        return None
    meant = _heard(situation, " ".join(kept).rstrip(" ,;:"))
    is_asked = text.rstrip().endswith(QUESTION_MARK)  # a question never becomes the offer of a move
    if not (meant.look or (not is_asked and (meant.commands or meant.options))):
        return None
    if any(rejecting) and len(meant.commands) < 2:  # `St.` ends a clause: it may take back what follows
        return _doubted(meant)
    return meant._replace(tentative=True) if meant.commands else meant


def is_conditional(situation: Situation, text: str, heard: Heard) -> bool:
    """A move, but no choice of tickets, that depends on something: "if Ben takes Chicago Toronto, I draw"."""
    if _first_possible(situation, text) is not None:
        return False
    text = _without_idle_condition(situation, text)
    words, lexicon = sentence(text), lexicon_of(situation.ruleset)
    if (
        heard.look
        or situation.offer
        or heard.question
        or heard.looks
        or heard.commands
        or is_asking(words)
        or QUESTION_MARK in text
    ):
        return False
    return has_phrase(f" {' '.join(words)} ", HYPOTHETICAL) and not is_mere_talk(lexicon, text)


def _as_a_whole(situation: Situation, text: str) -> Heard:
    thrifty = _without_thrift(text)
    if thrifty != text:
        return _with_fewest_locomotives(hear(situation, thrifty))
    if (
        asked := _paid_without(situation, text)
        or _provided(situation, text)
        or _several_asked(situation, text)
        or _asked_beside(situation, text)
        or _move_before_look(situation, text)
    ):
        return asked
    heard = _first_asked(situation, text, _heard(situation, text))
    if heard.question and (look := _look_in_clause(text)):
        return look
    is_done = heard.commands or heard.look or heard.answer or heard.understood or heard.compound
    if not is_done and (refusal := _refused_with_reason(situation, text)):
        declining = answering(situation, yes=False)
        return Heard(refusal.lang, options=declining, answer=None if declining else refusal)
    aside = Aside.left_out_of(lexicon_of(situation.ruleset), text) if heard.unknown else None
    if aside is None:
        is_open = heard.unknown and not heard.options
        return (_look_beside_talk(situation, text) or _leaning(situation, text) if is_open else None) or heard
    later = _heard(situation, aside.rest)
    if later.unknown and not later.options:
        return _leaning(situation, text) or heard
    if not (later.commands or later.options or later.look or later.understood):
        return heard
    return later if aside.is_idle or not later.commands else later._replace(tentative=True)


class Provided(NamedTuple):
    """A question, and what is to be done if the answer is yes or no: "is it free? if so take it, else draw 2"."""

    question: Words
    then: Words
    otherwise: Words

    @classmethod
    def in_words(cls, words: Words) -> "Provided | None":
        spoken = f" {' '.join(words)} "
        places = [(spoken.find(f" {phrase} ", 1), phrase) for phrase in IF_SO]
        begin, phrase = min(((at, one) for at, one in places if at > 0), default=(0, ""))
        if not begin:
            return None
        behind = spoken[begin + len(phrase) + 1 :]
        ends = [(behind.find(f" {word} "), word) for word in ELSE if f" {word} " in behind]
        end, word = min(ends, default=(len(behind), ""))
        otherwise = behind[end + len(word) + 1 :]
        return cls(tuple(spoken[:begin].split()), tuple(behind[:end].split()), tuple(otherwise.split()))


def _provided(situation: Situation, text: str) -> Heard | None:
    """A move that depends on the question before it: it is made if it can be, or said why not."""
    parts = _otherwise_done(text) or Provided.in_words(spoken_words(_with_proviso_first(text)))
    if parts is None or not parts.then or not (QUESTION_MARK in text or is_asking(parts.question)):
        return None
    lexicon = lexicon_of(situation.ruleset)
    spoken = f" {' '.join(parts.then)} "
    bare = next((spoken.replace(f" {phrase} ", " ", 1) for phrase in DO_IT if f" {phrase} " in spoken), None)
    behind = tuple(word for word in (spoken if bare is None else bare).split() if word not in PRONOUNS)
    requested = without_request(parts.question) if bare is not None else ()
    named = _things_named(situation, lexicon, parts.question)
    if bare is None and not has_verb(lexicon, behind):
        return None
    if not (named or requested):
        return None
    verb = DOING[named.sort] if named and bare is not None else ()
    subject = named.words if named else requested
    heard = move_in(situation, lexicon, (*verb, *subject, *behind))
    heard = heard._replace(lang=everyday_language(spoken_words(text)) or heard.lang)
    is_possible = heard.commands or heard.options
    if parts.otherwise and not is_possible:
        return _doubted(move_in(situation, lexicon, parts.otherwise))
    return heard if (is_possible or heard.understood) and not heard.unknown else None


def _otherwise_done(text: str) -> Provided | None:
    """`Did I not take Bilbao - Burgos already? If not, I take it with yellow`: the move behind the question."""
    question, mark, rest = text.partition(QUESTION_MARK)
    words = spoken_words(rest)
    joint = next((n for n in (2, 1) if mark and " ".join(words[:n]) in ELSE), 0)
    return Provided(spoken_words(question), words[joint:], ()) if joint and words[joint:] else None


def _with_proviso_first(text: str) -> str:
    """`is it free? take it if it is` with what it depends on before the move, where most people say it."""
    question, mark, rest = text.partition(QUESTION_MARK)
    words = " ".join(spoken_words(rest))
    last = next((phrase for phrase in IF_SO if words.endswith(f" {phrase}")), "")
    return f"{question}{mark} {last} {words.removesuffix(last)}" if mark and last else text


class Named(NamedTuple):
    """Words of a question that name what can be played."""

    words: Words
    sort: str


def _things_named(situation: Situation, lexicon: Lexicon, words: Words) -> Named | None:
    """The route or the card that a question is about; None if it is about neither."""
    places = places_in(situation.ruleset, words)
    if len(places) > 1:
        return Named(tuple(word for named, _ in places for word in named), "place")
    cards = [
        term
        for term in terms_in(lexicon, words)
        if any(match.sort == "card" for match in lexicon.exact(term)) and term[0] not in EVERYDAY
    ]
    return Named(cards[0], "card") if len(cards) == 1 and not places else None


def _several_asked(situation: Situation, text: str) -> Heard | None:
    """Several questions in one text, each of which is answered: "my hand again, and can I afford LA to Phoenix?"."""
    parts = _questions_in(text)
    if len(parts) < 2 or compares(situation.ruleset, spoken_words(text), situation.names):
        return None
    heard = [(part, _heard(situation, part)) for part in parts]
    answered = {(one.look, one.about): (part, one) for part, one in reversed(heard) if is_answer(one)}
    if len(answered) < 2:
        return None
    (begin, first), *others = reversed(answered.values())
    open_ones = [Aspect(part, "", "") for part, one in heard if one.question and len(spoken_words(part)) > 3]
    also = (*(Aspect(part, one.look, one.about) for part, one in others), *open_ones)
    return first._replace(also=also, asked=begin)


def is_answer(heard: Heard) -> bool:
    """A look that answers a question of its own, rather than all of them."""
    return bool(heard.look) and not heard.vague and heard.look not in VAGUE | IDLE_LOOKS


def _move_before_look(situation: Situation, text: str) -> Heard | None:
    """A move, and a look at what comes of it: "draw one and then show me my hand"."""
    if situation.offer:
        return None
    for first, look, is_joined in _cut_before_look(text):
        asked = _heard(situation, look)
        if (
            not asked.look
            or asked.vague
            or asked.look in VAGUE | IDLE_LOOKS
            or is_asking(spoken_words(first))
        ):
            continue
        heard = hear(situation, first)
        if heard.look or heard.unknown or heard.compound:
            continue
        if heard.commands and is_joined:
            return heard._replace(following=look)
        is_move = heard.verb or (heard.understood is not None and heard.understood.elements > 1)
        if heard.commands or heard.options or (heard.understood and is_move):
            return heard._replace(look=asked.look, about=asked.about, tentative=True)
    return None


def _cut_before_look(text: str) -> Iterator[tuple[str, str, bool]]:
    """A text in two, where the second part asks to see or hear something, and whether that is joined to the first.

    Behind a mere comma, a question may doubt the move: "denver omaha with red, do I have four?".
    """
    for sign in re.finditer(r"[,;:.!?\s]+", text.rstrip(" ,;:.!?")):
        first, rest = text[: sign.start()], text[sign.end() :].strip(" ,;:.!")
        words = rest.split()
        joining = next((n for n, word in enumerate(words) if "".join(plain_words(word)) not in JOINING), 0)
        look = " ".join(words[joining:])
        spoken = spoken_words(look)
        is_joined = (
            bool(joining) or is_showing(spoken) or (bool(sign[0].strip()) and QUESTION_MARK not in text)
        )
        if (joining or sign[0].strip()) and (is_showing(spoken) or _is_look(look) or is_asking(spoken)):
            yield first, look, is_joined


def _questions_in(text: str) -> list[str]:
    """The parts of a text that are questions by themselves; none if there is anything else in it."""
    parts = [part for clause in clauses_of(text) for part in _cut_before_questions(clause)]
    asked = [part for part in parts if _is_question(part)]
    telling = [part for part in parts if part not in asked and not _is_idle(part)]
    long = (part for part in asked if len(spoken_words(part)) > SHORTEST_QUESTION or _is_look(part))
    return [] if telling else list(long)


def _is_question(text: str) -> bool:
    return is_asking(spoken_words(text)) or text.rstrip().endswith(QUESTION_MARK) or _is_look(text)


def _is_look(text: str) -> bool:
    """Whether it is a look as a whole, perhaps behind a polite request: "let me see the board"."""
    words = sentence(text)
    query = query_in(without_request(words) or words)
    return bool(query.look) and not query.rest and query.look not in IDLE_LOOKS


def _is_idle(text: str) -> bool:
    return (
        all(word in NEVER_MATTERS for word in spoken_words(text))
        or query_in(spoken_words(text)).look in IDLE_LOOKS
    )


def _cut_before_questions(clause: str) -> list[str]:
    """A clause cut at each `and` behind which another question begins."""
    words = clause.split()
    for number in range(1, len(words)):
        left, right = " ".join(words[:number]), " ".join(words[number + 1 :])
        if "".join(plain_words(words[number])) in AND and (is_asking(spoken_words(right)) or _is_look(right)):
            return [left, *_cut_before_questions(right)]
    return [clause]


def _asked_beside(situation: Situation, text: str) -> Heard | None:
    """A question beside something else."""
    if text.count(QUESTION_MARK) > 1 and (last := _look_beside_talk(situation, text)):
        return last
    return _asked_first(situation, text) if QUESTION_MARK in text else None


def _asked_first(situation: Situation, text: str) -> Heard | None:
    """A question, and talk behind it: "is it my turn? I have lost track"; or a move, and a question to somebody."""
    clauses = clauses_of(text)
    asked = [clause.rstrip().endswith(QUESTION_MARK) for clause in clauses]
    if all(asked) or (asked[-1] and not _ends_sentence(clauses[-2])):
        return None
    lexicon = lexicon_of(situation.ruleset)
    questions = [
        _heard(situation, clause) for clause, is_asked in zip(clauses, asked, strict=True) if is_asked
    ]
    others = [clause for clause, is_asked in zip(clauses, asked, strict=True) if not is_asked]
    look = next((one for one in questions if one.look and (situation.is_choice or not one.vague)), None)
    rest = _heard(situation, " ".join(others))
    is_answer = situation.is_choice and bool(rest.commands)  # "how much is it? no, not worth it"
    if look and not is_answer and all(is_mere_talk(lexicon, clause) for clause in others):
        return look
    if not (rest.commands or rest.options) or (look and look.look in VAGUE):
        return None
    if look and look.look == ROUTE and (named := _things_named(situation, lexicon, spoken_words(text))):
        claim = (*DOING[named.sort], *named.words, *spoken_words(" ".join(others)))
        paid = move_in(situation, lexicon, claim)  # "may I take Agra to Delhi? I would pay with orange"
        rest = paid if paid.commands or paid.options else rest
    if look:  # both: the answer, and the move for a yes
        return look._replace(
            commands=rest.commands, options=rest.options, unknown=rest.unknown, tentative=True
        )
    return rest._replace(tentative=True) if rest.commands else rest


def _ends_sentence(clause: str) -> bool:
    """Whether the sign behind a clause parts it from the next one for good."""
    return clause.rstrip()[-1:] in SENTENCE_ENDS


def _without_thrift(text: str) -> str:
    """The text without the wish to keep the locomotives: "claim it with orange, save my locos"."""
    spoken = f" {' '.join(spoken_words(text))} "
    wishes = (pattern.search(spoken) for pattern in _expressions("thrift"))
    kept = next(filter(None, wishes), None)
    rest = f"{spoken[: kept.start()]} {spoken[kept.end() :]}".strip() if kept else ""
    return rest or text


def _paid_without(situation: Situation, text: str) -> Heard | None:
    """The ways to pay that leave out a colour: "with any colour but red"."""
    spoken = f" {' '.join(spoken_words(text))} "
    spared = next(filter(None, (regex.search(spoken) for regex in _expressions("excluding"))), None)
    if spared is None or situation.offer or QUESTION_MARK in text or not spoken[: spared.start()].strip():
        return None
    colour = next(filter(None, spared.groups()))
    matches = lexicon_of(situation.ruleset).exact((colour,))
    cards = {card for match in matches if match.sort == "card" for card in match.values}
    heard = hear(situation._replace(is_wished=True), spoken[: spared.start()].strip())
    ways = [*heard.commands, *heard.options]
    paid = [one for one in ways if payment_of(one)]
    if cards and not ways and heard.understood and len(heard.understood.places) == LEADING_TO:
        return heard  # it cannot be paid in any colour
    if not cards or not paid or len(paid) < len(ways) or heard.unknown:
        return None
    left = tuple(one for one in paid if cards.isdisjoint(payment_of(one) or ()))
    lang = everyday_language(spoken_words(text)) or heard.lang
    if not left:
        return None
    return heard._replace(
        lang=lang, commands=left if len(left) == 1 else (), options=left if len(left) > 1 else ()
    )


def _with_fewest_locomotives(heard: Heard) -> Heard:
    """Of the ways to pay those that spend the fewest; what is left is asked about."""
    spent = [(payment_of(command) or ()).count(LOCOMOTIVE) for command in heard.options]
    fewest = [one for one, count in zip(heard.options, spent, strict=True) if count == min(spent)]
    if len(fewest) == 1 and heard.verb and not heard.unknown and payment_of(fewest[0]):
        return heard._replace(commands=tuple(fewest), options=())
    return heard._replace(options=tuple(fewest))


def _refused_with_reason(situation: Situation, text: str) -> Answer | None:
    """A no whose reason names nothing of the board: its verb alone is no wish for a move."""
    (first, *others), lexicon = clauses_of(text) or [""], lexicon_of(situation.ruleset)
    answer = answer_in(spoken_words(first)) if others else None
    if answer and not answer.yes and answering(situation, yes=False):  # "no, give me my yellows back"
        return answer
    words = [word for clause in others for word in spoken_words(clause)]
    telling = [word for word in words if word not in EVERYDAY]
    names = any(m.sort in NAMED - {"word"} for w in telling for m in lexicon.matches((w,)))
    return answer if answer and not answer.yes and not names else None


def _first_asked(situation: Situation, text: str, heard: Heard) -> Heard:
    """Of two questions of which the second is vague, the first: "remind me of my tickets, and which are done"."""
    clauses = clauses_of(text)
    if heard.look not in VAGUE or len(clauses) < 2:
        return heard
    first = _heard(situation, clauses[0])
    return first if first.look and first.look not in VAGUE else heard


def _look_in_clause(text: str) -> Heard | None:
    """The look that one clause is as a whole, beside a question that we cannot answer."""
    queries = (query_in(spoken_words(clause)) for clause in clauses_of(text))
    look = next((query for query in queries if query.look and not query.rest), None)
    return Heard(look.lang, look=look.look) if look and look.look not in IDLE_LOOKS else None


def _look_beside_talk(situation: Situation, text: str) -> Heard | None:
    """A look in one clause, where nothing else can be about the game: "I'm lost, what are my options?"."""
    lexicon, clauses = lexicon_of(situation.ruleset), clauses_of(text)
    if len(clauses) < 2 or not all(says_nothing(lexicon, word) for word in plain_words(text)):
        return None
    heard = (_heard(situation, clause) for clause in reversed(clauses))
    return next((one for one in heard if one.look), None)


def _leaning(situation: Situation, text: str) -> Heard | None:
    """An answer to what the game offers that only sounds like a yes or a no: it is asked whether it is one."""
    words = spoken_words(text)
    is_amazement = has_phrase(f" {' '.join(words)} ", SURPRISE) or any(map(DRAWN_OUT.search, words))
    lexicon = lexicon_of(situation.ruleset)
    strange = [word for word in words if word not in NEVER_MATTERS and not lexicon.is_known(word)]
    is_talk = len(strange) > 1 and leaning_in(words[:1]) is None
    leaning = None if is_amazement or is_talk else leaning_in(words)
    commands = answering(situation, yes=leaning.yes) if leaning else ()
    return Heard(leaning.lang, options=commands) if leaning and commands else None


def _heard(situation: Situation, text: str) -> Heard:
    words = spoken_words(text)
    if not words or len(words) > MOST_WORDS:
        return Heard(None, unknown=(text[:40],))
    lexicon = lexicon_of(situation.ruleset)
    spoken = _corrected_payment(lexicon, words) or sentence(text)
    is_asked = text.rstrip().endswith(QUESTION_MARK)
    if not is_asked and (brief := _without_duration(words)) != words:  # "wait 2 min" counts no cards
        return _within_minutes(situation, lexicon, words, brief)
    query = query_in(words)
    query = query if query.look else query_in(spoken)
    if query.look == "never_mind" and (declining := answering(situation, yes=False)):
        return Heard(query.lang, commands=declining)
    is_look = query.look and not (query.rest and _names_no_place(situation, query.rest))
    rest = spoken if query.look else query.rest  # `la carte du milieu` is no map
    if is_look:
        return Heard(query.lang, look=query.look, about=" ".join(query.rest), preview=query.preview)
    if answer := answer_in(spoken):
        heard = _yes_or_no(situation, answer)
        return _doubted(heard) if " ".join(plain_words(text)) in SURPRISE else heard
    is_move = query.preview and NEGATIONS.isdisjoint(words)  # nobody previews what they do not do
    said = dict.fromkeys((words, spoken))
    is_move = is_move or any(map(is_bidding, said))
    inquiries = (inquiry_in(situation.ruleset, text, one, situation.names) for one in said if not is_move)
    inquiry = next((one for one in inquiries if one), None)
    if inquiry:
        return _with_route_offered(situation, _answered(situation, inquiry, words), spoken)
    heard = _wished(situation, lexicon, words, rest)
    is_nothing = not (heard.is_clear or heard.understood or heard.compound)
    if (
        query.preview
        and is_nothing
        and (inquiry := inquiry_in(situation.ruleset, text, words, situation.names))
    ):
        return _answered(situation, inquiry, words)
    if not heard.commands and not heard.options and (near := mistyped_query(words)):
        return Heard(near.lang, look=near.look)
    if is_asked and not is_bidding(spoken):
        kept = heard.options if is_requesting(spoken) and _is_one_thing(heard) else ()
        heard = heard._replace(tentative=True, options=kept)
    return heard._replace(preview=query.preview, lang=heard.lang or query.lang)


def _is_one_thing(heard: Heard) -> bool:
    """Whether a move is asked for by its verb, and only how to pay for it is open: "can I build in Paris?"."""
    about = {
        (type(one), *(getattr(one, name) for name in fields_of(type(one)).about)) for one in heard.options
    }
    return heard.verb and not heard.unknown and len(about) == 1


def _within_minutes(situation: Situation, lexicon: Lexicon, words: Words, brief: Words) -> Heard:
    """What is said beside a number of minutes; "give me five minutes" asks for nothing else."""
    terms = list(terms_in(lexicon, brief))
    is_wish = any(" ".join(term) in TAKING for term in terms)
    names = any(names_something(lexicon, term) for term in terms if " ".join(term) not in TAKING)
    if not brief or (is_wish and not names):
        return Heard(everyday_language(words), look="patience")
    return _heard(situation, " ".join(brief))._replace(tentative=True)


def _with_route_offered(situation: Situation, answered: Heard, words: Words) -> Heard:
    """The answer about a route, and the claim if that is asked for with its cards: "could I have it for 2 red?"."""
    lexicon = lexicon_of(situation.ruleset)
    pays = any(match.sort == "card" for term in terms_in(lexicon, words) for match in lexicon.exact(term))
    if answered.look != ROUTE or not pays or not is_requesting(words):
        return answered
    claim = move_in(situation._replace(is_wished=True), lexicon, without_request(words) or words)
    offered = (*claim.commands, *claim.options)
    if not offered or not all(isinstance(one, RouteCommand) for one in offered):
        return answered
    return answered._replace(commands=claim.commands, options=claim.options, tentative=True)


def _without_duration(words: Words) -> Words:
    """The words without a number of minutes or hours."""
    ends = [n for n, word in enumerate(words) if n and word in BRIEF and is_number(words[n - 1])]
    return tuple(word for n, word in enumerate(words) if n not in ends and n + 1 not in ends)


def _answered(situation: Situation, inquiry: Inquiry, words: Words) -> Heard:
    """The look that a question asks for; one that could be about anything is about the choice that is open."""
    if not situation.is_choice:
        inquiry = instead_of_moves(inquiry, words)
    look, about, lang, vague, looks, unknown, left_out = inquiry
    is_kept = (look in (ROUTE, BASICS) and not KEEPING.isdisjoint(words)) or (
        look == SCORE and not EACH.isdisjoint(words)
    )
    is_open = not (look or looks) and _names_length(lexicon_of(situation.ruleset), words)
    if situation.offer and look not in (ROUTE, RULE) and asks_effort(words):
        return Heard(lang, look=MISSING)
    # "can I keep only Montréal - Vancouver?", "how many points has each?", "which one is the hardest?"
    if situation.offer and (is_open or is_kept):
        return Heard(lang, look=MOVES)
    is_general = (vague and look not in (ROUTE, RULE)) or look in OF_THE_CHOICE or not look
    is_choice = situation.is_choice and not situation.offer  # tickets on offer are shown with their points
    if is_choice and is_general and (rule := rule_behind(situation.ruleset, situation.legal)):
        return Heard(lang, look=RULE, about=rule, vague=vague)
    return Heard(
        lang,
        look=look,
        about=about,
        vague=vague,
        question=not look,
        looks=looks,
        unknown=unknown,
        left_out=left_out,
    )


def _corrected_payment(lexicon: Lexicon, words: Words) -> Words:
    before, behind = around_correction(words)
    return with_payment_corrected(lexicon, before, behind) if behind else ()


def _wished(situation: Situation, lexicon: Lexicon, words: Words, rest: Words) -> Heard:
    """The move that the rest of the words is, in the light of all of them: a wish, a condition, or long ago."""
    spoken = f" {' '.join(words)} "
    if has_phrase(f" {' '.join(rest)} ", UNREAL):
        return Heard(None, unknown=words)
    if has_phrase(spoken, WISHES):
        situation = situation._replace(is_wished=True)
    heard = move_in(situation, lexicon, rest)
    if not heard.verb and _is_grumble(spoken):
        return Heard(None, talk=True)
    if has_phrase(spoken, AGAIN) and situation.is_choice and situation.draws == 1 and not heard.together:
        return _second_alike(situation, lexicon, words) or heard
    if has_phrase(spoken, AGAIN) and situation.drawn_before and not _tells_what(words):
        draws = _drawn_alike(situation, situation.drawn_before)
        if draws and not situation.is_choice:
            return Heard(everyday_language(words), commands=draws, verb=True, tentative=True)
    is_earlier = has_phrase(spoken, AGAIN) or _corrects_what_was_said_before(words)
    is_unsure = is_earlier and not situation.is_choice
    return heard._replace(tentative=True) if is_unsure or has_phrase(spoken, CONDITIONS) else heard


def _second_alike(situation: Situation, lexicon: Lexicon, words: Words) -> Heard | None:
    """The second card of a turn by what is said beside "same again", else like the first card."""
    rest, telling = _without_again(words), _tells_what(words)
    named = move_in(situation._replace(is_wished=True), lexicon, rest) if telling else None
    if named and not named.unknown and len(named.commands) == 1:
        return named._replace(lang=everyday_language(words), verb=True)
    cards = tuple(one for one in situation.legal if isinstance(one, DrawCard | TakeCard))
    alike = _drawn_alike(situation, situation.drawn_before[-1:])
    if alike and not telling:
        return Heard(everyday_language(words), commands=alike, verb=True)
    return Heard(everyday_language(words), options=cards) if cards else None


def _without_again(words: Words) -> Words:
    spoken = f" {' '.join(words)} "
    for phrase in sorted(AGAIN, key=len, reverse=True):
        spoken = spoken.replace(f" {phrase} ", " ")
    return tuple(word for word in spoken.split() if word not in NEGATIONS)  # "same thing but the blue"


def _tells_what(words: Words) -> bool:
    """Whether more than "same again" is said."""
    return any(word not in NEVER_MATTERS for word in _without_again(words))


def _drawn_alike(situation: Situation, before: Sequence[str]) -> tuple[Command, ...]:
    """The draws that bring the same again: blind, or of colours that still lie there."""
    alike = [next((one for one in situation.legal if drawn_as(one) == card), None) for card in before]
    draws = tuple(one for one in alike if one is not None)
    return draws if len(draws) == len(before) and are_pairable(situation, draws) else ()


def _is_grumble(spoken: str) -> bool:
    """Whether it is about bad luck, or about one more of what came before: "damn, another red"."""
    is_cursed = has_phrase(spoken, CURSES) and has_phrase(spoken, YET_ANOTHER)
    return is_cursed or has_phrase(spoken, BAD_LUCK)


def _corrects_what_was_said_before(words: Words) -> bool:
    """Whether it begins with a correction: what is corrected was said in an earlier message."""
    before, behind = around_correction(words)
    return bool(behind) and not any(word not in NEVER_MATTERS | NEGATIONS for word in before)


def _names_no_place(situation: Situation, words: Words) -> bool:
    """Whether something else than a place is said behind `the map`: in French, `the card` on the right."""
    lexicon = lexicon_of(situation.ruleset)
    return not places_in(situation.ruleset, words) and any(
        lexicon.exact(words[n:]) for n in range(len(words))
    )


def matter_heard(
    situation: Situation, text: str, has_requests: Callable[[], bool] = lambda: False
) -> HeardMatter | None:
    """The matter of the table that a text is, unless it rather answers what the game itself offers."""
    heard = matter_in(sentence(text)) or _matter_beside_talk(situation, text)
    if heard is None:
        return None
    about_request = heard.matter.which == "motion"
    if about_request and situation.is_choice and situation.legal and not has_requests():
        return None  # an answer to what the game itself offers
    if (about_request and has_requests()) or not (about_request or heard.matter.grave):
        return heard
    commands = hear(situation, text).commands
    answers = [isinstance(command, SeatCommand) and bool(command.answers) for command in commands]
    return None if answers and all(answers) else heard


def answer_with_reason(text: str) -> Answer | None:
    """A yes or no, and why: "nope sorry, I want to finish tonight"; for a no it is enough to sound like one."""
    clauses = clauses_of(text)
    if len(clauses) < 2:
        return opening_no(spoken_words(text))
    first = spoken_words(clauses[0])
    leaning = leaning_in(first)
    return answer_in(first) or (leaning if leaning and not leaning.yes else None)


def _matter_beside_talk(situation: Situation, text: str) -> HeardMatter | None:
    """The matter of one clause, if no other one can be about the game: "oh no, wrong one, please undo that"."""
    lexicon = lexicon_of(situation.ruleset)
    clauses = [part for clause in clauses_of(text) for part in _with_mistake_apart(clause)]
    matters = {clause: _matter_in_clause(clause) for clause in clauses}
    if any(matter and matter.name == "undo" for matter in matters.values()):
        matters = {clause: matter for clause, matter in matters.items() if matter or not _is_mistake(clause)}
        clauses = list(matters)
    others = [word for clause in clauses if not matters[clause] for word in plain_words(clause)]
    heard = [matter for matter in matters.values() if matter]
    absence = next((matter for matter in heard if matter.name in ABSENCES), None)
    if absence:  # "I am away till Monday, can we pause?"
        heard = [
            matter._replace(rest=absence.rest, until=True) if matter.name == "pause" else matter
            for matter in heard
            if matter is not absence or not any(other.name == "pause" for other in heard)
        ]
    if len({matter.name for matter in heard}) != 1:
        return None
    is_asked = heard[0].matter.grave  # confirmed in any case: no name or verb beside it is enough
    is_talk = all(
        word in TURNING or says_nothing(lexicon, word) or (is_asked and not names_something(lexicon, (word,)))
        for word in others
    )
    meant = max(heard, key=lambda matter: len(matter.rest))
    return meant._replace(is_news=meant.name in ABSENCES) if is_talk else None


def _with_mistake_apart(clause: str) -> list[str]:
    """A clause cut before the words that say what went wrong: "undo, I meant blue" may have no comma."""
    words = spoken_words(clause)
    spoken = f" {' '.join(words)} "
    begins = [at for phrase in MISTAKES if (at := spoken.find(f" {phrase} ")) > 0]
    return [spoken[: min(begins)].strip(), spoken[min(begins) :].strip()] if begins else [clause]


def _is_mistake(clause: str) -> bool:
    return has_phrase(f" {' '.join(spoken_words(clause))} ", MISTAKES)


def _matter_in_clause(clause: str) -> HeardMatter | None:
    words = sentence(clause)
    if (absence := absence_in(spoken_words(clause))) and absence.name == "away":
        return absence
    if matter := matter_in(words):
        return matter
    asked_for = without_request(words) or words
    return None if is_asking(asked_for) else matter_within(asked_for) or absence_in(spoken_words(clause))


def _yes_or_no(situation: Situation, answer: Answer) -> Heard:
    """An answer where the game itself offers something: `yes` to what can be had in one way only, else which way."""
    commands = answering(situation, yes=answer.yes)
    if not commands:
        return Heard(answer.lang, answer=answer)
    return (
        Heard(answer.lang, commands=commands) if len(commands) == 1 else Heard(answer.lang, options=commands)
    )


def _doubted(heard: Heard) -> Heard:
    """The same, but asked for: `no way!` may be amazement."""
    return heard._replace(commands=(), options=heard.commands or heard.options)
