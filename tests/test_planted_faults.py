"""Faults that are planted on purpose, or put back after they were mended: the simulator finds each of them."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import Any

import msgspec
import pytest

import workers.jobs
from service.clocks import deadlines
from service.clocks.store_clock import StoreClock
from service.games import game_cache, games
from service.games.game_cache import GameCache, Loaded
from service.games.games import Games
from service.language.speech.story import voice_for
from service.notices import notice_occasions
from service.notices.formats import notice_texts
from service.notices.notice_ledger import Ledger
from service.notices.notice_occasions import Occasion
from service.notices.standings import Standings
from service.players import game_lists
from service.ratings.ratings import Ratings
from service.store import Appended, redis_store
from service.store.script import arguments_of
from service.table_talk.table_talk import TableTalk
from service.webhooks import delivery, fair_shares
from service.webhooks.delivery import Deliverer
from service.webhooks.fair_shares import FairShares
from service.webhooks.http_post import Outcome
from service.webhooks.payload import message_body, message_id
from tests.simulator.plans import EVERYTHING, Plan, Scope, plan_of
from tests.simulator.shrinkage import Shrinkage, story
from tests.simulator.simulation import simulate
from tests.support.workers.fresh_process import OwnProcess, in_fresh_process, own_process
from ttr_core import evolve
from ttr_core.engine import views
from ttr_core.history.chain import show, unwrap
from ttr_core.model.ids import Witness
from workers.dispatch import clock_schedule, dispatcher
from workers.dispatch.player_lists import PlayerLists
from workers.jobs.clock_actions import tick
from workers.queue import lost_jobs, queue
from workers.room_progress import RoomProgress

pytestmark = pytest.mark.timeout(900)

MOST_SEEDS = 12
# a few of different kinds, in a few seconds each; all are looked for in the soak
QUICK = ("times_that_go_back", "hands_that_all_see", "versions_that_are_not_compared")

Patch = pytest.MonkeyPatch


class Plant(msgspec.Struct, frozen=True):
    """A fault, the invariants that must find it, and the plans in which it shows."""

    put: Callable[[Patch], None]
    invariants: Sequence[str]
    plan: Callable[[int], Plan]


PLANTS: dict[str, Plant] = {}
INTERRUPTIONS = ("undo", "pause", "agree", "agree", "resume", "vacation", "end_vacation")


def plant(
    *invariants: str, days: float = 2.0, acts: float = 4.0, faults: float = 6.0, scope: Scope = EVERYTHING
) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    def named(put: Callable[[Patch], None]) -> Callable[[Patch], None]:
        plan = partial(plan_of, days=days, tables=2, acts=acts, faults=faults, scope=scope)
        PLANTS[put.__name__] = Plant(put, invariants, plan)
        return put

    return named


def find(name: str, seeds: int = MOST_SEEDS) -> int:
    """How many seeds it took to find a planted fault."""
    planted = PLANTS[name]
    for number in range(1, seeds + 1):
        with pytest.MonkeyPatch.context() as patch:
            planted.put(patch)
            outcome = simulate(planted.plan(number))
        if outcome.finding:
            assert outcome.finding.invariant in planted.invariants, f"{name} was taken for {outcome.finding}"
            return number
    raise AssertionError(f"{name} was not found by {seeds} seeds")


# ------------------------------------------------------------------------------- faults that were mended


@plant("views", "chain", "caches", "acknowledged", "answers", scope=Scope(faults=("tail_lost",)))
def cache_ahead_of_the_store(patch: Patch) -> None:
    """Neither folding nor appending compares hashes."""

    def fold(start: Loaded, entries: Sequence[bytes]) -> Loaded:
        state, head, at = start.state, start.head, start.at
        for entry in entries:
            envelope = game_cache._decode_envelope(entry)
            state = evolve(start.ruleset, state, unwrap(envelope))
            head, at = envelope.hash, envelope.at
        version = start.version + len(entries)
        return msgspec.structs.replace(start, state=state, version=version, head=head, at=at)

    def catch_up(self: GameCache, loaded: Loaded) -> Loaded:
        entries = self.store.read(loaded.game, loaded.version)
        return self.keep(fold(self.read_facts(loaded), entries)) if entries else loaded

    patch.setattr(game_cache, "fold", fold)
    patch.setattr(GameCache, "catch_up", catch_up)
    patch.setattr(
        redis_store, "arguments_of", lambda commit, **more: arguments_of(_without(commit, prev=""), **more)
    )


@plant("time", faults=0, scope=Scope(acts=INTERRUPTIONS, clocks=("daily",)))
def stretched_daily_clock(patch: Patch) -> None:
    """What is left of a turn is rounded up to the next daily hour."""
    due = deadlines.due

    def rounded(settings: Any, start: Any, left_ms: int | None = None) -> Any:
        earliest = due(settings, start, left_ms)
        return deadlines._daily(settings, earliest) if settings.kind == "daily" else earliest

    patch.setattr(deadlines, "due", rounded)


@plant("delays", days=0.5, acts=0, faults=6, scope=Scope(tempers=("hasty",), faults=("receiver_hangs",)))
def unfair_shares(patch: Patch) -> None:
    """A receiver that hangs gets all threads."""
    patch.setattr(FairShares, "_check", lambda *arguments: None)


@plant(
    "bounds", faults=0, scope=Scope(acts=("end",), boards={"lyon": 2}, rooms=0)
)  # who is alone ends a game
def schedule_that_forgets_no_game(patch: Patch) -> None:
    note = clock_schedule.Schedule.note

    def keep(self: clock_schedule.Schedule, game: str, version: int, due: str | None) -> None:
        note(self, game, version, due or "2999-01-01T00:00:00.000Z")

    patch.setattr(clock_schedule.Schedule, "note", keep)


@plant("progress", acts=0, faults=4, scope=Scope(tempers=("slow", "vanishing"), faults=("clock_jump",)))
def clocks_of_machines(patch: Patch) -> None:
    """Each process goes by the clock of its machine, so that one takes the other for silent."""
    patch.setattr(StoreClock, "seconds", lambda self: time.time())


@plant("pace", acts=0, faults=0, scope=Scope(tempers=("vanishing", "slow"), timeouts=("bot_takes_over",)))
def bots_that_rush(patch: Patch) -> None:
    """Bots play for absent people as fast as they can."""
    for module in (dispatcher, workers.jobs):
        patch.setattr(module, "rest", lambda games, loaded, most: 0.0)


@plant("delays", acts=0, scope=Scope(tempers=("hasty",), faults=("receiver_hangs", "receiver_slow"), rooms=0))
def shares_by_subscriber_alone(patch: Patch) -> None:
    """A subscriber's receiver that answers waits for those of theirs that hang."""
    patch.setattr(fair_shares._Share, "pace", lambda share, now: fair_shares._Pace.PROMPT)
    patch.setattr(FairShares, "answered", lambda shares, host, ms: _set_prompt(shares, host))
    patch.setattr(FairShares, "timed_out", lambda shares, host, now: _set_prompt(shares, host))


def _set_prompt(shares: FairShares, host: str) -> None:
    shares._receiver(host).pace = fair_shares._Pace.PROMPT


# ------------------------------------------------------------------------------------- faults of our invention


@plant("acknowledged", faults=0)
def appends_that_are_not_made(patch: Patch) -> None:
    """One commit in thirty is acknowledged and never written."""
    append = redis_store.RedisStore.append

    def lie(self: redis_store.RedisStore, commit: Any) -> Any:
        if commit.key and commit.expected % 30 == 29:
            return Appended(commit.expected + len(commit.entries))
        return append(self, commit)

    patch.setattr(redis_store.RedisStore, "append", lie)


@plant("doubled", faults=2, scope=Scope(acts=("repeat", "race")))
def keys_that_are_forgotten(patch: Patch) -> None:
    """A repeated request is carried out again."""
    patch.setattr(
        redis_store, "arguments_of", lambda commit, **more: arguments_of(_without(commit, key=""), **more)
    )
    patch.setattr(redis_store.RedisStore, "record", lambda self, game, key: None)


@plant("secrets", faults=0)
def hands_that_all_see(patch: Patch) -> None:
    seat_view = views._seat_view
    patch.setattr(
        views, "_seat_view", lambda ruleset, seat, number, viewer: seat_view(ruleset, seat, number, number)
    )


@plant("views", faults=0)
def events_without_redaction(patch: Patch) -> None:
    patch.setattr(
        games, "show", lambda seed, envelope, event, viewer: show(seed, envelope, event, Witness.AUDITOR)
    )


@plant("versions", faults=0)
def versions_that_are_not_compared(patch: Patch) -> None:
    patch.setattr(Games, "_at_expected_version", lambda self, loaded, expected: loaded)


@plant("views", faults=0)
def stale_reads(patch: Patch) -> None:
    """A process shows what it remembers."""
    patch.setattr(GameCache, "read_latest", GameCache.get_cached)


@plant("times", scope=Scope(tempers=("hasty",), faults=("clock_jump",), targets=("api-0", "api-1", "work-0")))
def times_that_go_back(patch: Patch) -> None:
    """Each process goes by the clock of its machine, and no event minds the one before."""
    clocks_of_machines(patch)
    patch.setattr(Games, "_time", lambda self, loaded: self.now())


@plant("time", faults=0, scope=Scope(acts=INTERRUPTIONS))
def interrupted_turns_begin_anew(patch: Patch) -> None:
    """An undo, a pause or a vacation gives the whole time again."""
    started = deadlines._started
    patch.setattr(deadlines, "_started", lambda settings, seat, left, now: started(settings, seat, None, now))


@plant("audit", faults=0)
def clocks_that_fire_early(patch: Patch) -> None:
    patch.setattr(
        workers.jobs, "tick", lambda games, game, now: tick(games, game, "2" + now[1:3] + "9" + now[4:])
    )


@plant("progress", scope=Scope(faults=("killed_before", "killed_after")))
def lost_jobs_that_stay_lost(patch: Patch) -> None:
    patch.setattr(lost_jobs.AbandonedJobs, "revive", lambda self: 0)
    patch.setattr(lost_jobs, "is_lost", lambda *arguments: False)


@plant("progress", scope=Scope(faults=("store_away", "reply_lost", "slow")))
def retries_that_never_come(patch: Patch) -> None:
    patch.setattr(queue.Retries, "queue_due", lambda self: None)


@plant("progress", "projections", scope=Scope(tempers=("hasty",), faults=("feed_lost",)))
def no_sweep(patch: Patch) -> None:
    """A lost feed entry is lost for good."""
    patch.setattr(dispatcher.Dispatcher, "_sweep_on", lambda self: setattr(self._sweep, "_behind", 0))


@plant("webhooks", scope=Scope(faults=("receiver_fails",)))
def messages_that_are_tried_once(patch: Patch) -> None:
    """A message that fails counts as delivered."""
    send = Deliverer._send

    def once(self: Deliverer, *arguments: Any) -> Any:
        outcome = send(self, *arguments)
        return outcome if outcome.delivered else Outcome(204)

    patch.setattr(Deliverer, "_send", once)


@plant("webhooks", scope=Scope(tempers=("hasty",), faults=("killed_sending",)))
def messages_that_change(patch: Patch) -> None:
    """A message differs each time that it is sent."""
    body = message_body
    count = iter(range(10**9))
    patch.setattr(
        delivery, "message_body", lambda *arguments: body(*arguments)[:-1] + f',"n":{next(count)}}}'.encode()
    )


@plant("webhooks", faults=1, scope=Scope(faults=("tail_lost",)))
def ids_without_a_past(patch: Patch) -> None:
    """Messages about events that replace lost ones have the ids of the lost ones."""
    patch.setattr(delivery, "message_id", lambda *arguments: message_id(*arguments[:4]))


@plant("notices", acts=0, faults=0, scope=Scope(tempers=("hasty",), rooms=1.0))
def rooms_that_are_never_shown_anything(patch: Patch) -> None:
    patch.setattr(dispatcher, "room_needs", lambda store, loaded: ())


@plant("notices", acts=0, faults=0, scope=Scope(tempers=("hasty",), rooms=1.0))
def calls_that_are_not_noted(patch: Patch) -> None:
    """People are called again with every look at their room."""
    note = RoomProgress.note_called
    patch.setattr(
        RoomProgress, "note_called", lambda self, version, seats: note(self, max(0, version - 1), ())
    )


@plant("projections", acts=0, scope=Scope(tempers=("hasty",), rooms=0.0, players=1.0, faults=("feed_lost",)))
def lists_that_stay_behind(patch: Patch) -> None:
    """The lists of players' games follow every second look at a game."""
    note, looks = PlayerLists.note, count()
    patch.setattr(PlayerLists, "note", lambda self, loaded: note(self, loaded) if next(looks) % 2 else None)


@plant("projections", acts=0, faults=0, scope=Scope(tempers=("hasty",), rooms=0.0, players=1.0))
def rows_of_another_seat(patch: Patch) -> None:
    """A list says of the wrong player that their game waits for them."""
    row_of = game_lists._row

    def wrong(loaded: Loaded, player: str) -> game_lists.Row:
        row = row_of(loaded, player)
        return msgspec.structs.replace(row, waiting=not row.waiting) if loaded.version % 5 == 0 else row

    patch.setattr(game_lists, "_row", wrong)


PLAYERS_ONLY = Scope(tempers=("hasty",), rooms=0.0, players=1.0, acts=("talk",), faults=("answer_lost",))


@plant("notices", acts=0, faults=0, scope=PLAYERS_ONLY)
def notices_that_are_not_noted(patch: Patch) -> None:
    """A channel is sent the same again with every look at its ledger."""
    patch.setattr(Ledger, "note_sent", lambda *arguments: None)


@plant("notices", acts=0, faults=0, scope=PLAYERS_ONLY)
def notices_that_are_never_planned(patch: Patch) -> None:
    """Every fifth look at a game schedules nobody."""
    look, looks = Standings.look, count(1)
    patch.setattr(
        Standings,
        "look",
        lambda self, game, schedule: look(self, game, schedule if next(looks) % 5 else lambda players: None),
    )


@plant("notices", acts=0, faults=0, scope=Scope(tempers=("slow",), hours=(12,), rooms=0.0, players=1.0))
def reminders_that_nobody_hears(patch: Patch) -> None:
    _keep_silent(patch, Occasion.REMINDER)


@plant("notices", faults=0, scope=Scope(tempers=("slow",), acts=("pause",), rooms=0.0, players=1.0))
def requests_that_nobody_hears(patch: Patch) -> None:
    _keep_silent(patch, Occasion.REQUEST)


@plant("notices", faults=0, scope=PLAYERS_ONLY)
def talk_that_nobody_hears(patch: Patch) -> None:
    _keep_silent(patch, Occasion.MESSAGE)


def _keep_silent(patch: Patch, occasion: Occasion) -> None:
    of_seat = notice_occasions._of_seat
    patch.setattr(
        notice_occasions,
        "_of_seat",
        lambda *arguments: (one for one in of_seat(*arguments) if one.occasion is not occasion),
    )


@plant("secrets", acts=0, faults=0, scope=PLAYERS_ONLY)
def notices_that_tell_of_cards(patch: Patch) -> None:
    """What happened is described as the first seat knows it."""
    patch.setattr(notice_texts, "voice_for", lambda loaded, lang, viewer: voice_for(loaded, lang, 0))


@plant("doubled", "acknowledged", acts=8, faults=8, scope=PLAYERS_ONLY)
def messages_whose_keys_are_forgotten(patch: Patch) -> None:
    """Who repeats what they said to others says it twice."""
    append = TableTalk._append
    patch.setattr(
        TableTalk, "_append", lambda self, game, entry, facts, key=None: append(self, game, entry, facts)
    )


@plant("projections", acts=0, faults=0, days=12, scope=PLAYERS_ONLY)
def ratings_that_are_not_written(patch: Patch) -> None:
    """Games that end never come into the ledger of their board."""
    patch.setattr(Ratings, "put", lambda *arguments: None)


def _without(commit: Any, **changes: Any) -> Any:  # a commit of the store
    return msgspec.structs.replace(commit, **changes)


# ----------------------------------------------------------------------------------------------------- tests


@pytest.fixture(scope="module")
def process() -> Iterator[OwnProcess]:
    with own_process() as running:
        yield running


@pytest.mark.parametrize("name", QUICK)
def test_the_simulator_finds(process: OwnProcess, name: str) -> None:
    process.run(find, name)


@pytest.mark.soak
def test_a_failing_run_becomes_a_short_story(process: OwnProcess) -> None:
    process.run(check_shrinkage, "stretched_daily_clock")


def check_shrinkage(name: str) -> None:
    planted = PLANTS[name]
    with pytest.MonkeyPatch.context() as patch:
        planted.put(patch)
        outcome = simulate(planted.plan(1))
        small = Shrinkage(outcome, attempts=20).shrink()
    assert outcome.finding
    assert small.finding
    assert small.finding.invariant == outcome.finding.invariant
    assert outcome.plan.size > 20
    assert small.plan.size <= 3
    lines = story(small).splitlines()
    assert lines[-1] == f"finding: {small.finding}"
    *run, last, _ = lines
    moment = last.partition("  finding ")[0]
    commands = [line for line in run if line.startswith(moment) and "/commands " in line and ": 200 " in line]
    assert commands, "what stretches the clock is in the story"
    assert len(lines) < 60


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", sorted(PLANTS))
def test_the_simulator_finds_every_planted_fault(name: str) -> None:
    in_fresh_process(find, name)
