"""The process that makes one plan: reads a `PlanRequest` from its pipe and writes the plan as JSON.

It ends when the other side closes the pipe, which also happens when it crashes.
"""

import os
import sys
from collections.abc import Mapping
from threading import Thread
from typing import Any

import msgspec

from service.language.languages import Lang
from service.pictures.layout.board_plan import Plan, make_plan
from service.pictures.layout.canvas import Canvas
from service.pictures.painter_process import read_message, write_message
from ttr_core import Ruleset, resolved_ruleset

NICENESS = 10  # everything else comes first


class PlanRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A board to be planned, with names in one language, on one canvas."""

    document: Mapping[str, Any]  # resolved
    players: int
    options: Mapping[str, str]
    rules_version: str
    lang: Lang
    canvas: Canvas


def request_for(ruleset: Ruleset, lang: Lang, canvas: Canvas) -> bytes:
    request = PlanRequest(
        document=ruleset.document,
        players=ruleset.players,
        options=ruleset.options,
        rules_version=ruleset.rules_version,
        lang=lang,
        canvas=canvas,
    )
    return msgspec.json.encode(request)


def planned(data: bytes) -> bytes:
    """The plan that a request is about."""
    request = msgspec.json.decode(data, type=PlanRequest)
    ruleset = resolved_ruleset(request.document, request.players, request.options, request.rules_version)
    return encode_plan(make_plan(ruleset, request.lang, request.canvas))


def encode_plan(plan: Plan) -> bytes:
    return msgspec.json.encode(plan)


def decode_plan(data: bytes) -> Plan:
    return msgspec.json.decode(data, type=Plan)


def main() -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    request = read_message(sys.stdin.buffer)
    if request is not None:
        Thread(target=_end_with_the_other_side, daemon=True).start()
        write_message(sys.stdout.buffer, planned(request))


def _end_with_the_other_side() -> None:
    os.read(sys.stdin.fileno(), 1)  # returns when the pipe closes: there is only one request
    os._exit(1)


if __name__ == "__main__":
    main()
