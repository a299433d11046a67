"""Reading requests: headers, tokens, query arguments and bodies, each checked strictly before it is used."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, wraps
from threading import get_ident
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

import msgspec
from flask import Flask, Request, current_app, request
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import SecurityError
from werkzeug.local import LocalProxy
from werkzeug.sansio.utils import get_current_url

from service.errors import MalformedRequest, TokenMissing, UnknownParameter
from service.http.fast_flask import FastRequest
from service.http.problems import TooLarge, UnsupportedMediaType
from service.http.schemas import CommandSchema, field_errors, schema_for
from service.language.languages import DEFAULT_LANG, codes
from service.runtime.web_server import address
from service.services import Services
from service.strict_json import decode_json
from ttr_core import Command

EXTENSION = "ttr"  # the services' name among the extensions of a Flask application

_application = cast("LocalProxy[Flask]", current_app)._get_current_object
this_request = cast("LocalProxy[Request]", request)._get_current_object


def services() -> Services:
    services: Services = _application().extensions[EXTENSION]
    return services


JSON = "application/json"
# a name or an address, a port
_HOST = re.compile(r"([A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")

NOTHING = b"{}"  # a body that says nothing
LONGEST_LENGTH = 9  # digits of a Content-Length


def is_fast() -> bool:
    """Whether shortcuts may be taken for this request."""
    return isinstance(this_request(), FastRequest)


def header(name: str) -> str | None:
    request = this_request()
    return request.header(name) if isinstance(request, FastRequest) else request.headers.get(name)


def credentials() -> tuple[str, str] | None:
    """Scheme, in lower case, and secret of the Authorization header."""
    authorization = header("Authorization")
    if authorization is None:
        return None
    scheme, _, secret = authorization.partition(" ")
    return scheme.lower(), secret.strip()


def query_argument(name: str) -> str | None:
    """An argument of the query string, which may occur only once."""
    request = this_request()
    if not request.query_string:
        return None
    values = request.args.getlist(name)
    if len(values) > 1:
        raise MalformedRequest("given_twice", parameter=name)
    return values[0] if values else None


def base_url() -> str:
    """The address at which clients reach the service, for links; our own if their `Host` can be none."""
    request, config = this_request(), services().config
    try:
        host = request.host
    except SecurityError:  # the application does not trust it
        host = ""
    if config.public_url or not _HOST.fullmatch(host):
        return config.public_url or address(config)
    return _root(request.scheme, host)


def invite_url(game: str, invite: str) -> str:
    """An invite as a link for people; what stands behind the # never leaves their browser."""
    return f"{base_url()}/g/{game}#invite={invite}"


@lru_cache(maxsize=64)  # werkzeug checks and quotes the same few hosts again for every request
def _root(scheme: str, host: str) -> str:
    return get_current_url(scheme, host).rstrip("/")


def language() -> str:
    """The language of whatever is said in the answer: `lang`, else what the client accepts, else English.

    Of calls that do not have `lang` it means nothing, not even for the refusal of it.
    """
    request = this_request()
    lang = request.args.get(LANG.name)
    if lang in codes() and _has_lang(request):
        return lang
    # without regions: werkzeug would prefer `en` to `fr-CA` where we have `fr`
    bare = [(tag.partition("-")[0], quality) for tag, quality in request.accept_languages]
    return LanguageAccept(bare).best_match(codes()) or DEFAULT_LANG


SPEAKS = "speaks"  # attribute of a handler: its call has the parameter `lang`


def _has_lang(request: Request) -> bool:
    handler = _application().view_functions.get(request.endpoint or "")
    return getattr(handler, SPEAKS, False)


# ------------------------------------------------------------------------------------------------- bodies


def json_bytes() -> bytes:
    """The body of a request that must be JSON, not parsed yet."""
    if header("Content-Type") != JSON and this_request().mimetype != JSON:
        raise UnsupportedMediaType(expected=JSON)
    return whole_body()


def whole_body() -> bytes:
    """The body as sent. Bodies over the limit are refused, with or without a Content-Length."""
    request = this_request()
    limit, length = request.max_content_length or 0, header("Content-Length") or ""
    if length.isdecimal() and (len(length) > LONGEST_LENGTH or int(length) > limit):
        raise TooLarge()
    with services().bodies.reading(request.remote_addr or "", get_ident()):
        return _received(request, limit, length)


def _received(request: Request, limit: int, length: str) -> bytes:
    if not length.isdecimal() or header("Transfer-Encoding"):
        return _chunked(limit) if request.environ.get("wsgi.input_terminated") else request.get_data()
    if not isinstance(request, FastRequest):
        return request.get_data()
    data: bytes = request.environ["wsgi.input"].read(int(length))  # once; werkzeug reads until nothing comes
    if len(data) != int(length):
        raise MalformedRequest("too_short")
    return data


def _chunked(limit: int) -> bytes:
    """A body whose end only the server knows; werkzeug would take its first `limit` bytes for all of it."""
    data, stream = b"", this_request().environ["wsgi.input"]
    while more := stream.read(limit + 1 - len(data)):
        data += more
        if len(data) > limit:
            raise TooLarge()
    return data


def parse_json(data: bytes) -> Any:  # JSON values
    """Strict JSON: UTF-8 only, no duplicate keys, no NaN, no lone surrogates."""
    try:
        return decode_json(data)
    except ValueError as error:
        raise MalformedRequest("not_json") from error
    except RecursionError as error:
        raise MalformedRequest("too_deep") from error


LONGEST_TEXT = 100  # of a query argument

_DIGITS = re.compile("[0-9]{1,16}")

Part = dict[str, Any]  # a piece of an OpenAPI document: JSON values


def _number_within(text: str, name: str, low: int, high: int) -> int:
    if not _DIGITS.fullmatch(text) or not low <= int(text) <= high:
        raise MalformedRequest("not_a_number", parameter=name, min=low, max=high)
    return int(text)


class Parameter(msgspec.Struct, frozen=True):
    """What all parameters have in common."""

    name: str
    description: str
    component: str = ""  # its name in the OpenAPI document, where another parameter has the same `name`

    location: ClassVar[str] = "query"

    @property
    def key(self) -> str:
        return self.component or self.name

    def schema(self) -> Part:
        return {"type": "string"}

    def described(self) -> Part:
        return {
            "in": self.location,
            "name": self.name,
            "description": self.description,
            "schema": self.schema(),
        }


class InPath(Parameter, frozen=True, kw_only=True):
    """Flask passes its text to the handler."""

    location = "path"

    example: str
    pattern: str = ""

    def schema(self) -> Part:
        return {"type": "string", **({"pattern": self.pattern} if self.pattern else {"minLength": 1})}

    def described(self) -> Part:
        return {**super().described(), "required": True, "example": self.example}


class NumberInPath(InPath, frozen=True, kw_only=True):
    """A number with few digits, which the handler reads from its text."""

    low: int
    high: int

    def schema(self) -> Part:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def described(self) -> Part:
        return {**super().described(), "example": int(self.example)}

    def parse(self, text: str) -> int:
        return _number_within(text, self.name, self.low, self.high)


class InHeader(Parameter, frozen=True, kw_only=True):
    location = "header"

    example: str
    pattern: str = ""

    def schema(self) -> Part:
        return {"type": "string", **({"pattern": self.pattern} if self.pattern else {})}

    def described(self) -> Part:
        return {**super().described(), "example": self.example}

    def matched(self) -> str | None:
        """The header's text without space around it, if it fits."""
        text = header(self.name)
        if text is not None and not re.fullmatch(self.pattern, text.strip()):
            raise MalformedRequest(self.name.lower().replace("-", "_"), parameter=self.name)
        return text and text.strip()


class Number(Parameter, frozen=True, kw_only=True):
    low: int
    high: int

    def schema(self) -> Part:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def read(self) -> int | None:
        text = query_argument(self.name)
        return None if text is None else _number_within(text, self.name, self.low, self.high)


class NumberOrDefault(Number, frozen=True, kw_only=True):
    default: int

    def schema(self) -> Part:
        return {**super().schema(), "default": self.default}

    def read(self) -> int:
        number = super().read()
        return self.default if number is None else number


class Text(Parameter, frozen=True):
    def schema(self) -> Part:
        return {"type": "string", "maxLength": LONGEST_TEXT}

    def read(self) -> str | None:
        text = query_argument(self.name)
        if text is not None and len(text) > LONGEST_TEXT:
            raise MalformedRequest("too_long", parameter=self.name, max=LONGEST_TEXT)
        return text


class RequiredText(Parameter, frozen=True):
    def schema(self) -> Part:
        return {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}

    def described(self) -> Part:
        return {**super().described(), "required": True}

    def read(self) -> str:
        text = query_argument(self.name)
        if not text or len(text) > LONGEST_TEXT:
            raise MalformedRequest("needed", parameter=self.name, max=LONGEST_TEXT)
        return text


class PatternText(Text, frozen=True, kw_only=True):
    """A text whose reader checks the pattern, with a better message than the pattern itself."""

    pattern: str
    example: str

    def schema(self) -> Part:
        return {**super().schema(), "pattern": self.pattern, "example": self.example}


class Choice(Parameter, frozen=True, kw_only=True):
    choices: Collection[str]

    def schema(self) -> Part:
        return {"type": "string", "enum": list(self.choices)}

    def read(self) -> str | None:
        text = query_argument(self.name)
        if text is not None and text not in self.choices:
            raise MalformedRequest("not_a_choice", parameter=self.name, choices=list(self.choices))
        return text


class ChoiceList(Parameter, frozen=True, kw_only=True):
    """Some of the choices, with commas between them."""

    choices: Collection[str]

    def schema(self) -> Part:
        items = {"type": "string", "enum": list(self.choices)}
        return {"type": "array", "items": items, "maxItems": len(self.choices)}

    def described(self) -> Part:
        return {**super().described(), "style": "form", "explode": False}

    def read(self) -> frozenset[str]:
        text = query_argument(self.name)
        chosen = text.split(",") if text else []
        if len(chosen) > len(self.choices) or not set(chosen) <= set(self.choices):
            raise MalformedRequest("not_among", parameter=self.name, choices=list(self.choices))
        return frozenset(chosen)


class Flag(Parameter, frozen=True):
    def schema(self) -> Part:
        return {"type": "boolean"}

    def read(self) -> bool:
        text = query_argument(self.name)
        if text not in (None, "true", "false"):
            raise MalformedRequest("not_a_flag", parameter=self.name)
        return text == "true"


LANG = Choice(
    "lang",
    "The language of words in the answer, problems included. It beats `Accept-Language`; English by default.",
    choices=codes(),
)
IF_NONE_MATCH = InHeader(
    "If-None-Match", "ETags that you have; 304 if one of them is current.", example='"17.8c1d0a3f"'
)
LONGEST_VERSION = 9  # digits
_VERSION = r'([0-9]{1,9}(\.[0-9a-f]{8})?|(W/)?"[0-9]{1,9}(\.[0-9a-f]{8})?")'
_DECISION = r'(d[0-9]{1,9}|(W/)?"d[0-9]{1,9}")'
IF_MATCH = InHeader(
    "If-Match",
    (
        "The version that you decided on: an ETag of the game, weak or strong, or the number alone. Of a list the "
        "latest version counts. `*` is any version. With a `d` in front it is the `decision` of your seat, which "
        "stays the same while others do what leaves your moves as they are."
    ),
    pattern=rf"^(\*|{_DECISION}|{_VERSION}( ?, ?{_VERSION})*)$",
    example='"17"',
)
IDEMPOTENCY_KEY = InHeader(
    "Idempotency-Key",
    "Makes it safe to send a command again: 1 to 200 printable characters, quoted or bare.",
    pattern=r'^("[ !#-~]{1,200}"|[!#-~]{1,200})$',
    example='"6a1f0b5e"',
)
LAST_EVENT_ID = InHeader(
    "Last-Event-ID",
    "The last `id` that you saw of the stream. Browsers send it when they reconnect; it overrides `after`.",
    pattern="^[0-9]{1,9}(-[0-9]{1,9})?$",
    example="17",
)


def refusing_others(
    handler: Callable[..., Any],
    accepted: Sequence[str],
    *,
    takes_key: bool,
    takes_body: bool,
    needs_token: bool,
) -> Callable[..., Any]:
    """The handler of a call, which refuses strangers before anything else is looked at, and what would be ignored.

    A mistyped parameter would look like one without effect, and a POST that takes no key would be carried out once for
    each repetition.
    """

    @wraps(handler)
    def handle(**in_path: str) -> Any:  # a response
        if needs_token and header("Authorization") is None:
            raise TokenMissing()
        if this_request().query_string:
            _check_parameters(accepted)
            LANG.read()  # `language` is lenient, because it is asked for problems, too
        if not takes_key and header(IDEMPOTENCY_KEY.name) is not None:
            raise MalformedRequest("takes_no_key", parameter=IDEMPOTENCY_KEY.name)
        if not takes_body and _has_body():
            raise MalformedRequest("takes_no_body")
        return handler(**in_path)

    vars(handle)[SPEAKS] = LANG.name in accepted
    return handle


def _has_body() -> bool:
    """Whether anything is said; many clients send an object with nothing in it."""
    length = header("Content-Length")
    if header("Transfer-Encoding") is not None:
        return True
    return length not in (None, "", "0") and (length != str(len(NOTHING)) or whole_body() != NOTHING)


def _check_parameters(accepted: Sequence[str]) -> None:
    for name in this_request().args:
        if name not in accepted:
            shown = name[:LONGEST_TEXT]
            reason = "" if accepted else "takes_none"
            raise UnknownParameter(reason, parameter=shown, accepted=list(accepted))


class Expectation(NamedTuple):
    """What If-Match demands; nothing for `*`, and nothing without it."""

    version: int | None = None  # of the game
    decision: int | None = None  # of the sender's seat


def expectation() -> Expectation:
    """If-Match: `"17"`, or an ETag of ours, whose first part is the version; `"d17"` is a decision.

    A proxy that compresses answers makes their ETags weak (`W/"17"`); the version is the same.
    """
    sent = header(IF_MATCH.name)
    if sent is None:
        return Expectation()
    number = sent[1:-1] if sent[:1] == sent[-1:] == '"' else sent
    if len(number) <= LONGEST_VERSION and number.isascii() and number.isdecimal():  # as nearly all are
        return Expectation(version=int(number))
    text = IF_MATCH.matched()
    if text is None or text == "*":
        return Expectation()
    tags = [tag.strip().removeprefix("W/").strip('"') for tag in text.split(",")]
    if tags[0].startswith("d"):
        return Expectation(decision=int(tags[0][1:]))
    return Expectation(version=max(int(tag.partition(".")[0]) for tag in tags))


def idempotency_key() -> str | None:
    """The key, quoted as its draft demands, or bare."""
    text = IDEMPOTENCY_KEY.matched()
    return text and text.strip('"')


def last_event_id(version: int, message: int | None) -> tuple[int, int | None]:
    """The version and the message up to which a client that reconnects has seen a stream."""
    text = LAST_EVENT_ID.matched()
    if text is None:
        return version, message
    seen, _, heard = text.partition("-")
    return int(seen), int(heard) if heard and message is not None else message


T = TypeVar("T", bound=msgspec.Struct)
Examples = Mapping[str, Any]  # JSON values by name


class JsonBody(Generic[T]):
    """A body that becomes a struct."""

    media = JSON

    def __init__(self, kind: type[T], examples: Examples) -> None:
        self.examples = examples
        self.schema = schema_for(kind)
        self._kind, self._loader = kind, self.schema()

    def read(self) -> T:
        return msgspec.convert(checked(self._loader, json_bytes()), self._kind)


class CommandBody:
    """A body that is one of several commands, by its `type`. Its examples come from real games."""

    media = JSON

    def __init__(self, name: str, description: str, kinds: Mapping[str, type[Command]]) -> None:
        self.name, self.description, self.kinds = name, description, kinds
        self._loader = CommandSchema(kinds)

    def read(self) -> dict[str, Any]:
        return self.parse(json_bytes())

    def parse(self, data: bytes) -> dict[str, Any]:
        return checked(self._loader, data)


class FileBody:
    """A body that is a file: its reader checks it, and it has no schema."""

    def __init__(self, media: str) -> None:
        self.media = media

    def read(self, limit: int) -> bytes:
        request = this_request()
        if request.mimetype != self.media:
            raise UnsupportedMediaType(expected=self.media)
        request.max_content_length = limit
        return whole_body()


Body = JsonBody[Any] | CommandBody | FileBody


def checked(schema: Schema, data: bytes) -> dict[str, Any]:
    """The parsed body, if it fits its schema; otherwise all its defects at once."""
    body = parse_json(data)
    try:
        loaded: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        raise MalformedRequest("fields", errors=[*field_errors(error.messages)]) from error
    return loaded
