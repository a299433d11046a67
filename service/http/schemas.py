"""marshmallow schemas derived from msgspec structs, so that a new rule or a new field needs no line here.

marshmallow checks what clients send and apispec reads it for the OpenAPI document; answers are written by msgspec. A
request with a field that is not described is refused. An answer may get new fields at any time, and its schema says so.
"""

import math
import types
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import EnumType
from functools import cache
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from marshmallow import EXCLUDE, RAISE, Schema, ValidationError, fields, validate
from marshmallow.exceptions import SCHEMA

from service.errors import FieldError
from service.message_types import MOST_SEATS
from ttr_core.history.chain import Shown
from ttr_core.model.commands import Command, SeatCommand, TableCommand
from ttr_core.model.ids import SeatId
from ttr_core.model.message import Audience, type_name

LONGEST_NAME = 60  # characters of an unknown type that are compared with those that there are
LARGEST = 2**53 - 1  # the largest whole number that every reader of JSON keeps exact

_AUDIENCES = {
    Audience.PUBLIC: "Public.",
    Audience.PRIVATE: "Private: null for all but the event's own seat and, when the game is over, auditors.",
    Audience.SECRET: "Secret: null for all but, when the game is over, auditors.",
}
_UNIONS: Mapping[Any, str] = {Shown: "Event", Command: "Command"}  # as the description of the API names them
UNKNOWN = "Unknown"  # how the schemas of events and commands begin that a client does not know yet


def _invalid(code: str, **facts: Any) -> ValidationError:
    """An error of one value; `field_errors` finds out where it stands."""
    return ValidationError([FieldError("", code, facts)])


def _messages(invalid: str) -> dict[str, Any]:
    """What marshmallow's own checks of a field report, as codes instead of its sentences."""
    codes = dict.fromkeys(("invalid", "invalid_utf8", "special", "type"), invalid)
    messages = {name: [FieldError("", code)] for name, code in codes.items()}
    own = {name: [FieldError("", name)] for name in ("required", "null")}
    return messages | own | {"too_large": [FieldError("", "too_large", {"max": LARGEST})]}


def field_errors(messages: Any, pointer: str = "") -> Iterator[FieldError]:  # as marshmallow nests them
    """Every error with a pointer to its place."""
    if isinstance(messages, Mapping):
        for name, below in messages.items():
            step = "" if name == SCHEMA else "/" + str(name).replace("~", "~0").replace("/", "~1")
            yield from field_errors(below, pointer + step)
        return
    for message in messages:
        if isinstance(message, FieldError):
            yield FieldError(pointer, message.code, message.facts)
        else:
            yield from field_errors(message, pointer)


class WholeNumber(fields.Integer):
    """An integer as JSON Schema means it: 4 and 4.0, but not "4", 4.5 or true."""

    def _validated(self, value: Any) -> int:  # JSON values
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.make_error("invalid", input=value)
        if abs(value) > LARGEST:
            raise self.make_error("too_large", input=value)
        if math.trunc(value) != value:
            raise self.make_error("invalid", input=value)
        return int(value)


class Flag(fields.Field[bool]):
    """true or false; marshmallow's own also takes "yes", 1 and the like."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


class Array(fields.List[Any]):
    """An array; marshmallow's own takes an object as the list of its keys."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **kwargs)


class Table(fields.Dict):
    """An object with any keys; the errors of marshmallow's own say for each key whether it or its value is wrong."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        try:
            return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]  # so there
        except ValidationError as error:
            if isinstance(error.messages, list):
                raise
            raise ValidationError({key: [*parts.values()] for key, parts in error.messages.items()}) from None


# validators, as marshmallow declares them


class WholeText(validate.Regexp):
    """The pattern of the whole text: in Python `$` lets a line break follow."""

    def __call__(self, value: Any) -> Any:
        if not self.regex.fullmatch(value):
            raise _invalid("pattern", pattern=self.regex.pattern)
        return value


class Length(validate.Length):
    def __call__(self, value: Any) -> Any:
        if self.min is not None and len(value) < self.min:
            raise _invalid("too_short", min=self.min)
        if self.max is not None and len(value) > self.max:
            raise _invalid("too_long", max=self.max)
        return value


class Range(validate.Range):
    def __call__(self, value: Any) -> Any:
        if self.min is not None and value < self.min:
            raise _invalid("too_small", min=self.min)
        if self.max is not None and value > self.max:
            raise _invalid("too_large", max=self.max)
        return value


class OneOf(validate.OneOf):
    def __call__(self, value: Any) -> Any:
        if value not in self.choices:
            raise _invalid("one_of", choices=list(self.choices))
        return value


_PLAIN: Mapping[Any, tuple[type[fields.Field[Any]], str]] = {  # and the code of a value of another type
    int: (WholeNumber, "not_an_integer"),
    float: (fields.Float, "not_a_number"),
    str: (fields.String, "not_a_string"),
}


def _marked(marks: Sequence[Any], settings: dict[str, Any]) -> dict[str, Any]:
    """The settings plus those that an annotation adds: an audience, or limits."""
    for mark in marks:
        if isinstance(mark, Audience):
            settings = {**settings, "metadata": {"description": _AUDIENCES[mark]}}
        elif isinstance(mark, msgspec.Meta):
            settings = {**settings, "validate": list(_limits(mark))}
            settings |= {"metadata": {"description": mark.description}} if mark.description else {}
    return settings


def _limits(meta: msgspec.Meta) -> Iterator[validate.Validator]:
    if meta.pattern is not None:
        yield WholeText(meta.pattern)
    if meta.min_length is not None or meta.max_length is not None:
        yield Length(meta.min_length, meta.max_length)
    if meta.ge is not None or meta.le is not None:
        yield Range(meta.ge, meta.le)
    if meta.extra_json_schema is not None and "enum" in meta.extra_json_schema:
        yield OneOf(meta.extra_json_schema["enum"])


_OBJECT_MESSAGES = {
    "unknown": FieldError("", "unknown_field"),
    "type": FieldError("", "not_an_object"),
}


class _Schemas:
    """Schemas of requests, which refuse unknown fields, or of answers, which may get new ones."""

    def __init__(self, unknown: Literal["raise", "exclude"]) -> None:
        self._unknown = unknown
        self._cached = cache(self.build)

    def schema_for(self, kind: type[msgspec.Struct]) -> type[Schema]:
        """A schema class with a field for each field of the struct."""
        return self._cached(kind)

    def build(
        self, kind: type[msgspec.Struct], more: Mapping[str, fields.Field[Any]] | None = None
    ) -> type[Schema]:
        hints = get_type_hints(kind, include_extras=True)
        attributes: dict[str, Any] = dict(more or {})
        for field in msgspec.structs.fields(kind):
            if field.encode_name not in attributes:
                attributes[field.encode_name] = self.field_for(hints[field.name], required=field.required)
        settings = {
            "Meta": type("Meta", (), {"unknown": self._unknown}),
            "__doc__": kind.__doc__,
            "error_messages": _OBJECT_MESSAGES,
        }
        return type(self._name(kind), (Schema,), attributes | settings)

    def _name(self, kind: type[msgspec.Struct]) -> str:
        """A struct that clients send and receive has two schemas."""
        name = kind.__name__
        is_plain = self._unknown == EXCLUDE or issubclass(kind, Command) or name.endswith("Request")
        return name if is_plain else f"{name}Request"

    def field_for(self, hint: Any, **settings: Any) -> fields.Field[Any]:
        """The field for a type hint of the core."""
        if hint is SeatId and self._unknown == RAISE:
            settings = {"validate": Range(0, MOST_SEATS), **settings}
        if isinstance(hint, NewType):
            return self.field_for(hint.__supertype__, **settings)
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return self.field_for(arguments[0], **_marked(arguments[1:], settings))
        if origin in (Union, types.UnionType):
            return self._union_field(arguments, settings)
        if origin is Literal:
            return _choice(arguments, settings)
        if origin is not None and issubclass(origin, Mapping):
            values = None if arguments[1] is Any else self.field_for(arguments[1])  # None: any JSON value
            return Table(
                keys=self.field_for(arguments[0]),
                values=values,
                error_messages=_messages("not_an_object"),
                **settings,
            )
        if origin is not None and issubclass(origin, Sequence):
            return Array(self.field_for(arguments[0]), error_messages=_messages("not_an_array"), **settings)
        return self._plain_field(hint, settings)

    def _union_field(self, arguments: Sequence[Any], settings: dict[str, Any]) -> fields.Field[Any]:
        """A value that may be null, or a number or a word."""
        present = [argument for argument in arguments if argument not in (types.NoneType, msgspec.UnsetType)]
        if types.NoneType in arguments:
            settings = {**settings, "allow_none": True}
        if len(present) == 1:
            return self.field_for(present[0], **settings)
        kinds = [{"type": "integer"} if kind in (int, SeatId) else {"type": "string"} for kind in present]
        return fields.Raw(metadata={"anyOf": kinds}, error_messages=_messages("invalid"), **settings)

    def _plain_field(self, hint: Any, settings: dict[str, Any]) -> fields.Field[Any]:
        metadata = settings.get("metadata", {})
        if hint in _UNIONS:
            names = (_UNIONS[hint], UNKNOWN + _UNIONS[hint])
            references = [{"$ref": f"#/components/schemas/{name}"} for name in names]
            references += [{"type": "null"}] if settings.get("allow_none") else []
            return fields.Raw(**{**settings, "metadata": {**metadata, "anyOf": references}})
        if hint is bool:
            settings = {**settings, "metadata": {**metadata, "type": "boolean"}}
            return Flag(error_messages=_messages("not_a_boolean"), **settings)
        if hint in _PLAIN:
            kind, invalid = _PLAIN[hint]
            return kind(error_messages=_messages(invalid), **settings)
        if isinstance(hint, EnumType):
            members: list[Any] = list(hint)
            return _choice([str(member.value) for member in members], settings)
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            return fields.Nested(self.schema_for(hint), error_messages=_messages("not_an_object"), **settings)
        return fields.Raw(error_messages=_messages("invalid"), **settings)


def _choice(words: Sequence[str], settings: dict[str, Any]) -> fields.Field[Any]:
    return fields.String(validate=OneOf(words), error_messages=_messages("not_a_string"), **settings)


_REQUESTS, _ANSWERS = _Schemas(RAISE), _Schemas(EXCLUDE)

schema_for = _REQUESTS.schema_for
answer_schema = _ANSWERS.schema_for


@cache
def command_schema(kind: type[Command]) -> type[Schema]:
    """A command as a client posts it: with its type; the seat is optional, because the token knows it."""
    name = type_name(kind)
    tag = {
        "type": fields.String(required=True, validate=validate.Equal(name))
    }  # `CommandSchema` has checked it
    if issubclass(kind, SeatCommand | TableCommand):
        return _REQUESTS.build(kind, {**tag, "seat": _REQUESTS.field_for(SeatId)})
    return _REQUESTS.build(kind, tag)


class CommandSchema(Schema):
    """A command of any of these kinds; its `type` decides what else it holds."""

    def __init__(self, kinds: Mapping[str, type[Command]]) -> None:
        super().__init__()
        self._kinds = kinds
        self._loaders: dict[type[Command], Schema] = {}

    def load(self, data: Any, **_settings: Any) -> Any:  # as marshmallow declares it
        if not isinstance(data, dict):
            raise _invalid("not_an_object")
        name = data.get("type")
        kind = self._kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            near = get_close_matches(str(name)[:LONGEST_NAME], self._kinds, n=1)
            facts = {"choices": sorted(self._kinds), **({"nearest": near[0]} if near else {})}
            raise ValidationError({"type": [FieldError("", "one_of", facts)]})
        if kind not in self._loaders:
            self._loaders[kind] = command_schema(kind)()
        return self._loaders[kind].load(data)
