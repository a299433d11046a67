"""Erasing a person from a game, by himself or by the host."""

import re

from flask import Blueprint, Response

from service.answers import Erased
from service.api.access import visit
from service.context import services
from service.http import answer
from service.privacy import erase_person
from service.problems import Problem
from service.tokens import Grant, Role


def register(blueprint: Blueprint) -> None:
    blueprint.delete("/v1/games/<game>/seats/<seat>/person")(erase_person_of)


def erase_person_of(game: str, seat: str) -> Response:
    coming = visit(game)
    if coming.grant is None:
        raise Problem("unauthorized")
    if not re.fullmatch("[0-9]{1,2}", seat):
        raise Problem("malformed_request", "a seat is a number")
    number = int(seat)
    if coming.grant not in (Grant(Role.HOST), Grant(Role.SEAT, number)):
        raise Problem("forbidden", "only the seat's own token or the host's erases who has it")
    left = erase_person(services().games, coming.loaded, number)
    return answer(Erased(game=game, version=left.version, head=left.head, seat=number))
