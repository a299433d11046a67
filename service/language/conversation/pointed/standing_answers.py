"""How things stand for somebody: what others did, what it takes to reach a goal, and what others can know."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.conversation.lookups.deeds import RECENT_TURNS, deeds, routes_claimed
from service.language.conversation.lookups.open_ways import (
    DONE,
    Places,
    Way,
    fate_of,
    no_route,
    shortest_way,
    way_to,
    ways_to_pay,
)
from service.language.conversation.lookups.table_facts import nearness
from service.language.grammar.inquiry import places_in
from service.language.grammar.phrases import Words, plain_words
from service.language.grammar.questions.facts_asked import ME, facts_asked
from service.language.grammar.questions.standings_asked import (
    DECK_TOP,
    DOINGS,
    GLOBETROTTER,
    LONGER,
    NETWORKS,
    OTHERS_KNOW,
    REACH,
    asks_where,
)
from service.language.speech.story import Voice, seen_by
from service.language.vocabulary.board_words import join
from ttr_core.base_game import Globetrotter
from ttr_core.bots.greedy.outlook import Outlook
from ttr_core.engine.networks import networks
from ttr_core.engine.views import View
from ttr_core.model.events import CardTaken
from ttr_core.model.ids import Card, SeatId
from ttr_core.model.state import route_set

Answer = tuple[list[str], bool]  # lines, and whether they hold secrets
CARDS_A_TURN = 2  # at most


class Effort(NamedTuple):
    """The fewest turns that a way takes, if every card that is drawn is one that is needed."""

    claims: int
    draws: int

    @property
    def turns(self) -> int:
        return self.claims + self.draws


class Length(NamedTuple):
    """How many spaces there are between two places; 0 if they are not connected."""

    title: str
    spaces: int
    line: str


class StandingAnswers:
    """Answers about one table for one viewer, from what that viewer sees."""

    def __init__(self, games: Games, loaded: Loaded, voice: Voice) -> None:
        self._games, self._loaded, self._voice, self._say = games, loaded, voice, voice.say
        self._seen: View = seen_by(loaded, voice.viewer)

    @property
    def by_look(self) -> Mapping[str, Callable[[str], Answer]]:
        return {
            DOINGS: self._doings,
            REACH: self._reach,
            OTHERS_KNOW: self._others_know,
            LONGER: self._longer,
            GLOBETROTTER: self._globetrotter,
            DECK_TOP: self._deck_top,
            NETWORKS: self._networks,
        }

    @property
    def _seat(self) -> SeatId | None:
        return self._voice.viewer if isinstance(self._voice.viewer, int) else None

    # what others did

    def _doings(self, about: str) -> Answer:
        """The last turns of those who are named and the routes they hold; of a question where, the map alone."""
        words = plain_words(about)
        seats = self._others_named(words)
        is_where = asks_where(words)
        lines = [] if is_where else [self._say("doings")]
        for seat in seats:
            recent = (
                [] if is_where else deeds(self._games, self._loaded, self._voice, [seat], (), RECENT_TURNS)
            )
            lines += [*recent, self._routes_of(seat)]
        return lines, False

    def _others_named(self, words: Words) -> list[SeatId]:
        """The people who are named, without the viewer."""
        names = {word: seat for seat, name in self._voice.names.items() for word in plain_words(name)}
        asked = facts_asked(self._loaded.ruleset, words, names)
        return list(dict.fromkeys(names[one] for one in asked.people if one != ME))

    def _networks(self, about: str) -> Answer:
        """Whether the routes of those who are named hang together, else the viewer's; each piece by its routes."""
        mine = [] if self._seat is None else [self._seat]
        seats = self._others_named(plain_words(about)) or mine
        lines = [line for seat in seats for line in self._pieces(seat)]
        return lines or [self._say("no_seat")], False

    def _pieces(self, seat: SeatId) -> list[str]:
        """How many networks the routes of somebody form; each with its routes."""
        ruleset, words = self._loaded.ruleset, self._voice.words
        own = [ruleset.route_index[route] for route in self._seen.seats[seat].routes]
        network_of = networks(ruleset, route_set(own))
        pieces: dict[int, list[str]] = {}
        for number in own:
            network = network_of[ruleset.edges[number][0]]
            pieces.setdefault(network, []).append(words.ends(ruleset.routes[number]))
        listed = [self._say("networks-piece", routes=self._say.listed(piece)) for piece in pieces.values()]
        key = "networks.me" if seat == self._seat else "networks"
        facts = {"who": self._voice.names[seat], "count": len(pieces), "routes": len(own)}
        return [self._say(key, **facts), *listed]

    def _routes_of(self, seat: SeatId) -> str:
        """The routes of somebody, in the order in which they were claimed."""
        ruleset, words = self._loaded.ruleset, self._voice.words
        mine = routes_claimed(self._games, self._loaded, seat) or self._seen.seats[seat].routes
        spaces = sum(ruleset.routes[ruleset.route_index[route]].length for route in mine)
        listed = self._say.listed(words.route(str(route)) for route in mine) or self._say("facts-no_routes")
        who = self._voice.names[seat]
        return self._say("facts-route", who=who, count=len(mine), spaces=spaces, routes=listed)

    # what it takes

    def _reach(self, about: str) -> Answer:
        """What it takes to connect the places that are named, or one of them to the viewer's routes, or all tickets."""
        if self._seat is None:
            return [self._say("no_seat")], False
        named = [places for _, places in places_in(self._loaded.ruleset, plain_words(about))]
        outlook = Outlook(self._loaded.ruleset, self._seen)
        if not named:
            return [*self._to_tickets(outlook), *nearness(self._seen, self._voice)], True
        if len(named) == 1:
            return [self._to_place(outlook, named[0]), *nearness(self._seen, self._voice)], True
        return [
            *(self._between(outlook, *pair) for pair in pairwise(named[:2])),
            *self._tickets_between(outlook, named),
            *nearness(self._seen, self._voice),
        ], True

    def _to_tickets(self, outlook: Outlook) -> Iterator[str]:
        """What each ticket takes that is not completed."""
        for ticket in outlook.tickets:
            name = self._voice.words.ticket(ticket)
            way = way_to(outlook, ticket) if ticket in outlook.unfinished else None
            if way is None:
                yield self._say("named", name=name, value=self._say(fate_of(outlook, ticket)))
            else:
                yield self._effort_in_words(outlook, name, way)
        if not outlook.tickets:
            yield self._say.named("tickets", self._say("no_tickets"))

    def _tickets_between(self, outlook: Outlook, named: Sequence[Places]) -> Iterator[str]:
        """Whether the places are those of a ticket of the viewer, and what has become of it."""
        tickets = self._loaded.ruleset.tickets
        for ticket in outlook.tickets:
            ends = [frozenset({str(tickets[ticket].a), str(goal)}) for goal, _ in tickets[ticket].goals]
            if any(join(each, *named[:2]) for each in ends):
                fate = self._say(fate_of(outlook, ticket))
                yield self._say("named", name=self._voice.words.ticket(ticket), value=fate)

    def _to_place(self, outlook: Outlook, place: Places) -> str:
        """From the viewer's own routes to a place."""
        own = [route for route in self._loaded.ruleset.routes if route.id in outlook.me.routes]
        cities = frozenset(str(end) for route in own for end in (route.a, route.b))
        name = self._voice.words.place(min(place))
        if not cities:
            return self._say("reach-nowhere", **self._voice.words.examples())
        if place & cities:
            return self._say("reach-touched", place=name)
        way = shortest_way(outlook, cities, place)
        title = self._say("reach-to", place=name)
        return self._effort_in_words(outlook, title, way) if way else self._say("reach-closed", goal=title)

    def _between(self, outlook: Outlook, first: Places, second: Places) -> str:
        ends = (self._voice.words.place(min(place)) for place in (first, second))
        title = " – ".join(ends)
        way = shortest_way(outlook, first, second)
        return self._effort_in_words(outlook, title, way) if way else self._say("reach-closed", goal=title)

    def _effort_in_words(self, outlook: Outlook, goal: str, way: Way) -> str:
        if not way.missing:
            return self._say("named", name=goal, value=self._say(DONE))
        ruleset, words = self._loaded.ruleset, self._voice.words
        routes = self._say.listed(words.ends(ruleset.routes[number]) for number in way.missing)
        facts = {"goal": goal, "routes": routes, "spaces": way.spaces, "trains": outlook.trains}
        if way.spaces > outlook.trains:
            return self._say("reach-trains", **facts)
        effort = self._effort(outlook, way)
        return self._say("reach", **facts, turns=effort.turns, claims=effort.claims, draws=effort.draws)

    def _effort(self, outlook: Outlook, way: Way) -> Effort:
        """With each route paid from what the hand holds, as far as it goes."""
        held, lacking = Counter[Card](dict(outlook.hand)), 0
        for number in way.missing:
            prices = [Counter[Card](price) for price in ways_to_pay(self._loaded.ruleset, number)]
            price = min(prices, key=lambda price: (price - held).total(), default=Counter[Card]())
            lacking += (price - held).total()
            held -= price
        return Effort(claims=len(way.missing), draws=-(-lacking // CARDS_A_TURN))

    def _longer(self, about: str) -> Answer:
        """The direct routes between two pairs of places, or the shortest ways, and which is longer."""
        named = [places for _, places in places_in(self._loaded.ruleset, plain_words(about))]
        one, other = (self._length(named[0], named[1]), self._length(named[2], named[3]))
        lines = [one.line, other.line]
        if one.spaces and other.spaces:
            short, long = sorted((one, other), key=lambda length: length.spaces)
            facts = {"long": long.title, "short": short.title, "count": long.spaces - short.spaces}
            lines.append(self._say("longer" if facts["count"] else "longer-level", **facts))
        return lines, False

    def _length(self, first: Places, second: Places) -> Length:
        ruleset, words = self._loaded.ruleset, self._voice.words
        title = " – ".join(words.place(min(place)) for place in (first, second))
        direct = [one for one in ruleset.routes if join(frozenset({str(one.a), str(one.b)}), first, second)]
        if direct:
            points, count = ruleset.points[ruleset.route_index[direct[0].id]], direct[0].length
            return Length(title, count, self._say("longer-route", route=title, count=count, points=points))
        way = shortest_way(Outlook(ruleset, self._seen), first, second) if self._seat is not None else None
        if way is None:
            return Length(title, 0, no_route(self._voice, self._seen, first, second))
        return Length(title, way.spaces, self._say("longer-way", route=title, count=way.spaces))

    # what is known

    def _deck_top(self, _: str) -> Answer:
        """Nobody knows what comes next; how many cards lie there is open to all."""
        return [self._say("deck_top", deck=self._seen.deck)], False

    def _others_know(self, _: str) -> Answer:
        """What of the viewer lies open, with the cards that everybody saw them take."""
        lines = [self._say("others_know")]
        if self._seat is None:
            return lines, False
        log = self._games.cache.read_events(self._loaded.game, 0, self._loaded.version)
        taken = Counter(str(e.card) for _, e in log if isinstance(e, CardTaken) and e.seat == self._seat)
        cards = self._voice.words.cards(taken.elements()) or self._say("facts-no_cards")
        return [*lines, self._say("others_know-taken", cards=cards)], False

    def _globetrotter(self, _: str) -> Answer:
        """What the most completed tickets bring; who has them shows at the end alone."""
        ruleset = self._loaded.ruleset
        if any(module.name == "globetrotter" for module in ruleset.modules):
            bonus = self._say("basics-globetrotter", points=ruleset.setting(Globetrotter).points)
        else:
            bonus = self._say("globetrotter-none")
        lines = [bonus, self._say("globetrotter-secret")]
        if self._seat is None:
            return lines, False
        outlook = Outlook(ruleset, self._seen)
        done = sum(fate_of(outlook, ticket) == DONE for ticket in outlook.tickets)
        count = len(outlook.tickets)
        own = self._say("facts-ticket.me", who=self._voice.names[self._seat], count=count, done=done)
        return [*lines, own], True
