"""`ttr bench`: how fast the engine is on this machine. It measures; it never judges."""

import os
import platform
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import click

from service.bench.engine import game_measures
from service.bench.http_service import service_measures
from service.bench.longest_trails import trail_measures
from service.bench.pictures import picture_measures
from service.bench.records import audit_measures
from service.bench.timing import FULL, QUICK, Effort, Measure
from service.cli.options import echo_json, json_option
from service.cli.terminal import columns, progress

Part = Callable[[Effort], Iterator[Measure]]
PARTS: dict[str, tuple[Part, ...]] = {
    "engine": (game_measures, trail_measures),
    "service": (service_measures,),
    "pictures": (picture_measures,),
    "audit": (audit_measures,),
}
ADDED_PARTS = "ttr.bench"  # packages that lie outside add theirs by entry points of this group
# measures, for the progress bar
EXPECTED = {"engine": 17, "service": 17, "pictures": 12, "audit": 5, "clocks": 5, "webhooks": 4}


def _names() -> list[str]:
    return sorted({*PARTS, *(entry.name for entry in entry_points(group=ADDED_PARTS))})


def _parts(name: str) -> tuple[Part, ...]:
    """What is built in, or what another package adds."""
    return PARTS.get(name) or tuple(entry.load() for entry in entry_points(group=ADDED_PARTS, name=name))


@click.command()
@click.argument("part", type=click.Choice(_names()), default="engine")
@click.option("--quick", is_flag=True, help="Fewer games and rounds: seconds instead of minutes.")
@json_option
def bench(part: str, quick: bool, as_json: bool) -> None:
    """Measure the engine (games, replay, longest paths, legal lists), the service (commands, views),
    the pictures of boards, the audit of records, the deadlines of waiting games, or the delivery of webhooks.

    Compare ratios of one run, not seconds of two.
    """
    effort = QUICK if quick else FULL
    found: list[Measure] = []
    with progress("measuring", EXPECTED.get(part, 1)) as advance:
        for measures in _parts(part):
            for measure in measures(effort):
                found.append(measure)
                advance(1)
    if as_json:
        echo_json({"machine": _machine(), "effort": effort, "measures": found})
        return
    click.echo(", ".join(f"{value}" for value in _machine().values()))
    if part == "engine":
        click.echo(f"CPU time of one process, medians of {effort.rounds} rounds, {effort.games} games")
    rows = [(m.name, _figure(m.value), m.unit, m.note) for m in found]
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
    """The processor's own name where the system tells it."""
    described = Path("/proc/cpuinfo")
    lines = described.read_text("utf-8").splitlines() if described.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"
