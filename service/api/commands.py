"""Playing: what a seat may do, and doing it.

Carrying a command out for a request: what must hold before, and what is answered after.

Matters of the table, which do not wait for anybody's turn: motions, people, clocks, orders.

Playing in words: one call for everything that can be said about a game.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from service.api.access import Visit, seat_of, visit
from service.api.answers import CommandChecked, CommandDone, LegalCommands
from service.errors import Forbidden, MalformedRequest, TooManyRequests, Unauthorized
from service.games.game_cache import Loaded
from service.games.games import Done, Key, key_for
from service.games.seats import check_successor
from service.games.tokens import Grant, TokenRole
from service.http.problems import PreconditionRequired
from service.http.request import (
    expected_version,
    familiar_json_body,
    flag_argument,
    header,
    idempotency_key,
    json_body,
)
from service.http.response import answer, answer_unless_known
from service.http.schemas import PLAYED, TABLED, CommandSchema, schema_for
from service.language import Talk, Utterance
from service.language.languages import Lang
from service.wiring import services
from ttr_core import Command, SeatId, legal_commands
from ttr_core.model.commands import TableCommand


class Terms(msgspec.Struct, frozen=True):
    """On what terms the sender wants the command carried out."""

    expected: int | None
    key_name: str | None
    dry_run: bool

    def key(self, coming: Visit, command: Command) -> Key | None:
        return key_for(coming.token or "", self.key_name, command) if self.key_name else None


def terms() -> Terms:
    """As the headers state them; a command that could be carried out twice by accident is refused."""
    found = Terms(expected_version(), idempotency_key(), flag_argument("dry_run"))
    if found.key_name is None and header("HTTP_IF_MATCH") is None and not found.dry_run:
        raise PreconditionRequired()
    return found


def carry_out(coming: Visit, command: Command, terms: Terms) -> Response:
    """The command of whoever is coming, or only a check of it."""
    slow_down(coming)
    games = services().games
    if terms.dry_run:
        games.check(coming.loaded, [command], terms.expected, coming.actor)
        checked = CommandChecked(game=coming.loaded.game, version=coming.loaded.version, legal=True)
        return answer(checked)
    done = games.perform(
        coming.loaded, [command], coming.actor, expected=terms.expected, key=terms.key(coming, command)
    )
    return carried_out(coming, done)


def carried_out(coming: Visit, done: Done) -> Response:
    services().metrics.appended(done.appended)
    body = CommandDone(game=coming.loaded.game, version=done.version, events=done.shown(coming.viewer))
    return answer(body, headers={"ETag": coming.etag(done.version)})


def slow_down(coming: Visit) -> None:
    wait = services().commands.wait(f"{coming.loaded.game}:{coming.grant}")
    if wait:
        raise TooManyRequests(seconds=int(wait) + 1)


COMMAND = CommandSchema(PLAYED)


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/games/<game>/commands")(get_commands)
    blueprint.post("/v1/games/<game>/commands")(post_command)
    blueprint.post("/v1/games/<game>/table")(post_table)
    blueprint.post("/v1/games/<game>/text")(post_text)


def get_commands(game: str) -> Response:
    """Everything the seat may do now, each ready to be posted back."""
    seen = visit(game)
    seat = seat_of(seen)
    return answer_unless_known(seen.etag(), lambda: _legal(seen.loaded, seat))


def _legal(loaded: Loaded, seat: SeatId) -> LegalCommands:
    listed = () if loaded.refusal() else legal_commands(loaded.ruleset, loaded.state, seat)
    return LegalCommands(game=loaded.game, version=loaded.version, commands=listed)


def post_command(game: str) -> Response:
    body = familiar_json_body(COMMAND)
    asked = terms()
    coming = visit(game, fresh=asked.dry_run)
    return carry_out(coming, _command(body, seat_of(coming)), asked)


def _command(body: Mapping[str, Any], seat: SeatId) -> Command:
    if body.get("seat", seat) != seat:
        raise Forbidden("this token plays another seat")
    return msgspec.convert({**body, "seat": seat}, PLAYED[body["type"]])


TABLE = CommandSchema(TABLED)


def post_table(game: str) -> Response:
    body = json_body(TABLE)
    asked = terms()
    coming = visit(game, fresh=asked.dry_run)
    return carry_out(coming, table_command(body, coming.grant), asked)


def table_command(body: dict[str, Any], grant: Grant | None) -> TableCommand:
    """A seat speaks for itself; the host names the seat that it is about."""
    kind = TABLED[body["type"]]
    if grant is None:
        raise Unauthorized()
    if str(grant.role) not in kind.by:
        raise Forbidden(f"this is for {' or '.join(kind.by)}")
    if grant.role is TokenRole.SEAT and body.setdefault("seat", grant.seat) != grant.seat:
        raise Forbidden("this token speaks for another seat")
    if "seat" not in body:
        raise MalformedRequest(errors={"seat": ["Missing data for required field."]})
    command = msgspec.convert(body, kind)
    check_successor(command)
    return command


LONGEST = 400  # characters

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST)]


class TextRequest(msgspec.Struct, kw_only=True):
    """What somebody says; `lang` is the language of the answer, `preview` asks before anything is done."""

    text: Text
    lang: Lang | None = None
    preview: bool = False


TEXT = schema_for(TextRequest)()


def post_text(game: str) -> Response:
    said = msgspec.convert(json_body(TEXT), TextRequest)
    expected, key_name = expected_version(), idempotency_key()
    coming = visit(game)
    if coming.grant is None:
        raise Unauthorized()
    slow_down(coming)
    utterance = Utterance(
        loaded=coming.loaded,
        viewer=coming.viewer,
        text=said.text,
        lang=said.lang,
        preview=said.preview,
        key=key_for(coming.token or "", key_name, said) if key_name else None,
        expected=expected,
    )
    talk = Talk(services().games)
    meaning = talk.understand(utterance)
    if key_name is None and "If-Match" not in request.headers and meaning.moves(said.preview):
        raise PreconditionRequired()
    reply = talk.answer(utterance, meaning)
    services().metrics.appended(max(0, reply.version - coming.loaded.version))
    loaded = msgspec.structs.replace(coming.loaded, version=reply.version)
    return answer(reply, headers={"ETag": msgspec.structs.replace(coming, loaded=loaded).etag()})
