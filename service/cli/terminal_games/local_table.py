"""A table in this process: one person against bots, kept in a file from move to move.

The game is the service's own, on a store in memory, so that everything that is understood and allowed there is
understood and allowed here. Bots play, standing orders are followed and the score is counted at once.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from zlib import crc32

import msgspec

from service.chat.picture_attachments import pictures
from service.chat.rooms import Post
from service.cli.terminal_games.kept_files import write_file
from service.clocks.deadlines import utc_now
from service.games.game_cache import Loaded, bot_situation
from service.games.games import Games
from service.games.import_export import record_of
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.language import Reply, Talk, Utterance
from service.language.conversation.questions import Meaning
from service.pictures.layout.board_layout import layout_of
from service.pictures.layout.board_plan import fingerprint, shipped_plans
from service.pictures.layout.canvas import LARGE
from service.store.interface import Commit
from service.store.memory_store import MemoryStore
from ttr_core.boards.board import Document
from ttr_core.boards.library import whole_document
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.by_post import FollowOrders, orders_due
from ttr_core.engine.views import View, view
from ttr_core.history.record import encode_record
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import Command, ScoreGame
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId, Witness
from ttr_core.model.phases import Ended
from ttr_core.model.state import HUMAN

PERSON: SeatId = 0
UNDO = "undo"


class SavedTable(msgspec.Struct, kw_only=True):
    """All there is to a table, as it is written to its file."""

    lang: str
    game: str
    facts: Mapping[str, str]
    documents: Mapping[str, msgspec.Raw]  # the board, and its map file if it is not a shipped one, by hash
    entries: Sequence[msgspec.Raw]  # the envelopes of its events
    choices: list[int]  # the versions at which the person did something, for undo


class LocalTable:
    """A game that has been dealt, with its bots."""

    def __init__(self, saved: SavedTable, file: Path) -> None:
        self._saved, self.file = saved, file
        self._choices = list(saved.choices)
        self._sit_down(saved.entries)

    def _sit_down(self, entries: Sequence[msgspec.Raw]) -> None:
        saved, store = self._saved, MemoryStore()
        for name, document in saved.documents.items():
            store.keep_document(name, bytes(document))
        store.append(
            Commit(
                game=saved.game,
                expected=0,
                entries=tuple(map(bytes, entries)),
                facts=saved.facts,
                together=False,
            )
        )
        self._games = Games(store, _tell_nobody, utc_now)
        self._talk = Talk(self._games)

    @property
    def lang(self) -> str:
        return self._saved.lang

    @property
    def loaded(self) -> Loaded:
        return self._games.cache.read_latest(self._saved.game)

    @property
    def person_plays(self) -> bool:
        """False once they have resigned."""
        return self.loaded.state.seats[PERSON].kind == "human"

    def seen(self) -> View:
        loaded = self.loaded
        return view(loaded.ruleset, loaded.state, PERSON)

    def events(self, after: int) -> list[Event]:
        return [
            event for _, event in self._games.cache.read_events(self._saved.game, after, self.loaded.version)
        ]

    # the person

    def hear(self, text: str) -> Reply | None:
        """Does or answers what the person says; None: they have taken back their last move."""
        before = self.loaded
        utterance = Utterance(loaded=before, viewer=PERSON, text=text, lang=self.lang)
        meaning = self._talk.understand(utterance)
        if _is_undo(meaning) and self._choices:
            self._take_back()
            return None
        reply = self._talk.answer(utterance, meaning)
        if reply.version > before.version:
            self._choices.append(before.version)
        return reply

    def _take_back(self) -> None:
        """The person's last move and what the bots did since: they do not mind, and draw the same cards again."""
        self._sit_down(self._entries()[: self._choices.pop()])

    # everybody else

    def go_on(self) -> None:
        """Whatever happens by itself until the game waits for the person, or is over; then it is saved."""
        while step := self._next_step():
            command, actor = step
            self._games.perform(self.loaded, [command], actor)
        self.save()

    def _next_step(self) -> tuple[Command, Actor] | None:
        loaded = self.loaded
        phase, seats = loaded.state.phase, loaded.state.seats
        if isinstance(phase, Ended):
            return ScoreGame(), SYSTEM
        for seat in phase.waiting:
            if seats[seat].kind.startswith("bot:"):
                return self._choice_of_bot(loaded, seat), Actor(Role.BOT, seat)
            if orders_due(loaded.state, seat):
                return FollowOrders(seat=seat, now=self._games.now()), Actor(Role.ORDER, seat)
        return None

    def _choice_of_bot(self, loaded: Loaded, seat: SeatId) -> Command:
        policy = POLICIES[loaded.state.seats[seat].kind.removeprefix("bot:")]
        dice = Dice(crc32(loaded.seed + b"%d/%d" % (loaded.version, seat)))
        return policy(bot_situation(self._games.store, loaded, seat, dice))

    # the file

    def save(self) -> None:
        """As it stands; a game that is over leaves its record instead."""
        if self.loaded.over:
            record = record_of(self._games, self.loaded, Witness.AUDITOR)
            write_file(self.record_file, encode_record(record))
            self.discard()
            return
        saved = msgspec.structs.replace(self._saved, entries=self._entries(), choices=self._choices)
        write_file(self.file, msgspec.json.encode(saved))

    @property
    def board(self) -> str:
        return self.loaded.facts.board

    def rematch(self, seed: bytes, file: Path) -> "LocalTable":
        """A new table with the same board, options and rivals."""
        loaded, documents = self.loaded, self._saved.documents
        own = documents.get(loaded.facts.board_file)
        whole = msgspec.json.decode(own) if own else whole_document(self.board)
        rivals = [seat.kind.removeprefix("bot:") for seat in loaded.state.seats if seat.kind != HUMAN]
        you = loaded.facts.name(PERSON) or ""
        return new_table(whole, loaded.ruleset.options, rivals, seed, you, self.lang, file)

    @property
    def record_file(self) -> Path:
        return self.file.with_suffix(".ttr-game")

    def draw(self) -> Path | None:
        """The board as it stands, beside the record; to lay out a board of one's own would take long."""
        if fingerprint(self.loaded.ruleset, self.lang, LARGE) not in shipped_plans():
            return None
        drawn = pictures(self.loaded, None, self.lang, layout_of, Post(text="", picture="board"))
        picture = self.file.with_suffix(".png")
        write_file(picture, drawn["board"])
        return picture

    def discard(self) -> None:
        self.file.unlink(missing_ok=True)

    def _entries(self) -> list[msgspec.Raw]:
        return [msgspec.Raw(entry) for entry in self._games.store.read(self._saved.game)]


def new_table(
    whole: Document,
    options: Mapping[str, str],
    rivals: Sequence[str],
    seed: bytes,
    you: str,
    lang: str,
    file: Path,
) -> LocalTable:
    """A table that has just been laid, on a shipped board or a board of one's own."""
    store = MemoryStore()
    games = Games(store, _tell_nobody, utc_now, new_seed=lambda: seed)
    if whole["name"] not in games.boards.names():
        games.boards.publish(whole, "upload")
    bots = [SeatRequest(kind="bot", bot=bot) for bot in rivals]
    request = GameRequest(
        board=str(whole["name"]), seats=(SeatRequest(name=you), *bots), options=options, visibility="private"
    )
    loaded = open_table(games, request).done.loaded
    documents = [(name, store.document(name)) for name in (loaded.facts.board_hash, loaded.facts.board_file)]
    saved = SavedTable(
        lang=lang,
        game=loaded.game,
        facts=store.facts(loaded.game),
        documents={name: msgspec.Raw(document) for name, document in documents if document},
        entries=[msgspec.Raw(entry) for entry in store.read(loaded.game)],
        choices=[],
    )
    return LocalTable(saved, file)


def _is_undo(meaning: Meaning) -> bool:
    return meaning.matter is not None and meaning.matter.name == UNDO


def _tell_nobody(game: str, version: int) -> None:
    """Nobody else follows a game in this process."""
