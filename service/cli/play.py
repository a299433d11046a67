"""`ttr play`: a game in the terminal, a person against bots."""

from collections.abc import Mapping
from secrets import token_hex

import click

from service.cli.boardfiles import open_board
from service.cli.options import board_options, language_option, read_bots, seed_bytes
from service.cli.sitting import Leave, Sitting
from ttr_core.loading import compile_ruleset


@click.command()
@click.argument("board")
@click.option("--players", type=int, help="Players at the table, you included; the fewest if absent.")
@click.option(
    "--bots", callback=read_bots, default="greedy", show_default=True, help="Your rivals, repeated."
)
@click.option("--seed", help="Any text; the same seed deals the same cards. Drawn if absent.")
@board_options
@language_option
def play(
    board: str,
    players: int | None,
    bots: tuple[str, ...],
    seed: str | None,
    options: Mapping[str, str],
    lang: str,
) -> None:
    """Play a game on BOARD, the name of a board or a file, against bots."""
    whole = open_board(board)
    low, high = whole["players"]
    count = players if players is not None else min(max(low, len(bots) + 1), high)
    ruleset = compile_ruleset(whole, count, options)
    seed = seed or token_hex(16)
    rivals = [bots[n % len(bots)] for n in range(count - 1)]
    sitting = Sitting(ruleset, seed_bytes(seed), rivals, lang)
    try:
        sitting.run()
    except (Leave, KeyboardInterrupt, EOFError):
        click.echo()
        click.echo(sitting.say("bye"))
