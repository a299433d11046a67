"""`ttr rebuild`: makes the lists of players' games anew, from the games themselves."""

import click

from service.players.game_lists import game_lists_of
from workers.environment import games, settings
from workers.preflight import plain_errors, reach_store


@click.command()
def rebuild() -> None:
    """Make the lists of players' games anew, from the server in TTR_REDIS_URL; they stay in use meanwhile."""
    with plain_errors():
        reach_store(settings())
        number, rows = game_lists_of(games()).rebuild()
    click.echo(f"{number} games with players, {rows} rows in their lists")
