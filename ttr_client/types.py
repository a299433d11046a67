"""What goes over the wire, as TypedDicts: commands, events, games, boards and the rest of `openapi.yaml`.

Written by `make generated`; a test keeps it up to date. An answer may hold more than is said here: later services add
fields and types. An event whose `type` is none of these is a dictionary with the fields of `UnknownEvent`: skip it.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class Envelope(TypedDict):
    """What every event has."""

    game: str
    version: int
    schema: int
    at: str
    actor: str
    sealed: NotRequired[dict[str, str]]
    salts: NotRequired[dict[str, str]]
    prev: str
    hash: str
    said: NotRequired[str | None]
    news: NotRequired[bool]


class AbandonGame(TypedDict):
    """The host abandons a game that has not begun."""

    type: Literal["abandon_game"]


class ActionSeen(TypedDict):
    """What an operator did."""

    number: int
    deed: ActionSeenDeed
    at: str
    reason: str
    game: str | None
    player: str | None
    message: str | None


class ActionsPage(TypedDict):
    """Actions in their order; `next` is the `cursor` of the following page."""

    items: list[ActionSeen]
    next: str | None


class AddressConfirmation(TypedDict):
    """The address counts from now on."""

    confirmed: bool


class AddressRequest(TypedDict):
    address: str


class AdvisedMove(TypedDict):
    """A move, and what the strongest bot expects of it."""

    command: Command
    text: str
    chance: float
    points: float


class Agree(TypedDict):
    """Is for an open motion: one that all who are present are for is carried."""

    type: Literal["agree"]
    seat: NotRequired[int]
    motion: str


class AgreeOnClock(TypedDict):
    """Before the game starts, once."""

    type: Literal["agree_on_clock"]
    clock: ClockSettingsRequest


class AgreedClock(TypedDict):
    """The clock that the game was created with."""

    kind: ClockKind
    seconds: int
    increment: int
    hour: str | None
    zone: str
    quiet_from: str | None
    quiet_until: str | None
    weekends_off: bool
    vacation_days: int
    reminders: list[int]
    warn_next: bool
    on_timeout: TimeoutAction
    bot: str


class AnalysedTurn(TypedDict):
    """A turn of a seat; `played` and `best` are of its costliest move."""

    turn: int
    seat: int
    version: int
    chance: float
    lost: float
    played: dict[str, Any]
    best: dict[str, Any]


class Analysis(TypedDict):
    """What each turn of a game was worth, and what decided it."""

    game: str
    version: int
    decided: list[str]
    turns: list[AnalysedTurn]


class AnalysisProgress(TypedDict):
    """How far an analysis is; ask again after `Retry-After` seconds."""

    moves: int
    of: int | None


class AttemptList(TypedDict):
    """The latest twenty attempts, the latest first; there is no further page."""

    items: list[AttemptSeen]
    next: str | None


class AttemptSeen(TypedDict):
    """One attempt to deliver a message."""

    id: str
    type: str
    at: str
    game: str | None
    version: int | None
    status: int | None
    error: str | None
    took_seconds: float


class BeginPayment(TypedDict):
    """Begin to pay for a route in steps, where several cards may stand for one. `cards` stand for
    themselves; sets follow for those that are missing. Without `cards` the sets come first."""

    type: Literal["begin_payment"]
    seat: NotRequired[int]
    route: str
    cards: NotRequired[list[str]]


class BoardGone(TypedDict):
    """The board is offered no longer; games on it go on."""

    id: str


class BoardList(TypedDict):
    """All boards that can be played, on one page."""

    items: list[BoardSummary]
    next: str | None


class BoardOffered(TypedDict):
    """A board of the operator's own that can be played from now on."""

    board: BoardSummary
    new: bool
    warnings: list[Defect]


class BoardOption(TypedDict):
    """Something that can be chosen when a game is created."""

    label: Label
    default: str
    choices: dict[str, Label]


class BoardRating(TypedDict):
    """A rating on one board."""

    rating: int
    deviation: int
    provisional: bool
    games: int
    wins: int
    last_at: str
    board: str


class BoardReference(TypedDict):
    """Which board a game is played on, and with which options."""

    id: str
    hash: str
    options: dict[str, str]


class BoardSeen(TypedDict):
    """Everything that a board is made of, before options and the number of players change it."""

    id: str
    title: Label
    players: list[int]
    origin: BoardOrigin
    hash: str | None
    options: dict[str, BoardOption]
    provenance: Provenance
    basics: list[dict[str, str]]
    trains: int
    player_colours: list[str]
    cards: Cards
    labels: dict[str, Label]
    cities: list[City]
    zones: list[Zone]
    routes: list[Route]
    tickets: list[Ticket]
    rules: dict[str, dict[str, Any]]
    by_players: dict[str, dict[str, Any]]
    tie_breaks: list[str]


class BoardStatistics(TypedDict):
    """What all games on a board say about it."""

    games: int
    scores: ScoreFigures | None
    seats: list[SeatFigures]
    ranks: list[RankFigures]
    tickets: list[TicketFigures]
    routes: list[RouteFigures]
    board: str


class BoardSummary(TypedDict):
    """A board in the list."""

    id: str
    title: Label
    players: list[int]
    origin: BoardOrigin
    hash: str | None
    options: dict[str, BoardOption]
    rules: list[str]
    special_rules: list[dict[str, str]]


class BorrowedRoutesChosen(TypedDict):
    seat: int
    routes: list[str] | None


class BorrowedRoutesChosenEvent(Envelope):
    """`borrowed_routes_chosen` in its envelope."""

    type: Literal["borrowed_routes_chosen"]
    data: BorrowedRoutesChosen


class BorrowingAsked(TypedDict):
    """These owners of stations choose at the same time."""

    seats: list[int]


class BorrowingAskedEvent(Envelope):
    """`borrowing_asked` in its envelope."""

    type: Literal["borrowing_asked"]
    data: BorrowingAsked


class BotLevel(TypedDict):
    """A level of bots: what `bot` of a seat may be."""

    id: str
    version: int
    name: dict[str, str]
    description: dict[str, str]
    elo: int
    ratings: list[BoardRating]


class BotList(TypedDict):
    """All levels on one page, the weakest first."""

    items: list[BotLevel]
    next: str | None


class BuildStation(TypedDict):
    """Builds a station in a city, with all cards that pay for it."""

    type: Literal["build_station"]
    seat: NotRequired[int]
    city: str
    cards: list[str]


class CancelOrder(TypedDict):
    """By its number; 0 is for all of them."""

    type: Literal["cancel_order"]
    seat: NotRequired[int]
    order: int


class CardCount(TypedDict):
    count: int


class CardDrawn(TypedDict):
    seat: int
    card: str | None
    last: bool


class CardDrawnEvent(Envelope):
    """`card_drawn` in its envelope."""

    type: Literal["card_drawn"]
    data: CardDrawn


class CardTaken(TypedDict):
    seat: int
    card: str
    slot: int
    last: bool


class CardTakenEvent(Envelope):
    """`card_taken` in its envelope."""

    type: Literal["card_taken"]
    data: CardTaken


class CardTurnedUp(TypedDict):
    """The top card of the deck fills a place in the market."""

    slot: int
    card: str


class CardTurnedUpEvent(Envelope):
    """`card_turned_up` in its envelope."""

    type: Literal["card_turned_up"]
    data: CardTurnedUp


class Cards(TypedDict):
    """The train cards: how many of each colour, and how many locomotives."""

    colours: list[str]
    each: int
    locomotives: int


class Change(TypedDict):
    """One value that differs; for lists of names also what was added and removed."""

    path: str
    before: Any
    after: Any
    added: NotRequired[list[str]]
    removed: NotRequired[list[str]]


# The differences between what the viewer saw of the game at two versions. `path` is a JSON Pointer into the
# game as `GET /v1/games/{game}` shows it.
Changes = TypedDict("Changes", {"game": "str", "from": "int", "to": "int", "changes": "list[Change]"})


class ChannelGone(TypedDict):
    """Nothing more is sent there."""

    id: str


class ChannelList(TypedDict):
    """Your channels, the oldest first."""

    items: list[ChannelSeen]
    next: str | None


class ChannelRequest(TypedDict):
    """A new channel: `push` needs `url` (the endpoint) and `keys`, `webhook` and `ntfy` a `url`, `mail`
    and `chat` nothing."""

    kind: ChannelKind
    url: NotRequired[str]
    keys: NotRequired[PushKeysRequest | None]
    name: NotRequired[str]


class ChannelSeen(TypedDict):
    """A channel, without its secrets."""

    id: str
    kind: ChannelKind
    status: ChannelSeenStatus
    name: str | None
    url: str | None
    created_at: str
    confirmed_at: str | None


class Check(TypedDict):
    name: str
    result: CheckResult
    count: int
    what: str


class Choice(TypedDict):
    """One of several things that may be meant; its number, `say` or `button` picks it."""

    number: int
    label: str
    say: str
    button: str


class ChoiceTakenBack(TypedDict):
    """The seat chooses once more; nobody has seen what it had chosen."""

    seat: int


class ChoiceTakenBackEvent(Envelope):
    """`choice_taken_back` in its envelope."""

    type: Literal["choice_taken_back"]
    data: ChoiceTakenBack


class ChooseBorrowedRoutes(TypedDict):
    """At most one route for each station; an empty choice leaves it to the final score to find the best."""

    type: Literal["choose_borrowed_routes"]
    seat: NotRequired[int]
    routes: list[str]


class City(TypedDict):
    id: str
    name: str
    lat: float
    lon: float


class ClaimRoute(TypedDict):
    """Claim a route with all cards that pay for it."""

    type: Literal["claim_route"]
    seat: NotRequired[int]
    route: str
    cards: list[str]


class ClockAgreed(TypedDict):
    clock: ClockSettings


class ClockAgreedEvent(Envelope):
    """`clock_agreed` in its envelope."""

    type: Literal["clock_agreed"]
    data: ClockAgreed


class ClockSettings(TypedDict):
    """How much time there is, when it runs, and what follows when it has run out."""

    kind: ClockKind
    seconds: NotRequired[int]
    increment: NotRequired[int]
    hour: NotRequired[str]
    zone: NotRequired[str]
    quiet_from: NotRequired[str]
    quiet_until: NotRequired[str]
    weekends_off: NotRequired[bool]
    vacation_days: NotRequired[int]
    reminders: NotRequired[list[int]]
    warn_next: NotRequired[bool]
    on_timeout: NotRequired[TimeoutAction]
    bot: NotRequired[str]


class ClockSettingsRequest(TypedDict):
    """How much time there is, when it runs, and what follows when it has run out."""

    kind: ClockKind
    seconds: NotRequired[int]
    increment: NotRequired[int]
    hour: NotRequired[str]
    zone: NotRequired[str]
    quiet_from: NotRequired[str]
    quiet_until: NotRequired[str]
    weekends_off: NotRequired[bool]
    vacation_days: NotRequired[int]
    reminders: NotRequired[list[int]]
    warn_next: NotRequired[bool]
    on_timeout: NotRequired[TimeoutAction]
    bot: NotRequired[str]


class ClockStopped(TypedDict):
    seat: int
    reason: StopReason
    left_ms: NotRequired[int | None]
    rest_ms: NotRequired[int | None]


class ClockStoppedEvent(Envelope):
    """`clock_stopped` in its envelope."""

    type: Literal["clock_stopped"]
    data: ClockStopped


class CloseSeat(TypedDict):
    """Takes the offer of one's own seat back; its invites are void."""

    type: Literal["close_seat"]
    seat: NotRequired[int]


class CodeRequest(TypedDict):
    code: str


class CommandChecked(TypedDict):
    """The command would be carried out if it were sent now."""

    game: str
    version: int
    legal: bool


class CommandDone(TypedDict):
    """What a command led to, as the sender may see it."""

    game: str
    version: int
    events: list[Event]


class ConfirmationRequest(TypedDict):
    """The code from the mail."""

    code: str


class CreateGame(TypedDict):
    """Lay the board out. The commitment to the seed comes from the randomness given to `decide`."""

    type: Literal["create_game"]


class Cure(TypedDict):
    """What helps against a refusal by the rules."""

    detail: str
    say: list[str]


class DeadlineSet(TypedDict):
    """The seat is waited for, and its time runs."""

    seat: int
    since: str
    deadline: str
    allowed_ms: int
    reminders: NotRequired[list[str]]


class DeadlineSetEvent(Envelope):
    """`deadline_set` in its envelope."""

    type: Literal["deadline_set"]
    data: DeadlineSet


class DeadlinesMoved(TypedDict):
    """A time that did not count for any seat, and the deadlines after it."""

    reason: str
    since: str
    until: str
    deadlines: list[MovedDeadline]


class DeadlinesMovedEvent(Envelope):
    """`deadlines_moved` in its envelope."""

    type: Literal["deadlines_moved"]
    data: DeadlinesMoved


class DeclineFestival(TypedDict):
    """Leaves the cards where they lie."""

    type: Literal["decline_festival"]
    seat: NotRequired[int]


class DeclineShare(TypedDict):
    """Takes no share."""

    type: Literal["decline_share"]
    seat: NotRequired[int]


class Defect(TypedDict):
    """An error in a map file, or a remark about it, and its place."""

    severity: Severity
    place: str
    code: str
    message: str


class DraftCardInserted(TypedDict):
    """Under the first rules everybody knew where the draft card lay."""

    position: int


class DraftCardInsertedEvent(Envelope):
    """`draft_card_inserted` in its envelope."""

    type: Literal["draft_card_inserted"]
    data: DraftCardInserted


class DraftCardMixedIn(TypedDict):
    """The draft card is shuffled into the cards around its place; so many cards lie above all of these."""

    number: int
    above: int
    count: int
    cards: list[str] | None


class DraftCardMixedInEvent(Envelope):
    """`draft_card_mixed_in` in its envelope."""

    type: Literal["draft_card_mixed_in"]
    data: DraftCardMixedIn


class DraftCardTurnedUp(TypedDict):
    """It is set aside for good; the draft follows when the turn is over."""


class DraftCardTurnedUpEvent(Envelope):
    """`draft_card_turned_up` in its envelope."""

    type: Literal["draft_card_turned_up"]
    data: DraftCardTurnedUp


class DraftEnded(TypedDict):
    draft: int


class DraftEndedEvent(Envelope):
    """`draft_ended` in its envelope."""

    type: Literal["draft_ended"]
    data: DraftEnded


class DraftStarted(TypedDict):
    draft: int
    after: NotRequired[int | None]


class DraftStartedEvent(Envelope):
    """`draft_started` in its envelope."""

    type: Literal["draft_started"]
    data: DraftStarted


class DraftsShown(TypedDict):
    """How many drafts are over, whether the next one follows this turn, and the picks that the viewer
    sees."""

    held: int
    due: bool
    picked: list[list[str] | None]


class DrawCard(TypedDict):
    """Draw one card blind from the deck."""

    type: Literal["draw_card"]
    seat: NotRequired[int]


class DrawCutShort(TypedDict):
    """The turn ends after one card: there is no second one that the player may take."""

    seat: int


class DrawCutShortEvent(Envelope):
    """`draw_cut_short` in its envelope."""

    type: Literal["draw_cut_short"]
    data: DrawCutShort


class DrawTickets(TypedDict):
    """Draw tickets from the top of the decks; name `decks` only where there is a choice of them."""

    type: Literal["draw_tickets"]
    seat: NotRequired[int]
    decks: NotRequired[list[str]]


class EndVacation(TypedDict):
    """The person is back early, or the days are over."""

    type: Literal["end_vacation"]
    seat: NotRequired[int]


class Erased(TypedDict):
    """The seat's names and tokens are gone; the head of the chain is unchanged."""

    game: str
    version: int
    head: str
    seat: int


class EventsPage(TypedDict):
    """Events in their order; `next` is the `after` of the following page."""

    items: list[Event]
    next: int | None
    version: int


class Face(TypedDict):
    """What people call a card or a player's trains, and how pictures show it."""

    name: Label
    letter: Label | None
    fill: str
    safe_fill: str


class FeedKeyGone(TypedDict):
    """The addresses of the key no longer work."""

    id: str


class FeedKeyList(TypedDict):
    """Your feed keys, the oldest first."""

    items: list[FeedKeySeen]
    next: str | None


class FeedKeyRequest(TypedDict):
    """What to call the key: the reader or calendar that will use it."""

    name: NotRequired[str]


class FeedKeySeen(TypedDict):
    """A feed key, without the key itself."""

    id: str
    name: str | None
    created_at: str


class FerryCardTaken(TypedDict):
    """Open to all: ferry cards look the same on both sides."""

    seat: int


class FerryCardTakenEvent(Envelope):
    """`ferry_card_taken` in its envelope."""

    type: Literal["ferry_card_taken"]
    data: FerryCardTaken


class FerryCardsShown(TypedDict):
    """How many ferry cards are in the pile, and in each hand."""

    pile: int
    held: list[int]


class FestivalDeclined(TypedDict):
    seat: int


class FestivalDeclinedEvent(Envelope):
    """`festival_declined` in its envelope."""

    type: Literal["festival_declined"]
    data: FestivalDeclined


class FestivalTaken(TypedDict):
    seat: int
    festival: str
    count: int


class FestivalTakenEvent(Envelope):
    """`festival_taken` in its envelope."""

    type: Literal["festival_taken"]
    data: FestivalTaken


class FestivalTurnedUp(TypedDict):
    """The top card of the deck is a festival card and is laid at its city."""

    festival: str


class FestivalTurnedUpEvent(Envelope):
    """`festival_turned_up` in its envelope."""

    type: Literal["festival_turned_up"]
    data: FestivalTurnedUp


class FestivalsMixedIn(TypedDict):
    """The festival cards and what is left of the train cards become the deck."""

    number: int
    count: int
    cards: list[str] | None


class FestivalsMixedInEvent(Envelope):
    """`festivals_mixed_in` in its envelope."""

    type: Literal["festivals_mixed_in"]
    data: FestivalsMixedIn


class FestivalsOffered(TypedDict):
    """Cards lie at a city of the route just claimed."""

    seat: int
    festivals: list[str]


class FestivalsOfferedEvent(Envelope):
    """`festivals_offered` in its envelope."""

    type: Literal["festivals_offered"]
    data: FestivalsOffered


class FestivalsShown(TypedDict):
    """Festival cards by festival: on the map, in the piles that the viewer sees, and on offer."""

    lying: dict[str, int]
    pile_sizes: list[int]
    piles: list[dict[str, int] | None]
    offered: list[str]


class FieldProblem(TypedDict):
    """What is wrong with one part of the body; `pointer` is a JSON Pointer (RFC 6901)."""

    pointer: str
    code: str
    detail: str


class Finding(TypedDict):
    """Something that should not be so. Version 0 is the header, or the record as a whole."""

    version: int
    check: str
    code: str
    reason: str
    severity: NotRequired[Severity]


class FollowOrders(TypedDict):
    """Plays the next step of what the seat has ordered."""

    type: Literal["follow_orders"]
    seat: NotRequired[int]
    now: str


class Game(TypedDict):
    """A game as the viewer may see it. What follows is there if it was asked for."""

    id: str
    version: int
    title: str | None
    lang: str | None
    status: GameStatus
    phase: str
    end_reason: str | None
    board: BoardReference
    visibility: Visibility
    joining: Joining
    rated: bool
    rematch: str | None
    rematch_of: str | None
    imported: bool
    created_at: str
    started_at: str | None
    moved_at: str
    ended_at: str | None
    waiting_for: list[int]
    clock: AgreedClock | None
    seats: list[SeatSeen]
    head: str
    you: You | None
    table: TableCards
    first_seat: int
    turns: int
    last_seat: int | None
    rules: GameRules
    commands: NotRequired[LegalCommands | None]
    menu: NotRequired[Menu | None]
    ticket_states: NotRequired[list[TicketResult] | None]
    remarks: NotRequired[list[RuleRemark]]
    said: NotRequired[list[SaidEvent]]
    result: NotRequired[Result | None]


class GameBoard(TypedDict):
    """The board of a game: options and the number of players have been applied, and nothing is left to
    choose."""

    id: str
    hash: str
    title: Label
    players: int
    options: dict[str, str]
    trains: int
    player_colours: list[str]
    cards: Cards
    card_faces: dict[str, Face]
    train_faces: dict[str, Face]
    labels: dict[str, Label]
    cities: list[City]
    zones: list[Zone]
    routes: list[Route]
    tickets: list[Ticket]
    ticket_decks: dict[str, list[str]]
    rules: dict[str, dict[str, Any]]
    tie_breaks: list[str]


class GameCounts(TypedDict):
    """How many games you have in all, whatever the page shows."""

    waiting: int
    running: int
    finished: int


class GameCreated(TypedDict):
    """The first event fixes everything that the game is played by."""

    board: str
    board_hash: str
    rules_version: str
    players: int
    options: dict[str, str]
    commitment: str


class GameCreatedEvent(Envelope):
    """`game_created` in its envelope."""

    type: Literal["game_created"]
    data: GameCreated


class GameEnded(TypedDict):
    reason: str


class GameEndedEvent(Envelope):
    """`game_ended` in its envelope."""

    type: Literal["game_ended"]
    data: GameEnded


class GameEventMessage(TypedDict):
    """An event happened."""

    id: str
    type: Literal["game.event"]
    at: str
    api: str
    data: WebhookData


class GamePaused(TypedDict):
    """The game waits for nobody until it is resumed."""


class GamePausedEvent(Envelope):
    """`game_paused` in its envelope."""

    type: Literal["game_paused"]
    data: GamePaused


class GameResumed(TypedDict):
    """The game goes on where it was interrupted."""

    seat: int


class GameResumedEvent(Envelope):
    """`game_resumed` in its envelope."""

    type: Literal["game_resumed"]
    data: GameResumed


class GameRules(TypedDict):
    """What the rules of the board show; a rule with nothing to show is left out."""

    drafts: NotRequired[DraftsShown]
    ferry_cards: NotRequired[FerryCardsShown]
    festivals: NotRequired[FestivalsShown]
    motions: NotRequired[MotionsShown]
    mountains: NotRequired[MountainsShown]
    orders: NotRequired[OrdersShown]
    people: NotRequired[PeopleShown]
    shares: NotRequired[SharesShown]
    stations: NotRequired[StationsShown]
    stepwise_payment: NotRequired[StepwisePaymentShown]
    tunnels: NotRequired[TunnelShown]
    world_tunnels: NotRequired[TunnelShown]


class GameScored(TypedDict):
    sheet: ScoreSheet


class GameScoredEvent(Envelope):
    """`game_scored` in its envelope."""

    type: Literal["game_scored"]
    data: GameScored


class GameScoredMessage(TypedDict):
    """The game has its final score."""

    id: str
    type: Literal["game.scored"]
    at: str
    api: str
    data: WebhookData


class GameStarted(TypedDict):
    first: int


class GameStartedEvent(Envelope):
    """`game_started` in its envelope."""

    type: Literal["game_started"]
    data: GameStarted


class GameStatistics(TypedDict):
    """The course of the game in figures that lie open on the table."""

    game: str
    version: int
    by: GameStatisticsBy
    versions: list[int]
    turns: list[int]
    seats: list[Line]


class GameTokens(TypedDict):
    """The tokens of those who have no seat."""

    host: str
    watch: str
    audit: str


class GamesPage(TypedDict):
    """Public games; `next` is the `cursor` of the following page."""

    items: list[ListedGame]
    next: str | None


class GiveOrder(TypedDict):
    """For the next turns of the seat, after the orders that it gave before."""

    type: Literal["give_order"]
    seat: NotRequired[int]
    alternatives: list[list[dict[str, Any]]]
    turns: NotRequired[int]
    repeat: NotRequired[bool]
    until: NotRequired[str]
    stops: NotRequired[list[StopRequest]]


class Hand(TypedDict):
    count: int
    hand: dict[str, int] | None


class HandDealt(TypedDict):
    seat: int
    count: int
    cards: list[str] | None


class HandDealtEvent(Envelope):
    """`hand_dealt` in its envelope."""

    type: Literal["hand_dealt"]
    data: HandDealt


class HintSeen(TypedDict):
    """The best moves that a seat has now, the very best first."""

    game: str
    version: int
    seat: int
    moves: list[AdvisedMove]


class HintTaken(TypedDict):
    """The seat got advice on its move."""

    seat: int


class HintTakenEvent(Envelope):
    """`hint_taken` in its envelope."""

    type: Literal["hint_taken"]
    data: HintTaken


class Holder(TypedDict):
    """What sits at a seat."""

    kind: HolderKind
    policy: str | None
    name: str | None
    player: str | None
    since_version: int


class ImportedGame(TypedDict):
    """A game that was played elsewhere, with the hashes that it had there."""

    game: str
    version: int
    head: str
    new: bool


class InviteReplacement(TypedDict):
    """By a person at the table or, with the vacant seat itself as `seat`, by the host. The host may also
    name the seat of a person who has lost their token."""

    type: Literal["invite_replacement"]
    seat: NotRequired[int]
    vacant: int


class Invited(TypedDict):
    """An invite to a seat; it is shown this once and never again."""

    game: str
    version: int
    seat: int
    invite: str
    url: str
    usable: bool


class Item(TypedDict):
    """One item of a line: a route, a ticket, a region ..."""

    id: str
    points: int


class JoinRequest(TypedDict):
    """With an invite as the token: a name. With a player's token: an invite, or a seat at an open table."""

    name: NotRequired[str | None]
    invite: NotRequired[str | None]
    seat: NotRequired[int | None]
    entropy: NotRequired[str]


class JoinedSeat(TypedDict):
    """The seat that the guest has now; the name has a number if somebody else at the table has the same."""

    seat: int
    name: str
    token: str | None


class KeepTickets(TypedDict):
    """Keep these of the tickets on offer."""

    type: Literal["keep_tickets"]
    seat: NotRequired[int]
    tickets: list[str]


class Knowledge(TypedDict):
    """Who knew of a ticket, a card or a field, and from which version on."""

    game: str
    version: int
    item: str
    seats: list[KnownSince]
    mentions: list[Learned]


class KnownSince(TypedDict):
    """From which version on a seat knew of something; null if it never did."""

    seat: int
    since_version: int | None


class Label(TypedDict):
    en: str
    fr: str


class LastRoundStarted(TypedDict):
    """Every player has one more turn; the one who ran low on trains plays last."""

    seat: int


class LastRoundStartedEvent(Envelope):
    """`last_round_started` in its envelope."""

    type: Literal["last_round_started"]
    data: LastRoundStarted


class LaySet(TypedDict):
    """Several cards, together in the place of one that the route asks for."""

    type: Literal["lay_set"]
    seat: NotRequired[int]
    cards: list[str]


class Learned(TypedDict):
    """At this version a field of an event showed the item to everybody, to one seat, or to nobody yet."""

    version: int
    type: str
    field: str
    who: LearnedWho
    seat: int | None


class LegalCommands(TypedDict):
    """Everything that the holder of the token may do now. What `moves` and `table` list can be posted as
    it is. In a template, numbers that the sender chooses are `{"min": 1, "max": 14}`; of a list, how many
    elements it has."""

    game: str
    version: int
    decision: int | None
    moves: list[Command] | None
    routes: list[RoutePayments] | None
    table: list[Command]
    templates: list[dict[str, Any]]
    invitations: list[int]


class Line(TypedDict):
    """The figures of one seat, one of each for every version."""

    seat: int
    points: list[int]
    trains: list[int]
    hand_size: list[int]
    routes: list[int]
    tickets: list[int]
    total: int | None


class Link(TypedDict):
    """Signs another device in, once. Nothing happens when the address is opened: a button there sends the
    code."""

    code: str
    url: str
    expires_at: str


class ListedGame(TypedDict):
    """A game in the list of public games."""

    id: str
    version: int
    title: str | None
    lang: str | None
    status: ListedGameStatus
    phase: str
    end_reason: str | None
    board: BoardReference
    visibility: ListedGameVisibility
    joining: ListedGameJoining
    rated: bool
    rematch: str | None
    rematch_of: str | None
    imported: bool
    created_at: str
    started_at: str | None
    moved_at: str
    ended_at: str | None
    waiting_for: list[int]
    clock: AgreedClock | None
    seats: list[SeatSummary]
    players: list[SeatedPlayer] | None


class ListedRating(TypedDict):
    """The rating of a player or of a bot."""

    rating: int
    deviation: int
    provisional: bool
    games: int
    wins: int
    last_at: str
    player: str | None
    name: str | None
    bot: RatedBot | None


class LongestPath(TypedDict):
    length: int
    routes: list[str]


class MailAddress(TypedDict):
    """Your mail address, which nobody else sees."""

    address: str | None
    confirmed_at: str | None
    pending: str | None
    offered: bool


class MailRequested(TypedDict):
    """If there is a player of this address, a mail is under way. The answer is the same if there is none."""

    valid_seconds: int


class MarketFlushed(TypedDict):
    """Too many locomotives: all face-up cards are discarded, and others from the deck take their places.
    Under the first rules each of these others had an event of its own."""

    cards: list[str]
    turned_up: NotRequired[list[str]]


class MarketFlushedEvent(Envelope):
    """`market_flushed` in its envelope."""

    type: Literal["market_flushed"]
    data: MarketFlushed


class MarketReshuffled(TypedDict):
    """The market is renewed while the deck runs out: the discards, face-up cards included, become the
    deck."""

    number: int
    cards: list[str]
    turned_up: list[str]
    count: int
    deck: list[str] | None


class MarketReshuffledEvent(Envelope):
    """`market_reshuffled` in its envelope."""

    type: Literal["market_reshuffled"]
    data: MarketReshuffled


class Me(TypedDict):
    """The player whose token was sent."""

    id: str
    name: str
    created_at: str
    shows: ShowsSeen


class Menu(TypedDict):
    """Everything that the holder of the token may do now, in words; what `ways` list can be posted as it
    is."""

    game: str
    version: int
    decision: int | None
    moves: list[MenuGroup] | None
    table: list[MenuGroup]
    forms: list[MenuForm]
    refused: list[MenuRefusal]
    invitations: list[int]


class MenuEntry(TypedDict):
    """One choice. Where it can be paid in several ways, one of them is chosen next."""

    title: str
    details: list[str]
    effect: str | None
    about: dict[str, list[str]]
    ways: list[Way]


class MenuField(TypedDict):
    """A number that the sender chooses."""

    name: str
    label: str
    min: int
    max: int


class MenuForm(TypedDict):
    """A command with fields to fill in."""

    type: str
    title: str
    command: Command
    fields: list[MenuField]


class MenuGroup(TypedDict):
    """Choices of one type."""

    type: str
    title: str
    entries: list[MenuEntry]


class MenuRefusal(TypedDict):
    """Something that people look for in a menu and that cannot be done now."""

    type: str
    title: str
    why: str


class MessageErasedMessage(TypedDict):
    """What somebody said at the table was erased."""

    id: str
    type: Literal["message.erased"]
    at: str
    api: str
    data: WebhookData


class MessageGone(TypedDict):
    """The words are gone."""

    id: str


class MessagePostedMessage(TypedDict):
    """Somebody said something at the table."""

    id: str
    type: Literal["message.posted"]
    at: str
    api: str
    data: WebhookData


class MessageRequest(TypedDict):
    text: str


class MessageSeen(TypedDict):
    """Something that somebody said."""

    id: str
    channel: MessageSeenChannel
    seat: int | None
    name: str | None
    player: str | None
    at: str
    said_at_version: int
    text: str | None


class MessagesPage(TypedDict):
    """Messages in their order; `next` is the `after` of the following page."""

    items: list[MessageSeen]
    next: str | None


class MotionAgreed(TypedDict):
    seat: int
    motion: str


class MotionAgreedEvent(Envelope):
    """`motion_agreed` in its envelope."""

    type: Literal["motion_agreed"]
    data: MotionAgreed


class MotionCarried(TypedDict):
    """All have agreed; the rule that owns the motion acts on it."""

    motion: str


class MotionCarriedEvent(Envelope):
    """`motion_carried` in its envelope."""

    type: Literal["motion_carried"]
    data: MotionCarried


class MotionLapsed(TypedDict):
    """The motion no longer applies, or one of those who agreed has handed their seat over."""

    motion: str


class MotionLapsedEvent(Envelope):
    """`motion_lapsed` in its envelope."""

    type: Literal["motion_lapsed"]
    data: MotionLapsed


class MotionProposed(TypedDict):
    """A motion that is carried once all who are present agree."""

    seat: int
    motion: str


class MotionProposedEvent(Envelope):
    """`motion_proposed` in its envelope."""

    type: Literal["motion_proposed"]
    data: MotionProposed


class MotionRefused(TypedDict):
    """A player objects, or withdraws their own motion."""

    seat: int
    motion: str


class MotionRefusedEvent(Envelope):
    """`motion_refused` in its envelope."""

    type: Literal["motion_refused"]
    data: MotionRefused


class MotionsShown(TypedDict):
    """The motions that are still open."""

    pending: list[OpenMotion]


class MountainsShown(TypedDict):
    """How many trains each seat has set aside."""

    set_aside: list[int]


class MoveDeadlines(TypedDict):
    """By the system, for a time in which it was away."""

    type: Literal["move_deadlines"]
    reason: str
    since: str
    until: str
    deadlines: list[MovedDeadlineRequest]


class MovedDeadline(TypedDict):
    """The new deadline of one seat."""

    seat: int
    deadline: str
    allowed_ms: int
    reminders: NotRequired[list[str]]


class MovedDeadlineRequest(TypedDict):
    """The new deadline of one seat."""

    seat: int
    deadline: str
    allowed_ms: int
    reminders: NotRequired[list[str]]


class MuteRequest(TypedDict):
    muted: bool


class MyChangesRequest(TypedDict):
    """What is left out stays as it is."""

    name: NotRequired[str | None]
    shows: NotRequired[ShowsRequest | None]


class MyEventsPage(TypedDict):
    """What happened in your games, in order; `cursor` is the place after it, and `next` the same if there
    is more."""

    items: list[WebhookMessage]
    next: str | None
    cursor: str


class MyGame(TypedDict):
    """A game of yours."""

    id: str
    version: int
    title: str | None
    lang: str | None
    status: GameStatus
    phase: str
    end_reason: str | None
    board: BoardReference
    visibility: Visibility
    joining: Joining
    rated: bool
    rematch: str | None
    rematch_of: str | None
    imported: bool
    created_at: str
    started_at: str | None
    moved_at: str
    ended_at: str | None
    waiting_for: list[int]
    clock: AgreedClock | None
    seats: list[SeatSummary]
    your_seats: list[int]
    your_kept_seats: list[int]
    waiting_for_you: bool
    your_deadline_at: str | None


class MyGamesPage(TypedDict):
    """Games that wait for you, the next deadline first; then others that run; then finished ones, the
    latest first."""

    items: list[MyGame]
    next: str | None
    counts: GameCounts


class MyWebhookRequest(TypedDict):
    """Where to send messages about what happens in your games, in which language."""

    url: str
    kinds: NotRequired[list[MyWebhookRequestKinds]]
    event_types: NotRequired[list[MyWebhookRequestEventTypes]]
    lang: NotRequired[MyWebhookRequestLang]


class NewChannel(TypedDict):
    """A channel, with the secret that signs messages to a webhook, or the code to write in a chat; shown
    this once."""

    channel: ChannelSeen
    secret: str | None
    code: str | None


class NewFeedKey(TypedDict):
    """A feed key and its addresses, which are shown this once."""

    feed_key: FeedKeySeen
    atom_url: str
    calendar_url: str


class NewGame(TypedDict):
    """A new game. The tokens are shown this once and never again."""

    id: str
    version: int
    head: str
    tokens: GameTokens
    seats: list[SeatTokens]


class NewPlayer(TypedDict):
    """A new player. Token and link are shown this once and never again."""

    id: str
    name: str
    token: str
    token_id: str
    link: Link


class NewPlayerToken(TypedDict):
    """A token that is shown this once and never again."""

    id: str
    name: str | None
    scopes: list[NewPlayerTokenScopes]
    expires_at: str | None
    token: str


class NewSeat(TypedDict):
    """A seat; its token is shown this once and never again."""

    game: str
    version: int
    seat: JoinedSeat


class NewWebhook(TypedDict):
    """A webhook and the secret that signs its messages, which is shown this once and never again."""

    webhook: WebhookSeen
    secret: str


class NextInLineWarned(TypedDict):
    """The turn of this seat comes after the one that is being played."""

    seat: int


class NextInLineWarnedEvent(Envelope):
    """`next_in_line_warned` in its envelope."""

    type: Literal["next_in_line_warned"]
    data: NextInLineWarned


class NothingDrawn(TypedDict):
    """A blind draw from a deck that held no train card; it counts as one card."""

    seat: int
    last: bool


class NothingDrawnEvent(Envelope):
    """`nothing_drawn` in its envelope."""

    type: Literal["nothing_drawn"]
    data: NothingDrawn


class Object(TypedDict):
    """Ends the motion; its proposer withdraws it in this way."""

    type: Literal["object"]
    seat: NotRequired[int]
    motion: str


class Occasions(TypedDict):
    """The kinds of channels that hear of each occasion."""

    your_turn: NotRequired[list[ChannelKind]]
    reminder: NotRequired[list[ChannelKind]]
    request: NotRequired[list[ChannelKind]]
    game_over: NotRequired[list[ChannelKind]]
    message: NotRequired[list[ChannelKind]]
    table_full: NotRequired[list[ChannelKind]]


class OccasionsRequest(TypedDict):
    """The kinds of channels that hear of each occasion."""

    your_turn: NotRequired[list[ChannelKind]]
    reminder: NotRequired[list[ChannelKind]]
    request: NotRequired[list[ChannelKind]]
    game_over: NotRequired[list[ChannelKind]]
    message: NotRequired[list[ChannelKind]]
    table_full: NotRequired[list[ChannelKind]]


class OfferSeat(TypedDict):
    """A person whom the holder invites may take the seat over."""

    type: Literal["offer_seat"]
    seat: NotRequired[int]


class OfferedSeat(TypedDict):
    """A seat that a person with an invite may take over, and why."""

    seat: int
    reason: str


class OpenMotion(TypedDict):
    """A motion, and the seats that are for it."""

    motion: str
    agreed: list[int]


class OrderShown(TypedDict):
    """A standing order."""

    number: int
    alternatives: list[list[dict[str, Any]]]
    turns: int
    repeat: bool
    until: str | None
    stops: list[Stop]


class OrdersChanged(TypedDict):
    """An order was given or, without alternatives, taken back; others cannot tell which."""

    seat: int
    order: int | None
    alternatives: list[list[dict[str, Any]]] | None
    turns: int | None
    repeat: bool | None
    until: str | None
    stops: list[Stop] | None


class OrdersChangedEvent(Envelope):
    """`orders_changed` in its envelope."""

    type: Literal["orders_changed"]
    data: OrdersChanged


class OrdersFollowed(TypedDict):
    """What came of the orders that were tried; the move follows if there is one."""

    seat: int
    now: str
    outcomes: list[Outcome] | None


class OrdersFollowedEvent(Envelope):
    """`orders_followed` in its envelope."""

    type: Literal["orders_followed"]
    data: OrdersFollowed


class OrdersShown(TypedDict):
    """The seat's own orders; when the game is over, auditors see those of all seats."""

    seats: list[SeatOrders]


class Outcome(TypedDict):
    """What came of one order; alternatives and steps are counted from 1."""

    order: int
    result: str
    reason: NotRequired[str]
    alternative: NotRequired[int]
    step: NotRequired[int]


class PacketDealt(TypedDict):
    seat: int
    deck: str
    count: int
    tickets: list[str] | None


class PacketDealtEvent(Envelope):
    """`packet_dealt` in its envelope."""

    type: Literal["packet_dealt"]
    data: PacketDealt


class PacketPassed(TypedDict):
    """What a neighbour has left over is the seat's next packet."""

    seat: int
    origin: int
    count: int
    tickets: list[str] | None


class PacketPassedEvent(Envelope):
    """`packet_passed` in its envelope."""

    type: Literal["packet_passed"]
    data: PacketPassed


class Pass(TypedDict):
    """Pass: only for a player who can do nothing else."""

    type: Literal["pass"]
    seat: NotRequired[int]


class PassedSeat(TypedDict):
    """A seat that has passed on: to which of its holders, counted from 1, and why."""

    seat: int
    holder: int
    reason: str


class PasskeyGone(TypedDict):
    """The passkey no longer signs you in. It stays on its device, where you may delete it."""

    id: str


class PasskeyList(TypedDict):
    """Your passkeys, the oldest first."""

    items: list[PasskeySeen]
    next: str | None


class PasskeyNameRequest(TypedDict):
    name: NotRequired[str]


class PasskeyOptions(TypedDict):
    """What to pass to `navigator.credentials`, as JSON; the challenge in it is good for one answer."""

    options: dict[str, Any]
    expires_at: str


class PasskeyRequest(TypedDict):
    """The answer of `navigator.credentials.create`, as its `toJSON` writes it, and what to call the
    passkey."""

    credential: dict[str, Any]
    name: NotRequired[str]


class PasskeySeen(TypedDict):
    """A passkey of yours, without the key."""

    id: str
    name: str | None
    created_at: str
    last_used_at: str | None
    synced: bool


class PasskeySignInRequest(TypedDict):
    """The answer of `navigator.credentials.get`, as its `toJSON` writes it, and what to call the new
    token."""

    credential: dict[str, Any]
    name: NotRequired[str]


class PayRest(TypedDict):
    """Wagons and natural locomotives for all spaces that are still open."""

    type: Literal["pay_rest"]
    seat: NotRequired[int]
    cards: list[str]


class PayTunnel(TypedDict):
    """The cards to be added to those that lie there."""

    type: Literal["pay_tunnel"]
    seat: NotRequired[int]
    cards: list[str]


class PaymentBegun(TypedDict):
    """The cards that stand for themselves, if these come first, and how many spaces are still open."""

    seat: int
    route: str
    missing: int
    cards: NotRequired[list[str]]


class PaymentBegunEvent(Envelope):
    """`payment_begun` in its envelope."""

    type: Literal["payment_begun"]
    data: PaymentBegun


class PeopleShown(TypedDict):
    """Seats that have passed on, and those that may be taken over."""

    passed: list[PassedSeat]
    offered: list[OfferedSeat]


class PickTicket(TypedDict):
    """One ticket of the packet; the pick is final as soon as the packets move on."""

    type: Literal["pick_ticket"]
    seat: NotRequired[int]
    ticket: str


class PicksTakenUp(TypedDict):
    """There are no more packets: each player chooses from the picked tickets."""

    keep: int


class PicksTakenUpEvent(Envelope):
    """`picks_taken_up` in its envelope."""

    type: Literal["picks_taken_up"]
    data: PicksTakenUp


class PingMessage(TypedDict):
    """A test, sent on request."""

    id: str
    type: Literal["ping"]
    at: str
    api: str
    data: WebhookData


class PlayedGame(TypedDict):
    """A game that you have or had a seat in."""

    game: str
    board: str
    status: GameStatus
    seats: list[int]


class PlayerEventSeen(TypedDict):
    """Something that happened to your account."""

    version: int
    type: str
    at: str
    data: dict[str, Any]


class PlayerExport(TypedDict):
    """Everything that the service knows about you."""

    player: Me
    address: MailAddress
    suspended: str | None
    tokens: list[PlayerToken]
    passkeys: list[PasskeySeen]
    games: list[PlayedGame]
    events: list[PlayerEventSeen]
    parts: dict[str, Any]


class PlayerGone(TypedDict):
    """Nothing is left of the player; their games and all hashes stay as they are."""

    id: str


class PlayerPassed(TypedDict):
    seat: int


class PlayerPassedEvent(Envelope):
    """`player_passed` in its envelope."""

    type: Literal["player_passed"]
    data: PlayerPassed


class PlayerProfile(TypedDict):
    """A player as others see them; null is what they do not show."""

    id: str
    name: str
    ratings: list[BoardRating] | None
    reliability: ReliabilitySeen | None


class PlayerRequest(TypedDict):
    name: str


class PlayerToken(TypedDict):
    """A token that works, without the token itself."""

    id: str
    name: str | None
    origin: PlayerTokenOrigin
    scopes: list[PlayerTokenScopes]
    created_at: str
    expires_at: str | None
    last_used_at: str | None
    current: bool


class PlayerTokens(TypedDict):
    """Your tokens, the oldest first."""

    items: list[PlayerToken]
    next: str | None


class Preferences(TypedDict):
    lang: NotRequired[Lang]
    zone: NotRequired[str]
    occasions: NotRequired[Occasions]
    quiet_hours: NotRequired[QuietHours | None]
    mail_after_seconds: NotRequired[int]
    digest: NotRequired[Digest]
    digest_at: NotRequired[str]


class PreferencesRequest(TypedDict):
    lang: NotRequired[Lang]
    zone: NotRequired[str]
    occasions: NotRequired[OccasionsRequest]
    quiet_hours: NotRequired[QuietHoursRequest | None]
    mail_after_seconds: NotRequired[int]
    digest: NotRequired[Digest]
    digest_at: NotRequired[str]


class Problem(TypedDict):
    """An error as RFC 9457 describes it. Programs look at `code`, which is stable; people read `detail`."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[FieldProblem]
    facts: ProblemFacts
    request_id: str
    cure: NotRequired[Cure]


class ProblemFacts(TypedDict):
    """What a problem is about. Those that clients act on are named here; codes have others besides."""

    version: NotRequired[int]
    waiting_for: NotRequired[list[int]]
    retry_after_seconds: NotRequired[int]
    choices: NotRequired[list[str]]
    min: NotRequired[int]
    max: NotRequired[int]
    parameter: NotRequired[str]
    accepted: NotRequired[list[str]]


class Propose(TypedDict):
    """Asks everybody present for a pause, or for the end of the game."""

    type: Literal["propose"]
    seat: NotRequired[int]
    motion: ProposeMotion


class ProposeUndo(TypedDict):
    """Takes back what the seat did last, or asks the others to allow it."""

    type: Literal["propose_undo"]
    seat: NotRequired[int]


class Provenance(TypedDict):
    """Where the board comes from, shown to its users."""

    status: ProvenanceStatus
    statement: Label
    sources: NotRequired[list[str]]


class PushKey(TypedDict):
    """What a browser subscribes with (`applicationServerKey`), in base64url."""

    public_key: str


class PushKeysRequest(TypedDict):
    """As `PushSubscription.toJSON().keys` of a browser has them."""

    p256dh: str
    auth: str


class QuietHours(TypedDict):
    """From one hour until another, by the player's own clock; it may go over midnight."""

    start: str
    end: str


class QuietHoursRequest(TypedDict):
    """From one hour until another, by the player's own clock; it may go over midnight."""

    start: str
    end: str


class RankFigures(TypedDict):
    """What it took to come in at one rank."""

    rank: int
    results: int
    mean_score: float


class RatedBot(TypedDict):
    """A bot in one version: one that plays differently is another bot."""

    policy: str
    version: int


class RatingsPage(TypedDict):
    """Ratings on one board, by what somebody is worth almost certainly: the rating less twice its
    deviation."""

    board: str
    items: list[ListedRating]
    next: str | None


class ReasonRequest(TypedDict):
    """Why: it is kept in the record."""

    reason: str


class RedeliverRequest(TypedDict):
    """After which version; of which game, for a webhook about all games."""

    after: NotRequired[int | None]
    game: NotRequired[str]


class ReliabilitySeen(TypedDict):
    """Whether somebody plays in time and stays to the end, over the last year."""

    percent: int | None
    in_time: int
    excused: int
    late: int
    left: int
    stayed: int


class RematchRequest(TypedDict):
    """`order` names, for each new seat, the old one whose holder it is for; by default all move on by one
    seat."""

    order: NotRequired[list[int] | None]


class Remind(TypedDict):
    type: Literal["remind"]
    seat: NotRequired[int]
    nth: int


class ReminderDue(TypedDict):
    seat: int
    deadline: str
    nth: int


class ReminderDueEvent(Envelope):
    """`reminder_due` in its envelope."""

    type: Literal["reminder_due"]
    data: ReminderDue


class ReplacementSought(TypedDict):
    """A person is invited to a seat, most often one that no person holds; `seat` is the same if the host
    invites."""

    seat: int
    vacant: int


class ReplacementSoughtEvent(Envelope):
    """`replacement_sought` in its envelope."""

    type: Literal["replacement_sought"]
    data: ReplacementSought


class ReplayProgress(TypedDict):
    """How far a replay is; ask again after `Retry-After` seconds."""

    frames: int
    of: int | None


class Report(TypedDict):
    """`verified` says that everything the record claims was checked as far as it can be, and nothing
    contradicts it."""

    format: NotRequired[str]
    verified: bool
    game: str
    board: str
    players: int
    events: int
    complete: bool
    finished: bool
    head: str
    short_head: str
    checks: list[Check]
    findings: list[Finding]
    left_off: NotRequired[int]
    limits: list[str]


class ReportGone(TypedDict):
    """The report is dealt with."""

    id: str


class ReportRequest(TypedDict):
    reason: str


class ReportSeen(TypedDict):
    """What somebody reported."""

    id: str
    game: str
    message: MessageSeen | None
    reason: str
    at: str


class Reported(TypedDict):
    """A report that the operator of the service will read."""

    id: str


class ReportsPage(TypedDict):
    """All open reports, the oldest first: there is no further page."""

    items: list[ReportSeen]
    next: str | None


class RequestOpenedMessage(TypedDict):
    """A seat is asked to agree to what somebody proposes."""

    id: str
    type: Literal["request.opened"]
    at: str
    api: str
    data: WebhookData


class Resign(TypedDict):
    """Leaves the seat for good to a bot ("bot:<policy>") or to nobody."""

    type: Literal["resign"]
    seat: NotRequired[int]
    kind: str


class Result(TypedDict):
    """How the game ended: the final sheet."""

    game: str
    version: int
    sheet: ScoreSheet
    reasons: dict[str, str]
    decided: str | None
    ticket_paths: list[TicketPath]


class ResumeGame(TypedDict):
    """Ends a pause, which lasts only as long as all want it."""

    type: Literal["resume_game"]
    seat: NotRequired[int]


class ReturnToSeat(TypedDict):
    """By the person whose seat passed on because of the time."""

    type: Literal["return_to_seat"]
    seat: NotRequired[int]


class ReturnVacationDays(TypedDict):
    type: Literal["return_vacation_days"]
    seat: NotRequired[int]
    days: int


class RotatedToken(TypedDict):
    """A new token; it is shown this once and never again."""

    game: str
    kind: str
    seat: int | None
    token: str


class Route(TypedDict):
    """One track between two cities; `features` are numbers that rule modules give a meaning."""

    id: str
    a: str
    b: str
    length: int
    colour: str
    features: NotRequired[dict[str, int]]


class RouteClaimed(TypedDict):
    seat: int
    route: str
    cards: list[str]
    trains: int
    points: int


class RouteClaimedEvent(Envelope):
    """`route_claimed` in its envelope."""

    type: Literal["route_claimed"]
    data: RouteClaimed


class RouteFigures(TypedDict):
    """In how many games a route was claimed."""

    route: str
    claimed: int


class RoutePayments(TypedDict):
    """A command about a route that lacks only its `cards`: any one of the payments."""

    type: str
    seat: int
    route: str
    payments: list[list[str]]


class RoutesBorrowed(TypedDict):
    """The rivals' routes that count for the seat's tickets in the final score."""

    seat: int
    routes: list[str]


class RoutesBorrowedEvent(Envelope):
    """`routes_borrowed` in its envelope."""

    type: Literal["routes_borrowed"]
    data: RoutesBorrowed


class RuleRemark(TypedDict):
    """A line that a rule adds to a look at the hand, the map or the score."""

    topic: RuleRemarkTopic
    text: str


class RunOutOfTime(TypedDict):
    type: Literal["run_out_of_time"]
    seat: NotRequired[int]
    deadline: str


class Said(TypedDict):
    """The answer to a text. `private` is for the sender alone, `public` for everybody at the table."""

    game: str
    version: int
    did: SaidDid
    text: str
    lang: str
    private: bool
    public: str | None
    choices: list[Choice]
    picture: str | None
    events: list[Event]


class SaidEvent(TypedDict):
    """An event in words."""

    version: int
    text: str


class SayRequest(TypedDict):
    """A text in words; `lang` is the language of the answer, `preview` asks before anything is done."""

    text: str
    lang: NotRequired[Lang | None]
    preview: NotRequired[bool]


class ScoreFigures(TypedDict):
    """How all scores spread."""

    lowest: int
    quarter: int
    median: int
    three_quarters: int
    highest: int


class ScoreGame(TypedDict):
    """Count the points of a game that has ended, then reveal the seed."""

    type: Literal["score_game"]


class ScoreLine(TypedDict):
    reason: str
    points: int
    items: NotRequired[list[Item]]


class ScoreSheet(TypedDict):
    seats: list[SeatScore]
    winners: list[int]
    tie_breaks: list[str]
    decided_by: str


class SeatClock(TypedDict):
    """The time of a seat that a person holds."""

    deadline_at: str | None
    left_seconds: int | None
    vacation_until: str | None
    vacation_days_left: int


class SeatClosed(TypedDict):
    seat: int


class SeatClosedEvent(Envelope):
    """`seat_closed` in its envelope."""

    type: Literal["seat_closed"]
    data: SeatClosed


class SeatFigures(TypedDict):
    """How those did who sat at one seat."""

    seat: int
    games: int
    wins: int
    mean_score: float


class SeatHandedOver(TypedDict):
    """The seat has a new holder: a person, a bot, or nobody."""

    seat: int
    kind: str
    holder: int
    reason: str


class SeatHandedOverEvent(Envelope):
    """`seat_handed_over` in its envelope."""

    type: Literal["seat_handed_over"]
    data: SeatHandedOver


class SeatHolder(TypedDict):
    """What has or had a seat, until the `since_version` of the next one."""

    kind: SeatHolderKind
    policy: str | None
    name: str | None
    player: str | None
    since_version: int
    number: int
    since_at: str
    reason: str | None


class SeatHolders(TypedDict):
    """All holders of a seat, in order."""

    seat: int
    holders: list[SeatHolder]
    offered: str | None


class SeatMuted(TypedDict):
    """Whether you hear a seat; of the host's, whether the seat may write."""

    seat: int
    muted: bool


class SeatOpened(TypedDict):
    """A person with an invite may take the seat over."""

    seat: int
    reason: str


class SeatOpenedEvent(Envelope):
    """`seat_opened` in its envelope."""

    type: Literal["seat_opened"]
    data: SeatOpened


class SeatOrders(TypedDict):
    seat: int
    orders: list[OrderShown]


class SeatRequest(TypedDict):
    """A person with a name gets a token at once; a person without one is invited; a bot needs neither.
    `me` is the player whose token the request is sent with."""

    kind: NotRequired[SeatRequestKind]
    name: NotRequired[str]
    me: NotRequired[bool]
    bot: NotRequired[BotPolicy]
    entropy: NotRequired[str]


class SeatScore(TypedDict):
    seat: int
    total: int
    lines: list[ScoreLine]
    measures: list[int]
    rank: int


class SeatSeen(TypedDict):
    """One seat, as the viewer may see it."""

    seat: int
    holder: Holder | None
    colour: str
    trains: int
    points: int
    cards: Hand
    tickets: Tickets
    clock: SeatClock | None
    routes: list[str]
    longest_path: LongestPath | None


class SeatSummary(TypedDict):
    """One seat, with nothing but what everybody may know; a seat without a holder is open."""

    seat: int
    holder: Holder | None
    colour: str
    trains: int
    points: int
    cards: CardCount
    tickets: TicketCount
    clock: SeatClock | None


class SeatTaken(TypedDict):
    seat: int
    kind: str
    entropy: NotRequired[str]


class SeatTakenEvent(Envelope):
    """`seat_taken` in its envelope."""

    type: Literal["seat_taken"]
    data: SeatTaken


class SeatTokens(TypedDict):
    """What the creator passes on to the player of a seat; a bot needs neither."""

    seat: int
    token: str | None
    invite: str | None
    url: str | None


class SeatedPlayer(TypedDict):
    """A player at an open table; null is what they do not show, or do not have yet."""

    seat: int
    player: str
    rating: int | None
    provisional: bool | None
    reliability: int | None


class SeatsPage(TypedDict):
    """All seats, in order: there is no further page."""

    items: list[SeatHolders]
    next: str | None
    version: int


class SeedRevealed(TypedDict):
    """The last event: with the seed, every shuffle can be repeated."""

    seed: str


class SeedRevealedEvent(Envelope):
    """`seed_revealed` in its envelope."""

    type: Literal["seed_revealed"]
    data: SeedRevealed


class Seen(TypedDict):
    """Up to which version you have seen the game, and up to which message the talk at its table."""

    game: str
    version: int
    message: str | None


class SeenRequest(TypedDict):
    """The version and the message that the player has seen; lower ones than before change nothing."""

    version: int
    message: NotRequired[str | None]


class SetLaid(TypedDict):
    seat: int
    cards: list[str]


class SetLaidEvent(Envelope):
    """`set_laid` in its envelope."""

    type: Literal["set_laid"]
    data: SetLaid


class ShareDeclined(TypedDict):
    seat: int


class ShareDeclinedEvent(Envelope):
    """`share_declined` in its envelope."""

    type: Literal["share_declined"]
    data: ShareDeclined


class ShareSetAside(TypedDict):
    """The third hand takes the next share of the same railroad."""

    railroad: str
    share: int


class ShareSetAsideEvent(Envelope):
    """`share_set_aside` in its envelope."""

    type: Literal["share_set_aside"]
    data: ShareSetAside


class ShareTaken(TypedDict):
    seat: int
    railroad: str
    share: int


class ShareTakenEvent(Envelope):
    """`share_taken` in its envelope."""

    type: Literal["share_taken"]
    data: ShareTaken


class SharesOffered(TypedDict):
    """Railroads beside the route just claimed have shares left."""

    seat: int
    railroads: list[str]


class SharesOfferedEvent(Envelope):
    """`shares_offered` in its envelope."""

    type: Literal["shares_offered"]
    data: SharesOffered


class SharesShown(TypedDict):
    """Shares by railroad: how many are left, the numbers of those that each hand holds, and what is on
    offer."""

    left: dict[str, int]
    hands: list[dict[str, list[int]]]
    third_hand: dict[str, list[int]] | None
    offered: list[str]


class ShowsRequest(TypedDict):
    """What others may see of you; what is left out stays as it is."""

    profile: NotRequired[bool | None]
    ratings: NotRequired[bool | None]
    reliability: NotRequired[bool | None]


class ShowsSeen(TypedDict):
    """What others may see of you: your profile at all, and what is in it."""

    profile: bool
    ratings: bool
    reliability: bool


class SignInMail(TypedDict):
    """Whether people can come back to this service by a link in a mail."""

    offered: bool


class SignInRequest(TypedDict):
    """The code of a link, and what to call the new token: the device, say."""

    code: str
    name: NotRequired[str]


class SignedIn(TypedDict):
    """A token of the same player for another device, which is shown this once."""

    id: str
    name: str
    token: str
    token_id: str


class SkipTurn(TypedDict):
    """For a seat that nobody holds."""

    type: Literal["skip_turn"]
    seat: NotRequired[int]


class StartClock(TypedDict):
    type: Literal["start_clock"]
    seat: NotRequired[int]
    since: str
    deadline: str
    allowed_ms: int
    reminders: NotRequired[list[str]]


class StartGame(TypedDict):
    """Deal the cards. The most travelled player begins: named here, or drawn by lot."""

    type: Literal["start_game"]
    first: NotRequired[int | None]


class StartVacation(TypedDict):
    """The vacation that was booked, with its times by the system's calendar."""

    type: Literal["start_vacation"]
    seat: NotRequired[int]
    since: str
    until: str


class StationBuilt(TypedDict):
    seat: int
    city: str
    cards: list[str]


class StationBuiltEvent(Envelope):
    """`station_built` in its envelope."""

    type: Literal["station_built"]
    data: StationBuilt


class StationShown(TypedDict):
    city: str
    seat: int


class StationsShown(TypedDict):
    """The stations on the map, how many each player has left, and the routes that count for their
    tickets."""

    built: list[StationShown]
    left: list[int]
    borrowed: list[list[str] | None]


class Status(TypedDict):
    """The state of the service."""

    status: StatusStatus


class StepwisePaymentShown(TypedDict):
    """The route that is being paid for: what was laid so far, and how many spaces are still to be paid."""

    seat: int
    route: str
    cards: list[str]
    sets: list[list[str]]
    missing: int


class Stop(TypedDict):
    """What makes an order void: looked at when it would be followed."""

    when: StopCondition
    route: NotRequired[str]
    count: NotRequired[int]


class StopClock(TypedDict):
    type: Literal["stop_clock"]
    seat: NotRequired[int]
    reason: StopReason
    left_ms: NotRequired[int | None]
    rest_ms: NotRequired[int | None]


class StopRequest(TypedDict):
    """What makes an order void: looked at when it would be followed."""

    when: StopCondition
    route: NotRequired[str]
    count: NotRequired[int]


class Suspension(TypedDict):
    """Whether a player is suspended, and why."""

    player: str
    suspended: bool
    reason: str | None


class TableCards(TypedDict):
    """What lies on the table: lists where the order means something, counts where it means nothing."""

    market: list[str | None]
    deck: int
    discard: dict[str, int]
    ticket_decks: dict[str, int]


class TableClosed(TypedDict):
    """Nobody plays or writes there any more, and the game is listed no longer."""

    game: str
    version: int
    status: TableClosedStatus


class TableRequest(TypedDict):
    """A game to create, and what its table is like. `lang` is the language that people speak there."""

    board: str
    seats: list[SeatRequest]
    title: NotRequired[str]
    options: NotRequired[dict[str, str]]
    visibility: NotRequired[Visibility]
    joining: NotRequired[Joining]
    start: NotRequired[StartRule]
    first: NotRequired[int | None]
    clock: NotRequired[ClockSettingsRequest | None]
    rated: NotRequired[bool]
    lang: NotRequired[Lang | None]


class TakeCard(TypedDict):
    """Take one face-up card from the market."""

    type: Literal["take_card"]
    seat: NotRequired[int]
    card: str


class TakeFerryCard(TypedDict):
    """One ferry card from the pile: the whole turn."""

    type: Literal["take_ferry_card"]
    seat: NotRequired[int]


class TakeFestival(TypedDict):
    """All cards that lie at one festival."""

    type: Literal["take_festival"]
    seat: NotRequired[int]
    festival: str


class TakeHint(TypedDict):
    """Notes that the seat gets advice on its move."""

    type: Literal["take_hint"]
    seat: NotRequired[int]


class TakeOver(TypedDict):
    """A person with an invite takes the seat over from its present holder."""

    type: Literal["take_over"]
    seat: int


class TakeSeat(TypedDict):
    """A person or bot sits down, and may add entropy of their own to every later shuffle."""

    type: Literal["take_seat"]
    seat: int
    kind: NotRequired[str]
    entropy: NotRequired[str]


class TakeShare(TypedDict):
    """The top share of one railroad beside the route."""

    type: Literal["take_share"]
    seat: NotRequired[int]
    railroad: str


class TakeVacation(TypedDict):
    """From now on, for so many days."""

    type: Literal["take_vacation"]
    seat: NotRequired[int]
    days: int


class Ticket(TypedDict):
    """Two places and a value, or one place and several ends of which the best one reached counts."""

    id: str
    a: str
    b: NotRequired[str | None]
    points: NotRequired[int | None]
    ends: NotRequired[list[TicketEnd]]
    sets: list[str]


class TicketCount(TypedDict):
    count: int


class TicketDeckRemoved(TypedDict):
    """The rest of a deck leaves the game."""

    deck: str
    count: int


class TicketDeckRemovedEvent(Envelope):
    """`ticket_deck_removed` in its envelope."""

    type: Literal["ticket_deck_removed"]
    data: TicketDeckRemoved


class TicketDecksAsked(TypedDict):
    """All players are to say from which decks their first tickets come."""


class TicketDecksAskedEvent(Envelope):
    """`ticket_decks_asked` in its envelope."""

    type: Literal["ticket_decks_asked"]
    data: TicketDecksAsked


class TicketDecksChosen(TypedDict):
    """The decks of a seat's first tickets, a name for each ticket; a secret while others still choose."""

    seat: int
    decks: list[str] | None


class TicketDecksChosenEvent(Envelope):
    """`ticket_decks_chosen` in its envelope."""

    type: Literal["ticket_decks_chosen"]
    data: TicketDecksChosen


class TicketEnd(TypedDict):
    to: str
    points: int


class TicketFigures(TypedDict):
    """How often a ticket was kept, and completed."""

    ticket: str
    kept: int
    completed: int


class TicketOffer(TypedDict):
    """Tickets to choose from."""

    tickets: list[str] | None
    count: int
    keep_at_least: int
    keep_at_most: int


class TicketPath(TypedDict):
    """How a ticket was completed: by these routes of the seat, or by none if it needed those of others."""

    seat: int
    ticket: str
    routes: list[str]


class TicketPicked(TypedDict):
    seat: int
    ticket: str | None


class TicketPickedEvent(Envelope):
    """`ticket_picked` in its envelope."""

    type: Literal["ticket_picked"]
    data: TicketPicked


class TicketResult(TypedDict):
    ticket: str
    state: TicketResultState
    points: int
    path: NotRequired[list[str]]
    gap: NotRequired[list[str] | None]


class Tickets(TypedDict):
    count: int
    kept: list[str] | None
    offer: TicketOffer | None


class TicketsChosen(TypedDict):
    """A choice that stays secret while others still choose."""

    seat: int
    tickets: list[str] | None


class TicketsChosenEvent(Envelope):
    """`tickets_chosen` in its envelope."""

    type: Literal["tickets_chosen"]
    data: TicketsChosen


class TicketsKept(TypedDict):
    seat: int
    count: int
    tickets: list[str] | None
    returned: list[str] | None
    rejects: str


class TicketsKeptEvent(Envelope):
    """`tickets_kept` in its envelope."""

    type: Literal["tickets_kept"]
    data: TicketsKept


class TicketsOffered(TypedDict):
    """Tickets from the top of the decks, which the player looks at before choosing."""

    seat: int
    decks: list[str]
    tickets: list[str] | None
    at_least: int
    at_most: int
    at_once: NotRequired[bool]


class TicketsOfferedEvent(Envelope):
    """`tickets_offered` in its envelope."""

    type: Literal["tickets_offered"]
    data: TicketsOffered


class TicketsReturned(TypedDict):
    """Rejected tickets of several players, shuffled together, go under their deck."""

    number: int
    deck: str
    count: int
    tickets: list[str] | None


class TicketsReturnedEvent(Envelope):
    """`tickets_returned` in its envelope."""

    type: Literal["tickets_returned"]
    data: TicketsReturned


class TicketsRevealed(TypedDict):
    seat: int
    tickets: list[str]


class TicketsRevealedEvent(Envelope):
    """`tickets_revealed` in its envelope."""

    type: Literal["tickets_revealed"]
    data: TicketsRevealed


class TicketsShuffled(TypedDict):
    number: int
    deck: str
    count: int
    tickets: list[str] | None


class TicketsShuffledEvent(Envelope):
    """`tickets_shuffled` in its envelope."""

    type: Literal["tickets_shuffled"]
    data: TicketsShuffled


class TimeRanOut(TypedDict):
    seat: int
    deadline: str
    action: TimeoutAction


class TimeRanOutEvent(Envelope):
    """`time_ran_out` in its envelope."""

    type: Literal["time_ran_out"]
    data: TimeRanOut


class TokenGone(TypedDict):
    """The token no longer works."""

    id: str


class TokenNameRequest(TypedDict):
    """What to call the token."""

    name: NotRequired[str]


class TokenRequest(TypedDict):
    """What to call the token, the device or the program that will use it, what it allows and when it
    ends. By default it allows everything, and does not end by itself."""

    name: NotRequired[str]
    scopes: NotRequired[list[TokenRequestScopes]]
    expires_at: NotRequired[str | None]


class TokenSeen(TypedDict):
    """What a token is."""

    kind: str
    game: str | None
    seat: int | None
    scopes: list[str]
    expires_at: str | None


class TrainCardsShuffled(TypedDict):
    """The discards, or at the start all train cards, become the deck."""

    number: int
    count: int
    cards: list[str] | None


class TrainCardsShuffledEvent(Envelope):
    """`train_cards_shuffled` in its envelope."""

    type: Literal["train_cards_shuffled"]
    data: TrainCardsShuffled


class TunnelCardTurned(TypedDict):
    """The top card of the deck is laid beside the tunnel."""

    seat: int
    card: str


class TunnelCardTurnedEvent(Envelope):
    """`tunnel_card_turned` in its envelope."""

    type: Literal["tunnel_card_turned"]
    data: TunnelCardTurned


class TunnelPaid(TypedDict):
    """The cards that were added, none if the turned ones cost nothing; the claim follows."""

    seat: int
    route: str
    cards: list[str]


class TunnelPaidEvent(Envelope):
    """`tunnel_paid` in its envelope."""

    type: Literal["tunnel_paid"]
    data: TunnelPaid


class TunnelRevealed(TypedDict):
    """What was laid, what was turned over, and how many cards that costs in addition."""

    seat: int
    route: str
    cards: list[str]
    revealed: list[str]
    extra: int


class TunnelRevealedEvent(Envelope):
    """`tunnel_revealed` in its envelope."""

    type: Literal["tunnel_revealed"]
    data: TunnelRevealed


class TunnelShown(TypedDict):
    """The tunnel that is being paid for: what was laid, what was turned over, and how many more cards it
    costs."""

    seat: int
    route: str
    cards: list[str]
    sets: list[list[str]]
    turned: list[str]
    extra: int


class TunnelWithdrawn(TypedDict):
    seat: int
    route: str


class TunnelWithdrawnEvent(Envelope):
    """`tunnel_withdrawn` in its envelope."""

    type: Literal["tunnel_withdrawn"]
    data: TunnelWithdrawn


class TurnNextMessage(TypedDict):
    """A seat is next to move."""

    id: str
    type: Literal["turn.next"]
    at: str
    api: str
    data: WebhookData


class TurnReminderMessage(TypedDict):
    """A seat's time runs short."""

    id: str
    type: Literal["turn.reminder"]
    at: str
    api: str
    data: WebhookData


class TurnSkipped(TypedDict):
    """Nobody plays this turn; it counts as a pass."""

    seat: int
    reason: str


class TurnSkippedEvent(Envelope):
    """`turn_skipped` in its envelope."""

    type: Literal["turn_skipped"]
    data: TurnSkipped


class TurnStarted(TypedDict):
    seat: int


class TurnStartedEvent(Envelope):
    """`turn_started` in its envelope."""

    type: Literal["turn_started"]
    data: TurnStarted


class TurnStartedMessage(TypedDict):
    """A seat is to move."""

    id: str
    type: Literal["turn.started"]
    at: str
    api: str
    data: WebhookData


class TurnTakenBack(TypedDict):
    """The table returns to where this seat began its turn or its choice of tickets; seats keep their
    holders."""

    seat: int
    back: int


class TurnTakenBackEvent(Envelope):
    """`turn_taken_back` in its envelope."""

    type: Literal["turn_taken_back"]
    data: TurnTakenBack


class UndoProposed(TypedDict):
    """The seat wants to take back what others have seen; the motion for it follows."""

    seat: int


class UndoProposedEvent(Envelope):
    """`undo_proposed` in its envelope."""

    type: Literal["undo_proposed"]
    data: UndoProposed


class UnknownCommand(TypedDict):
    """A command of a type that is newer than this description. Clients leave it alone."""

    type: str


class UnknownEvent(Envelope):
    """An event of a type that is newer than this description. Clients skip it."""

    type: str
    data: dict[str, Any]


class VacationBooked(TypedDict):
    """Days of the seat's budget are spent."""

    seat: int
    days: int


class VacationBookedEvent(Envelope):
    """`vacation_booked` in its envelope."""

    type: Literal["vacation_booked"]
    data: VacationBooked


class VacationDaysReturned(TypedDict):
    """A seat was back early: whole days that it did not use can be taken again."""

    seat: int
    days: int


class VacationDaysReturnedEvent(Envelope):
    """`vacation_days_returned` in its envelope."""

    type: Literal["vacation_days_returned"]
    data: VacationDaysReturned


class VacationEnded(TypedDict):
    seat: int


class VacationEndedEvent(Envelope):
    """`vacation_ended` in its envelope."""

    type: Literal["vacation_ended"]
    data: VacationEnded


class VacationTaken(TypedDict):
    """The seat's time does not run until then."""

    seat: int
    since: str
    until: str
    days: int


class VacationTakenEvent(Envelope):
    """`vacation_taken` in its envelope."""

    type: Literal["vacation_taken"]
    data: VacationTaken


class Way(TypedDict):
    """A command that can be posted as it is."""

    text: str
    command: Command


class WebhookAsked(TypedDict):
    """The message is on its way; the webhook's attempts will show the outcome."""

    webhook: str


class WebhookChangeRequest(TypedDict):
    """What is to be different; whatever is missing or null stays as it is."""

    url: NotRequired[str | None]
    kinds: NotRequired[list[MessageKind] | None]
    event_types: NotRequired[list[EventType] | None]
    lang: NotRequired[Lang | None]


class WebhookData(TypedDict):
    """What a message is about. Null: there is none, as in a `ping`."""

    webhook: str | None
    game: str | None
    version: int | None
    seat: int | None
    text: str
    deadline_at: str | None
    zone: str | None
    links: WebhookLinks | None
    motion: str | None
    event: Event | None
    message: str | None


class WebhookGone(TypedDict):
    """The webhook is deleted, with all its data."""

    webhook: str


class WebhookLinks(TypedDict):
    game: str
    commands: str
    events: str
    picture: str


class WebhookList(TypedDict):
    """Your webhooks, the oldest first; there is no further page."""

    items: list[WebhookSeen]
    next: str | None


class WebhookMessage(TypedDict):
    """What is sent: the same envelope for all types. `id` is the `webhook-id`, `api` the version of this
    API."""

    id: str
    type: str
    at: str
    api: str
    data: WebhookData


class WebhookRequest(TypedDict):
    """Where to send messages about what, in which language. Without a game: about all of them, for the
    operator. `event_types` narrows `game.event` down to events of these types; empty: all."""

    url: str
    game: NotRequired[str]
    kinds: NotRequired[list[MessageKind]]
    event_types: NotRequired[list[EventType]]
    lang: NotRequired[Lang]


class WebhookSeen(TypedDict):
    """A webhook and the state of its delivery."""

    id: str
    game: str | None
    seat: int | None
    url: str
    kinds: list[str]
    event_types: list[str]
    lang: str
    created_at: str
    delivered_version: int | None
    status: WebhookSeenStatus
    failures: int
    next_attempt_at: str | None
    off_reason: WebhookSeenOffReason | None
    off_at: str | None


class WithdrawTunnel(TypedDict):
    """The player cannot or will not pay: the laid cards return to the hand, and the turn is over."""

    type: Literal["withdraw_tunnel"]
    seat: NotRequired[int]


class You(TypedDict):
    """What the token stands for."""

    role: YouRole
    seat: int | None


class Zone(TypedDict):
    """A named area that tickets may name: reaching any one of its cities reaches it."""

    id: str
    name: str
    cities: list[str]


ActionSeenDeed = Literal[
    "player_suspended", "player_reinstated", "table_closed", "message_erased", "report_dismissed"
]


BoardOrigin = Literal["shipped", "own"]


BoardStatisticsFormat = Literal["json", "csv"]


BotPolicy = Literal["random", "greedy", "planner", "search"]


Bots = Literal["with", "without"]


ChannelKind = Literal["mail", "push", "webhook", "ntfy", "chat"]


ChannelSeenStatus = Literal["unconfirmed", "on"]


CheckResult = Literal["passed", "failed", "not_checked"]


Clock = Literal["per_move", "bank", "daily", "none"]


ClockKind = Literal["per_move", "bank", "daily"]


Colours = Literal["usual", "safe"]


Digest = Literal["each", "together", "daily"]


EventType = Literal[
    "game_created",
    "seat_taken",
    "game_started",
    "undo_proposed",
    "choice_taken_back",
    "turn_taken_back",
    "motion_proposed",
    "motion_agreed",
    "motion_refused",
    "motion_carried",
    "motion_lapsed",
    "game_paused",
    "game_resumed",
    "seat_handed_over",
    "seat_opened",
    "seat_closed",
    "replacement_sought",
    "turn_skipped",
    "orders_changed",
    "orders_followed",
    "clock_agreed",
    "deadline_set",
    "clock_stopped",
    "reminder_due",
    "next_in_line_warned",
    "time_ran_out",
    "deadlines_moved",
    "vacation_booked",
    "vacation_taken",
    "vacation_ended",
    "vacation_days_returned",
    "hint_taken",
    "train_cards_shuffled",
    "hand_dealt",
    "card_drawn",
    "nothing_drawn",
    "card_taken",
    "draw_cut_short",
    "card_turned_up",
    "market_flushed",
    "market_reshuffled",
    "draft_card_inserted",
    "draft_card_mixed_in",
    "draft_card_turned_up",
    "draft_started",
    "packet_dealt",
    "ticket_picked",
    "packet_passed",
    "picks_taken_up",
    "draft_ended",
    "route_claimed",
    "ferry_card_taken",
    "payment_begun",
    "set_laid",
    "tunnel_card_turned",
    "tunnel_revealed",
    "tunnel_paid",
    "tunnel_withdrawn",
    "tickets_shuffled",
    "ticket_deck_removed",
    "ticket_decks_asked",
    "ticket_decks_chosen",
    "tickets_offered",
    "tickets_chosen",
    "tickets_kept",
    "tickets_returned",
    "tickets_revealed",
    "station_built",
    "routes_borrowed",
    "borrowing_asked",
    "borrowed_routes_chosen",
    "festivals_mixed_in",
    "festival_turned_up",
    "festivals_offered",
    "festival_taken",
    "festival_declined",
    "shares_offered",
    "share_taken",
    "share_declined",
    "share_set_aside",
    "player_passed",
    "turn_started",
    "last_round_started",
    "game_ended",
    "game_scored",
    "seed_revealed",
]


EventsFormat = Literal["json", "ndjson", "csv"]


GameStatisticsBy = Literal["turn", "version"]


GameStatus = Literal["open", "playing", "paused", "ended", "scored", "abandoned"]


HolderKind = Literal["person", "bot", "nobody"]


Include = Literal["commands", "menu", "standings", "tickets", "remarks", "said", "result"]


IncludeInEvents = Literal["said", "messages"]


Joining = Literal["invited", "anybody"]


Lang = Literal["en", "fr"]


LearnedWho = Literal["everybody", "seat", "nobody"]


ListedGameJoining = Literal["invited", "anybody"]


ListedGameStatus = Literal["open", "playing", "paused", "ended", "scored", "abandoned"]


ListedGameVisibility = Literal["public", "unlisted", "private"]


Measure = Literal["points", "trains", "hand_size", "routes", "tickets"]


MessageKind = Literal[
    "turn.started",
    "turn.next",
    "turn.reminder",
    "request.opened",
    "game.scored",
    "game.event",
    "message.posted",
    "message.erased",
]


MessageSeenChannel = Literal["table", "watchers"]


MyEventKind = Literal[
    "turn.started",
    "turn.next",
    "turn.reminder",
    "request.opened",
    "game.scored",
    "game.event",
    "message.posted",
    "message.erased",
]


MyWebhookRequestEventTypes = Literal[
    "game_created",
    "seat_taken",
    "game_started",
    "undo_proposed",
    "choice_taken_back",
    "turn_taken_back",
    "motion_proposed",
    "motion_agreed",
    "motion_refused",
    "motion_carried",
    "motion_lapsed",
    "game_paused",
    "game_resumed",
    "seat_handed_over",
    "seat_opened",
    "seat_closed",
    "replacement_sought",
    "turn_skipped",
    "orders_changed",
    "orders_followed",
    "clock_agreed",
    "deadline_set",
    "clock_stopped",
    "reminder_due",
    "next_in_line_warned",
    "time_ran_out",
    "deadlines_moved",
    "vacation_booked",
    "vacation_taken",
    "vacation_ended",
    "vacation_days_returned",
    "hint_taken",
    "train_cards_shuffled",
    "hand_dealt",
    "card_drawn",
    "nothing_drawn",
    "card_taken",
    "draw_cut_short",
    "card_turned_up",
    "market_flushed",
    "market_reshuffled",
    "draft_card_inserted",
    "draft_card_mixed_in",
    "draft_card_turned_up",
    "draft_started",
    "packet_dealt",
    "ticket_picked",
    "packet_passed",
    "picks_taken_up",
    "draft_ended",
    "route_claimed",
    "ferry_card_taken",
    "payment_begun",
    "set_laid",
    "tunnel_card_turned",
    "tunnel_revealed",
    "tunnel_paid",
    "tunnel_withdrawn",
    "tickets_shuffled",
    "ticket_deck_removed",
    "ticket_decks_asked",
    "ticket_decks_chosen",
    "tickets_offered",
    "tickets_chosen",
    "tickets_kept",
    "tickets_returned",
    "tickets_revealed",
    "station_built",
    "routes_borrowed",
    "borrowing_asked",
    "borrowed_routes_chosen",
    "festivals_mixed_in",
    "festival_turned_up",
    "festivals_offered",
    "festival_taken",
    "festival_declined",
    "shares_offered",
    "share_taken",
    "share_declined",
    "share_set_aside",
    "player_passed",
    "turn_started",
    "last_round_started",
    "game_ended",
    "game_scored",
    "seed_revealed",
]


MyWebhookRequestKinds = Literal[
    "turn.started",
    "turn.next",
    "turn.reminder",
    "request.opened",
    "game.scored",
    "game.event",
    "message.posted",
    "message.erased",
]


MyWebhookRequestLang = Literal["en", "fr"]


NewPlayerTokenScopes = Literal[
    "games:read", "games:join", "games:play", "games:host", "webhooks", "me:read", "me:write"
]


PlayerTokenOrigin = Literal["creation", "link", "mail", "passkey", "token"]


PlayerTokenScopes = Literal[
    "games:read", "games:join", "games:play", "games:host", "webhooks", "me:read", "me:write"
]


ProposeMotion = Literal["pause", "end"]


ProvenanceStatus = Literal["exact", "reconstruction", "own"]


RuleRemarkTopic = Literal["hand", "map", "score"]


SaidDid = Literal["nothing", "asked", "moved"]


SeatHolderKind = Literal["person", "bot", "nobody"]


SeatRequestKind = Literal["human", "bot"]


Severity = Literal["error", "warning"]


Sort = Literal["-created_at", "-moved_at"]


StartRule = Literal["when_full", "by_host"]


StatisticsFormat = Literal["json", "csv"]


StatisticsStep = Literal["turn", "version"]


StatusStatus = Literal["alive", "ready"]


StopCondition = Literal["route_taken", "rival_trains_at_most", "hand_at_least", "last_round"]


StopReason = Literal["done", "chosen", "paused", "vacation", "left", "taken_back", "over"]


TableClosedStatus = Literal["open", "playing", "paused", "ended", "scored", "abandoned"]


TalkChannel = Literal["table", "watchers"]


Theme = Literal["light", "dark"]


TicketResultState = Literal["done", "open", "failed"]


TimeoutAction = Literal["bot_plays", "bot_takes_over", "skip"]


TokenRequestScopes = Literal[
    "games:read", "games:join", "games:play", "games:host", "webhooks", "me:read", "me:write"
]


Visibility = Literal["public", "unlisted", "private"]


WebhookSeenOffReason = Literal["gone", "unreachable"]


WebhookSeenStatus = Literal["active", "retrying", "off"]


Who = Literal["players", "bots"]


YouRole = Literal["host", "seat", "watch", "audit", "invite", "player"]


# Any command of a seat or of the host. Which of them a board knows depends on its rules.
Command = (
    StartGame
    | ProposeUndo
    | Propose
    | Agree
    | Object
    | ResumeGame
    | Resign
    | ReturnToSeat
    | CloseSeat
    | AbandonGame
    | GiveOrder
    | CancelOrder
    | TakeVacation
    | EndVacation
    | DrawCard
    | TakeCard
    | PickTicket
    | ClaimRoute
    | TakeFerryCard
    | BeginPayment
    | LaySet
    | PayRest
    | PayTunnel
    | WithdrawTunnel
    | DrawTickets
    | KeepTickets
    | BuildStation
    | ChooseBorrowedRoutes
    | TakeFestival
    | DeclineFestival
    | TakeShare
    | DeclineShare
    | Pass
)


# An event in its envelope; its type says what its data is.
Event = (
    GameCreatedEvent
    | SeatTakenEvent
    | GameStartedEvent
    | UndoProposedEvent
    | ChoiceTakenBackEvent
    | TurnTakenBackEvent
    | MotionProposedEvent
    | MotionAgreedEvent
    | MotionRefusedEvent
    | MotionCarriedEvent
    | MotionLapsedEvent
    | GamePausedEvent
    | GameResumedEvent
    | SeatHandedOverEvent
    | SeatOpenedEvent
    | SeatClosedEvent
    | ReplacementSoughtEvent
    | TurnSkippedEvent
    | OrdersChangedEvent
    | OrdersFollowedEvent
    | ClockAgreedEvent
    | DeadlineSetEvent
    | ClockStoppedEvent
    | ReminderDueEvent
    | NextInLineWarnedEvent
    | TimeRanOutEvent
    | DeadlinesMovedEvent
    | VacationBookedEvent
    | VacationTakenEvent
    | VacationEndedEvent
    | VacationDaysReturnedEvent
    | HintTakenEvent
    | TrainCardsShuffledEvent
    | HandDealtEvent
    | CardDrawnEvent
    | NothingDrawnEvent
    | CardTakenEvent
    | DrawCutShortEvent
    | CardTurnedUpEvent
    | MarketFlushedEvent
    | MarketReshuffledEvent
    | DraftCardInsertedEvent
    | DraftCardMixedInEvent
    | DraftCardTurnedUpEvent
    | DraftStartedEvent
    | PacketDealtEvent
    | TicketPickedEvent
    | PacketPassedEvent
    | PicksTakenUpEvent
    | DraftEndedEvent
    | RouteClaimedEvent
    | FerryCardTakenEvent
    | PaymentBegunEvent
    | SetLaidEvent
    | TunnelCardTurnedEvent
    | TunnelRevealedEvent
    | TunnelPaidEvent
    | TunnelWithdrawnEvent
    | TicketsShuffledEvent
    | TicketDeckRemovedEvent
    | TicketDecksAskedEvent
    | TicketDecksChosenEvent
    | TicketsOfferedEvent
    | TicketsChosenEvent
    | TicketsKeptEvent
    | TicketsReturnedEvent
    | TicketsRevealedEvent
    | StationBuiltEvent
    | RoutesBorrowedEvent
    | BorrowingAskedEvent
    | BorrowedRoutesChosenEvent
    | FestivalsMixedInEvent
    | FestivalTurnedUpEvent
    | FestivalsOfferedEvent
    | FestivalTakenEvent
    | FestivalDeclinedEvent
    | SharesOfferedEvent
    | ShareTakenEvent
    | ShareDeclinedEvent
    | ShareSetAsideEvent
    | PlayerPassedEvent
    | TurnStartedEvent
    | LastRoundStartedEvent
    | GameEndedEvent
    | GameScoredEvent
    | SeedRevealedEvent
)
