"""What one clause means: a look, an answer, a question, or a move in the light of the words around it."""

from collections.abc import Sequence

from service.language.grammar.clauses import (
    NEGATIONS,
    NEVER_MATTERS,
    names_something,
)
from service.language.grammar.command_match import Situation, drawn_as
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
    everyday_language,
    inquiry_in,
    instead_of_moves,
    is_bidding,
    is_requesting,
    places_in,
    rule_behind,
)
from service.language.grammar.lexicon import (
    RANKS,
    Lexicon,
    lexicon_of,
)
from service.language.grammar.moves.heard import Heard
from service.language.grammar.moves.joined_moves import move_in
from service.language.grammar.moves.single_move import KEEPING, answering, are_pairable
from service.language.grammar.phrases import (
    Words,
    around_correction,
    has_phrase,
    is_number,
    plain_words,
    sentence,
    spoken_words,
    without_request,
)
from service.language.grammar.questions.facts_asked import asks_effort
from service.language.grammar.sentences.look_phrases import mistyped_query, query_in
from service.language.grammar.sentences.matter_phrases import BRIEF
from service.language.grammar.sentences.yes_and_no import Answer, answer_in
from service.language.languages import words_for
from service.language.vocabulary.command_fields import fields_of
from ttr_core.model.commands import (
    Command,
    DrawCard,
    RouteCommand,
    TakeCard,
)

TAKING = words_for(lambda heard: heard.moves["take"])
MOST_WORDS = 60  # of a text; names and payments need far fewer
WISHES = words_for(lambda heard: (*heard.wishes, *heard.corrections))
# those of several words; a single one is unknown or means something else
CONDITIONS = frozenset(one for one in words_for(lambda heard: heard.orders.conditions) if " " in one)
AGAIN = words_for(lambda heard: heard.again)
UNREAL = words_for(lambda heard: heard.talk["unreal"])
BAD_LUCK = words_for(lambda heard: heard.talk["bad_luck"])
CURSES = words_for(lambda heard: heard.talk["curses"])
YET_ANOTHER = words_for(lambda heard: heard.talk["yet_another"])
SURPRISE = words_for(lambda heard: heard.surprise)
SCORE, MISSING = "score", "missing"  # looks
EACH = words_for(lambda heard: heard.signs["all"])
OF_THE_CHOICE = frozenset({"moves", "help", "market"})  # during a choice of a rule they are about that choice


def _names_length(lexicon: Lexicon, words: Words) -> bool:
    """Whether tickets are compared: "which of these is the hardest?"."""
    values = {value for term in terms_in(lexicon, words) for m in lexicon.exact(term) for value in m.values}
    return not values.isdisjoint(RANKS)


def heard_in_clause(situation: Situation, text: str) -> Heard:
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
        return heard.doubted if " ".join(plain_words(text)) in SURPRISE else heard
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
    return heard_in_clause(situation, " ".join(brief))._replace(tentative=True)


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


def _yes_or_no(situation: Situation, answer: Answer) -> Heard:
    """An answer where the game itself offers something: `yes` to what can be had in one way only, else which way."""
    commands = answering(situation, yes=answer.yes)
    if not commands:
        return Heard(answer.lang, answer=answer)
    return (
        Heard(answer.lang, commands=commands) if len(commands) == 1 else Heard(answer.lang, options=commands)
    )
