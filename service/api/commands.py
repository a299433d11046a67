"""Playing: list the legal commands of a seat or the host, carry one out, play in words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from flask import Response

from service.api.access import AS_SEAT, GAME, Answer, CommandDone, Visit, acting_for, as_host, granted, visit
from service.errors import (
    FieldError,
    Forbidden,
    MalformedRequest,
    RuleRefused,
    RulesVersionUnsupported,
    TooManyRequests,
)
from service.games.commit import Key, key_for
from service.games.game_cache import Loaded, moves_of
from service.games.games import Done, Expected, SameDecision
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
    LANG,
    Choice,
    CommandBody,
    Expectation,
    Flag,
    JsonBody,
    expectation,
    header,
    idempotency_key,
    is_fast,
    json_bytes,
    language,
    services,
)
from service.http.response import answer, answer_unless_cached
from service.language import Choice as NumberedChoice
from service.language import Effect, Talk, Utterance
from service.language.languages import Lang
from service.language.speech.menu import MenuForm, MenuGroup, MenuRefusal, MenuWriter
from service.language.speech.story import voice_for
from service.message_types import POSTED_COMMANDS
from ttr_core import Command, SeatId
from ttr_core.by_post import ProposeUndo, UndoCode
from ttr_core.engine.hooks import Template
from ttr_core.history.chain import Shown
from ttr_core.model.actor import HOST, Actor
from ttr_core.model.commands import BeginPayment, ClaimRoute, SeatCommand, StartGame, TableCommand
from ttr_core.model.ids import Card, RouteId
from ttr_core.model.message import type_name

LONGEST_TEXT = 400  # characters
SHORT_BODY = 256  # bytes; longer commands are parsed each time
BODIES = 4096  # short commands that a process knows by their bytes
NO_VERSION = 0  # which no game has
PAYING = (ClaimRoute, BeginPayment)  # commands about a route, one for each payment

DRY_RUN = Flag("dry_run", "Only check.")
GROUP = Choice(
    "group",
    "`route`: list what can be done about a route once, with all its payments, instead of once for each payment.",
    choices=("route",),
)

COMMAND = CommandBody(
    "Command",
    "Any command of a seat or of the host. Which of them a board knows depends on its rules.",
    POSTED_COMMANDS,
)

SENDERS = frozenset({TokenRole.SEAT.value, TokenRole.HOST.value})

resource = Resource("play")


class CommandChecked(Answer, frozen=True, kw_only=True):
    """The command would be carried out if it were sent now."""

    game: str
    version: int
    legal: bool


CARRIED_OUT = (
    Answered(
        "What happened; with `dry_run` only that it could.", (CommandDone, CommandChecked), headers=("ETag?",)
    ),
)


class RoutePayments(Answer, frozen=True, kw_only=True):
    """A command about a route that lacks only its `cards`: any one of the payments."""

    type: str
    seat: SeatId
    route: RouteId
    payments: Sequence[tuple[Card, ...]]


class LegalCommands(Answer, frozen=True, kw_only=True):
    """Everything that the holder of the token may do now. What `moves` and `table` list can be posted as it is.

    In a template, numbers that the sender chooses are `{"min": 1, "max": 14}`; of a list, how many elements it has.
    """

    game: str
    version: int
    # the version since which the seat has had these moves and made none; null for the host
    decision: int | None
    moves: Sequence[Command] | None  # of the turn; null for the host, who has none
    routes: Sequence[RoutePayments] | None  # with `group=route`; these are not in `moves` then
    table: Sequence[Command]  # about the table: they wait for no turn
    templates: Sequence[Mapping[str, Any]]  # about the table, too, with fields to fill in
    invitations: Sequence[SeatId]  # seats that `POST .../seats/{seat}/invite` hands over, your own among them


@resource.call(
    "GET",
    "/v1/games/{game}/commands",
    summary="Your legal commands",
    description=(
        "Every legal command of the seat or the host: the moves of the turn, payments included, and what can be asked "
        "of the table now, such as to undo, to agree, to resign. Each is ready to be posted back."
    ),
    access=Access.TOKEN,
    parameters=(GAME, AS_SEAT, GROUP, IF_NONE_MATCH),
    answers=or_not_modified(
        "The commands, in a fixed order; no moves if it is not your turn to decide.", LegalCommands
    ),
    problems=(MalformedRequest, Forbidden, *GAME_PROBLEMS),
)
def get_commands(game: str) -> Response:
    visitor = visit(game)
    actor, by_route = visitor.actor, GROUP.read() is not None
    return answer_unless_cached(
        visitor.etag(), lambda: legal_for(visitor.now, actor, by_route=by_route, hosts=visitor.hosts)
    )


def legal_for(now: Loaded, actor: Actor, *, by_route: bool = False, hosts: bool = False) -> LegalCommands:
    """What a seat or the host may do, or a seat that `hosts` the game."""
    seat = actor.seat
    moves = None if seat is None else () if now.refusal() else moves_of(now.ruleset, now.state, seat)
    of_table = list(services().games.table_commands(now, actor))
    if hosts and actor != HOST:  # what is for no seat; all else is the seat's own
        of_hosts = services().games.table_commands(now, HOST)
        of_table += [
            one for one in of_hosts if isinstance(one, Command) and not isinstance(one, TableCommand)
        ]
    routes = None if moves is None or not by_route else _by_route(moves)
    return LegalCommands(
        game=now.game,
        version=now.version,
        decision=None if seat is None else services().games.cache.decision(now, seat),
        moves=moves if routes is None else [move for move in moves or () if not isinstance(move, PAYING)],
        routes=routes,
        table=[command for command in of_table if isinstance(command, Command)],
        templates=[_filled_in(template) for template in of_table if isinstance(template, Template)],
        invitations=_invitable(now, actor, hosts),
    )


def _invitable(now: Loaded, actor: Actor, hosts: bool) -> Sequence[SeatId]:
    seats = set(services().games.invitable(now, actor))
    if hosts:
        seats |= set(services().games.invitable(now, HOST))
    return sorted(seats)


# ------------------------------------------------------------------------------------------- the same in words


class Menu(Answer, frozen=True, kw_only=True):
    """Everything that the holder of the token may do now, in words; what `ways` list can be posted as it is."""

    game: str
    version: int
    decision: int | None  # as in the list of commands
    moves: Sequence[MenuGroup] | None  # of the turn; null for the host, who has none
    table: Sequence[MenuGroup]
    forms: Sequence[MenuForm]  # about the table, too, with fields to fill in
    refused: Sequence[
        MenuRefusal
    ]  # what people look for here, such as to undo, and why it cannot be done now
    invitations: Sequence[SeatId]  # as in the list of commands


@resource.call(
    "GET",
    "/v1/games/{game}/menu",
    summary="Your legal commands, in words",
    description=(
        "The legal commands as people choose among them: in groups, each choice once with all ways to pay for it, in "
        "words of the language asked for, and with the ids of what it is about. Tracks that are equal are one choice. "
        "For pages and apps: what a board's rules add needs no code of theirs."
    ),
    access=Access.TOKEN,
    parameters=(GAME, AS_SEAT, LANG, IF_NONE_MATCH),
    answers=or_not_modified("The menu.", Menu),
    problems=(MalformedRequest, Forbidden, *GAME_PROBLEMS),
)
def get_menu(game: str) -> Response:
    visitor, lang = visit(game), LANG.read() or language()
    return answer_unless_cached(visitor.etag(variant=lang), lambda: menu_for(visitor, lang))


def menu_for(visitor: Visit, lang: str) -> Menu:
    """What a seat or the host may do, in words."""
    now, actor = visitor.now, visitor.actor
    legal, seat = legal_for(now, actor, hosts=visitor.hosts), actor.seat
    voice = voice_for(now, lang, visitor.viewer)
    writer = MenuWriter(voice, None if seat is None else now.state.seats[seat])
    templates = [c for c in services().games.table_commands(now, actor) if isinstance(c, Template)]
    return Menu(
        game=legal.game,
        version=legal.version,
        decision=legal.decision,
        moves=None if legal.moves is None else writer.groups(legal.moves),
        table=writer.groups(legal.table),
        forms=writer.forms(templates),
        refused=[] if seat is None else _refused(now, actor, ProposeUndo(seat=seat), writer),
        invitations=legal.invitations,
    )


def _refused(now: Loaded, actor: Actor, undo: ProposeUndo, writer: MenuWriter) -> list[MenuRefusal]:
    """An undo of which the rules say why it is not possible; before the first turn nobody looks for one."""
    try:
        services().games.check(now, [undo], None, actor)
    except RuleRefused as refused:
        if now.state.turns and refused.code in {code.value for code in UndoCode}:
            return [writer.refusal(undo, refused.code, refused.facts)]
    return []


def _by_route(moves: Sequence[Command]) -> list[RoutePayments]:
    payments: dict[tuple[type[Command], RouteId], list[ClaimRoute | BeginPayment]] = {}
    for move in moves:
        if isinstance(move, PAYING):
            payments.setdefault((type(move), move.route), []).append(move)
    return [
        RoutePayments(
            type=type_name(kind), seat=alike[0].seat, route=route, payments=[move.cards for move in alike]
        )
        for (kind, route), alike in payments.items()
    ]


def _filled_in(template: Template) -> Mapping[str, Any]:
    """The template as JSON, with only what says what it is, and its free fields."""
    command = msgspec.to_builtins(template.command)
    fixed = {name: command[name] for name in ("type", "seat") if name in command}
    return fixed | dict(template.free)


# -------------------------------------------------------------------------------------- carrying a command out


class Terms(msgspec.Struct, frozen=True):
    """On what terms a command is to be carried out."""

    expectation: Expectation
    key_name: str | None
    dry_run: bool

    def expected(self, actor: Actor) -> Expected:
        version, decision = self.expectation
        if decision is None:
            return version
        if actor.seat is None:
            raise MalformedRequest("no_decision", parameter=IF_MATCH.name)
        return SameDecision(actor.seat, decision)

    def key(self, visitor: Visit, command: Command) -> Key | None:
        return key_for(visitor.token or "", self.key_name, command) if self.key_name else None


def read_terms() -> Terms:
    """From headers and query; a command that could be carried out twice by accident is refused."""
    terms = Terms(expectation(), idempotency_key(), DRY_RUN.read())
    if terms.key_name is None and header("If-Match") is None and not terms.dry_run:
        raise PreconditionRequired()
    return terms


def carry_out(visitor: Visit, command: Command, terms: Terms) -> Response:
    limit_commands(visitor)
    games, now, actor = services().games, visitor.now, visitor.actor
    expected = terms.expected(actor)
    if terms.dry_run:
        games.check(now, [command], expected, actor)
        return answer(CommandChecked(game=now.game, version=now.version, legal=True))
    key = terms.key(visitor, command)
    return _done(visitor, games.perform(now, [command], actor, expected=expected, key=key))


def _done(visitor: Visit, done: Done) -> Response:
    services().metrics.appended(done.appended)
    body = CommandDone(game=visitor.game, version=done.version, events=done.shown(visitor.viewer))
    return answer(body, headers={"ETag": visitor.etag(done.version, done.events[-1][0].hash)})


def limit_commands(visitor: Visit) -> None:
    services().commands.admit(f"{visitor.game}:{visitor.grant}")


class Posted(msgspec.Struct, frozen=True):
    """A command as posted. Immutable, because it is shared by all requests with the same body."""

    seat: SeatId | None  # if the body names one
    command: Command  # its own seat means nothing yet

    def by(self, grant: Grant) -> Command:
        """The command of the holder of a token: a seat's own is about that seat, the host names one."""
        command = self.command
        if str(grant.role) not in command.by:
            raise Forbidden("other_roles", roles=[str(role) for role in command.by if role in SENDERS])
        if not isinstance(command, SeatCommand | TableCommand):
            return command
        if grant.seat is not None and self.seat not in (None, grant.seat):
            raise Forbidden("another_seat")
        seat = self.seat if grant.seat is None else grant.seat
        if seat is None:
            raise MalformedRequest("fields", errors=[FieldError("/seat", "required")])
        return msgspec.structs.replace(command, seat=seat)


def _read_posted() -> Posted:
    data = json_bytes()
    return _posted_before(data) if len(data) <= SHORT_BODY and is_fast() else _posted(data)


def _posted(data: bytes) -> Posted:
    body = COMMAND.parse(data)
    kind = POSTED_COMMANDS[body["type"]]
    no_seat = {"seat": 0} if issubclass(kind, SeatCommand | TableCommand) else {}
    return Posted(body.get("seat"), msgspec.convert({**no_seat, **body}, kind))


_posted_before = lru_cache(maxsize=BODIES)(_posted)  # saves 26 of 96 µs: marshmallow is thorough


@resource.call(
    "POST",
    "/v1/games/{game}/commands",
    summary="Carry out a command",
    description=(
        "Carries one command out, completely or not at all: a move, or a matter of the table that waits for no turn "
        "(motions, people, clocks, standing orders); the host starts and abandons games. Send `If-Match` with the "
        "version that you decided on, or an `Idempotency-Key`, or both; with neither the answer is 428, because a "
        "repeated blind draw must never become two. The same key with the same command gets the first answer again."
    ),
    access=Access.TOKEN,
    parameters=(GAME, DRY_RUN, IF_MATCH, IDEMPOTENCY_KEY),
    body=COMMAND,
    answers=CARRIED_OUT,
    problems=COMMAND_PROBLEMS,
)
def post_command(game: str) -> Response:
    visitor = visit(game, fresh=DRY_RUN.read())  # otherwise the append finds out if this game is too old
    granted(visitor)  # before the body is read
    posted, terms = _read_posted(), read_terms()
    if visitor.player is not None:
        only_host = TokenRole.SEAT.value not in posted.command.by
        visitor = as_host(visitor) if only_host else acting_for(visitor, posted.seat)
    return carry_out(visitor, _with_defaults(visitor.now, posted.by(granted(visitor))), terms)


def _with_defaults(now: Loaded, command: Command) -> Command:
    """Who begins may have been agreed on when the game was created; who plays on after a person must play here."""
    if isinstance(command, SeatCommand):
        return command
    check_successor(command)
    if isinstance(command, StartGame) and command.first is None:
        return StartGame(first=now.facts.first)
    return command


# -------------------------------------------------------------------------------------------- playing in words


class SayRequest(msgspec.Struct, kw_only=True):
    """A text in words; `lang` is the language of the answer, `preview` asks before anything is done."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TEXT)]
    lang: Lang | None = None
    preview: bool = False


class Said(Answer, frozen=True, kw_only=True):
    """The answer to a text. `private` is for the sender alone, `public` for everybody at the table."""

    game: str
    version: int
    did: Effect
    text: str
    lang: str  # in which the words were understood
    private: bool  # the text or the choices hold secrets of the sender
    public: str | None  # made of public facts only
    choices: Sequence[NumberedChoice]
    picture: str | None  # "board" or "hand": which picture would show it
    events: Sequence[Shown]  # as the sender may see them


WORDS = JsonBody(
    SayRequest,
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
    "/v1/games/{game}/say",
    summary="Say something",
    description=(
        "Moves, questions about the table and matters of the table, in English or French. A clear text is carried "
        "out; one that may mean several things is answered with numbered choices, and the next text may be "
        "the number of one. A text that would change the game needs `If-Match` or an `Idempotency-Key`, as a "
        "command does. `did` says whether anything was done."
    ),
    access=Access.TOKEN,
    parameters=(GAME, AS_SEAT, IF_MATCH, IDEMPOTENCY_KEY),
    body=WORDS,
    answers=(Answered("The answer.", Said, headers=("ETag",)),),
    problems=(
        *BODY_PROBLEMS,
        *TERMS_PROBLEMS,
        Forbidden,
        RulesVersionUnsupported,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *GAME_PROBLEMS,
    ),
)
def post_say(game: str) -> Response:
    visitor = visit(game)
    granted(visitor)
    request, key_name = WORDS.read(), idempotency_key()
    limit_commands(visitor)
    talk, now = Talk(services().games), visitor.now
    utterance = Utterance(
        loaded=now,
        viewer=visitor.viewer,
        text=request.text,
        lang=request.lang,
        common_lang=language(),
        preview=request.preview,
        key=key_for(visitor.token or "", key_name, request) if key_name else None,
        expected=_expected_by_speaker(visitor),
    )
    meaning = talk.understand(utterance)
    if key_name is None and header("If-Match") is None and meaning.moves(request.preview):
        raise PreconditionRequired()
    reply = talk.answer(utterance, meaning)
    services().metrics.appended(max(0, reply.version - now.version))
    said = Said(
        game=game,
        version=reply.version,
        did=reply.did,
        text=reply.text,
        lang=reply.lang,
        private=reply.private,
        public=reply.public or None,
        choices=reply.choices,
        picture=reply.picture or None,
        events=reply.events,
    )
    return answer(said, headers={"ETag": visitor.etag(reply.version)})


def _expected_by_speaker(visitor: Visit) -> int | None:
    """The version that words are about: what they mean depends on all of it, even if the decision is older."""
    version, decision = expectation()
    if decision is None:
        return version
    seat = granted(visitor).seat
    current = None if seat is None else services().games.cache.decision(visitor.now, seat)
    return visitor.now.version if current == decision else NO_VERSION
