"""How long after a move a push is sent and a mail is queued, and what players with channels cost a command."""

import os
import tempfile
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.bench.timing import Effort, Measure, rounded
from service.clocks.deadlines import utc_now
from service.config import Config
from service.games.facts import held_by
from service.games.games import Games
from service.games.lobby import GameRequest, Opened, SeatRequest, open_table
from service.mail.outbox import KIND as MAILS
from service.mail.outbox import WAITING
from service.notices.channels import Channels, PushKeys
from service.notices.preferences import Preferences
from service.players.accounts import Players
from service.players.player import AddressConfirmed
from service.players.player_stream import MAIL, append_events, load_player
from service.runtime.embedded_valkey import EmbeddedServer
from service.runtime.web_server import environment
from service.store.deliveries import delivery_store_of
from service.store.redis_store import RedisStore
from workers.bench.webhook_bench import PATIENCE, Receiver, end, play
from workers.processes import process

NOBODY_LISTENS = "smtp://127.0.0.1:9?from=trains@example.org"  # mails stay in their queue
TURNS_OF_A_GAME = 15  # of the player; a game has more
MOVES = 20  # of one game


def notice_measures(effort: Effort) -> Iterator[Measure]:
    moves = 20 if effort.games < 20 else 200
    with tempfile.TemporaryDirectory() as folder:
        server, receiver = EmbeddedServer(Path(folder)), Receiver()
        config = Config(
            redis_url=server.url, webhook_private=True, smtp_url=NOBODY_LISTENS, log_level="ERROR"
        )
        store = RedisStore(server.url)
        games = Games(store, lambda game, version: None, utc_now)
        try:
            player = _notified_player(games, receiver.url)
            yield from _costs(games, player, moves)
            yield from _delays(config, games, player, receiver, moves)
        finally:
            store.close()
            receiver.close()
            server.stop()


def _notified_player(games: Games, url: str) -> str:
    """A player with a browser and a mail address, who wants mail at once."""
    players = Players(games.store, utc_now, 60)
    player = players.create("Ann").owner.id
    append_events(
        games.store,
        load_player(games.store, player),
        [AddressConfirmed()],
        utc_now(),
        {MAIL: "ann@example.org"},
    )
    channels = Channels(players, utc_now)
    channels.add(player, "mail")
    point = (
        ec.generate_private_key(ec.SECP256R1())
        .public_key()
        .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    push = channels.add(
        player, "push", url=url, keys=PushKeys(p256dh=_text(point), auth=_text(os.urandom(16)))
    )
    channels.confirm(player, push.id, channels.new_code(push.id))
    channels.set_preferences(player, Preferences(mail_after_seconds=0))
    return player


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _table(games: Games, player: str | None) -> Opened:
    seats = (SeatRequest(me=True) if player else SeatRequest(name="Ann"), SeatRequest(name="Ben"))
    facts = held_by(0, player) if player else {}
    opened = open_table(games, GameRequest(board="usa", seats=seats, first=0), more=facts)
    play(games, opened, 2)
    return opened


# ------------------------------------------------------------------------------------------------- cost


def _costs(games: Games, player: str, moves: int) -> Iterator[Measure]:
    """A move in a game with the player against one in a game of guests, in turn: the machine slows both alike."""
    pairs = [pair for _ in range(max(5, moves // MOVES)) for pair in _pairs(games, player)]
    guests, players = (median(seconds) for seconds in zip(*pairs, strict=True))
    yield Measure("command: guests", rounded(guests * 1000), "ms", f"{len(pairs)} moves in this process")
    yield Measure("command: a player with channels", rounded(players * 1000), "ms", "in turn with the others")
    ratio = median(theirs / ours for ours, theirs in pairs)
    yield Measure("command: ratio", rounded(ratio), "ratio", "1: players cost a command nothing")


def _pairs(games: Games, player: str) -> Iterator[tuple[float, float]]:
    guests, players = _table(games, None), _table(games, player)
    for _ in range(MOVES):
        yield _seconds(partial(play, games, guests, 1)), _seconds(partial(play, games, players, 1))


def _seconds(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


# ------------------------------------------------------------------------------------------------ delays


def _delays(config: Config, games: Games, player: str, receiver: Receiver, moves: int) -> Iterator[Measure]:
    """From the move with which a turn of the player begins, with a process that has nothing else to do."""
    taken: list[tuple[float, float]] = []
    sender = process("notify", environment(config))
    try:
        while len(taken) < moves:
            before, opened = len(receiver.came), _table(games, player)
            receiver.wait_for(before + 1)  # the turn with which the game begins
            turns = min(TURNS_OF_A_GAME, moves - len(taken))
            taken += [_delay(games, opened, receiver) for _ in range(turns)]
    finally:
        end(sender)
    pushes, mails = zip(*taken, strict=True)
    yield from _percentiles("push sent", pushes)
    yield from _percentiles("mail queued", mails)


def _percentiles(name: str, seconds: Sequence[float]) -> Iterator[Measure]:
    about = f"{len(seconds)} turns, from the answer to the move"
    yield Measure(f"{name}: p50", rounded(median(seconds) * 1000), "ms", about)
    yield Measure(f"{name}: p99", rounded(quantiles(seconds, n=100)[98] * 1000), "ms", about)


def _delay(games: Games, opened: Opened, receiver: Receiver) -> tuple[float, float]:
    """Plays until the next turn of the player begins; the delays of push and mail."""
    outbox, game = delivery_store_of(games.store, MAILS), opened.done.loaded.game

    def is_their_turn() -> bool:
        return games.cache.read_latest(game).state.phase.waiting == (0,)

    before = len(receiver.came)
    while is_their_turn():
        play(games, opened, 1)
    receiver.wait_for(before + 1)  # the last notice is withdrawn
    pushes, mails = len(receiver.came), set(outbox.table(WAITING))
    while not is_their_turn():
        play(games, opened, 1)
    moved, until = time.perf_counter(), time.monotonic() + PATIENCE
    while not set(outbox.table(WAITING)) - mails:
        if time.monotonic() > until:
            raise RuntimeError(f"no mail was queued within {PATIENCE} s")
        time.sleep(0.0005)
    queued = time.perf_counter()
    receiver.wait_for(pushes + 1)
    return receiver.came[pushes] - moved, queued - moved
