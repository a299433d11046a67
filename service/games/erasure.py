"""Erases a person: what the service knows about them beside the game goes, and the game with all its hashes stays.

Names and tokens are facts beside the stream, never part of an event. This process forgets at once, every other process
when it next reads the game's facts, at most `FACTS_SECONDS` later; an open event stream ends within as many seconds
more. What the chat room keeps about the seat's present holder goes as well.
"""

from collections.abc import Callable

from service.errors import RuleRefused
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.tokens import Grant, TokenRole
from ttr_core import Code, RuleViolation, SeatId
from ttr_core.by_post import Holders


def erase_person(
    games: Games,
    loaded: Loaded,
    seat: SeatId,
    forget_contact: Callable[[str, str], None],  # a room, and a person whom it knows
    holder: int | None = None,
) -> Loaded:
    """Removes the names of all holders of the seat and revokes its tokens, or only the name of one earlier holder.

    Erasing nobody is no error.
    """
    if not 0 <= seat < loaded.ruleset.players:
        raise RuleRefused(RuleViolation(Code.UNKNOWN_SEAT, seat=seat))
    fresh = games.cache.read_facts(loaded)
    facts, earlier = fresh.facts, holder not in (None, fresh.state.slice(Holders).numbers[seat])
    contact = None if earlier else facts.contact(seat)
    if contact and facts.room:  # first: without the fact nothing would say whom the room is to forget
        forget_contact(facts.room, contact)
    keys = facts.earlier_name_keys(seat, holder) if earlier else _keys_of_holder(fresh, seat, holder)
    games.store.forget(loaded.game, keys)
    return games.cache.read_facts(fresh)


def _keys_of_holder(loaded: Loaded, seat: SeatId, holder: int | None) -> list[str]:
    facts = loaded.facts
    names = facts.earlier_name_keys(seat) if holder is None else []
    tokens = facts.token_keys(Grant(TokenRole.SEAT, seat))
    return sorted((*facts.personal_keys(seat), *facts.creator_keys(seat), *names, *tokens))
