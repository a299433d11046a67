"""The longest trail through a player's routes, exactly: cities may repeat, no route is used twice.

The law: a set of edges is a trail exactly when it is connected and has 0 or 2 odd cities. Of equally long trails the
answer is the one whose sorted indexes come first. It is walked from its smaller odd city, or from its smallest city
if it is closed.

How it is found:
1. Dead ends are taken off, and the best branch at each city is noted. Most networks are forests: nothing is left.
2. What is left are cores, connected parts without dead ends. In a core with few independent cycles all sets of edges
   with two given ends can be listed: they are a coset of the cycle space.
3. Any other core is swept, edge by edge. Of all choices that look alike from what is still to come only the best is
   kept, so the work grows with the width of the network and not with its number of cycles. It also grows with the
   distance of the target from the bound, so high targets are tried first.
4. The edges of the best set are put in walking order.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

Edge = tuple[int, int, int]  # two cities, and the length or the worth

# Worths are `length << shift | spaces`. An edge owns one bit for each of its spaces, the first edge the highest.
# So worths of disjoint sets add up, and the greater worth is the better set.
Links = dict[int, list[tuple[int, int]]]  # at each city: the other city and the spaces of every edge

LISTABLE = 1 << 13  # about this many sets are listed in the time of a long sweep
TEST = 16  # and this many in the time of one test for connection
COUNT = 20  # a city's tally counts its edges from this bit on and adds up their indexes below it


class Trail(NamedTuple):
    """A longest trail: its length, and the indexes of its edges in the order walked."""

    length: int
    edges: tuple[int, ...]


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


# dead ends and cores


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
    return _list(core, best) if few else _sweep(core, best)


# listing the sets of a core with few cycles


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
                return _sweep(core, best)
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


# sweeping any other core


# A sweep marks each city with a bit. It forgets a city after its last edge.
State = tuple[tuple[int, ...], int, int]  # the cities of each connected part, the odd ones, the ends so far
States = dict[State, int]  # the best worth that leads to each state
Leaving = tuple[int, int, int]  # the mark, the arm and the bow of a city to forget
# an edge's worth and cities, the leaving ones, bounds
Step = tuple[int, int, list[Leaving], tuple[int, int, int]]

FINISH: State = ((), 0, 2)


def _sweep(core: Core, best: int) -> int:
    """The better of the best so far and the trails that enter the core."""
    shift = core.shift
    bound, steps = _steps(core)
    need = best + 1 >> shift
    spare = 2
    while True:
        target = max(need, bound - spare)
        states: States = {((), 0, 0): 0}
        for edge, marks, leaving, bounds in steps:
            states = _with_and_without(states, edge, marks, [target - more << shift for more in bounds])
            for city in leaving:
                states = _forget(states, *city)
        finished = states.get(FINISH, 0)
        if finished >> shift >= target or target == need:
            return max(finished, best)
        spare *= 2


def _steps(core: Core) -> tuple[int, list[Step]]:
    """A bound for the length of trails, and the steps with such bounds for what is still to come."""
    arms, bows, odd, shift = core.arms, core.bows, core.odd, core.shift
    marks, order = _order(core)
    outlook = hope = second = bow = 0
    steps: list[Step] = []
    for bits, pair, met, left in reversed(order):
        for city in left:
            _, second, hope = sorted((second, hope, 2 * (arms[city] >> shift) + odd.get(city, 0)))
            bow = max(bow, 2 * (bows[city] >> shift))
        leaving = [(marks[city], arms[city], bows[city]) for city in left]
        bounds = (outlook + max(hope + second, bow) >> 1, outlook + hope >> 1, outlook >> 1)
        steps.append((core.worth(bits), pair, leaving, bounds))
        outlook += 2 * bits.bit_count() - sum([odd.get(city, 0) for city in met])
    return outlook + max(hope + second, bow) >> 1, steps[::-1]


def _order(core: Core) -> tuple[dict[int, int], list[tuple[int, int, list[int], list[int]]]]:
    """The marks of the cities, and the edges so that few cities wait: spaces, marks, who is met first or last."""
    fresh = {city: list(core.links[city]) for city in core.paths}
    marks: dict[int, int] = {}
    order, waiting = [], [min(fresh, key=lambda city: len(fresh[city]))]
    while waiting:  # next is the city that brings the fewest new ones
        city = min(waiting, key=lambda city: sum([other not in marks for other, _ in fresh[city]]))
        other, bits = fresh[city].pop(0)
        fresh[other].remove((city, bits))
        met = [end for end in (city, other) if end not in marks]
        for end in met:
            marks[end] = 1 << len(marks)
        left = [end for end in (city, other) if not fresh[end]]
        order.append((bits, marks[city] | marks[other], met, left))
        waiting = [city for city in marks if fresh[city]]
    return marks, order


def _with_and_without(states: States, edge: int, marks: int, least: list[int]) -> States:
    """The states without and with one more edge, as far as they may still reach the target."""
    after = {state: worth for state, worth in states.items() if worth >= least[state[2]]}
    for state, worth in states.items():
        parts, odd, ends = state
        if worth + edge < least[ends] or state == FINISH:
            continue
        joined, apart = marks, []
        for part in parts:
            if part & marks:
                joined |= part
            else:
                apart.append(part)
        new = (tuple(sorted([*apart, joined])), odd ^ marks, ends)
        if after.get(new, -1) < worth + edge:
            after[new] = worth + edge
    return after


def _forget(states: States, mark: int, arm: int, bow: int) -> States:
    """The states after a city's last edge: if it is odd, the trail ends here; if even, both ends may."""
    choices = list(states.items())
    if bow:
        choices += [
            ((parts, odd, 2), worth + bow)
            for (parts, odd, ends), worth in choices
            if not ends and sum(parts) & mark
        ]
    after: States = {}
    for (parts, odd, ends), worth in choices:
        if odd & mark:
            odd, ends, worth = odd ^ mark, ends + 1, worth + arm  # noqa: PLW2901 - the state as it becomes
        if ends > 2 or (mark in parts and len(parts) > 1):  # too many ends, or cut off from the other parts
            continue
        new = FINISH if mark in parts else (tuple(sorted([part & ~mark for part in parts])), odd, ends)
        if after.get(new, -1) < worth:
            after[new] = worth
    return after


# walking


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
