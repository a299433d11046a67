"""Why a move that was understood cannot be made, and what to say instead."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import msgspec

from service.errors import RuleRefused
from service.language.conversation.open_ways import cost_of, no_route
from service.language.grammar.segmentation import Said
from service.language.speech.story import Voice
from service.language.vocabulary.board_words import join, tracks_of
from service.language.vocabulary.command_fields import fields_of
from service.message_types import COMMANDS
from ttr_core.boards.board import Route
from ttr_core.engine.views import SeatView, View
from ttr_core.model.commands import BeginPayment, ClaimRoute, Command, TakeCard
from ttr_core.model.ids import GRAY, LOCOMOTIVE, Card, CityId, RouteId, SeatId
from ttr_core.model.kinds import field_kinds
from ttr_core.model.violations import Code

ABOUT_CARDS = frozenset({Code.CARDS_NOT_IN_HAND, Code.PAYMENT_NOT_ACCEPTED})  # explained by what is held
# they say no more than that a command was not found
UNTOLD = frozenset({Code.UNKNOWN_COMMAND, Code.NOT_NOW, Code.CARD_NOT_IN_MARKET, Code.UNKNOWN_CARD})
Refusals = Callable[[Command], RuleRefused | None]  # what the engine answers to a command


def why_not(
    voice: Voice, seen: View, legal: Sequence[Command], said: Said, text: str, refusal_of: Refusals
) -> str:
    """The rule's own sentence; else what a route costs, which cards lie face up, how many tickets are kept."""
    if isinstance(voice.viewer, int):
        for command in _meant(voice, seen, said, voice.viewer):
            refusal = refusal_of(command)
            is_route = len(said.places) > 1  # its cost is explained below
            if refusal and refusal.code not in (ABOUT_CARDS | UNTOLD if is_route else UNTOLD):
                return voice.refusal_with_cure(refusal.code, refusal.facts)
    return voice.with_cure(_guessed(voice, seen, legal, said, text))


def _meant(voice: Voice, seen: View, said: Said, seat: SeatId) -> Iterator[Command]:
    """The command that was meant, without the cards that would pay for it; nothing if that is not clear."""
    kinds = said.kinds or {}
    cards = [mention.values for mention in said.cards]
    if len(said.places) == 2 and (said.kinds is None or "claim_route" in kinds):
        yield from _claim(voice, seen, said, seat)
    elif (
        not said.places and len(cards) == 1 and len(cards[0]) == 1 and "take_card" in (kinds or {"take_card"})
    ):
        yield TakeCard(seat=seat, card=Card(min(cards[0])))
    elif not said.elements and list(kinds.values()).count(0) == 1:
        kind = COMMANDS[min(kinds, key=kinds.__getitem__)]
        if fields_required(kind) == {"seat"}:
            yield kind(seat=seat)
    elif len(said.places) == 1:
        yield from _in_city(said, seat) if said.cards else (*_things(said, seat), *_in_city(said, seat))


def _in_city(said: Said, seat: SeatId) -> Iterator[Command]:
    """The commands that do something in a city and are paid for, with the cards that were named."""
    cards = [
        Card(card) for mention in said.cards for card in sorted(mention.values)[:1] * (mention.number or 1)
    ]
    for name in said.kinds or ():
        about, payment = fields_of(COMMANDS[name]).about, fields_of(COMMANDS[name]).payment
        if payment and [field.kind for field in about.values()] == [CityId]:
            facts = {"seat": seat, payment: tuple(cards)}
            yield from (
                COMMANDS[name](**facts, **dict.fromkeys(about, city)) for city in sorted(said.places[0])
            )


def _things(said: Said, seat: SeatId) -> Iterator[Command]:
    """The commands that take something of a name, such as a share, without anything else."""
    for name in said.kinds or ():
        kind = COMMANDS[name]
        things = [field for field, one in field_kinds(kind).items() if one.is_thing]
        if len(things) == 1 and fields_required(kind) == {"seat", *things}:
            yield from (kind(**{"seat": seat, things[0]: thing}) for thing in sorted(said.places[0]))


def _claim(voice: Voice, seen: View, said: Said, seat: SeatId) -> Iterator[Command]:
    """Of the only track that is left between two places: what holds for one of several may not hold for another."""
    owned = {str(route) for other in seen.seats for route in other.routes}
    tracks = tracks_of(voice.ruleset)
    free = [RouteId(route) for route in tracks if route not in owned and join(tracks[route][0], *said.places)]
    if len(free) == 1 and ClaimRoute in voice.ruleset.actions:
        yield ClaimRoute(seat=seat, route=free[0], cards=())
    elif len(free) == 1:
        yield BeginPayment(seat=seat, route=free[0])


def fields_required(kind: type[Command]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind) if field.required}


def _guessed(voice: Voice, seen: View, legal: Sequence[Command], said: Said, text: str) -> str:
    kinds = said.kinds
    mine = seen.seats[voice.viewer] if isinstance(voice.viewer, int) else None
    if (
        (kinds is None or "claim_route" in kinds)
        and len(said.places) == 2
        and all(len(p) == 1 for p in said.places)
    ):
        return _route_refused(voice, seen, legal, said)
    if mine and mine.offer and (kinds is None or "keep_tickets" in kinds):
        return _which_tickets(voice, mine, legal)
    if said.cards and not said.places and (kinds is None or "take_card" in kinds):
        lying = voice.say.listed(
            [voice.words.card(card) for card in seen.market if card is not None] or ["–"]
        )
        return voice.say("not_face_up", cards=lying)
    return voice.say("not_legal", text=text)


def _which_tickets(voice: Voice, mine: SeatView, legal: Sequence[Command]) -> str:
    """How many are to be kept, the numbers by which they are named, and what can be said."""
    offer = mine.offer or ()
    is_exact = mine.at_least == mine.at_most
    how_many = voice.say(
        "keep_how_many-exactly" if is_exact else "keep_how_many", low=mine.at_least, high=mine.at_most
    )
    tickets = (f"{number}) {voice.words.ticket(ticket)}" for number, ticket in enumerate(offer, 1))
    phrases = dict.fromkeys(voice.phrase(command, offer) for command in (*legal[:1], *legal[-1:]))
    examples = ", ".join(voice.say("quoted", text=phrase) for phrase in phrases)
    return "\n".join([how_many, *tickets, voice.say("keep_how_many-example", examples=examples)])


def _route_refused(voice: Voice, seen: View, legal: Sequence[Command], said: Said) -> str:
    first, second = said.places
    tracks = tracks_of(voice.ruleset)
    between = [route for route, (ends, _, _) in tracks.items() if join(ends, first, second)]
    ends = f"{voice.words.place(min(first))} – {voice.words.place(min(second))}"
    if not between:
        return no_route(voice, seen, first, second)
    owners = {str(route): voice.names[seat.seat] for seat in seen.seats for route in seat.routes}
    free = [route for route in between if route not in owners]
    if not free:
        return voice.say(
            "route_taken", route=ends, who=voice.say.listed([owners[route] for route in between])
        )
    wanted = Counter(
        card for mention in said.cards for card in sorted(mention.values)[:1] * (mention.number or 1)
    )
    claims = [c for c in legal if isinstance(c, ClaimRoute) and c.route in free]
    if claims:
        nearest = min(claims, key=lambda claim: _distance(claim, wanted))
        return _with_cost(voice, seen, str(nearest.route), "route_instead", say=voice.phrase(nearest, ()))
    return _with_cost(voice, seen, free[0], "route_too_dear")


def _distance(claim: ClaimRoute, wanted: Counter[str]) -> tuple[int, int]:
    """How far a payment is from the cards that were named; locomotives are kept if possible."""
    paid = Counter(map(str, claim.cards))
    return (paid - wanted).total() + (wanted - paid).total(), paid[LOCOMOTIVE]


def means_for(voice: Voice, seen: View, track: Route) -> str:
    """Why the viewer cannot pay for a route now: it is not their turn, they lack trains, or cards."""
    if voice.viewer not in seen.waiting:
        return voice.say("route-later")
    return _with_cost(voice, seen, str(track.id), "route-unpayable")


def _with_cost(voice: Voice, seen: View, route: str, key: str, **facts: object) -> str:
    """The text with what the route costs and what the viewer holds for it."""
    track = voice.ruleset.routes[voice.ruleset.route_index[RouteId(route)]]
    assert isinstance(voice.viewer, int)
    mine = seen.seats[voice.viewer]
    if mine.trains < track.length:
        return voice.say(
            "route_needs_trains", route=voice.words.ends(track), length=track.length, trains=mine.trains
        )
    held = {card: count for card, count in (mine.hand or {}).items() if count and _pays(track, card)}
    return voice.say(
        key,
        route=voice.words.ends(track),
        cost=cost_of(voice, track),
        held=voice.words.cards(Counter(held).elements()) or voice.say("held-none"),
        **facts,
    )


def _pays(track: Route, card: str) -> bool:
    return track.colour == GRAY or card == LOCOMOTIVE or card in track.colour.split("/")
