"""`ttr chat-register`: tells a chat platform which commands the service understands, and where it is."""

import json
import os

import click

from service.chat.discord import Discord, commands
from service.chat.platform import PlatformRefused
from service.config import BadConfig, from_environment

ADDRESS = "/v1/chat/discord"


@click.command("chat-register")
@click.argument("platform", type=click.Choice(["discord"]))
@click.option("--url", help="Where the platform reaches the service, such as https://trains.example.org.")
@click.option("--show", is_flag=True, help="Only print the commands as JSON.")
def chat_register(platform: str, url: str | None, show: bool) -> None:
    """Register the commands with PLATFORM; settings come from the environment (TTR_DISCORD_TOKEN)."""
    if show:
        click.echo(json.dumps(commands(), ensure_ascii=False, indent=2))
        return
    try:
        _register(Discord(from_environment(os.environ)), url)
    except BadConfig as error:
        raise click.ClickException(str(error)) from error
    except PlatformRefused as refused:
        raise click.ClickException(f"Discord does not take it: {refused}") from refused


def _register(api: Discord, url: str | None) -> None:
    application = api.application()
    api.put_commands(application, commands())
    click.echo(f"{len(commands())} commands registered for the application {application}.")
    if url:
        api.set_address(url.rstrip("/") + ADDRESS)
        click.echo(f"Interactions go to {url.rstrip('/')}{ADDRESS}.")
