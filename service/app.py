"""The Flask application: `create_app` for a server of our own, `api_blueprint` for somebody else's."""

from flask import Blueprint, Flask

from service.api import RESOURCES, chat
from service.config import Config
from service.http.fast_flask import FastFlask, PlainFlask
from service.http.request import EXTENSION
from service.http.request_lifecycle import refuse_unknown_addresses, surround_calls
from service.message_types import build_converters
from service.page import pages
from service.services import Services, make_services
from service.store import Store


def create_app(config: Config | None = None, store: Store | None = None) -> Flask:
    """The whole service as a WSGI application; without a store it connects to `config.redis_url`."""
    config = config or Config()
    app = PlainFlask("ttr") if config.plain else FastFlask("ttr")
    app.register_blueprint(api_blueprint(make_services(config, store)))
    refuse_unknown_addresses(app)
    return app


def api_blueprint(services: Services) -> Blueprint:
    """All calls, to be registered on any Flask application."""
    blueprint = Blueprint(EXTENSION, __name__)
    blueprint.record_once(lambda setup: setup.app.extensions.update({EXTENSION: services}))
    surround_calls(blueprint)
    for resource in RESOURCES:
        resource.register(blueprint)
    chat.register(blueprint, services.config)
    pages.register(blueprint)
    build_converters()
    return blueprint
