"""Moves that depend on something: on whether another one is possible, or on the question before them."""

from typing import NamedTuple

from service.language.grammar.command_match import Situation
from service.language.grammar.contrast import (
    terms_in,
)
from service.language.grammar.inquiry import (
    QUESTION_MARK,
    everyday_language,
    is_asking,
    places_in,
)
from service.language.grammar.lexicon import (
    EVERYDAY,
    Lexicon,
    lexicon_of,
)
from service.language.grammar.moves.heard import Heard
from service.language.grammar.moves.joined_moves import move_in
from service.language.grammar.moves.single_move import has_verb
from service.language.grammar.phrases import (
    Words,
    has_phrase,
    plain_words,
    sentence,
    spoken_words,
    without_request,
)
from service.language.grammar.sentences.paraphrase import HYPOTHETICAL, expressions, without_idle_condition
from service.language.languages import DEFAULT_LANG, heard_words, words_for

IF_SO = sorted(words_for(lambda heard: heard.if_so), key=len, reverse=True)
DO_IT = sorted(words_for(lambda heard: heard.do_it), key=len, reverse=True)
ELSE = words_for(lambda heard: heard.otherwise)
PRONOUNS = words_for(lambda heard: heard.pronouns)
WAITING = words_for(lambda heard: heard.waiting)
DOING = {  # the verb of "do it", by what the question before it names
    sort: plain_words(heard_words()[DEFAULT_LANG].moves[verb][0])
    for sort, verb in (("place", "claim"), ("card", "take"))
}


def first_possible(situation: Situation, text: str) -> Heard | None:
    """The first of two wishes, or the second where the first cannot be met: "a green, and if it's gone a blind one"."""
    wish, otherwise = _two_wishes(situation, text)
    first, second = sentence(without_idle_condition(situation, wish)), sentence(otherwise)
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
    between = next(filter(None, (regex.search(spoken) for regex in expressions("failing"))), None)
    if between is None or situation.offer or QUESTION_MARK in text:
        return "", ""
    return f"{spoken[: between.start()]} ", spoken[between.end() :]


def _instead(heard: Heard, other: Heard, wish: str) -> Heard:
    """What is wanted where a first wish cannot be met.

    That a route is free says nothing of what it costs: where only that was the condition, or where a name of the first
    wish was mistyped, the second is asked for.
    """
    is_free = any(regex.search(wish) for regex in expressions("idle_conditions"))
    wished = heard.understood
    assert wished is not None  # it was understood, and it is not legal
    is_doubted = bool(wished.tiers) or (is_free and bool(wished.places))
    return other._replace(tentative=is_doubted or other.tentative, instead_of=wished)


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


def provided(situation: Situation, text: str) -> Heard | None:
    """A move that depends on the question before it: it is made if it can be, or said why not."""
    parts = _otherwise_done(text) or Provided.in_words(spoken_words(_with_proviso_first(text)))
    if parts is None or not parts.then or not (QUESTION_MARK in text or is_asking(parts.question)):
        return None
    lexicon = lexicon_of(situation.ruleset)
    spoken = f" {' '.join(parts.then)} "
    bare = next((spoken.replace(f" {phrase} ", " ", 1) for phrase in DO_IT if f" {phrase} " in spoken), None)
    behind = tuple(word for word in (spoken if bare is None else bare).split() if word not in PRONOUNS)
    requested = without_request(parts.question) if bare is not None else ()
    named = things_named(situation, lexicon, parts.question)
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
        return move_in(situation, lexicon, parts.otherwise).doubted
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


def things_named(situation: Situation, lexicon: Lexicon, words: Words) -> Named | None:
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
