"""Ways over the map that are open to the viewer: the shortest between two places, and what tickets still need."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from service.language.speech.story import Voice
from ttr_core.boards.board import Route
from ttr_core.bots.greedy.outlook import Outlook, explore
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import View
from ttr_core.model.ids import GRAY, LOCOMOTIVE, Card, RouteId, TicketId
from ttr_core.model.state import route_numbers, route_set

Places = frozenset[str]  # cities that one name may mean
PLENTY = 20  # of each kind of card: more than any route takes
DONE, OPEN, LOST = "done", "open", "lost"  # what has become of a ticket, as messages name it


class Way(NamedTuple):
    """A way over own and free routes."""

    cities: Sequence[str]
    missing: Sequence[int]  # the numbers of its routes that are still to be claimed
    spaces: int  # of those routes


def no_route(voice: Voice, seen: View, first: Places, second: Places) -> str:
    """That no route joins two places, and what the shortest way between them takes that is open to the viewer."""
    place, other = voice.words.place(min(first)), voice.words.place(min(second))
    lines = [voice.say("no_route", place=place, other=other)]
    if isinstance(voice.viewer, int) and (way := shortest_way(Outlook(voice.ruleset, seen), first, second)):
        cities = " – ".join(voice.words.place(city) for city in way.cities)
        routes = voice.say.listed(_described(voice, number) for number in way.missing)
        key = "no_route-way" if routes else "no_route-done"
        lines.append(voice.say(key, way=cities, routes=routes, count=way.spaces))
    return " ".join(lines)


def shortest_way(outlook: Outlook, first: Places, second: Places) -> Way | None:
    """The one with the fewest spaces to claim between any of these places and any of those; None if none is left."""
    numbers = {str(city): number for number, city in enumerate(outlook.ruleset.city_index)}
    starts, ends = ([numbers[city] for city in cities if city in numbers] for cities in (first, second))
    return _shortest(outlook, starts, ends)


def _shortest(outlook: Outlook, starts: Iterable[int], ends: Iterable[int]) -> Way | None:
    """The one with the fewest spaces to claim; None if there is none left."""
    ruleset = outlook.ruleset
    costs = outlook.costs_by(lambda route: ruleset.trains[route])
    tree = explore(outlook.links, costs, starts)
    reached = [city for city in ends if city in tree.costs]
    if not reached:
        return None
    end = min(reached, key=tree.costs.__getitem__)
    cities = [end]
    while cities[-1] in tree.steps:
        cities.append(tree.steps[cities[-1]][0])
    names = list(map(str, ruleset.city_index))
    missing = [route for route in tree.path_to(end) if costs[route]]
    return Way([names[city] for city in reversed(cities)], missing, round(tree.costs[end]))


def way_to(outlook: Outlook, ticket: TicketId) -> Way | None:
    """The shortest way that would complete a ticket."""
    starts, goals = outlook.ruleset.goals[ticket]
    return _shortest(outlook, starts, [end for ends, _ in goals for end in ends])


def fate_of(outlook: Outlook, ticket: TicketId) -> str:
    """What has become of a ticket: `lost` only where no rule lends routes, for borrowing may still complete it."""
    if ticket not in outlook.unfinished:
        return DONE
    return OPEN if outlook.ruleset.lenders or way_to(outlook, ticket) else LOST


def still_to_build(voice: Voice, seen: View, offered: Sequence[TicketId] = ()) -> Iterator[str]:
    """For each of the viewer's tickets, or of those on offer: the routes that are missing on its shortest way."""
    if offered:
        mine = replace(seen.seats[seen.viewer], tickets=tuple(offered))  # type: ignore[index]  # a seat has an offer
        seen = replace(seen, seats=tuple(mine if one.seat == mine.seat else one for one in seen.seats))
    outlook = Outlook(voice.ruleset, seen)
    for ticket in outlook.tickets:
        name = voice.words.ticket(ticket)
        way = way_to(outlook, ticket) if ticket in outlook.unfinished else None
        if way is None:
            yield voice.say("named", name=name, value=voice.say(fate_of(outlook, ticket)))
            continue
        routes = voice.say.listed(_described(voice, route) for route in way.missing)
        key = "missing-routes" if way.spaces <= outlook.trains else "missing-trains"
        yield voice.say(key, ticket=name, routes=routes, count=way.spaces, trains=outlook.trains)


def _described(voice: Voice, number: int) -> str:
    """Its cities, and what it takes."""
    route = voice.ruleset.routes[number]
    return f"{voice.words.ends(route)} ({cost_of(voice, route)})"


def closed_routes(ruleset: Ruleset, seen: View) -> frozenset[RouteId]:
    """The routes that nobody else can claim: those that are claimed, and tracks beside them if so few play."""
    claimed = route_set(ruleset.route_index[route] for seat in seen.seats for route in seat.routes)
    shut = claimed
    for number in route_numbers(claimed):
        for tracks, limit in ruleset.groups_of[number]:
            if (claimed & tracks).bit_count() >= limit:
                shut |= tracks
    return frozenset(ruleset.routes[number].id for number in route_numbers(shut))


def cost_of(voice: Voice, track: Route) -> str:
    """What a route takes: `3 blue`, `2 of one colour and 1 locomotive`, with what rules add."""
    colour, features = track.colour, voice.words.features(track)
    wild = locomotives_needed(voice.ruleset, track)
    plain = track.length - wild
    if not plain:
        cost = voice.words.cards([LOCOMOTIVE] * wild)
    elif colour == GRAY:
        cost = voice.say("cost-any", count=plain)
        cost = voice.say("cost-and", cost=cost, more=voice.words.cards([LOCOMOTIVE] * wild)) if wild else cost
    else:
        parts = ([part] * plain + [LOCOMOTIVE] * wild for part in colour.split("/"))
        cost = " / ".join(map(voice.words.cards, parts))
    return f"{cost} ({features})" if features else cost


@lru_cache(maxsize=1 << 12)
def ways_to_pay(ruleset: Ruleset, number: int) -> Sequence[Sequence[Card]]:
    """All sets of cards that pay for a route, whatever is in a hand."""
    plenty = (PLENTY,) * len(ruleset.cards)
    return [way.cards for way in ruleset.prices.payments(number, plenty)]


def locomotives_needed(ruleset: Ruleset, track: Route) -> int:
    """How many locomotives a route takes in any case."""
    ways = ways_to_pay(ruleset, ruleset.route_index[track.id])
    return min((list(way).count(LOCOMOTIVE) for way in ways), default=0)
