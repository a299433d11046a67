"""Playing in words: one call for everything that can be said about a game."""

from typing import Annotated, Literal

import msgspec
from flask import Blueprint, Response, request

from service.api.access import visit
from service.api.doing import slow_down
from service.bodies import json_body
from service.context import services
from service.games import key_for
from service.http import answer, expected_version, idempotency_key
from service.problems import Problem
from service.schemas import schema_for
from service.talk import Talk

LONGEST = 400  # characters

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]


class TextRequest(msgspec.Struct, kw_only=True):
    """What somebody says; `lang` is the language of the answer, `preview` asks before anything is done."""

    text: Text
    lang: Literal["en", "fr"] | None = None
    preview: bool = False


TEXT = schema_for(TextRequest)()


def register(blueprint: Blueprint) -> None:
    blueprint.post("/v1/games/<game>/text")(post_text)


def post_text(game: str) -> Response:
    said = msgspec.convert(json_body(TEXT), TextRequest)
    expected, key_name = expected_version(), idempotency_key()
    coming = visit(game)
    if coming.grant is None:
        raise Problem("unauthorized")
    slow_down(coming)
    talk = Talk(services().games)
    meaning = talk.understand(coming.loaded, coming.viewer, said.text)
    if key_name is None and "If-Match" not in request.headers and meaning.moves(said.preview):
        raise Problem("precondition_required")
    key = key_for(coming.token or "", key_name, said) if key_name else None
    reply = talk.answer(
        coming.loaded,
        coming.viewer,
        meaning,
        lang=said.lang,
        preview=said.preview,
        key=key,
        expected=expected,
    )
    services().metrics.appended(max(0, reply.version - coming.loaded.version))
    loaded = msgspec.structs.replace(coming.loaded, version=reply.version)
    return answer(reply, headers={"ETag": msgspec.structs.replace(coming, loaded=loaded).etag()})
