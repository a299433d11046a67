"""Europe and the boards beside it: what is dealt, what is kept, and what is worth how much."""

import pytest

from tests.support.boards.europe import bag, board, claim, held
from tests.support.boards.italy_iberia import Json, hand, play, position, refused, started
from ttr_core import Code, legal_commands, score
from ttr_core.engine.networks import ticket_points
from ttr_core.engine.shared_slices import TicketChoices, ticket_choice
from ttr_core.model.commands import ClaimRoute, TakeCard
from ttr_core.model.events import TicketDeckRemoved, TicketsOffered
from ttr_core.model.ids import DeckName, RouteId


def keep(seat: int, *tickets: str) -> Json:
    return {"type": "keep_tickets", "seat": seat, "tickets": tickets}


# Europe


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_one_long_and_three_short_tickets_are_dealt(players: int) -> None:
    ruleset = board("europe", players)
    events, state = started(ruleset)
    offers = [event for event in events if isinstance(event, TicketsOffered)]
    assert [event.decks for event in offers] == [("long", "short", "short", "short")] * players
    assert {(event.at_least, event.at_most) for event in offers} == {(2, 4)}
    assert [event for event in events if isinstance(event, TicketDeckRemoved)] == [
        TicketDeckRemoved(deck=offers[0].decks[0], count=6 - players)
    ]
    assert {name: len(deck) for name, deck in state.ticket_decks.items()} == {
        "short": 40 - 3 * players,
        "long": 0,
    }
    assert all((sum(seat.hand), seat.trains) == (4, 45) for seat in state.seats)
    assert len(state.deck) - state.drawn == 110 - 4 * players - 5


def test_refused_first_tickets_leave_the_game() -> None:
    ruleset = board("europe")
    _, state = started(ruleset)
    kept = [choice.offer[:2] for choice in state.slice(TicketChoices).by_seat]  # the long one and a short one
    _, after = play(ruleset, state, keep(0, *kept[0]), keep(1, *kept[1]))
    assert [seat.tickets for seat in after.seats] == kept
    assert after.ticket_decks == state.ticket_decks
    refused(ruleset, state, keep(0, kept[0][0]), Code.WRONG_NUMBER_OF_TICKETS, at_least=2, at_most=4)


def test_the_long_ticket_may_be_refused() -> None:
    ruleset = board("europe")
    _, state = started(ruleset)
    _, after = play(ruleset, state, keep(0, *ticket_choice(state, 0).offer[2:]))
    assert ticket_choice(after, 0).chosen == ticket_choice(state, 0).offer[2:]


def test_in_play_three_short_tickets_are_drawn_and_the_rest_go_under_the_deck() -> None:
    ruleset = board("europe")
    state = position(ruleset)
    deck = state.ticket_decks[DeckName("short")]
    _, looking = play(ruleset, state, {"type": "draw_tickets", "seat": 0})
    assert ticket_choice(looking, 0).offer == deck[:3]
    _, after = play(ruleset, looking, keep(0, deck[1]))
    assert after.ticket_decks[DeckName("short")] == (*deck[3:], deck[0], deck[2])


@pytest.mark.parametrize(
    ("route", "cards", "points"),
    [
        ("amsterdam--bruxelles", "1black", 1),
        ("berlin--wien", "3green", 4),
        ("athina--brindisi", "3red 1locomotive", 7),
        ("palermo--smyrna", "4red 2locomotive", 15),
        ("petrograd--stockholm", "8red", 21),
    ],
)
def test_points_by_length(route: str, cards: str, points: int) -> None:
    ruleset = board("europe")
    state = position(ruleset, seats=[held(cards)], deck=list(bag("3pink")))
    _, after = play(ruleset, state, claim(route, cards))
    assert after.seats[0].points == points


def test_ties_are_broken_by_tickets_then_stations_then_the_longest_path() -> None:
    assert board("europe").board.tie_breaks == ("tickets_completed", "-stations_built", "longest_path")


@pytest.mark.parametrize(
    ("preset", "dealt", "at_least", "drawn"),
    [
        ("base", {"long": 1, "short": 3}, 2, 3),
        ("1912", {"long": 1, "short": 3}, 2, 3),
        ("mega", {"long": 2, "short": 5}, 3, 3),
        ("big_cities", {"short": 5}, 2, 4),
    ],
)
def test_presets_of_tickets(preset: str, dealt: dict[str, int], at_least: int, drawn: int) -> None:
    ruleset = board("europe", 3, tickets=preset)
    events, state = started(ruleset)
    offer = next(event for event in events if isinstance(event, TicketsOffered))
    assert {name: offer.decks.count(name) for name in offer.decks} == dealt
    assert offer.at_least == at_least
    _, after = play(ruleset, state, *(keep(seat, *ticket_choice(state, seat).offer) for seat in range(3)))
    first = after.phase.waiting[0]
    _, looking = play(ruleset, after, {"type": "draw_tickets", "seat": first})
    assert len(ticket_choice(looking, first).offer) == drawn


# Nordic countries and Switzerland


@pytest.mark.parametrize("name", ["nordic", "switzerland"])
def test_face_up_locomotives_are_ordinary_cards_and_never_swept(name: str) -> None:
    ruleset = board(name)
    state = position(ruleset, market=list(bag("4locomotive 1red")), deck=list(bag("3locomotive")))
    take = {"type": "take_card", "seat": 0, "card": "locomotive"}
    _, second = play(ruleset, state, take)
    assert TakeCard(seat=0, card=bag("1locomotive")[0]) in legal_commands(ruleset, second, 0)
    _, after = play(ruleset, second, take)
    assert hand(ruleset, after, 0) == {"locomotive": 2}
    assert after.market == bag("4locomotive 1red")


@pytest.mark.parametrize(
    ("name", "route"), [("nordic", "boden--kiruna--1"), ("switzerland", "bern--fribourg--1")]
)
def test_locomotives_stay_off_ordinary_routes(name: str, route: str) -> None:
    ruleset = board(name)
    state = position(ruleset, seats=[held("9locomotive 9black 9orange")])
    listed = [c for c in legal_commands(ruleset, state, 0) if isinstance(c, ClaimRoute) and c.route == route]
    assert listed
    assert not [c for c in listed if "locomotive" in c.cards]


@pytest.mark.parametrize("name", ["nordic", "switzerland"])
@pytest.mark.parametrize("players", [2, 3])
def test_five_tickets_are_dealt_and_all_refused_ones_are_out(name: str, players: int) -> None:
    ruleset = board(name, players)
    _, state = started(ruleset)
    assert [(len(one.offer), one.at_least) for one in state.slice(TicketChoices).by_seat] == [
        (5, 2)
    ] * players
    commands = [keep(seat, *ticket_choice(state, seat).offer[:2]) for seat in range(players)]
    _, after = play(ruleset, state, *commands, {"type": "draw_tickets", "seat": 0})
    _, kept = play(ruleset, after, keep(0, ticket_choice(after, 0).offer[0]))
    assert [len(deck) for deck in kept.ticket_decks.values()] == [46 - 5 * players - 3]
    assert all(seat.trains == 40 for seat in kept.seats)


@pytest.mark.parametrize(("players", "open_"), [(2, False), (3, True)])
def test_with_three_players_both_tracks_are_open(players: int, open_: bool) -> None:
    for name, track in (("nordic", "boden--kiruna--2"), ("switzerland", "bern--fribourg--2")):
        ruleset = board(name, players)
        seats: list[Json] = [{}, {"routes": [track.replace("--2", "--1")]}]
        state = position(ruleset, seats=seats)
        assert (not state.closed >> ruleset.route_index[RouteId(track)] & 1) == open_


@pytest.mark.parametrize(("parallel", "open_"), [("doubles", False), ("apart", True)])
def test_nordic_tracks_drawn_apart(parallel: str, open_: bool) -> None:
    ruleset = board("nordic", 2, parallel=parallel)
    state = position(ruleset, seats=[{"routes": ["kristiansand--stavanger--1"]}])
    other = ruleset.route_index[RouteId("kristiansand--stavanger--2")]
    assert (not (state.closed | state.seats[0].barred) >> other & 1) == open_


def test_nordic_pays_the_globetrotter_and_uses_the_longest_path_for_ties_only() -> None:
    ruleset = board("nordic")
    seats: list[Json] = [
        {"routes": ["alborg--arhus"], "trains": 39},
        {"routes": ["arhus--kobenhavn"], "tickets": []},
    ]
    sheet = score(ruleset, position(ruleset, seats=seats))
    assert [{line.reason for line in seat.lines} for seat in sheet.seats] == [{"routes", "tickets"}] * 2
    assert sheet.tie_breaks == ("tickets_completed", "longest_path")
    longer: Json = {"routes": ["lieksa--murmansk"], "tickets": []}
    assert score(ruleset, position(ruleset, seats=[longer])).seats[0].total == 27


# Switzerland's countries


def swiss(routes: list[str], *tickets: str) -> list[int]:
    ruleset = board("switzerland")
    state = position(ruleset, seats=[{"routes": routes, "tickets": tickets}])
    return [points for _, points in ticket_points(ruleset, state, 0)]


TO_AUSTRIA = [
    *("bellinzona--lugano--1", "bellinzona--wassen--1", "chur--wassen", "chur--sargans"),
    *("sargans--vaduz", "osterreich_vaduz--vaduz"),
]


def test_the_best_country_that_is_reached_counts() -> None:
    """From Lugano to Italy 2, to Austria 13; a miss costs only the smallest value."""
    assert swiss([], "lugano--countries") == [-2]
    assert swiss(["italia_lugano--lugano"], "lugano--countries") == [2]
    assert swiss(TO_AUSTRIA, "lugano--countries") == [13]
    assert swiss(["italia_lugano--lugano", *TO_AUSTRIA], "lugano--countries", "italia--countries--1") == [
        13,
        6,
    ]


def test_a_country_is_reached_by_any_of_its_crossings() -> None:
    by_basel = ["delemont--france_delemont", "basel--delemont", "basel--deutschland_basel"]
    assert swiss(by_basel, "france--countries--1", "deutschland--countries--2") == [5, 5]


def test_two_crossings_into_one_country_are_not_connected_there() -> None:
    """Basel and St. Gallen both touch Germany, and are still not connected."""
    assert swiss(["basel--deutschland_basel", "deutschland_st_gallen--st_gallen"], "basel--st_gallen") == [-8]


# India


def test_india_deals_four_tickets_of_which_two_are_kept() -> None:
    ruleset = board("india", 4)
    _, state = started(ruleset)
    assert [(len(one.offer), one.at_least) for one in state.slice(TicketChoices).by_seat] == [(4, 2)] * 4
    commands = [keep(seat, *ticket_choice(state, seat).offer[:2]) for seat in range(4)]
    _, after = play(ruleset, state, *commands)
    # refused ones are under the deck
    assert [len(deck) for deck in after.ticket_decks.values()] == [58 - 2 * 4]


@pytest.mark.parametrize(("players", "open_"), [(2, False), (3, False), (4, True)])
def test_india_opens_second_tracks_to_four_players(players: int, open_: bool) -> None:
    ruleset = board("india", players)
    state = position(ruleset, seats=[{}, {"routes": ["agra--bhopal--1"]}])
    assert (not state.closed >> ruleset.route_index[RouteId("agra--bhopal--2")] & 1) == open_
