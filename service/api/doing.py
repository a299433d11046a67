"""Carrying a command out for a request: what must hold before, and what is answered after."""

import msgspec
from flask import Response

from service.answers import CommandChecked, CommandDone
from service.api.access import Visit
from service.context import services
from service.games import Done, Key, key_for
from service.http import answer, expected_version, flag_argument, header, idempotency_key
from service.problems import Problem
from ttr_core import Command


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
        raise Problem("precondition_required")
    return found


def carry_out(coming: Visit, command: Command, terms: Terms) -> Response:
    """The command of whoever is coming, or only a check of it."""
    slow_down(coming)
    games = services().games
    if terms.dry_run:
        games.check(coming.loaded, [command], terms.expected, str(coming.grant))
        checked = CommandChecked(game=coming.loaded.game, version=coming.loaded.version, legal=True)
        return answer(checked)
    done = games.perform(
        coming.loaded, [command], str(coming.grant), expected=terms.expected, key=terms.key(coming, command)
    )
    return carried_out(coming, done)


def carried_out(coming: Visit, done: Done) -> Response:
    services().metrics.appended(done.appended)
    body = CommandDone(game=coming.loaded.game, version=done.version, events=done.shown(coming.viewer))
    return answer(body, headers={"ETag": coming.etag(done.version)})


def slow_down(coming: Visit) -> None:
    wait = services().commands.wait(f"{coming.loaded.game}:{coming.grant}")
    if wait:
        raise Problem("too_many_requests", headers={"Retry-After": str(int(wait) + 1)})
