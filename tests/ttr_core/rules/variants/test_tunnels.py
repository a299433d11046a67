"""[Europe] Tunnels: lay the cards, turn three over, then pay what they cost or take the cards back."""

from itertools import combinations_with_replacement

import pytest

from tests.support.boards.europe import WITHDRAW, bag, board, claim, held, lay, pay
from tests.support.boards.italy_iberia import changed, hand, play, position, refused
from ttr_core import Code, Witness, legal_commands, redact
from ttr_core.bots import POLICIES
from ttr_core.bots.greedy.choices import brought
from ttr_core.bots.greedy.plan import Intent
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.engine.views import view
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.events import RouteClaimed, TrainCardsShuffled, TurnStarted
from ttr_core.model.ids import RouteId
from ttr_core.model.phases import PlayingTurn
from ttr_core.rules.variants.tunnels import (
    PayingTunnel,
    PayTunnel,
    TunnelCardTurned,
    TunnelPaid,
    TunnelRevealed,
    TunnelWithdrawn,
    WithdrawTunnel,
)

BLACK = "madrid--pamplona--1"  # 3 spaces
GRAY = "paris--zurich"  # 3 spaces


@pytest.mark.parametrize(
    ("route", "laid", "turned", "extra"),
    [
        (BLACK, "3black", "1black 1red 1blue", 1),
        (BLACK, "3black", "1red 1locomotive 1black", 2),
        (BLACK, "3black", "2locomotive 1black", 3),
        (BLACK, "1black 2locomotive", "1black 1locomotive 1red", 2),
        (BLACK, "3locomotive", "3black", 0),  # locomotives alone fear only locomotives
        (BLACK, "3locomotive", "1locomotive 2black", 1),
        (GRAY, "3red", "1red 2black", 1),  # the colour that was laid counts
        (GRAY, "3red", "1blue 1green 1black", 0),
        (GRAY, "2red 1locomotive", "1red 1locomotive 1blue", 2),
        (GRAY, "3locomotive", "1red 1blue 1green", 0),
    ],
)
def test_each_card_of_the_colour_and_each_locomotive_costs_one_more(
    route: str, laid: str, turned: str, extra: int
) -> None:
    ruleset = board("europe")
    events, after = lay(ruleset, laid, route, laid, turned)
    (reveal,) = [event for event in events if isinstance(event, TunnelRevealed)]
    assert (reveal.cards, sorted(reveal.revealed), reveal.extra) == (bag(laid), sorted(bag(turned)), extra)
    assert isinstance(after.phase, PayingTunnel) == bool(extra)


def test_without_extra_cards_the_route_is_claimed_at_once() -> None:
    ruleset = board("europe")
    events, after = lay(ruleset, "3black 1red", BLACK, "3black", "1red 1blue 1green")
    kinds = [type(event) for event in events]
    assert kinds == [*[TunnelCardTurned] * 3, TunnelRevealed, TunnelPaid, RouteClaimed, TurnStarted]
    assert hand(ruleset, after, 0) == {"red": 1}
    assert (after.seats[0].trains, after.seats[0].points) == (45 - 3, 4)
    assert after.discard == ruleset.counts(bag("3black 1red 1blue 1green"))


@pytest.mark.parametrize("added", ["2black", "1black 1locomotive", "2locomotive"])
def test_extra_cards_are_that_colour_or_locomotives_in_any_mix(added: str) -> None:
    """The kind that was turned up does not matter, only how many there are."""
    ruleset = board("europe")
    _, waiting = lay(ruleset, "5black 2locomotive", BLACK, "3black", "1black 1locomotive 1red")
    events, after = play(ruleset, waiting, pay(added))
    whole = tuple(sorted(bag(f"3black {added}"), key=ruleset.cards.index))
    assert [event.cards for event in events if isinstance(event, RouteClaimed)] == [whole]
    assert after.seats[0].trains == 45 - 3
    assert after.discard == ruleset.counts((*whole, *bag("1black 1locomotive 1red")))


def test_every_distinct_extra_payment_is_listed_once_and_then_the_way_out() -> None:
    ruleset = board("europe")
    _, waiting = lay(ruleset, "5black 9red 2locomotive", BLACK, "3black", "1black 1locomotive 1red")
    assert legal_commands(ruleset, waiting, 0) == (
        PayTunnel(seat=0, cards=bag("2black")),
        PayTunnel(seat=0, cards=bag("1black 1locomotive")),
        PayTunnel(seat=0, cards=bag("2locomotive")),
        WithdrawTunnel(seat=0),
    )
    assert legal_commands(ruleset, waiting, 1) == ()


@pytest.mark.parametrize("laid", ["3locomotive", "3black", "2black 1locomotive"])
@pytest.mark.parametrize("rest", ["", "3black", "2black 1locomotive", "3locomotive 1red", "4red"])
def test_what_is_listed_is_what_the_rest_of_the_hand_can_add(laid: str, rest: str) -> None:
    """Counted the other way round: all bags of two cards out of what is left."""
    ruleset = board("europe")
    _, waiting = lay(ruleset, f"{laid} {rest}", BLACK, laid, "2locomotive 1green")
    fitting = set()
    for cards in combinations_with_replacement(ruleset.train_kinds, 2):
        kinds = {"locomotive"} if laid == "3locomotive" else {"black", "locomotive"}
        if set(cards) <= kinds and all(cards.count(c) <= bag(rest).count(c) for c in cards):
            fitting.add(cards)
    listed = [c.cards for c in legal_commands(ruleset, waiting, 0) if isinstance(c, PayTunnel)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == fitting


@pytest.mark.parametrize(
    ("offer", "code"),
    [
        ("1black", Code.PAYMENT_NOT_ACCEPTED),  # too few
        ("3black", Code.PAYMENT_NOT_ACCEPTED),  # too many
        ("1red 1black", Code.PAYMENT_NOT_ACCEPTED),
        ("2red", Code.PAYMENT_NOT_ACCEPTED),
        ("2locomotive", Code.CARDS_NOT_IN_HAND),
        ("6black", Code.CARDS_NOT_IN_HAND),  # three of the six are laid already
    ],
)
def test_other_cards_are_refused(offer: str, code: Code) -> None:
    ruleset = board("europe")
    _, waiting = lay(ruleset, "6black 2red 1locomotive", BLACK, "3black", "1black 1locomotive 1red")
    refused(ruleset, waiting, pay(offer), code, route=BLACK, extra=2, offered=list(bag(offer)))


def test_locomotives_alone_are_completed_with_locomotives_alone() -> None:
    ruleset = board("europe")
    _, waiting = lay(ruleset, "4locomotive 5black", BLACK, "3locomotive", "1locomotive 2red")
    assert [c.cards for c in legal_commands(ruleset, waiting, 0) if isinstance(c, PayTunnel)] == [
        bag("1locomotive")
    ]


def test_withdrawing_keeps_the_cards_and_loses_the_turn() -> None:
    ruleset = board("europe")
    _, waiting = lay(ruleset, "4black", BLACK, "3black", "1black 2red")
    assert hand(ruleset, waiting, 0) == {"black": 4}  # laid cards are not discards yet
    assert sum(waiting.discard) == 0
    events, after = play(ruleset, waiting, WITHDRAW)
    assert [type(event) for event in events] == [TunnelWithdrawn, TurnStarted]
    assert hand(ruleset, after, 0) == {"black": 4}
    assert (after.phase, after.claimed, after.seats[0].trains) == (PlayingTurn(1), 0, 45)
    assert after.discard == ruleset.counts(bag("1black 2red"))


def test_a_player_who_cannot_pay_is_asked_all_the_same() -> None:
    """So the others learn nothing about the hand: they see the same with and without the card."""
    ruleset = board("europe")
    poor, without = lay(ruleset, "3black 1red", BLACK, "3black", "1black 2blue")
    rich, with_it = lay(ruleset, "4black", BLACK, "3black", "1black 2blue")
    assert legal_commands(ruleset, without, 0) == (WithdrawTunnel(seat=0),)
    assert [redact(event, 1) for event in poor] == [redact(event, 1) for event in rich]
    for viewer in (1, Witness.SPECTATOR):
        assert view(ruleset, without, viewer) == view(ruleset, with_it, viewer)
    assert view(ruleset, without, 1).rules["tunnels"] == {
        "seat": 0,
        "route": BLACK,
        "cards": bag("3black"),
        "sets": (),
        "turned": bag("1black 2blue"),
        "extra": 1,
    }


def test_the_discards_are_shuffled_when_the_deck_runs_out_between_the_three() -> None:
    """The laid cards are still in the hand, the turned ones beside the tunnel: neither comes up again."""
    ruleset = board("europe")
    state = position(
        ruleset,
        seats=[held("3black"), {}],
        market=list(bag("2white 2blue 1yellow")),
        deck=["black"],
        discard={"red": 1, "locomotive": 1},
        rest=1,
    )
    events, waiting = play(ruleset, state, claim(BLACK, "3black"))
    assert [event.count for event in events if isinstance(event, TrainCardsShuffled)] == [2]
    assert isinstance(waiting.phase, PayingTunnel)
    assert (sorted(waiting.phase.turned), waiting.phase.extra) == (["black", "locomotive", "red"], 2)
    _, after = play(ruleset, waiting, WITHDRAW)
    assert sorted(after.deck[after.drawn :]) == ["black", "locomotive", "red"]  # discarded, then the new deck


@pytest.mark.parametrize(("deck", "extra"), [("1black", 1), ("1red 1black", 1), ("1red", 0), ("", 0)])
def test_with_fewer_than_three_cards_those_are_turned_that_there_are(deck: str, extra: int) -> None:
    ruleset = board("europe")
    state = position(
        ruleset,
        seats=[held("3black"), {}],
        market=list(bag("2white 2blue 1yellow")),
        deck=list(bag(deck)),
        rest=1,
    )
    events, after = play(ruleset, state, claim(BLACK, "3black"))
    (reveal,) = [event for event in events if isinstance(event, TunnelRevealed)]
    assert (reveal.revealed, reveal.extra) == (bag(deck), extra)
    assert isinstance(after.phase, PayingTunnel) == bool(extra)


def test_the_turned_cards_wait_beside_the_tunnel_until_the_turn_is_over() -> None:
    """A deck that they empty is made anew without them."""
    ruleset = board("europe")
    state = position(
        ruleset,
        seats=[held("4black"), {}],
        market=list(bag("2white 2blue 1yellow")),
        deck=list(bag("2red 1black")),
        discard={"green": 4},
        rest=1,
    )
    _, waiting = play(ruleset, state, claim(BLACK, "3black"))
    assert waiting.deck[waiting.drawn :] == bag("4green")
    _, after = play(ruleset, waiting, pay("1black"))
    assert after.deck[after.drawn :] == bag("4green")
    assert after.discard == ruleset.counts(bag("2red 5black"))


def test_the_cards_may_be_named_in_any_order() -> None:
    ruleset = board("europe")
    _, waiting = lay(ruleset, "5black 2locomotive", BLACK, "3black", "1black 1locomotive 1red")
    _, after = play(ruleset, waiting, {**pay(""), "cards": ["locomotive", "black"]})
    assert hand(ruleset, after, 0) == {"black": 1, "locomotive": 1}


def test_nothing_else_can_be_done_in_between() -> None:
    ruleset = board("europe")
    _, waiting = lay(ruleset, "5black", BLACK, "3black", "1black 2red")
    refused(ruleset, waiting, {"type": "draw_card", "seat": 0}, Code.NOT_NOW, phase="paying_tunnel")
    refused(ruleset, waiting, claim(GRAY, "3black"), Code.NOT_NOW, phase="paying_tunnel")
    refused(ruleset, waiting, {**WITHDRAW, "seat": 1}, Code.NOT_YOUR_TURN, seat=1, waiting_for=[0])


def test_the_number_of_turned_cards_is_a_setting() -> None:
    ruleset = changed("europe", 2, {"rules": {"tunnels": {"reveal": 1}}})
    events, _ = lay(ruleset, "3black", BLACK, "3black", "1red 2black")
    assert [event.revealed for event in events if isinstance(event, TunnelRevealed)] == [bag("1red")]


def test_other_routes_have_no_tunnel() -> None:
    ruleset = board("europe")
    events, _ = lay(ruleset, "3yellow", "amsterdam--essen", "3yellow", "3yellow")
    assert [type(event) for event in events] == [RouteClaimed, TurnStarted]


@pytest.mark.parametrize(("name", "route"), [("nordic", "bergen--oslo--1"), ("switzerland", "baden--basel")])
def test_where_locomotives_are_scarce_tunnels_take_them(name: str, route: str) -> None:
    """Locomotives are wild in tunnels, in the first payment and as extra cards."""
    ruleset = board(name)
    track = ruleset.routes[ruleset.route_index[RouteId(route)]]
    laid = f"{track.length - 1}{track.colour} 1locomotive"
    _, waiting = lay(ruleset, f"{laid} 1locomotive", route, laid, "1locomotive 2pink")
    assert legal_commands(ruleset, waiting, 0) == (
        PayTunnel(seat=0, cards=bag("1locomotive")),
        WithdrawTunnel(seat=0),
    )


# what a claim is worth to bots


@pytest.mark.parametrize(
    ("hand", "left", "in_vain"),
    [
        ("3black", "1black 1locomotive", True),
        ("3black 1locomotive", "1black 1locomotive", True),
        ("3black 2locomotive", "1black 1locomotive", False),  # it can pay for whatever comes up
        ("3black 3red", "6white", True),  # bots do not know what is left
        ("3black", "7white", False),
        ("3black", "", False),  # nothing can come up
    ],
)
def test_a_claim_that_the_last_cards_may_spoil_again_and_again_is_in_vain(
    hand: str, left: str, in_vain: bool
) -> None:
    ruleset = board("europe")
    seen = view(ruleset, position(ruleset, seats=[held(hand), {}], deck=list(bag(left)), rest=1), 0)
    ways = [ClaimRoute(seat=0, route=RouteId(route), cards=bag("3black")) for route in (BLACK, GRAY)]
    claims = [brought(Intent(ruleset, seen), way) < 0 for way in ways]
    assert claims == [in_vain, in_vain]
    plain = ClaimRoute(seat=0, route=RouteId("frankfurt--paris--1"), cards=bag("3black"))
    planned = ClaimRoute(seat=0, route=RouteId(BLACK), cards=())
    assert [brought(Intent(ruleset, seen), way) for way in (plain, planned)] == [0, 0]


@pytest.mark.parametrize("bot", ["greedy", "planner"])
def test_bots_do_something_else_than_to_try_the_same_tunnel_for_ever(bot: str) -> None:
    ruleset = board("europe")
    seats = [{**held("3black"), "tickets": ["dieppe--madrid"]}, {}]
    state = position(ruleset, seats=seats, deck=list(bag("1black 1locomotive")), rest=1)
    chosen = POLICIES[bot](situation_of(ruleset, state, 0, Dice(1)))
    assert not isinstance(chosen, ClaimRoute)
