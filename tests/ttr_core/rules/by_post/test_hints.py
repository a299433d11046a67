"""Hints: who asks for advice on their move is seen by everybody; it changes nothing else."""

import pytest

from tests.support.whole_games.by_post_games import ANN, BOB, playing
from ttr_core.audit.reconstruction import Step, retrace
from ttr_core.by_post import HintTaken, PeopleCode, TakeHint
from ttr_core.model.commands import DrawCard
from ttr_core.model.message import redact
from ttr_core.model.violations import Code, RuleViolation
from ttr_core.rules.by_post.undo import ProposeUndo


def test_everybody_sees_that_a_seat_asked() -> None:
    game = playing()
    before = game.state
    events = game.do(TakeHint(seat=ANN))
    assert events == (HintTaken(seat=ANN),)
    assert redact(events[0], BOB) == events[0]
    assert game.state == before


def test_only_the_seat_whose_move_it_is_gets_one() -> None:
    with pytest.raises(RuleViolation) as refused:
        playing().do(TakeHint(seat=BOB))
    assert refused.value.code == Code.NOT_YOUR_TURN


def test_bots_get_none() -> None:
    with pytest.raises(RuleViolation) as refused:
        playing(kinds=("bot:greedy", "human", "human")).do(TakeHint(seat=ANN))
    assert refused.value.code == PeopleCode.NOT_PRESENT


def test_a_hint_is_nothing_to_take_back() -> None:
    game = playing()
    game.do(TakeHint(seat=ANN))
    with pytest.raises(RuleViolation) as refused:
        game.do(ProposeUndo(seat=ANN))
    assert refused.value.code == "nothing_to_undo"


def test_an_audit_follows_a_game_with_hints() -> None:
    game = playing()
    game.do(TakeHint(seat=ANN))
    game.do(DrawCard(seat=ANN))
    steps = list(retrace(game.ruleset, game.events))
    assert all(isinstance(step, Step) for step in steps)
    assert TakeHint(seat=ANN) in [step.command for step in steps if isinstance(step, Step)]
