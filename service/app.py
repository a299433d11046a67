"""The Flask application: `create_app` for a server of our own, `api_blueprint` for somebody else's."""

from flask import Blueprint, Flask, Response
from werkzeug.exceptions import HTTPException

from service.api import RESOURCES, chat
from service.config import Config
from service.http.context import EXTENSION, services, this_request
from service.http.cors import allow_origin
from service.http.error_handlers import http_error, register_error_handlers
from service.http.fast_flask import FastFlask, PlainFlask
from service.http.request_log import log_response, note_arrival
from service.store import Store
from service.wiring import Services, make_services


def create_app(config: Config | None = None, store: Store | None = None) -> Flask:
    """The whole service as a WSGI application; without a store it connects to `config.redis_url`."""
    config = config or Config()
    app = PlainFlask("ttr") if config.plain else FastFlask("ttr")
    app.register_blueprint(api_blueprint(make_services(config, store)))
    for status in (400, 404, 405):  # addresses that no call has
        app.register_error_handler(status, _no_such_call)
    return app


def api_blueprint(services: Services) -> Blueprint:
    """All calls, to be registered on any Flask application."""
    blueprint = Blueprint(EXTENSION, __name__)
    blueprint.record_once(lambda setup: setup.app.extensions.update({EXTENSION: services}))
    blueprint.before_request(_before)
    blueprint.after_request(_after)
    register_error_handlers(blueprint)
    for resource in RESOURCES:
        resource.register(blueprint)
    chat.register(blueprint, services.config)
    return blueprint


def _before() -> None:
    note_arrival()
    this_request().max_content_length = services().config.max_body


def _after(response: Response) -> Response:
    log_response(response)
    response.headers.add("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Cache-Control", "no-store")
    origins = services().config.cors_origins
    if origins:
        allow_origin(response, origins)
    return response


def _no_such_call(error: HTTPException) -> Response:
    _before()
    return _after(http_error(error))
