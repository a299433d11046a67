"""Boards: which there are, and what each one is made of."""

from functools import cache
from typing import Any

import msgspec
from flask import Blueprint, Response

from service.api.answers import BoardList, BoardSeen, BoardSummary
from service.errors import BoardNotFound
from service.http.response import answer
from ttr_core import board_names
from ttr_core.boards.board import Document
from ttr_core.boards.library import whole_document

CACHED = {"Cache-Control": "public, max-age=300"}


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/boards")(list_boards)
    blueprint.get("/v1/boards/<name>")(get_board)


def list_boards() -> Response:
    return answer(BoardList(boards=[_summary(name) for name in board_names()]), headers=CACHED)


def get_board(name: str) -> Response:
    if name not in board_names():
        raise BoardNotFound(boards=list(board_names()))
    return answer(_whole(name), headers=CACHED)


@cache
def _summary(name: str) -> BoardSummary:
    whole = whole_document(name)
    return msgspec.convert({**_head(whole), "rules": sorted(whole["rules"])}, BoardSummary)


@cache
def _whole(name: str) -> BoardSeen:
    whole = whole_document(name)
    parts = {part: whole[part] for part in BoardSeen.__struct_fields__ if part in whole}
    return msgspec.convert({"zones": [], "by_players": {}, **parts, **_head(whole)}, BoardSeen)


def _head(whole: Document) -> dict[str, Any]:
    options = {name: _option(option) for name, option in whole.get("options", {}).items()}
    return {part: whole[part] for part in ("name", "title", "players", "provenance")} | {"options": options}


def _option(option: dict[str, Any]) -> dict[str, Any]:
    choices = {name: choice["label"] for name, choice in option["choices"].items()}
    return {"label": option["label"], "default": option["default"], "choices": choices}
