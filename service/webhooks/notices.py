"""Notices: whoever looks at a game is told there that his webhook was switched off, since he cannot be told by it.

A notice is a fact beside the stream, for the token that had the webhook, as long as the webhook is there and off.
"""

from collections.abc import Mapping

from service.games import ATTEMPTS, Games
from service.store import Appended, Commit
from service.webhooks.subscription import Subscription

PREFIX = "webhook_off:"


def notice_for(facts: Mapping[str, str], owner: str) -> str | None:
    """The webhook of this owner that was switched off last, if any is off."""
    return facts.get(PREFIX + owner)


def give_notice(games: Games, found: Subscription) -> None:
    """Changes no event and no version: only what is known beside them."""
    facts = {PREFIX + found.owner: found.id}
    for _ in range(ATTEMPTS if found.game else 0):
        loaded = games.shelf.current(found.game)
        commit = Commit(game=found.game, expected=loaded.version, entries=(), facts=facts)
        if isinstance(games.store.append(commit), Appended):
            games.shelf.with_new_facts(loaded)
            return


def withdraw_notice(games: Games, found: Subscription) -> None:
    if found.game:
        games.store.forget(found.game, [PREFIX + found.owner])
        games.shelf.with_new_facts(games.shelf.glance(found.game))
