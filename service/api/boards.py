"""Boards: which there are, and what each one is made of."""

from functools import cache
from typing import Any

from flask import Blueprint, Response

from service.http import answer
from service.problems import Problem
from ttr_core import board_names
from ttr_core.library import whole_document

CACHED = {"Cache-Control": "public, max-age=300"}


def register(blueprint: Blueprint) -> None:
    blueprint.get("/v1/boards")(list_boards)
    blueprint.get("/v1/boards/<name>")(get_board)


def list_boards() -> Response:
    return answer({"boards": [_summary(name) for name in board_names()]}, headers=CACHED)


def get_board(name: str) -> Response:
    if name not in board_names():
        raise Problem("board_not_found", boards=list(board_names()))
    return answer(_whole(name), headers=CACHED)


@cache
def _summary(name: str) -> dict[str, Any]:
    whole = whole_document(name)
    return {
        "name": name,
        "title": whole["title"],
        "players": whole["players"],
        "provenance": whole["provenance"],
        "options": {key: _option(option) for key, option in whole.get("options", {}).items()},
        "rules": sorted(whole["rules"]),
    }


def _option(option: dict[str, Any]) -> dict[str, Any]:
    choices = {name: choice["label"] for name, choice in option["choices"].items()}
    return {"label": option["label"], "default": option["default"], "choices": choices}


@cache
def _whole(name: str) -> dict[str, Any]:
    whole = whole_document(name)
    parts = ("trains", "player_colours", "cards", "labels", "cities", "zones", "routes", "tickets")
    return {
        **_summary(name),
        **{part: whole.get(part, []) for part in parts},
        "rules": whole["rules"],
        "by_players": whole.get("by_players", {}),
        "tie_breaks": whole["tie_breaks"],
    }
