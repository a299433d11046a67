"""The longest trail by plain search: from every city, follow every route not yet used."""

from collections.abc import Sequence


def plain_longest_trail(edges: Sequence[tuple[int, int, int]]) -> int:
    """The length of the longest trail; slow, and simple enough to be trusted."""
    at_city: dict[int, list[tuple[int, int, int]]] = {}
    for index, (a, b, length) in enumerate(edges):
        at_city.setdefault(a, []).append((index, b, length))
        at_city.setdefault(b, []).append((index, a, length))
    used = [False] * len(edges)

    def longest_from(city: int) -> int:
        best = 0
        for index, other, length in at_city[city]:
            if not used[index]:
                used[index] = True
                best = max(best, length + longest_from(other))
                used[index] = False
        return best

    return max(map(longest_from, at_city), default=0)
