"""[002] Autour du monde: the table by number of players cell by cell, the three decks, ties, and whole games."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from tests.support.boards.every_board import Case, cases_of
from tests.support.boards.world import DENSE, LIGHT, PLAYERS, WORLDS, bag, owning, world
from tests.support.checks.invariants import check_invariants
from tests.support.positions.positions import Given, GivenSeat, build
from tests.support.whole_games.played_games import Plan, play
from ttr_core import Code, Ruleset, RuleViolation, State, legal_commands, replay, score
from ttr_core.bots.policy import Dice
from ttr_core.engine.engine import advance
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.shared_slices import TicketChoices, ticket_choice
from ttr_core.game import start_game
from ttr_core.model.commands import ClaimRoute, Command, DrawCard, DrawTickets, KeepTickets, TakeCard
from ttr_core.model.events import MarketFlushed, TicketsOffered
from ttr_core.model.ids import LOCOMOTIVE, CityId, DeckName, RouteId, TicketId
from ttr_core.rules.base.globetrotter import Globetrotter
from ttr_core.rules.base.longest_path import LongestPath
from ttr_core.rules.base.routes import Routes
from ttr_core.rules.base.tickets import Deal, Tickets
from ttr_core.rules.base.train_cards import TrainCards
from ttr_core.rules.variants.bonuses.world_tour import WorldTour
from ttr_core.rules.variants.coloured_locomotives import ColouredLocomotives
from ttr_core.rules.variants.polar import PolarExploration
from ttr_core.rules.variants.stations.stations import BuildStation, StationCode, Stations
from ttr_core.rules.variants.tunnels import WorldTunnels

RANDOM = SeededRandomness(bytes(32), ())
NORMAL = "bresil--perou"  # 3 yellow, neither ferry nor tunnel
FERRY = "bresil--senegal"  # 4 gray, two of them locomotives
TUNNEL = "france--italie"  # 1 red


class Cell(NamedTuple):
    """One row of the table: where a ruleset has it, and what it is for 3, 4, 5, 6 and 7 players."""

    name: str
    read: Callable[[Ruleset], Any]  # a number, a word, a pair: whatever the row holds
    row: tuple[Any, ...]


def points_of(module: str, settings: type[Any]) -> Callable[[Ruleset], int]:
    """What the bonus is worth; nothing where the rule is not in use."""

    def read(ruleset: Ruleset) -> int:
        named = {rule.name for rule in ruleset.modules}
        return int(ruleset.setting(settings).points) if module in named else 0

    return read


def in_use(ruleset: Ruleset, module: str) -> bool:
    return module in {rule.name for rule in ruleset.modules}


def start(ruleset: Ruleset) -> Deal:
    deal = ruleset.setting(Tickets).start
    assert deal is not None
    return deal


def draw(ruleset: Ruleset) -> Deal:
    return ruleset.setting(Tickets).draw


TABLE = (
    Cell("trains", lambda r: r.board.trains, (55, 55, 50, 45, 40)),
    Cell("hand", lambda r: r.setting(TrainCards).hand, (4, 5, 5, 6, 6)),
    Cell("long tickets dealt", lambda r: start(r).deal[DeckName("long")], (3, 2, 2, 2, 1)),
    Cell("medium tickets dealt", lambda r: start(r).deal[DeckName("medium")], (2, 2, 2, 1, 2)),
    Cell("short tickets dealt", lambda r: start(r).deal.get(DeckName("short"), 0), (0,) * 5),
    Cell("kept at least at the start", lambda r: start(r).keep_at_least, (2, 2, 2, 2, 1)),
    Cell("kept at most at the start", lambda r: start(r).keep_at_most, (4, 4, 4, 3, 3)),
    Cell("drawn in play", lambda r: dict(draw(r).deal), ({"long": 1, "medium": 1, "short": 1},) * 5),
    Cell("kept at least in play", lambda r: draw(r).keep_at_least, (1,) * 5),
    Cell("kept at most in play", lambda r: draw(r).keep_at_most, (2, 3, 2, 2, 1)),
    Cell("rejects in play", lambda r: draw(r).rejects, ("out", "out", "under", "under", "under")),
    Cell("rejects at the start", lambda r: start(r).rejects, ("out", "out", "under", "under", "under")),
    Cell(
        "a locomotive is a whole turn",
        lambda r: r.setting(TrainCards).locomotive_is_whole_turn,
        (False, True, True, True, False),
    ),
    Cell("market flushed at", lambda r: r.setting(TrainCards).flush_at, (None, None, 3, 3, 3)),
    Cell("stations", lambda r: r.setting(Stations).each, (0, 1, 1, 2, 3)),
    Cell(
        "locomotives only on",
        lambda r: r.setting(Routes).wild_on,
        (("locomotives", "tunnel"), None, None, None, None),
    ),
    Cell(
        "coloured locomotives", lambda r: in_use(r, "coloured_locomotives"), (False, False, True, True, True)
    ),
    Cell("coloured ones in tunnels", lambda r: r.setting(WorldTunnels).wagons, (0, 0, 3, 3, 3)),
    Cell("tracks", lambda r: r.setting(Routes).tracks, (1, 2, 2, 2, 3)),
    Cell("longest train", points_of("longest_path", LongestPath), (0, 0, 10, 10, 10)),
    Cell("completed tickets", points_of("globetrotter", Globetrotter), (15,) * 5),
    Cell("world tour", points_of("world_tour", WorldTour), (0, 30, 30, 30, 30)),
    Cell("polar exploration", points_of("polar_exploration", PolarExploration), (0, 0, 30, 30, 30)),
)


@pytest.mark.parametrize("poles", ["routes", "stations"])
@pytest.mark.parametrize("board", WORLDS)
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("cell", TABLE, ids=[cell.name for cell in TABLE])
def test_the_table_by_number_of_players(cell: Cell, players: int, board: str, poles: str) -> None:
    assert cell.read(world(players, board, poles)) == cell.row[PLAYERS.index(players)]


@pytest.mark.parametrize("board", WORLDS)
def test_both_boards_are_for_three_to_seven(board: str) -> None:
    """The table recommends a board; it forbids none."""
    assert [case.players for case in cases_of(board) if not case.options] == [3, 4, 5, 6, 7]
    assert len(world(7, board).board.player_colours) >= 7


def test_three_wagons_are_a_coloured_locomotive_and_the_deck_is_that_of_the_base_game() -> None:
    ruleset = world(7, DENSE)
    assert ruleset.setting(ColouredLocomotives).wagons == 3
    assert (len(ruleset.train_cards), ruleset.train_cards.count(LOCOMOTIVE)) == (110, 14)


# ------------------------------------------------------------------------------------------- the table at play


@pytest.mark.parametrize("board", WORLDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deal(board: str, players: int) -> None:
    ruleset = world(players, board)
    game = start_game(ruleset, bytes(32))
    hand, deal = ruleset.setting(TrainCards).hand, start(ruleset)
    decks = [name for name, count in deal.deal.items() for _ in range(count)]
    for seat in game.state.seats:
        assert (sum(seat.hand), seat.trains) == (hand, ruleset.board.trains)
    for choice in game.state.slice(TicketChoices).by_seat:
        assert [ruleset.deck_of[ticket] for ticket in choice.offer] == decks
        assert (choice.at_least, choice.at_most) == (deal.keep_at_least, deal.keep_at_most)
    left = {str(name): len(tickets) for name, tickets in game.state.ticket_decks.items()}
    dealt = {str(name): players * count for name, count in deal.deal.items()}
    assert left == {"long": 14 - dealt["long"], "medium": 24 - dealt["medium"], "short": 10}


@pytest.mark.parametrize("players", PLAYERS)
def test_rejects_return_under_their_deck_from_five_players(players: int) -> None:
    ruleset = world(players)
    game = start_game(ruleset, bytes(32))
    before = game.state.ticket_decks
    rejected: list[TicketId] = []
    for seat in range(players):
        choice = ticket_choice(game.state, seat)
        offer, least = choice.offer, choice.at_least
        rejected += offer[least:]
        game.do(KeepTickets(seat=seat, tickets=offer[:least]))
    for name, deck in game.state.ticket_decks.items():
        back = [ticket for ticket in rejected if ruleset.deck_of[ticket] == name]
        assert deck[: len(before[name])] == before[name]
        assert list(deck[len(before[name]) :]) == (back if players >= 5 else [])


def taking(ruleset: Ruleset, *market: str) -> State:
    return build(ruleset, Given(market=tuple(bag(**dict.fromkeys([card], 1))[0] for card in market)))


@pytest.mark.parametrize(("players", "whole"), [(3, False), (4, True), (5, True), (6, True), (7, False)])
def test_a_face_up_locomotive_takes_the_whole_turn_or_does_not(players: int, whole: bool) -> None:
    ruleset = world(players)
    state = taking(ruleset, "locomotive", "locomotive", "red", "blue", "green")
    _, after = advance(ruleset, state, TakeCard(seat=0, card=LOCOMOTIVE), RANDOM)
    assert after.phase.waiting == ((1,) if whole else (0,))
    if not whole:
        _, after = advance(ruleset, after, TakeCard(seat=0, card=LOCOMOTIVE), RANDOM)
        assert after.phase.waiting == (1,)
        assert after.seats[0].hand[-1] == 2


@pytest.mark.parametrize("players", PLAYERS)
def test_a_locomotive_as_second_card(players: int) -> None:
    ruleset = world(players)
    state = taking(ruleset, "locomotive", "red", "blue", "green", "pink")
    _, after = advance(ruleset, state, DrawCard(seat=0), RANDOM)
    listed = TakeCard(seat=0, card=LOCOMOTIVE) in legal_commands(ruleset, after, 0)
    assert listed == (players in {3, 7})


@pytest.mark.parametrize("players", PLAYERS)
def test_three_locomotives_are_swept_away_from_five_players(players: int) -> None:
    ruleset = world(players)
    state = taking(ruleset, "locomotive", "locomotive", "red", "blue", "green")
    deck = (LOCOMOTIVE, *(card for card in state.deck if card != LOCOMOTIVE), *[LOCOMOTIVE] * 11)
    state = replace(state, deck=deck)
    events, after = advance(ruleset, state, TakeCard(seat=0, card=bag(red=1)[0]), RANDOM)
    flushed = [event for event in events if isinstance(event, MarketFlushed)]
    assert len(flushed) == (1 if players >= 5 else 0)
    assert after.market.count(LOCOMOTIVE) == (0 if players >= 5 else 3)


@pytest.mark.parametrize("players", PLAYERS)
def test_so_many_stations_may_be_built(players: int) -> None:
    ruleset = world(players)
    each = {3: 0, 4: 1, 5: 1, 6: 2, 7: 3}[players]
    for built in range(each + 1):
        sites = [{"city": city, "seat": 0} for city in ("france", "chine", "bresil")[:built]]
        seat = GivenSeat(hand={"red": 4})
        state = build(ruleset, Given(seats=(seat,), rules={"stations": {"built": sites}}))
        prices = {
            len(command.cards)
            for command in legal_commands(ruleset, state, 0)
            if isinstance(command, BuildStation)
        }
        assert prices == ({built + 1} if built < each else set())
        sheet = score(ruleset, state)
        lines = {line.reason: line.points for line in sheet.seats[0].lines}
        assert lines.get("stations") == (4 * (each - built) if each else None)
        assert sheet.seats[0].measures[0] == -built


def test_without_stations_the_action_is_refused() -> None:
    ruleset = world(3)
    state = owning(ruleset, hand={"red": 4})
    build_one = BuildStation(seat=0, city=CityId("france"), cards=bag(red=1))
    with pytest.raises(RuleViolation) as refusal:
        advance(ruleset, state, build_one, RANDOM)
    assert refusal.value.code == StationCode.NO_STATION_LEFT


@pytest.mark.parametrize("players", PLAYERS)
def test_with_three_players_locomotives_are_for_ferries_and_tunnels(players: int) -> None:
    ruleset = world(players)
    state = owning(ruleset, hand={"yellow": 2, "red": 3, "locomotive": 6})
    locomotives: dict[str, set[int]] = {NORMAL: set(), FERRY: set(), TUNNEL: set()}
    for command in legal_commands(ruleset, state, 0):
        if isinstance(command, ClaimRoute) and command.route in locomotives and command.cards:
            locomotives[command.route].add(command.cards.count(LOCOMOTIVE))
    assert locomotives == {NORMAL: set() if players == 3 else {1, 2, 3}, FERRY: {2, 3, 4}, TUNNEL: {0, 1}}


@pytest.mark.parametrize("players", PLAYERS)
def test_a_triple_route_closes_after_so_many_tracks(players: int) -> None:
    ruleset, tracks = world(players, DENSE), {3: 1, 4: 2, 5: 2, 6: 2, 7: 3}[players]
    triple = [RouteId(f"arabie--egypte--{n}") for n in (1, 2, 3)]
    for claimed in range(4):
        seats = tuple(GivenSeat(routes=(route,)) for route in triple[:claimed])
        if claimed > tracks or claimed >= players:
            break
        state = build(ruleset, Given(seats=seats))
        free = [n for n in triple if not state.closed >> ruleset.route_index[n] & 1]
        assert free == ([] if claimed == tracks else triple[claimed:])
        if claimed:
            barred = [n for n in triple if state.seats[0].barred >> ruleset.route_index[n] & 1]
            assert barred == triple


# ------------------------------------------------------------------------------------------ the three decks


def offers(ruleset: Ruleset, **left: int) -> tuple[State, list[tuple[DeckName, ...]]]:
    """What may be drawn if only so many tickets are left in the decks."""
    decks = {name: tickets[: left.get(name, 0)] for name, tickets in ruleset.decks.items()}
    state = build(ruleset, Given(ticket_decks=decks))
    legal = legal_commands(ruleset, state, 0)
    return state, [command.decks for command in legal if isinstance(command, DrawTickets)]


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ({"long": 5, "medium": 5, "short": 5}, [()]),
        ({"long": 1, "medium": 1, "short": 1}, [()]),
        ({"medium": 5, "short": 5}, ["medium medium short", "medium short short", "medium short"]),
        ({"long": 5, "short": 1}, ["long long short", "long short"]),
        ({"short": 5}, ["short short short", "short short", "short"]),
        ({"short": 2}, ["short short", "short"]),
        ({"long": 1, "short": 1}, [()]),  # nothing to choose
        ({"short": 1}, [()]),
        ({}, []),
    ],
)
def test_another_deck_may_stand_in_for_an_empty_one(left: dict[str, int], expected: list[Any]) -> None:
    """The player chooses it, or takes fewer cards; every deck that is not empty gives its own card."""
    for players in PLAYERS:
        _, choices = offers(world(players), **left)
        assert choices == [tuple(words.split()) if words else () for words in expected]


def test_decks_are_named_in_any_order_or_not_at_all() -> None:
    ruleset, first = world(5), world(5, rules_version="1")
    state, _ = offers(ruleset, medium=5, short=5)
    named, listed = (
        DrawTickets(seat=0, decks=decks(words)) for words in ("short medium short", "medium short short")
    )
    assert advance(ruleset, state, named, RANDOM) == advance(ruleset, state, listed, RANDOM)
    refuses(first, state, named)
    refuses(ruleset, state, DrawTickets(seat=0))
    state, _ = offers(ruleset, long=1, short=1)
    usual = advance(ruleset, state, DrawTickets(seat=0), RANDOM)
    assert advance(ruleset, state, DrawTickets(seat=0, decks=decks("short long")), RANDOM) == usual
    refuses(ruleset, state, DrawTickets(seat=0, decks=decks("long")))
    refuses(ruleset, state, DrawTickets(seat=0, decks=decks("long tall")))
    assert offers(first, long=1, short=1)[1] == [decks("long short")]


def decks(words: str) -> tuple[DeckName, ...]:
    return tuple(DeckName(word) for word in words.split())


def refuses(ruleset: Ruleset, state: State, command: DrawTickets) -> None:
    with pytest.raises(RuleViolation) as refusal:
        advance(ruleset, state, command, RANDOM)
    assert refusal.value.code == "deck_choice_not_accepted"


@pytest.mark.parametrize("board", WORLDS)
def test_each_board_says_how_its_rules_are_read(board: str) -> None:
    """Polar routes beside ordinary ones, and the bonus for completed tickets."""
    statement = world(5, board).board.provenance.statement
    for text in (statement.en, statement.fr):
        assert "pol" in text
        assert "destinations réalisées" in text
        assert "15" in text
    assert "one player may own both" in statement.en


@pytest.mark.parametrize("players", PLAYERS)
def test_one_card_of_each_deck_and_so_many_are_kept(players: int) -> None:
    ruleset = world(players)
    state, _ = offers(ruleset, long=3, medium=3, short=3)
    events, after = advance(ruleset, state, DrawTickets(seat=0), RANDOM)
    (offered,) = (event for event in events if isinstance(event, TicketsOffered))
    assert offered.decks == ("long", "medium", "short")
    kept = {len(c.tickets) for c in legal_commands(ruleset, after, 0) if isinstance(c, KeepTickets)}
    assert kept == {3: {1, 2}, 4: {1, 2, 3}, 5: {1, 2}, 6: {1, 2}, 7: {1}}[players]


@pytest.mark.parametrize(("decks", "kept"), [(("short",), {1}), (("short", "short"), {1, 2})])
def test_no_more_are_kept_than_were_drawn(decks: tuple[DeckName, ...], kept: set[int]) -> None:
    ruleset = world(4)
    state, _ = offers(ruleset, short=2)
    _, after = advance(ruleset, state, DrawTickets(seat=0, decks=decks), RANDOM)
    sizes = {len(c.tickets) for c in legal_commands(ruleset, after, 0) if isinstance(c, KeepTickets)}
    assert sizes == kept
    assert len(ticket_choice(after, 0).offer) == len(decks)


@pytest.mark.parametrize(
    ("left", "decks", "code"),
    [
        ({"long": 2, "medium": 2, "short": 2}, ("long", "long", "short"), Code.DECK_CHOICE_NOT_ACCEPTED),
        ({"medium": 2, "short": 2}, (), Code.DECK_CHOICE_NOT_ACCEPTED),
        ({"medium": 2, "short": 2}, ("medium",), Code.DECK_CHOICE_NOT_ACCEPTED),
        ({"medium": 2, "short": 2}, ("medium", "medium"), Code.DECK_CHOICE_NOT_ACCEPTED),
        ({}, (), Code.NO_TICKET_LEFT),
    ],
)
def test_other_draws_are_refused(left: dict[str, int], decks: tuple[DeckName, ...], code: Code) -> None:
    ruleset = world(5)
    state, _ = offers(ruleset, **left)
    with pytest.raises(RuleViolation) as refusal:
        advance(ruleset, state, DrawTickets(seat=0, decks=decks), RANDOM)
    assert refusal.value.code == code


@pytest.mark.parametrize("players", PLAYERS)
def test_rejects_of_a_draw(players: int) -> None:
    ruleset = world(players)
    state, _ = offers(ruleset, long=2, medium=2, short=2)
    _, after = advance(ruleset, state, DrawTickets(seat=0), RANDOM)
    offer = ticket_choice(after, 0).offer
    _, after = advance(ruleset, after, KeepTickets(seat=0, tickets=offer[:1]), RANDOM)
    back = {name: deck[1:] for name, deck in after.ticket_decks.items()}
    assert after.seats[0].tickets == offer[:1]
    returned = {"long": (), "medium": offer[1:2], "short": offer[2:]}
    assert back == (returned if players >= 5 else dict.fromkeys(returned, ()))


# ----------------------------------------------------------------------------------------------------- ties


def test_ties_in_order() -> None:
    for board in WORLDS:
        for players in PLAYERS:
            assert world(players, board).board.tie_breaks == (
                "-stations_built",
                "world_tour",
                "tickets_completed",
                "longest_path",
                "ticket_points",
            )


@pytest.mark.parametrize("players", PLAYERS)
def test_the_last_tie_break_is_net_ticket_points(players: int) -> None:
    ruleset = world(players)
    mine = GivenSeat(
        routes=tuple(map(RouteId, ("chine--mongolie--1",))),
        tickets=tuple(t.id for t in ruleset.board.tickets if {t.a, t.b} == {"alaska", "congo"}),
    )
    state = build(ruleset, Given(seats=(mine,)))
    sheet = score(ruleset, state)
    assert [seat.measures[4] for seat in sheet.seats] == [-19, *[0] * (players - 1)]
    assert [seat.measures[3] for seat in sheet.seats] == [1, *[0] * (players - 1)]


# ---------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("case", [case for board in WORLDS for case in cases_of(board)], ids=str)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.soak)])
def test_random_games_end_well(case: Case, seed: int) -> None:
    """Nothing is lost, replay equals play, and what is listed is accepted."""
    record = play(Plan(case, seed, ("any", "builds", "builds long")))
    check_invariants(record)
    ruleset, dice = record.ruleset, Dice(seed)
    assert replay(ruleset, record.events) == record.final
    for _ in range(10):
        state = record.positions[dice.below(len(record.positions))]
        for seat in state.phase.waiting:
            legal = legal_commands(ruleset, state, seat)
            advance(ruleset, state, legal[dice.below(len(legal))], record.rng)


def test_games_use_what_is_new() -> None:
    """Polar routes, coloured locomotives, stations and tunnels happen in random games."""
    seen: set[str] = set()
    for seed in range(3):
        for case, habits in ((Case(LIGHT, 7), ("any", "builds")), (Case(LIGHT, 4), ("hoards", "collects"))):
            record = play(Plan(case, seed, habits))
            seen |= {word for step in record.steps for word in novelties(step.command)}
    sets = {"LaySet", "PayRest"}
    assert sets | {"polar", "BuildStation", "PayTunnel", "WithdrawTunnel"} <= seen


def novelties(command: Command) -> set[str]:
    features = {type(command).__name__}
    if isinstance(command, ClaimRoute):
        features |= {"polar"} if command.route.endswith("_pole") else set()
    return features
