"""Deadlines through the whole service: agreed on over HTTP, fired by its own processes, one of which is killed."""

from pathlib import Path
from random import Random

from service.clocks.heartbeat import ATTENDED, HEARTBEATS, REACHABLE
from tests.support.store.store_servers import eventually
from tests.support.workers.supervised_service import running
from ttr_client import Client
from ttr_client.types import ClockSettingsRequest, Event

CLOCK: ClockSettingsRequest = {"kind": "per_move", "seconds": 2, "reminders": [1], "on_timeout": "skip"}


def _types(events: list[Event]) -> list[str]:
    return [event["type"] for event in events]


def test_a_game_that_everybody_has_forgotten_goes_on(tmp_path: Path) -> None:
    """First tickets are chosen for both, a whole round is skipped, and so the game ends and is counted."""
    with running(tmp_path / "s") as service, Client(service.url) as client:
        created = client.create("lyon", [{"name": "Ann"}, {"name": "Ben"}], clock=CLOCK, first=0)
        service.kill_one_of("dispatch", Random(1))
        seat = created.seats[0]
        eventually(lambda: "seed_revealed" in _types(list(seat.events())), "the end")
        events = list(seat.events())
        assert {ATTENDED, REACHABLE} <= set(service.store.properties(HEARTBEATS))
    late = [event for event in events if event["type"] == "time_ran_out"]
    assert [(e["data"]["seat"], e["data"]["action"]) for e in late] == [
        (0, "bot_plays"),
        (1, "bot_plays"),
        (0, "skip"),
        (1, "skip"),
    ]
    assert all(event["at"] >= event["data"]["deadline"] for event in late)
    assert _types(events).count("reminder_due") >= 2
    assert {e["actor"] for e in events if e["type"] == "tickets_chosen"} == {"clock:0", "clock:1"}
    assert next(e["data"]["reason"] for e in events if e["type"] == "game_ended") == "nobody_plays"
