"""Search: its playouts keep the game's accounts, its choices repeat, and its budget is kept."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import inf

import pytest
from msgspec.structs import replace

from tests.support.boards.every_board import PLAYABLE, Case, player_numbers, ruleset_of
from tests.support.checks.invariants import cards_on_the_table, tickets_on_the_table
from tests.support.whole_games.played_games import Plan, Record, Step, play
from ttr_core import State, score, start_game, view
from ttr_core.bots.policy import Dice, Situation, situation_of
from ttr_core.bots.search.beliefs import Beliefs, ticket_weights
from ttr_core.bots.search.compact_board import SPECIAL, Track, compact
from ttr_core.bots.search.playout import Player, Playout, Promises, prices_of
from ttr_core.bots.search.search_bot import Search, Trial, choose_search, compare, judge
from ttr_core.model.commands import Pass, TakeCard
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId
from ttr_core.model.state import route_set
from ttr_core.rules.variants.festivals import ChoosingFestival

FEWEST = [Case(board, player_numbers(board)[0]) for board in PLAYABLE]
CROWDED = [Case("usa", 5), Case("world-light", 7)]
SMALL = 8  # playouts

on_every_board = pytest.mark.parametrize("case", FEWEST, ids=str)
with_few_and_many = pytest.mark.parametrize("case", [*FEWEST, *CROWDED], ids=str)


@cache
def played(case: Case) -> Record:
    return play(Plan(case, 11, ("builds", "any")), ruleset_of(case))


def of_each_phase(record: Record) -> Iterator[tuple[int, Step]]:
    """Steps from positions that ask somebody to choose, one in the middle of each phase."""
    by_phase: dict[str, list[tuple[int, Step]]] = {}
    for number, step in enumerate(record.steps):
        if step.before.phase.waiting:
            by_phase.setdefault(step.before.phase.name, []).append((number, step))
    yield from (steps[len(steps) // 2] for steps in by_phase.values())


def situation(record: Record, number: int, budget: int = SMALL) -> Situation:
    state = record.steps[number].before
    events = [event for step in record.steps[:number] for event in step.events]
    seat = state.phase.waiting[0]
    return situation_of(record.ruleset, state, seat, Dice(5), lambda: events, budget)


def cards(playout: Playout) -> Counter[int]:
    counts = Counter([*playout.market, *playout.deck])
    for held in (playout.discard, *(player.hand for player in playout.players)):
        assert min(held) >= 0
        counts.update(dict(enumerate(held)))
    return counts


@on_every_board
def test_playouts_lose_neither_cards_nor_trains(case: Case) -> None:
    record = played(case)
    ruleset = record.ruleset
    turns = [step.before for step in record.steps if step.before.phase.name == "playing_turn"]
    for state in turns[:: len(turns) // 4]:
        playout = Playout(compact(ruleset), state, Dice(3))
        before = cards(playout)
        for seat in range(case.players):
            playout.prepare(seat)
        playout.play()
        assert cards(playout) == before
        for held, player in zip(state.seats, playout.players, strict=True):
            fresh = player.own & ~held.routes
            laid = [trains for number, trains in enumerate(ruleset.trains) if fresh >> number & 1]
            points = [points for number, points in enumerate(ruleset.points) if fresh >> number & 1]
            assert player.own & held.routes == held.routes
            assert player.trains == held.trains - sum(laid) >= 0
            assert player.points == sum(points)


def table_of(case: Case, deal: int = 1) -> State:
    """The first turn of a game, everybody with the first tickets that they may keep."""
    game = start_game(ruleset_of(case), deal.to_bytes(32, "big"))
    while game.state.phase.name != "playing_turn":
        (seat, *_) = game.state.phase.waiting
        game.do(game.legal(seat)[0])
    return game.state


def playout_of(case: Case, state: State, promises: Promises | None = None) -> Playout:
    playout = Playout(compact(ruleset_of(case)), state, Dice(3))
    for seat in range(case.players):
        if promises:
            playout.promise(seat, promises)
        playout.prepare(seat)
    return playout


@on_every_board
def test_who_has_connected_their_tickets_draws_others(case: Case) -> None:
    """As people and bots do: playouts without it end long before the games that they stand for."""
    state = table_of(case)
    idle = tuple(replace(seat, tickets=()) for seat in state.seats)
    playout = playout_of(case, replace(state, seats=idle))
    playout.play()
    drawn = [ticket for player in playout.players for ticket in player.tickets]
    assert drawn
    assert len(set(drawn)) == len(drawn)


def test_what_rules_promise_for_a_claim_counts_at_the_end() -> None:
    case = Case("usa", 2)
    board, state = compact(ruleset_of(case)), table_of(case)
    promises = Promises([2.5] * len(board.tracks), board.points, prices_of(board, board.points))
    playout = playout_of(case, state, promises)
    playout.play()
    claims = [player.own.bit_count() for player in playout.players]
    without = playout_of(case, state)
    without.play()
    assert [player.own for player in without.players] == [player.own for player in playout.players]
    gains = [more - less for more, less in zip(playout.totals(), without.totals(), strict=True)]
    assert gains == [2.5 * count for count in claims]


def test_cards_of_other_kinds_pay_for_a_part_of_a_route() -> None:
    """A ferry card covers two spaces with a wave; who holds one needs two train cards less."""
    case = Case("italy", 2)
    ruleset, state = ruleset_of(case), table_of(case)
    track = compact(ruleset).tracks[ruleset.route_index[RouteId("catania--reggio_calabria")]]
    assert (track.length, track.special, track.fewest) == (1 + SPECIAL, 1, 0)

    def cost(ferries: int) -> float:
        hand = list(state.seats[0].hand)
        hand[-1] = ferries
        seats = (replace(state.seats[0], hand=tuple(hand)), *state.seats[1:])
        playout = Playout(compact(ruleset), replace(state, seats=seats), Dice(3))
        return playout.costs(playout.players[0])[track.number]

    assert cost(1) < cost(0)


@on_every_board
def test_a_route_costs_its_turns_and_missing_cards_less_what_it_is_worth(case: Case) -> None:
    """The prices that are looked up are those of the formula, from the first turn of a game to its end."""
    looked_up, calls = Playout.costs, 0

    def costs(self: Playout, player: Player) -> list[float]:
        nonlocal calls
        calls += 1
        prices = looked_up(self, player)
        assert prices == [_cost(self, player, track) for track in self.board.tracks]
        return prices

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Playout, "costs", costs)
        for deal in range(4):
            playout_of(case, table_of(case, deal)).play()
    assert calls > 4 * case.players  # in the course of the games, too


def _cost(playout: Playout, player: Player, track: Track) -> float:
    if player.own & track.bit:
        return 0.0
    shut = (playout.closed | player.barred) & track.bit
    if shut or track.trains > player.trains or not track.colours:
        return inf
    missing = track.length - (max(player.hand[:-1]) if track.colour < 0 else player.hand[track.colour])
    missing += max(track.fewest - player.hand[-1], 0) - SPECIAL * min(track.special, player.special)
    return max(4.0 * (1 + max(missing, 0) / 2) - player.worths[track.number], 2.0)


def test_a_locomotive_that_no_route_demands_stays_in_the_market() -> None:
    """It would cost the whole turn, in which two cards can be drawn from the deck."""
    case = Case("usa", 2)
    state = table_of(case)
    hand = tuple([0] * len(state.seats[0].hand))
    market = (LOCOMOTIVE, LOCOMOTIVE, *state.market[2:])
    seats = (replace(state.seats[0], hand=hand), *state.seats[1:])
    playout = playout_of(case, replace(state, seats=seats, market=market))
    playout.players[0].targets = []  # so that no card of the market is of use
    assert playout._draw(playout.players[0], 2)
    assert sum(playout.players[0].hand) == 2
    assert playout.market[:2] == [playout.board.locomotive] * 2


@on_every_board
def test_a_plan_before_the_first_turn_is_the_better_one_of_two_orders(case: Case) -> None:
    playout = playout_of(case, table_of(case))
    for player in playout.players:
        player.pending = player.tickets
        falling = sorted(player.tickets, key=playout.board.value.__getitem__, reverse=True)
        costs = playout.costs(player)
        networks = [playout._network(player, order, costs) for order in (falling, falling[::-1])]
        targets = playout._connections(player)
        assert targets == max(networks, key=lambda network: network.gain).targets


def trial(*leads: int) -> Trial:
    """A command that was tried in as many games."""
    trial = Trial(Pass(seat=0))
    for lead in leads:
        trial.count([float(lead), 0.0], 0)
    return trial


def test_points_count_as_lost_only_as_far_as_they_are_hardly_chance() -> None:
    played = trial(*[0, 10, 20, 30] * 4)
    assert trial(*[7, 17, 27, 37] * 4).points_over(played) == 7, "always better"
    assert trial(*[-60, 90, -30, 80] * 4).points_over(played) <= 0, "better on average, now and then"
    assert 0 < trial(*[0, 10, 60, 30] * 4).points_over(played) < 10, "much better in one of four"
    assert Trial(Pass(seat=0)).points_over(Trial(Pass(seat=0))) == 0, "never tried"


def test_a_command_is_preferred_to_the_favourite_only_if_that_is_no_chance() -> None:
    favourite = trial(*[0, 10, 20, 30] * 4)
    assert favourite.gain(favourite) == 0
    assert trial(*[5, 15, 25, 35] * 4).gain(favourite) > 0, "always better"
    assert trial(*[-40, 70, -10, 40] * 4).gain(favourite) < 0, "better on average, now and then"
    assert trial(*[0, 10, 20, 31] * 4).gain(favourite) < 0, "hardly better"
    assert trial(*[5, 15, 25, 35] * 4).gain(favourite, 6.0) < 0, (
        "better, but less than long playouts can tell"
    )


def test_the_longer_playouts_are_the_more_a_command_must_bring() -> None:
    def prior(case: Case) -> float:
        record = played(case)
        number = next(n for n, step in enumerate(record.steps) if step.before.phase.name == "playing_turn")
        first_turn = situation(record, number)
        search = Search(first_turn)
        search.run(first_turn.legal[:2])
        return search._prior

    assert prior(Case("usa", 2)) == prior(Case("europe", 2)) < prior(Case("world-light", 3))


@on_every_board
def test_a_finished_game_scores_as_the_engine_counts_it(case: Case) -> None:
    record = played(case)
    final = next(step.before for step in record.steps if step.before.phase.name == "ended")
    playout = Playout(compact(record.ruleset), final, Dice(3))
    playout.play()
    assert playout.totals() == [seat.total for seat in score(record.ruleset, final).seats]


@with_few_and_many
def test_it_judges_legal_commands_in_every_phase(case: Case) -> None:
    record = played(case)
    for number, _ in of_each_phase(record):
        before = situation(record, number)
        judgements = judge(before)
        assert len({judgement.command for judgement in judgements}) == len(judgements)
        assert {judgement.command for judgement in judgements} <= set(before.legal)
        assert before.best == judgements[0].command
        assert all(0 <= judgement.chance <= 1 for judgement in judgements)


def test_any_two_commands_can_be_compared() -> None:
    """Also two of a rule's own type, of which a judgement has only the better one; each festival brings six points."""
    record = played(Case("iberia", 2))
    number = next(
        number
        for number, step in enumerate(record.steps)
        if isinstance(step.before.phase, ChoosingFestival) and len(step.before.phase.festivals) == 2
    )
    first, second, neither = situation(record, number).legal
    for other, gain in ((second, 0), (neither, 6)):
        judged = compare(situation(record, number), (first, other))
        points = {judgement.command: judgement.points for judgement in judged}
        assert points[first] - points[other] == pytest.approx(gain)


@on_every_board
def test_the_same_dice_judge_the_same(case: Case) -> None:
    record = played(case)
    for number, _ in of_each_phase(record):
        first, again = (judge(situation(record, number)) for _ in range(2))
        assert first == again


@pytest.mark.parametrize("budget", [0, 1, 7, 60])
def test_it_keeps_its_budget(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    games = 0
    play_on = Playout.play

    def counted(playout: Playout) -> None:
        nonlocal games
        games += 1
        play_on(playout)

    monkeypatch.setattr(Playout, "play", counted)
    record = played(Case("usa", 2))
    for number, _ in of_each_phase(record):
        games = 0
        before = situation(record, number, budget)
        assert choose_search(before) in before.legal
        assert games <= budget


@on_every_board
def test_imagined_games_fit_what_the_seat_knows(case: Case) -> None:
    """Rivals hold what they were seen to take, and to the seat everything looks as it does."""
    record = played(case)
    for number, step in of_each_phase(record):
        before, seat = situation(record, number), step.before.phase.waiting[0]
        beliefs = Beliefs(record.ruleset, seat, before.view, before.events)
        for chance in range(3):
            state = beliefs.imagine(Dice(chance))
            assert view(record.ruleset, state, seat) == before.view
            assert cards_on_the_table(record.ruleset, state) == cards_on_the_table(
                record.ruleset, step.before
            )
            tickets = Counter(tickets_on_the_table(record.ruleset, state))
            assert set(tickets.values()) <= {1}


def test_rivals_hold_the_cards_they_were_seen_to_take() -> None:
    game = start_game(ruleset_of(Case("usa", 2)), bytes(32))
    for seat in (0, 1):
        game.do(game.legal(seat)[0])
    (rival,) = game.state.phase.waiting
    taken = Counter[Card]()
    for _ in range(2):
        card = next(command for command in game.legal(rival) if isinstance(command, TakeCard))
        game.do(card)
        taken[card.card] += 1
    before = game.situation(1 - rival, Dice(1))
    beliefs, index = Beliefs(game.ruleset, 1 - rival, before.view, before.events), game.ruleset.card_index
    for chance in range(20):
        hand = beliefs.imagine(Dice(chance)).seats[rival].hand
        assert all(hand[index[card]] >= count for card, count in taken.items())


def test_rivals_more_likely_hold_tickets_whose_way_they_have_built() -> None:
    ruleset = ruleset_of(Case("usa", 2))
    routes = ["calgary--seattle", "calgary--helena", "helena--salt_lake_city"]
    own = route_set(ruleset.route_index[RouteId(route)] for route in routes if route in ruleset.route_index)
    weights = ticket_weights(compact(ruleset), own, own, list(ruleset.deck_of))
    assert max(weights, key=weights.__getitem__) == "calgary--salt_lake_city"
