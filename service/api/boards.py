"""Boards: the list, everything that one is made of, the board of a game, and the operator's own."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from flask import Response

from service.api.access import GAME, Answer, operator_only, visit
from service.boards.board_library import Origin, Published, ServedBoard, check
from service.boards.map_file import LARGEST_FILE, BadMapFile, read_map_file
from service.errors import (
    BoardNameTaken,
    BoardNotFound,
    BoardRefused,
    Forbidden,
    KeyReused,
    MalformedRequest,
    Unauthorized,
)
from service.games.game_cache import Loaded
from service.http.call import GAME_PROBLEMS, STORE_PROBLEMS, Access, Answered, Resource, or_not_modified
from service.http.kept_answers import answered_once
from service.http.problems import TooLarge, UnsupportedMediaType
from service.http.request import (
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    JSON,
    FileBody,
    Flag,
    InPath,
    base_url,
    services,
)
from service.http.response import Kept, answer, bytes_unless_cached
from service.language.conversation.basics import game_in_short
from service.language.speech.rule_display import rule_sentences
from service.pictures.card_faces import Face, card_faces, train_faces
from ttr_core.boards.board import Cards, City, Document, Label, Provenance, Route, Ticket, Zone
from ttr_core.boards.check.defects import Defect
from ttr_core.model.ids import TicketId

DRY_RUN = Flag("dry_run", "Only check the map file.", component="board_dry_run")
MAP_FILE = FileBody(JSON)
BOARD_ID = InPath("board", "The id of a board.", component="board_in_path", example="europe")

SHIPPED = {"Cache-Control": "public, max-age=300"}
FRESH = {"Cache-Control": "public, no-cache"}

resource = Resource("boards")

_encode = msgspec.json.Encoder().encode


class BoardOption(Answer, frozen=True, kw_only=True):
    """Something that can be chosen when a game is created."""

    label: Label
    default: str
    choices: Mapping[str, Label]


class BoardHead(Answer, frozen=True, kw_only=True):
    """What a board is, in short."""

    id: str
    title: Label
    players: Sequence[int]  # the fewest and the most
    origin: Origin  # `own`: the operator of this service has added it
    hash: str | None  # of an own board's map file, merged with the board that it extends
    options: Mapping[str, BoardOption]


class BoardSummary(BoardHead, frozen=True, kw_only=True):
    """A board in the list."""

    rules: Sequence[str]
    special_rules: Sequence[Mapping[str, str]]  # what they change, each in a sentence in every language


class BoardList(Answer, frozen=True, kw_only=True):
    """All boards that can be played, on one page."""

    items: Sequence[BoardSummary]
    next: str | None


class BoardSeen(BoardHead, frozen=True, kw_only=True):
    """Everything that a board is made of, before options and the number of players change it."""

    provenance: Provenance
    basics: Sequence[Mapping[str, str]]  # how it is played, each sentence in every language
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


class GameBoard(Answer, frozen=True, kw_only=True):
    """The board of a game: options and the number of players have been applied, and nothing is left to choose."""

    id: str
    hash: str  # of the resolved board; the game's first event has it
    title: Label
    players: int
    options: Mapping[str, str]  # what the host has chosen
    trains: int
    player_colours: Sequence[str]  # in the order of the seats
    cards: Cards
    card_faces: Mapping[str, Face]  # what people call each card, and how pictures show it
    train_faces: Mapping[str, Face]  # likewise for the trains of each player's colour
    labels: Mapping[str, Label]
    cities: Sequence[City]
    zones: Sequence[Zone]
    routes: Sequence[Route]
    tickets: Sequence[Ticket]  # those in play
    ticket_decks: Mapping[str, Sequence[TicketId]]  # the tickets that each deck began with, sorted
    rules: Mapping[str, Mapping[str, Any]]
    tie_breaks: Sequence[str]


class BoardOffered(Answer, frozen=True, kw_only=True):
    """A board of the operator's own that can be played from now on."""

    board: BoardSummary
    new: bool  # false: it was offered like this already
    warnings: Sequence[Defect]  # what the author may want to look at


class OfferRequest(msgspec.Struct, frozen=True):
    """What an idempotency key stands for."""

    digest: str  # of the map file
    dry_run: bool


class BoardGone(Answer, frozen=True, kw_only=True):
    """The board is offered no longer; games on it go on."""

    id: str


@resource.call(
    "GET",
    "/v1/boards",
    summary="All boards",
    description=(
        "Every board that can be played, in short: with its options and its rules. `origin` says whether it comes with "
        "the game or is an own board of this service; its sources are shown with the whole board."
    ),
    answers=(Answered("The boards.", BoardList),),
    problems=STORE_PROBLEMS,
)
def list_boards() -> Response:
    boards = [_summary(board) for board in services().games.boards.boards()]
    return answer(BoardList(items=boards, next=None), headers=FRESH)


@resource.call(
    "POST",
    "/v1/boards",
    summary="Offer a board of your own",
    description=(
        "For the operator of the service. The body is a map file, as `ttr boards check` reads it. Games can be created "
        "on it at once; a board of the same name is replaced, and games that have begun keep theirs. With `dry_run` it "
        "is only checked. Sent again with the same `Idempotency-Key` it does not take the place of a later version."
    ),
    access=Access.TOKEN,
    parameters=(DRY_RUN, IDEMPOTENCY_KEY),
    body=MAP_FILE,
    answers=(
        Answered("It is offered now.", BoardOffered, status=201, headers=("Location",)),
        Answered("It was offered already, or `dry_run` has found nothing against it.", BoardOffered),
    ),
    problems=(
        Unauthorized,
        Forbidden,
        MalformedRequest,
        BoardRefused,
        BoardNameTaken,
        KeyReused,
        TooLarge,
        UnsupportedMediaType,
        *STORE_PROBLEMS,
    ),
)
def offer_board() -> Response:
    operator_only()
    dry_run, data = DRY_RUN.read(), MAP_FILE.read(LARGEST_FILE)
    request = OfferRequest(sha256(data).hexdigest(), dry_run)
    return answered_once("operator", "boards", request, lambda: _offered(data, dry_run))


def _offered(data: bytes, dry_run: bool) -> Response:
    try:
        whole = read_map_file(data)
        published = _checked(whole) if dry_run else services().games.boards.publish(whole, "upload")
    except BadMapFile as bad:
        raise BoardRefused(problem=str(bad), defects=msgspec.to_builtins(bad.defects)) from bad
    body = BoardOffered(board=_summary(published.board), new=published.new, warnings=list(published.warnings))
    if dry_run or not published.new:
        return answer(body)
    services().plans.prepare(services().games.boards.variants(published.board))
    return answer(body, 201, {"Location": f"{base_url()}/v1/boards/{published.board.name}"})


def _checked(whole: Document) -> Published:
    warnings = check(whole)  # which refuses a file without a name
    return Published(ServedBoard(name=whole["name"], origin="own", whole=whole), False, warnings)


@resource.call(
    "GET",
    "/v1/boards/{board}",
    summary="One board",
    description="Cities, routes, tickets, cards and the settings of every rule.",
    parameters=(BOARD_ID,),
    answers=(Answered("The board.", BoardSeen),),
    problems=(BoardNotFound, *STORE_PROBLEMS),
)
def get_board(board: str) -> Response:
    served = services().games.boards.find(board)
    return answer(_whole(served), headers=cached(served))


@resource.call(
    "DELETE",
    "/v1/boards/{board}",
    summary="Offer one of your boards no longer",
    description="For the operator of the service. No new game is created on the board; those that have begun go on.",
    access=Access.TOKEN,
    parameters=(BOARD_ID,),
    answers=(Answered("It is offered no longer.", BoardGone),),
    problems=(Unauthorized, Forbidden, BoardNotFound, *STORE_PROBLEMS),
)
def withdraw_board(board: str) -> Response:
    operator_only()
    library = services().games.boards
    if library.find(board).origin == "shipped":
        raise Forbidden("built_in")
    library.withdraw(board)
    return answer(BoardGone(id=board))


@resource.call(
    "GET",
    "/v1/games/{game}/board",
    tag="games",
    summary="The board of a game",
    description=(
        "Cities, routes, tickets, cards and rules as they are in this game, with its options and number of players "
        "applied. It is the same for everybody who may see the game, and never changes."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME, IF_NONE_MATCH),
    answers=or_not_modified("The board.", GameBoard),
    problems=GAME_PROBLEMS,
)
def get_game_board(game: str) -> Response:
    loaded = visit(game).now
    facts = loaded.facts
    key = ("board", facts.board, facts.board_hash, facts.players, facts.options)
    body = services().views.get_or_make(key, lambda: _encode(_of_game(loaded)))
    return bytes_unless_cached(
        f'"{sha256(body).hexdigest()[:16]}"', JSON, lambda: body, Kept(services().views, key)
    )


def _of_game(loaded: Loaded) -> GameBoard:
    ruleset = loaded.ruleset
    parts = {part: ruleset.document[part] for part in GameBoard.__struct_fields__ if part in ruleset.document}
    in_play = {ticket for tickets in ruleset.decks.values() for ticket in tickets}
    own = {
        "id": loaded.facts.board,
        "hash": ruleset.board_hash,
        "players": ruleset.players,
        "options": ruleset.options,
        "tickets": [ticket for ticket in ruleset.document["tickets"] if ticket["id"] in in_play],
        "card_faces": msgspec.to_builtins(card_faces(ruleset)),
        "train_faces": msgspec.to_builtins(train_faces(ruleset.board)),
        "ticket_decks": {name: sorted(tickets) for name, tickets in ruleset.decks.items()},
    }
    return msgspec.convert({"zones": [], **parts, **own}, GameBoard)


def cached(board: ServedBoard) -> dict[str, str]:
    """How long an answer about a board may be kept: an own one can change at any moment."""
    return SHIPPED if board.origin == "shipped" else FRESH


def _summary(board: ServedBoard) -> BoardSummary:
    rules = board.whole["rules"]
    own = {"rules": sorted(rules), "special_rules": rule_sentences(rules)}
    return msgspec.convert({**_head(board), **own}, BoardSummary)


def _whole(board: ServedBoard) -> BoardSeen:
    parts = {part: board.whole[part] for part in BoardSeen.__struct_fields__ if part in board.whole}
    own = {"basics": game_in_short(services().games.boards.by_players(board))}
    return msgspec.convert({"zones": [], "by_players": {}, **parts, **_head(board), **own}, BoardSeen)


def _head(board: ServedBoard) -> dict[str, Any]:
    whole = board.whole
    options = {name: _option(option) for name, option in whole.get("options", {}).items()}
    parts = {part: whole[part] for part in ("title", "players", "provenance")}
    return {"id": board.name, **parts, "options": options, "origin": board.origin, "hash": board.hash or None}


def _option(option: dict[str, Any]) -> dict[str, Any]:
    choices = {name: choice["label"] for name, choice in option["choices"].items()}
    return {"label": option["label"], "default": option["default"], "choices": choices}
