"""Why a move that was understood cannot be made, and what to say instead."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import msgspec

from service.errors import RuleRefused
from service.language.conversation.lookups.open_ways import (
    Places,
    closed_routes,
    cost_of,
    no_route,
    ways_to_pay,
)
from service.language.grammar.command_match import strange_tickets
from service.language.grammar.segmentation import Said
from service.language.speech.story import Voice
from service.language.vocabulary.board_words import join, tracks_of
from service.language.vocabulary.command_fields import fields_of
from service.message_types import COMMANDS
from ttr_core.base_game import Tickets
from ttr_core.boards.board import Route
from ttr_core.engine.views import SeatView, View
from ttr_core.model.commands import BeginPayment, ClaimRoute, Command, SeatCommand, TakeCard
from ttr_core.model.ids import GRAY, LOCOMOTIVE, Card, CityId, RouteId, SeatId, TicketId
from ttr_core.model.kinds import field_kinds
from ttr_core.model.message import type_name
from ttr_core.model.violations import Code

ABOUT_CARDS = frozenset({Code.CARDS_NOT_IN_HAND, Code.PAYMENT_NOT_ACCEPTED})  # explained by what is held
# they say no more than that a command was not found
UNTOLD = frozenset({Code.UNKNOWN_COMMAND, Code.NOT_NOW, Code.CARD_NOT_IN_MARKET, Code.UNKNOWN_CARD})
CLAIMS = ("claim_route", "begin_payment")
DRAWING = frozenset({"draw_card", "take_card"})
Refusals = Callable[[Command], RuleRefused | None]  # what the engine answers to a command


def why_not(
    voice: Voice, seen: View, legal: Sequence[Command], said: Said, text: str, refusal_of: Refusals
) -> str:
    """The rule's own sentence; else what a route costs, which cards lie face up, how many tickets are kept."""
    said = _about_route(voice, seen, said)
    if isinstance(voice.viewer, int):
        for command in _meant(voice, seen, said, voice.viewer):
            refusal = refusal_of(command)
            is_route = len(said.places) > 1  # its cost is explained below
            if refusal and refusal.code not in (ABOUT_CARDS | UNTOLD if is_route else UNTOLD):
                others = _other_tracks(voice, seen, legal, said) if is_route else []
                return " ".join([voice.refusal_with_cure(refusal.code, refusal.facts), *others])
    return voice.with_cure(_guessed(voice, seen, legal, said, text))


def _about_route(voice: Voice, seen: View, said: Said) -> Said:
    """What is said of a route, without what is to come of it: "madrid toledo in black, with the festival card"."""
    kinds = [COMMANDS[name] for name in said.kinds or ()]
    pair = next((pair for pair in pairwise(said.places) if _tracks_between(voice, *pair)), None)
    follows = any(issubclass(kind, SeatCommand) and kind.answers for kind in kinds)
    is_whole = len(said.places) == 2 and not follows
    if pair is None or is_whole or _is_choosing(voice, seen) or not (follows or _may_claim(said)):
        return said
    return said._replace(places=pair, kinds=None)


def _may_claim(said: Said) -> bool:
    return said.kinds is None or any(name in said.kinds for name in CLAIMS)


def _is_choosing(voice: Voice, seen: View) -> bool:
    """Whether the viewer chooses among tickets."""
    return isinstance(voice.viewer, int) and bool(seen.seats[voice.viewer].offer)


def _tracks_between(voice: Voice, first: Places, second: Places) -> list[Route]:
    """The tracks that join two places, in their order."""
    tracks = tracks_of(voice.ruleset)
    numbers = voice.ruleset.route_index
    return [
        voice.ruleset.routes[numbers[RouteId(route)]]
        for route, (ends, _, _) in tracks.items()
        if join(ends, first, second)
    ]


def _tracks_named(voice: Voice, said: Said) -> list[Route]:
    """Those of the colour that was named, where the tracks between the two places differ in it; else all of them."""
    tracks = _tracks_between(voice, *said.places)
    if said.tracks:
        numbered = tracks_of(voice.ruleset)
        return [track for track in tracks if numbered[str(track.id)][1] == said.tracks[0][1]] or tracks
    named = [mention.values - {LOCOMOTIVE} for mention in said.cards]
    coloured = [
        track
        for track in tracks
        if any(values.intersection(track.colour.split("/")) for values in named if values)
    ]
    return coloured or [track for track in tracks if track.colour == GRAY and any(named)] or tracks


def _meant(voice: Voice, seen: View, said: Said, seat: SeatId) -> Iterator[Command]:
    """The command that was meant, without the cards that would pay for it; nothing if that is not clear."""
    kinds = said.kinds or {}
    cards = [mention.values for mention in said.cards]
    if len(said.places) == 2 and _may_claim(said) and not seen.seats[seat].offer:
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
    """Of the only track that may be meant: what holds for one of several may not hold for another."""
    owned = {str(route) for other in seen.seats for route in other.routes}
    free = [track.id for track in _tracks_named(voice, said) if track.id not in owned]
    if len(free) == 1 and ClaimRoute in voice.ruleset.actions:
        yield ClaimRoute(seat=seat, route=free[0], cards=())
    elif len(free) == 1:
        yield BeginPayment(seat=seat, route=free[0])


def fields_required(kind: type[Command]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind) if field.required}


def _guessed(voice: Voice, seen: View, legal: Sequence[Command], said: Said, text: str) -> str:
    kinds = said.kinds
    mine = seen.seats[voice.viewer] if isinstance(voice.viewer, int) else None
    if mine and mine.offer and (kinds is None or "keep_tickets" in kinds):
        return _which_tickets(voice, mine, legal, said)
    if _may_claim(said) and len(said.places) == 2 and _is_route(voice, *said.places):
        return _route_refused(voice, seen, legal, said)
    if said.cards and not said.places and (kinds is None or not DRAWING.isdisjoint(kinds)):
        return _not_face_up(voice, seen, said)
    possible = {type_name(type(command)) for command in legal}
    if (said.decks or said.ranks) and "draw_tickets" in possible & set(kinds or {"draw_tickets"}):
        return _tickets_dealt(voice)
    now = f"help-{seen.phase}"
    hint = [voice.say(now, **voice.words.examples())] if voice.say.knows(now) else []
    is_refused = bool(kinds) and possible.isdisjoint(kinds or ())  # else only these words are not understood
    return " ".join([voice.say("not_legal" if is_refused else "not_fitting", text=text), *hint])


def _tickets_dealt(voice: Voice) -> str:
    """How many tickets a draw brings from each deck, where the board decides that."""
    deal = voice.ruleset.setting(Tickets).draw.deal
    decks = [deck for deck, count in deal.items() for _ in range(count)]
    drawn = voice.words.decks(decks) if len(deal) > 1 else voice.say("counted-tickets", tickets=len(decks))
    return voice.say("tickets_dealt", drawn=drawn, say=voice.phrase.verb("draw_tickets"))


def _is_route(voice: Voice, first: Places, second: Places) -> bool:
    """Whether two places are joined by a track, or stand for one place each."""
    return bool(_tracks_between(voice, first, second)) or (len(first) == 1 == len(second))


def _not_face_up(voice: Voice, seen: View, said: Said) -> str:
    """Which of the cards that were named do not lie face up, and which do."""
    lying = Counter(str(card) for card in seen.market if card is not None)
    single = [mention for mention in said.cards if len(mention.values) == 1]
    wanted = Counter({card: mention.number or 1 for mention in single for card in mention.values})
    missing = [card for card in wanted if not lying[card]]
    cards = voice.say.listed([voice.words.card(card) for card in seen.market if card is not None] or ["–"])
    if not missing:
        return voice.say("not_face_up", cards=cards)
    named = voice.say.listed(map(voice.words.card, missing))
    return voice.say("not_face_up-named", named=named, count=len(missing), cards=cards)


def _which_tickets(voice: Voice, mine: SeatView, legal: Sequence[Command], said: Said) -> str:
    """What is not on offer, how many are to be kept, the numbers by which they are named, and what can be said."""
    offer = mine.offer or ()
    is_exact = mine.at_least == mine.at_most
    how_many = voice.say(
        "keep_how_many-exactly" if is_exact else "keep_how_many", low=mine.at_least, high=mine.at_most
    )
    tickets = (f"{number}) {voice.words.ticket(ticket)}" for number, ticket in enumerate(offer, 1))
    phrases = dict.fromkeys(voice.phrase(command, offer) for command in (*legal[:1], *legal[-1:]))
    examples = ", ".join(voice.say("quoted", text=phrase) for phrase in phrases)
    return "\n".join(
        [
            *_not_offered(voice, offer, said),
            how_many,
            *tickets,
            voice.say("keep_how_many-example", examples=examples),
        ]
    )


def _not_offered(voice: Voice, offer: Sequence[TicketId], said: Said) -> list[str]:
    """The places that no ticket on offer has; and that the decks are chosen no more, if so many of each are wanted."""
    decks = (
        len(voice.ruleset.decks) > 1 and (said.decks or said.ranks) and len(said.numbers or said.decks) > 1
    )
    chosen = [voice.say("decks_chosen")] if decks else []
    strange = strange_tickets(voice.ruleset, offer, said.places)
    names = [" – ".join(voice.words.place(min(place)) for place in one) for one in strange]
    return [*chosen, *([voice.say("ticket_absent", tickets=voice.say.listed(names))] if names else [])]


def _route_refused(voice: Voice, seen: View, legal: Sequence[Command], said: Said) -> str:
    """The state of the tracks that were named, and what can be had beside them."""
    first, second = said.places
    if not _tracks_between(voice, first, second):
        return no_route(voice, seen, first, second)
    return " ".join(
        [
            _of_tracks(voice, seen, legal, said, _tracks_named(voice, said)),
            *_other_tracks(voice, seen, legal, said),
        ]
    )


def _other_tracks(voice: Voice, seen: View, legal: Sequence[Command], said: Said) -> list[str]:
    """What the tracks beside those that were named cost, or that they are closed, where the named ones are gone."""
    named, shut = _tracks_named(voice, said), closed_routes(voice.ruleset, seen)
    owned = {route for seat in seen.seats for route in seat.routes}
    others = [t for t in _tracks_between(voice, *said.places) if t not in named and t.id not in owned]
    is_gone = all(track.id in shut for track in named)
    return [_of_tracks(voice, seen, legal, said, others)] if others and is_gone else []


def _of_tracks(
    voice: Voice, seen: View, legal: Sequence[Command], said: Said, tracks: Sequence[Route]
) -> str:
    """Whose they are, that they are closed, or what they cost, what is held for them, and what can be said instead."""
    owners = {str(route): voice.names[seat.seat] for seat in seen.seats for route in seat.routes}
    shut = closed_routes(voice.ruleset, seen)
    free = [track for track in tracks if track.id not in shut]
    if not free and all(track.id in owners for track in tracks):
        who = voice.say.listed(dict.fromkeys(owners[str(track.id)] for track in tracks))
        names = dict.fromkeys(voice.words.route(str(track.id)) for track in tracks)
        one = next(iter(names)) if len(names) == 1 else voice.words.ends(tracks[0])
        return voice.say("route_taken", route=one, who=who)
    if not free:
        track = next(track for track in tracks if track.id not in owners)
        return voice.refusal_detail(Code.ROUTE_CLOSED, {"route": track.id})
    wanted = Counter(
        card for mention in said.cards for card in sorted(mention.values)[:1] * (mention.number or 1)
    )
    open_ones = {track.id for track in free}
    claims = [c for c in legal if isinstance(c, ClaimRoute) and c.route in open_ones]
    if claims:
        nearest = min(claims, key=lambda claim: _distance(claim, wanted))
        (track,) = (track for track in free if track.id == nearest.route)
        return _with_cost(voice, seen, [track], "route_instead", say=voice.phrase(nearest, ()))
    return f"{_with_cost(voice, seen, free, 'route_too_dear')} {_what_brings(voice, seen, legal, said, free)}"


def _what_brings(
    voice: Voice, seen: View, legal: Sequence[Command], said: Said, tracks: Sequence[Route]
) -> str:
    """How to come by the cards that are missing: one of them may lie face up."""
    assert isinstance(voice.viewer, int)
    held = Counter({str(card): count for card, count in (seen.seats[voice.viewer].hand or {}).items()})
    lying = {str(one.card): one for one in legal if isinstance(one, TakeCard)}
    paid = [
        Counter(map(str, way))
        for track in tracks
        for way in ways_to_pay(voice.ruleset, voice.ruleset.route_index[track.id])
    ]
    named = [way for way in paid if all(mention.values & way.keys() for mention in said.cards)]
    ways = [way - held for way in named or paid]
    fewest = min((way.total() for way in ways), default=0)
    near = [card for way in ways if way.total() == fewest for card in way if card in lying]
    if not near:
        return voice.say("cards-draw")
    return voice.say("cards-take", say=voice.phrase(lying[near[0]], ()))


def _distance(claim: ClaimRoute, wanted: Counter[str]) -> tuple[int, int]:
    """How far a payment is from the cards that were named; locomotives are kept if possible."""
    paid = Counter(map(str, claim.cards))
    return (paid - wanted).total() + (wanted - paid).total(), paid[LOCOMOTIVE]


def means_for(voice: Voice, seen: View, track: Route) -> str:
    """Why the viewer cannot pay for a route now: it is not their turn, they lack trains, or cards."""
    if voice.viewer not in seen.waiting:
        return voice.say("route-later")
    return _with_cost(voice, seen, [track], "route-unpayable")


def _with_cost(voice: Voice, seen: View, tracks: Sequence[Route], key: str, **facts: object) -> str:
    """The text with what the tracks cost and what the viewer holds for them."""
    track = tracks[0]
    assert isinstance(voice.viewer, int)
    mine = seen.seats[voice.viewer]
    if all(mine.trains < one.length for one in tracks):
        return voice.say(
            "route_needs_trains", route=voice.words.ends(track), length=track.length, trains=mine.trains
        )
    numbers = [voice.ruleset.route_index[one.id] for one in tracks]
    paying = {str(card) for number in numbers for way in ways_to_pay(voice.ruleset, number) for card in way}
    held = {card: count for card, count in (mine.hand or {}).items() if count and card in paying}
    return voice.say(
        key,
        route=voice.words.ends(track),
        cost=" / ".join(dict.fromkeys(cost_of(voice, one) for one in tracks)),
        held=voice.words.cards(Counter(held).elements()) or voice.say("held-none"),
        **facts,
    )
