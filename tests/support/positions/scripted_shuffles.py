"""Scripted randomness: shuffles with a fixed outcome, so that a test decides what is drawn next."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")

Outcomes = Mapping[str, Sequence[Sequence[object]]]


class ScriptedRandomness:
    """For each kind of shuffle the outcomes in order, each naming what comes first.

    The kind is the label up to its first slash: "train_cards", "tickets", "first_player". What an outcome does not
    name follows in the order in which it was; a shuffle without an outcome changes nothing.
    """

    seed = bytes(32)

    def __init__(self, outcomes: Outcomes) -> None:
        self._left = {kind: list(listed) for kind, listed in outcomes.items()}

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        outcomes = self._left.get(label.partition("/")[0])
        rest = list(items)
        top = [rest.pop(_place(rest, wanted, label)) for wanted in outcomes.pop(0)] if outcomes else []
        return (*top, *rest)

    @property
    def unused(self) -> dict[str, int]:
        """How many outcomes of each kind have not been used."""
        return {kind: len(outcomes) for kind, outcomes in self._left.items() if outcomes}


def _place(items: Sequence[object], wanted: object, label: str) -> int:
    assert wanted in items, f"the script of {label} names {wanted!r}, which is not there to be shuffled"
    return items.index(wanted)
