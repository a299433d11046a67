"""Remarks: the lines that a rule adds when somebody looks at their hand, the map or the score, as data.

The text of `SharesHeld` is `look-shares_held`, with an attribute `me` for the viewer's own. Its fields are the text's
arguments, typed by kind like those of events: ids, numbers, tuples of ids, and numbers by id.
"""

from enum import StrEnum
from typing import ClassVar

import msgspec


class Topic(StrEnum):
    """What somebody looks at."""

    HAND = "hand"  # their own: only they read it
    MAP = "map"
    SCORE = "score"


class Remark(msgspec.Struct, frozen=True, kw_only=True):
    """One line; each kind of line is a type of its own, with the look to which it belongs."""

    topic: ClassVar[Topic]


def silent(ruleset: object, shown: object, viewer: object) -> tuple[Remark, ...]:
    """The looks of a rule whose matters have words of their own elsewhere."""
    return ()
