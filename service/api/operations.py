"""For operators: health, readiness and metrics; and the description of the API with its interactive page."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from flask import Response

from service.api.access import Answer
from service.errors import NotFound, ReadOnly, TemporarilyUnavailable
from service.http.call import STORE_PROBLEMS, WRITE_PROBLEMS, Answered, Resource, or_not_modified
from service.http.problem_pages import described_problems, problem_page
from service.http.problems import InternalError
from service.http.request import IF_NONE_MATCH, InPath, services, this_request
from service.http.response import answer

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"}
DESCRIPTION = "openapi.yaml"
PAGE = "index.html"
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript", ".txt": "text/plain"}
PARTS = (  # of the page, which loads nothing from elsewhere
    "init.js",
    "swagger-ui-bundle.js",
    "swagger-ui-bundle.js.LICENSE.txt",
    "swagger-ui.LICENSE.txt",
    "swagger-ui.NOTICE.txt",
    "swagger-ui.css",
)

FILE = InPath("file", "A file of the documentation page.", example="init.js")
CODE = InPath("code", "The code of a problem.", example="not_your_turn")

resource = Resource("operations")


class Status(Answer, frozen=True, kw_only=True):
    """The state of the service."""

    status: Literal["alive", "ready"]


@resource.call(
    "GET",
    "/healthz",
    summary="Is the process alive?",
    answers=(Answered("It is.", Status),),
)
def healthz() -> Response:
    return answer(Status(status="alive"))


@resource.call(
    "GET",
    "/readyz",
    summary="Can the service work?",
    description="Asks the store whether it takes writes, and whether enough replicas have them.",
    answers=(Answered("It can.", Status),),
    problems=(*WRITE_PROBLEMS, *STORE_PROBLEMS),
)
def readyz() -> Response:
    try:
        services().store.check()
    except ReadOnly as error:
        raise TemporarilyUnavailable("not_ready", seconds=2, problem=str(error)) from error
    return answer(Status(status="ready"))


@resource.call(
    "GET",
    "/metrics",
    summary="Prometheus metrics",
    answers=(Answered("The metrics.", media=("text/plain",)),),
)
def metrics() -> Response:
    return Response(services().metrics.text(), mimetype="text/plain; version=0.0.4")


@resource.call(
    "GET",
    "/openapi.yaml",
    summary="This description",
    parameters=(IF_NONE_MATCH,),
    answers=or_not_modified("An OpenAPI 3.1 document in YAML.", media=("application/yaml",)),
)
def openapi() -> Response:
    return _file(DESCRIPTION, "application/yaml")


@resource.call(
    "GET",
    "/docs",
    summary="Interactive documentation",
    parameters=(IF_NONE_MATCH,),
    answers=or_not_modified("A page.", media=("text/html",)),
)
def docs() -> Response:
    return _file(PAGE, "text/html")


@resource.call(
    "GET",
    "/docs/{file}",
    summary="A file of the documentation page",
    parameters=(FILE, IF_NONE_MATCH),
    answers=or_not_modified("A file.", media=("text/javascript", "text/css", "text/plain")),
    problems=(NotFound, InternalError),
)
def docs_file(file: str) -> Response:
    if file not in PARTS:
        raise NotFound()
    return _file(file, MEDIA_TYPES[Path(file).suffix])


@resource.call(
    "GET",
    "/problems/{code}",
    summary="What a problem means",
    description="The address in the `type` of every problem.",
    parameters=(CODE, IF_NONE_MATCH),
    answers=or_not_modified("A page in every language of the service.", media=("text/html",)),
    problems=(NotFound, InternalError),
)
def get_problem(code: str) -> Response:
    problem = described_problems().get(code)
    if problem is None:
        raise NotFound()
    return _static(problem_page(problem).encode(), "text/html")


def _file(name: str, media_type: str) -> Response:
    return _static(_content(name), media_type)


def _static(content: bytes, media_type: str) -> Response:
    response = Response(content, mimetype=media_type)
    response.headers.update(SAFE | {"Cache-Control": "public, no-cache"})
    response.add_etag()
    response.make_conditional(this_request())
    return response


@cache
def _content(name: str) -> bytes:
    """A file of the package. The description is one only in an installed wheel; a checkout has it at its root."""
    packaged = files("service.openapi.site").joinpath(name)
    if name == DESCRIPTION and not packaged.is_file():
        return Path(__file__).resolve().parents[2].joinpath(name).read_bytes()
    return packaged.read_bytes()
