"""Flask, less what comes out the same for request after request."""

from collections.abc import Callable
from typing import Any

from flask import Flask, Request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import MapAdapter

from service.caches import Recent

ADDRESSES = 4096  # that a process finds again at once: those of a few hundred games
LONGEST_ADDRESS = 200  # longer ones, which nobody needs, are looked for each time


class Application(Flask):
    """The service as a WSGI application."""

    def __init__(self, name: str) -> None:
        super().__init__(name, static_folder=None)
        self.url_map.merge_slashes = False  # an address is that of a call or of nothing; we redirect nobody
        self.session_interface = _NoSessions()
        self._addresses: Recent[_Address] = Recent(ADDRESSES)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:  # a call or a hook
        return func  # none is asynchronous, and Flask asks each of them anew for every request

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Which call is meant: what is refused is found out anew each time, what is not is remembered."""
        if request is None:
            return super().create_url_adapter(None)
        request.environ.pop("HTTP_UPGRADE", None)  # we speak no other protocol, and may answer in our own
        host = request.environ.get("HTTP_HOST", "")
        if len(request.path) + len(host) > LONGEST_ADDRESS:
            return super().create_url_adapter(request)
        asked = request.method, request.path, request.root_path, request.scheme, host
        return self._addresses.get(asked, lambda: self._address(request))

    def _address(self, request: Request) -> "_Address":
        adapter = super().create_url_adapter(request)
        assert adapter is not None  # there is none only where there is no request
        return _Address(adapter)


class _NoSessions(SessionInterface):
    """Tokens say who is asking; Flask would make an empty session for every request."""

    def __init__(self) -> None:
        self._none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self._none


class _Address(MapAdapter):
    """An address at which there is a call."""

    def __init__(self, adapter: MapAdapter) -> None:
        vars(self).update(vars(adapter))
        self._found = adapter.match(return_rule=True)

    def match(self, *arguments: Any, **settings: Any) -> Any:  # as MapAdapter has them
        if arguments or settings != {"return_rule": True}:
            return super().match(*arguments, **settings)
        rule, values = self._found
        return rule, dict(values)
