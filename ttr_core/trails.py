"""The longest trail through a player's routes, exactly: cities may repeat, no route is used twice.

The law: a set of edges is a trail exactly when it is connected and has 0 or 2 odd cities.

Of equally long trails the answer is the one whose sorted indexes come first. It is walked from its smaller odd
city, or from its smallest city if it is closed.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

# Worths are `length << shift | spaces`. An edge owns one bit for each of its spaces, the first edge the highest bits.
# So worths of disjoint sets add up, and the greater worth is the better set. A shift of 0 leaves the bare length.
Edge = tuple[int, int, int]  # two cities, and the length or the worth
Links = dict[int, list[tuple[int, int]]]  # at each city: the other city and the spaces of every edge
State = tuple[tuple[int, ...], int, int]  # of a sweep: the waiting cities by part, the odd ones, the ends passed
States = dict[State, int]  # the best worth that leads to each state

COUNT = 20  # a city's tally counts its edges from this bit on and adds up their indexes below it
LISTABLE = 256  # so many sets are listed in the time of a small sweep
TEST = 16  # and so many in the time of a test for connection
START: State = ((), 0, 0)
FINISH: State = ((), 0, 2)


class Trail(NamedTuple):
    """A longest trail: its length, and the indexes of its edges in the order walked."""

    length: int
    edges: tuple[int, ...]


class Peeled(NamedTuple):
    """What is left without dead ends; of what hung at a city only its best one and two branches matter."""

    tally: dict[int, int]  # 0 where nothing is left
    arms: dict[int, int]  # the worth of the best branch
    bows: dict[int, int]  # the worth of the best two branches


class Core(NamedTuple):
    """One connected part of what peeling left."""

    links: Links
    arms: dict[int, int]
    bows: dict[int, int]
    paths: dict[int, int]  # the spaces of a path to each city of this part from the same root
    cycles: list[int]  # a basis of the cycle space
    odd: dict[int, int]  # the odd cities, each with the length of its shortest edge
    whole: int  # the spaces of all edges
    ceiling: int  # at most twice the length of a trail that ends outside the odd cities, arms not counted
    shift: int

    def worth(self, spaces: int) -> int:
        return spaces.bit_count() << self.shift | spaces & ~(-1 << self.shift)


class Step(NamedTuple):
    """One edge of a sweep."""

    worth: int
    marks: int  # a bit for each of its two cities
    leaving: list[tuple[int, int, int]]  # mark, arm and bow of the cities without a later edge
    outlook: int  # at most twice the length that later edges can add, ends not counted


def longest_trail_length(edges: Sequence[Edge]) -> int:
    """The length of a longest trail."""
    peeled = _peel(edges)
    best = max(peeled.bows.values(), default=0)
    if any(peeled.tally.values()):  # not a forest
        for core in _cores(peeled, edges, _spaces(edges), 0):
            best = _best_with(core, best)
    return best


def longest_trail(edges: Sequence[Edge]) -> Trail:
    """The longest trail that comes first."""
    spaces = _spaces(edges)
    shift = sum(spaces).bit_length()
    peeled = _peel([(a, b, length << shift | bits) for (a, b, length), bits in zip(edges, spaces, strict=True)])
    best = max(peeled.bows.values(), default=0)
    for core in _cores(peeled, edges, spaces, shift):
        best = _best_with(core, best)
    return Trail(best >> shift, _walk(edges, [index for index, bits in enumerate(spaces) if best & bits]))


def _spaces(edges: Sequence[Edge]) -> list[int]:
    top = 1 << sum([length for _, _, length in edges])
    return [top - (top := top >> length) for _, _, length in edges]


def _peel(edges: Sequence[Edge]) -> Peeled:
    tally: dict[int, int] = {}
    of = tally.get
    for entry, (a, b, _) in enumerate(edges, 1 << COUNT):
        tally[a] = of(a, 0) + entry
        tally[b] = of(b, 0) + entry
    arms, bows = dict.fromkeys(tally, 0), dict.fromkeys(tally, 0)
    for city, entry in tally.items():
        while entry >> COUNT == 1:
            a, b, worth = edges[entry - (1 << COUNT)]
            worth += arms[city]
            tally[city] = 0
            city = b if city == a else a  # noqa: PLW2901 - taking off a dead end may make the next
            tally[city] = entry = tally[city] - entry  # noqa: PLW2901
            arm = arms[city]
            if worth > arm:
                arms[city] = worth
            if worth + arm > bows[city]:
                bows[city] = worth + arm
    return Peeled(tally, arms, bows)


def _cores(peeled: Peeled, edges: Sequence[Edge], spaces: list[int], shift: int) -> Iterator[Core]:
    tally, arms, bows = peeled
    links: Links = {city: [] for city, entry in tally.items() if entry}
    for (a, b, _), bits in zip(edges, spaces, strict=True):
        if tally[a] and tally[b]:
            links[a].append((b, bits))
            links[b].append((a, bits))
    seen: set[int] = set()
    for root in links:
        if root not in seen:
            paths, cycles, whole = _span(links, root)
            seen.update(paths)
            # A trail leaves out an odd number of edges at every odd city but its ends; an edge serves two of them.
            odd = {city: _shortest(links[city]) for city in paths if len(links[city]) & 1}
            ceiling = 2 * whole.bit_count() - sum(odd.values())
            yield Core(links, arms, bows, paths, cycles, odd, whole, ceiling, shift)


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
        ends = [core.arms[city] for city in core.odd] or [max([core.bows[city] for city in core.paths])]
        best = max(best, core.worth(core.whole) + sum(ends))
    if 1 << len(core.cycles) > LISTABLE:
        return _sweep(core, best)
    return _list(core, best)


def _list(core: Core, best: int) -> int:
    """List, for each promising pair of ends, the sets with these ends: a coset of the cycle space."""
    links, arms, bows, paths, cycles, _, whole, ceiling, shift = core
    pairs = _pairs(core, best)
    span = [0]
    for cycle in cycles if pairs else ():
        span += [other ^ cycle for other in span]
    budget = LISTABLE
    for hope, start, end in pairs:
        if hope + ceiling < 2 * (best + 1 >> shift):
            break
        gain = bows[start] if start == end else arms[start] + arms[end]
        spare = whole.bit_count() + (gain >> shift) - (best + 1 >> shift)
        odd = whole ^ paths[start] ^ paths[end]
        omitted = [spaces for cycle in span if (spaces := cycle ^ odd).bit_count() <= spare]
        omitted.sort(key=int.bit_count)
        budget -= len(span)
        for spaces in omitted:
            worth = core.worth(whole ^ spaces) + gain
            if worth > best:
                budget -= TEST
                if _is_connected(links, whole ^ spaces, start):
                    best = worth
            if budget < 0:
                return _sweep(core, best)
    return best


def _pairs(core: Core, best: int) -> list[tuple[int, int, int]]:
    """Pairs of ends that may beat the best, most promising first, with twice what they may add to the ceiling."""
    links, arms, bows, paths, _, odd, _, ceiling, shift = core
    # A longest trail cannot be extended: it ends down an arm, or in an odd city all of whose edges it uses.
    armed = [city for city in paths if arms[city]]
    ends = [(2 * (arms[city] >> shift) + least, city) for city, least in odd.items()]
    ends += [(2 * (arms[city] >> shift) - _shortest(links[city]), city) for city in armed if city not in odd]
    need = 2 * (best + 1 >> shift) - ceiling
    pairs = [
        (hope + other, start, end)
        for index, (hope, start) in enumerate(ends)
        for other, end in ends[:index]
        if hope + other >= need
    ]
    pairs += [(2 * (bows[city] >> shift), city, city) for city in armed]
    pairs.sort(reverse=True)
    return pairs


def _is_connected(links: Links, spaces: int, start: int) -> bool:
    cities = [start]
    for city in cities:
        for other, bits in links[city]:
            if spaces & bits:
                spaces ^= bits
                cities.append(other)
    return not spaces


def _sweep(core: Core, best: int) -> int:
    """Decide edge by edge, keeping only the best of the choices that look alike from what is still to come.

    Its work grows with the width of the network, not with its number of cycles, and with how far the target lies
    below the ceiling. So high targets are tried first.
    """
    bows, shift = core.bows, core.shift
    ends = sorted([2 * (core.arms[city] >> shift) + core.odd.get(city, 0) for city in core.paths])
    both = max(ends[-1] + ends[-2], 2 * (max([bows[city] for city in core.paths]) >> shift))
    steps = _steps(core)
    need = best + 1 >> shift
    spare = 2
    while True:
        target = max(need, (core.ceiling + both >> 1) - spare)
        found = _reach(steps, target, (both, ends[-1], 0), shift)
        if found >> shift >= target or target == need:
            return max(found, best)
        spare *= 2


def _steps(core: Core) -> list[Step]:
    """The edges in an order that keeps few cities waiting: next comes the city that brings the fewest new ones."""
    links, outlook = core.links, core.ceiling
    to_come = {city: len(links[city]) for city in core.paths}
    marks = {min(to_come, key=to_come.__getitem__): 1}
    waiting = list(marks)
    steps, used = [], 0
    while waiting:
        city = min(waiting, key=lambda city: sum([other not in marks for other, _ in links[city]]))
        waiting.remove(city)
        for other, bits in links[city]:
            if used & bits:
                continue
            used |= bits
            if other not in marks:
                marks[other] = 1 << len(marks)
                waiting.append(other)
            outlook -= 2 * bits.bit_count()
            for touched in (city, other):
                if to_come[touched] == len(links[touched]):
                    outlook += core.odd.get(touched, 0)
                to_come[touched] -= 1
            leaving = [(marks[c], core.arms[c], core.bows[c]) for c in (city, other) if not to_come[c]]
            steps.append(Step(core.worth(bits), marks[city] | marks[other], leaving, outlook))
    return steps


def _reach(steps: list[Step], target: int, hopes: tuple[int, int, int], shift: int) -> int:
    """The best worth of a trail if it is as long as the target; otherwise anything less."""
    states = {START: 0}
    for worth, marks, leaving, outlook in steps:
        least = [target - (outlook + hope >> 1) << shift for hope in hopes]
        states = _decide(states, worth, marks, least)
        for mark, arm, bow in leaving:
            states = _leave(states, mark, arm, bow)
    return states.get(FINISH, 0)


def _decide(states: States, edge: int, marks: int, least: list[int]) -> States:
    """The states without and with one more edge, as far as they can still reach the target."""
    after = {state: worth for state, worth in states.items() if worth >= least[state[2]]}
    for state, worth in states.items():
        parts, odd, ends = state
        if worth + edge < least[ends] or state == FINISH:
            continue
        joined = marks | sum([part for part in parts if part & marks])
        apart = [part for part in parts if not part & marks]
        new = (tuple(sorted([*apart, joined])), odd ^ marks, ends)
        if after.get(new, -1) < worth + edge:
            after[new] = worth + edge
    return after


def _leave(states: States, mark: int, arm: int, bow: int) -> States:
    """The states after a city's last edge: if it is odd, the trail ends here; if not, both ends may hang here."""
    after: States = {}
    for state, worth in states.items():
        parts, odd, ends = state
        if not any([part & mark for part in parts]):
            outcomes = [(state, worth)]
        elif mark in parts and len(parts) > 1:  # cut off from the rest
            continue
        else:
            rest = tuple(sorted([part & ~mark for part in parts if part != mark]))
            if odd & mark:
                outcomes = [((rest, odd ^ mark, ends + 1), worth + arm)] if ends < 2 else []
            else:
                outcomes = [((rest, odd, ends), worth)]
                if bow and not ends:
                    outcomes.append(((rest, odd, 2), worth + bow))
        for new, w in outcomes:
            if not new[0] and new != START:
                new = FINISH
            if after.get(new, -1) < w:
                after[new] = w
    return after


def _walk(edges: Sequence[Edge], chosen: list[int]) -> tuple[int, ...]:
    """An order in which the edges can be walked."""
    ways = defaultdict(list)
    for index in reversed(chosen):
        a, b, _ = edges[index]
        ways[a].append((index, b))
        ways[b].append((index, a))
    start = min([city for city in ways if len(ways[city]) & 1] or ways, default=0)
    left = set(chosen)
    walked = []
    tour = [(-1, start)]
    while tour:
        index, city = tour[-1]
        ...
    return tuple(reversed(walked[:-1]))
