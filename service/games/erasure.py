"""Erasing a person: what is known of somebody besides the game goes, and the game with all its hashes stays.

Names and tokens are facts beside the stream, never part of an event. This process forgets at once, every other one when
it next looks at the game's facts, which is every `FACTS_SECONDS`; an open stream ends within as many seconds more. What
the chat room keeps of whoever has the seat now goes as well.
"""

from service.chat.rooms.open_table import CONTACT
from service.chat.rooms.room import forget_person
from service.errors import RuleRefused
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import ROOM
from service.games.seats import PERSONAL
from service.games.tokens import Grant, TokenRole, kept_for
from ttr_core import Code, RuleViolation, SeatId
from ttr_core.by_post import Holders


def erase_person(games: Games, loaded: Loaded, seat: SeatId, holder: int | None = None) -> Loaded:
    """Removes the names of all who have had the seat and revokes its tokens, or only the name of an earlier holder.

    Erasing nobody is no error.
    """
    if not 0 <= seat < loaded.ruleset.players:
        raise RuleRefused(RuleViolation(Code.UNKNOWN_SEAT, seat=seat))
    fresh = games.cache.read_facts(loaded)
    known = _known(fresh, seat, holder)
    if (
        f"{CONTACT}:{seat}" in known and ROOM in fresh.facts
    ):  # first: without it nobody knows whom to look for
        forget_person(games.store, fresh.facts[ROOM], fresh.facts[f"{CONTACT}:{seat}"])
    games.store.forget(loaded.game, known)
    return games.cache.read_facts(fresh)


def _known(loaded: Loaded, seat: SeatId, holder: int | None) -> list[str]:
    """The names of the facts that are to go."""
    facts = loaded.facts
    if holder not in (None, loaded.state.slice(Holders).numbers[seat]):
        return [name for name in (f"name:{seat}/{holder}",) if name in facts]
    now = [name for name in (f"{what}:{seat}" for what in PERSONAL) if name in facts]
    earlier = [name for name in facts if name.startswith(f"name:{seat}/")] if holder is None else []
    return sorted((*now, *earlier, *kept_for(facts, Grant(TokenRole.SEAT, seat))))
