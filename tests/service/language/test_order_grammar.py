"""Standing orders in words: what they say is understood by the board, and by nothing else."""

import pytest

from service.language.grammar.orders.order_sentence import HeardOrder, hear_order
from service.language.grammar.phrases import plain_words
from tests.support.language.spoken_positions import ruleset_of
from ttr_core.model.ids import RouteId
from ttr_core.rules.by_post.standing_orders.instruction import Steps, Stop

COLOURS = ("white", "blue", "yellow", "green", "red", "purple", "black", "orange")
DRAW = {"type": "draw_card"}
ORDER = "order: claim montreal new york with blue if free, else draw two blind"


def claim(route: str, **paid: object) -> Steps:
    return ({"type": "claim_route", "route": route, **paid},)


def heard(text: str, board: str = "usa") -> HeardOrder:
    order = hear_order(ruleset_of(board), frozenset(), plain_words(text))
    assert order is not None
    return order


# what is understood


@pytest.mark.parametrize(
    ("text", "alternatives"),
    [
        (ORDER, (claim("montreal--new_york", **{"with": "blue"}), (DRAW, DRAW))),
        (
            "ordre : prends montréal new york en bleu si libre, sinon pioche deux cartes",
            (claim("montreal--new_york", **{"with": "blue"}), (DRAW, DRAW)),
        ),
        (
            "if montreal to new york is still free on my next turn, take it for me with blue, else you draw 2",
            (claim("montreal--new_york", **{"with": "blue"}), (DRAW, DRAW)),
        ),
        (
            "si montréal-new york est libre à mon prochain tour tu la prends en bleu, sinon tu pioches deux cartes",
            (claim("montreal--new_york", **{"with": "blue"}), (DRAW, DRAW)),
        ),
        ("on my turn clami montral nyc 3 blue", (claim("montreal--new_york", cards=["blue"] * 3),)),
        (
            "à mon tour relie montréal à new york avec 2 bleues et une loco",
            (claim("montreal--new_york", cards=["blue", "blue", "locomotive"]),),
        ),
        ("next turn claim montreal new york", (claim("montreal--new_york"),)),
        (
            "order claim boston montreal yellow",
            tuple(claim(f"boston--montreal--{n}", **{"with": "yellow"}) for n in (1, 2)),
        ),
        (
            "next turn, if nobody's taken it by then, claim Montréal–New York with blue",
            (claim("montreal--new_york", **{"with": "blue"}),),
        ),
        (
            "à mon prochain tour, si personne l'a prise, prends Montréal–New York en bleu",
            (claim("montreal--new_york", **{"with": "blue"}),),
        ),
        (
            "prends Montréal–New York en bleu au prochain tour si personne ne l'a faite entre-temps",
            (claim("montreal--new_york", **{"with": "blue"}),),
        ),
        ("order claim boston montreal track 2 yellow", (claim("boston--montreal--2", **{"with": "yellow"}),)),
        ("order claim boston new york red", (claim("boston--new_york--1", **{"with": "red"}),)),
        (
            "order claim dallas houston track 1 with any cards, otherwise pass",
            (claim("dallas--houston--1"), ({"type": "pass"},)),
        ),
        (
            "order take red and blue, else take a loco, else take red then draw",
            (
                ({"type": "take_card", "card": "red"}, {"type": "take_card", "card": "blue"}),
                ({"type": "take_card", "card": "locomotive"},),
                ({"type": "take_card", "card": "red"}, DRAW),
            ),
        ),
        ("ordre : prends rouge et pioche", (({"type": "take_card", "card": "red"}, DRAW),)),
        ("ordre de piocher des destinations", (({"type": "draw_tickets"},),)),
    ],
)
def test_what_is_to_be_done(text: str, alternatives: tuple[Steps, ...]) -> None:
    order = heard(text)
    assert order.is_clear, order
    assert order.alternatives == alternatives


def test_what_a_turn_asks_is_no_turn() -> None:
    assert heard("order pay", "europe").wrong == "order-together"
    assert heard("order claim brest pamplona pink then draw", "europe").wrong == "order-together"


def test_stations_tunnels_and_ferries() -> None:
    station = heard(
        "order build a station in rome with red, else claim brest pamplona pink then pay", "europe"
    )
    assert station.alternatives == (
        ({"type": "build_station", "city": "roma", "with": "red"},),
        (*claim("brest--pamplona", **{"with": "pink"}), {"type": "pay_tunnel"}),
    )
    assert heard("order take a ferry card", "italy").alternatives == (({"type": "take_ferry_card"},),)


@pytest.mark.parametrize(
    ("text", "turns", "repeat", "until"),
    [
        ("order draw 2", 1, False, ""),
        ("order draw 2 for 3 turns", 3, True, ""),
        ("order draw 2 for my next three turns", 3, True, ""),
        ("order each turn draw 2 for 4 turns", 4, True, ""),
        ("order draw 2 within 3 turns", 3, False, ""),
        ("ordre pioche 2 pendant 3 tours", 3, True, ""),
        ("ordre pioche 2 pendant mes deux prochains tours", 2, True, ""),
        ("ordre pioche 2 dans les 3 prochains tours", 3, False, ""),
        ("order draw 2 until 2026-02-07 18:00", 1, False, "2026-02-07T18:00:00.000Z"),
        ("ordre pioche 2 jusqu'au 2026-02-07 à 8h05", 1, False, "2026-02-07T08:05:00.000Z"),
    ],
)
def test_for_how_long(text: str, turns: int, repeat: bool, until: str) -> None:
    order = heard(text)
    assert order.is_clear, order
    assert (order.clauses.turns, order.clauses.repeat, order.clauses.until) == (turns, repeat, until)
    assert order.alternatives == ((DRAW, DRAW),)


TAKEN = Stop(when="route_taken", route=RouteId("duluth--toronto"))


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("stop if duluth - toronto is taken", (TAKEN,)),
        ("unless duluth tornto gets claimed", (TAKEN,)),
        ("until somebody", None),
        ("arrête si duluth toronto est prise", (TAKEN,)),
        ("stop if a rival has 5 trains", (Stop(when="rival_trains_at_most", count=5),)),
        ("stop when an opponent has fewer than five trains", (Stop(when="rival_trains_at_most", count=4),)),
        ("arrête si un adversaire n'a plus que 5 wagons", (Stop(when="rival_trains_at_most", count=5),)),
        ("stop if I have 12 cards or more", (Stop(when="hand_at_least", count=12),)),
        ("sauf si j'ai plus de 12 cartes", (Stop(when="hand_at_least", count=13),)),
        ("stop in the last round", (Stop(when="last_round"),)),
        ("arrête si c'est le dernier tour", (Stop(when="last_round"),)),
        (
            "stop if duluth toronto is taken or if it is the last round",
            (TAKEN, Stop(when="last_round")),
        ),
        ("stop if it rains", None),
        ("stop if duluth miami is taken", None),
    ],
)
def test_what_ends_it(text: str, stops: tuple[Stop, ...] | None) -> None:
    order = heard(f"order draw 2, {text}")
    assert (order.stops if order.is_clear else None) == stops


def test_a_route_that_is_taken_is_not_ordered() -> None:
    taken = frozenset({"montreal--new_york", "boston--montreal--1"})
    ruleset = ruleset_of("usa")

    def hearing(text: str) -> HeardOrder | None:
        return hear_order(ruleset, taken, plain_words(text))

    assert hearing("order claim montreal new york") == heard("order claim montreal new york")._replace(
        alternatives=(), wrong="order-taken", about="montreal--new_york"
    )
    other = hearing("order claim boston montreal red")
    assert other is not None
    assert other.alternatives == (claim("boston--montreal--2", **{"with": "red"}),)
    stopped = hearing("order draw, stop if montreal new york is taken")
    assert stopped is not None
    assert stopped.wrong == "order-taken"
