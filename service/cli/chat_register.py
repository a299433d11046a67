"""`ttr chat-register`: register the service's slash commands and its address with a chat platform."""

import json
import os

import click

from service.chat.discord import Discord, commands
from service.chat.platform import PlatformRefused
from service.config import BadConfig, from_environment

ADDRESS = "/v1/chat/discord"


@click.command("chat-register")
@click.argument("platform", type=click.Choice(["discord"]))
@click.option("--url", help="Public address of the service, such as https://trains.example.org.")
@click.option("--show", is_flag=True, help="Print the commands as JSON and register nothing.")
def chat_register(platform: str, url: str | None, show: bool) -> None:
    """Register the slash commands with PLATFORM. Settings come from the environment (TTR_DISCORD_TOKEN)."""
    if show:
        click.echo(json.dumps(commands(), ensure_ascii=False, indent=2))
        return
    try:
        _register(Discord(from_environment(os.environ)), url)
    except BadConfig as error:
        raise click.ClickException(str(error)) from error
    except PlatformRefused as refused:
        raise click.ClickException(f"Discord refused: {refused}") from refused


def _register(api: Discord, url: str | None) -> None:
    application = api.application()
    api.put_commands(application, commands())
    click.echo(f"Registered {len(commands())} commands for the application {application}.")
    if url:
        api.set_address(url.rstrip("/") + ADDRESS)
        click.echo(f"Discord sends interactions to {url.rstrip('/')}{ADDRESS}.")
