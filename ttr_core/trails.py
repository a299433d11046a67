"""The longest trail through a player's routes, exactly: cities may repeat, no route is used twice.

The law: a set of edges is a trail exactly when it is connected and has 0 or 2 odd cities.

Of equally long trails the answer is the one whose sorted indexes come first. It is walked from its smaller odd
city, or from its smallest city if it is closed.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ttr_core.trail_core import Core, Links
from ttr_core.trail_sweep import sweep

Edge = tuple[int, int, int]  # two cities, and the length or the worth

COUNT = 20  # a city's tally counts its edges from this bit on and adds up their indexes below it
LISTABLE = 1 << 13  # about so many sets are listed in the time of a long sweep
TEST = 16  # and so many in the time of a test for connection


class Trail(NamedTuple):
    """A longest trail: its length, and the indexes of its edges in the order walked."""

    length: int
    edges: tuple[int, ...]


def longest_trail_length(edges: Sequence[Edge]) -> int:
    """The length of a longest trail."""
    best, left, arms = _peel(edges)
    if any(left.values()):  # most networks are forests: nothing is left
        for core in _cores(edges, _spaces(edges), left, arms, 0):
            best = _best_with(core, best)
    return best


def longest_trail(edges: Sequence[Edge]) -> Trail:
    """The longest trail that comes first."""
    spaces = _spaces(edges)
    shift = sum(spaces).bit_length()
    worths = [(a, b, length << shift | bits) for (a, b, length), bits in zip(edges, spaces, strict=True)]
    best, left, arms = _peel(worths)
    for core in _cores(worths, spaces, left, arms, shift):
        best = _best_with(core, best)
    return Trail(best >> shift, _walk(edges, [index for index, bits in enumerate(spaces) if best & bits]))


def _spaces(edges: Sequence[Edge]) -> list[int]:
    top = 1 << sum([length for _, _, length in edges])
    return [top - (top := top >> length) for _, _, length in edges]


def _peel(edges: Sequence[Edge]) -> tuple[int, dict[int, int], dict[int, int]]:
    """Take off dead ends: the best trail in them, the tally of what is left, the best branch at each city."""
    tally: dict[int, int] = {}
    of = tally.get
    for entry, (a, b, _) in enumerate(edges, 1 << COUNT):
        tally[a] = of(a, 0) + entry
        tally[b] = of(b, 0) + entry
    arms = dict.fromkeys(tally, 0)
    best = 0
    for city, entry in tally.items():
        while entry >> COUNT == 1:
            a, b, worth = edges[entry - (1 << COUNT)]
            worth += arms[city]
            tally[city] = 0
            city = b if city == a else a  # noqa: PLW2901 - taking off a dead end may make the next
            tally[city] = entry = tally[city] - entry  # noqa: PLW2901 - likewise
            arm = arms[city]
            if worth > arm:
                arms[city] = worth
            if worth + arm > best:
                best = worth + arm
    return best, tally, arms


def _cores(
    edges: Sequence[Edge], spaces: list[int], left: dict[int, int], arms: dict[int, int], shift: int
) -> Iterator[Core]:
    links: Links = {city: [] for city, tally in left.items() if tally}
    branches = defaultdict(list)
    for (a, b, worth), bits in zip(edges, spaces, strict=True):
        if left[a] and left[b]:
            links[a].append((b, bits))
            links[b].append((a, bits))
        elif left[a]:
            branches[a].append(worth + arms[b])
        elif left[b]:
            branches[b].append(worth + arms[a])
    _contract(links, arms)
    bows = dict.fromkeys(links, 0) | {city: sum(sorted(worths)[-2:]) for city, worths in branches.items()}
    seen: set[int] = set()
    for root in links:
        if root not in seen:
            paths, cycles, whole = _span(links, root)
            seen.update(paths)
            # A trail leaves out an edge at every odd city but its ends, and an edge serves two of them.
            odd = {city: _shortest(links[city]) for city in paths if len(links[city]) & 1}
            outlook = 2 * whole.bit_count() - sum(odd.values())
            yield Core(links, arms, bows, paths, cycles, odd, whole, outlook, shift)


def _contract(links: Links, arms: dict[int, int]) -> None:
    """Make one edge of two that meet in a city where nothing else does: a longest trail uses both or neither."""
    for city in list(links):
        if len(links[city]) == 2 and not arms[city]:
            (a, bits), (b, more) = links[city]
            if a != b:
                del links[city]
                links[a].remove((city, bits))
                links[b].remove((city, more))
                links[a].append((b, bits | more))
                links[b].append((a, bits | more))


def _span(links: Links, root: int) -> tuple[dict[int, int], list[int], int]:
    """Paths along a spanning tree, the cycles that the other edges close, and the spaces of all edges."""
    paths, cycles, whole = {root: 0}, [], 0
    cities = [root]
    for city in cities:
        path = paths[city]
        for other, bits in links[city]:
            if whole & bits:
                continue
            whole |= bits
            if other in paths:
                cycles.append(path ^ bits ^ paths[other])
            else:
                paths[other] = path | bits
                cities.append(other)
    return paths, cycles, whole


def _shortest(links: list[tuple[int, int]]) -> int:
    return min([bits.bit_count() for _, bits in links])


def _best_with(core: Core, best: int) -> int:
    """The better of the best so far and the trails that enter the core."""
    if len(core.odd) <= 2:  # the core is itself a trail
        best = max(best, core.worth(core.whole) + sum([core.arms[city] for city in core.odd]))
    few = 16 << len(core.cycles) <= LISTABLE  # it takes more than a few pairs of ends
    return _list(core, best) if few else sweep(core, best)


def _list(core: Core, best: int) -> int:
    """For one pair of ends after another, look at all sets with these ends: a coset of the cycle space."""
    links, arms, bows, paths, cycles, _, whole, outlook, shift = core
    pairs = _pairs(core, best)
    span = [0]
    for cycle in cycles if pairs else ():
        span += [other ^ cycle for other in span]
    budget = LISTABLE
    for hope, start, end in pairs:
        if outlook + hope < 2 * (best + 1 >> shift):
            break
        gain = bows[start] if start == end else arms[start] + arms[end]
        spare = whole.bit_count() + (gain >> shift) - (best + 1 >> shift)
        one = whole ^ paths[start] ^ paths[end]
        omitted = [spaces for cycle in span if (spaces := cycle ^ one).bit_count() <= spare]
        budget -= len(span)
        for spaces in sorted(omitted, key=int.bit_count):
            worth = core.worth(whole ^ spaces) + gain
            if worth > best:
                budget -= TEST
                if _is_connected(links, whole ^ spaces, start):
                    best = worth
            if budget < 0:
                return sweep(core, best)
    return best


def _pairs(core: Core, best: int) -> list[tuple[int, int, int]]:
    """The pairs of ends that may beat the best, each after twice what it adds to the outlook, best first."""
    links, arms, bows, paths, _, odd, _, outlook, shift = core
    # A longest trail cannot be extended: it ends down an arm, or in an odd city all of whose edges it uses.
    armed = [city for city in paths if arms[city]]
    ends = [(2 * (arms[city] >> shift) + least, city) for city, least in odd.items()]
    ends += [(2 * (arms[city] >> shift) - _shortest(links[city]), city) for city in armed if city not in odd]
    need = 2 * (best + 1 >> shift) - outlook
    pairs = [(2 * (bows[city] >> shift), city, city) for city in armed]
    for index, (hope, start) in enumerate(ends):
        pairs += [(hope + other, start, end) for other, end in ends[:index] if hope + other >= need]
    return sorted(pairs, reverse=True)


def _is_connected(links: Links, spaces: int, start: int) -> bool:
    cities = [start]
    for city in cities:
        for other, bits in links[city]:
            if spaces & bits:
                spaces ^= bits
                cities.append(other)
    return not spaces


def _walk(edges: Sequence[Edge], chosen: list[int]) -> tuple[int, ...]:
    """The chosen edges in an order in which they can be walked (Hierholzer)."""
    ways: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for index in reversed(chosen):
        a, b, _ = edges[index]
        ways[a].append((index, b))
        ways[b].append((index, a))
    start = min([city for city in ways if len(ways[city]) & 1] or ways, default=0)
    walked, left, tour = [], set(chosen), [(-1, start)]
    while tour:
        index, city = tour[-1]
        if not ways[city]:
            walked.append(index)
            tour.pop()
        elif (way := ways[city].pop())[0] in left:
            left.remove(way[0])
            tour.append(way)
    return tuple(walked[-2::-1])
