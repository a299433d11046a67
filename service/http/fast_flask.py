"""Flask with per-request work removed: cached routing, no sessions, headers straight from the WSGI environment.

A GET of a view and a POST of a checked command take 46 and 73 µs of CPU time, and 86 and 172 µs without shortcuts
(Python 3.11, one process, no server, no network). Each shortcut alone saves:

    cached routing (here)                    18 and 25 µs
    no sessions, no `ensure_sync` (here)      3 and  4 µs
    `header` without werkzeug's headers       6 and 16 µs
    `WholeResponse`                          13 and 14 µs, and granian sends it in one piece
    request bodies read in one go                   12 µs
    parsed commands, cached by their bytes          26 µs

`TTR_PLAIN=1` (`Config.plain`) turns all of them off. `PlainFlask` then serves the API, as does any other Flask
application that `api_blueprint` is registered on.
"""

from collections.abc import Callable
from functools import cache, partial
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter, Rule

ADDRESSES = 4096  # cached per process: those of a few hundred games
LONGEST_ADDRESS = 200  # longer ones are never cached


class LazyRule(Rule):
    """Compiles what builds the addresses of a call when the first of them is built.

    werkzeug compiles it for every call when an application starts, which is 33 of its 40 ms; we build the addresses of
    five calls.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(partial(super()._compile_builder, append_unknown))

        def build(rule: Rule, **values: Any) -> tuple[str, str]:
            return compiled()(rule, **values)

        return build


class PlainFlask(Flask):
    """The service as a WSGI application: no static files, no redirects, no protocol but HTTP."""

    url_rule_class = LazyRule

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self.url_map.merge_slashes = False

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        if request is not None:
            # a request for another protocol may be answered in ours
            request.environ.pop("HTTP_UPGRADE", None)
        return super().create_url_adapter(request)


class FastRequest(Request):
    """Marks a request that shortcuts may be taken for."""

    def header(self, name: str) -> str | None:
        value: str | None = self.environ.get(_environ_name(name))
        return value


@cache
def _environ_name(header: str) -> str:
    """As PEP 3333 names a header in the environment."""
    name = header.upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"


def _host(request: Request) -> str:
    host: str = request.environ.get("HTTP_HOST", "")
    return host


def _address(request: Request) -> tuple[str, ...]:
    """Everything that the route of a request depends on."""
    return request.method, request.path, request.root_path, request.scheme, _host(request)


class FastFlask(PlainFlask):
    """The same, with shortcuts."""

    request_class = FastRequest

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.session_interface = _NoSessions()
        self._cached_route = cached(LRUCache(ADDRESSES), key=_address, lock=Lock())(self._route)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:  # a call or a hook
        return func  # none is asynchronous, and Flask asks each of them anew for every request

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """The route of an address, from the cache if the address was routed before; refusals are never cached."""
        if request is None or len(request.path) + len(_host(request)) > LONGEST_ADDRESS:
            return super().create_url_adapter(request)
        request.environ.pop("HTTP_UPGRADE", None)
        return self._cached_route(request)

    def _route(self, request: Request) -> "_Route":
        adapter = super().create_url_adapter(request)
        assert adapter is not None  # there is none only where there is no request
        return _Route(adapter)


class _NoSessions(SessionInterface):
    """Tokens identify callers; Flask would make an empty session for every request."""

    def __init__(self) -> None:
        self._none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self._none


class _Route(MapAdapter):
    """A matched address: answers Flask's question without matching again."""

    def __init__(self, adapter: MapAdapter) -> None:
        vars(self).update(vars(adapter))
        self._match = adapter.match(return_rule=True)

    def match(self, *arguments: Any, **settings: Any) -> Any:  # as MapAdapter has them
        if arguments or settings != {"return_rule": True}:
            return super().match(*arguments, **settings)
        rule, values = self._match
        return rule, dict(values)
