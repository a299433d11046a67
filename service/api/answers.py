"""What the calls answer, as types: the description of the API is derived from them.

What the calls about people answer.

What the calls about webhooks answer.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from service.games.lobby import SeatTicket
from service.games.standings import Standing
from service.webhooks.subscriptions import Attempt, Off
from ttr_core import Command, ScoreSheet
from ttr_core.boards.board import Cards, City, Label, Provenance, Route, Ticket, Zone
from ttr_core.engine.views import View
from ttr_core.history.chain import Shown
from ttr_core.history.changes import Change, Learned
from ttr_core.history.statistics import Statistics
from ttr_core.model.ids import SeatId


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


class Holding(Answer, frozen=True, kw_only=True):
    """Somebody who has or had a seat; until when, the next one's `since` tells."""

    holder: int  # 1 is whoever sat down first
    kind: str  # "human", "bot:<policy>" or "nobody"
    name: str | None  # null: there is none, or it was erased
    reason: str  # why the seat passed on to him; empty for the first
    since: int  # version
    at: str


class SeatPeople(Answer, frozen=True, kw_only=True):
    """All who have had a seat, in order."""

    seat: SeatId
    holders: Sequence[Holding]
    offered: str | None  # why somebody with an invite may take it over now, if so


class People(Answer, frozen=True, kw_only=True):
    """Who has had which seat, and since when."""

    game: str
    version: int
    seats: Sequence[SeatPeople]


class Invited(Answer, frozen=True, kw_only=True):
    """An invite to a seat; it is shown this once and never again."""

    game: str
    version: int
    seat: SeatId
    invite: str
    usable: bool  # false: all who are present have to agree first


class WebhookSeen(Answer, frozen=True, kw_only=True):
    """A webhook and how its delivery goes; `off` says why nothing is sent any more."""

    id: str
    game: str | None  # null: all games
    seat: SeatId | None  # null: as a spectator sees it
    url: str
    kinds: Sequence[str]
    lang: str
    created: str
    cursor: int | None  # the version up to which everything was delivered; null for a webhook about all games
    failures: int  # in a row
    next_attempt: int | None  # after a failure, in milliseconds since 1970
    off: Off | None
    off_since: str | None
    attempts: Sequence[Attempt]  # the latest twenty, the latest first


class WebhookList(Answer, frozen=True, kw_only=True):
    """Your webhooks, the oldest first."""

    webhooks: Sequence[WebhookSeen]


class NewWebhook(Answer, frozen=True, kw_only=True):
    """A webhook and the secret that its messages are signed with, which is shown this once and never again."""

    webhook: WebhookSeen
    secret: str


class WebhookAsked(Answer, frozen=True, kw_only=True):
    """It is on its way; `attempts` of the webhook tells what comes of it."""

    webhook: str


class WebhookGone(Answer, frozen=True, kw_only=True):
    """Nothing is kept of it."""

    webhook: str
