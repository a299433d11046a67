"""Answers that several resources share; every other answer type is in the module that answers with it."""

from collections.abc import Sequence

import msgspec

from ttr_core.history.chain import Shown


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The common settings of all answers."""


class CommandDone(Answer, frozen=True, kw_only=True):
    """What a command led to, as the sender may see it."""

    game: str
    version: int
    events: Sequence[Shown]
