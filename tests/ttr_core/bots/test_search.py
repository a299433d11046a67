"""Search: its playouts keep the game's accounts, its choices repeat, and its budget is kept."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from tests.support.boards.every_board import PLAYABLE, Case, player_numbers, ruleset_of
from tests.support.checks.invariants import cards_on_the_table, tickets_on_the_table
from tests.support.whole_games.played_games import Plan, Record, Step, play
from ttr_core import score, start_game, view
from ttr_core.bots.policy import Dice, Situation, situation_of
from ttr_core.bots.search.beliefs import Beliefs, ticket_weights
from ttr_core.bots.search.compact_board import compact
from ttr_core.bots.search.playout import Playout
from ttr_core.bots.search.search_bot import choose_search, judge
from ttr_core.model.commands import TakeCard
from ttr_core.model.ids import Card, RouteId
from ttr_core.model.state import route_set

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
