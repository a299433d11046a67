"""Parameters of calls. Each is declared once: it describes itself in OpenAPI and reads itself from the request.

AT = Number("at", "The version to look at; the latest by default.", low=1, high=MOST_VERSIONS)

@resource.call("GET", "/v1/games/{game}", parameters=(GAME, AT), ...)
def get_game(game: str) -> Response:
    version = AT.read()
"""

import re
from typing import Any, ClassVar

import msgspec

from service.errors import MalformedRequest
from service.http.request import header, query_argument

LONGEST_TEXT = 100  # of a query argument

_DIGITS = re.compile("[0-9]{1,16}")

Part = dict[str, Any]  # a piece of an OpenAPI document: JSON values


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


class InHeader(Parameter, frozen=True, kw_only=True):
    location = "header"

    example: str
    pattern: str = ""

    def schema(self) -> Part:
        return {"type": "string", **({"pattern": self.pattern} if self.pattern else {})}

    def described(self) -> Part:
        return {**super().described(), "example": self.example}

    def matched(self, rule: str) -> str | None:
        """The header's text without space around it; one that does not fit is refused by stating the rule."""
        text = header(self.name)
        if text is not None and not re.fullmatch(self.pattern, text.strip()):
            raise MalformedRequest(f"{self.name} is {rule}")
        return text and text.strip()


class Number(Parameter, frozen=True, kw_only=True):
    low: int
    high: int

    def schema(self) -> Part:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def read(self) -> int | None:
        text = query_argument(self.name)
        if text is None:
            return None
        if not _DIGITS.fullmatch(text) or not self.low <= int(text) <= self.high:
            raise MalformedRequest(f"{self.name} is a number from {self.low} to {self.high}")
        return int(text)


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
            raise MalformedRequest(f"{self.name} is at most {LONGEST_TEXT} characters")
        return text


class PatternText(Text, frozen=True, kw_only=True):
    """A text whose reader checks the pattern, with a better message than the pattern itself."""

    pattern: str
    example: str

    def schema(self) -> Part:
        return {**super().schema(), "pattern": self.pattern, "example": self.example}


class Choice(Parameter, frozen=True, kw_only=True):
    choices: tuple[str, ...]

    def schema(self) -> Part:
        return {"type": "string", "enum": list(self.choices)}

    def read(self) -> str | None:
        text = query_argument(self.name)
        if text is not None and text not in self.choices:
            raise MalformedRequest(f"{self.name} is one of {', '.join(self.choices)}")
        return text


class Flag(Parameter, frozen=True):
    def schema(self) -> Part:
        return {"type": "string", "enum": ["true", "false"]}

    def read(self) -> bool:
        text = query_argument(self.name)
        if text not in (None, "true", "false"):
            raise MalformedRequest(f"{self.name} is true or false")
        return text == "true"


IF_NONE_MATCH = InHeader(
    "If-None-Match", "ETags that you have; 304 if one of them is current.", example='"17.8c1d0a3f"'
)
IF_MATCH = InHeader(
    "If-Match",
    "The version that you decided on: an ETag of the game, or the number alone. `*` is any version.",
    pattern=r'^(\*|[0-9]{1,9}(\.[0-9a-f]{8})?|"[0-9]{1,9}(\.[0-9a-f]{8})?")$',
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
    "The last version that you saw of the stream. Browsers send it when they reconnect; it overrides `after`.",
    pattern="^[0-9]{1,9}$",
    example="17",
)


def expected_version() -> int | None:
    """The version in If-Match: `"17"`, or an ETag of ours, whose first part is the version; None for `*`."""
    text = IF_MATCH.matched("one version in quotes, or *")
    return None if text is None or text == "*" else int(text.strip('"').partition(".")[0])


def idempotency_key() -> str | None:
    """The key, quoted as its draft demands, or bare."""
    text = IDEMPOTENCY_KEY.matched("1 to 200 printable characters")
    return text and text.strip('"')


def last_event_id(default: int) -> int:
    """The version up to which a client that reconnects has seen a stream."""
    text = LAST_EVENT_ID.matched("a version")
    return default if text is None else int(text)
