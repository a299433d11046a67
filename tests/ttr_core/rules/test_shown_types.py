"""What a rule says that its view shows is what it shows: the same fields, with values that fit their types."""

import msgspec
import pytest

from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import positions, ruleset_for
from ttr_core import Witness, view
from ttr_core.load import registered_rules

STEP = 19  # positions


def test_rules_with_remarks_say_what_they_show() -> None:
    speaking = [module for module in registered_rules() if module.view and module.looks and not module.always]
    assert {module.name for module in speaking} >= {"festivals", "shares", "stations"}
    assert [module.name for module in speaking if module.shows is None] == []


def as_json(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("board", PLAYABLE)
def test_views_fit_their_types(board: str) -> None:
    ruleset = ruleset_for(board)
    types = {module.name: module.shows for module in ruleset.modules if module.shows}
    for state in positions(board)[::STEP]:
        for viewer in (0, 1, Witness.SPECTATOR, Witness.AUDITOR):
            shown = view(ruleset, state, viewer).rules
            assert set(shown) <= set(types)
            for name, part in shown.items():  # some rules show nothing most of the time
                assert as_json(msgspec.convert(part, types[name])) == as_json(part)
