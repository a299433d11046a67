"""The registry collects what rules bring: their refusal codes, each declared once."""

from collections import Counter

from ttr_core import Code, refusal_codes
from ttr_core.rules.registry import MODULES


def test_a_code_is_declared_once() -> None:
    assert [code for code, times in Counter(refusal_codes()).items() if times > 1] == []


def test_the_codes_of_all_rules_are_collected() -> None:
    declared = {code for module in MODULES.values() for code in module.codes or ()}
    assert set(refusal_codes()) == declared | set(Code)
    assert declared.isdisjoint(Code)


def test_some_refusals_pass_with_time() -> None:
    assert sorted(code for code in refusal_codes() if code.momentary) == [
        "already_agreed",
        "already_chosen",
        "clock_not_running",
        "game_over",
        "motion_open",
        "no_such_motion",
        "not_now",
        "not_present",
        "not_your_turn",
        "nothing_to_undo",
        "on_vacation",
        "seat_not_open",
        "seats_open",
        "undo_past_a_card",
    ]
