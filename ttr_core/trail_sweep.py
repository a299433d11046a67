"""The sweep: the best trail through a core, edge by edge.

Of all choices that look alike from what is still to come only the best is kept. The work grows with the width of the
network, not with its number of cycles, and with how far the target is from the bound: high targets are tried first.
"""

from ttr_core.trail_core import Core

# A sweep marks each city with a bit. It forgets a city after its last edge.
State = tuple[tuple[int, ...], int, int]  # the cities of each connected part, the odd ones, the ends so far
States = dict[State, int]  # the best worth that leads to each state
Farewell = tuple[int, int, int]  # the mark, the arm and the bow of a city to forget
Step = tuple[int, int, list[Farewell], tuple[int, int, int]]  # an edge's worth and cities, who leaves, bounds

FINISH: State = ((), 0, 2)


def sweep(core: Core, best: int) -> int:
    """The better of the best so far and the trails that enter the core."""
    shift = core.shift
    bound, steps = _steps(core)
    need = best + 1 >> shift
    spare = 2
    while True:
        target = max(need, bound - spare)
        states: States = {((), 0, 0): 0}
        for edge, marks, farewells, bounds in steps:
            states = _decide(states, edge, marks, [target - more << shift for more in bounds])
            for farewell in farewells:
                states = _forget(states, *farewell)
        found = states.get(FINISH, 0)
        if found >> shift >= target or target == need:
            return max(found, best)
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
        farewells = [(marks[city], arms[city], bows[city]) for city in left]
        bounds = (outlook + max(hope + second, bow) >> 1, outlook + hope >> 1, outlook >> 1)
        steps.append((core.worth(bits), pair, farewells, bounds))
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


def _decide(states: States, edge: int, marks: int, least: list[int]) -> States:
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
