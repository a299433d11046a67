"""Texts that are cut to a platform's length after some of their signs were written out."""

from collections.abc import Callable


def size(text: str) -> int:
    """As platforms count, to whom signs beyond the first 65,536 are two."""
    return len(text.encode("utf-16-le")) // 2


def fitted(text: str, most: int, written: Callable[[str], str]) -> str:
    """The text with every sign written out, and no sign cut apart; what is left out is told by a dot of three."""
    whole = written(text)
    if size(whole) <= most:
        return whole
    kept, room = [], most - 1
    for sign in map(written, text):
        room -= size(sign)
        if room < 0:
            break
        kept.append(sign)
    return "".join(kept) + "…"
