"""Playing: what a seat may do, and doing it."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response

from service.answers import LegalCommands
from service.api.access import seat_of, visit
from service.api.doing import carry_out, terms
from service.bodies import familiar_json_body
from service.http import answer_unless_known
from service.problems import Problem
from service.schemas import PLAYED, CommandSchema
from service.shelf import Loaded
from ttr_core import Command, SeatId, legal_commands

COMMAND = CommandSchema(PLAYED)


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
    body = familiar_json_body(COMMAND)
    asked = terms()
    coming = visit(game, fresh=asked.dry_run)
    return carry_out(coming, _command(body, seat_of(coming)), asked)


def _command(body: Mapping[str, Any], seat: SeatId) -> Command:
    if body.get("seat", seat) != seat:
        raise Problem("forbidden", "this token plays another seat")
    return msgspec.convert({**body, "seat": seat}, PLAYED[body["type"]])
