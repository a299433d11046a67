"""Why a move that was understood cannot be made: the route, its price, what is held, and the nearest thing to say."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from service.errors import RuleRefused
from service.language import Effect, Utterance
from service.language.conversation.explanation import why_not
from service.language.grammar.command_match import situation_of
from service.language.grammar.interpretation import hear
from service.language.speech.story import Voice
from tests.support.language.memory_table import Room
from tests.support.language.spoken_positions import moment
from ttr_core.engine.engine import decide
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import view
from ttr_core.model.commands import Command
from ttr_core.model.ids import Card, RouteId, SeatId
from ttr_core.model.phases import OpenPayment
from ttr_core.model.state import State, put, route_numbers, route_set
from ttr_core.model.violations import RuleViolation

POOR = {"white": 1}


def explained(
    board: str,
    text: str,
    hand: Mapping[str, int] = POOR,
    market: tuple[str, ...] = ("red", "blue", "green", "black", "white"),
    phase: str = "playing_turn",
    taken: tuple[str, ...] = (),
) -> str:
    """What is said to a move that cannot be made, by somebody who holds these cards."""
    ruleset, state, seat = moment(board, phase)
    if phase == "playing_turn":
        cards = tuple(hand.get(card, 0) for card in ruleset.cards)
        seats = put(state.seats, seat, replace(state.seats[seat], hand=cards))
        state = _taken_by_another(
            ruleset, replace(state, seats=seats, market=tuple(map(Card, market))), taken, seat
        )
    situation = situation_of(ruleset, state, seat)
    heard = hear(situation, text)
    assert heard.understood is not None
    assert not heard.commands
    assert not heard.options

    def refusal_of(command: Command) -> RuleRefused | None:
        try:
            decide(ruleset, state, command, SeededRandomness(bytes(32), [""] * ruleset.players))
        except RuleViolation as violation:
            return RuleRefused(violation)
        return None

    names = {SeatId(number): name for number, name in enumerate(("Ann", "Ben", "Cleo")[: ruleset.players])}
    voice = Voice(ruleset, heard.lang or "en", names, seat)
    said = why_not(voice, view(ruleset, state, seat), situation.legal, heard.understood, text, refusal_of)
    return said.replace("\xa0", " ").replace("\u202f", " ")


def _taken_by_another(ruleset: Ruleset, state: State, routes: tuple[str, ...], seat: SeatId) -> State:
    """The state in which the other player has these routes, and the tracks beside them are closed."""
    owned = route_set(ruleset.route_index[RouteId(route)] for route in routes)
    beside = [tracks for number in route_numbers(owned) for tracks, _ in ruleset.groups_of[number]]
    other = 1 - seat
    return replace(
        state,
        claimed=state.claimed | owned,
        closed=state.closed | owned | sum(beside),
        seats=put(state.seats, other, replace(state.seats[other], routes=state.seats[other].routes | owned)),
    )


@pytest.mark.parametrize(
    ("board", "text", "parts"),
    [
        (
            "iberia",
            "claim madrid toledo with black and take the madrid festival",
            ("Madrid – Toledo", "you hold"),
        ),
        (
            "iberia",
            "je prends madrid tolède en noir et la carte fête de madrid",
            ("Madrid – Toledo", "en main"),
        ),
        (
            "pennsylvania",
            "york harrisburg with a black and I want a pennsylvania share",
            ("Harrisburg – York", "hold"),
        ),
    ],
)
def test_a_route_with_what_follows_it_is_refused_by_its_cost(
    board: str, text: str, parts: tuple[str, ...]
) -> None:
    said = explained(board, text)
    assert all(part in said for part in parts) or "belongs to" in said or "appartient" in said
    assert "not possible right now" not in said
    assert "pas possible pour le moment" not in said


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("chicago to saint louis, the white track", "takes 2 white;"),
        ("chicago to saint louis, the green side", "takes 2 green;"),
        ("chicago to saint louis", "takes 2 green / 2 white;"),
        ("chicago saint louis en vert", "demande 2 vertes ;"),
        ("chicago saint louis, la voie blanche", "demande 2 blanches ;"),
    ],
)
def test_a_track_named_by_its_colour_is_the_one_whose_price_is_said(text: str, price: str) -> None:
    assert price in explained("usa", text, hand={"yellow": 1})


def test_a_track_that_is_taken_is_named_with_the_one_beside_it() -> None:
    said = explained("usa", "chicago to saint louis, the white track", taken=("chicago--saint_louis--2",))
    assert said.startswith(
        "Chicago – Saint Louis (white) belongs to Ben. Chicago – Saint Louis (green) is closed"
    )


@pytest.mark.parametrize(
    ("text", "market", "parts"),
    [
        ("spain to morocco", ("locomotive",), ("takes 1 locomotive (ferry", "'take locomotive'")),
        (
            "je prends espagne maroc",
            ("locomotive",),
            ("demande 1 locomotive (ferry", "« prendre la locomotive »"),
        ),
        ("spain to morocco", ("red",), ("takes 1 locomotive (ferry", "'draw 2'")),
    ],
)
def test_a_ferry_says_which_of_its_cards_are_locomotives(
    text: str, market: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    said = explained("world-light", text, market=(*market, "green", "green", "red", "red"))
    assert all(part in said for part in parts)


def test_a_longer_ferry_takes_cards_and_locomotives() -> None:
    said = explained("india", "bombay to calicut with 4 orange and 2 locos")
    assert "takes 4 cards of one colour and 2 locomotives" in said


def test_places_that_stand_for_several_are_the_ones_that_a_track_joins() -> None:
    assert "Lindau – Schweiz (Lindau) takes 2 blue" in explained(
        "germany", "lindau into switzerland with 2 blues"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("take the yellow one", "No yellow lies face up."),
        ("take the loco then one from the deck", "No locomotive lies face up."),
        ("take the yellow and the orange", "These do not lie face up: yellow and orange."),
        ("prends la jaune puis pioche", "Aucune carte jaune n'est visible."),
        ("prends la jaune et l'orange", "Ne sont pas visibles : jaune et orange."),
    ],
)
def test_a_card_that_does_not_lie_there_is_named(text: str, said: str) -> None:
    assert explained("usa", text).startswith(said)


@pytest.mark.parametrize("text", ["ok pay it", "yes", "oui oui je paie", "pay 1 orange"])
def test_a_tunnel_that_cannot_be_paid_is_refused_with_what_is_demanded(text: str) -> None:
    """The rest of the hand is secret, so the answer is for its owner alone."""
    ruleset, state, seat = moment("europe", "paying_tunnel")
    assert isinstance(state.phase, OpenPayment)
    laid = state.phase.laid
    hand = tuple(laid.count(card) for card in ruleset.cards)
    state = replace(state, seats=put(state.seats, seat, replace(state.seats[seat], hand=hand)))
    room = Room("europe")
    loaded = replace(room.games.cache.read_latest(room.game), state=state)
    reply = room.talk.hear(Utterance(loaded=loaded, viewer=seat, text=text))
    assert reply.did is Effect.ASKED
    assert reply.private
    assert any(part in reply.text for part in ("more to pay", "à ajouter"))
    assert any(part in reply.text for part in ("That cannot be paid: you laid", "Impossible à payer"))
    assert len(reply.choices) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("keep seattle and the rest goes back", "Not among the tickets on offer: Seattle."),
        ("je garde celle de Seattle", "Pas parmi les destinations proposées : Seattle."),
    ],
)
def test_a_ticket_that_is_not_on_offer_is_named(text: str, said: str) -> None:
    assert explained("usa", text, phase="keeping_tickets").startswith(said)
