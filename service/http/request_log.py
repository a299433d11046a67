"""One log line and one metric per request, under an id that the response carries, too."""

import logging
import os
import random
import time

from flask import Response

from service.http.context import services, this_request
from service.http.request import header

log = logging.getLogger("ttr.requests")

ARRIVAL = "ttr.arrival"  # key in the WSGI environment: when the request arrived, and its id

_random = random.Random()  # request ids need not be secret
if hasattr(os, "register_at_fork"):  # without it, forked processes would use the same ids
    os.register_at_fork(after_in_child=_random.seed)


def note_arrival() -> None:
    wanted = header("X-Request-Id") or ""
    fits = wanted.isascii() and 8 <= len(wanted) <= 64 and wanted.isprintable()
    request_id = wanted if fits else f"{_random.getrandbits(64):016x}"
    this_request().environ[ARRIVAL] = time.perf_counter(), request_id


def request_id() -> str:
    identity: str = this_request().environ[ARRIVAL][1]
    return identity


def log_response(response: Response) -> None:
    request = this_request()
    started, identity = request.environ[ARRIVAL]
    seconds = time.perf_counter() - started
    call = (request.endpoint or "none").rpartition(".")[2]
    response.headers.add("X-Request-Id", identity)
    services().metrics.answered(request.method, call, response.status_code, seconds)
    if log.isEnabledFor(logging.INFO):
        log.info("request", extra={"fields": _fields(call, response, seconds)})


def _fields(call: str, response: Response, seconds: float) -> dict[str, object]:
    """Never a token, a body or a query."""
    request = this_request()
    return {
        "request_id": request_id(),
        "method": request.method,
        "call": call,
        "game": (request.view_args or {}).get("game"),
        "status": response.status_code,
        "ms": round(seconds * 1000, 3),
    }
