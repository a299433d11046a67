"""People who come and go on the running service: several API processes, a dispatcher and a worker."""

from collections.abc import Iterator

import pytest

from tests.support.http.running_service import Stack
from tests.support.store.store_servers import eventually
from ttr_client import Client, Denied


@pytest.fixture
def client(stack: Stack) -> Iterator[Client]:
    with Client(stack.url) as client:
        yield client


def test_a_seat_passes_on_for_all_processes_at_once(client: Client) -> None:
    """Every call is made on a connection of its own, so that any of the processes may answer it."""
    opened = client.create("usa", [{"name": "Ann"}, {"name": "Bob"}], first=0)
    bob = opened.seats[1]
    hand = bob.game()["seats"][1]["cards"]["hand"]
    dora = client.join(opened.id, bob.invite(1)["invite"], "Dora")
    for _ in range(8):
        with Client(client.url) as other:
            assert other.table(dora.id, dora.token).game()["seats"][1]["cards"]["hand"] == hand
        with Client(client.url) as other, pytest.raises(Denied, match="token_invalid"):
            other.table(bob.id, bob.token).game()
        with Client(client.url) as other, pytest.raises(Denied, match="token_invalid"):
            other.table(bob.id, bob.token).play({"type": "keep_tickets", "tickets": []})
    assert [held["name"] for held in dora.seats()[1]["holders"]] == ["Bob", "Dora"]


def test_a_game_that_everybody_leaves_ends_by_itself(client: Client) -> None:
    opened = client.create("lyon", [{"name": "Ann"}, {"name": "Bob"}])
    for seat in opened.seats.values():
        seat.play({"type": "resign", "kind": "nobody"})
    watcher = client.table(opened.id)
    eventually(lambda: watcher.game()["status"] == "scored", "the end of a game that nobody plays")
    assert watcher.game()["end_reason"] == "nobody_plays"
    kinds = [event["type"] for event in watcher.events()]
    assert kinds.count("turn_skipped") == 2
    assert watcher.audit()["findings"] == []


def test_a_bot_plays_on_after_a_resignation(client: Client) -> None:
    opened = client.create("lyon", [{"name": "Ann"}, {"kind": "bot", "bot": "random"}])
    opened.seats[0].play({"type": "resign", "kind": "bot:greedy"})
    watcher = client.table(opened.id)
    eventually(lambda: watcher.game()["status"] == "scored", "the end of a game of bots")
    assert watcher.game()["end_reason"] in {"last_round_played", "nobody_can_play"}
