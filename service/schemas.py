"""marshmallow schemas derived from the core's own types, so that a new rule module needs no line here."""

import types
from collections.abc import Mapping
from enum import EnumType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, validate

from ttr_core.codec import command_types, type_name
from ttr_core.commands import Command, SeatCommand


class WholeNumber(fields.Integer):
    """An integer as JSON Schema means it: 4 and 4.0, but not "4", 4.5 or true."""

    def _validated(self, value: Any) -> int:  # whatever JSON holds
        if isinstance(value, bool) or not isinstance(value, int | float) or value != int(value):
            raise self.make_error("invalid", input=value)
        return int(value)


class Flag(fields.Field[bool]):
    """true or false, and nothing that merely looks like it."""

    default_error_messages = {"invalid": "Not true or false."}  # noqa: RUF012 - as marshmallow reads it

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid")
        return value


def field_for(hint: Any, **settings: Any) -> fields.Field[Any]:
    """The field for a type hint of the core."""
    if isinstance(hint, NewType):
        return field_for(hint.__supertype__, **settings)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return field_for(arguments[0], **settings)
    if origin in (Union, types.UnionType):
        present = [argument for argument in arguments if argument is not types.NoneType]
        if len(present) != 1:
            return fields.Raw(**settings)
        return field_for(present[0], allow_none=len(present) < len(arguments), **settings)
    if origin is Literal:
        return fields.String(validate=validate.OneOf(arguments), **settings)
    if origin is tuple:
        return fields.List(field_for(arguments[0]), **settings)
    if origin is not None and issubclass(origin, Mapping):
        return fields.Dict(keys=field_for(arguments[0]), values=field_for(arguments[1]), **settings)
    return _plain_field(hint, settings)


def _plain_field(hint: Any, settings: dict[str, Any]) -> fields.Field[Any]:
    if hint is bool:
        return Flag(**settings)
    if hint is int:
        return WholeNumber(**settings)
    if hint is str:
        return fields.String(**settings)
    if isinstance(hint, EnumType):
        members: list[Any] = list(hint)
        return fields.String(validate=validate.OneOf([str(member.value) for member in members]), **settings)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return fields.Nested(schema_for(hint), **settings)
    return fields.Raw(**settings)


def schema_for(kind: type[msgspec.Struct], **more: fields.Field[Any]) -> type[Schema]:
    """A schema class with a field for each field of the struct; unknown keys are refused."""
    hints = get_type_hints(kind, include_extras=True)
    found: dict[str, Any] = dict(more)
    for described in msgspec.structs.fields(kind):
        if described.name not in found:
            found[described.name] = field_for(hints[described.name], required=described.required)
    return type(kind.__name__, (Schema,), {**found, "Meta": type("Meta", (), {"unknown": RAISE})})


def command_schema(kind: type[Command]) -> type[Schema]:
    """A command as a client posts it: its type is named, its seat may be left to the token."""
    name = type_name(kind)
    tag = fields.String(required=True, validate=validate.Equal(name), metadata={"enum": [name]})
    if issubclass(kind, SeatCommand):
        return schema_for(kind, type=tag, seat=WholeNumber())
    return schema_for(kind, type=tag)


PLAYED: dict[str, type[Command]] = {
    type_name(kind): kind for kind in command_types() if issubclass(kind, SeatCommand)
}
_SCHEMAS = {name: command_schema(kind)() for name, kind in PLAYED.items()}


class CommandSchema(Schema):
    """Any command of a seat: the one that its type names decides what else it holds."""

    def load(self, data: Any, **_settings: Any) -> Any:  # as marshmallow declares it
        if not isinstance(data, dict):
            raise ValidationError("Not an object.")
        schema = _SCHEMAS.get(data.get("type", "")) if isinstance(data.get("type"), str) else None
        if schema is None:
            raise ValidationError({"type": [f"One of {', '.join(sorted(PLAYED))}."]})
        return schema.load(data)
