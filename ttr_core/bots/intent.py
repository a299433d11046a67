"""What the greedy bot wants: routes for its tickets, then routes for their points, and the cards for both."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from ttr_core.bots.outlook import Outlook
from ttr_core.bots.plan import Plan, make_plan
from ttr_core.state import route_numbers
from ttr_core.words import Card

POINT_ROUTES = 4  # so many routes are collected for at once when tickets ask for none
CARDS_A_TURN = 1.5  # that fit, of the two drawn


class Intent(Outlook):
    """An outlook with a plan, reckoned once for a decision and only as far as it is looked at."""

    @cached_property
    def plan(self) -> Plan:
        return make_plan(self, self.unfinished, self.turns_left)

    @cached_property
    def spare_trains(self) -> int:
        return self.trains - self.plan.trains

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The routes to collect cards for, the first one first."""
        if self.plan.routes:
            return tuple(sorted(self.plan.routes, key=self.missing_for))
        rates = [(-self._rate(route), route) for route in route_numbers(self.open)]
        return tuple(route for _, route in sorted(rates)[:POINT_ROUTES])

    def _rate(self, route: int) -> float:
        """Points a turn, the turns for missing cards included."""
        missing = max(self.missing_for(route) - self.locomotives, 0)
        return self.ruleset.points[route] / (1 + missing / CARDS_A_TURN)

    def missing_for(self, route: int) -> int:
        """How many cards of its best colour the route still needs, locomotives aside."""
        found = self.ruleset.routes[route]
        held = (self.hand.get(card, 0) for card in found.colours(self.ruleset.colours))
        return found.length - max(held, default=0)

    @cached_property
    def locomotives_missing(self) -> int:
        """Locomotives that the most demanding target needs and the hand has not."""
        asked = max((self.ruleset.routes[r].feature("locomotives") for r in self.targets), default=0)
        return max(asked - self.locomotives, 0)

    @property
    def hand_of_extras(self) -> int:
        """Cards in hand that are no train cards."""
        return sum(count for card, count in self.hand.items() if card not in self.ruleset.train_kinds)

    @cached_property
    def reserved(self) -> Mapping[Card, int]:
        """How many cards of each colour the targets will use."""
        return {card: asked for card, (asked, _) in self._asked.items()}

    @cached_property
    def wishes(self) -> Mapping[Card, float]:
        """How much one more card of each colour helps: the more, the nearer it brings a route."""
        return {card: wish for card, (_, wish) in self._asked.items()}

    @cached_property
    def _asked(self) -> Mapping[Card, tuple[int, float]]:
        asked: dict[Card, tuple[int, float]] = {}
        for card, count, missing in self._allotment():
            before, wish = asked.get(card, (0, 0.0))
            asked[card] = (before + count, max(wish, 1 / missing if missing else 0.0))
        return asked

    def _allotment(self) -> Iterator[tuple[Card, int, int]]:
        """Each target's colour with its spaces and missing cards; those that have no choice choose first."""
        left, colours = dict(self.hand), self.ruleset.colours
        routes = [self.ruleset.routes[number] for number in self.targets]
        choices = [(route.length, route.colours(colours)) for route in routes]
        for length, accepted in sorted(choices, key=lambda choice: len(choice[1])):
            card = max(accepted, key=lambda card: left.get(card, 0))
            have = max(left.get(card, 0), 0)
            left[card] = have - length
            yield card, length, max(length - have, 0)
