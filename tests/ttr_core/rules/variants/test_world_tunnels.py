"""[002] Tunnels: four cases, by what was laid; a set of three wagons may stand for a locomotive."""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from time import process_time

import pytest

from tests.support.boards.europe import WITHDRAW, bag, begin, claim, held, pay
from tests.support.boards.italy_iberia import hand, play, position
from ttr_core import Event, Ruleset, State, legal_commands
from ttr_core.boards.board import merge
from ttr_core.boards.library import whole_document
from ttr_core.load import compile_ruleset
from ttr_core.model.events import RouteClaimed
from ttr_core.model.ids import LOCOMOTIVE, Card
from ttr_core.rules.base.stepwise_payment import SetLaid
from ttr_core.rules.variants.tunnels import PayingTunnel, PayTunnel, TunnelRevealed

Way = tuple[tuple[Card, ...], tuple[Card, ...]]  # cards, and the colours of coloured locomotives


@cache
def world(players: int = 5) -> Ruleset:
    """The light board with red tunnels of two and three spaces, for the vectors of the rules."""
    document = whole_document("world-light")
    routes = [
        {
            "id": name,
            "a": "bresil",
            "b": "inde",
            "length": length,
            "colour": colour,
            "features": {"tunnel": 1},
        }
        for name, length, colour in (("two", 2, "red"), ("three", 3, "red"), ("gray", 2, "gray"))
    ]
    return compile_ruleset(merge(document, {"routes": [*document["routes"], *routes]}), players)


def lay(
    laid: str, turned: str, rest: str = "", coloured: str = "", players: int = 5, route: str = ""
) -> tuple[tuple[Event, ...], State]:
    """Lay these cards for a red tunnel that they fill; sets of the `coloured` colours come first."""
    ruleset, colours = world(players), bag(coloured)
    state = position(ruleset, seats=[held(f"{laid} {rest}")], deck=list(bag(turned)))
    tunnel = route or {2: "two", 3: "three"}[len(bag(laid)) - 2 * len(colours)]
    if not colours:
        return play(ruleset, state, claim(tunnel, laid))
    plain = list((Counter(bag(laid)) - Counter(colours * 3)).elements())
    sets = [{"type": "lay_set", "seat": 0, "cards": (colour,) * 3} for colour in colours]
    last = [{"type": "pay_rest", "seat": 0, "cards": plain}] if plain else []
    return play(ruleset, state, begin(tunnel), *sets, *last)


def payable(state: State, players: int = 5) -> list[Way]:
    listed = legal_commands(world(players), state, 0)
    return [_way(state, command.cards) for command in listed if isinstance(command, PayTunnel)]


def _way(state: State, cards: tuple[Card, ...]) -> Way:
    """Which of the cards are sets follows from their number: each stands for one card, and has two more."""
    assert isinstance(state.phase, PayingTunnel)
    number = (len(cards) - state.phase.extra) // 2
    ways = [
        sets
        for sets in combinations_with_replacement(world().colours, number)
        if not Counter(sets * 3) - Counter(cards) and _is_one_colour(Counter(cards) - Counter(sets * 3))
    ]
    (sets,) = ways
    return cards, sets


def _is_one_colour(cards: Counter[Card]) -> bool:
    return set(cards) <= {Card("red"), LOCOMOTIVE}


EVERYTHING = "4red 4locomotive 6green"  # beside what is laid: wagons, locomotives, and two coloured ones
WAGON, NATURAL, COLOURED = (bag("1red"), ()), (bag("1locomotive"), ()), (bag("3green"), bag("1green"))
RED_ONE = (bag("3red"), bag("1red"))


@pytest.mark.parametrize(
    ("laid", "coloured", "turned", "extra", "with_one"),
    [
        # natural locomotives only
        ("2locomotive", "", "1locomotive 1red 1blue", 1, {NATURAL}),
        ("2locomotive", "", "3red", 0, set()),
        # locomotives only, some of them coloured
        ("3blue 1locomotive", "1blue", "1locomotive 1blue 1red", 2, {NATURAL, COLOURED, RED_ONE}),
        ("6red", "2red", "1red 1green 1white", 1, {NATURAL, COLOURED, RED_ONE}),
        # wagons only
        ("3red", "", "2locomotive 1red", 1, {WAGON}),
        ("3red", "", "3locomotive", 0, set()),
        # wagons and locomotives
        ("2red 1locomotive", "", "1locomotive 1red 1blue", 2, {WAGON, NATURAL, COLOURED, RED_ONE}),
        ("3blue 1red", "1blue", "1blue 1red 1locomotive", 3, {WAGON, NATURAL, COLOURED, RED_ONE}),
        ("4red", "1red", "1red 1green 1black", 1, {WAGON, NATURAL, COLOURED, RED_ONE}),
    ],
)
def test_vectors_of_the_table(
    laid: str,
    coloured: str,
    turned: str,
    extra: int,
    with_one: set[Way],
) -> None:
    """The number of extra cards, and with what one of them can be paid."""
    events, after = lay(laid, turned, EVERYTHING, coloured)
    (reveal,) = [event for event in events if isinstance(event, TunnelRevealed)]
    assert reveal.extra == extra
    assert [event.cards for event in events if isinstance(event, SetLaid)] == [
        (colour,) * 3 for colour in bag(coloured)
    ]
    assert isinstance(after.phase, PayingTunnel) == bool(extra)
    if extra:
        parts = _parts(payable(after))
        assert parts == with_one


def _parts(ways: list[Way]) -> set[Way]:
    """Each single card or set that pays for one extra card in any of the ways."""
    parts: set[Way] = set()
    for cards, coloured in ways:
        parts |= {((colour,) * 3, (colour,)) for colour in coloured}
        plain = [card for card in set(cards) if cards.count(card) > 3 * coloured.count(card)]
        parts |= {((card,), ()) for card in plain}
    return parts


def test_every_mix_of_extra_cards_is_listed_once() -> None:
    _, waiting = lay("2red 1locomotive", "1locomotive 1red 1blue", "2red 1locomotive 3green")
    assert payable(waiting) == [
        (bag("2red"), ()),
        (bag("1red 1locomotive"), ()),
        (bag("3green 1red"), bag("1green")),
        (bag("3green 1locomotive"), bag("1green")),
    ]


def test_the_largest_hand_has_a_short_list_of_all_extras() -> None:
    """Three extras out of wagons, locomotives and sets of eight colours, whatever is in the hand."""
    colours = world().colours
    rest = " ".join(f"9{colour}" for colour in colours if colour != "red") + " 8red 5locomotive"
    _, waiting = lay("1red 1locomotive", "1locomotive 2red", rest)
    plain = [bag("3red"), bag("2red 1locomotive"), bag("1red 2locomotive"), bag("3locomotive")]
    expected: list[Way] = [(cards, ()) for cards in plain]
    for sets in (sets for n in (1, 2, 3) for sets in combinations_with_replacement(colours, n)):
        for wagons in range(4 - len(sets)):
            cards = (*bag(f"{wagons}red {3 - len(sets) - wagons}locomotive"), *sets * 3)
            expected.append((world().in_order(cards), sets))
    assert len(set(expected)) == len(expected) == 220
    started = process_time()
    legal_commands(world(), waiting, 0)
    assert process_time() - started < 0.02
    ways = payable(waiting)
    assert sorted(ways) == sorted(way for way in expected if way[0].count(Card("red")) <= 8)


def test_what_was_laid_and_what_is_added_are_paid_together() -> None:
    ruleset = world()
    _, waiting = lay("3blue 1red", "1blue 1black 1pink", "3blue", coloured="1blue")
    events, after = play(ruleset, waiting, pay("3blue"))
    (claimed,) = [event for event in events if isinstance(event, RouteClaimed)]
    assert (claimed.cards, claimed.trains) == (bag("6blue 1red"), 2)
    assert hand(ruleset, after, 0) == {}


def test_a_coloured_locomotive_in_the_extra_brings_no_new_danger() -> None:
    """The cards were turned over for what was laid first: green ones among them stay harmless."""
    _, waiting = lay("1red 1locomotive", "1locomotive 2green", "3green")
    assert isinstance(waiting.phase, PayingTunnel)
    assert waiting.phase.extra == 1
    assert payable(waiting) == [(bag("3green"), bag("1green"))]


@pytest.mark.parametrize("players", [3, 4])
def test_without_coloured_locomotives_three_wagons_are_three_wagons(players: int) -> None:
    _, waiting = lay("1red 1locomotive", "1locomotive 2green", "3green 1red", players=players)
    assert payable(waiting, players) == [(bag("1red"), ())]


def test_a_gray_tunnel_has_the_colour_that_was_laid() -> None:
    events, _ = lay("2pink", "1pink 1red 1locomotive", route="gray")
    assert [event.extra for event in events if isinstance(event, TunnelRevealed)] == [1]
    events, _ = lay("2locomotive", "1pink 1red 1white", route="gray")
    assert [event.extra for event in events if isinstance(event, TunnelRevealed)] == [0]


def test_withdrawing_returns_what_was_laid() -> None:
    ruleset = world()
    _, waiting = lay("3blue 1red", "1blue 1black 1pink", coloured="1blue")
    assert payable(waiting) == []
    _, after = play(ruleset, waiting, WITHDRAW)
    assert hand(ruleset, after, 0) == {"blue": 3, "red": 1}
