"""What the calls answer, as types: the description of the API is derived from them."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from service.standings import Standing
from service.tables import SeatTicket
from ttr_core import Command, ScoreSheet
from ttr_core.board import Cards, City, Label, Provenance, Route, Ticket, Zone
from ttr_core.chain import Shown
from ttr_core.course import Statistics
from ttr_core.history import Change, Learned
from ttr_core.view import View
from ttr_core.words import SeatId


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The common settings of all answers."""


class Links(Answer, frozen=True, kw_only=True):
    """Where the game, its legal commands and its events are found."""

    game: str
    commands: str
    events: str


class NewGame(Answer, frozen=True, kw_only=True):
    """A new game. The tokens are shown this once and never again."""

    game: str
    version: int
    head: str  # hash of the last event
    host: str
    spectator: str
    auditor: str
    seats: Sequence[SeatTicket]
    links: Links


class NewSeat(Answer, frozen=True, kw_only=True):
    """The seat that the invite was for, with its token."""

    game: str
    version: int
    seat: SeatTicket
    links: Links


class CommandDone(Answer, frozen=True, kw_only=True):
    """What a command led to, as the sender may see it."""

    game: str
    version: int
    events: Sequence[Shown]


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


class GameCard(Answer, frozen=True, kw_only=True):
    """What everybody may know of a game at a glance."""

    board: str
    players: int
    options: Mapping[str, str]
    visibility: Literal["public", "unlisted", "private"]
    names: Sequence[str | None]
    open_seats: Sequence[SeatId]
    over: bool
    imported: bool  # it was played elsewhere and came as a record


class ListedGame(GameCard, frozen=True, kw_only=True):
    """A public game in the list."""

    game: str
    listed: int  # when, in milliseconds since 1970


class GamesPage(Answer, frozen=True, kw_only=True):
    """Public games, the latest first; `next` is the `before` of the following page."""

    games: Sequence[ListedGame]
    next: int | None


class GameSeen(GameCard, frozen=True, kw_only=True):
    """A game as the viewer may see it."""

    game: str
    version: int
    head: str
    you: str | None  # what the token stands for: "host", "seat:2", "spectator" ...
    view: View
    links: Links


class EventsPage(Answer, frozen=True, kw_only=True):
    """Events in their order; `next` is the `after` of the following page."""

    events: Sequence[Shown]
    next: int | None
    version: int  # of the game now


class HistoryEvents(Answer, frozen=True, kw_only=True):
    """The events that match, as the viewer may see them; what is hidden from him matches nothing."""

    game: str
    version: int
    events: Sequence[Shown]


class HistoryChanges(Answer, frozen=True, kw_only=True):
    """What is not the same in what the viewer saw at two versions."""

    game: str
    before: int
    after: int
    changes: Sequence[Change]


class HistoryKnown(Answer, frozen=True, kw_only=True):
    """Who knew of a ticket, a card or a field, and from which version on."""

    game: str
    version: int
    item: str
    since: Sequence[int | None]  # for each seat
    mentions: Sequence[Learned]


class HistoryStatistics(Answer, frozen=True, kw_only=True):
    """The course of the game in figures that lie open on the table."""

    game: str
    version: int
    statistics: Statistics


class Erased(Answer, frozen=True, kw_only=True):
    """Nothing is known any more of who had the seat; the head of the chain is what it was."""

    game: str
    version: int
    head: str
    seat: SeatId


class ImportedGame(Answer, frozen=True, kw_only=True):
    """A game that was played elsewhere, with the hashes that it had there."""

    game: str
    version: int
    head: str
    new: bool  # false: it was here already
    link: str


class Standings(Answer, frozen=True, kw_only=True):
    """Where everybody stands by what lies open on the table."""

    game: str
    version: int
    seats: Sequence[Standing]


class FinalScore(Answer, frozen=True, kw_only=True):
    """The final sheet."""

    game: str
    version: int
    sheet: ScoreSheet


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


class Status(Answer, frozen=True, kw_only=True):
    """How the service is."""

    status: Literal["alive", "ready"]
