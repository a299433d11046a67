"""Playing: what a seat may do, and doing it."""

from typing import Any

import msgspec
from flask import Blueprint, Response, request

from service.answers import CommandChecked, CommandDone, LegalCommands
from service.api.access import Visit, seat_of, visit
from service.context import services
from service.games import key_for
from service.http import (
    answer,
    answer_unless_known,
    bearer_token,
    expected_version,
    flag_argument,
    idempotency_key,
    json_body,
)
from service.problems import Problem
from service.schemas import PLAYED, CommandSchema
from service.shelf import Loaded
from ttr_core import Command, SeatId, legal_commands
from ttr_core.chain import Shown

COMMAND = CommandSchema()


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/games/<game>/commands")(get_commands)
    blueprint.post("/v1/games/<game>/commands")(post_command)


def get_commands(game: str) -> Response:
    """Everything the seat may do now, each ready to be posted back."""
    seen = visit(game)
    seat = seat_of(seen)
    return answer_unless_known(seen.etag(), lambda: _legal(seen.loaded, seat))


def _legal(loaded: Loaded, seat: SeatId) -> LegalCommands:
    listed = () if loaded.refusal() else legal_commands(loaded.ruleset, loaded.state, seat)
    return LegalCommands(game=loaded.game, version=loaded.version, commands=listed)


def post_command(game: str) -> Response:
    body = json_body(COMMAND)
    expected, key_name = expected_version(), idempotency_key()
    dry_run = flag_argument("dry_run")
    if key_name is None and "If-Match" not in request.headers and not dry_run:
        raise Problem("precondition_required")
    coming = visit(game, fresh=dry_run)
    seat = seat_of(coming)
    _slow_down(game, seat)
    command = _command(body, seat)
    if dry_run:
        services().games.check(coming.loaded, [command], expected)
        return answer(CommandChecked(game=game, version=coming.loaded.version, legal=True))
    key = key_for(bearer_token() or "", key_name, command) if key_name else None
    done = services().games.perform(coming.loaded, [command], f"seat:{seat}", expected=expected, key=key)
    services().metrics.appended(done.appended)
    return _carried_out(coming, done.version, done.shown(coming.viewer))


def _carried_out(coming: Visit, version: int, events: list[Shown]) -> Response:
    seen = msgspec.structs.replace(coming, loaded=msgspec.structs.replace(coming.loaded, version=version))
    body = CommandDone(game=coming.loaded.game, version=version, events=events)
    return answer(body, headers={"ETag": seen.etag()})


def _slow_down(game: str, seat: SeatId) -> None:
    wait = services().commands.wait(f"{game}:{seat}")
    if wait:
        raise Problem("too_many_requests", headers={"Retry-After": str(int(wait) + 1)})


def _command(body: dict[str, Any], seat: SeatId) -> Command:
    if body.get("seat", seat) != seat:
        raise Problem("forbidden", "this token plays another seat")
    return msgspec.convert({**body, "seat": seat}, PLAYED[body["type"]])
