"""`ttr show`: the game in a file (a record, a game as text, or a position) at any version.

It prints tables, the game as text, or the position as one line.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click
import msgspec

from service.cli.options import language_option
from service.cli.terminal import CardPaint
from service.cli.terminal_games.screen import Screen, sheet_lines
from service.games.record_files import read_record
from service.language.languages import Messages
from service.language.speech.rule_display import RuleDisplay
from service.language.vocabulary.board_words import Values, board_words
from ttr_core import Event, Ruleset, State, load_ruleset, replay, resolved_ruleset, score
from ttr_core.engine.views import view
from ttr_core.history.chain import unwrap
from ttr_core.history.record import decode_record, envelopes_of
from ttr_core.model.events import GameCreated
from ttr_core.model.ids import SeatId, Witness
from ttr_core.model.phases import Scored
from ttr_core.model.remarks import Topic
from ttr_core.notation import (
    BrokenNotation,
    read_game,
    read_position,
    ruleset_of_position,
    write_game,
    write_position,
)
from ttr_core.notation.position import FORMAT as POSITION

NAMES = "Names"  # the tag of a game as text that says who plays, from seat 1 on


class GameFile(msgspec.Struct, frozen=True):
    """The content of a file: events, or for a position only the state."""

    ruleset: Ruleset
    events: tuple[Event, ...] = ()
    tags: dict[str, Any] = {}  # what the file says about the game besides its events
    position: State | None = None

    def state_at(self, version: int | None) -> State:
        """The state at a version; without one, the last."""
        if self.position is None:
            return replay(self.ruleset, self.up_to(version))
        if version is not None:
            raise click.ClickException("a position has no versions")
        return self.position

    def up_to(self, version: int | None) -> tuple[Event, ...]:
        if version is not None and version > len(self.events):
            raise click.ClickException(f"the game has {len(self.events)} versions")
        return self.events[:version]

    def named(self, names: Sequence[str]) -> "GameFile":
        """With these names of the players: no record has any, since people may have theirs erased."""
        if len(names) > self.ruleset.players:
            raise click.ClickException(f"the game has {self.ruleset.players} players")
        return msgspec.structs.replace(self, tags={**self.tags, NAMES: list(names)}) if names else self

    def names(self, say: Messages) -> Mapping[SeatId, str]:
        """Of all seats: those in the file, else their numbers."""
        listed = self.tags.get(NAMES)
        known = dict(enumerate(listed)) if isinstance(listed, list) else {}
        return {seat: str(known.get(seat) or say.seat(seat)) for seat in range(self.ruleset.players)}

    def notation(self, version: int | None) -> str:
        if not self.events:
            raise click.ClickException("a position is not a game: it holds no history")
        return write_game(self.up_to(version), self.tags)


def read_game_file(name: str) -> GameFile:
    """Read a game in any of the three formats; refuse anything else with the reason."""
    try:
        data = read_record(name)
        if data.startswith(b"{"):
            return _from_record(data)
        text = data.decode()
        return _from_position(text) if text.startswith(POSITION) else _from_text(text)
    except OSError as error:
        raise click.ClickException(f"{name}: {error.strerror or error}") from error
    except (ValueError, LookupError, TypeError) as error:  # reading a file of any content may raise these
        raise click.ClickException(f"{name}: {error}") from error


def _from_record(data: bytes) -> GameFile:
    record = decode_record(data)
    header = record.header
    ruleset = resolved_ruleset(header.document, header.players, header.options, header.rules_version)
    events = tuple(unwrap(envelope) for envelope in envelopes_of(record))
    return GameFile(ruleset, events, {"Game": header.game, "Head": header.head})


def _from_text(text: str) -> GameFile:
    game = read_game(text)
    created = game.events[0]
    assert isinstance(created, GameCreated)
    ruleset = load_ruleset(created.board, created.players, created.options, created.rules_version)
    if ruleset.board_hash != created.board_hash:
        raise BrokenNotation(f"the game was played on a different edition of the board {created.board}")
    return GameFile(ruleset, game.events, dict(game.tags))


def _from_position(text: str) -> GameFile:
    ruleset = ruleset_of_position(text)
    return GameFile(ruleset, position=read_position(ruleset, text))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--at", type=click.IntRange(min=1), metavar="VERSION", help="Version to show; the last one by default."
)
@click.option("--notation", "form", flag_value="notation", help="Print the game up to this version as text.")
@click.option("--position", "form", flag_value="position", help="Print the position as one line.")
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="What a player is called: of seat 1 first, then of seat 2 and so on. A record holds no names.",
)
@language_option
def show(file: str, at: int | None, form: str | None, names: Sequence[str], lang: str) -> None:
    """Show the game in FILE (a record, a game as text, or a position) at a version."""
    game = read_game_file(file).named(names)
    if form == "notation":
        click.echo(game.notation(at), nl=False)
        return
    state = _state(game, at)
    if form == "position":
        click.echo(write_position(game.ruleset, state))
        return
    paint = CardPaint(game.ruleset, lang)
    for line in _table(game, state, lang):
        click.echo(paint(line))


def _state(game: GameFile, at: int | None) -> State:
    try:
        return game.state_at(at)
    except (
        ValueError,
        LookupError,
        TypeError,
    ) as error:  # events that cannot follow each other, or redacted ones
        raise click.ClickException(f"the game cannot be replayed: {error}") from error


def _table(game: GameFile, state: State, lang: str) -> Iterator[str]:
    """Everything on the table and in the hands."""
    ruleset, say = game.ruleset, Messages(lang, game.ruleset)
    names = game.names(say)
    words = board_words(ruleset, lang)
    screen, seen = Screen(ruleset, say, words, names), view(ruleset, state, Witness.AUDITOR)
    phase = say.or_words(f"phase-{seen.phase}", seen.phase)
    yield screen.title(f"{words.label(ruleset.board.title)} – {phase}")
    yield from screen.players(seen)
    yield screen.market(seen)
    yield screen.ticket_decks(seen)
    rules, public = RuleDisplay(ruleset, say, Values(words, names), Witness.AUDITOR), Witness.SPECTATOR
    for topic in (Topic.MAP, Topic.SCORE):
        yield from rules.lines(view(ruleset, state, public), topic)
    for seat, name in names.items():
        own = view(ruleset, state, seat)
        yield screen.title(name)
        yield from screen.hand_and_tickets(own)
        yield from rules.lines(own, Topic.HAND)
        yield from (f"  {words.route(route)}" for route in seen.seats[seat].routes)
    if isinstance(state.phase, Scored):
        yield screen.title(say("final"))
        yield from sheet_lines(score(ruleset, state), say, names)
