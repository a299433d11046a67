"""A client for programs that play: typed, synchronous or asynchronous, patient with networks.

    from ttr_client import Client

    with Client("https://ttr.example.org", token="ttr_seat_...") as ttr:
        for turn in ttr.table().turns():
            turn.play(turn.moves[0])

`AsyncClient` has the same calls, to be awaited. The package needs nothing of this project and, of others, httpx alone:
one library with connections, streams, proxies, certificates and time-outs for both kinds of programs.
`ttr_client.types` has the types of everything that goes over the wire.
"""

from ttr_client.async_client import AsyncClient, AsyncCreated
from ttr_client.async_table import AsyncTable, AsyncTalk, AsyncTurn
from ttr_client.async_webhooks import AsyncWebhooks
from ttr_client.client import Client, Created
from ttr_client.exceptions import (
    ApiError,
    Busy,
    Denied,
    GameNotFound,
    GameOver,
    KeyReused,
    Malformed,
    NotFound,
    NotScoredYet,
    NotYourTurn,
    Refused,
    ServiceFailed,
    Stale,
    TokenInvalid,
    TokenMissing,
    TtrError,
    Unreachable,
    VersionNotReached,
)
from ttr_client.exchange import Retries, new_key
from ttr_client.players.account import Address, Passkeys
from ttr_client.players.async_account import AsyncAddress, AsyncPasskeys
from ttr_client.players.async_notices import AsyncNotices
from ttr_client.players.async_player_client import AsyncNews, AsyncPlayer
from ttr_client.players.notices import Notices
from ttr_client.players.player_client import News, Player
from ttr_client.table import Table, Talk, Turn
from ttr_client.webhooks import Webhooks

__all__ = [
    "Address",
    "ApiError",
    "AsyncAddress",
    "AsyncClient",
    "AsyncCreated",
    "AsyncNews",
    "AsyncNotices",
    "AsyncPasskeys",
    "AsyncPlayer",
    "AsyncTable",
    "AsyncTalk",
    "AsyncTurn",
    "AsyncWebhooks",
    "Busy",
    "Client",
    "Created",
    "Denied",
    "GameNotFound",
    "GameOver",
    "KeyReused",
    "Malformed",
    "News",
    "NotFound",
    "NotScoredYet",
    "NotYourTurn",
    "Notices",
    "Passkeys",
    "Player",
    "Refused",
    "Retries",
    "ServiceFailed",
    "Stale",
    "Table",
    "Talk",
    "TokenInvalid",
    "TokenMissing",
    "TtrError",
    "Turn",
    "Unreachable",
    "VersionNotReached",
    "Webhooks",
    "new_key",
]
