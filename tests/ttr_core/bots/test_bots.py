"""Bots: they finish every game, choose only what is legal, see only their view, and greedy is worth playing."""

from dataclasses import replace
from functools import cache
from itertools import cycle, islice
from statistics import fmean

import pytest

from tests.support.boards.every_board import PLAYABLE, player_numbers
from tests.support.rules.stamps import (
    PressStamp,
    StampPressed,
    Stamps,
    StampsLeft,
    registered_stamps,
    stamp_document,
    stamp_ruleset,
    stamps,
)
from tests.support.whole_games.hasty_bots import hasty
from ttr_core import Ruleset, load_ruleset
from ttr_core.boards.board import Document, merge
from ttr_core.boards.library import whole_document
from ttr_core.bots import POLICIES, Policy
from ttr_core.bots.greedy.greedy_bot import CHOOSERS, choose_greedy
from ttr_core.bots.greedy.outlook import Outlook, explore
from ttr_core.bots.greedy.plan import make_plan
from ttr_core.bots.policy import Dice, Situation
from ttr_core.engine.views import view
from ttr_core.game import Game, play_game, start_game
from ttr_core.history.codec import command_types
from ttr_core.load import compile_ruleset
from ttr_core.model.commands import Command, SeatCommand
from ttr_core.model.events import GameScored
from ttr_core.model.ids import TicketId
from ttr_core.model.message import type_name
from ttr_core.model.scoresheet import ScoreSheet
from ttr_core.rules.registry import MODULES

# in every run two bots share a table; the soak run has each among its like, also at the largest tables, and searches
MIXED = [(("planner", "greedy"), board, player_numbers(board)[0]) for board in PLAYABLE]
RANDOM = [(("random",), board, player_numbers(board)[0]) for board in PLAYABLE]
ALIKE = [
    pytest.param((bot,), board, players, marks=pytest.mark.soak)
    for bot in POLICIES
    for board in PLAYABLE
    for fewest, *_, most in [player_numbers(board)]
    for players in (fewest, most)
    if ((bot,), board, players) not in RANDOM
]
SHORT = 15  # trains of games in which it does not matter how long they are


@cache
def ruleset_for(board: str, players: int) -> Ruleset:
    return load_ruleset(board, players)


def short(document: Document) -> Ruleset:
    return compile_ruleset(merge(document, {"trains": SHORT, "contents": {"trains": SHORT}}), 2)


def seed(number: int) -> bytes:
    return number.to_bytes(32, "big")


def sheet_of(game: Game) -> ScoreSheet:
    return next(event.sheet for event in game.events if isinstance(event, GameScored))


def only_legal(policy: Policy) -> Policy:
    def choose(situation: Situation) -> Command:
        command = policy(situation)
        assert command in situation.legal
        return command

    return choose


@pytest.mark.parametrize(("bots", "board", "players"), [*MIXED, *RANDOM, *ALIKE])
def test_every_bot_finishes_on_every_board(bots: tuple[str, ...], board: str, players: int) -> None:
    seats = islice(cycle(bots), players)
    policies = [only_legal(hasty(POLICIES[bot])) for bot in seats]
    game = play_game(ruleset_for(board, players), seed(7), policies, Dice(7))
    assert len(sheet_of(game).seats) == players


def test_the_same_dice_play_the_same_game() -> None:
    ruleset = short(whole_document("usa"))
    for policy in POLICIES.values():
        bots = [hasty(policy)] * 2
        games = [play_game(ruleset, seed(1), bots, Dice(1)).events for _ in range(2)]
        assert games[0] == games[1]


def test_greedy_beats_random_clearly() -> None:
    won = 0
    for number in range(30):
        me = number % 2
        policies = [POLICIES["greedy" if seat == me else "random"] for seat in range(2)]
        sheet = sheet_of(play_game(ruleset_for("usa", 2), seed(number), policies, Dice(number)))
        won += sheet.winners == (me,)
    assert won >= 29


def test_greedy_scores_like_a_decent_player() -> None:
    scores = []
    for number in range(6):
        game = play_game(ruleset_for("usa", 2), seed(number), [choose_greedy] * 2, Dice(0))
        scores += [seat.total for seat in sheet_of(game).seats]
    assert fmean(scores) > 95


def test_greedy_looks_only_through_its_view() -> None:
    """A view made earlier gives the same choice, so the bot reads nothing else."""
    game = start_game(ruleset_for("usa", 2), seed(3))
    seen = view(game.ruleset, game.state, 0)
    earlier = Situation(game.ruleset, 0, game.legal(0), Dice(1), see=lambda: seen, recall=tuple)
    assert choose_greedy(earlier) == choose_greedy(game.situation(0, Dice(2)))


def test_an_unknown_command_is_a_last_resort() -> None:
    class Dance(SeatCommand, frozen=True, kw_only=True):
        pass

    game = start_game(ruleset_for("usa", 2), seed(3))
    for seat in (0, 1):
        game.do(game.legal(seat)[0])
    seat = game.state.phase.waiting[0]
    situation, dances = game.situation(seat, Dice(1)), [Dance(seat=seat), Dance(seat=seat)]
    situation.legal = dances
    assert choose_greedy(situation) == dances[0]
    situation.legal = [*dances, *game.legal(seat)]
    assert not isinstance(choose_greedy(situation), Dance)


def test_the_worth_of_every_command_is_known() -> None:
    """A new command that greedy does not know works, but deserves a thought; these are what is left to do otherwise."""
    seats = {kind for kind in command_types() if issubclass(kind, SeatCommand)}
    weighed = {kind for module in MODULES.values() for kind in module.worth}
    unknown = {type_name(kind) for kind in seats - CHOOSERS.keys() - weighed if kind.answers != "no"}
    assert unknown == {"pass"}


def test_the_worth_that_a_rule_names_decides() -> None:
    """Greedy always presses the stamp with the most points, and never leaves one."""
    with registered_stamps():
        ruleset = stamp_ruleset()
        worth = {stamp.id: stamp.points for stamp in ruleset.setting(Stamps).stamps}
        chosen = list[PressStamp]()

        def watched(situation: Situation) -> Command:
            command = choose_greedy(situation)
            if stamps := [each for each in situation.legal if isinstance(each, PressStamp)]:
                assert isinstance(command, PressStamp)
                assert worth[command.stamp] == max(worth[each.stamp] for each in stamps)
                chosen.append(command)
            return command

        for number in range(3):
            play_game(ruleset, seed(number), [watched] * 2, Dice(number))
    assert len(chosen) > 5


@pytest.mark.parametrize("bot", sorted(POLICIES))
def test_a_rule_that_says_nothing_of_its_worth_is_played_to_the_end(bot: str) -> None:
    with registered_stamps(replace(stamps, worth={})):
        ruleset = short(stamp_document())
        game = play_game(ruleset, seed(4), [only_legal(hasty(POLICIES[bot]))] * 2, Dice(4))
    assert any(isinstance(event, StampPressed | StampsLeft) for event in game.events)
    assert len(sheet_of(game).seats) == 2


def test_a_plan_connects_its_tickets() -> None:
    game = start_game(ruleset_for("usa", 2), seed(3))
    outlook = Outlook(game.ruleset, view(game.ruleset, game.state, 0))
    tickets = (TicketId("boston--miami"), TicketId("denver--pittsburgh"))
    plan = make_plan(outlook, tickets)
    assert set(plan.tickets) == set(tickets)
    costs = [0.0 if number in plan.routes else 1e9 for number in range(len(game.ruleset.routes))]
    for ticket in tickets:
        starts, ((ends, _),) = game.ruleset.goals[ticket]
        assert min(explore(outlook.links, costs, starts).costs[end] for end in ends) == 0
    assert plan.trains == sum(game.ruleset.edges[route][2] for route in plan.routes)


def test_a_plan_leaves_out_what_trains_do_not_reach() -> None:
    game = start_game(ruleset_for("usa", 2), seed(3))
    outlook = Outlook(game.ruleset, view(game.ruleset, game.state, 0))
    outlook.trains = 10
    plan = make_plan(outlook, (TicketId("new_york--seattle"), TicketId("denver--el_paso")))
    assert plan.tickets == ("denver--el_paso",)
