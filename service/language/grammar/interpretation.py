"""What a text means: one command for sure, one of several, a look around the table, or nothing that we know.

Readings of the text are held against the legal commands (`command_match`); the best one is what was meant.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from msgspec.structs import replace

from service.language.grammar.command_match import (
    MOST_IN_A_TURN,
    CommandMatch,
    Fit,
    Situation,
    by_kind,
    kinds_in,
)
from service.language.grammar.contrast import (
    sorted_parts,
    terms_in,
    with_payment_corrected,
    without_contrast,
)
from service.language.grammar.inquiry import (
    BASICS,
    QUESTION_MARK,
    ROUTE,
    RULE,
    SHORTEST_MISTYPED,
    Inquiry,
    everyday_language,
    inquiry_in,
    is_asking,
    is_bidding,
    is_requesting,
    places_in,
    rule_behind,
)
from service.language.grammar.lexicon import (
    EVERYDAY,
    MISTYPED,
    NAMED,
    RANKS,
    SKELETON,
    Lexicon,
    Match,
    lexicon_of,
)
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
    has_phrase,
    is_near,
    is_number,
    leaning_in,
    matter_in,
    matter_within,
    mistyped_query,
    opening_no,
    plain_words,
    prevailing_language,
    query_in,
    sentence,
    spoken_words,
    without_request,
    without_yes,
)
from service.language.grammar.segmentation import UNKNOWN, Said, ways_to_read
from service.language.languages import DEFAULT_LANG, heard_words, words_for
from service.language.vocabulary.board_words import first_twins
from service.language.vocabulary.command_fields import payment_of
from service.message_types import COMMANDS
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import (
    Command,
    DrawCard,
    DrawTickets,
    KeepTickets,
    RouteCommand,
    SeatCommand,
    TakeCard,
)
from ttr_core.model.ids import LOCOMOTIVE, Card, DeckName, TicketId
from ttr_core.model.kinds import field_kinds
from ttr_core.model.message import type_name

THEN = words_for(lambda heard: heard.then)
AND = words_for(lambda heard: heard.and_)
BUT = words_for(lambda heard: heard.but)
NEGATIONS = words_for(lambda heard: heard.signs["not"])
TAKING = frozenset(
    word for text in words_for(lambda heard: heard.moves["take"]) for word in plain_words(text)
)
KEEPING = words_for(lambda heard: heard.moves["keep"])
CODE = re.compile(r"\b[A-Z]{2,3}\b")  # of a place, in capitals
DRAWN_OUT = re.compile(r"(.)\1\1")  # "noooo"
MOST_WORDS = 60  # of a text; names and payments need far fewer
SENTENCE_ENDS = frozenset("!.;…")
CLAUSE = re.compile(r"[^,;:!?.…\n]*[,;:!?.…\n]*")
SUBJECTS = words_for(lambda heard: heard.handover.i)  # they need a verb: `I like the first one` is no answer
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
SURPRISE = words_for(lambda heard: heard.surprise)
OTHERS = words_for(lambda heard: heard.others)
FEWEST_OF_STORY = 6  # words in which one place is named by the way
SHORTEST_QUESTION = 3  # words that lead up to a question rather than being one: "remind me, ..."
FEWEST_OF_TALK = 2  # unknown words without a verb of a move
MOVES, SCORE = "moves", "score"
PAYING_SORTS = frozenset({"card", "filler", "number"})  # of a clause that only says how a move is paid
EACH = words_for(lambda heard: heard.signs["all"])
ABSENCES = frozenset({"away", "vacation"})
IDLE_LOOKS = COURTESIES | {"never_mind"}
DOING = {  # the verb of "do it", by what the question before it names
    sort: plain_words(heard_words()[DEFAULT_LANG].moves[verb][0])
    for sort, verb in (("place", "claim"), ("card", "take"))
}
OPEN_CARD = plain_words(
    f"{heard_words()[DEFAULT_LANG].moves['market'][1]} {heard_words()[DEFAULT_LANG].signs['cards'][0]}"
)
VAGUE = frozenset({"moves", "help", "claims"})  # looks that answer a question about anything
OF_THE_CHOICE = frozenset({"moves", "help", "market"})  # during a choice of a rule they are about that choice
NEVER_MATTERS = EVERYDAY | words_for(lambda heard: heard.please)  # in a clause that is left out


class Heard(NamedTuple):
    """What a text means."""

    lang: str | None  # the language of its words, unless several share them
    commands: tuple[Command, ...] = ()  # to be carried out one after the other
    options: tuple[Command, ...] = ()  # may be meant, one of them
    unknown: tuple[str, ...] = ()  # words that are not in the language
    understood: Said | None = None  # what was said, if no legal command fits it
    look: str = ""
    about: str = ""  # what the look is about
    vague: bool = False  # the look is a guess
    preview: bool = False
    verb: bool = False
    tentative: bool = False  # likely meant, but without a verb: confirmed before they are done
    answer: Answer | None = None  # a yes or no that the game itself has not asked for
    following: str = ""  # what is said of the choice that the commands lead to: `keep all`
    compound: bool = False  # several moves that do not fit in one turn
    together: tuple[Command, ...] = ()  # two cards that cannot both be had in one turn
    question: bool = False  # nothing that we can answer
    looks: tuple[str, ...] = ()  # one of them may be asked for
    talk: bool = False  # nothing in it can be about the game
    also: tuple["Aspect", ...] = ()  # what else is asked

    @property
    def is_clear(self) -> bool:
        """Whether it can be done, chosen from, or shown."""
        return bool(self.commands or self.options or self.look)

    @property
    def only(self) -> tuple[Command, ...]:
        """What is meant, or the only thing that may be meant."""
        return self.commands or (self.options if len(self.options) == 1 and not self.unknown else ())


class Aspect(NamedTuple):
    """One of several questions in a text: what is to be shown, or nothing if we cannot answer it."""

    text: str
    look: str
    about: str


def hear(situation: Situation, text: str) -> Heard:
    """Never more than what all of the text says; a move beside talk of other things is asked for."""
    text = _with_halves_counted(situation, _with_minimum_counted(situation, without_reasons(text)))
    text = _with_codes_spelled(lexicon_of(situation.ruleset), text)
    heard = _as_a_whole(situation, text)
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
    is_talk = len(spoken_words(text)) > 1 and _is_mere_talk(lexicon, text)
    return heard._replace(talk=heard.understood is None and not chooses and is_talk)


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


def _declined_at_length(situation: Situation, words: Words) -> Heard | None:
    """A no to what the game offers, and the same in other words behind it: "non je laisse tomber le tunnel"."""
    declining = _answering(situation, yes=False)
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
    declining, clauses = _answering(situation, yes=False), clauses_of(text)
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
    rejecting = [one.understood is not None and one.understood.negated for one in heard]
    idle = [
        not (one.commands or one.look) and _is_mere_talk(lexicon, clause)
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
    return has_phrase(f" {' '.join(words)} ", HYPOTHETICAL) and not _is_mere_talk(lexicon, text)


def _is_mere_talk(lexicon: Lexicon, text: str) -> bool:
    """Whether it names nothing to play, or hardly anything among words from elsewhere: "red wine on friday?"."""
    spans = [
        words for words in terms_in(lexicon, spoken_words(text)) if words[0] not in EVERYDAY or len(words) > 1
    ]
    sorts = [{match.sort for match in lexicon.matches(words) if _is_likely(words, match)} for words in spans]
    names = sum(not senses.isdisjoint(NAMED - {"word"}) for senses in sorts)
    verbs = sum(_is_verb(lexicon, words) for words in spans)
    strange = sum(not senses for senses in sorts)
    is_story = names == 1 and strange and not verbs and len(spoken_words(text)) >= FEWEST_OF_STORY
    return not (names or verbs) or is_story or (strange > 1 and strange >= names + 2 * verbs)


def _is_verb(lexicon: Lexicon, words: Words) -> bool:
    names = [name for match in lexicon.exact(words) if match.sort == "word" for name in match.values]
    return any(not lexicon.words[name].is_noun for name in names)


def _is_likely(words: Words, match: Match) -> bool:
    """Whether it stands for that, or is a longer name with a mistake."""
    return match.tier < MISTYPED or (match.sort == "place" and len(words[0]) >= SHORTEST_MISTYPED)


def _as_a_whole(situation: Situation, text: str) -> Heard:
    thrifty = _without_thrift(text)
    if thrifty != text:
        return _with_fewest_locomotives(hear(situation, thrifty))
    if (
        asked := _provided(situation, text)
        or _several_asked(situation, text)
        or _asked_beside(situation, text)
    ):
        return asked
    heard = _first_asked(situation, text, _heard(situation, text))
    if heard.question and (look := _look_in_clause(text)):
        return look
    is_done = heard.commands or heard.look or heard.answer or heard.understood or heard.compound
    if not is_done and (refusal := _refused_with_reason(situation, text)):
        declining = _answering(situation, yes=False)
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
    parts = Provided.in_words(spoken_words(_with_proviso_first(text)))
    if parts is None or not parts.then or not (QUESTION_MARK in text or is_asking(parts.question)):
        return None
    lexicon = lexicon_of(situation.ruleset)
    spoken = f" {' '.join(parts.then)} "
    bare = next((spoken.replace(f" {phrase} ", " ", 1) for phrase in DO_IT if f" {phrase} " in spoken), None)
    behind = tuple(word for word in (spoken if bare is None else bare).split() if word not in PRONOUNS)
    requested = without_request(parts.question) if bare is not None else ()
    named = _things_named(situation, lexicon, parts.question)
    if bare is None and not _word(lexicon, behind):
        return None
    if not (named or requested):
        return None
    verb = DOING[named.sort] if named and bare is not None else ()
    subject = named.words if named else requested
    heard = _move(situation, lexicon, (*verb, *subject, *behind))
    heard = heard._replace(lang=everyday_language(spoken_words(text)) or heard.lang)
    is_possible = heard.commands or heard.options
    if parts.otherwise and not is_possible:
        return _doubted(_move(situation, lexicon, parts.otherwise))
    return heard if (is_possible or heard.understood) and not heard.unknown else None


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
    if len(parts) < 2:
        return None
    heard = [(part, _heard(situation, part)) for part in parts]
    answered = {(one.look, one.about): (part, one) for part, one in reversed(heard) if _is_answer(one)}
    if len(answered) < 2:
        return None
    (_, first), *others = reversed(answered.values())
    open_ones = [Aspect(part, "", "") for part, one in heard if one.question and len(spoken_words(part)) > 3]
    also = (*(Aspect(part, one.look, one.about) for part, one in others), *open_ones)
    return first._replace(also=also)


def _is_answer(heard: Heard) -> bool:
    """A look that answers a question of its own, rather than all of them."""
    return bool(heard.look) and not heard.vague and heard.look not in VAGUE | IDLE_LOOKS


def _questions_in(text: str) -> list[str]:
    """The parts of a text that are questions by themselves; none if there is anything else in it."""
    parts = [part for clause in clauses_of(text) for part in _cut_before_questions(clause)]
    asked = [part for part in parts if is_asking(spoken_words(part)) or part.rstrip().endswith(QUESTION_MARK)]
    telling = [part for part in parts if part not in asked and not _is_idle(part)]
    return [] if telling else [part for part in asked if len(spoken_words(part)) > SHORTEST_QUESTION]


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
        if "".join(plain_words(words[number])) in AND and is_asking(spoken_words(right)):
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
    if look and not is_answer and all(_is_mere_talk(lexicon, clause) for clause in others):
        return look
    if not (rest.commands or rest.options) or (look and look.look in VAGUE):
        return None
    if look and look.look == ROUTE and (named := _things_named(situation, lexicon, spoken_words(text))):
        claim = (*DOING[named.sort], *named.words, *spoken_words(" ".join(others)))
        paid = _move(situation, lexicon, claim)  # "may I take Agra to Delhi? I would pay with orange"
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
    wishes = (pattern.search(spoken) for pattern in _thrift())
    kept = next(filter(None, wishes), None)
    rest = f"{spoken[: kept.start()]} {spoken[kept.end() :]}".strip() if kept else ""
    return rest or text


@cache
def _thrift() -> list[re.Pattern[str]]:
    return [re.compile("|".join(heard.thrift)) for heard in heard_words().values()]


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
    if answer and not answer.yes and _answering(situation, yes=False):  # "no, give me my yellows back"
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
    if len(clauses) < 2 or not all(_says_nothing(lexicon, word) for word in plain_words(text)):
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
    commands = _answering(situation, yes=leaning.yes) if leaning else ()
    return Heard(leaning.lang, options=commands) if leaning and commands else None


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


def clauses_of(text: str) -> list[str]:
    """The parts of a text, each with the signs that end it."""
    return [clause for clause in CLAUSE.findall(text) if plain_words(clause)]


def _is_talk(lexicon: Lexicon, words: Words) -> bool:
    """A clause that cannot be about the game; a negation turns only what stands beside it: "can't decide... draw 2"."""
    telling = [word for word in words if word not in NEGATIONS]
    turned = len(telling) < len(words)
    is_about_itself = not turned or any(word not in NEVER_MATTERS for word in telling)
    return is_about_itself and all(_says_nothing(lexicon, word) for word in telling)


def _says_nothing(lexicon: Lexicon, word: str) -> bool:
    if word in TURNING:
        return False
    sorts = {match.sort for match in lexicon.matches((word,)) if match.tier < MISTYPED}
    is_article = word in EVERYDAY and sorts == {"number"}
    return "filler" in sorts or not sorts or is_article


def _heard(situation: Situation, text: str) -> Heard:
    words = spoken_words(text)
    if not words or len(words) > MOST_WORDS:
        return Heard(None, unknown=(text[:40],))
    lexicon = lexicon_of(situation.ruleset)
    spoken = _corrected_payment(lexicon, words) or sentence(text)
    is_asked = text.rstrip().endswith(QUESTION_MARK)
    if not is_asked and (brief := _without_duration(words)) != words:  # "wait 2 min" counts no cards
        names = any(
            _names_something(lexicon, term)
            for term in terms_in(lexicon, brief)
            if not TAKING.issuperset(term)
        )
        heard = _heard(situation, " ".join(brief))._replace(tentative=True) if brief else None
        is_meant = heard and (names or heard.look or heard.looks)
        return heard if heard and is_meant else Heard(everyday_language(words), look="patience")
    query = query_in(words)
    query = query if query.look else query_in(spoken)
    if query.look == "never_mind" and (declining := _answering(situation, yes=False)):
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
    inquiries = (inquiry_in(situation.ruleset, text, one) for one in said if not is_move)
    inquiry = next((one for one in inquiries if one), None)
    if inquiry:
        return _with_route_offered(situation, _answered(situation, inquiry, words), spoken)
    heard = _wished(situation, lexicon, words, rest)
    is_nothing = not (heard.is_clear or heard.understood or heard.compound)
    if query.preview and is_nothing and (inquiry := inquiry_in(situation.ruleset, text, words)):
        return _answered(situation, inquiry, words)
    if not heard.commands and not heard.options and (near := mistyped_query(words)):
        return Heard(near.lang, look=near.look)
    if is_asked and not is_bidding(spoken):
        heard = heard._replace(tentative=True, options=())
    return heard._replace(preview=query.preview, lang=heard.lang or query.lang)


def _with_route_offered(situation: Situation, answered: Heard, words: Words) -> Heard:
    """The answer about a route, and the claim if that is asked for with its cards: "could I have it for 2 red?"."""
    lexicon = lexicon_of(situation.ruleset)
    pays = any(match.sort == "card" for term in terms_in(lexicon, words) for match in lexicon.exact(term))
    if answered.look != ROUTE or not pays or not is_requesting(words):
        return answered
    claim = _move(situation._replace(is_wished=True), lexicon, without_request(words) or words)
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
    look, about, lang, vague, looks, unknown = inquiry
    is_kept = (look in (ROUTE, BASICS) and not KEEPING.isdisjoint(words)) or (
        look == SCORE and not EACH.isdisjoint(words)
    )
    is_open = situation.offer and inquiry.look == "" and not looks
    if is_open or (
        situation.offer and is_kept
    ):  # "can I keep only Montréal - Vancouver?", "how many points has each?"
        return Heard(lang, look=MOVES)
    is_general = (vague and look not in (ROUTE, RULE)) or look in OF_THE_CHOICE or not look
    is_choice = situation.is_choice and not situation.offer  # tickets on offer are shown with their points
    if is_choice and is_general and (rule := rule_behind(situation.ruleset, situation.legal)):
        return Heard(lang, look=RULE, about=rule, vague=vague)
    return Heard(lang, look=look, about=about, vague=vague, question=not look, looks=looks, unknown=unknown)


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
    heard = _move(situation, lexicon, rest)
    if not heard.verb and _is_grumble(spoken):
        return Heard(None, talk=True)
    if has_phrase(spoken, AGAIN) and situation.is_choice and situation.draws == 1 and not heard.together:
        cards = tuple(one for one in situation.legal if isinstance(one, DrawCard | TakeCard))
        return Heard(everyday_language(words), options=cards) if cards else heard
    is_earlier = has_phrase(spoken, AGAIN) or _corrects_what_was_said_before(words)
    is_unsure = is_earlier and not situation.is_choice
    return heard._replace(tentative=True) if is_unsure or has_phrase(spoken, CONDITIONS) else heard


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


def _move(situation: Situation, lexicon: Lexicon, words: Words) -> Heard:
    """One or several moves; words that lead up to them are left out where they are not part of them."""
    if twice := _sorted_twice(situation, lexicon, words):
        return twice
    words = without_contrast(lexicon, words)
    heard = _compound(situation, lexicon, words) or _moves(situation, lexicon, words)
    if not heard.unknown:
        return heard
    if behind_yes := without_yes(words):
        return _move(situation, lexicon, behind_yes)
    if behind_request := without_request(words):
        later = _move(situation, lexicon, behind_request)
        return later if is_bidding(words) else later._replace(tentative=True)
    return heard


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
        word in TURNING
        or _says_nothing(lexicon, word)
        or (is_asked and not _names_something(lexicon, (word,)))
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


def _names_something(lexicon: Lexicon, words: Words) -> bool:
    """Whether they name a thing of the board, or a kind of move that needs no thing: `draw`."""
    matches = [match for match in lexicon.matches(words) if match.sort in NAMED and match.tier < MISTYPED]
    return any(match.sort != "word" for match in matches) or _is_verb(lexicon, words)


def _matter_in_clause(clause: str) -> HeardMatter | None:
    words = sentence(clause)
    if (absence := absence_in(spoken_words(clause))) and absence.name == "away":
        return absence
    if matter := matter_in(words):
        return matter
    asked_for = without_request(words) or words
    return None if is_asking(asked_for) else matter_within(asked_for) or absence_in(spoken_words(clause))


def _answering(situation: Situation, *, yes: bool) -> tuple[Command, ...]:
    """The commands by which a yes or no is said to what the game itself offers."""
    wanted = "yes" if yes else "no"
    return tuple(c for c in situation.legal if isinstance(c, SeatCommand) and c.answers == wanted)


def _yes_or_no(situation: Situation, answer: Answer) -> Heard:
    """An answer where the game itself offers something: `yes` to what can be had in one way only, else which way."""
    commands = _answering(situation, yes=answer.yes)
    if not commands:
        return Heard(answer.lang, answer=answer)
    return (
        Heard(answer.lang, commands=commands) if len(commands) == 1 else Heard(answer.lang, options=commands)
    )


def _doubted(heard: Heard) -> Heard:
    """The same, but asked for: `no way!` may be amazement."""
    return heard._replace(commands=(), options=heard.commands or heard.options)


def _compound(situation: Situation, lexicon: Lexicon, words: Words) -> Heard | None:
    """Several moves in one sentence: all of them in this order, or none; None if it is one move."""
    for left, right in _joined_parts(lexicon, words):
        if _says_how_to_pay(situation, lexicon, words, right):
            continue
        joining = _word(lexicon, right)
        first, second = _moves(situation, lexicon, left), _moves(situation, lexicon, right)
        if _is_answer_to_claim(first, second):
            return first._replace(following=" ".join(right))
        if joining is None and _is_place_in_row(lexicon, right) and _is_open_card(first):
            joining, second = False, _moves(situation, lexicon, (*OPEN_CARD, *right))
        if (joining is None or _word(lexicon, left) is None) and not _are_cards(first, second, joining):
            continue
        if together := _in_one_turn(situation, first, second, " ".join(right)):
            return together
        both = (*first.only, *second.only)
        if len(both) == MOST_IN_A_TURN and all(isinstance(one, DrawCard | TakeCard) for one in both):
            return Heard(first.lang or second.lang, understood=first.understood, compound=True, together=both)
        if joining or _is_another(first, _moves(situation, lexicon, words)):
            return Heard(first.lang or second.lang, understood=first.understood, compound=True)
    return None


def _joined_parts(lexicon: Lexicon, words: Words) -> Iterator[tuple[Words, Words]]:
    """What stands before and behind each word that may join two moves."""
    for number in range(1, len(words) - 1):
        left, right = words[:number], words[number + 1 :]
        if words[number] in THEN or (words[number] in BUT and _word(lexicon, right)):
            while right and right[0] in THEN:
                right = right[1:]
            yield left, right


def _is_answer_to_claim(first: Heard, second: Heard) -> bool:
    """Whether the second part answers what the game asks after a claim: "and a share of the Reading, please"."""
    is_claim = len(first.commands) == 1 and isinstance(first.commands[0], RouteCommand)
    kinds = [COMMANDS[name] for name in (second.understood.kinds if second.understood else None) or ()]
    return is_claim and bool(kinds) and all(issubclass(kind, SeatCommand) and kind.answers for kind in kinds)


def _is_place_in_row(lexicon: Lexicon, words: Words) -> bool:
    """Nothing but `the fourth`: of what came before."""
    sorts = [{match.sort for match in lexicon.exact(term)} for term in terms_in(lexicon, words)]
    return all(one & {"ordinal", "filler"} for one in sorts) and any("ordinal" in one for one in sorts)


def _is_open_card(heard: Heard) -> bool:
    return len(heard.only) == 1 and isinstance(heard.only[0], TakeCard)


def _says_how_to_pay(situation: Situation, lexicon: Lexicon, words: Words, part: Words) -> bool:
    """Whether a part only names the cards for the move of the whole: "a station in Wien and pay with a yellow"."""
    senses = [{match.sort for match in lexicon.exact(term)} for term in terms_in(lexicon, part)]
    is_payment = all(sorts & PAYING_SORTS for sorts in senses) and any("card" in sorts for sorts in senses)
    if not is_payment:
        return False
    whole = _moves(situation, lexicon, words)
    return bool(whole.is_clear) and all(payment_of(one) for one in (*whole.commands, *whole.options))


def _sorted_twice(situation: Situation, lexicon: Lexicon, words: Words) -> Heard | None:
    """Tickets to keep and tickets to give back in one sentence: both must say the same."""
    parts = sorted_parts(lexicon, words) if situation.offer else ()
    if len(parts) != 2:
        return None
    first, second = (_moves(situation, lexicon, part) for part in parts)
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
    if all(halves) and draws and len(both) == MOST_IN_A_TURN and _are_pairable(situation, both):
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


def _word(lexicon: Lexicon, words: Words) -> bool | None:
    """Whether the words have a verb; None if they have not even a noun of moves."""
    senses = [lexicon.matches((word,)) for word in words]
    sure = [matches for matches in senses if all(match.sort in ("word", "filler") for match in matches)]
    names = [name for matches in sure for match in matches for name in match.values if match.sort == "word"]
    if not names:
        return None
    return any(not lexicon.words[name].is_noun for name in names)


def _moves(situation: Situation, lexicon: Lexicon, words: Words) -> Heard:
    """Words that are exactly something are not taken for something else because that would be possible."""
    ways = list(ways_to_read(lexicon, words))
    ways = [said for said in ways if said.is_plausible] or ways
    kinds, nearest = by_kind(situation.legal), min(said.tiers for said in ways)
    usable = [said for said in ways if said.tiers == nearest]
    fits = [fit for said in usable for fit in CommandMatch(situation, said).fits(kinds)]
    if not fits or all(_is_vague(fit.said) or _may_turn_round(fit) or _is_chance(fit.said) for fit in fits):
        return _nothing(situation, words, usable, ways)
    best = nearest_fits(situation.ruleset, fits)
    said = best[0].said
    lang, unknown = prevailing_language(said.langs), said.unknown
    if not unknown and (cards := open_cards(situation, said)):
        return cards
    is_answer = situation.is_choice and len(words) > 1 and SUBJECTS.isdisjoint(words)
    is_named = not said.tiers and (situation.is_wished or is_answer)
    if len(best) == 1 and _is_said(best[0], fits, is_named):
        return Heard(lang, commands=repeated(best[0]), verb=said.verb, tentative=_is_rare(best[0]))
    if len(best) == 1 and is_sure(best[0], verb=True, known=False) and len(repeated(best[0])) > 1:
        return Heard(lang, commands=repeated(best[0]), unknown=unknown, verb=said.verb, tentative=True)
    if _is_about_else(situation, said) or (
        unknown and not OTHERS.isdisjoint(words) and not is_bidding(words)
    ):
        return Heard(lang, unknown=unknown)
    return Heard(lang, options=tuple(fit.command for fit in best), unknown=unknown, verb=said.verb)


def _is_about_else(situation: Situation, said: Said) -> bool:
    """Talk that happens to name something of the board: `my sister lives in Boston`."""
    if said.verb or not said.unknown:
        return False
    is_lone_place = said.elements == 1 == len(said.places)
    numbers = situation.offer and said.numbers
    named = (said.places, said.cards, said.decks, said.ranks, said.all, said.none, said.placed, numbers)
    if not any(named):  # "that's a rubbish market", "set a timer"
        return True
    telling = [word for word in said.unknown if word not in EVERYDAY]
    return is_lone_place or len(telling) >= max(FEWEST_OF_TALK, said.elements)


def _is_said(best: Fit, fits: Sequence[Fit], is_named: bool) -> bool:
    """Whether it is surely meant, also by another reading of the same words: `want` may be a verb or nothing."""
    alike = (fit for fit in fits if fit.command == best.command and repeated(fit) == repeated(best))
    return is_sure(best, verb=is_named) or any(map(is_sure, alike))


def _is_rare(fit: Fit) -> bool:
    """`take 2`: the verb alone means other cards than those that can be counted."""
    plainest = min((fit.said.kinds or {"": 0}).values())
    return isinstance(fit.command, DrawCard) and bool(fit.said.numbers) and fit.rank > plainest


def _may_turn_round(fit: Fit) -> bool:
    """An unknown verb may keep tickets or throw them away, unless it is nearly one for keeping."""
    chooses = TicketId in kinds_in(type(fit.command)).kinds and fit.said.kinds is None
    return chooses and any(not is_near(word, KEEPING) for word in fit.said.unknown)


def _is_vague(said: Said) -> bool:
    """A verb, and nothing else that we know: `claim atlantis`."""
    kinds = said.kinds or {}
    claims = kinds.get("claim_route") == 0 or ("claim_route" in kinds and "take_card" not in kinds)
    return not said.elements and len(said.unknown) > (0 if claims else 1)


def _is_chance(said: Said) -> bool:
    """One word that is hardly a name, and nothing else of a move: `brb dinner` is not about Denver."""
    tiers = said.tiers - len(said.unknown) * UNKNOWN.tier
    if (said.kinds or {}).get("claim_route") == 0 and not said.elements and tiers >= MISTYPED:
        return True  # a word that is nearly a verb for routes, and no route
    return said.kinds is None and said.elements == 1 and tiers >= SKELETON


def _nothing(situation: Situation, words: Words, usable: Sequence[Said], ways: Sequence[Said]) -> Heard:
    for said in usable:
        if not said.unknown and (cards := open_cards(situation, said)):
            return cards
    first = min(usable or ways, key=lambda said: (len(said.unknown), said.everyday, said.cost))
    lang = prevailing_language(first.langs)
    is_statement = not first.verb and any(word in SUBJECTS for word in words)
    is_refused = first.negated or (first.none and first.elements == 1)  # "none, thanks"
    if is_refused and not (first.unknown or is_statement) and (declining := _declined(situation, first)):
        return Heard(lang, commands=declining, verb=first.verb)
    is_clear = bool(usable) and not first.unknown and (first.kinds is not None or bool(first.elements))
    is_clear = is_clear or (first.negated and first.verb)  # whatever else was said, it was not to be done
    return Heard(lang, unknown=first.unknown, understood=first if is_clear else None, verb=first.verb)


def _declined(situation: Situation, said: Said) -> tuple[Command, ...]:
    """`no share for me`: says no to what the game itself offers, unless it turns another verb round."""
    offered = {type_name(type(command)) for command in _answering(situation, yes=True)}
    declining = _answering(situation, yes=False)
    return declining if len(declining) == 1 and offered & set(said.kinds or offered) else ()


def nearest_fits(ruleset: Ruleset, fits: Sequence[Fit]) -> list[Fit]:
    """Those without unknown words, with the plainest verb, complete ones, the nearest reading, all cards named."""

    def distance(fit: Fit) -> tuple[int, int, bool, int]:
        return len(fit.said.unknown), fit.rank, not fit.complete, fit.said.cost

    distances = list(map(distance, fits))
    nearest = min(distances)
    near = [fit for fit, far in zip(fits, distances, strict=True) if far == nearest]
    named = [fit for fit in near if fit.named] or near
    return list(_without_twins(ruleset, named))


def _without_twins(ruleset: Ruleset, fits: Iterable[Fit]) -> Iterable[Fit]:
    """Equal tracks between the same cities are one choice for people, unless they name one of them."""
    twins = first_twins(ruleset)
    distinct: dict[object, Fit] = {}
    for fit in fits:
        command = fit.command
        distinct.setdefault(
            replace(command, route=twins[command.route]) if isinstance(command, RouteCommand) else command,
            fit,
        )
    return distinct.values()


def is_sure(fit: Fit, *, verb: bool = False, known: bool = True) -> bool:
    """A verb, or at least two things that tell a move from talk, and no doubt about any of them.

    `verb` and `known` leave out whether there is a verb, and whether all words are known.
    """
    said = fit.said
    is_move = verb or said.verb or said.elements > 1
    clear = is_move and not (known and said.unknown) and not said.doubtful and said.verbs < 2
    return clear and fit.complete and fit.named and fit.sure


def repeated(fit: Fit) -> tuple[Command, ...]:
    """`draw 2` is to be done twice."""
    counts = isinstance(fit.command, DrawCard) and fit.said.numbers and not fit.said.placed
    times = fit.said.numbers[0] if counts else 1
    return (fit.command,) * times


def open_cards(situation: Situation, said: Said) -> Heard | None:
    """Two face-up cards at once; one of them is only offered if the other cannot be had."""
    pair = two_open_cards(situation, said)
    if not pair:
        return None
    lang, cards = prevailing_language(said.langs), [command.card for command in pair]
    if _are_pairable(situation, pair):
        is_meant = said.verb or situation.is_choice or situation.is_wished
        return Heard(lang, commands=pair, verb=said.verb, tentative=not is_meant)
    if cards[0] == cards[1]:
        return Heard(lang, options=pair[:1], verb=said.verb)
    return Heard(lang, understood=said, verb=said.verb, together=pair)


def _are_pairable(situation: Situation, commands: Sequence[Command]) -> bool:
    """Whether the face-up cards lie there, and leave room for each other in one turn."""
    cards = [command.card for command in commands if isinstance(command, TakeCard)]
    return all(situation.pairable.count(card) >= cards.count(card) for card in cards)


def two_open_cards(situation: Situation, said: Said) -> tuple[TakeCard, ...]:
    """`take red and blue`, `take 2 red`: the first one is legal."""
    cards = [card for mention in said.cards for card in _cards_of(mention.values, mention.number)]
    only = said.verbs < 2 and not said.places and not said.numbers and not said.negated and not said.doubtful
    if not only or len(cards) != MOST_IN_A_TURN or "take_card" not in (said.kinds or {"take_card": 0}):
        return ()
    legal = {command.card: command for command in situation.legal if isinstance(command, TakeCard)}
    if cards[0] not in legal:
        return ()
    first = legal[cards[0]]
    return first, TakeCard(seat=first.seat, card=cards[1])


def _cards_of(values: frozenset[str], count: int | None) -> list[Card]:
    """No cards at all if it is not certain which."""
    return [Card(value) for value in values] * min(count or 1, 9) if len(values) == 1 else [Card("")] * 9
