"""People who come and go on the running service: several API processes, a dispatcher and a worker."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from service.client import ApiError, Client
from tests.support.http.running_service import Stack
from tests.support.store.store_servers import eventually


@pytest.fixture
def client(stack: Stack) -> Iterator[Client]:
    with closing(Client(stack.url)) as client:
        yield client


def test_a_seat_passes_on_for_all_processes_at_once(client: Client) -> None:
    """Every call is made on a connection of its own, so that any of the processes may answer it."""
    opened = client.create("usa", [{"name": "Ann"}, {"name": "Bob"}], first=0)
    bob = opened.seats[1]
    hand = bob.look()["seats"][1]["cards"]["hand"]
    dora = client.join(opened.game, bob.invite(1)["invite"], "Dora")
    for _ in range(8):
        client.close()
        assert dora.look()["seats"][1]["cards"]["hand"] == hand
        client.close()
        with pytest.raises(ApiError, match="token_invalid"):
            bob.look()
        client.close()
        with pytest.raises(ApiError, match="token_invalid"):
            bob.play({"type": "keep_tickets", "tickets": []})
    assert [held["name"] for held in dora.people()[1]["holders"]] == ["Bob", "Dora"]


def test_a_game_that_everybody_leaves_ends_by_itself(client: Client) -> None:
    opened = client.create("lyon", [{"name": "Ann"}, {"name": "Bob"}])
    for seat in opened.seats.values():
        seat.settle({"type": "resign", "kind": "nobody"})
    watcher = client.seat(opened.game)
    eventually(lambda: watcher.look()["status"] == "scored", "the end of a game that nobody plays")
    assert watcher.look()["end_reason"] == "nobody_plays"
    kinds = [event["type"] for event in watcher.events()]
    assert kinds.count("turn_skipped") == 2
    report = client.call("GET", f"/v1/games/{opened.game}/audit").body
    assert report["findings"] == []


def test_a_bot_plays_on_after_a_resignation(client: Client) -> None:
    opened = client.create("lyon", [{"name": "Ann"}, {"kind": "bot", "bot": "random"}])
    opened.seats[0].settle({"type": "resign", "kind": "bot:greedy"})
    watcher = client.seat(opened.game)
    eventually(lambda: watcher.look()["status"] == "scored", "the end of a game of bots")
    assert watcher.look()["end_reason"] in {"last_round_played", "nobody_can_play"}
