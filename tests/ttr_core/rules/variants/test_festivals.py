"""[004] Cartes Festival: they wait at their cities for a claim of a route there, and score as sets."""

from collections import Counter

import pytest

from tests.support.boards.italy_iberia import Json, iberia, play, position, refused, started
from tests.support.positions.scripted_shuffles import ScriptedRandomness
from ttr_core import Code, State, legal_commands, replay, score
from ttr_core.bots.greedy.greedy_bot import choose_greedy
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.engine.views import view
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.events import (
    CardDrawn,
    CardTurnedUp,
    DrawCutShort,
    MarketFlushed,
    MarketReshuffled,
    NothingDrawn,
    TrainCardsShuffled,
)
from ttr_core.model.ids import Card, RouteId, Witness
from ttr_core.model.phases import DrawingSecond
from ttr_core.rules.variants.festivals import (
    ChoosingFestival,
    DeclineFestival,
    FestivalCards,
    FestivalCode,
    FestivalId,
    Festivals,
    FestivalsMixedIn,
    FestivalTaken,
    FestivalTurnedUp,
    TakeFestival,
)

DRAW: Json = {"type": "draw_card", "seat": 0}
NAMES = [festival.id for festival in iberia().setting(Festivals).festivals]


def counts(**festivals: int) -> dict[str, int]:
    return {name: festivals.get(name, 0) for name in NAMES}


def lying(**festivals: int) -> Json:
    return {"festivals": {"lying": counts(**festivals)}}


def claim(route: str, *cards: str) -> Json:
    return {"type": "claim_route", "seat": 0, "route": route, "cards": list(cards)}


def claimed(route: str, hand: dict[str, int], **festivals: int) -> State:
    """Seat 0 has just paid for the route with its whole hand."""
    ruleset = iberia()
    state = position(ruleset, seats=[{"hand": hand}], rules=lying(**festivals))
    cards = [card for card, count in hand.items() for _ in range(count)]
    return play(ruleset, state, claim(route, *cards))[1]


# the deck


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_hands_and_market_are_train_cards_alone_and_the_rest_is_mixed(players: int) -> None:
    ruleset = iberia(players)
    events, state = started(ruleset)
    (mixed,) = [event for event in events if isinstance(event, FestivalsMixedIn)]
    left = 110 - 4 * players - 5
    assert mixed.count == 54
    assert mixed.cards is not None
    assert len(mixed.cards) == left + 54
    assert all(sum(seat.hand) == 4 for seat in state.seats)
    assert all(card in ruleset.train_kinds for card in state.market)
    cards = Counter(str(card) for card in state.deck)
    assert {name: cards[f"festival:{name}"] for name in NAMES} == dict(
        zip(NAMES, (8, 8, 7, 7, 6, 5, 5, 4, 4), strict=True)
    )


def test_the_festivals_are_really_shuffled_in() -> None:
    """The shuffle is asked for the whole deck, and its outcome is the deck."""
    ruleset = iberia()
    top = ["festival:madrid", "red", "festival:sevilla", "locomotive"]
    _, state = started(ruleset, {"festivals": [top]})
    assert list(state.deck[:4]) == top


def test_train_cards_swept_away_in_the_set_up_stay_among_the_discards() -> None:
    ruleset = iberia()
    hands = ["red"] * 8
    market = ["locomotive"] * 3 + ["red"] * 2
    _, state = started(ruleset, {"train_cards": [hands + market]})
    assert sum(state.discard) == 5
    assert len(state.deck) == 110 - 8 - 10 + 54 + 1  # and the draft card


def test_drawn_blind_a_festival_card_is_laid_out_and_the_draw_goes_on() -> None:
    ruleset = iberia()
    state = position(ruleset, deck=["festival:sevilla", "festival:sevilla", "festival:madrid", "red", "blue"])
    events, state = play(ruleset, state, DRAW)
    assert events == (
        FestivalTurnedUp(festival=FestivalId("sevilla")),
        FestivalTurnedUp(festival=FestivalId("sevilla")),
        FestivalTurnedUp(festival=FestivalId("madrid")),
        CardDrawn(seat=0, card=ruleset.cards[4], last=False),
    )
    assert view(ruleset, state, 1).rules["festivals"]["lying"] == {"sevilla": 2, "madrid": 1}
    assert state.phase.waiting == (0,)


def test_as_a_replacement_in_the_market_it_is_laid_out_too() -> None:
    ruleset = iberia()
    state = position(ruleset, deck=["festival:lisboa", "black"])
    events, state = play(ruleset, state, {"type": "take_card", "seat": 0, "card": "white"})
    assert events[1:3] == (
        FestivalTurnedUp(festival=FestivalId("lisboa")),
        CardTurnedUp(slot=0, card=ruleset.cards[6]),
    )
    assert state.market[0] == "black"


def test_under_the_first_rules_a_deck_of_festival_cards_alone_could_not_be_drawn_from() -> None:
    ruleset = iberia(rules_version="1")
    state = position(ruleset, deck=["festival:lisboa"], rest=1)
    assert {"type": "draw_card", "seat": 0} not in map(_plain, legal_commands(ruleset, state, 0))
    refused(ruleset, state, DRAW, Code.NO_CARD_LEFT)


def test_a_deck_of_festival_cards_alone_gives_nothing_and_that_counts_as_one() -> None:
    ruleset = iberia()
    state = position(ruleset, deck=["festival:lisboa", "festival:lisboa"], rest=1)
    events, after = play(ruleset, state, DRAW)
    assert [type(event) for event in events] == [FestivalTurnedUp, FestivalTurnedUp, NothingDrawn]
    assert after.seats[0].hand == state.seats[0].hand
    assert isinstance(after.phase, DrawingSecond)
    refused(ruleset, after, DRAW, Code.NO_CARD_LEFT)
    events, after = play(ruleset, after, {"type": "take_card", "seat": 0, "card": "white"})
    assert after.phase.waiting == (1,)


@pytest.mark.parametrize("second", [False, True])
@pytest.mark.parametrize("left", [["red"], ["festival:lisboa"], ["draft"], ["festival:lisboa", "red"], []])
def test_the_legal_list_shows_only_whether_the_deck_is_empty(left: list[str], second: bool) -> None:
    """Not what lies in it: any two decks that are not empty lead to the same list."""
    ruleset = iberia()
    phase = {"type": "drawing_second" if second else "playing_turn", "seat": 0}
    given = {"phase": phase, "rest": 1, "rules": {"drafts": {"begun": 1, "held": 1}}}
    here = legal_commands(ruleset, position(ruleset, deck=left, **given), 0)
    there = legal_commands(ruleset, position(ruleset, deck=["blue"], **given), 0)
    assert here == (there if left else there[1:])


def test_discards_are_drawn_from_behind_festival_cards() -> None:
    ruleset = iberia()
    state = position(ruleset, deck=["festival:lisboa"], discard={"red": 1}, rest=1)
    events, state = play(ruleset, state, DRAW)
    kinds = [type(event) for event in events[:3]]
    assert kinds == [FestivalTurnedUp, TrainCardsShuffled, CardDrawn]
    assert all(card in ruleset.train_kinds for card in state.deck)


def _plain(command: object) -> Json:
    return {"type": "draw_card", "seat": 0} if type(command).__name__ == "DrawCard" else {}


def test_a_second_card_that_only_festivals_could_give_ends_the_turn() -> None:
    """Five face-up locomotives that no flush can help, and behind the last train card nothing but festivals.

    So it was under the first rules; now the player may draw, and sees that there is nothing.
    """
    ruleset = iberia(rules_version="1")
    state = position(
        ruleset, market=["locomotive"] * 5, deck=["red", "festival:lisboa", "festival:lisboa"], rest=1
    )
    events, state = play(ruleset, state, DRAW)
    assert [type(event) for event in events[:2]] == [CardDrawn, DrawCutShort]
    assert state.phase.waiting == (1,)


def test_a_renewed_market_passes_over_festival_cards() -> None:
    """One event for the market; the festival cards between its cards follow, those below stay in the deck."""
    ruleset = iberia()
    deck = [
        "locomotive",
        "festival:madrid",
        "red",
        "red",
        "festival:lisboa",
        "red",
        "red",
        "red",
        "festival:madrid",
    ]
    state = position(ruleset, market=["locomotive", "locomotive", "green", "blue", "blue"], deck=deck)
    events, after = play(ruleset, state, {"type": "take_card", "seat": 0, "card": "green"})
    assert [type(event) for event in events[2:]] == [MarketFlushed, FestivalTurnedUp, FestivalTurnedUp]
    assert after.market == ("red",) * 5
    assert after.deck[after.drawn] == "festival:madrid"
    assert replay(ruleset, events, state) == after


def test_a_market_renewed_from_the_discards_passes_over_festival_cards_too() -> None:
    ruleset = iberia()
    state = position(
        ruleset,
        market=["locomotive", "locomotive", "green", "blue", "blue"],
        deck=["locomotive", "red", "festival:lisboa", "red"],
        discard={"pink": 3},
        rest=1,
    )
    events, after = play(
        ruleset,
        state,
        {"type": "take_card", "seat": 0, "card": "green"},
        shuffles={"train_cards": [["pink"] * 3]},
    )
    assert [type(event) for event in events[2:]] == [MarketReshuffled, FestivalTurnedUp]
    assert after.market == ("red", "red", "pink", "pink", "pink")
    assert Counter(after.deck[after.drawn :]) == Counter(["locomotive"] * 3 + ["blue"] * 2)
    assert replay(ruleset, events, state) == after


# taking


def test_all_cards_of_one_city_are_taken() -> None:
    ruleset = iberia()
    state = claimed("cadiz--sevilla", {"black": 2}, sevilla=3, madrid=1)
    assert state.phase == ChoosingFestival(0, (FestivalId("sevilla"),))
    assert legal_commands(ruleset, state, 0) == (
        TakeFestival(seat=0, festival=FestivalId("sevilla")),
        DeclineFestival(seat=0),
    )
    events, state = play(ruleset, state, {"type": "take_festival", "seat": 0, "festival": "sevilla"})
    assert events[0] == FestivalTaken(seat=0, festival=FestivalId("sevilla"), count=3)
    cards = state.slice(FestivalCards)
    assert cards.lying == counts(madrid=1)
    assert cards.piles == (counts(sevilla=3), counts())
    assert state.phase.waiting == (1,)


@pytest.mark.parametrize(("count", "claims"), [(0, False), (4, True)])
def test_a_bot_knows_what_a_claim_brings(count: int, claims: bool) -> None:
    """Two trains are no reason to spend a turn; the cards that lie at one end of the route are."""
    ruleset = iberia()
    state = position(ruleset, seats=[{"hand": {"black": 2}}], rules=lying(sevilla=count))
    legal = legal_commands(ruleset, state, 0)
    chosen = choose_greedy(situation_of(ruleset, state, 0, Dice(1)))
    wanted = ClaimRoute(seat=0, route=RouteId("cadiz--sevilla"), cards=(Card("black"),) * 2)
    assert wanted in legal
    assert (chosen == wanted) == claims


def test_declining_leaves_them_there() -> None:
    ruleset = iberia()
    state = claimed("cadiz--sevilla", {"black": 2}, sevilla=3)
    _, state = play(ruleset, state, {"type": "decline_festival", "seat": 0})
    assert state.slice(FestivalCards).lying == counts(sevilla=3)
    assert state.phase.waiting == (1,)


def test_between_two_cities_with_cards_one_is_chosen() -> None:
    ruleset = iberia()
    state = claimed("madrid--zaragoza--1", {"red": 4}, madrid=2, zaragoza=1, sevilla=5)
    assert state.phase == ChoosingFestival(0, (FestivalId("madrid"), FestivalId("zaragoza")))
    take = {"type": "take_festival", "seat": 0, "festival": "zaragoza"}
    refused(
        ruleset,
        state,
        {**take, "festival": "sevilla"},
        FestivalCode.FESTIVAL_NOT_OFFERED,
        offered=["madrid", "zaragoza"],
    )
    _, after = play(ruleset, state, take)
    assert after.slice(FestivalCards).lying == counts(madrid=2, sevilla=5)
    refused(ruleset, after, take, Code.NOT_NOW, phase="playing_turn")


def test_nothing_is_asked_where_nothing_lies() -> None:
    assert claimed("cadiz--sevilla", {"black": 2}, madrid=3).phase.waiting == (1,)


@pytest.mark.parametrize(
    ("route", "hand"),
    [("porto--vigo", {"pink": 2}), ("caceres--coimbra", {"black": 3}), ("coimbra--porto--1", {"red": 2})],
)
def test_porto_and_coimbra_share_a_festival(route: str, hand: dict[str, int]) -> None:
    """A route at either city takes it; one between the two offers it once."""
    assert claimed(route, hand, porto_coimbra=2).phase == ChoosingFestival(0, (FestivalId("porto_coimbra"),))


def test_nobody_else_may_choose_and_nothing_else_may_be_done() -> None:
    ruleset = iberia()
    state = claimed("cadiz--sevilla", {"black": 2}, sevilla=3)
    refused(ruleset, state, DRAW, Code.NOT_NOW, phase="choosing_festival")
    rival = {"type": "decline_festival", "seat": 1}
    refused(ruleset, state, rival, Code.NOT_YOUR_TURN, seat=1, waiting_for=[0])


def test_a_pile_grows_with_each_visit_and_its_owner_alone_may_look() -> None:
    ruleset = iberia()
    rules = {
        "festivals": {"lying": counts(sevilla=1), "piles": [counts(sevilla=2, madrid=1), counts(bilbao=1)]}
    }
    state = position(ruleset, seats=[{"hand": {"black": 2}}], rules=rules)
    take = {"type": "take_festival", "seat": 0, "festival": "sevilla"}
    _, state = play(ruleset, state, claim("cadiz--sevilla", "black", "black"), take)
    shown = {viewer: view(ruleset, state, viewer).rules["festivals"] for viewer in (0, 1, *Witness)}
    assert all(piles["pile_sizes"] == [4, 1] for piles in shown.values())
    assert shown[0]["piles"] == [{"sevilla": 3, "madrid": 1}, None]
    assert shown[1]["piles"] == [None, {"bilbao": 1}]
    assert shown[Witness.SPECTATOR]["piles"] == [None, None]
    assert shown[Witness.AUDITOR]["piles"] == [{"sevilla": 3, "madrid": 1}, {"bilbao": 1}]


# counting


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ({}, 0),
        ({"sevilla": 3}, 6),
        ({"valencia": 7}, 22),
        ({"sevilla": 3, "valencia": 7}, 28),
        ({"sevilla": 1, "madrid": 1, "bilbao": 1}, 6),
        ({"valencia": 8}, 27),
    ],
)
def test_sets_score_by_the_table_of_their_festival(pile: dict[str, int], points: int) -> None:
    ruleset = iberia()
    state = position(ruleset, rules={"festivals": {"piles": [counts(**pile), counts()]}})
    line = next(line for line in score(ruleset, state).seats[0].lines if line.reason == "festivals")
    assert line.points == points
    assert [item.id for item in line.items] == [name for name in NAMES if name in pile]


def test_every_festival_has_points_for_all_of_its_cards() -> None:
    for festival in iberia().setting(Festivals).festivals:
        assert len(festival.points) == festival.cards


def test_cards_left_beside_the_board_score_for_nobody() -> None:
    ruleset = iberia()
    assert [seat.total for seat in score(ruleset, position(ruleset, rules=lying(sevilla=8))).seats] == [0, 0]


def test_the_same_shuffle_gives_the_same_deck() -> None:
    """Nothing but the randomness that is handed in decides."""
    first, second = started(iberia()), started(iberia())
    assert first == second
    assert ScriptedRandomness({}).shuffle("festivals/3", "ab") == ("a", "b")
