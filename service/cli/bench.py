"""`ttr bench`: measure the engine, the service and their parts on this machine. It reports without judging."""

import os
import platform
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import click

from service.bench.bot_choices import ANYWHERE_MEASURES, CHOICE_MEASURES, TABLES, bot_measures
from service.bench.engine import game_measures
from service.bench.game_list_load import player_measures
from service.bench.http_service import service_measures
from service.bench.longest_trails import trail_measures
from service.bench.pictures import picture_measures
from service.bench.records import audit_measures
from service.bench.timing import FULL, QUICK, Effort, Measure
from service.cli.options import echo_json, json_option
from service.cli.terminal import columns, progress
from ttr_core.bots import POLICIES

Part = Callable[[Effort], Iterator[Measure]]
PARTS: dict[str, tuple[Part, ...]] = {
    "engine": (game_measures, trail_measures),
    "bots": (bot_measures,),
    "service": (service_measures,),
    "pictures": (picture_measures,),
    "players": (player_measures,),
    "audit": (audit_measures,),
}
ADDED_PARTS = "ttr.bench"  # entry points by which other packages add parts
# number of measures, for the progress bar
EXPECTED = {
    "engine": 20,
    "bots": (CHOICE_MEASURES * len(TABLES) + ANYWHERE_MEASURES) * len(POLICIES) + 6,
    "service": 20,
    "pictures": 117,
    "audit": 5,
    "players": 13,
    "clocks": 5,
    "webhooks": 4,
}


def _names() -> list[str]:
    return sorted({*PARTS, *(entry.name for entry in entry_points(group=ADDED_PARTS))})


def _parts(name: str) -> tuple[Part, ...]:
    """What is built in, and what other packages add to it."""
    added = (entry.load() for entry in entry_points(group=ADDED_PARTS, name=name))
    return (*PARTS.get(name, ()), *added)


@click.command()
@click.argument("part", type=click.Choice(_names()), default="engine")
@click.option("--quick", is_flag=True, help="Fewer games and rounds: seconds instead of minutes.")
@json_option
def bench(part: str, quick: bool, as_json: bool) -> None:
    """Measure one PART of the software on this machine.

    engine (games, replay, longest paths, legal commands), bots (their choices), service (commands and views over
    HTTP), pictures (boards), players (lists of their games, notices), audit (records), clocks (deadlines of waiting
    games) or webhooks (their delivery). Compare ratios within one run, not seconds of two runs.
    """
    effort = QUICK if quick else FULL
    measures: list[Measure] = []
    with progress("measuring", EXPECTED.get(part, 1)) as advance:
        for measures_of in _parts(part):
            for measure in measures_of(effort):
                measures.append(measure)
                advance(1)
    if as_json:
        echo_json({"machine": _machine(), "effort": effort, "measures": measures})
        return
    click.echo(", ".join(f"{value}" for value in _machine().values()))
    if part == "engine":
        click.echo(f"CPU time of one process, the least of {effort.rounds} rounds, {effort.games} games")
    rows = [(m.name, _figure(m.value), m.unit, m.note) for m in measures]
    for line in columns([("WHAT", "MEASURED", "UNIT", "MEANING"), *rows], right=(1,)):
        click.echo(line)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:g}"


def _machine() -> dict[str, str]:
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": f"{os.cpu_count()} cores",
    }


def _processor() -> str:
    """The processor's name, if the system knows it."""
    described = Path("/proc/cpuinfo")
    lines = described.read_text("utf-8").splitlines() if described.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"
