"""`ttr boards`: list the boards, show one in words or as data, draw one, check a board file, begin a new one."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
import msgspec

from service.boards.map_file import BadMapFile, map_file_defects
from service.cli.board_files import open_board
from service.cli.options import board_options, echo_json, json_option, language_option
from service.cli.skeletons.project_files import BOARD_STEPS, begin, root_option
from service.cli.skeletons.templates import new_board_files
from service.cli.terminal import CardPaint, columns
from service.language.languages import Lang, Messages
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.board_picture import NARROWEST, USUAL_WIDTH, WIDEST, PictureOptions, board_svg
from service.pictures.drawing.scene import empty_scene
from service.pictures.png import png_of
from ttr_core.boards.board import Board, BoardFile, file_part, resolve, to_board
from ttr_core.boards.check.defects import Defect, error
from ttr_core.boards.library import board_names, whole_document
from ttr_core.engine.ruleset import Ruleset
from ttr_core.load import compile_ruleset
from ttr_core.model.violations import BoardDefect

# check


class Report(msgspec.Struct, frozen=True):
    """The defects of one board; `errors` counts those that make it unplayable."""

    board: str
    errors: int
    warnings: int
    defects: tuple[Defect, ...]

    def lines(self) -> Iterator[str]:
        for defect in self.defects:
            colour = "red" if defect.severity == "error" else "yellow"
            severity = click.style(defect.severity, fg=colour)
            yield f"{self.board}: {defect.place or '/'}: {severity} {defect.code}: {defect.message}"
        verdict = click.style("not playable", fg="red") if self.errors else click.style("ok", fg="green")
        yield f"{self.board}: {verdict}, {self.errors} errors, {self.warnings} warnings"


def check_board(name: str) -> Report:
    """All defects of a board: those of the document, then variants that do not compile. An unreadable file is one."""
    try:
        defects = map_file_defects(open_board(name))
    except BadMapFile as bad:
        defects = bad.defects
    except BoardDefect as unknown:
        defects = (error("", "unreadable", str(unknown)),)
    errors = sum(defect.severity == "error" for defect in defects)
    return Report(name, errors, len(defects) - errors, defects)


# show


def board_facts(board: Board, file: BoardFile, players: int) -> dict[str, Any]:
    """The resolved board, its options, and the number of players it was resolved for."""
    options = {
        name: {
            "label": option.label,
            "default": option.default,
            "choices": {name: choice.label for name, choice in option.choices.items()},
        }
        for name, option in file.options.items()
    }
    return {**msgspec.to_builtins(board), "options": msgspec.to_builtins(options), "shown_for": players}


def board_lines(ruleset: Ruleset, file: BoardFile, lang: str) -> Iterator[str]:
    board, players = ruleset.board, ruleset.players
    say, words = Messages(lang), board_words(ruleset, lang)
    yield click.style(f"{words.label(board.title)} ({board.name})", bold=True)
    yield say(
        "board-players", low=board.players[0], high=board.players[1], trains=board.trains, shown=players
    )
    yield say.named(f"board-provenance-{board.provenance.status}", words.label(board.provenance.statement))
    sections = {
        "board-options": _options(file, words),
        "board-rules": _rules(board),
        "board-cities": _cities(board, words),
        "board-routes": _routes(board, words),
        "board-tickets": _tickets(board, words),
    }
    for title, lines in sections.items():
        if lines:
            yield ""
            yield click.style(say(title), bold=True)
            yield from ("  " + line for line in lines)


def _options(file: BoardFile, words: BoardWords) -> list[str]:
    rows = [
        (
            "*" if chosen == option.default else "",
            f"{name}={chosen}",
            words.say("named", name=words.label(option.label), value=words.label(choice.label)),
        )
        for name, option in file.options.items()
        for chosen, choice in option.choices.items()
    ]
    return columns(rows)


def _rules(board: Board) -> list[str]:
    rows = [(name, _settings(settings)) for name, settings in board.rules.items()]
    return columns(rows)


def _settings(settings: Any) -> str:  # a rule's settings may have any shape
    return msgspec.json.encode(settings).decode()


def _cities(board: Board, words: BoardWords) -> list[str]:
    rows = [(city.id, words.place(city.id)) for city in board.cities]
    zones = [
        (
            zone.id,
            words.say("named", name=words.place(zone.id), value=", ".join(map(words.place, zone.cities))),
        )
        for zone in board.zones
    ]
    return columns([*rows, *zones])


def _routes(board: Board, words: BoardWords) -> list[str]:
    rows = [(words.ends(r), r.length, words.colours(r.colour), words.features(r), r.id) for r in board.routes]
    return columns(rows, right=(1,))


def _tickets(board: Board, words: BoardWords) -> list[str]:
    rows = [(words.ticket_ends(t), words.ticket_points(t), ", ".join(t.sets), t.id) for t in board.tickets]
    return columns(rows, right=(1,))


# the commands


@click.group()
def boards() -> None:
    """List the boards, show or draw one, check a board file, or begin a new one."""


@boards.command("list")
@json_option
@language_option
def list_boards(as_json: bool, lang: str) -> None:
    """List the boards that can be played."""
    documents = [whole_document(name) for name in board_names()]
    facts = [
        {
            "name": document["name"],
            "title": document["title"],
            "players": document["players"],
            "provenance": document["provenance"]["status"],
        }
        for document in documents
    ]
    if as_json:
        echo_json(facts)
        return
    say = Messages(lang)
    heads = [say(f"column-{name}") for name in ("name", "title", "players", "provenance")]
    rows = [
        (
            f["name"],
            f["title"][lang],
            "{}-{}".format(*f["players"]),
            say(f"board-provenance-{f['provenance']}"),
        )
        for f in facts
    ]
    for line in columns([heads, *rows]):
        click.echo(line)


@boards.command("show")
@click.argument("name")
@click.option("--players", type=int, help="Number of players; the fewest by default.")
@board_options
@json_option
@language_option
def show_board(name: str, players: int | None, options: Mapping[str, str], as_json: bool, lang: str) -> None:
    """Show a board: its cities, routes, tickets, options and rules. NAME is a board or a file."""
    whole = open_board(name)
    count = whole["players"][0] if players is None else players
    file = file_part(whole)
    if as_json:
        echo_json(board_facts(to_board(resolve(whole, count, options)), file, count))
    else:
        ruleset = compile_ruleset(whole, count, options)
        paint = CardPaint(ruleset, lang)
        click.echo_via_pager("\n".join(map(paint, board_lines(ruleset, file, lang))) + "\n")


@boards.command("check")
@click.argument("names", nargs=-1, metavar="[NAME|FILE]...")
@json_option
@click.pass_context
def check_boards(ctx: click.Context, names: tuple[str, ...], as_json: bool) -> None:
    """Check boards or board files; without arguments, all shipped boards."""
    reports = [check_board(name) for name in names or board_names()]
    if as_json:
        echo_json(reports)
    for report in () if as_json else reports:
        for line in report.lines():
            click.echo(line)
    if any(report.errors for report in reports):
        ctx.exit(1)


@boards.command("draw")
@click.argument("name", metavar="NAME|FILE")
@click.option(
    "--output",
    "-o",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The picture: a file that ends in .svg or .png.",
)
@click.option("--players", type=int, help="Number of players; the fewest by default.")
@click.option(
    "--width",
    type=click.IntRange(NARROWEST, WIDEST),
    default=USUAL_WIDTH,
    show_default=True,
    help="In pixels; less than 880 is laid out for phones.",
)
@board_options
@language_option
def draw_board(
    name: str, output: Path, players: int | None, width: int, options: Mapping[str, str], lang: Lang
) -> None:
    """Draw an empty board. A board of your own takes some seconds, until its names have found their places."""
    if output.suffix not in (".svg", ".png"):
        raise click.BadParameter("the name must end in .svg or .png", param_hint="--output")
    whole = open_board(name)
    ruleset = compile_ruleset(whole, whole["players"][0] if players is None else players, options)
    svg = board_svg(ruleset, empty_scene(ruleset), PictureOptions(lang=lang, width=width))
    output.write_bytes(svg.encode() if output.suffix == ".svg" else png_of(svg))
    click.echo(str(output))


@boards.command("new")
@click.argument("name")
@root_option
def new_board(name: str, root: Path) -> None:
    """Begin a board: a map file that can be played, and a conformance case for it."""
    begin(name, new_board_files(name), root)
    click.echo(BOARD_STEPS.format(name=name))
