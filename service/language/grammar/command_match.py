"""One reading of a text held against the legal commands: everything that was said must belong to the command."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from msgspec.structs import replace

from service.language.grammar.lexicon import RANKS
from service.language.grammar.segmentation import MIDDLE, Mention, Said
from service.language.vocabulary.board_words import join, tracks_of
from service.language.vocabulary.command_fields import ROUTE, fields_of, payment_of, route_of
from ttr_core.engine.engine import legal_commands
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.commands import Command, DrawCard, TakeCard
from ttr_core.model.ids import Card, CityId, DeckName, RouteId, SeatId, TicketId
from ttr_core.model.kinds import FieldKind, field_kinds
from ttr_core.model.message import type_name
from ttr_core.model.phases import DrawingSecond, PlayingTurn
from ttr_core.model.state import State

MOST_IN_A_TURN = 2  # cards drawn one by one
MOST_TICKETS = 8  # that one text names by their cities

Tickets = frozenset[TicketId]
Kinds = Mapping[str, Sequence[Sequence[Command]]]  # commands by type; those about the same thing together


class Situation(NamedTuple):
    """What can be meant: the legal commands of the speaker, and the tickets that they choose from."""

    ruleset: Ruleset
    legal: Sequence[Command]
    offer: tuple[TicketId, ...] = ()
    draws: int = MOST_IN_A_TURN  # cards that can still be drawn one by one
    pairable: tuple[Card, ...] = ()  # face-up cards that can be one of two in this turn
    market: tuple[Card | None, ...] = ()  # the face-up cards in their order
    is_choice: bool = False  # the game waits for one thing only, so that naming it is enough
    names: frozenset[str] = frozenset()  # words of the names of people at the table
    drawn_before: tuple[str, ...] = ()  # the cards that the speaker drew last, in this turn or the one before
    is_wished: bool = False  # it was said that what is named is wanted: `two cards please`


BLIND = ""  # instead of the card of a draw from the deck


def drawn_as(command: Command) -> str | None:
    """How a command draws a card; None if it draws none."""
    if isinstance(command, DrawCard):
        return BLIND
    return command.card if isinstance(command, TakeCard) else None


def situation_of(ruleset: Ruleset, state: State, seat: SeatId) -> Situation:
    legal = legal_commands(ruleset, state, seat)
    offer = ticket_choice(state, seat).offer
    is_turn = isinstance(state.phase, PlayingTurn)
    pairable = _pairable(ruleset, state, seat)
    draws = MOST_IN_A_TURN if is_turn else 1
    return Situation(ruleset, legal, offer, draws, pairable, state.market, is_choice=not is_turn)


def _pairable(ruleset: Ruleset, state: State, seat: SeatId) -> tuple[Card, ...]:
    """What may be taken as a second card may be taken as the first of two."""
    if not isinstance(state.phase, PlayingTurn):
        return ()
    second = legal_commands(ruleset, replace(state, phase=DrawingSecond(seat=seat)), seat)
    cards = {command.card for command in second if isinstance(command, TakeCard)}
    return tuple(card for card in state.market if card in cards)


class Fit(NamedTuple):
    command: Command
    complete: bool  # all that the command is about was named
    named: bool  # all cards that it takes were named, too
    sure: bool  # nothing that was said could be something else on this board
    rank: int
    said: Said


class CommandMatch:
    """One reading of a text, compared with the commands."""

    def __init__(self, situation: Situation, said: Said) -> None:
        self._situation, self._said = situation, said
        self._tracks = tracks_of(situation.ruleset)
        self._single = all(len(m.values) == 1 for m in (*said.cards, *said.decks))
        self._checks: Mapping[FieldKind, Callable[[Any], bool | None]] = {
            ROUTE: self._route,
            FieldKind(RouteId, several=True): self._routes,
            FieldKind(CityId, several=False): self._city,
            FieldKind(Card, several=False): self._card,
            FieldKind(DeckName, several=True): self._decks,
            FieldKind(TicketId, several=False): self._ticket,
            FieldKind(TicketId, several=True): self._tickets,
        }

    def fits(self, kinds: Kinds) -> Iterator[Fit]:
        """Of the plainest meaning of the verb that has room for all that was said."""
        meant = dict.fromkeys(kinds, 0) if self._said.kinds is None else self._said.kinds
        ranks = {k: meant[k] for k, alike in kinds.items() if k in meant and self._has_room(alike[0][0])}
        plainest = min(ranks.values(), default=0)
        for kind in (kind for kind, rank in ranks.items() if rank == plainest):
            sure = self._single and self._certain(kind, kinds[kind][0][0])
            for commands in kinds[kind]:
                whole = self._subject(commands[0])
                if whole is not None:
                    yield from self._paid_ways(commands, whole, sure, plainest)

    def _has_room(self, command: Command) -> bool:
        """Whether commands of this type have room for all that was said."""
        said, fields = self._said, kinds_in(type(command))
        kinds, several = fields.kinds, fields.several
        tickets, routes, places = TicketId in kinds, RouteId in kinds, CityId in kinds
        named = said.places or said.cards or said.decks or (said.elements and tickets)
        is_counted = said.counted or (self._situation.is_wished and said.numbers == (MOST_IN_A_TURN,))
        counts = is_counted and said.numbers and isinstance(command, TakeCard if said.placed else DrawCard)
        if said.kinds is None and not (named or counts):
            return False
        if said.negated and TicketId not in several:
            return False
        if (routes or places) and not said.places and self._names_single_cards(type_name(type(command))):
            return False  # `I want the yellow one` is no wish for a route, whatever else the verb may mean
        if len(said.places) > (2 if fields.one_route else 1 if places else len(said.places)):
            return False
        room = (
            (said.places, tickets or routes or places),
            (said.cards, Card in kinds or routes),
            (said.decks, DeckName in kinds or (tickets and bool(_decks_alone(said)))),
            (said.tracks, routes),
            (
                said.ranks,
                tickets or (fields.one_route and len(said.places) == 2),
            ),  # `the little one between ...`
            (said.numbers, tickets or said.places or said.decks or self._counts(command)),
            (said.all, tickets or said.decks or (routes and said.cards)),  # `all blue` is how it is paid
            (said.none, not several.isdisjoint({TicketId, RouteId, Card})),
        )
        return all(place for thing, place in room if thing)

    def _names_single_cards(self, kind: str) -> bool:
        """One or two cards by their colours, with no verb that means this kind of command in the first place."""
        said = self._said
        are_single = all(mention.number in (None, 1) for mention in said.cards)
        is_draw = are_single and 1 <= len(said.cards) <= MOST_IN_A_TURN
        return is_draw and (said.kinds is None or bool(said.kinds.get(kind)))

    def _counts(self, command: Command) -> bool:
        """Whether a number can say how many: of cards, rather than of anything else that the verb may mean.

        A place in a row is that of a face-up card.
        """
        if self._said.placed:
            return isinstance(command, TakeCard) or (isinstance(command, DrawCard) and self._is_second())
        return isinstance(command, DrawCard) or "draw_card" not in (self._said.kinds or ())

    def _paid_ways(self, commands: Sequence[Command], whole: bool, sure: bool, rank: int) -> Iterator[Fit]:
        says_how = bool(self._said.cards or self._said.none)
        spare = self._colours(commands[0]) if says_how else frozenset()
        for command in commands:
            named = self._paid(command, spare) if says_how else True
            if named is not None:
                yield Fit(command, whole, named, sure, rank, self._said)

    # what it is about

    def _subject(self, command: Command) -> bool | None:
        """Whether all of it was named; None if something else was."""
        whole = True
        for name, field in fields_of(type(command)).about.items():
            if check := self._thing if field.is_thing else self._checks.get(field):
                named = check(getattr(command, name))
                if named is None:
                    return None
                whole = whole and named
        return whole

    def _route(self, route: str) -> bool | None:
        places, (ends, track, _) = self._said.places, self._tracks[route]
        if self._said.tracks and self._said.tracks[0][1] != track:
            return None
        if len(places) > 2 or not all(ends & place for place in places):
            return None
        if len(places) == 2:
            return True if join(ends, *places) else None
        return False

    def _city(self, city: str) -> bool | None:
        places = self._said.places
        if not places:
            return False
        return True if len(places) == 1 and city in places[0] else None

    def _thing(self, thing: str) -> bool | None:
        """The only one, such as a festival, need not be named."""
        fields = (field_kinds(type(command)).values() for command in self._situation.legal)
        only = sum(any(field.is_thing for field in kinds) for kinds in fields) == 1
        return only if not self._said.places else self._city(thing)

    def _card(self, card: str) -> bool | None:
        cards = self._said.cards
        if not cards:
            return self._lies_there(card) if self._said.placed else False
        fits = len(cards) == 1 and card in cards[0].values and cards[0].number in (None, 1)
        return True if fits else None

    def _lies_there(self, card: str) -> bool | None:
        """`the second card`, counted among those that lie face up."""
        (number, *others), market = self._said.numbers, self._situation.market
        number = (len(market) + 1) // 2 if number == MIDDLE and len(market) % 2 else number
        if others or not 1 <= abs(number) <= len(market):
            return None
        return True if market[number - 1 if number > 0 else number] == card else None

    def _decks(self, decks: tuple[str, ...]) -> bool | None:
        said = self._said.decks
        if not said:
            return not decks
        if len({mention.values for mention in said}) == len(said) and not any(m.number for m in said):
            return False if len(set(decks)) == len(said) and self._are_named(decks) else None
        counts: Counter[frozenset[str]] = Counter()  # a deck may be named again for each of its tickets
        for mention in said:
            counts[mention.values] += mention.number or 1
        named = all(any(decks.count(deck) == count for deck in names) for names, count in counts.items())
        if not named or counts.total() > len(decks):
            return None
        return counts.total() == len(decks)  # where fewer were counted, the others are asked for

    def _are_named(self, decks: tuple[str, ...]) -> bool:
        """Whether every ticket is from one of the decks that were named: `short tickets`."""
        return all(any(deck in mention.values for mention in self._said.decks) for deck in decks)

    def _ticket(self, ticket: TicketId) -> bool | None:
        return self._tickets((ticket,))

    def _tickets(self, tickets: tuple[TicketId, ...]) -> bool | None:
        sets = ticket_sets(self._situation.ruleset, self._situation.offer, self._said)
        if sets is None:
            return None if self._said.negated else False
        return sets.get(frozenset(tickets), sets.get(len(tickets)))

    def _routes(self, routes: tuple[str, ...]) -> bool | None:
        said = self._said
        if said.none or not said.places:
            return (True if not routes else None) if said.none else False
        pairs = [said.places[n : n + 2] for n in range(0, len(said.places), 2)]
        if len(pairs) != len(routes) or len(pairs[-1]) != 2:
            return None
        tracks = {before // 2 - 1: track for before, track in said.tracks}
        left = list(routes)
        for number, pair in enumerate(pairs):
            fitting = [r for r in left if self._is_between(r, pair, tracks.get(number))]
            if not fitting:
                return None
            left.remove(fitting[0])
        return True

    def _is_between(self, route: str, pair: Sequence[frozenset[str]], wanted: int | None) -> bool:
        ends, track, _ = self._tracks[route]
        return join(ends, *pair) and wanted in (None, track)

    # what is paid

    def _paid(self, command: Command, spare: frozenset[str]) -> bool | None:
        """Whether all kinds of cards were named, or none; None if other cards were."""
        cards, mentions = payment_of(command), self._said.cards
        if self._said.none and cards:
            return None
        if cards is None or not mentions:
            return True
        if not all(holds(cards, m) or (m.number is None and m.values & spare) for m in mentions):
            return None
        spared = [mention for mention in mentions if not holds(cards, mention)]
        if spared and len(mentions) > 1 < len(spare):  # `half white, half blue` of a route that takes either
            return None
        is_doubtful = bool(spared) and len(mentions) > 1  # `with red and a loco`: the track, or the payment
        return not is_doubtful and all(any(card in mention.values for mention in mentions) for card in cards)

    def _colours(self, command: Command) -> frozenset[str]:
        """The colours of the route itself, which tell it from the track beside it."""
        route = route_of(command)
        if route is None:
            return frozenset()
        ruleset = self._situation.ruleset
        return frozenset(ruleset.routes[ruleset.route_index[route]].colour.split("/"))

    # what else it could be

    def _certain(self, kind: str, command: Command) -> bool:
        """Beginnings of names that fit several things of the board leave doubts, whatever is legal now."""
        said = self._said
        fields = kinds_in(type(command))
        if fields.one_route and len(said.places) == 2:
            ends = {self._tracks[r][0] for r in self._tracks if join(self._tracks[r][0], *said.places)}
            return len(ends) == 1 and not said.numbers
        if TicketId not in fields.kinds:
            times = said.numbers[0] if len(said.numbers) == 1 else 0
            counted = kind == "draw_card" and (0 < times <= self._situation.draws or said.placed)
            if said.numbers and not counted and not self._is_placed():
                return False
            return all(len(place) == 1 for place in said.places)
        return True

    def _is_placed(self) -> bool:
        """Whether the number says which card, or only that it is the second one of the turn."""
        return self._said.placed and bool(self._said.cards) == self._is_second()

    def _is_second(self) -> bool:
        """`the second one: black`, said of the second card of a turn."""
        return self._situation.draws == 1 and self._said.numbers == (2,)


def holds(cards: Sequence[str], mention: Mention) -> bool:
    if mention.number is None:
        return any(value in cards for value in mention.values)
    return any(cards.count(value) == mention.number for value in mention.values)


def by_kind(legal: Sequence[Command]) -> Kinds:
    """The commands by their types, those about the same thing together."""
    by_type: dict[str, dict[Any, list[Command]]] = {}
    for command in legal:
        kind = type(command)
        groups = by_type.setdefault(type_name(kind), {})
        groups.setdefault(tuple([getattr(command, name) for name in fields_of(kind).about]), []).append(
            command
        )
    return {kind: list(groups.values()) for kind, groups in by_type.items()}


class FieldKinds(NamedTuple):
    """What the fields of a type of commands hold."""

    kinds: frozenset[object]
    several: frozenset[object]  # those of which a field holds several
    one_route: bool


@cache
def kinds_in(kind: type[Command]) -> FieldKinds:
    fields = field_kinds(kind).values()
    return FieldKinds(
        frozenset(
            CityId if field.is_thing else field.kind for field in fields
        ),  # a thing is named like a place
        frozenset(field.kind for field in fields if field.several),
        ROUTE in fields,
    )


# tickets of an offer: by their numbers, by their cities, or all of them


def ticket_sets(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool] | None:
    """The sets that may be meant, or numbers of tickets, and whether that names them; None if nothing was said."""
    if said.negated:
        return _all_but(ruleset, offer, said)
    if said.places and (said.ranks or said.placed):
        return _by_several_means(ruleset, offer, said)
    if decks := _decks_alone(said):
        return _by_deck(ruleset, offer, said, decks)
    if said.ranks:
        return _by_rank(ruleset, offer, said)
    if said.all:
        is_other_count = len(said.numbers) == 1 and said.numbers[0] not in (len(offer), MIDDLE)
        # "all three" of four names neither three of them nor all
        return {said.numbers[0]: False} if is_other_count else {frozenset(offer): True}
    if said.none:
        return {frozenset(): True}
    if said.places:
        return _by_places_and_numbers(ruleset, offer, said)
    return _by_numbers(ruleset, offer, said) if said.numbers else None


def _all_but(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool] | None:
    """Tickets by those that are not wanted: `all but the long one`, `discard 2`."""
    named = said._replace(negated=False, all=said.all and not said.elements > 1)
    sets = ticket_sets(ruleset, offer, named._replace(indexed=True))
    if sets is None or said.none:
        return None
    return {
        frozenset(offer) - tickets: sure for tickets, sure in sets.items() if isinstance(tickets, frozenset)
    }


def _by_several_means(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool]:
    """`the Miami one and the longest`: what each of them names; whether one ticket is meant twice is asked."""
    others = ticket_sets(ruleset, offer, said._replace(places=())) or {}
    others_named = [tickets for tickets, sure in others.items() if isinstance(tickets, frozenset) and sure]
    named = list(_by_places(ruleset, offer, said.places, ()))
    return {one | other: one.isdisjoint(other) for one in named for other in others_named}


def _by_places_and_numbers(
    ruleset: Ruleset, offer: Sequence[TicketId], said: Said
) -> dict[Tickets | int, bool]:
    """`Miami (20)`, `two: Miami and Denver`, or `Miami and 1`: numbers are points, a count, or further tickets."""
    sets = list(_by_places(ruleset, offer, said.places, said.numbers))
    named = sets or list(_by_places(ruleset, offer, said.places, ()))
    if sets or not named:
        return dict.fromkeys(sets, True)
    counted = {one: True for one in named if said.numbers == (len(one),)}
    others = {} if said.spelled else _by_several_means(ruleset, offer, said._replace(indexed=True))
    return counted | others


def _by_rank(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool]:
    """`the long one`, `the two short ones`; of those that are worth the same, any may be meant.

    `the short ones` are at least two of them, and not all.
    """
    said = said._replace(
        ranks=tuple(
            one
            for one in said.ranks
            if one.removesuffix("_ones") == one or one.removesuffix("_ones") not in said.ranks
        )
    )
    if len(said.ranks) > 1 and not said.numbers:  # `the long one and the shortest`
        each = [_by_rank(ruleset, offer, said._replace(ranks=(rank,))) for rank in said.ranks]
        named = [[tickets for tickets in sets if isinstance(tickets, frozenset)] for sets in each]
        unions = [frozenset(chain(*chosen)) for chosen in product(*named)]
        return {one: len(unions) == 1 and len(one) == len(said.ranks) for one in unions}
    if len(said.ranks) > 1 or len(said.numbers) > 1:
        return {}
    rank, _, are_several = said.ranks[0].partition("_")
    sign = -1 if rank == "long" else 1
    counts = said.numbers or (range(2, len(offer)) if are_several else [1])
    sets: dict[Tickets, None] = {}
    for best in (max, min):  # of several ends, whichever is reached
        worth = {t: sign * best(points for _, points in ruleset.tickets[t].goals) for t in offer}
        ranked = sorted(offer, key=worth.__getitem__)
        for count in counts:
            if 0 < count <= len(offer):
                sets |= dict.fromkeys(_first_of(ranked, count, worth, are_several=bool(are_several)))
    return dict.fromkeys(sets, len(sets) == 1)


def _first_of(
    ranked: Sequence[TicketId], count: int, worth: Mapping[TicketId, int], *, are_several: bool
) -> Iterator[Tickets]:
    """So many of the first; where the last of them is worth as much as the next, with each of these in its place.

    Where it was not said how many, no line is drawn between tickets that are worth the same.
    """
    last = worth[ranked[count - 1]]
    sure = [ticket for ticket in ranked if worth[ticket] < last]
    alike = [ticket for ticket in ranked if worth[ticket] == last]
    if are_several and len(sure) + len(alike) != count:
        return
    for others in combinations(alike, count - len(sure)):
        yield frozenset((*sure, *others))


def _decks_alone(said: Said) -> list[str]:
    """Decks that are no word for more or fewer points: `the medium one`."""
    return [
        min(deck.values) for deck in said.decks if len(deck.values) == 1 and deck.values.isdisjoint(RANKS)
    ]


def _by_deck(
    ruleset: Ruleset, offer: Sequence[TicketId], said: Said, decks: Sequence[str]
) -> dict[Tickets | int, bool] | None:
    """`the medium one`, `medium and short`: what is from the deck, beside what else is named."""
    if len(decks) != len(said.decks):
        return {}
    own = [[ticket for ticket in offer if ticket in ruleset.decks[DeckName(deck)]] for deck in decks]
    chosen = [frozenset(one) for one in product(*own)]
    rest = said._replace(decks=())
    others = (ticket_sets(ruleset, offer, rest) or {}) if rest.elements else {frozenset(): True}
    named = [tickets for tickets in others if isinstance(tickets, frozenset)]
    sets = [one | other for one in chosen for other in named if one.isdisjoint(other)]
    return dict.fromkeys(sets, len(sets) == 1)


def _by_numbers(ruleset: Ruleset, offer: Sequence[TicketId], said: Said) -> dict[Tickets | int, bool]:
    """One number by itself may be that of a ticket or how many to keep: `2` is both, `1` and `1 3` are not."""
    middle = (len(offer) + 1) // 2 if len(offer) % 2 else 0
    numbers = tuple(middle if number == MIDDLE else number for number in said.numbers)
    lone = len(numbers) == 1 and not said.indexed
    if lone and numbers[0] == len(offer) > 1:  # all of them, or the last one
        return (
            {frozenset(offer): True}
            if said.spelled
            else {frozenset(offer): True, frozenset(offer[-1:]): False}
        )
    if lone and said.spelled:
        return {numbers[0]: False}
    if all(number > len(offer) for number in numbers):
        return _by_points(ruleset, offer, numbers)
    if not all(1 <= abs(number) <= len(offer) for number in numbers):
        return {}
    chosen = frozenset(offer[number - 1 if number > 0 else number] for number in numbers)
    if len(chosen) != len(numbers):
        return {}
    if lone and numbers[0] > 1:
        return {chosen: False, numbers[0]: False}
    return {chosen: True}


def _by_points(
    ruleset: Ruleset, offer: Sequence[TicketId], points: Sequence[int]
) -> dict[Tickets | int, bool]:
    """`the 20 pointer`, `the 10 and the 16`, if only one ticket is worth as much as each says."""
    worth = [
        [ticket for ticket in offer if any(value == number for _, value in ruleset.tickets[ticket].goals)]
        for number in points
    ]
    chosen = frozenset(ticket for alike in worth for ticket in alike)
    return {chosen: True} if all(len(alike) == 1 for alike in worth) and len(chosen) == len(points) else {}


def _by_places(
    ruleset: Ruleset, offer: Sequence[TicketId], places: Sequence[frozenset[str]], points: Sequence[int]
) -> Iterator[Tickets]:
    """Each ticket is named by one or both of its ends, and perhaps its points."""
    for tickets in _partitions(ruleset, offer, places[: 2 * MOST_TICKETS]):
        worth = {value for ticket in tickets for _, value in ruleset.tickets[ticket].goals}
        if len(places) <= 2 * MOST_TICKETS and worth.issuperset(points):
            yield tickets


def _partitions(
    ruleset: Ruleset, offer: Sequence[TicketId], places: Sequence[frozenset[str]]
) -> Iterator[Tickets]:
    if not places:
        yield frozenset()
        return
    for used in (2, 1):
        for ticket in offer if len(places) >= used else ():
            if _is_named(ruleset, ticket, places[:used]):
                others = [other for other in offer if other != ticket]
                yield from (rest | {ticket} for rest in _partitions(ruleset, others, places[used:]))


def _is_named(ruleset: Ruleset, ticket: TicketId, places: Sequence[frozenset[str]]) -> bool:
    starts = {str(ruleset.tickets[ticket].a)}
    ends = {str(to) for to, _ in ruleset.tickets[ticket].goals}
    if len(places) == 1:
        return bool(places[0] & (starts | ends))
    first, second = places
    return bool((first & starts and second & ends) or (second & starts and first & ends))


def strange_tickets(
    ruleset: Ruleset, offer: Sequence[TicketId], places: Sequence[frozenset[str]]
) -> list[Sequence[frozenset[str]]]:
    """What was named beside an offer and is none of its tickets: places, or two of which one is the end of a ticket."""

    def names(*some: frozenset[str]) -> bool:
        return any(_is_named(ruleset, ticket, some) for ticket in offer)

    strange: list[Sequence[frozenset[str]]] = []
    while places:
        is_pair = len(places) > 1 and (names(*places[:2]) or names(places[0]) != names(places[1]))
        is_pair = is_pair and (names(*places[:2]) or not len(places) % 2)
        used = 2 if is_pair else 1
        if not names(*places[:used]):
            strange.append(places[:used])
        places = places[used:]
    return strange
