"""What the calls about people answer."""

from collections.abc import Sequence

from service.answers import Answer
from ttr_core.words import SeatId


class Holding(Answer, frozen=True, kw_only=True):
    """Somebody who has or had a seat; until when, the next one's `since` tells."""

    holder: int  # 1 is whoever sat down first
    kind: str  # "human", "bot:<policy>" or "nobody"
    name: str | None  # null: there is none, or it was erased
    reason: str  # why the seat passed on to him; empty for the first
    since: int  # version
    at: str


class SeatPeople(Answer, frozen=True, kw_only=True):
    """All who have had a seat, in order."""

    seat: SeatId
    holders: Sequence[Holding]
    offered: str | None  # why somebody with an invite may take it over now, if so


class People(Answer, frozen=True, kw_only=True):
    """Who has had which seat, and since when."""

    game: str
    version: int
    seats: Sequence[SeatPeople]


class Invited(Answer, frozen=True, kw_only=True):
    """An invite to a seat; it is shown this once and never again."""

    game: str
    version: int
    seat: SeatId
    invite: str
    usable: bool  # false: all who are present have to agree first
