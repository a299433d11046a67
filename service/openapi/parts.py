"""The parts that calls share: parameters, headers and problems."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

from service.api.history import FORMATS, SHOWN, STEPS
from service.api.people import MOST_HOLDERS, SEAT
from service.api.pictures import TICKETS
from service.http.problems import MEDIA_TYPE, ProblemBody, status_of, title_of
from service.http.request import IDEMPOTENCY_KEY, IF_MATCH, LAST_EVENT_ID, LONGEST_TEXT
from service.http.schemas import EVENTS, MOST_SEATS, schema_for
from service.language.languages import codes
from service.openapi.call import Call
from service.pictures.drawing.board_picture import NARROWEST, USUAL_WIDTH, WIDEST
from service.pictures.drawing.chart import TITLES
from service.pictures.drawing.palette import Colours, Theme
from service.webhooks.subscriptions import WEBHOOK
from ttr_core.audit.heads import HEAD

Part = dict[str, Any]  # a piece of an OpenAPI document: JSON values

_TEXT: Part = {"type": "string", "maxLength": LONGEST_TEXT}
_VERSION: Part = {"type": "integer", "minimum": 1, "maximum": 10**9}


def _path(name: str, description: str, example: str) -> Part:
    schema = {"type": "string", "minLength": 1}
    return {"in": "path", "name": name, "required": True, "description": description} | {
        "schema": schema,
        "example": example,
    }


def _query(name: str, description: str, schema: Part) -> Part:
    return {"in": "query", "name": name, "description": description, "schema": schema}


def _one_of(words: Iterable[str]) -> Part:
    return {"type": "string", "enum": list(words)}


def _header(name: str, description: str, schema: Part, example: str) -> Part:
    told = {"in": "header", "name": name, "description": description}
    return {**told, "schema": {"type": "string", **schema}, "example": example}


PARAMETERS: Mapping[str, Part] = {
    "game": _path("game", "The game, as it was named when it was created.", "5f0c1d3a9b7e2468"),
    "name": _path("name", "The name of a board.", "europe"),
    "webhook": _path("webhook", "The id of a webhook.", "0f3a9c5d7e1b2468"),
    "game_asked": _query("game", "The game; none for webhooks about all of them.", _TEXT),
    "file": _path("file", "A file of the documentation page.", "init.js"),
    "head": _query(
        "head",
        "A head that was posted during the game: its version, and at least 16 digits of the hash.",
        {"type": "string", "pattern": HEAD, "maxLength": 100, "example": "17:8c1d-0a3f-77d2-e410"},
    ),
    "at": _query("at", "The version to look at; the latest if it is not given.", _VERSION),
    "after": _query(
        "after", "Only events after this version.", {"type": "integer", "minimum": 0, "maximum": 10**9}
    ),
    "events_limit": _query(
        "limit",
        "At most so many events; 100 on a JSON page and all as NDJSON if it is not given. A stream has no end.",
        {"type": "integer", "minimum": 1, "maximum": 1000},
    ),
    "before": _query(
        "before",
        "Only games listed before this time, in milliseconds since 1970.",
        {"type": "integer", "minimum": 0, "maximum": 10**15},
    ),
    "games_limit": _query(
        "limit",
        "At most so many games.",
        {"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
    ),
    "seat_number": _path("seat", "The number of a seat, from 0.", "1")
    | {"schema": {"type": "string", "pattern": f"^{SEAT}$"}},
    "holder": _query(
        "holder",
        "Which of all who have had the seat, from 1.",
        {"type": "integer", "minimum": 1, "maximum": MOST_HOLDERS},
    ),
    "show": _query(
        "show",
        "What to show; `changes` if `from` is given, and `events` otherwise, if it is not said.",
        _one_of(SHOWN),
    ),
    "from": _query("from", "The version to begin with; the first if it is not given.", _VERSION),
    "to": _query("to", "The version to end with; the latest if it is not given.", _VERSION),
    "seat": _query(
        "seat", "Only events of this seat.", {"type": "integer", "minimum": 0, "maximum": MOST_SEATS}
    ),
    "type": _query("type", "Only events of this type.", _one_of(EVENTS)),
    "city": _query("city", "Only events about this place, its routes or its tickets.", _TEXT),
    "card": _query("card", "Only events with a card of this kind.", _TEXT),
    "item": _query(
        "item", "A ticket, a kind of card, or a field of an event such as `card_drawn.card`.", _TEXT
    ),
    "by": _query("by", "A figure for each turn, or for each version.", _one_of(STEPS)),
    "measure": _query("measure", "What the picture shows; points if it is not said.", _one_of(TITLES)),
    "format": _query("format", "The same as `Accept`, and before it.", _one_of(FORMATS)),
    "since": _query("since", "What is new since this version is highlighted.", _VERSION),
    "theme": _query("theme", "Light if it is not said.", _one_of(get_args(Theme))),
    "colours": _query(
        "colours",
        "`safe`: colours that the colour-blind can tell apart, with a letter for each and a number for each seat.",
        _one_of(get_args(Colours)),
    ),
    "lang": _query("lang", "Of the words in the picture; English if it is not said.", _one_of(codes())),
    "tickets": _query(
        "tickets", "`mine`: the cities of the seat's own tickets are marked.", _one_of(TICKETS)
    ),
    "width": _query(
        "width",
        "In pixels; the height follows.",
        {"type": "integer", "minimum": NARROWEST, "maximum": WIDEST, "default": USUAL_WIDTH},
    ),
    "dry_run": _query("dry_run", "Only check.", {"type": "string", "enum": ["true", "false"]}),
    "If-None-Match": _header(
        "If-None-Match", "ETags that you have; 304 if one of them is still true.", {}, '"17.8c1d0a3f"'
    ),
    "If-Match": _header(
        "If-Match",
        "The version that you decided on: an ETag of the game, or the number alone. `*` is any version.",
        {"pattern": IF_MATCH},
        '"17"',
    ),
    "Idempotency-Key": _header(
        "Idempotency-Key",
        "Makes it safe to send a command again: 1 to 200 printable characters, quoted or bare.",
        {"pattern": IDEMPOTENCY_KEY},
        '"6a1f0b5e"',
    ),
    "Last-Event-ID": _header(
        "Last-Event-ID",
        "The last version that you have seen of the stream, sent by browsers that come back; it goes before `after`.",
        {"pattern": LAST_EVENT_ID},
        "17",
    ),
}

HEADERS: Mapping[str, Part] = {
    "ETag": {
        "description": "The version and whose eyes it is for; good for If-Match and If-None-Match.",
        "schema": {"type": "string", "pattern": '^"[0-9a-f.]+"$'},
    },
    "Link": {
        "description": "The address of the following page, if there is one (RFC 8288).",
        "schema": {"type": "string", "pattern": '^<.+>; rel="next"$'},
    },
    "Location": {"description": "The address of the game.", "schema": {"type": "string"}},
    "Retry-After": {
        "description": "How many seconds to wait.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "Webhook-Off": {
        "description": "A webhook of this token that was switched off because nobody answered.",
        "schema": {"type": "string", "pattern": WEBHOOK},
    },
    "WWW-Authenticate": {
        "description": "How to show who you are.",
        "schema": {"type": "string", "enum": ["Bearer"]},
    },
}

_PROBLEM_HEADERS = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}


def header_references(names: Iterable[str]) -> Part:
    """`ETag` is always there, `Link?` sometimes."""
    found = {}
    for name in names:
        plain = name.removesuffix("?")
        found[plain] = HEADERS[plain] | ({} if name.endswith("?") else {"required": True})
    return found


def problem_answers(call: Call) -> dict[str, tuple[str, Part]]:
    """For each status that is an error: the name of its description, and the description."""
    by_status: dict[int, list[str]] = {}
    for code in call.problems:
        by_status.setdefault(status_of(code), []).append(code)
    return {
        str(status): (_problem_name(call, status, codes), _problem(status, codes))
        for status, codes in sorted(by_status.items())
    }


def _problem_name(call: Call, status: int, codes: list[str]) -> str:
    return "-or-".join(codes) if len(codes) <= 2 else f"{call.name}-{status}"


def _problem(status: int, codes: list[str]) -> Part:
    titles: dict[str, list[str]] = {}
    for code in codes:
        titles.setdefault(title_of(code), []).append(f"`{code}`")
    told = "\n".join(f"- {', '.join(named)}: {title}" for title, named in titles.items())
    narrowed = {"properties": {"status": {"const": status}, "code": {"enum": codes}}}
    example = ProblemBody(
        type=f"urn:ttr:problem:{codes[0]}",
        title=title_of(codes[0]),
        status=status,
        code=codes[0],
        request_id="4f1c2b7a9d3e6f80",
    )
    content = {"schema": {"allOf": [schema_for(ProblemBody), narrowed]}, "example": _as_json(example)}
    described: Part = {"description": told, "content": {MEDIA_TYPE: content}}
    if status in _PROBLEM_HEADERS:
        described["headers"] = header_references(_PROBLEM_HEADERS[status])
    return described


def _as_json(body: ProblemBody) -> Part:
    shown = {name: getattr(body, name) for name in body.__struct_fields__}
    return {name: value for name, value in shown.items() if value not in ("", {})}
