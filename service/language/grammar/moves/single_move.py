"""One move: the readings of its words, held against the legal commands."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from service.language.grammar.command_match import (
    MOST_IN_A_TURN,
    CommandMatch,
    Fit,
    Situation,
    by_kind,
    kinds_in,
)
from service.language.grammar.inquiry import (
    is_bidding,
)
from service.language.grammar.lexicon import (
    BEGUN,
    EVERYDAY,
    MISTYPED,
    SKELETON,
    Lexicon,
)
from service.language.grammar.moves.heard import Heard
from service.language.grammar.phrases import Words, prevailing_language
from service.language.grammar.segmentation import UNKNOWN, Said, ways_to_read
from service.language.grammar.sentences.look_phrases import is_near
from service.language.grammar.sentences.named_turn import THEN
from service.language.languages import words_for
from service.language.vocabulary.board_words import first_twins, join, tracks_of
from service.language.vocabulary.command_fields import payment_of, route_of
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import (
    ClaimRoute,
    Command,
    DrawCard,
    RouteCommand,
    SeatCommand,
    TakeCard,
)
from ttr_core.model.ids import Card, RouteId, TicketId
from ttr_core.model.message import type_name

KEEPING = words_for(lambda heard: heard.moves["keep"])
SUBJECTS = words_for(lambda heard: heard.handover.i)  # they need a verb: `I like the first one` is no answer
OTHERS = words_for(lambda heard: heard.others)
SUBORDINATE = words_for(lambda heard: heard.hypothetical)
REFUSING = frozenset(
    {"keep", "discard", "withdraw", "decline", "pass"}
)  # verbs that are not taken for others
TELLING = frozenset({"place", "card", "deck", "number"})  # sorts of words that name a move without its verb
FEWEST_OF_TALK = 2  # unknown words without a verb of a move


def answering(situation: Situation, *, yes: bool) -> tuple[Command, ...]:
    """The commands by which a yes or no is said to what the game itself offers."""
    wanted = "yes" if yes else "no"
    return tuple(c for c in situation.legal if isinstance(c, SeatCommand) and c.answers == wanted)


def has_verb(lexicon: Lexicon, words: Words) -> bool | None:
    """Whether the words have a verb; None if they have not even a noun of moves."""
    senses = [lexicon.matches((word,)) for word in words]
    sure = [matches for matches in senses if all(match.sort in ("word", "filler") for match in matches)]
    names = [name for matches in sure for match in matches for name in match.values if match.sort == "word"]
    if not names:
        return None
    return any(not lexicon.words[name].is_noun for name in names)


def single_move(situation: Situation, lexicon: Lexicon, words: Words) -> Heard:
    """Words that are exactly something are not taken for something else because that would be possible."""
    ways = list(ways_to_read(lexicon, words))
    ways = [said for said in ways if said.is_plausible] or ways
    kinds, nearest = by_kind(situation.legal), min(said.tiers for said in ways)
    usable = [said for said in ways if said.tiers == nearest]
    fits = [fit for said in usable for fit in CommandMatch(situation, said).fits(kinds)]
    fits = _on_named_track(situation.ruleset, fits)
    if not fits or all(_is_vague(fit.said) or _may_turn_round(fit) or _is_chance(fit.said) for fit in fits):
        nothing = _nothing(situation, words, usable, ways)
        is_clear = nothing.is_clear or nothing.together
        return nothing if is_clear else _by_its_rest(situation, lexicon, words, usable) or nothing
    best = nearest_fits(situation.ruleset, fits)
    said = best[0].said
    lang, unknown = prevailing_language(said.langs), said.unknown
    if not unknown and (cards := open_cards(situation, said)):
        return cards
    is_answer = situation.is_choice and len(words) > 1 and SUBJECTS.isdisjoint(words)
    is_named = not said.tiers and (situation.is_wished or is_answer)
    if len(best) == 1 and not unknown and _is_more_than_allowed(situation, best[0]):
        draws = (best[0].command,) * situation.draws  # "draw 3": the two that there are, for a yes
        return Heard(lang, commands=draws, verb=True, tentative=True)
    if len(best) == 1 and _is_only_way(best[0], fits):
        best = [best[0]._replace(named=True)]
        fits = best
    if len(best) == 1 and _is_said(best[0], fits, is_named):
        return Heard(lang, commands=repeated(best[0]), verb=said.verb, tentative=_is_rare(best[0]))
    if len(best) == 1 and is_sure(best[0], verb=True, known=False) and len(repeated(best[0])) > 1:
        return Heard(lang, commands=repeated(best[0]), unknown=unknown, verb=said.verb, tentative=True)
    is_whole = bool(said.kinds) and best[0].complete  # "plonk a station in Wien"
    if _is_about_else(situation, said, is_whole=is_whole) or (
        unknown and not OTHERS.isdisjoint(words) and not is_bidding(words)
    ):
        return Heard(lang, unknown=unknown)
    return Heard(lang, options=tuple(fit.command for fit in best), unknown=unknown, verb=said.verb)


def _by_its_rest(
    situation: Situation, lexicon: Lexicon, words: Words, usable: Sequence[Said]
) -> Heard | None:
    """What the rest of the words is a move of, where its verb means another kind: asked about, never made."""
    if (
        situation.is_choice
        or not (SUBORDINATE | THEN).isdisjoint(words)
        or any(said.negated or said.none for said in usable)
    ):
        return None
    rest = tuple(word for word in words if not _is_replaceable_verb(lexicon, word))
    telling = [word for word in rest if any(m.sort in TELLING for m in lexicon.exact((word,)))]
    if len(rest) == len(words) or not telling:
        return None
    heard = single_move(situation._replace(is_wished=True), lexicon, rest)
    if heard.unknown or not (heard.commands or heard.options):
        return None
    return heard._replace(verb=True, tentative=True)


def _is_replaceable_verb(lexicon: Lexicon, word: str) -> bool:
    """Whether it is nothing but a verb, or nearly one, that refuses nothing."""
    matches = lexicon.matches((word,))
    names = {name for match in matches for name in match.values if match.sort == "word"}
    is_verb = bool(names) and all(match.sort == "word" for match in matches)
    is_exact = any(match.tier < BEGUN for match in matches)
    return (
        is_verb
        and not any(lexicon.words[name].is_noun for name in names)
        and not (is_exact and names <= REFUSING)
    )


def _is_about_else(situation: Situation, said: Said, *, is_whole: bool) -> bool:
    """Talk that happens to name something of the board: `my sister lives in Boston`."""
    if said.verb or not said.unknown:
        return False
    is_lone_place = said.elements == 1 == len(said.places) and not is_whole
    numbers = situation.offer and said.numbers
    named = (said.places, said.cards, said.decks, said.ranks, said.all, said.none, said.placed, numbers)
    if not any(named):  # "that's a rubbish market", "set a timer"
        return True
    telling = [word for word in said.unknown if word not in EVERYDAY]
    return is_lone_place or len(telling) >= max(FEWEST_OF_TALK, said.elements)


def _on_named_track(ruleset: Ruleset, fits: Sequence[Fit]) -> list[Fit]:
    """`helsinki stockholm, the yellow one`: the track of that colour; its only payment is what was meant.

    Where that track cannot be had, the one beside it is only offered.
    """
    if not any(fit.said.cards for fit in fits):
        return list(fits)
    named = [fit for fit in fits if _names_its_colour(ruleset, fit)]
    said = {fit.said.cards for fit in named}
    beside = [fit for fit in fits if fit.said.cards in said and route_of(fit.command) and fit not in named]
    if not named:
        return [fit._replace(sure=fit.sure and not _is_beside_named(ruleset, fit)) for fit in fits]
    claims = [fit for fit in named if isinstance(fit.command, ClaimRoute)] or named
    ways = {(route_of(fit.command), payment_of(fit.command)) for fit in claims}
    if len(ways) == 1:
        claims = [fit._replace(named=True) for fit in claims]
    return [fit for fit in fits if fit not in named and fit not in beside] + claims


def _names_its_colour(ruleset: Ruleset, fit: Fit) -> bool:
    """Whether a colour without a number was named that is the colour of the route itself."""
    return _bare_colour(fit) in _colours_of(ruleset, route_of(fit.command))


def _is_beside_named(ruleset: Ruleset, fit: Fit) -> bool:
    """Whether another track between the same places has the colour that was named."""
    route = route_of(fit.command)
    colour, ends = _bare_colour(fit), tracks_of(ruleset)[route][0] if route else frozenset()
    others = (other for other, (places, _, _) in tracks_of(ruleset).items() if places == ends)
    is_other = any(colour in _colours_of(ruleset, RouteId(other)) for other in others)
    return is_other and colour not in _colours_of(ruleset, route)


def _bare_colour(fit: Fit) -> str | None:
    """The only colour that was named for a whole route, without a number."""
    cards = fit.said.cards if fit.complete and route_of(fit.command) and not fit.said.tracks else ()
    is_bare = len(cards) == 1 and cards[0].number is None and len(cards[0].values) == 1
    return min(cards[0].values) if is_bare else None


def _colours_of(ruleset: Ruleset, route: RouteId | None) -> Sequence[str]:
    return ruleset.routes[ruleset.route_index[route]].colour.split("/") if route else ()


def _is_said(best: Fit, fits: Sequence[Fit], is_named: bool) -> bool:
    """Whether it is surely meant, also by another reading of the same words: `want` may be a verb or nothing."""
    alike = (fit for fit in fits if fit.command == best.command and repeated(fit) == repeated(best))
    return is_sure(best, verb=is_named) or any(map(is_sure, alike))


def _is_only_way(fit: Fit, fits: Sequence[Fit]) -> bool:
    """Whether the colour that was named leaves one way to pay, with the locomotives that it needs."""
    if not fit.said.cards:
        return False
    colour, payment = _bare_colour(fit), payment_of(fit.command)
    alike = [one for one in fits if route_of(one.command) and payment_of(one.command) is not None]
    ways = {(route_of(one.command), payment_of(one.command)) for one in alike}
    return len(ways) == 1 and len(alike) == len(fits) and bool(payment) and colour in (payment or ())


def _is_more_than_allowed(situation: Situation, fit: Fit) -> bool:
    counts = isinstance(fit.command, DrawCard) and not fit.said.placed and fit.said.verb
    return counts and len(fit.said.numbers) == 1 and fit.said.numbers[0] > situation.draws > 1


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
    if "claim_route" in (said.kinds or {}) and not said.elements and tiers >= MISTYPED:
        return True  # a word that is nearly a verb for routes, and no route
    return said.kinds is None and said.elements == 1 and tiers >= SKELETON


def _nothing(situation: Situation, words: Words, usable: Sequence[Said], ways: Sequence[Said]) -> Heard:
    for said in usable:
        if not said.unknown and (cards := open_cards(situation, said)):
            return cards
    first = min(
        usable or ways,
        key=lambda said: (
            len(said.unknown),
            said.everyday,
            said.cost,
            not _names_route(situation.ruleset, said),
        ),
    )
    lang = prevailing_language(first.langs)
    is_statement = not first.verb and first.kinds is None and any(word in SUBJECTS for word in words)
    is_refused = first.negated or (first.none and first.elements == 1)  # "none, thanks"
    if is_refused and not (first.unknown or is_statement) and (declining := _declined(situation, first)):
        return Heard(lang, commands=declining, verb=first.verb)
    is_clear = bool(usable) and not first.unknown and (first.kinds is not None or bool(first.elements))
    is_clear = is_clear or (first.negated and first.verb)  # whatever else was said, it was not to be done
    return Heard(lang, unknown=first.unknown, understood=first if is_clear else None, verb=first.verb)


def _names_route(ruleset: Ruleset, said: Said) -> bool:
    """Whether a track joins two places: what lies between both may have their names, such as a festival."""
    ends = {ends for ends, _, _ in tracks_of(ruleset).values()}
    return any(join(pair, *two) for pair in ends for two in pairwise(said.places))


def _declined(situation: Situation, said: Said) -> tuple[Command, ...]:
    """`no share for me`: says no to what the game itself offers, unless it turns another verb round."""
    offered = {type_name(type(command)) for command in answering(situation, yes=True)}
    declining = answering(situation, yes=False)
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
    if are_pairable(situation, pair):
        is_meant = said.verb or situation.is_choice or situation.is_wished
        return Heard(lang, commands=pair, verb=said.verb, tentative=not is_meant)
    if cards[0] == cards[1]:
        return Heard(lang, options=pair[:1], verb=said.verb)
    return Heard(lang, understood=said, verb=said.verb, together=pair)


def are_pairable(situation: Situation, commands: Sequence[Command]) -> bool:
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
