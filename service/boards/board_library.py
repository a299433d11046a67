"""The boards of a service: those that come with the game, and its operator's own, which the store keeps.

An own board is a map file, merged with its parent, under the hash of its content; a property of the store says which
hash a name stands for. All processes read both, so a new board can be played at once. A game is pinned to its own
document: neither a new version of its board nor a withdrawn one changes it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from service.boards.map_file import BadMapFile, check_map_file, variants
from service.caches import RecentlyUsed
from service.errors import BoardNameTaken, BoardNotFound
from service.store import Store
from ttr_core import Ruleset, board_names, compile_ruleset
from ttr_core.boards.board import BoardFile, Document, content_hash, file_part, resolve
from ttr_core.boards.check.defects import Defect, error
from ttr_core.boards.library import file_of, is_board_name, whole_document
from ttr_core.history.chain import canonical
from ttr_core.model.violations import BoardDefect

OWNER = "boards"  # of the properties that name the own boards
RULESETS, DOCUMENTS = 256, 64  # kept by a process

Origin = Literal["shipped", "own"]
Source = Literal["upload", "directory"]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What the store says of an own board."""

    hash: str  # of the map file, merged with its parent
    source: Source
    withdrawn: bool = False  # games go on, new ones are not created


class ServedBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board that games can be created on; `hash` is "" for one that comes with the game."""

    name: str
    origin: Origin
    whole: Document  # the map file, merged with its parent
    hash: str = ""


class Published(msgspec.Struct, frozen=True):
    """A board that was published, and whether that changed anything."""

    board: ServedBoard
    new: bool
    warnings: Sequence[Defect] = ()


class BoardLibrary:
    """All boards of a service."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._documents: RecentlyUsed[str, Document] = RecentlyUsed(DOCUMENTS)
        self._rulesets: RecentlyUsed[tuple[str, str, int, str], Ruleset] = RecentlyUsed(RULESETS)

    # what there is

    def names(self) -> tuple[str, ...]:
        """Every board that a game can be created on, sorted."""
        own = (name for name, entry in self._entries().items() if not entry.withdrawn)
        return tuple(sorted({*board_names(), *own}))

    def boards(self) -> Iterator[ServedBoard]:
        entries = self._entries()
        for name in sorted({*board_names(), *entries}):
            if name in board_names() or not entries[name].withdrawn:
                yield self._served(name, entries.get(name))

    def find(self, name: str, *, withdrawn: bool = False) -> ServedBoard:
        """The board of this name; a withdrawn one only if the caller says so."""
        entry = None if name in board_names() else self._entries().get(name)
        if name not in board_names() and (entry is None or (entry.withdrawn and not withdrawn)):
            raise BoardNotFound(boards=list(self.names()))
        return self._served(name, entry)

    def ruleset(self, board: ServedBoard, players: int, options: Mapping[str, str]) -> Ruleset:
        """The ruleset of a new game; raises `BoardDefect` if these options cannot be played."""
        key = (board.name, board.hash, players, canonical(options).decode())
        return self._rulesets.get_or_make(key, lambda: compile_ruleset(board.whole, players, options))

    def variants(self, board: ServedBoard) -> Iterator[Ruleset]:
        """The board with its defaults, and with every other choice on its own, for the most players."""
        for options in variants(board.whole):
            yield self.ruleset(board, board.whole["players"][1], options)

    def by_players(self, board: ServedBoard) -> list[Ruleset]:
        """The board with its defaults, for each number of players."""
        fewest, most = board.whole["players"]
        return [self.ruleset(board, players, {}) for players in range(fewest, most + 1)]

    def find_document(
        self, document: Document, players: int, options: Mapping[str, str]
    ) -> ServedBoard | None:
        """The board whose resolved document this is."""
        try:
            board = self.find(str(document.get("name")), withdrawn=True)
            resolved = resolve(board.whole, players, options)
        except (BoardNotFound, BoardDefect):
            return None
        return board if content_hash(resolved) == content_hash(document) else None

    def _served(self, name: str, entry: Entry | None) -> ServedBoard:
        if name in board_names() or entry is None:
            return ServedBoard(name=name, origin="shipped", whole=whole_document(name))
        return ServedBoard(name=name, origin="own", whole=self._document(entry.hash), hash=entry.hash)

    def _document(self, name: str) -> Document:
        return self._documents.get_or_make(name, lambda: own_document(self._store, name))

    def _entries(self) -> dict[str, Entry]:
        texts = self._store.properties(OWNER)
        return {name: msgspec.json.decode(text, type=Entry) for name, text in texts.items()}

    # how own boards come and go

    def publish(self, whole: Document, source: Source) -> Published:
        """Checks a merged map file and offers it under its name, in place of the version before."""
        name, board_hash = str(whole.get("name")), content_hash(whole)
        before, entry = self._entries().get(name), Entry(hash=board_hash, source=source)
        if before == entry:
            return Published(self._served(name, entry), False)
        warnings = check(whole)
        self._store.keep_document(board_hash, canonical(whole))
        self._put({name: entry})
        new = before is None or before.withdrawn or before.hash != board_hash
        return Published(self._served(name, entry), new, warnings)

    def withdraw(self, name: str) -> None:
        """Offers an own board no longer; games on it go on."""
        entry = self._entries()[self.find(name).name]
        self._put({name: msgspec.structs.replace(entry, withdrawn=True)})

    def withdraw_all_but(self, names: Collection[str], source: Source) -> None:
        """Offers no longer what came from a source and is not there any more."""
        gone = {
            name: msgspec.structs.replace(entry, withdrawn=True)
            for name, entry in self._entries().items()
            if entry.source == source and not entry.withdrawn and name not in names
        }
        self._put(gone)

    def _put(self, entries: Mapping[str, Entry]) -> None:
        if entries:
            texts = {name: msgspec.json.encode(entry).decode() for name, entry in entries.items()}
            self._store.set_properties(OWNER, texts)


def check(whole: Document) -> Sequence[Defect]:
    """The warnings about a merged map file; raises `BadMapFile` or `BoardNameTaken` if it cannot be offered."""
    warnings = check_map_file(whole)
    if whole.get("abstract"):
        raise BadMapFile([error("/abstract", "abstract", "nobody plays on a board that is only a parent")])
    if is_board_name(whole["name"]):
        raise BoardNameTaken(board=whole["name"])
    return warnings


def own_document(store: Store, name: str) -> Document:
    """An own board's map file by its hash."""
    data = store.document(name)
    if data is None:
        raise LookupError(f"the store has lost the map file {name}")
    document: Document = msgspec.json.decode(data)
    return document


def file_for(store: Store, board: str, file_hash: str) -> BoardFile:
    """What the map file of a game's board says beside the game; an own board keeps what its game began with."""
    return file_part(own_document(store, file_hash)) if file_hash else file_of(board)
