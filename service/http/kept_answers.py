"""Answers kept under the sender's key: sent again, a request gets the first answer and has no further effect.

They lie in the store as they are, beside the games themselves: none of them holds a token, or what goes when a person
is erased.
"""

from collections.abc import Callable

import msgspec
from flask import Response

from service.errors import ServiceError, TryLater
from service.games.commit import keep_answer, key_for, release, reserve
from service.http.request import idempotency_key, services
from service.http.response import answer


class KeptAnswer(msgspec.Struct, frozen=True):
    status: int
    location: str  # "": none
    body: msgspec.Raw


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(KeptAnswer).decode


def answered_once(sender: str, call: str, request: msgspec.Struct, make: Callable[[], Response]) -> Response:
    """What `make` answers; with a key that was used for the same request, what it answered then.

    A request that is refused leaves its key free.
    """
    name = idempotency_key()
    if name is None:
        return make()
    key, store, seconds = (
        key_for(sender, f"{call}/{name}", request),
        services().store,
        services().games.key_seconds,
    )
    reservation = reserve(store, key, "", seconds)
    if reservation.answer:
        return _again(reservation.answer)
    try:
        response = make()
    except ServiceError as refusal:
        if not isinstance(refusal, TryLater):
            release(store, key, reservation)
        raise
    return _again(keep_answer(store, key, reservation, _written(response), seconds))


def _written(response: Response) -> str:
    location = response.headers.get("Location", "")
    return _encode(KeptAnswer(response.status_code, location, msgspec.Raw(response.get_data()))).decode()


def _again(text: str) -> Response:
    kept = _decode(text)
    return answer(kept.body, kept.status, {"Location": kept.location} if kept.location else {})
