"""[003] Cartes Ferry: one a turn, at most two in hand, and each covers up to two waves of a ferry line."""

from collections import Counter
from itertools import product

import pytest

from tests.support.boards.italy_iberia import Json, changed, hand, italy, play, position, refused, started
from ttr_core import Code, Ruleset, legal_commands
from ttr_core.engine.hooks import Payment
from ttr_core.engine.views import view
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId, Witness
from ttr_core.rules.variants.ferry_cards import FERRY, FerryCardCode, FerryCardTaken, TakeFerryCard

TAKE: Json = {"type": "take_ferry_card", "seat": 0}
ONE_WAVE_ONLY = "messina--reggio_calabria--1"  # 1 space, a wave
ONE_WAVE = "croazia_venezia--venezia"  # 3 spaces, one with a wave
TWO_WAVES = "ancona--croazia_ancona"  # 4 spaces
THREE_WAVES = "olbia--pisa"  # 6 spaces
FOUR_WAVES = "cagliari--napoli"  # 7 spaces
FERRIES = (ONE_WAVE_ONLY, ONE_WAVE, TWO_WAVES, THREE_WAVES, FOUR_WAVES)


def pays(ruleset: Ruleset, route: str, **cards: int) -> tuple[Payment, ...]:
    held = tuple(cards.get(kind, 0) for kind in ruleset.cards)
    return ruleset.prices.payments(ruleset.route_index[RouteId(route)], held)


def as_counts(payments: tuple[Payment, ...]) -> list[dict[str, int]]:
    return [dict(Counter(map(str, payment.cards))) for payment in payments]


def test_a_ferry_card_is_the_whole_turn() -> None:
    ruleset = italy()
    events, state = play(ruleset, position(ruleset), TAKE)
    assert events[0] == FerryCardTaken(seat=0)
    assert hand(ruleset, state, 0) == {"ferry": 1}
    assert state.phase.waiting == (1,)


def test_never_more_than_two() -> None:
    ruleset = italy()
    state = position(ruleset, seats=[{"hand": {"ferry": 2}}])
    refused(ruleset, state, TAKE, FerryCardCode.FERRY_CARDS_AT_LIMIT, at_most=2)
    assert TakeFerryCard(seat=0) not in legal_commands(ruleset, state, 0)
    state = position(ruleset, seats=[{"hand": {"ferry": 1}}])
    assert TakeFerryCard(seat=0) in legal_commands(ruleset, state, 0)


def test_an_empty_pile_gives_nothing() -> None:
    """Ten cards are enough for five players with two each; with fewer the pile can run out."""
    ruleset = changed("italy", 2, {"rules": {"ferry_cards": {"cards": 2}}})
    state = position(ruleset, seats=[{}, {"hand": {"ferry": 2}}])
    refused(ruleset, state, TAKE, FerryCardCode.NO_FERRY_CARD_LEFT)
    assert TakeFerryCard(seat=0) not in legal_commands(ruleset, state, 0)


def test_played_ferry_cards_go_back_to_the_pile_and_never_into_the_discards() -> None:
    ruleset = italy()
    state = position(ruleset, seats=[{"hand": {"red": 2, "ferry": 1}}])
    claim = {"type": "claim_route", "seat": 0, "route": TWO_WAVES, "cards": ["red", "red", "ferry"]}
    assert view(ruleset, state, 1).rules["ferry_cards"] == {"pile": 9, "held": [1, 0]}
    _, state = play(ruleset, state, claim)
    assert view(ruleset, state, 1).rules["ferry_cards"] == {"pile": 10, "held": [0, 0]}
    assert sum(state.discard) == 2
    assert len(state.discard) == len(ruleset.train_kinds)
    assert state.seats[0].trains == 41


def test_everybody_sees_who_holds_how_many() -> None:
    ruleset = italy()
    _, state = play(ruleset, position(ruleset), TAKE)
    for viewer in (0, 1, Witness.SPECTATOR):
        assert view(ruleset, state, viewer).rules["ferry_cards"] == {"pile": 9, "held": [1, 0]}


def test_nobody_is_dealt_a_ferry_card_and_none_is_in_the_deck() -> None:
    ruleset = italy(5)
    _, state = started(ruleset)
    assert view(ruleset, state, 0).rules["ferry_cards"] == {"pile": 10, "held": [0] * 5}
    assert FERRY not in (*state.deck, *state.market)


@pytest.mark.parametrize(
    ("route", "cards", "expected"),
    [
        (ONE_WAVE_ONLY, {"red": 9, "ferry": 2}, [{"ferry": 1}]),
        (ONE_WAVE_ONLY, {"locomotive": 2}, [{"locomotive": 1}]),
        (ONE_WAVE_ONLY, {"red": 9}, []),
        (ONE_WAVE, {"red": 2, "ferry": 2}, [{"red": 2, "ferry": 1}]),
        (ONE_WAVE, {"red": 1, "blue": 1, "ferry": 1}, []),
        (TWO_WAVES, {"red": 2, "ferry": 1}, [{"red": 2, "ferry": 1}]),
        (TWO_WAVES, {"red": 2, "ferry": 2}, [{"red": 2, "ferry": 1}, {"red": 2, "ferry": 2}]),
        (
            TWO_WAVES,
            {"red": 2, "ferry": 1, "locomotive": 1},
            [
                {"red": 2, "locomotive": 1, "ferry": 1},
                {"red": 2, "ferry": 1},
                {"red": 1, "locomotive": 1, "ferry": 1},
            ],
        ),
        (THREE_WAVES, {"red": 3, "ferry": 1}, []),
        (THREE_WAVES, {"red": 3, "ferry": 1, "locomotive": 1}, [{"red": 3, "locomotive": 1, "ferry": 1}]),
        (THREE_WAVES, {"red": 3, "ferry": 2}, [{"red": 3, "ferry": 2}]),
        (FOUR_WAVES, {"red": 3, "ferry": 2}, [{"red": 3, "ferry": 2}]),
        (FOUR_WAVES, {"ferry": 2, "locomotive": 3}, [{"locomotive": 3, "ferry": 2}]),
        (FOUR_WAVES, {"red": 7, "ferry": 1, "locomotive": 1}, []),
    ],
)
def test_what_pays_for_waves(route: str, cards: dict[str, int], expected: list[dict[str, int]]) -> None:
    ways = as_counts(pays(italy(), route, **cards))
    assert sorted(ways, key=str) == sorted(expected, key=str)


@pytest.mark.parametrize("route", FERRIES)
def test_every_legal_mix_is_listed_once(route: str) -> None:
    """Compare with the definition: try every number of cards of one colour, of locomotives and of ferry cards."""
    ruleset = italy()
    ways = pays(ruleset, route, **dict.fromkeys(ruleset.train_kinds, 7), ferry=2)
    track = ruleset.routes[ruleset.route_index[RouteId(route)]]
    waves, plain = track.feature("waves"), track.length - track.feature("waves")
    expected = {
        Payment((colour,) * count + (LOCOMOTIVE,) * locomotives + (FERRY,) * ferries)
        for colour, count, locomotives, ferries in product(ruleset.colours, range(8), range(8), range(3))
        if _pays(waves, plain, count, locomotives, ferries)
    }
    assert len(ways) == len(set(ways))
    assert set(ways) == expected


def _pays(waves: int, plain: int, count: int, locomotives: int, ferries: int) -> bool:
    """Whether the cards fill the spaces exactly, each ferry card one wave or two."""
    return any(
        count <= plain and covered <= waves and count + locomotives + covered == plain + waves
        for covered in range(ferries, 2 * ferries + 1)
    )


def test_under_the_first_rules_no_ferry_card_could_be_left_out() -> None:
    ways = as_counts(pays(italy(rules_version="1"), TWO_WAVES, red=2, ferry=2))
    assert ways == [{"red": 2, "ferry": 1}]


def test_ferry_cards_are_for_waves_alone() -> None:
    ruleset = italy()
    rail = [route for route in ruleset.routes if not route.feature("waves")]
    for route in rail:
        ways = pays(ruleset, route.id, **dict.fromkeys(ruleset.train_kinds, 9), ferry=2)
        assert len(ways) == route.length + 1
        assert not any(FERRY in payment.cards for payment in ways)
    state = position(ruleset, seats=[{"hand": {"green": 1, "ferry": 2}}])
    claim = {"type": "claim_route", "seat": 0, "route": "ancona--perugia", "cards": ["green", "ferry"]}
    offered = ["green", "ferry"]
    refused(ruleset, state, claim, Code.PAYMENT_NOT_ACCEPTED, route="ancona--perugia", offered=offered)


def test_every_gray_route_is_a_ferry_line_and_no_other() -> None:
    assert all((route.colour == "gray") == bool(route.feature("waves")) for route in italy().routes)


def test_listed_claims_are_in_canonical_order_of_cards() -> None:
    ruleset = italy()
    state = position(ruleset, seats=[{"hand": {"red": 3, "locomotive": 4, "ferry": 2}}])
    claims = [c for c in legal_commands(ruleset, state, 0) if isinstance(c, ClaimRoute)]
    assert any(Card("ferry") in claim.cards for claim in claims)
    assert all(claim.cards == ruleset.in_order(claim.cards) for claim in claims)
