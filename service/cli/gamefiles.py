"""Games that `ttr show` is given: a record, a game as text, or a position."""

from typing import Any

import click
import msgspec

from service.cli.recordfiles import read_record
from ttr_core import Event, Ruleset, State, load_ruleset, replay, resolved_ruleset
from ttr_core.chain import unwrap
from ttr_core.events import GameCreated
from ttr_core.notation import BrokenNotation, read_game, read_position, ruleset_of_position, write_game
from ttr_core.notation.position import FORMAT as POSITION
from ttr_core.record import decode_record, envelopes_of


class GameFile(msgspec.Struct, frozen=True):
    """What a file holds: events, or for a position only the state."""

    ruleset: Ruleset
    events: tuple[Event, ...] = ()
    tags: dict[str, Any] = {}  # what the file says of the game besides its events
    position: State | None = None

    def state_at(self, version: int | None) -> State:
        """The state at a version, the last one if it is not said."""
        if self.position is None:
            return replay(self.ruleset, self.up_to(version))
        if version is not None:
            raise click.ClickException("a position has no versions")
        return self.position

    def up_to(self, version: int | None) -> tuple[Event, ...]:
        if version is not None and version > len(self.events):
            raise click.ClickException(f"the game has {len(self.events)} versions")
        return self.events[:version]

    def notation(self, version: int | None) -> str:
        if not self.events:
            raise click.ClickException("a position is not a game: it does not tell how it came about")
        return write_game(self.up_to(version), self.tags)


def read_game_file(name: str) -> GameFile:
    """The game, whatever it is written in; what nobody can have written is refused with its reason."""
    try:
        data = read_record(name)
        if data.startswith(b"{"):
            return _from_record(data)
        text = data.decode()
        return _from_position(text) if text.startswith(POSITION) else _from_text(text)
    except (ValueError, LookupError, TypeError) as error:  # all that reading a file of any content may raise
        raise click.ClickException(f"{name}: {error}") from error


def _from_record(data: bytes) -> GameFile:
    record = decode_record(data)
    header = record.header
    ruleset = resolved_ruleset(header.document, header.players, header.options)
    events = tuple(unwrap(envelope) for envelope in envelopes_of(record))
    return GameFile(ruleset, events, {"Game": header.game, "Head": header.head})


def _from_text(text: str) -> GameFile:
    found = read_game(text)
    created = found.events[0]
    assert isinstance(created, GameCreated)
    ruleset = load_ruleset(created.board, created.players, created.options)
    if ruleset.board_hash != created.board_hash:
        raise BrokenNotation(f"the game was played on another edition of the board {created.board}")
    return GameFile(ruleset, found.events, dict(found.tags))


def _from_position(text: str) -> GameFile:
    ruleset = ruleset_of_position(text)
    return GameFile(ruleset, position=read_position(ruleset, text))
