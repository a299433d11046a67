"""The shape of a document: every place where it does not fit the type it is read as, not only the first one."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec

Kind = Any  # a type as it stands in an annotation: a class, `tuple[X, ...]`, `Mapping[str, X]`, a union


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """Something wrong with a map file, or worth knowing about it, and where."""

    severity: Literal["error", "warning"]
    place: str  # a JSON pointer into the resolved document: /routes/17/b
    code: str  # stable, for programs
    message: str


def error(place: str, code: str, message: str) -> Defect:
    return Defect(severity="error", place=place, code=code, message=message)


def warning(place: str, code: str, message: str) -> Defect:
    return Defect(severity="warning", place=place, code=code, message=message)


def below(place: str, key: str) -> str:
    """The place of a key of the object at a place."""
    return f"{place}/{key.replace('~', '~0').replace('/', '~1')}"


def misfits(value: object, kind: Kind, place: str = "") -> Iterator[Defect]:
    """Every defect of the value as a `kind`."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _struct_misfits(value, kind, place)
    elif get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis and isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from misfits(item, get_args(kind)[0], f"{place}/{index}")
    elif get_origin(kind) is Mapping and isinstance(value, Mapping):
        for key, item in value.items():
            yield from misfits(item, get_args(kind)[1], below(place, key))
    else:
        yield from _plain_misfits(value, kind, place)


def _struct_misfits(value: object, kind: type[msgspec.Struct], place: str) -> Iterator[Defect]:
    if not isinstance(value, Mapping):
        yield error(place, "wrong_type", f"expected an object, got {type(value).__name__}")
        return
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    found = [error(below(place, key), "unknown_key", f"unknown key {key!r}") for key in value if key not in fields]
    for name, field in fields.items():
        if name in value:
            found.extend(misfits(value[name], field.type, below(place, name)))
        elif field.required:
            found.append(error(below(place, name), "missing_key", f"{name!r} is missing"))
    yield from found or _plain_misfits(value, kind, place)


def _plain_misfits(value: object, kind: Kind, place: str) -> Iterator[Defect]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as refusal:
        text, _, path = str(refusal).partition(" - at `$")
        code = "wrong_type" if text.startswith("Expected") else "invalid_value"
        steps = "".join(f"/{name or index}" for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path))
        yield error(place + steps, code, text[:1].lower() + text[1:].replace("`", ""))
