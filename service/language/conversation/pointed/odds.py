"""Chances of what the deck may bring, from what lies open and what the viewer holds; nothing hidden is looked at.

A card that is neither open nor in the viewer's hand may lie anywhere: in the deck, or in the hands of others.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import comb

from service.language.conversation.lookups.open_ways import ways_to_pay
from service.language.grammar.inquiry import places_in
from service.language.grammar.phrases import Words
from service.language.grammar.questions.facts_asked import cards_named
from service.language.speech.story import Voice
from service.language.vocabulary.board_words import join
from ttr_core.boards.board import Route
from ttr_core.engine.hooks import Risk
from ttr_core.engine.views import View
from ttr_core.model.ids import LOCOMOTIVE, Card
from ttr_core.model.phases import OpenPayment
from ttr_core.model.state import State

DRAWS = 2  # cards of a turn
MOST_CARDS = 3  # kinds of cards of which the chances are said at once


def odds_in_words(voice: Voice, seen: View, state: State, words: Words) -> list[str]:
    """The chances of the cards that are named, or of a tunnel that is named; nothing if neither is."""
    reckoning = _Reckoning(voice, seen, state)
    cards = [Card(card) for card in cards_named(voice.ruleset, words)]
    tracks = _tracks(voice, words)
    if tracks:
        fitting = [track for track in tracks if reckoning.is_paid_with(track, cards)] or tracks
        return [line for track in fitting for line in reckoning.of_claim(track, cards)]
    return [reckoning.of_card(card) for card in cards[:MOST_CARDS]]


def _tracks(voice: Voice, words: Words) -> list[Route]:
    named = [places for _, places in places_in(voice.ruleset, words)]
    pairs = list(pairwise(named))
    return [
        route
        for route in voice.ruleset.routes
        if any(join(frozenset({route.a, route.b}), *pair) for pair in pairs)
    ]


class _Reckoning:
    """What is known of the cards that are still to come."""

    def __init__(self, voice: Voice, seen: View, state: State) -> None:
        self._voice, self._say, self._ruleset = voice, voice.say, voice.ruleset
        hand = seen.seats[voice.viewer].hand if isinstance(voice.viewer, int) else None
        self._hand = Counter(hand or {})
        lying = state.phase.lying if isinstance(state.phase, OpenPayment) else ()
        market = (card for card in seen.market if card is not None)
        known = Counter(market) + Counter(lying) + Counter(seen.discard) + self._hand
        self._unseen = Counter(self._ruleset.train_cards) - known

    def of_card(self, card: Card) -> str:
        """The chance that the next card of the deck is of this kind, and one of the next two."""
        count, total = self._unseen[card], self._unseen.total()
        both_miss = comb(total - count, DRAWS) / comb(total, DRAWS) if total >= DRAWS else 1
        facts = {"percent": _percent(count / total) if total else 0, "two": _percent(1 - both_miss)}
        label = self._voice.words.card(card)
        return self._say("odds-card", card=label, count=count, unseen=total, **facts)

    def of_claim(self, track: Route, cards: Sequence[Card]) -> Iterator[str]:
        """For each colour in which a route is likely paid: how many cards it may cost in addition."""
        for laid in self._payments(track, cards):
            risks = (
                module.risks(self._ruleset, track, laid) for module in self._ruleset.modules if module.risks
            )
            risk = next(filter(None, risks), None)
            if risk is None:
                yield self._say("odds-safe", route=self._voice.words.route(str(track.id)))
                return
            facts = {"route": self._voice.words.route(str(track.id)), "cards": self._voice.words.cards(laid)}
            yield self._say("odds-claim", turned=risk.turned, cases=self._cases(risk), **facts)

    def is_paid_with(self, track: Route, cards: Sequence[Card]) -> bool:
        """Whether cards of a named colour may pay for the track."""
        ways = ways_to_pay(self._ruleset, self._ruleset.route_index[track.id])
        return any(set(cards) & set(way) - {LOCOMOTIVE} for way in ways)

    def _payments(self, track: Route, cards: Sequence[Card]) -> list[tuple[Card, ...]]:
        """With the cards that are named; else those of which the viewer holds most."""
        ways = [tuple(way) for way in ways_to_pay(self._ruleset, self._ruleset.route_index[track.id])]
        fewest = min((way.count(LOCOMOTIVE) for way in ways), default=0)
        plain = [way for way in ways if way.count(LOCOMOTIVE) == fewest]
        named = [way for way in plain if set(cards) & set(way)]
        held = sorted(plain, key=lambda way: -(Counter[Card](way) & self._hand).total())
        return named or held[:1]

    def _cases(self, risk: Risk) -> str:
        """The chances of each number of further cards, as far as they come to one in a hundred."""
        costing = sum(self._unseen[card] for card in set(risk.costing))
        total = self._unseen.total()
        turned = min(risk.turned, total)
        chances = [
            comb(costing, count) * comb(total - costing, turned - count) / comb(total, turned)
            for count in range(turned + 1)
        ]
        likely = [(count, _percent(chance)) for count, chance in enumerate(chances) if _percent(chance)]
        return ", ".join(self._say("odds-case", count=count, percent=percent) for count, percent in likely)


def _percent(chance: float) -> int:
    return round(100 * chance)
