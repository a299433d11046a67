"""On every board: a seat that the game waits for was notified once; and nothing hidden causes or changes a message."""

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256

import msgspec
import pytest

from service.clocks.deadlines import utc_now
from service.http.request import EXTENSION
from service.services import Services
from service.webhooks.delivery import Deliverer, DeliverySettings
from service.webhooks.subscriptions import KINDS, TURN_STARTED, Subscription, Subscriptions
from service.webhooks.triggers import Change, Trigger, triggers_of_commit, triggers_of_event
from tests.support.http.api_calls import Inside, Table, inside, open_table
from tests.support.http.api_players import Players
from tests.support.http.twin_games import twin_of
from tests.support.http.viewer_questions import comparable, viewer_of
from tests.support.webhooks.webhook_receivers import Got, Receiver, receiver
from ttr_core import board_names, evolve, load_ruleset
from ttr_core.boards.library import whole_document
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.game import Game, start_game
from ttr_core.model.events import TurnStarted
from ttr_core.rules.by_post.motions import Agree, Motion, Propose, ResumeGame


def played(board: str) -> Iterator[tuple[Game, list[Trigger]]]:
    """A game of people who play at random: after every command, its triggers."""
    ruleset = load_ruleset(board, whole_document(board)["players"][0])
    game, dice, seen = start_game(ruleset, sha256(board.encode()).digest()), Dice(3), 0
    state = ruleset.new_state()
    while True:
        changes = []
        for event in game.events[seen:]:
            changes.append(Change(state, event, evolve(ruleset, state, event)))
            state = changes[-1].after
        triggers = [trigger for each in triggers_of_commit(changes) for trigger in each]
        seen = len(game.events)
        yield game, triggers
        if not game.state.phase.waiting:
            return
        seat = game.state.phase.waiting[-1]
        game.do(POLICIES["random"](game.situation(seat, dice)))


@pytest.mark.parametrize("board", board_names())
def test_a_seat_that_the_game_waits_for_was_notified_once(board: str) -> None:
    waited: set[int] = set()
    notified: Counter[int] = Counter()
    for game, triggers in played(board):
        now = Counter(trigger.seat for trigger in triggers if trigger.kind == TURN_STARTED)
        waiting = set(game.state.phase.waiting)
        assert waiting - waited <= set(now), "the game waits for a seat that was not notified"
        assert set(now) <= waiting, "a seat was notified that the game does not wait for"
        assert set(now.values()) <= {1}
        if len(waited) == 1 and waited == waiting and not any(_begins(trigger) for trigger in triggers):
            assert not now, "a step of a turn was announced"
        notified.update(seat for seat in now if seat is not None)
        waited = waiting
    turns = Counter(event.seat for event in game.events if isinstance(event, TurnStarted))
    assert all(turns[seat] < notified[seat] <= turns[seat] + 20 for seat in turns)


def _begins(trigger: Trigger) -> bool:
    return trigger.event_type in ("turn_started", "packet_passed", "packet_dealt", "tickets_offered")


def test_the_end_of_a_pause_notifies_the_seats_that_the_game_waits_for_again() -> None:
    ruleset = load_ruleset("usa", 2)
    game = start_game(ruleset, bytes(32), first=0)
    for seat in (0, 1):
        game.do(game.legal(seat)[0])
    game.do(Propose(seat=0, motion=Motion.PAUSE))
    for command, expected in (
        (Agree(seat=1, motion=Motion.PAUSE), []),
        (ResumeGame(seat=1), [Trigger(TURN_STARTED, 0)]),
    ):
        state, triggers = game.state, []
        for event in game.do(command):
            after = evolve(ruleset, state, event)
            triggers += [one for one in triggers_of_event(state, event, after) if one.kind == TURN_STARTED]
            state = after
        assert triggers == expected


# ------------------------------------------------------------------------------------------------ leaks


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as running:
        yield running


# ends an id; it differs like the hashes that everybody sees in events
EVENT_HASH = re.compile("-[0-9a-f]{8}$")


def sent_to(service: Inside, table: Table, name: str, there: Receiver) -> list[tuple[str, bytes, int, int]]:
    """Every message that a subscriber gets about a game, in order, but for hashes."""
    services: Services = service.app.extensions[EXTENSION]
    subscriptions = Subscriptions(services.webhooks.store, utc_now)
    owner = next(fact for fact, grant in service.store.facts(table.game).items() if grant == name)
    seat = viewer_of(name)
    subscription = Subscription(
        id="0123456789abcdef",
        owner=owner,
        game=table.game,
        seat=seat if isinstance(seat, int) else None,
        url=there.url,
        kinds=KINDS,
        lang="en",
        base="http://here",
        created=utc_now(),
        secret="whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IHNlY3JldCE=",
    )
    subscriptions.store.replace("all", subscription.id, None, msgspec.json.encode(subscription).decode())
    subscriptions.move_cursor(subscription.id, table.game, 0)
    begun = len(there.got)
    assert (
        Deliverer(service.games, subscriptions, DeliverySettings(True, 5.0), utc_now).deliver(
            f"{subscription.id}/{table.game}"
        )
        is None
    )
    return [
        (EVENT_HASH.sub("", got.id), comparable(without_hash(got)), len(got.body), len(got.id))
        for got in there.got[begun:]
    ]


def without_hash(got: Got) -> bytes:
    """The body, with its id as it would be without the event's hash."""
    assert got.body.startswith(f'{{"id":"{got.id}",'.encode())
    return got.body.replace(got.id.encode(), EVENT_HASH.sub("", got.id).encode(), 1)


@pytest.mark.parametrize(("board", "moves"), [("usa", 1), ("usa", 45), ("iberia", 9), ("europe", 30)])
def test_hidden_things_change_no_message_of_a_subscriber(board: str, moves: int, there: Receiver) -> None:
    """The same messages about the same versions, equal to the byte, at the same times."""
    service = inside()
    table = open_table(service.caller, board, 3)
    Players(service.caller, table, seed=moves).play(moves)
    for name in ("seat:0", "seat:2", "watch", "host"):
        twin = twin_of(service, table, viewer_of(name), seed=len(name))
        assert twin.store.read(table.game) != service.store.read(table.game)
        sent, twins = sent_to(service, table, name, there), sent_to(twin, table, name, there)
        assert len(sent) >= 20
        assert sent == twins
        service.app.extensions[EXTENSION].webhooks.store.remove("all")
        service.app.extensions[EXTENSION].webhooks.store.remove("tracks:0123456789abcdef")


def test_the_comparison_sees_what_differs(there: Receiver) -> None:
    service = inside()
    table = open_table(service.caller, players=3)
    Players(service.caller, table).play(20)
    twin = twin_of(service, table, 0, seed=1)
    assert sent_to(service, table, "seat:1", there) != sent_to(twin, table, "seat:1", there)


def test_messages_hold_no_secret_of_the_server(there: Receiver) -> None:
    service = inside()
    table = open_table(service.caller)
    Players(service.caller, table).play(40)
    everything = b"".join(body for _, body, *_ in sent_to(service, table, "seat:0", there)).decode()
    sent = everything + "".join(str(got.headers) for got in there.got)
    hidden = (service.store.facts(table.game)["seed"], *table.tokens.values(), "whsec_")
    assert not any(secret in sent for secret in hidden)
    assert max(len(got.body) for got in there.got) <= 20_000
