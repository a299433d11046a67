"""Links that stop the mail to one player (RFC 8058): they need no sign-in, and can do nothing else."""

import hmac
import re
import secrets

from service.store.interface import Properties

OWNER, SECRET = "notices", "unsubscribe_key"  # where the key that signs links is kept
_LINK = re.compile("([0-9a-f]{16})-([0-9a-f]{32})")


def stop_code(store: Properties, player: str) -> str:
    """The end of a link that stops the mail to a player."""
    return f"{player}-{_signature(store, player)}"


def player_of_code(store: Properties, code: str) -> str | None:
    """The player whose mail a link stops; None if we have not signed it."""
    match = _LINK.fullmatch(code)
    if match is None or not hmac.compare_digest(_signature(store, match.group(1)), match.group(2)):
        return None
    return match.group(1)


def _signature(store: Properties, player: str) -> str:
    key = store.properties(OWNER).get(SECRET)
    if key is None:
        store.set_property_once(OWNER, SECRET, secrets.token_hex(32))
        key = store.properties(OWNER)[SECRET]  # another process may have been faster
    return hmac.new(bytes.fromhex(key), f"stop mail/{player}".encode(), "sha256").hexdigest()[:32]
