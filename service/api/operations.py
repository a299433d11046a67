"""For those who run the service: is it alive, can it work, what has it done.

The description of the API and its interactive documentation, which asks nobody outside for anything.
"""

from functools import cache
from importlib.resources import files

from flask import Blueprint, Response, request

from service.api.answers import Status
from service.errors import NotFound
from service.http.response import answer
from service.wiring import services


def register(blueprint: Blueprint) -> None:
    blueprint.get("/healthz")(healthz)
    blueprint.get("/readyz")(readyz)
    blueprint.get("/metrics")(metrics)
    blueprint.get("/openapi.yaml")(openapi)
    blueprint.get("/docs")(docs)
    blueprint.get("/docs/<file>")(docs_file)


def healthz() -> Response:
    """The process answers."""
    return answer(Status(status="alive"))


def readyz() -> Response:
    """The store answers and takes writes; otherwise 503."""
    services().store.check()
    return answer(Status(status="ready"))


def metrics() -> Response:
    return Response(services().metrics.text(), mimetype="text/plain; version=0.0.4")


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
MEDIA_TYPES = {".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".txt": "text/plain"}
PAGE = "index.html"
PARTS = (
    "init.js",
    "swagger-ui-bundle.js",
    "swagger-ui-bundle.js.LICENSE.txt",
    "swagger-ui.LICENSE.txt",
    "swagger-ui.NOTICE.txt",
    "swagger-ui.css",
)


def openapi() -> Response:
    return _file("openapi.yaml", "application/yaml")


def docs() -> Response:
    return _file(PAGE, "text/html")


def docs_file(file: str) -> Response:
    if file not in PARTS:
        raise NotFound()
    return _file(file, MEDIA_TYPES[f".{file.rpartition('.')[2]}"])


def _file(name: str, media_type: str) -> Response:
    response = Response(_content(name), mimetype=media_type)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "public, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


@cache
def _content(name: str) -> bytes:
    return files("service.openapi.site").joinpath(name).read_bytes()
