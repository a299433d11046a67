"""Builds the OpenAPI document from the declared calls and the types that they take and answer."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter

from service.api import CALLS
from service.api.games.single_game import Game
from service.games.game_view import SHOWN_BESIDE
from service.http.call import Answered, Call
from service.http.problems import ProblemBody, ProblemFacts
from service.http.request import JSON, Body, CommandBody, FileBody, Part
from service.http.schemas import UNKNOWN, answer_schema, command_schema
from service.message_types import COMMANDS, EVENTS
from service.openapi.enumerations import name_enumerations
from service.openapi.examples import as_json, examples
from service.openapi.intro import ABOUT, TAGS, TITLE, TOKEN, streamed
from service.openapi.messages import add_messages
from service.openapi.parts import described_headers, problem_answers
from ttr_core import Event
from ttr_core.engine.hooks import RuleModule
from ttr_core.history.chain import Shown
from ttr_core.load import registered_rules

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "openapi.yaml"
SAID: Part = {
    "type": ["string", "null"],
    "description": "With `include=said`: what can be said of it, if anything.",
}
NEWS: Part = {
    "type": "boolean",
    "description": (
        "With `include=said`: whether a log should show it. "
        "False if nothing is said, or only until when somebody has time."
    ),
}
ORDER = ("openapi", "info", "servers", "tags", "paths", "webhooks", "components")


def build() -> Part:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    spec = APISpec(
        TITLE,
        project["version"],
        "3.1.0",
        plugins=[_Plugin(schema_name_resolver=_schema_name)],
        info={"description": ABOUT, "license": {"name": "MIT", "identifier": project["license"]}},
        servers=[{"url": "/"}],
        tags=[{"name": name, "description": text} for name, text in TAGS.items()],
    )
    _add_problem(spec)
    spec.components.security_scheme("token", TOKEN)
    for parameter in {parameter for call in CALLS for parameter in call.parameters}:
        spec.components.parameter(parameter.key, parameter.location, parameter.described())
    _add_commands(spec)
    _add_events(spec)
    _add_game(spec)
    for call in CALLS:
        spec.path(path=call.path, operations={call.method.lower(): _operation(spec, call)})
    spec.options["webhooks"] = add_messages(spec)
    return _ordered(name_enumerations(spec.to_dict()))


def text() -> str:
    return "# Written by `python -m service.openapi`; a test keeps it up to date.\n" + yaml.dump(
        build(), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110
    )


def _schema_class(schema: Any) -> type:  # as apispec passes it: a class or an instance
    return schema if isinstance(schema, type) else type(schema)


def _schema_name(schema: Any) -> str:
    return _schema_class(schema).__name__


class _Converter(OpenAPIConverter):
    """Adds each schema's docstring. Passed to apispec as metadata, it would replace `additionalProperties`."""

    def schema2jsonschema(self, schema: Any) -> Part:
        described: Part = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]  # so in apispec
        words = _schema_class(schema).__doc__
        return ({"description": words} if words else {}) | described


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def _reference(name: str) -> Part:
    return {"$ref": f"#/components/schemas/{name}"}


def _add_problem(spec: APISpec) -> None:
    spec.components.schema("Problem", schema=answer_schema(ProblemBody))
    spec.components.schema(ProblemFacts.__name__, schema=answer_schema(ProblemFacts))
    spec.components.schemas[ProblemFacts.__name__]["additionalProperties"] = True
    spec.components.schemas["Problem"]["properties"]["facts"] = _reference(ProblemFacts.__name__)


def _add_commands(spec: APISpec) -> None:
    for name, kind in COMMANDS.items():
        shown = _examples(examples().commands.get(name))
        spec.components.schema(kind.__name__, shown, schema=command_schema(kind))
    for body in [call.body for call in CALLS if isinstance(call.body, CommandBody)]:
        mapping = {tag: _reference(kind.__name__)["$ref"] for tag, kind in body.kinds.items()}
        union = {
            "description": body.description,
            "oneOf": [_reference(kind.__name__) for kind in body.kinds.values()],
            "discriminator": {"propertyName": "type", "mapping": mapping},
        }
        spec.components.schema(body.name, union)
    unknown = {
        "description": "A command of a type that is newer than this description. Clients leave it alone.",
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"type": "string"}},
    }
    spec.components.schema(UNKNOWN + "Command", unknown)


def _examples(message: object) -> Part:
    """A rule that no board of ours uses has none."""
    return {} if message is None else {"examples": [as_json(message)]}


def _add_events(spec: APISpec) -> None:
    """Each type in an envelope of its own, written out: generators neither merge nor narrow schemas reliably."""
    spec.components.schema(UNKNOWN + "Event", schema=answer_schema(Shown))
    envelope = spec.components.schemas[UNKNOWN + "Event"]
    envelope["properties"] |= {"said": SAID, "news": NEWS}
    for name, kind in EVENTS.items():
        event = examples().events.get(name)
        spec.components.schema(kind.__name__, _examples(event and event.data), schema=answer_schema(kind))
        own = {"type": {"type": "string", "const": name}, "data": _reference(kind.__name__)}
        spec.components.schema(
            _event_name(kind),
            {
                **envelope,
                "description": f"`{name}` in its envelope.",
                "properties": envelope["properties"] | own,
            },
        )
    envelope["description"] = "An event of a type that is newer than this description. Clients skip it."
    union = {
        "description": "An event in its envelope; its type says what its data is.",
        "oneOf": [_reference(_event_name(kind)) for kind in EVENTS.values()],
        "discriminator": {
            "propertyName": "type",
            "mapping": {name: _reference(_event_name(kind))["$ref"] for name, kind in EVENTS.items()},
        },
        "examples": [as_json(examples().events["route_claimed"])],
    }
    spec.components.schema("Event", union)


def _event_name(kind: type[Event]) -> str:
    return f"{kind.__name__}Event"


def _add_game(spec: APISpec) -> None:
    """The game, with a property for each rule that shows something of itself."""
    example = {"examples": [as_json(examples().looks[0])]}
    spec.components.schema(Game.__name__, example, schema=answer_schema(Game))
    shown = [rule for rule in registered_rules() if rule.view and rule.name not in SHOWN_BESIDE]
    rules = {rule.name: _shown_part(spec, rule) for rule in shown}
    spec.components.schema(
        "GameRules",
        {
            "description": "What the rules of the board show; a rule with nothing to show is left out.",
            "type": "object",
            "properties": dict(sorted(rules.items())),
        },
    )
    spec.components.schemas[Game.__name__]["properties"]["rules"] = _reference("GameRules")


def _shown_part(spec: APISpec, rule: RuleModule) -> Part:
    """A rule's part of a view: its type, if the rule gives it one."""
    if rule.shows is None:
        return {"description": f"What `{rule.name}` shows."}
    name = rule.shows.__name__
    if name not in spec.components.schemas:
        spec.components.schema(name, schema=answer_schema(rule.shows))
    return _reference(name)


def _operation(spec: APISpec, call: Call) -> Part:
    operation: Part = {"tags": [call.tag], "summary": call.summary, "operationId": call.name}
    if call.description:
        operation["description"] = call.description
    if call.access.value:
        operation["security"] = [{scheme: []} if scheme else {} for scheme in call.access.value]
    if call.parameters:
        operation["parameters"] = [parameter.key for parameter in call.parameters]
    if call.body is not None:
        operation["requestBody"] = {"required": True, "content": {call.body.media: _request(call.body)}}
    responses: dict[str, Any] = {str(answered.status): _answer(answered) for answered in call.answers}
    for status, (name, described) in problem_answers(call).items():
        if name not in spec.components.responses:
            spec.components.response(name, described)
        responses[status] = name
    return {**operation, "responses": responses}


def _request(body: Body) -> Part:
    if isinstance(body, FileBody):
        return {"schema": {}}
    if isinstance(body, CommandBody):
        shown = examples().commands
        values = {name: as_json(shown[name]) for name in body.kinds if name in shown}
        return {"schema": body.name, "examples": _named(values)}
    return {"schema": body.schema, "examples": _named(body.examples)}


def _named(values: Mapping[str, Any]) -> Part:
    return {name: {"value": value} for name, value in values.items()}


def _answer(answered: Answered) -> Part:
    described: Part = {"description": answered.description}
    if answered.headers:
        described["headers"] = described_headers(answered.headers)
    if answered.status not in (204, 304):  # which have no body
        described["content"] = {media: _content(answered, media) for media in answered.media}
    return described


def _content(answered: Answered, media: str) -> Part:
    if media == JSON:
        bodies = answered.body if isinstance(answered.body, tuple) else (answered.body,)
        schemas = [answer_schema(body) for body in bodies]
        return {"schema": schemas[0] if len(schemas) == 1 else {"oneOf": schemas}}
    if media == "application/yaml":
        return {"schema": {"type": "object", "required": list(ORDER)}}
    texts = streamed([examples().events["game_created"], examples().events["seat_taken"]])
    return {"schema": {"type": "string"}} | ({"example": texts[media]} if media in texts else {})


def _ordered(document: Part) -> Part:
    """The parts in the order of reading, and components by name."""
    parts = document["components"]
    for described in parts["schemas"].values():
        described.update({"examples": described.pop("examples")} if "examples" in described else {})
    kinds = ("securitySchemes", "parameters", "responses", "schemas")
    document["components"] = {kind: dict(sorted(parts[kind].items())) for kind in kinds}
    return {key: document[key] for key in ORDER}


class _Dumper(yaml.SafeDumper):
    """Writes everything out: no YAML references, and texts of several lines as blocks."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _write_text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _write_text)
