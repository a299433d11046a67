"""Boards: the list, and everything that one is made of."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from flask import Response

from service.api.access import Answer
from service.errors import BoardNotFound
from service.http.call import Answered, Resource
from service.http.problems import InternalError
from service.http.request import InPath
from service.http.response import answer
from ttr_core import board_names
from ttr_core.boards.board import Cards, City, Document, Label, Provenance, Route, Ticket, Zone
from ttr_core.boards.library import whole_document

CACHED = {"Cache-Control": "public, max-age=300"}

NAME = InPath("name", "The name of a board.", example="europe")

resource = Resource("boards")


class BoardOption(Answer, frozen=True, kw_only=True):
    """Something that can be chosen when a game is created."""

    label: Label
    default: str
    choices: Mapping[str, Label]


class BoardHead(Answer, frozen=True, kw_only=True):
    """What a board is, in short."""

    name: str
    title: Label
    players: Sequence[int]  # the fewest and the most
    provenance: Provenance
    options: Mapping[str, BoardOption]


class BoardSummary(BoardHead, frozen=True, kw_only=True):
    """A board in the list."""

    rules: Sequence[str]


class BoardList(Answer, frozen=True, kw_only=True):
    """All boards that can be played."""

    boards: Sequence[BoardSummary]


class BoardSeen(BoardHead, frozen=True, kw_only=True):
    """Everything that a board is made of, before options and the number of players change it."""

    trains: int
    player_colours: Sequence[str]
    cards: Cards
    labels: Mapping[str, Label]
    cities: Sequence[City]
    zones: Sequence[Zone]
    routes: Sequence[Route]
    tickets: Sequence[Ticket]
    rules: Mapping[str, Mapping[str, Any]]  # the settings of each rule
    by_players: Mapping[str, Mapping[str, Any]]  # what changes with the number of players
    tie_breaks: Sequence[str]


@resource.call(
    "GET",
    "/v1/boards",
    summary="All boards",
    description="Every board that can be played, with its options, its rules and where it comes from.",
    answers=(Answered("The boards.", BoardList),),
)
def list_boards() -> Response:
    return answer(BoardList(boards=[_summary(name) for name in board_names()]), headers=CACHED)


@resource.call(
    "GET",
    "/v1/boards/{name}",
    summary="One board",
    description="Cities, routes, tickets, cards and the settings of every rule.",
    parameters=(NAME,),
    answers=(Answered("The board.", BoardSeen),),
    problems=(BoardNotFound, InternalError),
)
def get_board(name: str) -> Response:
    check_board(name)
    return answer(_whole(name), headers=CACHED)


def check_board(name: str) -> None:
    if name not in board_names():
        raise BoardNotFound(boards=list(board_names()))


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
