"""The command line `ttr`: built-in commands, and commands of other installed packages.

A package adds a command by an entry point of the group `ttr.commands` that names a click command.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, entry_points, version

import click

from ttr_core.model.violations import BoardDefect

DISTRIBUTION = "ticket-to-ride-by-post"
ADDED_COMMANDS = "ttr.commands"
BUILT_IN: Mapping[str, tuple[str, str]] = {
    "admin": ("service.cli.operators.admin", "admin"),
    "bench": ("service.cli.bench", "bench"),
    "boards": ("service.cli.boards", "boards"),
    "chat": ("service.cli.terminal_games.chat", "chat"),
    "chat-register": ("service.cli.chat_register", "chat_register"),
    "join": ("service.cli.terminal_games.join", "join"),
    "ladder": ("service.cli.bot_matches.ladder", "ladder"),
    "play": ("service.cli.terminal_games.play", "play"),
    "rules": ("service.cli.skeletons.project_files", "rules"),
    "show": ("service.cli.show", "show"),
    "simulate": ("service.cli.simulate", "simulate"),
    "verify": ("service.cli.verify", "verify"),
}

Load = Callable[[], click.Command]


class Commands(click.Group):
    """Imports a command when it is used, and shows a defect of a board as a message instead of a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_loaders())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        load = _loaders().get(cmd_name)
        if load is None:
            return None
        try:
            return load()
        except (ImportError, AttributeError) as error:  # a broken package must not break `ttr`
            return _unavailable(cmd_name, error)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BoardDefect as defect:
            raise click.ClickException(str(defect)) from defect


def _loaders() -> dict[str, Load]:
    """How to load each command; other packages cannot replace a built-in one."""
    added: dict[str, Load] = {entry.name: entry.load for entry in entry_points(group=ADDED_COMMANDS)}
    return added | {name: _built_in(*place) for name, place in BUILT_IN.items()}


def _built_in(module: str, attribute: str) -> Load:
    def load() -> click.Command:
        command: click.Command = getattr(import_module(module), attribute)
        return command

    return load


def _unavailable(name: str, error: Exception) -> click.Command:
    settings = {"ignore_unknown_options": True, "allow_extra_args": True}

    @click.command(name, short_help="(not available)", context_settings=settings)
    def refuse() -> None:
        raise click.ClickException(f"cannot load the command {name!r}: {error}")

    return refuse


def _show_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"ttr {_version()}")
        ctx.exit()


def _version() -> str:
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "(not installed)"


@click.group(cls=Commands, name="ttr", context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Ticket to Ride by post: boards, games and simulations."""
