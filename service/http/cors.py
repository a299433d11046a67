"""CORS: which browser pages may call the API."""

from collections.abc import Collection

from flask import Response

from service.http.context import this_request
from service.http.request import header

EXPOSED = "ETag, Link, Location, Retry-After, Webhook-Off, X-Request-Id"
METHODS = "GET, POST, DELETE, OPTIONS"
ACCEPTED = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id"
)


def allow_origin(response: Response, origins: Collection[str]) -> None:
    """Adds the headers by which a browser lets pages of these origins read the response."""
    origin, headers = header("Origin"), response.headers
    headers.add("Vary", "Origin")  # a cache may be asked from another origin next time
    if origin is None or not ("*" in origins or origin in origins):
        return
    headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
    headers["Access-Control-Expose-Headers"] = EXPOSED
    if this_request().method == "OPTIONS":
        headers["Access-Control-Allow-Methods"] = METHODS
        headers["Access-Control-Allow-Headers"] = ACCEPTED
        headers["Access-Control-Max-Age"] = "600"
