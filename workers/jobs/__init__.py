"""The jobs, each a function of a game and a version: it does what the game needs by now, and nothing the second time.

`service.background.jobs` names them; the modules beside this one do their work.
"""

import time
from collections.abc import Sequence
from math import ceil

import msgspec
from rq import Retry

from service.clocks.heartbeat import silent_since
from service.errors import StaleVersion
from service.games.game_cache import Loaded
from service.games.game_view import NOTE, longest_paths
from ttr_core import Command, SeatId
from ttr_core.by_post import FollowOrders, orders_due
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import ScoreGame
from ttr_core.model.phases import Ended
from ttr_core.model.state import NOBODY
from workers.environment import games, settings
from workers.jobs import bot_answers, room_updates
from workers.jobs.bot_turns import choose, stand_in
from workers.jobs.clock_actions import ClockBatch, tick
from workers.needs import is_played_by_workers
from workers.stand_ins import rest

SLICE_SECONDS = 0.5  # of playing in one job; then other games get their turn
ANALYSIS_SECONDS = 3.0  # of judging moves in one job
MOST_RETURNS = 100  # of a job that leaves something for later


def score_game(game: str, version: int) -> None:
    """Reveals everything and writes the final score, once."""
    _score(games().cache.read_latest(game))


def count_standings(game: str, version: int) -> None:
    """Writes the longest paths where the API finds them: the latest ones, however many jobs run at once."""
    written = None
    while (loaded := games().cache.read_latest(game)).state.claimed != written:
        note = msgspec.json.encode(longest_paths(loaded)).decode()
        games().store.keep_note(game, NOTE, note)
        written = loaded.state.claimed


def tell_room(game: str, version: int) -> Retry | None:
    """Brings the chat room of a game up to date, some of it later."""
    wait = room_updates.update_room(games(), settings(), game)
    return Retry(max=MOST_RETURNS, interval=ceil(wait)) if wait else None


def show_talk(game: str, number: int) -> None:
    """Shows the chat room of a game what people said elsewhere; bots answer if they are asked."""
    bot_answers.answer_question(games(), game, number)
    room_updates.show_talk(games(), settings(), game)


def deliver_parcel(answer: str, _: int) -> None:
    """Sends an answer that a request left behind to the chat that waits for it."""
    room_updates.deliver(games(), settings(), answer)


def make_replay(name: str, _: int) -> None:
    """Draws a replay that somebody has asked for, and keeps it for them."""
    from service.pictures.replays import replay_store  # Pillow, which no other job needs

    replay_store.make_replay(games(), name)


def analyse_game(game: str, _: int) -> Retry | None:
    """Judges the moves of a game that is over; what is left after a while waits behind other jobs."""
    from service.advice.game_analysis import go_on_analysing  # bots that think, which no other job here needs

    until = time.monotonic() + ANALYSIS_SECONDS
    is_done = go_on_analysing(games(), game, lambda: time.monotonic() > until)
    return None if is_done else Retry(max=MOST_RETURNS, interval=1)


def run_clock(game: str, version: int) -> None:
    """Does what is due by the clock of a game, unless time lost in an outage is to be given back first."""
    now = games().now()
    if silent_since(games().store, now) is None:
        tick(games(), game, now)


def run_clocks(batch: Sequence[tuple[str, int]]) -> None:
    """As `run_clock`, for many games that are due at once."""
    ClockBatch(games(), games().now).run([game for game, _ in batch])


def play_bots(game: str, version: int) -> None:
    """Plays bots and empty seats until the game waits for a person; less if bots take their time."""
    until = time.monotonic() + SLICE_SECONDS
    loaded: Loaded | None = games().cache.read_latest(game)
    while loaded and (seat := _next_bot(loaded)) is not None:
        if rest(games(), loaded, settings().stand_in_pace):
            break
        loaded = _play(loaded, seat)
        if settings().bot_pace or time.monotonic() > until:
            break
    if loaded:
        _score(loaded)


def follow_orders(game: str, version: int) -> None:
    """Follows the standing orders of people, until the game waits for a person without any."""
    until = time.monotonic() + SLICE_SECONDS
    loaded: Loaded | None = games().cache.read_latest(game)
    while loaded and (seat := _next_ordered(loaded)) is not None:
        loaded = _append(loaded, FollowOrders(seat=seat, now=games().now()), Actor(Role.ORDER, seat))
        if time.monotonic() > until:
            break


def _next_ordered(loaded: Loaded) -> SeatId | None:
    state = loaded.state
    return next((seat for seat in state.phase.waiting if orders_due(state, seat)), None)


def _next_bot(loaded: Loaded) -> SeatId | None:
    state = loaded.state
    return next((seat for seat in state.phase.waiting if is_played_by_workers(state.seats[seat])), None)


def _play(loaded: Loaded, seat: SeatId) -> Loaded | None:
    if loaded.state.seats[seat].kind == NOBODY:
        return _append(loaded, stand_in(loaded, seat), SYSTEM)
    return _append(loaded, choose(games().store, loaded, seat), Actor(Role.BOT, seat))


def _score(loaded: Loaded) -> None:
    if isinstance(loaded.state.phase, Ended):
        _append(loaded, ScoreGame(), SYSTEM)


def _append(loaded: Loaded, command: Command, actor: Actor) -> Loaded | None:
    """None if somebody else was faster: the game has moved on, and its next needs are derived from that."""
    try:
        return games().perform(loaded, [command], actor, expected=loaded.version).loaded
    except StaleVersion:
        return None
