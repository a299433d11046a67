"""`ttr boards`: which boards there are, what is on them, and whether a file is one."""

from collections.abc import Mapping

import click

from service.cli.board_check import check_board
from service.cli.board_show import board_facts, board_lines
from service.cli.boardfiles import open_board
from service.cli.columns import columns
from service.cli.options import board_options, echo_json, json_option, language_option
from ttr_core.board import file_part, resolve, to_board
from ttr_core.library import board_names, whole_document


@click.group()
def boards() -> None:
    """The boards: list them, show one, check a file."""


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
    rows = [(f["name"], f["title"][lang], "{}-{}".format(*f["players"]), f["provenance"]) for f in facts]
    for line in columns([("NAME", "TITLE", "PLAYERS", "PROVENANCE"), *rows]):
        click.echo(line)


@boards.command("show")
@click.argument("name")
@click.option("--players", type=int, help="Show it for this number of players; the fewest if absent.")
@board_options
@json_option
@language_option
def show_board(name: str, players: int | None, options: Mapping[str, str], as_json: bool, lang: str) -> None:
    """Show a board: its cities, routes, tickets, options and rules. NAME may be a file."""
    whole = open_board(name)
    count = whole["players"][0] if players is None else players
    board, file = to_board(resolve(whole, count, options)), file_part(whole)
    if as_json:
        echo_json(board_facts(board, file, count))
    else:
        click.echo_via_pager("\n".join(board_lines(board, file, count, lang)) + "\n")


@boards.command("check")
@click.argument("names", nargs=-1, metavar="[NAME|FILE]...")
@json_option
@click.pass_context
def check_boards(ctx: click.Context, names: tuple[str, ...], as_json: bool) -> None:
    """Check boards, all that are shipped if none is named; a name may be a file of your own."""
    reports = [check_board(name) for name in names or board_names()]
    if as_json:
        echo_json(reports)
    for report in () if as_json else reports:
        for line in report.lines():
            click.echo(line)
    if any(report.errors for report in reports):
        ctx.exit(1)
