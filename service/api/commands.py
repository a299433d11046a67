"""Playing: list the legal commands of a seat, carry one out, settle matters of the table, play in words."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from flask import Response

from service.api.access import GAME, Answer, CommandDone, Visit, granted, seat_of, visit
from service.errors import Forbidden, MalformedRequest, RulesVersionUnsupported, TooManyRequests
from service.games.commit import Key, key_for
from service.games.game_cache import Loaded
from service.games.games import Done
from service.games.seats import check_successor
from service.games.tokens import Grant, TokenRole
from service.http.call import (
    BODY_PROBLEMS,
    COMMAND_PROBLEMS,
    GAME_PROBLEMS,
    TERMS_PROBLEMS,
    WRITE_PROBLEMS,
    Access,
    Answered,
    Resource,
    or_not_modified,
)
from service.http.problems import PreconditionRequired
from service.http.request import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    CommandBody,
    Flag,
    JsonBody,
    expected_version,
    header,
    idempotency_key,
    is_fast,
    json_bytes,
    services,
)
from service.http.response import answer, answer_unless_cached
from service.language import Reply, Talk, Utterance
from service.language.languages import Lang
from service.message_types import SEAT_COMMANDS, TABLE_COMMANDS
from ttr_core import Command, SeatId, legal_commands
from ttr_core.model.commands import SeatCommand, TableCommand

LONGEST_TEXT = 400  # characters
SHORT_BODY = 256  # bytes; longer commands are parsed each time
BODIES = 4096  # short commands that a process knows by their bytes

DRY_RUN = Flag("dry_run", "Only check.")

SEAT_COMMAND = CommandBody(
    "Command", "Any command of a seat. Which of them a board knows depends on its rules.", SEAT_COMMANDS
)
TABLE_COMMAND = CommandBody("TableCommand", "Any command about a matter of the table.", TABLE_COMMANDS)

resource = Resource("play")


class CommandChecked(Answer, frozen=True, kw_only=True):
    """The command would be carried out if it were sent now."""

    game: str
    version: int
    legal: bool


class LegalCommands(Answer, frozen=True, kw_only=True):
    """Everything that the seat may do now, each ready to be posted back."""

    game: str
    version: int
    commands: Sequence[Command]


CARRIED_OUT = (
    Answered(
        "What happened; with `dry_run` only that it could.", (CommandDone, CommandChecked), headers=("ETag?",)
    ),
)


@resource.call(
    "GET",
    "/v1/games/{game}/commands",
    summary="Your legal commands",
    description="Every legal command of the seat, payments included, each ready to be posted back.",
    access=Access.TOKEN,
    parameters=(GAME, IF_NONE_MATCH),
    answers=or_not_modified(
        "The commands, in a fixed order; none if it is not your turn to decide.", LegalCommands
    ),
    problems=(Forbidden, *GAME_PROBLEMS),
)
def get_commands(game: str) -> Response:
    visitor = visit(game)
    seat = seat_of(visitor)
    return answer_unless_cached(visitor.etag(), lambda: _legal(visitor.now, seat))


def _legal(loaded: Loaded, seat: SeatId) -> LegalCommands:
    listed = () if loaded.refusal() else legal_commands(loaded.ruleset, loaded.state, seat)
    return LegalCommands(game=loaded.game, version=loaded.version, commands=listed)


# -------------------------------------------------------------------------------------- carrying a command out


class Terms(msgspec.Struct, frozen=True):
    """On what terms a command is to be carried out."""

    expected: int | None  # version
    key_name: str | None
    dry_run: bool

    def key(self, visitor: Visit, command: Command) -> Key | None:
        return key_for(visitor.token or "", self.key_name, command) if self.key_name else None


def read_terms() -> Terms:
    """From headers and query; a command that could be carried out twice by accident is refused."""
    terms = Terms(expected_version(), idempotency_key(), DRY_RUN.read())
    if terms.key_name is None and header("If-Match") is None and not terms.dry_run:
        raise PreconditionRequired()
    return terms


def carry_out(visitor: Visit, command: Command, terms: Terms) -> Response:
    limit_commands(visitor)
    games, now = services().games, visitor.now
    if terms.dry_run:
        games.check(now, [command], terms.expected, visitor.actor)
        return answer(CommandChecked(game=now.game, version=now.version, legal=True))
    key = terms.key(visitor, command)
    return _done(visitor, games.perform(now, [command], visitor.actor, expected=terms.expected, key=key))


def _done(visitor: Visit, done: Done) -> Response:
    services().metrics.appended(done.appended)
    body = CommandDone(game=visitor.game, version=done.version, events=done.shown(visitor.viewer))
    return answer(body, headers={"ETag": visitor.etag(done.version, done.events[-1][0].hash)})


def limit_commands(visitor: Visit) -> None:
    services().commands.admit(f"{visitor.game}:{visitor.grant}")


class Posted(msgspec.Struct, frozen=True):
    """A command as posted. Immutable, because it is shared by all requests with the same body."""

    seat: SeatId | None  # if the body names one
    command: SeatCommand  # its own seat means nothing yet

    def by(self, seat: SeatId) -> SeatCommand:
        if self.seat not in (None, seat):
            raise Forbidden("this token plays another seat")
        return msgspec.structs.replace(self.command, seat=seat)


def _read_posted() -> Posted:
    data = json_bytes()
    return _posted_before(data) if len(data) <= SHORT_BODY and is_fast() else _posted(data)


def _posted(data: bytes) -> Posted:
    body = SEAT_COMMAND.parse(data)
    command = msgspec.convert({"seat": 0, **body}, SEAT_COMMANDS[body["type"]])
    return Posted(body.get("seat"), command)


_posted_before = lru_cache(maxsize=BODIES)(_posted)  # saves 26 of 96 µs: marshmallow is thorough


@resource.call(
    "POST",
    "/v1/games/{game}/commands",
    summary="Carry out a command",
    description=(
        "Carries one command out, completely or not at all. Send `If-Match` with the version that you decided "
        "on, or an `Idempotency-Key`, or both; with neither the answer is 428, because a repeated blind draw "
        "must never become two. The same key with the same command gets the first answer again."
    ),
    access=Access.TOKEN,
    parameters=(GAME, DRY_RUN, IF_MATCH, IDEMPOTENCY_KEY),
    body=SEAT_COMMAND,
    answers=CARRIED_OUT,
    problems=COMMAND_PROBLEMS,
)
def post_command(game: str) -> Response:
    posted = _read_posted()
    terms = read_terms()
    visitor = visit(game, fresh=terms.dry_run)  # the append finds out if this game is too old
    return carry_out(visitor, posted.by(seat_of(visitor)), terms)


@resource.call(
    "POST",
    "/v1/games/{game}/table",
    tag="table",
    summary="Settle a matter of the table",
    description=(
        "Whatever does not wait for a turn: motions, people, clocks, standing orders. The headers are those of "
        "a command. A seat's token speaks for its seat; the host's token names the seat in the body."
    ),
    access=Access.TOKEN,
    parameters=(GAME, DRY_RUN, IF_MATCH, IDEMPOTENCY_KEY),
    body=TABLE_COMMAND,
    answers=CARRIED_OUT,
    problems=COMMAND_PROBLEMS,
)
def post_table(game: str) -> Response:
    body = TABLE_COMMAND.read()
    terms = read_terms()
    visitor = visit(game, fresh=terms.dry_run)
    return carry_out(visitor, _table_command(body, granted(visitor)), terms)


def _table_command(body: dict[str, Any], grant: Grant) -> TableCommand:
    kind = TABLE_COMMANDS[body["type"]]
    if str(grant.role) not in kind.by:
        raise Forbidden(f"this is for {' or '.join(kind.by)}")
    if grant.role is TokenRole.SEAT and body.setdefault("seat", grant.seat) != grant.seat:
        raise Forbidden("this token speaks for another seat")
    if "seat" not in body:
        raise MalformedRequest(errors={"seat": ["Missing data for required field."]})
    command = msgspec.convert(body, kind)
    check_successor(command)
    return command


# -------------------------------------------------------------------------------------------- playing in words


class TextRequest(msgspec.Struct, kw_only=True):
    """A text in words; `lang` is the language of the answer, `preview` asks before anything is done."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]
    lang: Lang | None = None
    preview: bool = False


TEXT = JsonBody(
    TextRequest,
    {
        "a_move": {"text": "claim montreal new york blue"},
        "in_french": {"text": "prends 2 au hasard"},
        "a_look": {"text": "who are we waiting for?"},
        "asked_first": {"text": "claim mtl to", "preview": True},
        "a_choice": {"text": "2", "lang": "en"},
    },
)


@resource.call(
    "POST",
    "/v1/games/{game}/text",
    summary="Say something",
    description=(
        "Moves, questions about the table and matters of the table, in English or French. A clear text is carried "
        "out; one that may mean several things is answered with numbered choices, and the next text may be "
        "the number of one. A text that would change the game needs `If-Match` or an `Idempotency-Key`, as a "
        "command does. `private` is for the sender alone; `public` is for everybody."
    ),
    access=Access.TOKEN,
    parameters=(GAME, IF_MATCH, IDEMPOTENCY_KEY),
    body=TEXT,
    answers=(Answered("The answer.", Reply, headers=("ETag",)),),
    problems=(
        *BODY_PROBLEMS,
        *TERMS_PROBLEMS,
        RulesVersionUnsupported,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *GAME_PROBLEMS,
    ),
)
def post_text(game: str) -> Response:
    request = TEXT.read()
    expected, key_name = expected_version(), idempotency_key()
    visitor = visit(game)
    granted(visitor)
    limit_commands(visitor)
    talk, now = Talk(services().games), visitor.now
    utterance = Utterance(
        loaded=now,
        viewer=visitor.viewer,
        text=request.text,
        lang=request.lang,
        preview=request.preview,
        key=key_for(visitor.token or "", key_name, request) if key_name else None,
        expected=expected,
    )
    meaning = talk.understand(utterance)
    if key_name is None and header("If-Match") is None and meaning.moves(request.preview):
        raise PreconditionRequired()
    reply = talk.answer(utterance, meaning)
    services().metrics.appended(max(0, reply.version - now.version))
    return answer(reply, headers={"ETag": visitor.etag(reply.version)})
