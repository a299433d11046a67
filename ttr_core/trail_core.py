"""A core: what is left of a player's network when its dead ends are taken off, and the worth of its sets of edges."""

from typing import NamedTuple

# Worths are `length << shift | spaces`. An edge owns one bit for each of its spaces, the first edge the highest.
# So worths of disjoint sets add up, and the greater worth is the better set. A shift of 0 leaves bare lengths.
Links = dict[int, list[tuple[int, int]]]  # at each city: the other city and the spaces of every edge


class Core(NamedTuple):
    """A connected part without dead ends, and what hung at its cities."""

    links: Links
    arms: dict[int, int]  # the worth of the best branch at a city, or 0
    bows: dict[int, int]  # the worth of the best two branches
    paths: dict[int, int]  # the spaces of a path from one root to each city of this part
    cycles: list[int]  # a basis of the cycle space
    odd: dict[int, int]  # the odd cities, each with the length of its shortest edge
    whole: int  # the spaces of all edges
    outlook: int  # a bound: twice the length that a trail can have, not counting what its ends add
    shift: int

    def worth(self, spaces: int) -> int:
        return spaces.bit_count() << self.shift | spaces & ~(-1 << self.shift)
