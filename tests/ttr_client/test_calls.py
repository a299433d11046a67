"""The client against the real service: every call has its answer, and a broken connection changes nothing."""

import asyncio
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.http.faulty_network import Cutter
from tests.support.http.running_service import Stack
from tests.support.paths import ROOT
from ttr_client import (
    AsyncClient,
    Client,
    Denied,
    GameNotFound,
    KeyReused,
    Malformed,
    NotScoredYet,
    Refused,
    Retries,
    Stale,
    Table,
    VersionNotReached,
    new_key,
)
from ttr_client.types import Command, SeatRequest
from ttr_core.bots import POLICIES

SEATS: list[SeatRequest] = [{"name": "Ann"}, {"name": "Bob"}]
HASTY = Retries(first=0.0)


@pytest.fixture
def client(stack: Stack) -> Iterator[Client]:
    with Client(stack.url, retries=HASTY) as client:
        yield client


@pytest.fixture
def cutter(stack: Stack) -> Iterator[Cutter]:
    with Cutter(stack.port) as cutter:
        yield cutter


@pytest.fixture
def remote(cutter: Cutter) -> Iterator[Client]:
    """A client behind a network that can be cut."""
    with Client(cutter.url, retries=HASTY) as client:
        yield client


def first_move(table: Table) -> tuple[Command, int]:
    commands = table.commands()
    assert commands["moves"]
    return commands["moves"][0], commands["version"]


# ---------------------------------------------------------------------------------------- calls


def test_every_call_has_its_answer(client: Client) -> None:
    assert "usa" in [board["id"] for board in client.boards()]
    assert client.board("usa")["id"] == "usa"
    assert {level["id"] for level in client.bots()} == POLICIES.keys()
    created = client.create("usa", [{"name": "Ann"}, {}], visibility="private")
    bob = client.join(created.id, created.invites[1], "Bob", entropy="é")
    assert bob.game()["you"] == {"role": "seat", "seat": 1}
    move, version = first_move(bob)
    played = bob.play(move, version)
    assert played["events"][-1]["version"] == played["version"] == version + 1
    assert bob.game(at=version)["version"] == version
    assert [event["version"] for event in bob.events()] == list(range(1, played["version"] + 1))
    assert [event["version"] for event in bob.events(after=version)] == [played["version"]]
    standings = created.seats[0].game(include=["standings"])
    assert [seat["seat"] for seat in standings["seats"] if seat["longest_path"]] == [0, 1]
    watcher = client.table(created.id, created.tokens["watch"])
    assert watcher.game()["you"] == {"role": "watch", "seat": None}
    assert [seat["seat"] for seat in watcher.seats()] == [0, 1]
    assert watcher.board()["id"] == "usa"
    assert watcher.audit()["findings"] == []
    assert [json.loads(line)["version"] for line in watcher.export().splitlines()[1:]] == [
        event["version"] for event in watcher.events()
    ]
    assert bob.say("my tickets")["private"]
    assert [event["type"] for event in bob.events(type="tickets_chosen", seat=1)] == ["tickets_chosen"]
    assert [event["version"] for event in bob.events(after=2, until=4)] == [3, 4]
    assert any(event["said"] for event in bob.events(lang="fr"))
    changes = bob.changes(version, played["version"])
    assert (changes["from"], changes["to"]) == (version, played["version"])
    assert "/waiting_for" in [change["path"] for change in changes["changes"]]
    assert [line["seat"] for line in bob.statistics(by="turn")["seats"]] == [0, 1]
    with pytest.raises(Denied):
        bob.knowledge("locomotive")


def test_tokens_are_described_and_rotated(client: Client) -> None:
    created = client.create("usa", SEATS)
    ann = created.seats[0]
    with Client(client.url, ann.token) as own:
        assert (own.token()["kind"], own.token()["seat"]) == ("seat", 0)
        assert own.table().id == created.id
    before = ann.token
    ann.rotate_seat_token()
    assert ann.game()["you"] == {"role": "seat", "seat": 0}
    with pytest.raises(Denied):
        client.table(created.id, before).commands()
    created.host.rotate_token("host")
    assert created.host.token != created.tokens["host"]
    watch = created.host.rotate_token("watch")["token"]
    assert client.table(created.id, watch).game()["you"] == {"role": "watch", "seat": None}


def test_a_seat_is_found_by_its_token_to_rotate_it(client: Client) -> None:
    created = client.create("usa", SEATS)
    table = client.table(created.id, created.seats[1].token)
    table.rotate_seat_token()
    assert table.game()["you"] == {"role": "seat", "seat": 1}
    with pytest.raises(ValueError, match="no seat"):
        created.host.rotate_seat_token()


def test_a_player_sits_down_as_themselves(stack: Stack, client: Client) -> None:
    ann = client.sign_up("Ann")
    created = client.create("usa", [{"me": True}, {}, {"me": True}], joining="anybody", start="by_host")
    assert list(created.seats) == [0, 2]
    assert created.seats[0].token == ann["token"]
    with Client(stack.url) as other:
        ben = other.sign_up("Ben")
        table = other.join(created.id, created.invites[1])
        holder = table.game()["seats"][1]["holder"]
        assert holder is not None
        assert (holder["name"], holder["player"]) == ("Ben", ben["id"])
        assert table.token == ben["token"]
        table.leave()
        assert table.game()["seats"][1]["holder"] is None
        with pytest.raises(Refused, match="join_refused"):
            other.join(created.id, created.invites[1], "Eve")
        assert other.join(created.id, seat=1).game()["you"] == {"role": "seat", "seat": 1}
    created.host.play({"type": "start_game"})
    choice = created.seats[2].play({"type": "propose", "motion": "pause"})
    assert choice["events"][0]["actor"] == "seat:2", "of two seats, the table's own acts"
    with Client(stack.url) as guest, pytest.raises(ValueError, match="invite"):
        guest.join(created.id)


def test_players_play_again(stack: Stack, client: Client) -> None:
    client.sign_up("Ann")
    old = client.create("usa", [{"me": True}, {}], start="by_host")
    with Client(stack.url) as other:
        other.sign_up("Ben")
        other.join(old.id, old.invites[1])
        with pytest.raises(Refused, match="not_over_yet"):
            client.rematch(old.seats[0])
        old.seats[0].play({"type": "abandon_game"})
        for _ in old.seats[0].follow():
            pass  # until a worker has counted the points
        new = client.rematch(old.seats[0])
        assert list(new.seats) == [1]
        assert old.seats[0].game()["rematch"] == new.id
        assert other.join(new.id).game()["you"] == {"role": "seat", "seat": 0}


def test_a_player_has_games_devices_and_an_end(stack: Stack, client: Client) -> None:
    ann = client.sign_up("Ann")
    created = client.create("usa", [{"me": True}, {"name": "Ben"}])
    assert client.me.get()["id"] == ann["id"]
    assert client.me.rename("Anna")["name"] == "Anna"
    assert [game["id"] for game in client.me.games(limit=1)] == [created.id]
    assert client.me.counts()["waiting"] == 1
    with Client(stack.url) as phone:
        signed_in = phone.sign_in(client.me.link()["code"], "phone")
        assert phone.token()["kind"] == "player"
        assert phone.me.rename_token(signed_in["token_id"], "old phone")["name"] == "old phone"
    bot = client.me.add_token("bot")
    assert {token["name"] for token in client.me.tokens()} == {None, "old phone", "bot"}
    client.me.revoke_token(bot["id"])
    assert len(client.me.tokens()) == 2
    assert [game["game"] for game in client.me.export()["games"]] == [created.id]
    client.me.erase()
    with pytest.raises(Denied):
        client.me.get()


def test_a_player_plays_all_their_games_in_one_loop(client: Client) -> None:
    client.sign_up("Ann")
    tables = [client.create("usa", [{"me": True}, {"kind": "bot"}], first=0) for _ in range(2)]
    played = set()
    for turn in client.me.turns():
        done = turn.play(turn.moves[0])
        played.add(turn.game["id"])
        if len(played) == 2 and done is not None and done["version"] > 20:
            break
    assert played == {table.id for table in tables}
    messages = list(client.me.events(kinds=["game.event"]))
    assert {message["data"]["game"] for message in messages} == played
    assert {message["type"] for message in client.me.events()} == {"turn.started"}


def test_a_player_follows_all_their_games(client: Client, remote: Client, cutter: Cutter) -> None:
    """The stream is cut in the middle of a message and between two: none is missing, none comes twice."""
    token = client.sign_up("Ann")["token"]
    tables = [client.create("usa", [{"me": True}, {"name": "Ben"}]) for _ in range(2)]
    with Client(cutter.url, token, retries=HASTY) as far:
        whole = [news.message for news in itertools.islice(far.me.follow("0.0.0", kinds=["game.event"]), 20)]
        cutter.after = 2000
        again = list(itertools.islice(far.me.follow("0.0.0", kinds=["game.event"]), 20))
        assert [news.message for news in again] == whole
        assert {news.table.id for news in again} == {table.id for table in tables}
        (next_one,) = itertools.islice(far.me.follow(again[6].cursor, kinds=["game.event"]), 1)
        assert next_one.message == whole[7]


def test_webhooks_are_subscribed_to_and_given_up(client: Client) -> None:
    webhooks = client.create("usa", SEATS).seats[0].webhooks
    subscribed = webhooks.subscribe("https://example.org/hook", lang="fr")
    assert subscribed["secret"].startswith("whsec_")
    name = subscribed["webhook"]["id"]
    assert [webhook["id"] for webhook in webhooks.all()] == [name]
    assert webhooks.get(name)["lang"] == "fr"
    assert webhooks.change(name, kinds=["game.event"], lang="en")["lang"] == "en"
    assert webhooks.attempts(name) == []
    assert webhooks.rotate(name)["secret"] != subscribed["secret"]
    webhooks.ping(name)
    webhooks.redeliver(name, after=0)
    webhooks.delete(name)
    assert webhooks.all() == []


def test_webhooks_of_a_player_are_about_all_their_games(client: Client) -> None:
    client.sign_up("Ann")
    name = client.me.webhooks.subscribe("https://example.org/hook")["webhook"]["id"]
    table = client.create("usa", [{"me": True}, {}])
    other = table.seats[0].webhooks.subscribe("https://example.org/hook")["webhook"]["id"]
    assert [webhook["id"] for webhook in client.me.webhooks.all()] == [name, other]
    assert client.me.webhooks.change(name, lang="fr")["lang"] == "fr"
    client.me.webhooks.delete(name)
    assert [webhook["game"] for webhook in client.me.webhooks.all()] == [table.id]


def test_public_games_come_page_by_page(client: Client) -> None:
    created = {client.create("usa", SEATS, visibility="public").id for _ in range(3)}
    listed = [game["id"] for game in client.games(limit=1)]
    assert created <= set(listed)
    assert not created & {
        game["id"] for game in client.games(open_seats=True, min_rating=1, min_reliability=1)
    }
    assert len(listed) == len(set(listed))


def test_refusals_are_classes(client: Client) -> None:
    created = client.create("usa", SEATS, visibility="private")
    with pytest.raises(GameNotFound) as stranger:
        client.table(created.id).game()
    assert (stranger.value.status, stranger.value.code) == (404, "game_not_found")
    assert stranger.value.request_id
    seat = created.seats[0]
    move, version = first_move(seat)
    with pytest.raises(Stale, match=r"412 stale_version: .*'version'") as stale:
        seat.play(move, version - 1)
    assert stale.value.facts["version"] == version
    with pytest.raises(NotScoredYet):
        seat.result()
    with pytest.raises(VersionNotReached):
        seat.game(at=version + 99)
    with pytest.raises(Refused):
        seat.play({"type": "claim_route", "route": "boston--montreal", "cards": ["red"]})
    with pytest.raises(Malformed):
        client.create("usa", [{"name": "Ann", "bott": "x"}])  # type: ignore[typeddict-unknown-key]  # on purpose
    with pytest.raises(GameNotFound):
        next(client.table(created.id).follow())
    key = new_key()
    seat.play(move, version, key=key)
    with pytest.raises(KeyReused):
        seat.play({"type": "draw_card"}, key=key)


def test_a_program_that_was_restarted_repeats_its_command_with_the_same_key(client: Client) -> None:
    seat = client.create("usa", SEATS).seats[0]
    move, _ = first_move(seat)
    key = new_key()
    done = seat.play(move, key=key)
    with Client(client.url) as other:
        assert other.table(seat.id, seat.token).play(move, key=key) == done
    assert seat.game()["version"] == done["version"]


# ----------------------------------------------------------------------------- broken connections


@pytest.mark.parametrize("after", [0, 1, 100])
def test_a_command_whose_answer_is_lost_is_carried_out_once(
    client: Client, remote: Client, cutter: Cutter, after: int
) -> None:
    created = client.create("usa", SEATS)
    seat = remote.table(created.id, created.seats[0].token)
    move, version = first_move(seat)
    cutter.after = after
    played = seat.play(move, version)
    assert cutter.cuts == 1
    assert [event["type"] for event in played["events"]] == ["tickets_chosen"]
    assert [event["version"] for event in client.table(created.id).events(version)] == [played["version"]]


def test_joining_is_done_once(client: Client, remote: Client, cutter: Cutter) -> None:
    created = client.create("usa", [{"name": "Ann"}, {}])
    cutter.after = 0
    seen = remote.join(created.id, created.invites[1], "Bob").game()
    assert [seat["holder"] and seat["holder"]["name"] for seat in seen["seats"]] == ["Ann", "Bob"]
    assert seen["you"] == {"role": "seat", "seat": 1}
    assert cutter.cuts == 1


def test_creating_is_done_once(client: Client, remote: Client, cutter: Cutter) -> None:
    """The request is repeated, and no second game comes of it that nobody knows of."""
    before = {game["id"] for game in client.games()}
    cutter.after = 0
    created = remote.create("usa", SEATS, visibility="public")
    assert created.seats[0].game()["you"] == {"role": "seat", "seat": 0}
    assert cutter.cuts == 1
    assert {game["id"] for game in client.games()} - before == {created.id}


def test_followers_go_on_where_they_were(client: Client, remote: Client, cutter: Cutter) -> None:
    """The stream is cut in the middle of a line and between lines: no event is missing, none comes twice."""
    created = client.create("usa", SEATS)
    whole = list(created.seats[0].events())
    for after in (0, 300, 1500, 4000):
        cutter.after = after
        events = remote.table(created.id, created.seats[0].token).follow()
        assert list(itertools.islice(events, len(whole))) == whole
        events.close()
    assert cutter.cuts == 4


def test_a_client_that_is_closed_ends_what_still_follows(client: Client) -> None:
    created = client.create("usa", SEATS)
    with Client(client.url) as other:
        events = other.table(created.id).follow()
        next(events)
    with pytest.raises(ConnectionError, match="closed"):
        list(events)


# ------------------------------------------------------------------------------------------ examples


def test_the_example_plays_a_whole_game(stack: Stack) -> None:
    example = ROOT / "docs" / "examples" / "play_a_game.py"
    assert len(example.read_text("utf-8").splitlines()) < 60
    done = subprocess.run(
        [sys.executable, example, stack.url], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert [line.partition(":")[0] for line in done.stdout.splitlines()[1:]] == ["seat 0", "seat 1"]
    assert done.stderr == ""


def test_a_bot_of_ones_own_plays_a_rated_game(stack: Stack, tmp_path: Path) -> None:
    """As its page says: with a player token, by the news of all its games, rated like anybody."""
    example, token_file = ROOT / "docs" / "examples" / "own_bot.py", tmp_path / "token"
    assert len(example.read_text("utf-8").splitlines()) < 100
    done = subprocess.run(
        [sys.executable, example, stack.url, "lyon", token_file],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["seat 0", "seat 1"]
    assert done.stderr == ""
    with Client(stack.url, token_file.read_text("utf-8")) as robbie:
        me = robbie.me.get()["id"]
        assert me in [line["player"] for line in robbie.ratings("lyon", who="players")]


def test_all_of_it_asynchronously(stack: Stack) -> None:
    async def play() -> list[str]:
        async with AsyncClient(stack.url) as ttr:
            created = await ttr.create("usa", SEATS)
            seat = created.seats[0]
            commands = await seat.commands()
            assert commands["moves"]
            await seat.play(commands["moves"][0], commands["version"])
            with pytest.raises(NotScoredYet):
                await seat.result()
            assert (await (await ttr.table(token=seat.token)).game())["id"] == created.id
            return [event["type"] async for event in seat.events()]

    assert asyncio.run(play())[-1] == "tickets_chosen"
