"""What a text means: one command for sure, one of several, a look around the table, or nothing that we know."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from service.language.grammar.command_match import MOST_IN_A_TURN, CommandMatch, Fit, Situation, by_kind
from service.language.grammar.lexicon import Lexicon, lexicon_of
from service.language.grammar.phrases import Words, plain_words
from service.language.grammar.segmentation import Said, ways_to_read
from service.language.grammar.table_talk import mistyped_query, query_in
from service.language.languages import heard_words, words_for
from service.language.vocabulary.board_words import first_twins
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command, DrawCard, RouteCommand, SeatCommand, TakeCard
from ttr_core.model.ids import Card

THEN = words_for(lambda heard: heard.then)
YES, NO = words_for(lambda heard: heard.yes), words_for(lambda heard: heard.no)
MOST_WORDS = 60  # of a text; names and payments need far fewer


class Heard(NamedTuple):
    """What a text means."""

    lang: str | None  # the language of its words, unless several share them
    commands: tuple[Command, ...] = ()  # to be carried out one after the other
    options: tuple[Command, ...] = ()  # may be meant, one of them
    unknown: tuple[str, ...] = ()  # words that are not in the language
    understood: Said | None = None  # what was said, if no legal command fits it
    look: str = ""
    about: str = ""  # what the look is about
    preview: bool = False
    verb: bool = False
    tentative: bool = False  # likely meant, but without a verb: confirmed before they are done


def hear(situation: Situation, text: str) -> Heard:
    """Never more than what all of the text says."""
    words = plain_words(text)
    if not words or len(words) > MOST_WORDS:
        return Heard(None, unknown=(text[:40],))
    query = query_in(words)
    if query.look:
        return Heard(query.lang, look=query.look, about=" ".join(query.rest), preview=query.preview)
    if len(query.rest) == 1 and query.rest[0] in YES | NO:
        return _yes_or_no(situation, query.rest[0])
    lexicon = lexicon_of(situation.ruleset)
    heard = _one_after_the_other(situation, lexicon, query.rest) or _moves(situation, lexicon, query.rest)
    if not heard.commands and not heard.options and (near := mistyped_query(words)):
        return Heard(near.lang, look=near.look)
    return heard._replace(preview=query.preview, lang=heard.lang or query.lang)


def _yes_or_no(situation: Situation, word: str) -> Heard:
    """An answer where the game itself offers something: `yes` to what can be had in one way only, else which way."""
    lang = language_of_answer(word)
    answer = "no" if word in NO else "yes"
    commands = tuple(c for c in situation.legal if isinstance(c, SeatCommand) and c.answers == answer)
    if not commands:
        return Heard(lang, unknown=(word,))
    return Heard(lang, commands=commands) if len(commands) == 1 else Heard(lang, options=commands)


def language_of_answer(word: str) -> str | None:
    """The language that this `yes` or `no` belongs to; None if several have it."""
    having = [lang for lang, heard in heard_words().items() if word in (*heard.yes, *heard.no)]
    return having[0] if len(having) == 1 else None


def _one_after_the_other(situation: Situation, lexicon: Lexicon, words: Words) -> Heard | None:
    """`take red, then draw`: two cards with a verb for each."""
    for number in (n for n, word in enumerate(words) if word in THEN and 0 < n < len(words) - 1):
        halves = words[:number], words[number + 1 :]
        if not all(_has_verb(lexicon, half) for half in halves):
            continue
        first, second = (_moves(situation, lexicon, half) for half in halves)
        both = (*first.commands, *second.commands)
        if len(both) == MOST_IN_A_TURN and all(isinstance(command, DrawCard | TakeCard) for command in both):
            return Heard(first.lang or second.lang, commands=both, verb=True)
    return None


def _has_verb(lexicon: Lexicon, words: Words) -> bool:
    return any(match.sort == "word" for word in words for match in lexicon.matches((word,)))


def _moves(situation: Situation, lexicon: Lexicon, words: Words) -> Heard:
    """Words that are exactly something are not taken for something else because that would be possible."""
    ways = list(ways_to_read(lexicon, words))
    kinds, nearest = by_kind(situation.legal), min(said.tiers for said in ways)
    usable = [said for said in ways if said.tiers == nearest and not said.negated]
    fits = [fit for said in usable for fit in CommandMatch(situation, said).fits(kinds)]
    if not fits:
        return _nothing(situation, usable, ways)
    best = nearest_fits(situation.ruleset, fits)
    said = best[0].said
    lang, unknown = _language(said.langs), said.unknown
    sequence = two_open_cards(situation, said)
    if sequence and not unknown:
        return Heard(lang, commands=sequence, verb=said.verb, tentative=not said.verb)
    if len(best) == 1 and is_sure(best[0]):
        return Heard(lang, commands=repeated(best[0]), verb=said.verb)
    if len(best) == 1 and is_sure(best[0], verb=True) and len(repeated(best[0])) > 1:
        return Heard(lang, commands=repeated(best[0]), tentative=True)
    return Heard(lang, options=tuple(fit.command for fit in best), unknown=unknown, verb=said.verb)


def _nothing(situation: Situation, usable: Sequence[Said], ways: Sequence[Said]) -> Heard:
    sequences = ((said, two_open_cards(situation, said)) for said in usable if not said.unknown)
    for said, sequence in sequences:
        if sequence:
            lang = _language(said.langs)
            return Heard(lang, commands=sequence, verb=said.verb, tentative=not said.verb)
    first = min(usable or ways, key=lambda said: (len(said.unknown), said.cost))
    is_clear = bool(usable) and not first.unknown and (first.kinds is not None or bool(first.elements))
    return Heard(
        _language(first.langs), unknown=first.unknown, understood=first if is_clear else None, verb=first.verb
    )


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


def is_sure(fit: Fit, *, verb: bool = False) -> bool:
    """A verb, or at least two things that tell a move from talk, and no doubt about any of them."""
    said = fit.said
    is_move = verb or said.verb or said.elements > 1
    clear = is_move and not said.unknown and not said.doubtful and said.verbs < 2
    return clear and fit.complete and fit.named and fit.sure


def repeated(fit: Fit) -> tuple[Command, ...]:
    """`draw 2` is to be done twice."""
    times = fit.said.numbers[0] if isinstance(fit.command, DrawCard) and fit.said.numbers else 1
    return (fit.command,) * times


def two_open_cards(situation: Situation, said: Said) -> tuple[Command, ...]:
    """Two face-up cards at once: `take red and blue`, `take 2 red`."""
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


def _language(langs: Counter[str]) -> str | None:
    """The language of most of the words; None if no language has more than the others."""
    (first, most), (_, next_most) = [*langs.most_common(2), ("", 0), ("", 0)][:2]
    return first if most > next_most else None
