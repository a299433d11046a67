"""The table of commands in docs/client.md, from the OpenAPI document; `make generated` writes it anew."""

import re
from collections.abc import Mapping
from typing import Any

from service.openapi.document import build
from tests.support.paths import DOCS

CLIENT_PAGE = DOCS / "client.md"
LEFT_OUT = ("type", "seat")  # what all have

_SECTION = re.compile(r"(<!-- generated: commands -->\n).*?(<!-- end -->)", re.DOTALL)
Schema = Mapping[str, Any]  # a JSON Schema


def client_page() -> str:
    """The page as it should be: its own words, with the table of today's commands."""
    schemas: dict[str, Schema] = build()["components"]["schemas"]
    commands = [_referred(one, schemas) for one in schemas["Command"]["oneOf"]]
    rows = sorted(_row(command, schemas) for command in commands)
    table = "".join(f"{row}\n" for row in ("| type | fields | what it does |", "|---|---|---|", *rows))
    return _SECTION.sub(lambda match: match[1] + table + match[2], CLIENT_PAGE.read_text("utf-8"))


def _row(command: Schema, schemas: dict[str, Schema]) -> str:
    name, required = command["properties"]["type"]["const"], command["required"]
    fields = [
        f"`{field}`: {_written(kind, schemas)}{'' if field in required else ', optional'}"
        for field, kind in command["properties"].items()
        if field not in LEFT_OUT
    ]
    meaning = " ".join(command.get("description", "").split())
    if not meaning:
        raise LookupError(f"{name} does not say what it does")
    return f"| `{name}` | {'; '.join(fields)} | {meaning} |"


def _written(kind: Schema, schemas: dict[str, Schema]) -> str:
    """A type in the words of a table."""
    kind = _referred(kind, schemas)
    if "enum" in kind:
        return " or ".join(f'`"{word}"`' for word in kind["enum"])
    name = kind["type"] if isinstance(kind["type"], str) else kind["type"][0]
    return f"list of {_written(kind['items'], schemas)}" if name == "array" else str(name)


def _referred(kind: Schema, schemas: dict[str, Schema]) -> Schema:
    return schemas[kind["$ref"].rpartition("/")[2]] if "$ref" in kind else kind
