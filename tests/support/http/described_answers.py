"""The description of the API, as tests hold answers against it: more strictly than it is written.

The document allows answers to grow, by new fields and by types of events that it does not list. Of the service that is
tested nothing is new, so that a field or a type that is not described is a defect.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import yaml
from jsonschema_rs import Draft202012Validator

from service.openapi.document import FILE
from tests.support.http.api_calls import Reply

Part = dict[str, Any]  # a piece of the document: JSON values


@cache
def document() -> Part:
    parsed: Part = yaml.load(FILE.read_bytes(), yaml.CSafeLoader)  # a tenth of the time of `safe_load`
    return parsed


def schemas() -> Mapping[str, Part]:
    described: Mapping[str, Part] = document()["components"]["schemas"]
    return described


def operations() -> Iterator[tuple[str, str, Part]]:
    """Path, method and description of every call."""
    for path, methods in document()["paths"].items():
        yield from ((path, method, operation) for method, operation in methods.items())


@cache
def operation_for(method: str, path: str) -> Part:
    """The call that a request reaches; what is written out goes before what is a parameter."""
    plain = path.partition("?")[0]
    for template, listed, operation in sorted(operations(), key=lambda entry: _openness(entry[0])):
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(template))
        if listed == method.lower() and re.fullmatch(pattern, plain):
            return operation
    raise LookupError(f"{method} {plain} is not described")


def _openness(template: str) -> tuple[int, int]:
    """How much of an address is left open: how many parameters, then how few letters beside them."""
    return template.count("{"), -len(re.sub(r"\{\w+\}", "", template))


def responses(operation: Part) -> dict[int, Part]:
    return {int(status): _resolved(part) for status, part in operation["responses"].items()}


def _resolved(part: Part) -> Part:
    if "$ref" not in part:
        return part
    resolved = document()
    for step in part["$ref"].removeprefix("#/").split("/"):
        resolved = resolved[step]
    return resolved


def defects(schema: Part, value: Any) -> list[str]:
    """Where the value is not what the schema says."""
    return [
        f"{error.instance_path}: {error.message}"
        for error in _validator(json.dumps(schema)).iter_errors(value)
    ]


@cache
def _validator(schema: str) -> Draft202012Validator:
    return Draft202012Validator({**_closed(json.loads(schema)), "components": _closed_components()})


@cache
def _closed_components() -> Part:
    closed: Part = _closed(document()["components"])
    nothing: Part = {name: {"not": {}} for name in closed["schemas"] if name.startswith("Unknown")}
    return closed | {"schemas": closed["schemas"] | nothing}


def _closed(part: Any) -> Any:  # JSON values
    """The same, where every object with described properties has no others."""
    if isinstance(part, list):
        return [_closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    inner = {key: value if key in ("example", "examples") else _closed(value) for key, value in part.items()}
    return (
        {"additionalProperties": False} if part.get("type") == "object" and "properties" in part else {}
    ) | inner


def check(method: str, path: str, reply: Reply) -> str:
    """Holds an answer against the description, and returns the name of its call."""
    operation = operation_for(method, path)
    described = responses(operation)
    assert reply.status in described, f"{method} {path} answered {reply.status}: {reply.body[:300]!r}"
    expected = described[reply.status]
    _check_headers(expected, reply)
    if "content" in expected:
        media = reply.headers["content-type"].partition(";")[0]
        assert media in expected["content"], f"{method} {path} answered {media}"
        if media.endswith("json") and media != "application/x-ndjson":
            assert defects(expected["content"][media]["schema"], reply.json) == []
        if "x-codes" in expected:
            assert (reply.json["status"], reply.json["code"] in expected["x-codes"]) == (reply.status, True)
    else:
        assert reply.body == b""
    return str(operation["operationId"])


def _check_headers(expected: Part, reply: Reply) -> None:
    assert len(reply.headers["x-request-id"]) >= 8
    for name, header in expected.get("headers", {}).items():
        value = reply.headers.get(name.lower())
        assert value is not None or not header.get("required", False), f"{name} is missing"
        if value is not None:
            typed = int(value) if header["schema"]["type"] == "integer" else value
            assert defects(header["schema"], typed) == []
