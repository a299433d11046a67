"""The service around the game: command line, HTTP and storage. It never imports the workers.

`create_app(config)` is all of it as a WSGI application; `api_blueprint(make_services(config))` is the same as a part of
somebody's own Flask application.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.app import api_blueprint, create_app
    from service.config import Config
    from service.wiring import make_services
else:

    def __getattr__(name: str) -> Any:
        """Imported when they are asked for: a command line that needs no web server shall not wait for one."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_PLACES[name]), name)


__all__ = ["Config", "api_blueprint", "create_app", "make_services"]

_PLACES = {
    "Config": "service.config",
    "api_blueprint": "service.app",
    "create_app": "service.app",
    "make_services": "service.wiring",
}
