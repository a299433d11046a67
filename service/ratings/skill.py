"""A rating: how strong somebody plays on one board, as the Plackett-Luce model of openskill estimates it.

The model knows two numbers: a strength, which begins at 25, and how uncertain it is, which begins at a third of that.
People read them on a scale that begins at 1500, as they know it from elsewhere.
"""

from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce

MODEL = PlackettLuce()
PROVISIONAL_GAMES = 10  # until then a rating is only a guess
SCALE, BEGINNING = 40, 1500  # of the figures that people see
CAUTION = 2  # deviations below the rating: what somebody is worth almost certainly


class Rating(msgspec.Struct, frozen=True, array_like=True):
    """The strength of somebody after some games on one board."""

    strength: float = MODEL.mu
    uncertainty: float = MODEL.sigma
    games: int = 0
    wins: int = 0
    last_at: str = ""  # when the latest of them ended

    @property
    def shown(self) -> int:
        return BEGINNING + round(SCALE * (self.strength - MODEL.mu))

    @property
    def deviation(self) -> int:
        return round(SCALE * self.uncertainty)

    @property
    def is_provisional(self) -> bool:
        return self.games < PROVISIONAL_GAMES

    @property
    def order(self) -> float:
        """By which people are listed: a few lucky games put nobody on top."""
        return round(SCALE * (self.strength - CAUTION * self.uncertainty), 6)


NEW = Rating()


class Rated(msgspec.Struct, frozen=True, array_like=True):
    """Somebody in a game that counts: who it is, "" if they were erased, and how they did; 1 is best."""

    who: str
    rank: int
    strength: str = ""  # of an erased player, as they entered the game


def written_strength(rating: Rating) -> str:
    return f"{rating.strength!r} {rating.uncertainty!r}"


def kept_strength(text: str) -> Rating:
    strength, uncertainty = text.split()
    return Rating(float(strength), float(uncertainty))


def ratings_after(seats: Sequence[Rated], before: Sequence[Rating], at: str) -> tuple[Rating, ...]:
    """The ratings of all seats after a game; a bot that has several seats gets the mean of what each would get."""
    teams = [[MODEL.rating(mu=old.strength, sigma=old.uncertainty)] for old in before]
    new = [team[0] for team in MODEL.rate(teams, ranks=[float(seat.rank) for seat in seats])]
    after = []
    for seat, old in zip(seats, before, strict=True):
        places = [place for place, other in enumerate(seats) if other.who == seat.who and seat.who]
        mine = [new[place] for place in places]
        if not mine:
            after.append(old)
            continue
        after.append(
            Rating(
                sum(rating.mu for rating in mine) / len(mine),
                sum(rating.sigma for rating in mine) / len(mine),
                old.games + 1,
                old.wins + any(seats[place].rank == 1 for place in places),
                at,
            )
        )
    return tuple(after)
