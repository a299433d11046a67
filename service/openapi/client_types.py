"""Writes the types of `ttr_client` from the OpenAPI document: a TypedDict for each schema of an object.

TypedDicts are plain dictionaries when the program runs, so fields and types that are newer than the client pass.
"""

import keyword
import subprocess
import sys
import textwrap
from collections.abc import Mapping
from typing import Any

from service.openapi.document import ROOT

TYPES = ROOT / "ttr_client" / "types.py"
WIDTH = 110
UNKNOWN = "Unknown"  # what newer types begin with; in a union, no checker could tell the others apart
ENVELOPE = "Envelope"
HEAD = '''"""What goes over the wire, as TypedDicts: commands, events, games, boards and the rest of `openapi.yaml`.

Written by `make generated`; a test keeps it up to date. An answer may hold more than is said here: later services add
fields and types. An event whose `type` is none of these is a dictionary with the fields of `UnknownEvent`: skip it.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict
'''
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

Schema = Mapping[str, Any]  # a JSON Schema, as OpenAPI 3.1 has them


def client_types(document: Schema) -> str:
    """The module as text: objects, then the words that some fields are limited to, then unions of objects."""
    schemas: dict[str, Schema] = document["components"]["schemas"]
    envelope = _envelope(schemas[UNKNOWN + "Event"])
    objects = {name: schema for name, schema in schemas.items() if "properties" in schema}
    others = sorted(schemas.keys() - objects.keys(), key=lambda name: ("oneOf" in schemas[name], name))
    parts = [_class(ENVELOPE, envelope, "TypedDict")]
    parts += [_object(name, schema, envelope) for name, schema in objects.items()]
    parts += [_alias(name, schemas[name]) for name in others]
    return formatted(HEAD + "\n\n".join(parts))


def formatted(source: str) -> str:
    """Python as the formatter of this project writes it, with its imports in order."""
    for command in (["check", "--quiet", "--fix", "--unsafe-fixes", "--select", "I,UP028"], ["format"]):
        whole = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(TYPES), "-"]
        done = subprocess.run(whole, input=source, capture_output=True, text=True, check=True, cwd=ROOT)
        source = done.stdout
    return source


def _envelope(event: Schema) -> Schema:
    """What an event of any type has besides its type and data."""
    fields = {name: field for name, field in event["properties"].items() if name not in ("type", "data")}
    required = [name for name in event["required"] if name in fields]
    return {"description": "What every event has.", "properties": fields, "required": required}


def _object(name: str, schema: Schema, envelope: Schema) -> str:
    fields, shared = schema["properties"], envelope["properties"]
    if any(keyword.iskeyword(field) or not field.isidentifier() for field in fields):
        return _functional(name, schema)
    if shared.items() <= fields.items():
        own = {field: fields[field] for field in fields if field not in shared}
        return _class(name, {**schema, "properties": own}, ENVELOPE)
    return _class(name, schema, "TypedDict")


def _class(name: str, schema: Schema, base: str) -> str:
    words = textwrap.wrap(_words(schema), WIDTH - 4, initial_indent='    """', subsequent_indent="    ")
    lines = ["\n".join(words) + '"""\n'] if words else []
    lines += [f"    {field}: {kind}" for field, kind in _fields(schema).items()]
    return f"class {name}({base}):\n" + "\n".join(lines or ["    pass"]) + "\n"


def _functional(name: str, schema: Schema) -> str:
    """For fields that are no names in Python; references are quoted because they may come later."""
    rows = ", ".join(f'"{field}": "{kind}"' for field, kind in _fields(schema).items())
    return f'{_comment(schema)}{name} = TypedDict("{name}", {{{rows}}})\n'


def _alias(name: str, schema: Schema) -> str:
    return f"{_comment(schema)}{name} = {_type(schema)}\n"


def _comment(schema: Schema) -> str:
    lines = textwrap.wrap(_words(schema), WIDTH, initial_indent="# ", subsequent_indent="# ")
    return "".join(f"{line}\n" for line in lines)


def _words(schema: Schema) -> str:
    return " ".join(schema.get("description", "").split())


def _fields(schema: Schema) -> dict[str, str]:
    required = schema.get("required", ())
    kinds = {field: _type(described) for field, described in schema["properties"].items()}
    return {field: kind if field in required else f"NotRequired[{kind}]" for field, kind in kinds.items()}


def _type(schema: Schema) -> str:
    """The type in Python of whatever the schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for union in ("oneOf", "anyOf"):
        if union in schema:
            return " | ".join(kind for kind in map(_type, schema[union]) if not kind.startswith(UNKNOWN))
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "enum" in schema:
        return f"Literal[{', '.join(repr(word) for word in schema['enum'])}]"
    kinds = schema.get("type", "any")
    return " | ".join(_plain(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _plain(kind: str, schema: Schema) -> str:
    match kind:
        case "array":
            return f"list[{_type(schema.get('items', {}))}]"
        case "object":
            values = schema.get("additionalProperties", {})
            return f"dict[str, {_type(values) if isinstance(values, Mapping) else 'Any'}]"
        case _:
            return PLAIN.get(kind, "Any")
