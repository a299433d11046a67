"""Looks around the table: help, whom the game waits for, hands, tickets, routes, points and news."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from zoneinfo import ZoneInfo

import msgspec

from service.games.game_cache import Loaded
from service.games.game_view import NOTE, LongestPath, noted_paths
from service.games.games import Games
from service.language.conversation.basics import basics
from service.language.conversation.explanation import means_for
from service.language.conversation.lookups.deeds import deeds, tickets_drawn
from service.language.conversation.lookups.open_ways import (
    closed_routes,
    cost_of,
    fate_of,
    no_route,
    still_to_build,
)
from service.language.conversation.lookups.provisional_points import own_points
from service.language.conversation.lookups.table_facts import discards, nearness, people, setup, turns
from service.language.conversation.pointed.odds import odds_in_words
from service.language.conversation.pointed.route_answers import RouteAnswers
from service.language.conversation.pointed.standing_answers import StandingAnswers
from service.language.grammar.concepts import concepts_in
from service.language.grammar.inquiry import asks_for_means, places_in
from service.language.grammar.lexicon import lexicon_of
from service.language.grammar.phrases import Words, has_phrase, plain_words, spoken_words
from service.language.grammar.questions.standings_asked import HOLDERS, ROUTES_OF_RULE
from service.language.grammar.route_filter import SPEAKER, RouteFilter
from service.language.grammar.table_requests import DECLINED, REMATCH
from service.language.languages import Messages, heard_words, words_for
from service.language.speech.command_text import OrderUtterances
from service.language.speech.result_text import final_score
from service.language.speech.rule_display import beside_routes
from service.language.speech.story import Voice, marked_name, seen_by, zone_of
from service.language.vocabulary.board_words import BoardWords, join
from service.language.vocabulary.command_fields import fields_of
from ttr_core import legal_commands
from ttr_core.boards.board import Route
from ttr_core.bots.greedy.outlook import Outlook
from ttr_core.by_post import Clock, DeadlineSet, MotionProposed, Motions, Orders
from ttr_core.engine.hooks import RuleModule, Settings
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.engine.views import SeatView, View
from ttr_core.history.chain import Envelope
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import (
    BeginPayment,
    ClaimRoute,
    Command,
    DrawCard,
    DrawTickets,
    Pass,
    RouteCommand,
    SeatCommand,
    TakeCard,
)
from ttr_core.model.events import Event, TurnStarted
from ttr_core.model.ids import SeatId, TicketId, Viewer, Witness
from ttr_core.model.message import type_name
from ttr_core.model.phases import PlayingTurn
from ttr_core.model.remarks import Topic
from ttr_core.model.state import State

MOST_LINES = 30
MOST_EXAMPLES = 4  # routes of a rule
LEFT = words_for(lambda heard: heard.remaining)
BASE_GAME = (
    DrawCard,
    TakeCard,
    ClaimRoute,
    BeginPayment,
    DrawTickets,
    Pass,
)  # `help-playing_turn` has examples
Look = tuple[list[str], bool]  # lines, and whether they hold secrets


class Looks:
    """Answers from what the viewer sees, and from nothing else; what rules say of map and score is open to all."""

    def __init__(self, games: Games, loaded: Loaded, voice: Voice) -> None:
        self._games, self._loaded, self._voice = games, loaded, voice
        self._say, self._words = voice.say, voice.words
        self._seen = seen_by(loaded, voice.viewer)
        self._by_name: Mapping[str, Callable[[str], Look]] = {
            "help": self._help,
            "waiting": lambda _: ([self.waiting()], False),
            "order_of_play": lambda _: ([self._order_of_play(), self.waiting()], False),
            "hand": self._hand,
            "tickets": self._tickets,
            "missing": self._missing,
            "ticket_decks": lambda _: ([ticket_decks(self._say, self._words, self._seen)], False),
            "map": self._map,
            "market": self._market,
            "score": self._score,
            "history": self._history,
            "orders": self._orders,
            "route": self._route,
            "routes": lambda place: (self._described(self._routes_of(place)), False),
            "rule": self._rule,
            "things": self._things,
            "basics": self._basics,
            "stranger": lambda name: ([self._say("map-unknown", text=name)], False),
            "absent": lambda noun: ([self._say("rule-absent", noun=noun)], False),
            "time": self._time,
            "late": self._late,
            "route_list": self._route_list,
            "people": lambda _: ([*people(self._loaded, self._voice), self.waiting()], False),
            "turns": lambda _: (turns(self._games, self._loaded, self._voice), False),
            "setup": lambda _: (setup(self._games, self._loaded, self._voice), False),
            "discards": lambda _: (discards(self._voice, self._public), False),
            "secret": lambda _: ([self._say("secret"), *self._score("")[0]], False),
            "odds": self._odds,
            "now": lambda _: ([self._now(), *self._time("")[0]], False),
            "reminders": lambda _: ([self._say("reminders"), *self._time("")[0]], False),
            "own": self._own,
            "tally": self._tally,
            "longest": self._longest,
            "long_routes": self._long_routes,
            "result": self._result,
            REMATCH: self._rematch,
            "greeting": self._courtesy("greeting"),
            "thanks": self._courtesy("thanks"),
            "farewell": self._courtesy("farewell"),
            ROUTES_OF_RULE: lambda rule: (self._all_of_rule(rule), False),
            HOLDERS: self._holders,
            **StandingAnswers(games, loaded, voice).by_look,
            "patience": lambda _: ([self._say("patience"), *self._time("")[0]], False),
        }

    def __call__(self, look: str, about: str) -> Look:
        return self._by_name[look](about)

    def _courtesy(self, name: str) -> Callable[[str], Look]:
        """A word in return, and whom the game waits for."""
        return lambda _: ([self._say(name, waiting=self.waiting())], False)

    @property
    def _seat(self) -> SeatId | None:
        return self._voice.viewer if isinstance(self._voice.viewer, int) else None

    @cached_property
    def _public(self) -> View:
        """What everybody sees."""
        return seen_by(self._loaded, Witness.SPECTATOR)

    def waiting(self) -> str:
        """Whom the game waits for, and who has not answered which request."""
        return "\n".join([self._turn(), *self.requests()])

    def _order_of_play(self) -> str:
        return self._say("order_of_play", names=self._say.listed(self._voice.names.values()))

    def requests(self) -> list[str]:
        """What the viewer is asked to agree to; for a spectator, all that is not settled."""
        state = self._loaded.state
        open_ones = requests(state) if self._seat is None else requests_to(state, self._seat)
        shown = [self._voice.request(motion) for motion in open_ones]
        key = "requests-open" if self._seat is None else "requests-yours"
        lines = [self._say(key, requests=self._say.listed(shown))] if shown else []
        return [*(self._to_be_undone() if "undo" in open_ones else []), *lines]

    def votes(self) -> list[str]:
        """Who has agreed to what is proposed."""
        agreed = self._loaded.state.slice(Motions).agreed
        return [
            self._say(
                "requests-agreed",
                request=self._voice.request(motion),
                who=self._say.listed(self._voice.names[seat] for seat in seats),
            )
            for motion, seats in agreed.items()
        ]

    def _to_be_undone(self) -> list[str]:
        """What the seat that asks to undo did in the turn that would be taken back, as everybody saw it."""
        log = self._games.cache.read_events(self._loaded.game, 0, self._loaded.version)
        proposals = [
            (n, event.seat)
            for n, (_, event) in enumerate(log)
            if isinstance(event, MotionProposed) and event.motion == "undo"
        ]
        if not proposals:
            return []
        end, seat = proposals[-1]
        turns = [n for n, (_, e) in enumerate(log[:end]) if isinstance(e, TurnStarted) and e.seat == seat]
        actor = str(Actor(Role.SEAT, seat))
        begun = turns[-1] if turns else 0
        own = [e for envelope, e in log[begun : end - 1] if envelope.actor == actor]
        lines = self._voice.public_story(own)
        return [self._say("requests-undo", story=" ".join(lines))] if lines else []

    def _turn(self) -> str:
        if self._loaded.over:
            return self._say("over")
        if not self._seen.waiting:
            return self._say("waiting-paused" if self._seen.phase == "paused" else "waiting-nobody")
        others = [self._voice.names[seat] for seat in self._seen.waiting if seat != self._seat]
        mine = self._seat in self._seen.waiting
        if isinstance(self._loaded.state.phase, PlayingTurn):
            return self._say("waiting-turn") if mine else self._say("waiting-other_turn", who=others[0])
        phase = self._say.or_words(f"doing-{self._seen.phase}", self._seen.phase)
        if not others:
            return self._say("waiting-you", phase=phase)
        return self._say(
            "waiting-with_you" if mine else "waiting-others", who=self._say.listed(others), phase=phase
        )

    def _help(self, _: str) -> Look:
        """What fits the moment first, then the rest of the language."""
        mine = self._seat is not None and self._seat in self._seen.waiting
        key = f"help-{self._seen.phase}"
        example = self._words.examples()
        moment = [self._say(key, **example)] if mine and self._say.knows(key) else []
        own = self._own_examples() if mine else []
        return [self.waiting(), *moment, *own, self._say("help-talk", **example)], False

    def _own_examples(self) -> list[str]:
        """What rules add to a turn, whether it is legal now or not: that would tell others about the hand."""
        if not isinstance(self._loaded.state.phase, PlayingTurn):
            return []  # the help of any other phase names its commands
        kinds = [
            kind
            for module in self._loaded.ruleset.modules
            for kind, action in module.commands.items()
            if PlayingTurn in action.phases and issubclass(kind, SeatCommand) and kind not in BASE_GAME
        ]
        quoted = ", ".join(self._say("quoted", text=self._opening(kind)) for kind in kinds)
        return [self._say("help-own", examples=quoted)] if quoted else []

    def _opening(self, kind: type[Command]) -> str:
        """The words with which a command begins, and whether more must follow."""
        more = " …" if fields_of(kind).about else ""
        return f"{self._voice.phrase.verb(type_name(kind))}{more}"

    def _hand(self, _: str) -> Look:
        seat = self._seat
        hand = None if seat is None else self._seen.seats[seat].hand
        if hand is None:
            return [self._say("no_seat")], False
        held = self._words.cards(card for card, count in hand.items() for _ in range(count))
        own = self._voice.rules.lines(self._seen, Topic.HAND)
        return [self._say.named("hand", held or self._say("empty_hand")), *self._tickets("")[0], *own], True

    def _tickets(self, _: str) -> Look:
        """Tickets with whether they are done; those on offer with their numbers."""
        if self._seat is None:
            return [self._say("no_seat")], False
        rows = [f"  {row}" for row in self._ticket_rows().values()]
        offered = self._chosen(self._seat) or self.offer()
        none = "" if rows or offered else self._say("no_tickets")
        return [self._say.named("tickets", none).rstrip(), *rows, *offered], True

    def _missing(self, _: str) -> Look:
        """What the viewer's tickets still need; those on offer with their numbers."""
        if self._seat is None:
            return [self._say("no_seat")], False
        if offer := self._seen.seats[self._seat].offer:  # what each would take, beside what is held already
            needed = enumerate(still_to_build(self._voice, self._seen, offer), 1)
            return [*(f"{n}) {line}" for n, line in needed), self.offer()[-1]], True
        rows = list(still_to_build(self._voice, self._seen)) or [
            self._say.named("tickets", self._say("no_tickets"))
        ]
        return [*rows, *self._chosen(self._seat)], True

    def _ticket_rows(self) -> dict[TicketId, str]:
        """The viewer's tickets, each with whether it is done."""
        assert self._seat is not None
        outlook = Outlook(self._loaded.ruleset, self._seen)
        return {
            ticket: self._say(
                "named", name=self._words.ticket(ticket), value=self._say(fate_of(outlook, ticket))
            )
            for ticket in self._seen.seats[self._seat].tickets or ()
        }

    def _offered_rows(self) -> dict[TicketId, str]:
        """The tickets that the viewer may choose, each with its points."""
        assert self._seat is not None
        offer = self._seen.seats[self._seat].offer or ()
        return {ticket: self._say("ticket-offered", ticket=self._words.ticket(ticket)) for ticket in offer}

    def offer(self) -> list[str]:
        """The tickets that the viewer is to choose from, numbered, and how many of them."""
        seat = None if self._seat is None else self._seen.seats[self._seat]
        if seat is None or not seat.offer:
            return []
        low, high = seat.at_least, seat.at_most
        count = self._say("keep-exactly" if low == high else "keep-range", low=low, high=high)
        own = f"how-{self._seen.phase}"
        how = self._say(own) if self._say.knows(own) else self._say("keep-how", count=count)
        return [*(f"{n}) {self._words.ticket(ticket)}" for n, ticket in enumerate(seat.offer, 1)), how]

    def _chosen(self, seat: SeatId) -> list[str]:
        """The tickets that the seat has chosen while others still choose theirs."""
        chosen = ticket_choice(self._loaded.state, seat).chosen
        tickets = self._say.listed(map(self._words.ticket, chosen)) if chosen else ""
        return [self._say("event-tickets_chosen.me", tickets=tickets)] if tickets else []

    def _orders(self, _: str) -> Look:
        """The seat's own standing orders with their numbers; others do not even learn that there are none."""
        if self._seat is None:
            return [self._say("no_seat")], False
        orders = self._loaded.state.slice(Orders).in_force[self._seat]
        phrase = OrderUtterances(self._voice.phrase)
        listed = [self._say("order-listed", number=order.number, what=phrase.what(order)) for order in orders]
        return (listed or [self._say("order-none")]), True

    def _map(self, about: str) -> Look:
        """The routes of the cities that are named; without a name those that are claimed, and what rules show."""
        owners = self._owners()
        if not about:
            rows = [
                self._say("named", name=self._words.route(route), value=who) for route, who in owners.items()
            ]
            rules = self._voice.rules.lines(self._public, Topic.MAP)
            return [*(rows[-MOST_LINES:] or [self._say("map-empty")]), *rules], False
        beside = beside_routes(self._loaded.ruleset, self._public, self._say)
        closed = closed_routes(self._loaded.ruleset, self._public)
        alike = Counter(
            (
                f"{self._words.route(route.id)}, {route.length}",
                owners.get(route.id, self._say("closed" if route.id in closed else "free"))
                + (f" [{beside[route.id]}]" if route.id in beside else ""),
            )
            for route in self._routes_of(about)
        )  # two gray tracks are one line
        lines = [
            self._say("named", name=self._words.several(name, tracks), value=value)
            for (name, value), tracks in alike.items()
        ]
        return [
            *self._lying_in(about),
            *(lines[:MOST_LINES] or [self._say("map-unknown", text=about)]),
        ], False

    def _lying_in(self, about: str) -> list[str]:
        """What rules show of the places that are named, such as cards that lie there."""
        places = frozenset[str]().union(
            *(own for _, own in places_in(self._loaded.ruleset, plain_words(about)))
        )
        rules = (module.name for module in self._loaded.ruleset.modules)
        return [line for rule in rules for line in self._voice.rules.of_things(self._public, rule, places)]

    def _route(self, about: str) -> Look:
        """What a route costs and scores, and who has it, for all tracks between the cities that are named."""
        ruleset = self._loaded.ruleset
        named = [places for _, places in places_in(ruleset, plain_words(about))]
        between = _between(ruleset, named)
        tracks = self._described(between)
        own = self._tickets_between(named)
        answers = RouteAnswers(self._voice, self._seen, self._loaded.state, between, spoken_words(about))
        first = answers.first() if between else []
        rules = [self._rule_in_words(module) for module in answers.rules]
        lines = [*first, *rules, *tracks, *own]
        if not tracks:  # of a ticket, its points are asked for rather than the way
            lines.append(no_route(self._voice, self._seen, *named[:2]))
        means = self._means(named) if asks_for_means(plain_words(about)) else []
        return [*lines, *means, *self.at_this_moment()], bool(own or means or first)

    def _routes_of(self, about: str) -> list[Route]:
        """The routes that end in the place that is named."""
        ruleset = self._loaded.ruleset
        named = (m.values for m in lexicon_of(ruleset).matches(plain_words(about)) if m.sort == "place")
        places = next(named, frozenset())
        return [route for route in ruleset.routes if {str(route.a), str(route.b)} & places]

    def _described(self, routes: Iterable[Route]) -> list[str]:
        """What each costs and scores, and who has it."""
        ruleset, owners = self._loaded.ruleset, self._owners()
        closed = closed_routes(ruleset, self._public)
        described = (
            self._say(
                "route-owned"
                if route.id in owners
                else "route-closed"
                if route.id in closed
                else "route-free",
                route=self._words.ends(route),
                cost=cost_of(self._voice, route),
                points=ruleset.points[ruleset.route_index[route.id]],
                who=owners.get(route.id, ""),
            )
            for route in routes
        )
        return list(dict.fromkeys(described))  # equal tracks once

    def _route_list(self, about: str) -> Look:
        """The routes that have in common what a question says of them; without that, those that are free."""
        seats = self._seen.seats
        names = {seat: set(plain_words(name)) for seat, name in self._voice.names.items()}
        words = spoken_words(about)
        meant = RouteFilter.in_words(self._loaded.ruleset, words, set().union(*names.values()))
        places = frozenset[str]().union(*(own for _, own in places_in(self._loaded.ruleset, words)))
        meant = (meant or RouteFilter.of_free(self._loaded.ruleset, words))._replace(places=places)
        owners = {seat for seat, own in names.items() if own & meant.owners}
        owners |= {self._seat} if meant.is_own and self._seat is not None else set()
        own = {route for seat in seats if not owners or seat.seat in owners for route in seat.routes}
        closed = closed_routes(self._loaded.ruleset, self._public)
        routes = [
            route
            for route in self._loaded.ruleset.routes
            if meant.fits(route, is_free=route.id not in closed, is_taken=route.id in own)
        ]
        lines = self._described(routes)
        shown = lines[:MOST_LINES]
        more = (
            [self._say("route_list-more", count=len(lines) - len(shown))] if len(lines) > len(shown) else []
        )
        return [self._say("route_list", count=len(lines)), *shown, *more], False

    def _long_routes(self, _: str) -> Look:
        """The longest routes of the board, and the longest that are free."""
        routes, owners = self._loaded.ruleset.routes, self._owners()
        free = [route for route in routes if route.id not in owners]
        most = {max((route.length for route in some), default=0) for some in (routes, free)}
        meant = [
            route for route in routes if route.length in most and (route in free or route.length == max(most))
        ]
        return self._described(meant)[:MOST_LINES], False

    def _means(self, named: Sequence[frozenset[str]]) -> list[str]:
        """Whether the viewer's cards and trains pay for one of the tracks between the places that are named."""
        if self._seat is None:
            return []
        ruleset, state, taken = self._loaded.ruleset, self._loaded.state, self._owners()
        free = [route for route in _between(ruleset, named) if route.id not in taken]
        legal = legal_commands(ruleset, state, self._seat)
        if any(isinstance(one, RouteCommand) and one.route == route.id for one in legal for route in free):
            return [self._say("route-payable")]
        return [means_for(self._voice, self._seen, free[0])] if free else []

    def _tickets_between(self, named: Sequence[frozenset[str]]) -> list[str]:
        """The viewer's tickets, and those on offer, between places that are named."""
        rows = self._ticket_rows() | self._offered_rows() if self._seat is not None else {}
        tickets = self._loaded.ruleset.tickets
        ends = {
            ticket: (str(tickets[ticket].a), [str(to) for to, _ in tickets[ticket].goals]) for ticket in rows
        }
        return [
            rows[ticket]
            for ticket, (start, goals) in ends.items()
            if any(join(frozenset({start, goal}), *pair) for goal in goals for pair in pairwise(named))
        ]

    def _rule(self, name: str) -> Look:
        """What a rule changes, and all that it shows the viewer, their own things among them."""
        module = next(module for module in self._loaded.ruleset.modules if module.name == name)
        own = self._voice.rules.of_rule(self._seen, name)
        return [
            self._rule_in_words(module),
            *self._routes_of_rule(module),
            *own,
            *self._standing(name),
            *self.at_this_moment(),
        ], self._seat is not None

    def _rule_in_words(self, module: RuleModule) -> str:
        """What a rule changes, with its numbers."""
        own_numbers = module.settings is not Settings
        numbers = _numbers(self._loaded.ruleset.setting(module.settings)) if own_numbers else {}
        keys = (f"rule-{module.name}", f"rule-{module.name}-more")
        known = (self._say(key, **numbers) for key in keys if self._say.knows(key))
        return " ".join(sentence.replace("\n", " ") for sentence in known)

    def _routes_of_rule(self, module: RuleModule) -> list[str]:
        """On which routes of the board it holds; of many a few, those that are free first."""
        closed = closed_routes(self._loaded.ruleset, self._public)
        routes = [one for one in self._loaded.ruleset.routes if any(map(one.feature, module.features))]
        if not routes:
            return []
        shown = sorted(routes, key=lambda route: route.id in closed)[:MOST_EXAMPLES]
        index, points = self._loaded.ruleset.route_index, self._loaded.ruleset.points
        examples = [
            self._say(
                "routes_of_rule-each",
                route=self._words.ends(route),
                cost=cost_of(self._voice, route),
                points=points[index[route.id]],
            )
            for route in shown
        ]
        key = "routes_of_rule" if len(shown) < len(routes) else "routes_of_rule-all"
        return [self._say(key, count=len(routes), routes="; ".join(examples))]

    def _all_of_rule(self, name: str) -> list[str]:
        """All routes of the board on which a rule holds; what the rule says, if it is bound to none."""
        module = next(module for module in self._loaded.ruleset.modules if module.name == name)
        routes = [one for one in self._loaded.ruleset.routes if any(map(one.feature, module.features))]
        lines = self._described(routes)
        return [self._say("route_list", count=len(lines)), *lines] if lines else self._rule(name)[0]

    def _things(self, about: str) -> Look:
        """What a rule shows of its things, of the viewer alone if that is asked; else what the rule says."""
        name, *words = about.split()
        lines = self._voice.rules.of_rule(self._seen, name)
        if not lines or self._seat is None:
            return self._rule(name) if not lines else (lines, False)
        if named := self._things_named(name, words):
            return named, True
        own, standing = self._voice.rules.of_viewer(self._seen, name), self._standing(name)
        if SPEAKER.isdisjoint(words) or not (own or LEFT.isdisjoint(words)):
            return lines, True
        return [*(own or [self._say("things-none")]), *standing], True

    def _things_named(self, rule: str, words: Sequence[str]) -> list[str]:
        """What a rule shows of other people, or of things, that are named."""
        spoken = frozenset(words)
        people = [seat for seat, who in self._voice.names.items() if not spoken.isdisjoint(plain_words(who))]
        others = [seat for seat in people if seat != self._seat]
        things = frozenset[str]().union(*(own for _, own in places_in(self._loaded.ruleset, tuple(words))))
        of_things = self._voice.rules.of_things(self._seen, rule, things) if things else []
        seats = (line for seat in others for line in self._voice.rules.of_seat(self._seen, rule, seat))
        lines = of_things or list(dict.fromkeys(seats))
        if lines and not of_things and not SPEAKER.isdisjoint(words):  # "does Ben have more of them than me?"
            lines = [*lines, *self._voice.rules.of_viewer(self._seen, rule)]
        if lines or not others:
            return lines
        return [self._say("things-none_of", who=self._say.listed(self._voice.names[seat] for seat in others))]

    def _holders(self, rule: str) -> Look:
        """What everybody has of the things of a rule; what depends on tickets or hands shows at the end alone."""
        seats = (self._voice.rules.of_seat(self._public, rule, seat.seat) for seat in self._seen.seats)
        lines = list(dict.fromkeys(line for own in seats for line in own)) or [self._say("holders-none")]
        standing = self._standing(rule) if self._seat is not None else []
        return [*lines, *standing], bool(standing)

    def _standing(self, name: str) -> list[str]:
        """The points that a rule would bring the viewer now."""
        module = next(module for module in self._loaded.ruleset.modules if module.name == name)
        points = own_points(self._loaded.ruleset, self._loaded.state, self._seat, module)
        return [self._say("standing-own", points=points)] if points is not None else []

    def at_this_moment(self) -> list[str]:
        """What the viewer can say to a choice that is open."""
        is_choice = self._seat in self._seen.waiting and not isinstance(self._loaded.state.phase, PlayingTurn)
        key = f"help-{self._seen.phase}"
        return [self._say(key, **self._words.examples())] if is_choice and self._say.knows(key) else []

    def _owners(self) -> dict[str, str]:
        return {str(route): self._voice.names[s.seat] for s in self._seen.seats for route in s.routes}

    def _basics(self, topic: str) -> Look:
        """What the base game says, and how things stand there."""
        return [*basics(self._voice, topic), *self.standing_of(topic)], False

    def standing_of(self, topic: str) -> list[str]:
        """How near the end is, or who has the longest path, while the game goes on."""
        if self._loaded.over or not self._seen.turns:
            return []
        if topic == "deck_out":
            return [self._say("stacks", deck=self._seen.deck, discard=sum(self._seen.discard.values()))]
        if topic in ("end", "trains"):
            return nearness(self._seen, self._voice)
        if topic == "bonuses" and (best := max(path.length for path in self._paths())):
            holders = [
                name
                for name, path in zip(self._voice.names.values(), self._paths(), strict=True)
                if path.length == best
            ]
            return [self._say("longest-now", who=self._say.listed(holders), length=best)]
        return []

    def _paths(self) -> Sequence[LongestPath]:
        return noted_paths(self._loaded, self._games.store.note(self._loaded.game, NOTE))

    def _time(self, _: str) -> Look:
        """Until when each seat that the game waits for has to play."""
        clock = self._loaded.state.slice(Clock)
        if clock.settings is None:
            return [self._say("refused-no_clock"), self.waiting()], False
        values = self._voice.values
        lines = [
            self._say(
                "event-deadline_set.me" if seat == self._seat else "event-deadline_set",
                who=self._voice.names[seat],
                deadline=values.moment(deadline),
            )
            for seat, deadline in clock.deadlines.items()
        ]
        return (lines or [self.waiting()]), False

    def _late(self, _: str) -> Look:
        """What happens when somebody's time runs out, and when that is."""
        lines, secret = self._time("")
        settings = self._loaded.state.slice(Clock).settings
        return ([self._say(f"late-{settings.on_timeout}"), *lines] if settings else lines), secret

    def _now(self) -> str:
        """What time it is by the clock of the game."""
        return self._say("now", moment=self._voice.values.moment(self._games.now()))

    def _own(self, _: str) -> Look:
        """What the viewer did last, with the cards that came of it."""
        if self._seat is None:
            return [self._say("no_seat")], False
        log = self._games.cache.read_events(self._loaded.game, 0, self._loaded.version)
        actor = str(Actor(Role.SEAT, self._seat))
        moments = [envelope.at for envelope, _ in log if envelope.actor == actor]
        events = [event for envelope, event in log if envelope.actor == actor and envelope.at == moments[-1]]
        return [*self._voice.story(events)[:MOST_LINES], *self._hand("")[0][:1]], True

    def _tally(self, _: str) -> Look:
        """The viewer's points with their tickets as they stand now."""
        if self._seat is None or self._loaded.over:
            return self._score("")
        ruleset, mine = self._loaded.ruleset, self._seen.seats[self._seat]
        unfinished = Outlook(ruleset, self._seen).unfinished
        goals = {
            ticket: [points for _, points in ruleset.tickets[ticket].goals] for ticket in mine.tickets or ()
        }
        won = sum(max(points) for ticket, points in goals.items() if ticket not in unfinished)
        lost = sum(ruleset.penalties[ticket] for ticket in goals if ticket in unfinished)
        facts = {"points": mine.points, "won": won, "lost": lost, "total": mine.points + won - lost}
        return [self._say("tally", **facts), *self._score("")[0]], True

    def _longest(self, _: str) -> Look:
        lengths = [path.length for path in self._paths()]
        return self.paths_of(sorted(range(len(lengths)), key=lambda seat: -lengths[seat])), False

    def paths_of(self, seats: Iterable[SeatId]) -> list[str]:
        """How long the longest path of each of them is."""
        paths = self._paths()
        return [
            self._say("longest", who=self._voice.names[seat], length=paths[seat].length) for seat in seats
        ]

    def _result(self, _: str) -> Look:
        if self._loaded.over:
            return self._final(), False
        return [self._say("not_over"), *self._score("")[0]], False

    def _rematch(self, answer: str) -> Look:
        """How to play again: a rematch needs new seats, which talk cannot give."""
        if answer == DECLINED:
            return [self._say("left")], False
        return [self._say("rematch-open" if self._loaded.facts.rematch else "rematch-how")], False

    def _market(self, _: str) -> Look:
        lying = ", ".join(self._words.card(card) for card in self._seen.market if card is not None)
        stacks = self._say("deck", deck=self._seen.deck, discard=sum(self._seen.discard.values()))
        return [self._say.named("market", f"{lying or self._say('empty_market')} ({stacks})")], False

    def _odds(self, about: str) -> Look:
        """The chances of what is named; else what is known of the cards to come, open ones and those in the hand."""
        words, state = plain_words(about), self._loaded.state
        if chances := odds_in_words(self._voice, self._seen, state, words):
            return chances, self._seat is not None
        held, secret = self._hand("") if self._seat is not None else ([], False)
        return [
            self._say("odds"),
            *self._market("")[0],
            *discards(self._voice, self._public),
            *held[:1],
        ], secret

    def _score(self, _: str) -> Look:
        """The final sheet if there is one, else what lies open."""
        if self._loaded.over:
            return self._final(), False
        rows = [self.standing(seat) for seat in sorted(self._seen.seats, key=lambda seat: -seat.points)]
        return [*rows, *self._voice.rules.lines(self._public, Topic.SCORE)], False

    def standing(self, seat: SeatView) -> str:
        """What lies open of one seat."""
        return self._say(
            "standing",
            who=marked_name(self._loaded, seat.seat, self._say),
            points=seat.points,
            trains=seat.trains,
            cards=seat.hand_size,
            tickets=seat.ticket_count,
        )

    def _final(self) -> list[str]:
        return final_score(self._loaded, self._say.lang, self._voice.viewer)

    def _since_day(self, back: int) -> list[tuple[Envelope, Event]]:
        """What has happened since that day began, where the table counts its days."""
        zone = ZoneInfo(zone_of(self._loaded.state))
        first = datetime.fromisoformat(self._games.now()).astimezone(zone).date() - timedelta(days=back)
        log = self._games.cache.read_events(self._loaded.game, 0, self._loaded.version)
        return [one for one in log if datetime.fromisoformat(one[0].at).astimezone(zone).date() >= first]

    def _history(self, about: str) -> Look:
        """What has happened since the viewer's last turn; of somebody who is named, all that they did."""
        words = plain_words(about)
        named = [
            seat for seat, name in self._voice.names.items() if not set(words).isdisjoint(plain_words(name))
        ]
        if named:
            lines = deeds(self._games, self._loaded, self._voice, named, words)
            who = self._say.listed(self._voice.names[seat] for seat in named)
            return (lines or [self._say("history-none", who=who)]), self._seat in named
        if {"ticket", "drawn"} <= concepts_in(words).keys():
            return (
                tickets_drawn(self._games, self._loaded, self._voice) or [self._say("history-no_tickets")]
            ), False
        back = days_back(plain_words(about))
        news = (
            news_for(self._games, self._loaded, self._voice.viewer) if back is None else self._since_day(back)
        )
        events = [event for _, event in news if not isinstance(event, DeadlineSet)]
        lines = self._voice.story(events)
        return (lines[-MOST_LINES:] or [self._say("history-empty")]), self._voice.is_secret(events)


def days_back(words: Words) -> int | None:
    """How many days ago a history is to begin: "since yesterday"; None if it names no day."""
    spoken = f" {' '.join(words)} "
    tables = (heard.days_back.items() for heard in heard_words().values())
    return max(
        (int(days) for table in tables for days, names in table if has_phrase(spoken, names)), default=None
    )


def ticket_decks(say: Messages, words: BoardWords, seen: View) -> str:
    """How many tickets are left, for each deck where there are several."""
    decks = [
        str(count) if len(seen.ticket_decks) == 1 else f"{words.deck(name)} {count}"
        for name, count in seen.ticket_decks.items()
    ]
    return say("ticket_decks", decks=", ".join(decks))


def _between(ruleset: Ruleset, named: Sequence[frozenset[str]]) -> list[Route]:
    """The tracks between places that are named one after the other."""
    pairs = list(pairwise(named))
    return [
        route for route in ruleset.routes if any(join(frozenset({route.a, route.b}), *pair) for pair in pairs)
    ]


def _numbers(settings: Settings) -> dict[str, int | str]:
    """The numbers of a rule for its text: `5, 10, 20` where there are several, `5 → 1, 6 → 2` in a table."""
    fields = msgspec.structs.asdict(settings)
    plain = {name: value for name, value in fields.items() if isinstance(value, int)}
    rows = {name: value for name, value in fields.items() if isinstance(value, tuple)}
    tables = {name: value for name, value in fields.items() if isinstance(value, Mapping)}
    listed = {
        name: ", ".join(map(str, row)) for name, row in rows.items() if all(isinstance(n, int) for n in row)
    }
    tabled = {
        name: ", ".join(f"{key} → {number}" for key, number in sorted(table.items(), key=_by_number))
        for name, table in tables.items()
        if all(isinstance(number, int) for number in table.values())
    }
    return plain | listed | tabled | _longest_rows(rows.values())


def _longest_rows(things: Iterable[tuple[object, ...]]) -> dict[str, str]:
    """Of things with a row of numbers each, such as points for one and for two, the longest row of each name."""
    longest: dict[str, tuple[int, ...]] = {}
    for thing in (one for row in things for one in row if isinstance(one, msgspec.Struct)):
        for name, value in msgspec.structs.asdict(thing).items():
            if isinstance(value, tuple) and value and all(isinstance(number, int) for number in value):
                longest[name] = max(longest.get(name, ()), value, key=len)
    return {name: ", ".join(map(str, row)) for name, row in longest.items()}


def _by_number(entry: tuple[str, int]) -> tuple[int, str]:
    """Numbers as keys in their order, before all others."""
    key, _ = entry
    return (int(key), "") if key.isdecimal() else (sys.maxsize, key)


def requests(state: State) -> list[str]:
    """What has been proposed and is not settled."""
    return list(state.slice(Motions).agreed)


def requests_to(state: State, seat: SeatId) -> list[str]:
    """What has been proposed and waits for the answer of this seat."""
    return [motion for motion, agreed in state.slice(Motions).agreed.items() if seat not in agreed]


def news_for(games: Games, loaded: Loaded, viewer: Viewer) -> Sequence[tuple[Envelope, Event]]:
    """What has happened since the viewer last acted, before the turn that they are in; without a seat, the latest."""
    log = games.cache.read_events(loaded.game, 0, loaded.version)
    if isinstance(viewer, Witness):
        return log[-2 * MOST_LINES :]
    end = len(log)
    if viewer in loaded.state.phase.waiting:
        starts = [
            n for n, (_, event) in enumerate(log) if isinstance(event, TurnStarted) and event.seat == viewer
        ]
        end = starts[-1] if starts else 0
    actor = str(Actor(Role.SEAT, viewer))
    own = [n for n, (envelope, _) in enumerate(log[:end], 1) if envelope.actor == actor]
    return log[own[-1] if own else 0 :]
