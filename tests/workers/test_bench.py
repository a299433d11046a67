"""`ttr bench`: deadlines fired and replays drawn by real processes, of which nothing is left."""

from datetime import timedelta

import click
import pytest

from service.bench.timing import Effort
from service.cli.bench import EXPECTED, bench
from workers.bench import clock_bench, replay_bench


def test_the_part_is_offered_though_the_service_does_not_know_workers() -> None:
    part = next(parameter for parameter in bench.params if parameter.name == "part")
    assert isinstance(part.type, click.Choice)
    assert "clocks" in part.type.choices


@pytest.mark.soak
def test_deadlines_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_bench, "WAITING", 600)
    monkeypatch.setattr(clock_bench, "MARGIN", timedelta(seconds=10))
    measures = list(clock_bench.clock_measures(Effort(rounds=1, games=1, patience=1.0)))
    assert len(measures) == EXPECTED["clocks"]
    assert all(measure.value > 0 for measure in measures)


@pytest.mark.soak
def test_a_replay_is_measured_from_the_request_to_the_file() -> None:
    """It is there within 20 seconds and weighs less than 2 MB."""
    (measure,) = replay_bench.replay_measures(Effort(rounds=1, games=1, patience=1.0))
    assert 0 < measure.value < 20
    kilobytes = int(measure.note.removesuffix(" kB").rpartition(" ")[2])
    assert kilobytes < 2000
