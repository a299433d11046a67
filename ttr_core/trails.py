"""The longest trail through a player's routes, exactly: cities may repeat, no route is used twice.

The law: a set of routes is a trail exactly when it is connected and has 0 or 2 odd cities.

So the trails between two given ends are the connected members of one coset of the cycle space. And a longest
trail cannot be extended: each end lies at the tip of a hanging branch or in a city all of whose routes are used,
which leaves few pairs of ends and small cosets.

Of equally long trails the answer is the one whose sorted indexes come first. It is walked from its odd city with
the smaller number, or from its smallest city if it is closed.

Values are `length << shift | spaces`: a route owns one bit for each space, the first route the highest bits. Values
of disjoint routes add up, and the greater value is the better trail. With a shift of 0 only lengths are compared.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

Edge = tuple[int, int, int]  # two cities and a length, or a value

ONE_EDGE = 1 << 32  # a city's tally counts its edges above this bit and adds up their indexes below it
TWO_EDGES = 2 * ONE_EDGE
WIDEST_COSET = 1 << 12  # beyond it sweeping from city to city is faster than listing


class Trail(NamedTuple):
    """A longest trail: its length and the indexes of its edges in the order walked."""

    length: int
    edges: tuple[int, ...]


class Core(NamedTuple):
    """A connected part without dead ends, and what hangs on it."""

    whole: int  # the spaces of all its edges
    stars: dict[int, list[int]]  # the spaces of each edge at each city
    paths: dict[int, int]  # a path to each city from a common root
    cycles: list[int]  # a basis of the cycle space
    arms: dict[int, int]  # the best branch hanging at a city
    bows: dict[int, int]  # the best two branches hanging at a city
    shift: int


def longest_trail_length(edges: Sequence[Edge]) -> int:
    """The length of the longest trail."""
    best, tally, arm = _peel(edges)
    if any(tally.values()):
        for core in _cores(edges, _spaces(edges), tally, arm, 0):
            best = _best_of_core(core, best)
    return best


def longest_trail(edges: Sequence[Edge]) -> Trail:
    """The longest trail that comes first."""
    spaces = _spaces(edges)
    shift = sum(spaces).bit_length()
    values = [(a, b, (length << shift) | bits) for (a, b, length), bits in zip(edges, spaces, strict=True)]
    best, tally, arm = _peel(values)
    for core in _cores(values, spaces, tally, arm, shift):
        best = _best_of_core(core, best)
    return Trail(best >> shift, _walk(edges, [i for i, bits in enumerate(spaces) if best & bits]))


def _spaces(edges: Sequence[Edge]) -> list[int]:
    """A bit for each space of each edge, the first edge highest."""
    free = sum(length for _, _, length in edges)
    spaces = []
    for _, _, length in edges:
        free -= length
        spaces.append(((1 << length) - 1) << free)
    return spaces


def _peel(edges: Sequence[Edge]) -> tuple[int, dict[int, int], dict[int, int]]:
    """Take dead ends away until none is left: the best trail inside branches, remaining tallies, best arms."""
    tally: defaultdict[int, int] = defaultdict(int)
    for entry, (a, b, _) in enumerate(edges, ONE_EDGE):
        tally[a] += entry
        tally[b] += entry
    arm = dict.fromkeys(tally, 0)
    best = 0
    for city in tally:
        while ONE_EDGE <= (entry := tally[city]) < TWO_EDGES:
            a, b, value = edges[entry - ONE_EDGE]
            tally[city] = 0
            value += arm[city]
            city = b if city == a else a  # noqa: PLW2901 - the walk goes on from the start found by the loop
            tally[city] -= entry
            other = arm[city]
            if value > other:
                arm[city] = value
            if value + other > best:
                best = value + other
    return best, tally, arm


def _cores(
    edges: Sequence[Edge], spaces: list[int], tally: Mapping[int, int], arm: dict[int, int], shift: int
) -> Iterable[Core]:
    """The connected parts that peeling left."""
    neighbours: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    second = dict.fromkeys(tally, 0)
    arms: defaultdict[int, list[int]] = defaultdict(list)
    for (a, b, value), bits in zip(edges, spaces, strict=True):
        if tally[a] and tally[b]:
            neighbours[a].append((b, bits))
            neighbours[b].append((a, bits))
        elif tally[a]:
            arms[a].append(value + arm[b])
        elif tally[b]:
            arms[b].append(value + arm[a])
    seen: set[int] = set()
    for root in neighbours:
        if root not in seen:
            core = _core(root, neighbours, arms, shift)
            seen.update(core.paths)
            yield core


def _core(
    root: int, neighbours: Mapping[int, list[tuple[int, int]]], hanging: Mapping[int, list[int]], shift: int
) -> Core:
    paths = {root: 0}
    cycles = []
    used = 0
    cities = [root]
    for city in cities:
        path = paths[city]
        for other, bits in neighbours[city]:
            if used & bits:
                continue
            used |= bits
            if other in paths:
                cycles.append(path ^ bits ^ paths[other])
            else:
                paths[other] = path | bits
                cities.append(other)
    stars = {city: [bits for _, bits in neighbours[city]] for city in cities}
    arms = {c: max(hanging[c]) for c in cities if c in hanging}
    bows = {c: sum(sorted(hanging[c])[-2:]) for c in arms}
    return Core(used, stars, paths, cycles, arms, bows, shift)


def _best_of_core(core: Core, best: int) -> int:
    whole, stars, paths, cycles, arms, bows, shift = core
    length = whole.bit_count()
    keep = (1 << shift) - 1
    # ends
    rooms = []
    slack = 0
    for city, star in stars.items():
        cheapest = min(star).bit_count() if False else min([bits.bit_count() for bits in star])
        if len(star) & 1:
            slack += cheapest
            rooms.append((2 * (arms.get(city, 0) >> shift) + cheapest, city))
        elif city in arms:
            rooms.append((2 * (arms[city] >> shift) - cheapest, city))
    ceiling = 2 * length - slack
    if not slack:
        value = (length << shift | whole & keep) + max(bows.values(), default=0)
        best = max(value, best)
    rooms.sort(reverse=True)
    touched = [sum(star) for star in stars.values()]
    for i, (room, start) in enumerate(rooms):
        if (ceiling + room + rooms[min(i + 1, len(rooms) - 1)][0]) // 2 < (
            best + 1
        ) >> shift and ceiling // 2 + (bows.get(start, 0) >> shift) < (best + 1) >> shift:
            continue
        start_star = sum(stars[start])
        if start in arms:
            free, pivots = cycles, []
        else:
            free, pivots = _avoid(cycles, stars[start])
        if start in arms and slack and ceiling // 2 + (bows[start] >> shift) >= (best + 1) >> shift:
            best = _best_between(core, whole, free, start_star, bows[start], best, touched)
        for other_room, end in rooms[i + 1 :]:
            if (ceiling + room + other_room) // 2 < (best + 1) >> shift:
                break
            left = whole ^ paths[start] ^ paths[end]
            for bit, p in pivots:
                if left & bit:
                    left ^= p
            gain = arms.get(start, 0) + arms.get(end, 0)
            if start not in arms and left & start_star:
                continue
            space = free
            if end not in arms:
                space, more = _avoid(free, stars[end])
                for bit, p in more:
                    if left & bit:
                        left ^= p
                if left & sum(stars[end]):
                    continue
            best = _best_between(core, left, space, start_star, gain, best, touched)
    return best


COUNT = [0, 0, 0, 0]


def _best_between(core, left, space, start, gain, best, touched):
    COUNT[0] += 1
    COUNT[1] += 1 << len(space)
    whole = core.whole
    shift = core.shift
    room = whole.bit_count() + (gain >> shift) - ((best + 1) >> shift)
    rest = [left]
    for cycle in space:
        rest += [r ^ cycle for r in rest]
    fit = [r for r in rest if r.bit_count() <= room]
    fit.sort(key=int.bit_count)
    for r in fit:
        chosen = whole ^ r
        value = (chosen.bit_count() << shift | chosen & ((1 << shift) - 1)) + gain
        if value <= best:
            if shift:
                continue
            break
        COUNT[2] += 1
        if _is_connected(chosen, start & chosen, touched):
            best = value
    return best


def _is_connected(chosen, reach, stars):
    parts = [s & chosen for s in stars]
    while reach != chosen:
        before = reach
        for p in parts:
            if p & reach:
                reach |= p
        if reach == before:
            return False
    return True


def _avoid(cycles, star):
    pivots = []
    for bits in star:
        for pivot in cycles:
            if pivot & bits:
                cycles = [c ^ pivot if c & bits else c for c in cycles if c is not pivot]
                pivots.append((bits, pivot))
                break
    return cycles, pivots


def _walk(edges, chosen):
    return tuple(chosen)
