"""What a text means: one command for sure, one of several, a look around the table, or nothing that we know.

Readings of the text are held against the legal commands (`command_match`); the best one is what was meant.
"""

import re
from collections.abc import Iterator

from service.language.grammar.clauses import (
    NEVER_MATTERS,
    Aside,
    clauses_of,
    is_mere_talk,
    without_reasons,
)
from service.language.grammar.command_match import Situation
from service.language.grammar.contrast import (
    terms_in,
)
from service.language.grammar.inquiry import (
    QUESTION_MARK,
    everyday_language,
    is_asking,
)
from service.language.grammar.lexicon import (
    EVERYDAY,
    NAMED,
    RANKS,
    Lexicon,
    lexicon_of,
)
from service.language.grammar.moves.heard import Heard
from service.language.grammar.moves.single_move import answering
from service.language.grammar.moves.ticket_choice import tickets_sorted, with_tickets_numbered
from service.language.grammar.phrases import (
    Words,
    has_phrase,
    plain_words,
    sentence,
    spoken_words,
)
from service.language.grammar.sentences.alternatives import ELSE, first_possible, provided
from service.language.grammar.sentences.card_list import AND, JOINING, two_cards_listed
from service.language.grammar.sentences.look_phrases import COURTESIES, is_showing
from service.language.grammar.sentences.paraphrase import (
    HYPOTHETICAL,
    expressions,
    with_codes_spelled,
    with_halves_counted,
    with_minimum_counted,
    without_idle_condition,
    without_lesser,
    without_thrift,
)
from service.language.grammar.sentences.question_beside import (
    IDLE_LOOKS,
    VAGUE,
    asked_beside,
    first_asked,
    is_look,
    look_beside_talk,
    look_in_clause,
    several_asked,
)
from service.language.grammar.sentences.single_clause import SURPRISE, heard_in_clause
from service.language.grammar.sentences.yes_and_no import (
    Answer,
    answer_in,
    behind_yes,
    leaning_in,
    opening_no,
)
from service.language.languages import words_for
from service.language.vocabulary.command_fields import payment_of
from ttr_core.model.ids import LOCOMOTIVE

DRAWN_OUT = re.compile(r"(.)\1\1")  # "noooo"
NO_LEANINGS = words_for(lambda heard: heard.leaning_no)
LEADING_TO = 2  # places of a route


def hear(situation: Situation, text: str) -> Heard:
    """Never more than what all of the text says; a move beside talk of other things is asked for."""
    heard = _hear(situation, text)
    return _yes_with_comment(situation, text, heard) or heard


def _hear(situation: Situation, text: str) -> Heard:
    text = with_halves_counted(situation, with_minimum_counted(situation, without_reasons(text)))
    text = with_codes_spelled(lexicon_of(situation.ruleset), without_lesser(situation, text))
    text = with_tickets_numbered(situation, text)
    if chosen := tickets_sorted(situation, lexicon_of(situation.ruleset), text):
        return chosen._replace(lang=everyday_language(spoken_words(text)) or chosen.lang)
    if tagged := _with_tag_question(situation, text):
        return tagged
    if alternative := first_possible(situation, text) or _if_still_possible(situation, text):
        return alternative
    heard, listed = _as_a_whole(situation, text), two_cards_listed(situation, text)
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
    tag = next(filter(None, (regex.search(spoken) for regex in expressions("tags"))), None)
    bare = spoken[: tag.start()].strip() if tag and text.rstrip().endswith(QUESTION_MARK) else ""
    if not bare or QUESTION_MARK in text.rstrip()[:-1] or is_asking(tuple(bare.split())):
        return None
    heard = hear(situation._replace(is_wished=True), bare)
    lang = everyday_language(spoken_words(text)) or heard.lang
    is_move = heard.verb and (heard.commands or heard.options or heard.understood)
    return heard._replace(lang=lang, tentative=True) if is_move and not heard.unknown else None


def _if_still_possible(situation: Situation, text: str) -> Heard | None:
    """A move under the condition that it is possible, which is seen at once: "claim it if it's still free"."""
    bare = without_idle_condition(situation, text)
    if bare == text:
        return None
    heard = hear(situation._replace(is_wished=True), bare)
    is_move = (heard.commands or heard.options or heard.understood) and not heard.unknown
    return heard._replace(lang=everyday_language(spoken_words(text)) or heard.lang) if is_move else None


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
    heard = [
        _declined_at_length(situation, spoken_words(one)) or heard_in_clause(situation, one)
        for one in clauses
    ]
    return heard[0] if all(one.commands == declining and not one.tentative for one in heard) else None


def _names_tickets(lexicon: Lexicon, text: str) -> bool:
    """Whether tickets on offer may be named by number, place in the row or length: "none, they are awful"."""
    sorts = {match.sort for words in terms_in(lexicon, spoken_words(text)) for match in lexicon.exact(words)}
    signs = {
        v for words in terms_in(lexicon, spoken_words(text)) for m in lexicon.exact(words) for v in m.values
    }
    return "ordinal" in sorts or not signs.isdisjoint({"all", "none", *RANKS})


def _from_clauses(situation: Situation, lexicon: Lexicon, text: str) -> Heard | None:
    """The move of some clauses, where the others only say what is not wanted, or nothing about a move."""
    clauses = clauses_of(text)
    if len(clauses) < 2 or has_phrase(f" {' '.join(spoken_words(text))} ", HYPOTHETICAL):
        return None
    heard = [heard_in_clause(situation, clause) for clause in clauses]
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
    meant = heard_in_clause(situation, " ".join(kept).rstrip(" ,;:"))
    is_asked = text.rstrip().endswith(QUESTION_MARK)  # a question never becomes the offer of a move
    if not (meant.look or (not is_asked and (meant.commands or meant.options))):
        return None
    if any(rejecting) and len(meant.commands) < 2:  # `St.` ends a clause: it may take back what follows
        return meant.doubted
    return meant._replace(tentative=True) if meant.commands else meant


def is_conditional(situation: Situation, text: str, heard: Heard) -> bool:
    """A move, but no choice of tickets, that depends on something: "if Ben takes Chicago Toronto, I draw"."""
    if first_possible(situation, text) is not None:
        return False
    text = without_idle_condition(situation, text)
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
    thrifty = without_thrift(text)
    if thrifty != text:
        return _with_fewest_locomotives(hear(situation, thrifty))
    if (
        asked := _paid_without(situation, text)
        or provided(situation, text)
        or several_asked(situation, text)
        or asked_beside(situation, text)
        or _move_before_look(situation, text)
    ):
        return asked
    heard = first_asked(situation, text, heard_in_clause(situation, text))
    if heard.question and (look := look_in_clause(text)):
        return look
    is_done = heard.commands or heard.look or heard.answer or heard.understood or heard.compound
    if not is_done and (refusal := _refused_with_reason(situation, text)):
        declining = answering(situation, yes=False)
        return Heard(refusal.lang, options=declining, answer=None if declining else refusal)
    aside = Aside.left_out_of(lexicon_of(situation.ruleset), text) if heard.unknown else None
    if aside is None:
        is_open = heard.unknown and not heard.options
        return (look_beside_talk(situation, text) or _leaning(situation, text) if is_open else None) or heard
    later = heard_in_clause(situation, aside.rest)
    if later.unknown and not later.options:
        return _leaning(situation, text) or heard
    if not (later.commands or later.options or later.look or later.understood):
        return heard
    return later if aside.is_idle or not later.commands else later._replace(tentative=True)


def _move_before_look(situation: Situation, text: str) -> Heard | None:
    """A move, and a look at what comes of it: "draw one and then show me my hand"."""
    if situation.offer:
        return None
    for first, look, is_joined in _cut_before_look(text):
        asked = heard_in_clause(situation, look)
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
        if (joining or sign[0].strip()) and (is_showing(spoken) or is_look(look) or is_asking(spoken)):
            yield first, look, is_joined


def _paid_without(situation: Situation, text: str) -> Heard | None:
    """The ways to pay that leave out a colour: "with any colour but red"."""
    spoken = f" {' '.join(spoken_words(text))} "
    spared = next(filter(None, (regex.search(spoken) for regex in expressions("excluding"))), None)
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


def answer_with_reason(text: str) -> Answer | None:
    """A yes or no, and why: "nope sorry, I want to finish tonight"; for a no it is enough to sound like one."""
    clauses = clauses_of(text)
    if len(clauses) < 2:
        return opening_no(spoken_words(text))
    first = spoken_words(clauses[0])
    leaning = leaning_in(first)
    return answer_in(first) or (leaning if leaning and not leaning.yes else None)
