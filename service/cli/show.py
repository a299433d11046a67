"""`ttr show`: a game as it stood at a version, as tables, as text or as one line."""

from collections.abc import Iterator

import click

from service.cli.ending import sheet_lines
from service.cli.gamefiles import GameFile, read_game_file
from service.cli.inks import InkedWords
from service.cli.options import language_option
from service.cli.screen import Screen
from service.talk.messages import Messages
from ttr_core import State, score
from ttr_core.notation import write_position
from ttr_core.phases import Scored
from ttr_core.view import view
from ttr_core.words import Witness


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--at", type=click.IntRange(min=1), metavar="VERSION", help="The version; the last one by default."
)
@click.option("--notation", "form", flag_value="notation", help="The game up to there as text.")
@click.option("--position", "form", flag_value="position", help="The position as one line.")
@language_option
def show(file: str, at: int | None, form: str | None, lang: str) -> None:
    """Shows the game in FILE (a record, a game as text, or a position) as it stood at a version."""
    game = read_game_file(file)
    if form == "notation":
        click.echo(game.notation(at), nl=False)
        return
    state = _state(game, at)
    if form == "position":
        click.echo(write_position(game.ruleset, state))
        return
    for line in _table(game, state, lang):
        click.echo(line)


def _state(game: GameFile, at: int | None) -> State:
    try:
        return game.state_at(at)
    except (
        ValueError,
        LookupError,
        TypeError,
    ) as error:  # events that cannot follow each other, or redacted ones
        raise click.ClickException(f"the position cannot be found: {error}") from error


def _table(game: GameFile, state: State, lang: str) -> Iterator[str]:
    """Everything that lies on the table and in the hands."""
    ruleset, say = game.ruleset, Messages(lang)
    names = {seat: say("seat", number=seat) for seat in range(ruleset.players)}
    words = InkedWords(ruleset.board, lang, ruleset.routes)
    screen, seen = Screen(ruleset, say, words, names), view(ruleset, state, Witness.AUDITOR)
    phase = say.or_words(f"phase.{seen.phase}", seen.phase)
    yield screen.title(f"{words.label(ruleset.board.title)} – {phase}")
    yield from screen.players(seen)
    yield screen.market(seen)
    yield screen.ticket_decks(seen)
    for seat, name in names.items():
        yield screen.title(name)
        yield from screen.mine(view(ruleset, state, seat))
        yield from (f"  {words.route(route)}" for route in seen.seats[seat].routes)
    if isinstance(state.phase, Scored):
        yield screen.title(say("final"))
        yield from sheet_lines(score(ruleset, state), say, names)
