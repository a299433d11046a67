"""The service around the game: command line, HTTP and storage. It never imports the workers.

`create_app(config)` is all of it as a WSGI application; `api_blueprint(make_services(config))` adds the API to another
Flask application.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.app import api_blueprint, create_app
    from service.config import Config
    from service.services import make_services
else:

    def __getattr__(name: str) -> Any:
        """Imports on first use, so that a command line that needs no web server does not wait for one."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(_MODULES[name]), name)


__all__ = ["Config", "api_blueprint", "create_app", "make_services"]

_MODULES = {
    "Config": "service.config",
    "api_blueprint": "service.app",
    "create_app": "service.app",
    "make_services": "service.services",
}
