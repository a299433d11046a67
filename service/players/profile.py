"""What a player lets others see: a profile at all, ratings, reliability. Everything, unless they say otherwise."""

from collections.abc import Mapping

import msgspec

SHOWS = "shows"  # the fact beside the stream of a player


class Shows(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What others may see of you."""

    profile: bool = True  # false: nobody finds you by your id, and lists leave you out
    ratings: bool = True
    reliability: bool = True


EVERYTHING = Shows()


def shown_by(texts: Mapping[str, str]) -> Shows:
    """From the facts of a player."""
    text = texts.get(SHOWS)
    return msgspec.json.decode(text, type=Shows) if text else EVERYTHING


def written_shows(shows: Shows) -> str:
    """As a fact; "" removes it."""
    return "" if shows == EVERYTHING else msgspec.json.encode(shows).decode()
