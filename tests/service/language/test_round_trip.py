"""Every legal command, put into words, is heard as exactly that command: on every board, in both languages."""

from collections.abc import Iterator, Sequence

import pytest

from service.language.grammar.command_match import Situation
from service.language.grammar.interpretation import hear
from service.language.languages import Messages
from service.language.speech.command_text import CommandUtterances
from service.language.vocabulary.board_words import BoardWords
from tests.support.boards.every_board import MOSTLY_SOAKED, PLAYABLE
from tests.support.language.spoken_positions import moment, ruleset_of
from ttr_core import Ruleset, legal_commands, load_ruleset
from ttr_core.bots.policy import Dice
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.game import start_game
from ttr_core.model.commands import BeginPayment, Command

EVERY = 4  # positions of a game
SET_BY_SET = ("LaySet", "PayRest")  # once a payment has begun
OF_A_KIND = 3  # commands of one type that are tried at a position


def phrasings(ruleset: Ruleset) -> list[CommandUtterances]:
    return [
        CommandUtterances(ruleset, Messages(lang, ruleset), BoardWords(ruleset, lang))
        for lang in ("en", "fr")
    ]


def by_type(legal: Sequence[Command]) -> dict[type[Command], list[Command]]:
    kinds: dict[type[Command], list[Command]] = {}
    for command in legal:
        kinds.setdefault(type(command), []).append(command)
    return kinds


def misheard(situation: Situation, commands: Sequence[Command]) -> Iterator[str]:
    for phrase in phrasings(situation.ruleset):
        for command in commands:
            text = phrase(command, situation.offer)
            if hear(situation, text).commands != (command,):
                yield f"{text!r} is not heard as {command}"


@pytest.mark.parametrize("board", MOSTLY_SOAKED)
def test_commands_of_a_whole_random_game(board: str) -> None:
    ruleset, dice, wrong, number = ruleset_of(board), Dice(7), list[str](), 0
    game = start_game(ruleset, b"round trip".ljust(32))
    while waiting := game.state.phase.waiting:
        legal = game.legal(waiting[0])
        kinds = by_type(legal)
        number += 1
        if number % EVERY == 0 or len(kinds) < 3:
            tried = [
                commands[dice.below(len(commands))] for commands in kinds.values() for _ in range(OF_A_KIND)
            ]
            position = Situation(ruleset, legal, ticket_choice(game.state, waiting[0]).offer)
            wrong += misheard(position, list(dict.fromkeys(tried)))
        chosen = list(kinds.values())[dice.below(len(kinds))]
        game.do(chosen[dice.below(len(chosen))])
    assert wrong == []
    assert number > 50


def test_routes_paid_with_coloured_locomotives() -> None:
    """World boards at large tables: begin to pay, lay set after set, then the rest."""
    ruleset, dice, wrong, tried = load_ruleset("world-light", 6), Dice(5), list[str](), set[str]()
    game = start_game(ruleset, b"sets".ljust(32))
    for _ in range(500):
        seat = game.state.phase.waiting[0]
        kinds = by_type(game.legal(seat))
        rare = {kind: commands for kind, commands in kinds.items() if kind.__name__ in SET_BY_SET}
        begun = kinds.get(BeginPayment, [])
        if rare or begun:
            some = [*begun[:1], *(commands[dice.below(len(commands))] for commands in rare.values())]
            wrong += misheard(Situation(ruleset, game.legal(seat)), some)
            tried |= {type(command).__name__ for command in some}
        chosen = begun or list(kinds.values())[dice.below(len(kinds))]
        game.do(chosen[dice.below(len(chosen))])
    assert wrong == []
    assert tried == {"BeginPayment", *SET_BY_SET}


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("board", PLAYABLE)
def test_all_commands_of_a_turn_with_a_rich_hand(board: str, every: int) -> None:
    ruleset, state, seat = moment(board, "playing_turn")
    legal = legal_commands(ruleset, state, seat)
    assert len(legal) > 100
    assert list(misheard(Situation(ruleset, legal), legal[::every])) == []


@pytest.mark.parametrize(
    ("board", "phase"),
    [
        ("europe+stations=own", "choosing_borrowed_routes"),
        ("europe", "paying_tunnel"),
        ("germany", "choosing_decks"),
        ("iberia", "choosing_festival"),
        ("pennsylvania", "choosing_share"),
        ("iberia", "picking_ticket"),
        ("nordic", "paying_in_steps"),
        ("italy", "choosing_tickets"),
    ],
)
def test_all_commands_of_rare_moments(board: str, phase: str) -> None:
    ruleset, state, seat = moment(board, phase)
    position = Situation(ruleset, legal_commands(ruleset, state, seat), ticket_choice(state, seat).offer)
    assert len(position.legal) > 1
    assert list(misheard(position, position.legal)) == []
