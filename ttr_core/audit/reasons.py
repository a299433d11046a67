"""Why a record cannot be right at an event, in plain words."""

from typing import NamedTuple

from ttr_core.audit.reconstruction import Contradiction
from ttr_core.model.events import Draw, Event, GameScored, Shuffle
from ttr_core.model.message import type_name
from ttr_core.model.scoresheet import ScoreSheet
from ttr_core.model.violations import RuleViolation

LONGEST = 60  # characters of a value


class Reason(NamedTuple):
    check: str
    code: str
    text: str


def reason_for(contradiction: Contradiction) -> Reason:
    recorded, expected = contradiction.recorded, contradiction.expected
    if recorded is None:
        return Reason("end", "cut_off", "the record ends in the middle of what a command led to")
    if expected is not None and type(expected) is type(recorded):
        return _difference(recorded, expected)
    name = type_name(type(recorded))
    if contradiction.refusal:
        return Reason(
            "moves",
            "illegal_move",
            f"the rules refuse what led to this {name}: {_refused(contradiction.refusal)}",
        )
    if expected is not None:
        due = type_name(type(expected))
        return Reason(
            "moves", "event_not_due", f"{name} stands where {due} would follow from the game so far"
        )
    return Reason("moves", "event_not_due", f"nothing that may happen at this moment leads to {name}")


def reason_for_failure(event: Event, failure: Exception) -> Reason:
    """The failure is named, so that a defect of the rules is not mistaken for a forgery."""
    name, error = type_name(type(event)), f"{type(failure).__name__}: {_short(failure)}"
    return Reason("moves", "not_playable", f"the rules fail at what led to this {name} ({error})")


def check_of(event: Event) -> str:
    """The check that is responsible for this kind of event."""
    if isinstance(event, GameScored):
        return "score"
    if isinstance(event, Shuffle):
        return "shuffles"
    return "draws" if isinstance(event, Draw) else "moves"


def _difference(recorded: Event, expected: Event) -> Reason:
    check, name = check_of(recorded), type_name(type(recorded))
    if isinstance(recorded, GameScored) and isinstance(expected, GameScored):
        return Reason(check, "score_differs", _score_difference(recorded.sheet, expected.sheet))
    if check == "shuffles":
        return Reason(
            check, "other_cards_shuffled", f"this {name} is not an order of the cards that lay there"
        )
    differing = [
        f"{field} is {_short(getattr(recorded, field))} where {_short(getattr(expected, field))} is due"
        for field in recorded.__struct_fields__
        if getattr(recorded, field) != getattr(expected, field)
    ]
    code = "not_the_top_of_the_deck" if check == "draws" else "outcome_differs"
    return Reason(check, code, f"{name}: {'; '.join(differing)}")


def _score_difference(recorded: ScoreSheet, expected: ScoreSheet) -> str:
    for claimed, counted in zip(recorded.seats, expected.seats, strict=False):
        if claimed != counted:
            points = f"{claimed.total} points in the record and {counted.total} on the board"
            return f"seat {counted.seat} has {points}"
    return "the ranking is not what the points and tie-breaks lead to"


def _refused(violation: RuleViolation) -> str:
    facts = ", ".join(f"{name} {_short(value)}" for name, value in violation.facts.items())
    return violation.code.replace("_", " ") + (f" ({facts})" if facts else "")


def _short(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."
