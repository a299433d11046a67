"""A client for programs that play: typed, synchronous or asynchronous, patient with networks.

    from ttr_client import Client

    with Client("https://ttr.example.org", token="ttr_seat_...") as ttr:
        for turn in ttr.table().turns():
            turn.play(turn.moves[0])

`AsyncClient` has the same calls, to be awaited. The package needs nothing of this project and, of others, httpx alone:
one library with connections, streams, proxies, certificates and time-outs for both kinds of programs.
`ttr_client.types` has the types of everything that goes over the wire.
"""

from ttr_client.async_client import AsyncClient, AsyncCreated, AsyncNews, AsyncPlayer
from ttr_client.async_table import AsyncTable, AsyncTurn
from ttr_client.async_webhooks import AsyncWebhooks
from ttr_client.client import Client, Created, News, Player
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
from ttr_client.table import Table, Turn
from ttr_client.webhooks import Webhooks

__all__ = [
    "ApiError",
    "AsyncClient",
    "AsyncCreated",
    "AsyncNews",
    "AsyncPlayer",
    "AsyncTable",
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
    "Player",
    "Refused",
    "Retries",
    "ServiceFailed",
    "Stale",
    "Table",
    "TokenInvalid",
    "TokenMissing",
    "TtrError",
    "Turn",
    "Unreachable",
    "VersionNotReached",
    "Webhooks",
    "new_key",
]
