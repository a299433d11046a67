"""Proving a game: the audit's report, the record as a file, and records of games played elsewhere."""

from hashlib import sha256

import msgspec
from flask import Response

from service.api.access import GAME, Answer, Visit, caller_address, is_administrator, visit
from service.errors import GameExists, KeyReused, MalformedRequest, RecordRefused, TooManyRequests
from service.games.import_export import import_record, record_of
from service.http.call import (
    GAME_PROBLEMS,
    STORE_PROBLEMS,
    WRITE_PROBLEMS,
    Access,
    Answered,
    Resource,
    or_not_modified,
)
from service.http.kept_answers import answered_once
from service.http.problems import TooLarge, UnsupportedMediaType
from service.http.request import IDEMPOTENCY_KEY, IF_NONE_MATCH, FileBody, PatternText, base_url, services
from service.http.response import answer, client_has
from ttr_core.audit import BadHead, Head, Report, parse_head, verify
from ttr_core.audit.heads import HEAD as HEAD_PATTERN
from ttr_core.history.record import encode_record

NDJSON = "application/x-ndjson"
CHECKED = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}

HEAD = PatternText(
    "head",
    "A head that was posted during the game: its version, and at least 16 digits of the hash.",
    pattern=HEAD_PATTERN,
    example="17:8c1d-0a3f-77d2-e410",
)
RECORD = FileBody(NDJSON)

resource = Resource("proof")


class ImportedGame(Answer, frozen=True, kw_only=True):
    """A game that was played elsewhere, with the hashes that it had there."""

    game: str
    version: int
    head: str
    new: bool  # false: it was here already


class ImportRequest(msgspec.Struct, frozen=True):
    """What an idempotency key stands for."""

    digest: str  # of the record


@resource.call(
    "GET",
    "/v1/games/{game}/audit",
    costly=True,
    summary="Was it fair, legal and unaltered?",
    description=(
        "Checks the game's record: hashes, seals, seed, shuffles, draws, moves, actors and score. During the game "
        "it checks what the holder of the token may know; when the game is over, all of it, for anybody who may "
        "see the game. With `head` it says whether that head was posted about this game."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, HEAD),
    answers=(Answered("The report.", Report),),
    problems=(MalformedRequest, TooManyRequests, *GAME_PROBLEMS),
)
def get_audit(game: str) -> Response:
    """Reads and checks the stream each time: a cached report would prove nothing."""
    _limit()
    head = _read_head()
    visitor = visit(game)
    report = verify(record_of(services().games, visitor.now, visitor.viewer), head)
    return answer(report, headers=CHECKED)


def _read_head() -> Head | None:
    text = HEAD.read()
    try:
        return None if text is None else parse_head(text)
    except BadHead as error:
        raise MalformedRequest("head", parameter=HEAD.name, problem=str(error)) from error


@resource.call(
    "GET",
    "/v1/games/{game}/export",
    costly=True,
    summary="The record as a file",
    description=(
        "`ttr-record/1`: one JSON object a line, a header and then the events. When the game is over it is the "
        "complete record, for `ttr verify` and for other services; before, the part that the holder of the token has "
        "seen, marked as partial."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, IF_NONE_MATCH),
    answers=or_not_modified("The record.", media=(NDJSON,)),
    problems=(TooManyRequests, *GAME_PROBLEMS),
)
def get_export(game: str) -> Response:
    _limit()
    visitor = visit(game)
    etag = visitor.etag()
    headers = {"ETag": etag, **CHECKED}
    if client_has(etag):
        return Response(status=304, headers=headers)
    return _file(visitor, headers)


def _file(visitor: Visit, headers: dict[str, str]) -> Response:
    headers["Content-Disposition"] = f'attachment; filename="{visitor.game}.ndjson"'
    body = encode_record(record_of(services().games, visitor.now, visitor.viewer))
    return Response(body, mimetype=NDJSON, headers=headers)


@resource.call(
    "POST",
    "/v1/imports",
    costly=True,
    summary="Import a game from elsewhere",
    description=(
        "The body is the complete record of a finished game. If every check of the audit passes, the game keeps its "
        "id and hashes, is listed publicly and marked as imported; otherwise `facts.findings` says "
        "what is wrong with it. Sending it again changes nothing, and with the same `Idempotency-Key` gets the first "
        "answer. A game on a board that this service does not have is "
        "imported for the operator alone, with the service's own token: the record holds its board."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(IDEMPOTENCY_KEY,),
    body=RECORD,
    answers=(
        Answered("The game is here now.", ImportedGame, status=201, headers=("Location",)),
        Answered("It was here already.", ImportedGame, headers=("Location",)),
    ),
    problems=(
        MalformedRequest,
        UnsupportedMediaType,
        TooLarge,
        RecordRefused,
        GameExists,
        KeyReused,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *STORE_PROBLEMS,
    ),
)
def import_game() -> Response:
    _limit()
    data, is_operator = RECORD.read(services().config.max_import), is_administrator()
    sender = "operator" if is_operator else f"address/{caller_address()}"
    request = ImportRequest(sha256(data).hexdigest())
    return answered_once(sender, "imports", request, lambda: _imported(data, any_board=is_operator))


def _imported(data: bytes, *, any_board: bool) -> Response:
    loaded, new = import_record(services().games, data, any_board=any_board)
    services().metrics.appended(loaded.version if new else 0)
    here = f"{base_url()}/v1/games/{loaded.game}"
    body = ImportedGame(game=loaded.game, version=loaded.version, head=loaded.head, new=new)
    return answer(body, 201 if new else 200, {"Location": here})


def _limit() -> None:
    """An audit is a tenth of a second of work."""
    services().audits.admit(caller_address())
