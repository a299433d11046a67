"""Proving a game: the report of the audit, the record as a file, and records from elsewhere."""

from flask import Blueprint, Response, request

from service.api.access import Visit, caller, visit
from service.api.answers import ImportedGame
from service.errors import MalformedRequest, TooManyRequests
from service.games.import_export import record_of, take_in
from service.http.problems import UnsupportedMediaType
from service.http.request import base_url, text_argument, whole_body
from service.http.response import answer, is_known
from service.wiring import services
from ttr_core.audit import BadHead, Head, parse_head, verify
from ttr_core.history.record import encode_record

NDJSON = "application/x-ndjson"


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/games/<game>/audit")(get_audit)
    blueprint.get("/v1/games/<game>/export")(get_export)
    # what `/v1/games/<game>` takes would be told as well: options are answered here
    methods = ["POST", "OPTIONS"]
    blueprint.route("/v1/games/import", methods=methods, provide_automatic_options=False)(import_game)


def get_audit(game: str) -> Response:
    """The stream is read and checked anew each time: a report that was kept would prove nothing."""
    _slow_down()
    head = _posted_head()
    seen = visit(game)
    report = verify(record_of(services().games, seen.loaded, seen.viewer), head)
    return answer(report, headers={"Cache-Control": "private, no-cache", "Vary": "Authorization"})


def _posted_head() -> Head | None:
    text = text_argument("head")
    try:
        return None if text is None else parse_head(text)
    except BadHead as error:
        raise MalformedRequest(str(error)) from error


def get_export(game: str) -> Response:
    _slow_down()
    seen = visit(game)
    headers = {"ETag": seen.etag(), "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if is_known(seen.etag()):
        return Response(status=304, headers=headers)
    return _file(seen, headers)


def _file(seen: Visit, headers: dict[str, str]) -> Response:
    name = f"{seen.loaded.game}.ndjson"
    headers["Content-Disposition"] = f'attachment; filename="{name}"'
    body = encode_record(record_of(services().games, seen.loaded, seen.viewer))
    return Response(body, mimetype=NDJSON, headers=headers)


def import_game() -> Response:
    if request.method == "OPTIONS":
        return Response(headers={"Allow": "OPTIONS, POST"})
    _slow_down()
    if request.mimetype != NDJSON:
        raise UnsupportedMediaType(f"a record is sent as {NDJSON}")
    request.max_content_length = services().config.max_import
    loaded, new = take_in(services().games, whole_body())
    services().metrics.appended(loaded.version if new else 0)
    here = f"{base_url()}/v1/games/{loaded.game}"
    body = ImportedGame(game=loaded.game, version=loaded.version, head=loaded.head, new=new, link=here)
    return answer(body, 201 if new else 200, {"Location": here})


def _slow_down() -> None:
    """An audit is a tenth of a second of work."""
    wait = services().audits.wait(caller())
    if wait:
        raise TooManyRequests(seconds=int(wait) + 1)
