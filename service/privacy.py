"""Erasing a person: what is known of somebody besides the game goes, and the game with all its hashes stays.

Names and tokens are facts beside the stream, never part of an event. This process forgets at once, every other one when
it next looks at the game's facts, which is every `FACTS_SECONDS`; an open stream ends within as many seconds more.
"""

from service.games import Games
from service.problems import Problem
from service.shelf import Loaded
from service.tokens import TOKENS, Grant, Role
from ttr_core import Code, SeatId

PERSONAL = ("name", "contact")  # facts about whoever has a seat are named "<one of these>:<seat>"


def erase_person(games: Games, loaded: Loaded, seat: SeatId) -> Loaded:
    """Removes the name of whoever has the seat and revokes its tokens; erasing nobody is no error."""
    if not 0 <= seat < loaded.ruleset.players:
        raise Problem(Code.UNKNOWN_SEAT, seat=seat)
    fresh = games.shelf.with_new_facts(loaded)
    names = {f"{what}:{seat}" for what in PERSONAL}
    held = str(Grant(Role.SEAT, seat))
    tokens = {name for name, value in fresh.facts.items() if name.startswith(TOKENS) and value == held}
    gone = sorted(tokens | (names & fresh.facts.keys()))
    games.store.forget(loaded.game, gone)
    return games.shelf.with_new_facts(fresh)
