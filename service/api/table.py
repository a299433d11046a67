"""Matters of the table, which do not wait for anybody's turn: motions, people, clocks, orders."""

from typing import Any

import msgspec
from flask import Blueprint, Response

from service.api.access import visit
from service.api.doing import carry_out, terms
from service.bodies import json_body
from service.people import check_successor
from service.problems import Problem
from service.schemas import TABLED, CommandSchema
from service.tokens import Grant, Role
from ttr_core.commands import TableCommand

TABLE = CommandSchema(TABLED)


def register(blueprint: Blueprint) -> None:
    blueprint.post("/v1/games/<game>/table")(post_table)


def post_table(game: str) -> Response:
    body = json_body(TABLE)
    asked = terms()
    coming = visit(game, fresh=asked.dry_run)
    return carry_out(coming, table_command(body, coming.grant), asked)


def table_command(body: dict[str, Any], grant: Grant | None) -> TableCommand:
    """A seat speaks for itself; the host names the seat that it is about."""
    kind = TABLED[body["type"]]
    if grant is None:
        raise Problem("unauthorized")
    if str(grant.role) not in kind.by:
        raise Problem("forbidden", f"this is for {' or '.join(kind.by)}")
    if grant.role is Role.SEAT and body.setdefault("seat", grant.seat) != grant.seat:
        raise Problem("forbidden", "this token speaks for another seat")
    if "seat" not in body:
        raise Problem("malformed_request", errors={"seat": ["Missing data for required field."]})
    command = msgspec.convert(body, kind)
    check_successor(command)
    return command
