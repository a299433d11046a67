"""One run: the service, its servers, people and faults of a plan, from the start until everything is at rest."""

import gc
import json
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from threading import Thread
from typing import Any

import msgspec

from service.background.jobs import QUEUE
from service.clocks.deadlines import moment, written
from service.clocks.heartbeat import ATTENDED, HEARTBEATS, REACHABLE
from service.config import Config
from service.games.game_cache import Loaded
from service.store.interface import partition_of
from service.store.redis_store import feed_key, properties_key
from service.store.script import tag_of
from service.webhooks.payload import message_id
from service.webhooks.subscriptions import Subscription
from service.webhooks.triggers import Change, triggers_of_commit
from tests.simulator import surroundings
from tests.simulator.chronicle import Chronicle, Finding
from tests.simulator.invariants import Watch, loaded_of
from tests.simulator.machines import KINDS, Api, Deliver, Dispatch, Notify, Process, WatchedDispatcher
from tests.simulator.people.club import Club
from tests.simulator.people.inboxes import Inboxes
from tests.simulator.people.players import BRIDGE_SECRET, Intent, Person, Telephone, game_request
from tests.simulator.people.rooms import RoomBoard, Writer, bridge_request, open_room
from tests.simulator.people.spoken_words import TalkBoard, said_after
from tests.simulator.plans import DAY, PROCESSES, START, Act, Fault, Plan, Table
from tests.simulator.receivers import BRIDGE, BRIDGE_URL, SHAKY, SMTP_URL, SOLID, Receivers
from tests.simulator.scheduler import Scheduler
from tests.simulator.truth import TrueGame, Truth
from tests.simulator.wire import CLAIMS, PARTITIONS, RECOVERY_SECONDS, SCHEDULES, STORE, Line, Server, Trap
from tests.simulator.wire import QUEUE as QUEUE_SERVER
from tests.support.http.running_service import UNLIMITED
from ttr_core.model.phases import Scored
from workers.dispatch.dispatcher import SWEEP_SECONDS, Dispatcher
from workers.needs import needs, next_due
from workers.queue.lost_jobs import GRACE
from workers.step_loop import OUTAGES

REBIRTH = 0.5, 8.0  # seconds until a supervisor has started a dead process again
COPIES, COPY_SECONDS = 6, 6 * 3600.0
AFTERMATH_DAYS = 2.5  # without faults and people
REQUESTS = "ttr.requests"  # logs every answer
EXPLAINED = (
    "redis.exceptions",
    "service.chat.platform.PlatformRefused",
    "service.errors.StoreUnavailable",
    "tests.simulator.wire.Killed",
)
TRAPS = ("killed_before", "killed_after", "reply_lost", "slow")
# After so long sweeps have found whatever got lost. The worst is a job whose record is there and which no list holds:
# the process that queued it died between the two. A sweep leaves it alone until its grace is over.
SWEPT_SECONDS = GRACE.total_seconds() + SWEEP_SECONDS + 5.0
TENDING_SECONDS = 1.0  # that a sweep of a partition takes, at most
THOROUGH = 10  # leaps between two looks at what processes remember
MOST_KEYS, MOST_ENTRIES = 120, 400  # of a queue and of a feed at rest
GARBAGE = 200  # leaps between two collections, which must not come by chance
NEVER = float("inf")


class Outcome(msgspec.Struct, frozen=True):
    """What came of a run."""

    plan: Plan
    finding: Finding | None
    digest: str
    chronicle: Chronicle
    games: int
    over: int
    events: int
    seconds: float  # simulated

    @property
    def faults(self) -> int:
        return self.chronicle.counts["fault"]


class Simulation:
    """Everything of one run."""

    def __init__(self, plan: Plan, store: Server | None = None) -> None:
        self.plan = plan
        seed = str(plan.seed)
        self.scheduler = Scheduler(Random(f"{seed}/scheduler"), START)
        self.chronicle = Chronicle()
        self.servers = {STORE: store or Server(STORE), QUEUE_SERVER: Server(QUEUE_SERVER)}
        self.line = Line(self.scheduler, self.servers, Random(f"{seed}/wire"))
        self.processes: dict[str, Process] = {}  # by name, the dead ones too
        self.slots: dict[str, Process] = {}  # the latest of each
        self.receivers = Receivers(self.scheduler, self.chronicle)
        self.truth = Truth(self.servers["store"])
        self.watch = Watch(self.truth, self.chronicle)
        self.receivers.lacked = self.watch.lacked
        self.phone = Telephone(self.scheduler, self._apis, self.note, Random(f"{seed}/phone"))
        self.people: dict[tuple[int, int], Person] = {}
        self.writers: list[Writer] = []
        self.rooms = RoomBoard(self.receivers, self.watch, self.chronicle)
        self.club = Club(self.phone, self.watch, self.truth, seed)
        self.inboxes = Inboxes(self.phone, self.watch, self.receivers, self.chronicle, self.servers[STORE])
        self.talk = TalkBoard(self.phone, self.watch)
        self._rng = Random(f"{seed}/faults")
        self._lives = self._leaps = 0
        self._held: set[str] = set()  # processes that nobody starts again for now
        self._names = PROCESSES[:-1] if plan.seed % 2 else PROCESSES  # with two dispatchers, or with one
        self._unmet: dict[tuple[str, int], float] = {}  # since when a game at a version has needed something
        self._errors: list[str] = []
        self._settled = START  # at the last leap nothing was left to do
        self._calm = False
        self.config = Config(
            webhook_private=True,
            webhook_threads=4,
            bridge_secret=BRIDGE_SECRET,
            bridge_url=BRIDGE_URL,
            smtp_url=SMTP_URL,
            **UNLIMITED,
        )

    def note(self, kind: str, text: str) -> None:
        self.chronicle.note(self.scheduler.now, kind, text)

    def _apis(self) -> Sequence[Api]:
        return [each for each in self.slots.values() if isinstance(each, Api) and each.alive]

    # ---------------------------------------------------------------------------------------------- the run

    def run(self) -> Outcome:
        finding: Finding | None = None
        seed = str(self.plan.seed)
        tag_of.cache_clear()
        try:
            with (
                surroundings.simulated(self.scheduler, seed, self.processes, self.receivers),
                surroundings.simulated_time_of(self.servers[STORE], self.scheduler),
                self._logs(),
            ):
                self._run()
        except Finding as raised:
            finding = raised
            self.note("finding", str(raised))
        finally:
            tag_of.cache_clear()
            for process in self.processes.values():
                process.alive = False  # whatever is left of it makes no more calls
        games = [game for game in self.truth.games.values() if game.steps]
        return Outcome(
            plan=self.plan,
            finding=finding,
            digest=self.chronicle.digest,
            chronicle=self.chronicle,
            games=len(games),
            over=sum(isinstance(game.state.phase, Scored) for game in games),
            events=self.watch.events,
            seconds=self.scheduler.now - START,
        )

    def _run(self) -> None:
        for name in self._names:
            self._start(name)
        self.scheduler.spawn("copies", self._keep_copies)
        for number, table in self.plan.tables.items():
            self.scheduler.spawn(f"table {number}", partial(self._open, number), after=table.begins)
        for act in self.plan.acts:
            self.scheduler.spawn(f"act {act.kind}", partial(self._act, act), after=act.at)
        for fault in self.plan.faults:
            self.scheduler.spawn(f"fault {fault.kind}", partial(self._strike, fault), after=fault.at)
        end = START + self.plan.days * DAY
        self._go_until(end)
        self._calm = True
        self.receivers.heal()
        for person in self.people.values():
            person.stopped = True
        for writer in self.writers:
            writer.stopped = True
        self.servers["store"].entries_to_lose = self.receivers.lethal = 0
        for process in self.slots.values():
            process.traps.clear()
        self._go_until(end + AFTERMATH_DAYS * DAY)
        self.watch.at_end()
        self._check_memories()
        self._check_webhooks()
        self.inboxes.check(self.truth, self.scheduler.now)
        self.talk.check(self.servers[STORE])
        self.rooms.check_calls()
        self.rooms.check(self.servers[STORE])
        self._check_projections(rebuilt=True)

    def _go_until(self, end: float) -> None:
        self.scheduler.run(end, self._next_due, self._leap)
        self.scheduler.now = max(self.scheduler.now, end)

    # ------------------------------------------------------------------------------------------------ processes

    def _start(self, slot: str) -> None:
        self._lives += 1
        name = f"{slot}.{self._lives}"
        process = KINDS[slot.partition("-")[0]](name, self.line, self.config, self._died)
        self.processes[name] = self.slots[slot] = process
        process.start()

    def _died(self, process: Process, why: str) -> None:
        slot = process.name.partition(".")[0]
        self.note("death", f"{process.name} {why}")
        self.scheduler.touch(RECOVERY_SECONDS)
        if slot not in self._held:
            self.scheduler.spawn(
                f"start {slot}", partial(self._start, slot), after=self._rng.uniform(*REBIRTH)
            )

    def _keep_copies(self) -> None:
        """As operators do, but only of moments to which a fault of the plan may return."""
        losses = [START + fault.at for fault in self.plan.faults if fault.kind == "tail_lost"]
        store = self.servers["store"]
        while True:
            now = self.scheduler.now
            if any(now <= loss <= now + (COPIES + 1) * COPY_SECONDS for loss in losses):
                store.keep_copy(now, COPIES)
            else:  # a loss must not return to the time before an earlier one
                store.drop_copies()
            self.scheduler.sleep(COPY_SECONDS)

    # --------------------------------------------------------------------------------------------------- leaps

    def _active(self) -> list[str]:
        store = self.servers["store"]
        keys = [f"ttr:{{p{number:02}}}:active" for number in range(PARTITIONS)]
        return sorted(game for key in keys for game in store.members(key))

    def _next_due(self) -> float:
        """When something is due that no task waits for."""
        store, queue = self.servers["store"], self.servers["queue"]
        if queue.length(f"rq:queue:{QUEUE}") or queue.length(f"rq:queue:{QUEUE}:intermediate"):
            return self.scheduler.now
        schedules = [*CLAIMS, *(key for keys in SCHEDULES.values() for key in keys)]
        first = [row[1] / 1000 for key in schedules if (row := store.first(key))]
        first += self._retries()
        planned = self._plans()
        for game in self._active():
            loaded = loaded_of(self.watch.follow(game, self.scheduler.now))
            first += self._deadlines(loaded)
            first += [self.scheduler.now] if self._is_unmet(loaded, planned) else []
        first += planned.values()
        return min(first, default=NEVER)

    def _deadlines(self, loaded: Loaded) -> list[float]:
        """When something is due by the clock of a game; nobody is kept waiting for it."""
        due = next_due(loaded)
        if due is None:
            return []
        late = self.scheduler.now - max(moment(due).timestamp(), self.scheduler.restless_until)
        if late > SWEPT_SECONDS:
            raise Finding("progress", f"a clock of game {loaded.game} was due at {due}, and nobody looks")
        return [moment(due).timestamp()]

    def _retries(self) -> list[float]:
        """When the next job that failed is tried again."""
        first = self.servers["queue"].first(f"rq:scheduled:{QUEUE}")
        if first is None:
            return []
        job, due = first
        if self.scheduler.now - max(due, self.scheduler.restless_until) > SWEPT_SECONDS:
            raise Finding("progress", f"{job.decode()} was to be tried again, and nobody does it")
        return [due]

    def _is_unmet(self, loaded: Loaded, planned: Mapping[str, float]) -> bool:
        """Whether a game needs something that nobody is about to do; a sweep finds it within a minute."""
        if not needs(loaded) or loaded.game in planned:
            self._unmet.pop((loaded.game, loaded.version), None)
            return False
        since = self._unmet.setdefault((loaded.game, loaded.version), self.scheduler.now)
        if self.scheduler.now - since > SWEPT_SECONDS:
            raise Finding("progress", f"game {loaded.game} needs {needs(loaded)[0].job}, and nobody does it")
        return True

    def _plans(self) -> dict[str, float]:
        """The games that a dispatcher means to look at later."""
        plans: dict[str, float] = {}
        for process in self.slots.values():
            if isinstance(process, Dispatch) and process.alive and hasattr(process, "dispatcher"):
                plans |= {game: plan.due for game, plan in process.dispatcher._plans.items()}
        return plans

    def _leap(self, now: float) -> None:
        """Nothing happens until then but heartbeats."""
        self._leaps += 1
        if self._leaps % GARBAGE == 0:
            gc.collect()
            gc.freeze()  # what has lasted so long, such as the states of games, lasts until the end
        self.watch.at_rest(self._active(), now)
        self.rooms.check_calls()
        if self._errors:
            raise Finding("errors", self._errors[0])
        if self._leaps % THOROUGH == 0:
            self._check_memories()
            self.rooms.check(self.servers[STORE])
            self._check_projections()
            self.inboxes.check(self.truth, self._settled)
        else:
            self._skip_sweeps(now)
        self._settled = now
        beats = {}
        if self._apis():
            beats[REACHABLE] = written(_moment(now))
        if any(isinstance(each, Dispatch) and each.alive for each in self.slots.values()):
            beats[ATTENDED] = written(_moment(now))
        if beats:
            self.servers["store"].direct.hset(properties_key(HEARTBEATS), mapping=beats)

    def _skip_sweeps(self, now: float) -> None:
        """Sweeps of the time that is skipped would have found nothing: no game needs anything, no message is due."""
        for process in self.slots.values():
            if isinstance(process, Deliver) and hasattr(process, "courier") and process.courier._swept:
                process.courier._swept = now
            if isinstance(process, Notify) and hasattr(process, "notifier") and process.notifier._swept:
                process.notifier._swept = now
            if isinstance(process, Dispatch) and hasattr(process, "dispatcher"):
                process.dispatcher._sweep._turned = now

    def _check_memories(self) -> None:
        """What processes and queues hold is right, and no more than the games need."""
        active = self._active()
        games = len(active)
        for process in self.slots.values():
            if process.alive:
                for cached in list(process.games.cache._games.values()):
                    self.watch.check_cache(process.name, cached)
            if isinstance(process, Dispatch) and process.alive and hasattr(process, "dispatcher"):
                needed = {*active, *self._unswept(process.dispatcher)}
                for what, held in games_of(process.dispatcher).items():
                    self._check_games(f"{what} of {process.name}", held, needed)
        store, queue = self.servers["store"], self.servers["queue"]
        self._check_size("keys of the queue", queue.direct.dbsize(), MOST_KEYS + 10 * games)
        for number in range(PARTITIONS):
            self._check_size(f"feed {number}", store.length(feed_key(number)), MOST_ENTRIES)

    def _unswept(self, dispatcher: WatchedDispatcher) -> Iterator[str]:
        """Games that ended after the dispatcher last swept their partition; while time leaps, it does not sweep."""
        for game in sorted(self.truth.games):
            steps = self.watch.follow(game, self.scheduler.now).steps
            ended = moment(steps[-1].envelope.at).timestamp() if steps else self.scheduler.now
            if dispatcher.tended.get(partition_of(game), 0.0) < ended + TENDING_SECONDS:
                yield game

    def _check_games(self, what: str, held: Collection[str], needed: Collection[str]) -> None:
        for game in held:
            if game not in needed:
                raise Finding("bounds", f"{what}: game {game} is over")

    def _check_size(self, what: str, size: int, most: int) -> None:
        if size > most:
            raise Finding("bounds", f"{what}: {size} entries, of which at most {most} are needed")

    def _check_projections(self, *, rebuilt: bool = False) -> None:
        """What is written for players to look at follows from the games, now and when it is made anew."""
        for api in self._apis()[:1]:
            with api.spared():
                self.club.check_lists(api)
                if rebuilt:
                    self.club.check_rebuild(api)

    def _check_webhooks(self) -> None:
        """Every subscriber has received everything that they asked for."""
        subscriptions = self.slots["api-0"]
        assert isinstance(subscriptions, Api)
        for subscription in subscriptions.services.webhooks.everybody():
            true = self.truth.game(subscription.game)
            if subscription.off or not true.read_facts().has_token(subscription.owner):
                continue
            accepted = self.receivers.accepted.get(subscription.url, {})
            for name in expected_messages(true, subscription):
                if name not in accepted:
                    raise Finding("webhooks", f"{subscription.url} never received {name}")
            heard = {(one["data"]["message"], one["at"]) for one in map(json.loads, accepted.values())}
            for said in said_after(self.servers[STORE], true.game, subscription.created):
                if said not in heard:
                    raise Finding("webhooks", f"{subscription.url} never received {said}")

    # ------------------------------------------------------------------------------------------------- people

    def _open(self, number: int) -> None:
        table = self.plan.tables[number]
        if table.in_room:
            self._open_room(number, table)
            return
        if table.has_players:
            self._open_club(number, table)
            return
        for _ in range(5):
            reply = self.phone.call("POST", "/v1/games", None, game_request(table))
            if reply is not None and reply.status == 201:
                break
            self.scheduler.sleep(60)
        else:
            return
        game = reply.json["id"]
        for seat, temper in enumerate(table.tempers):
            token = reply.json["seats"][seat]["token"]
            self._seat(number, seat, game, token, temper)

    def _open_room(self, number: int, table: Table) -> None:
        room, seed = f"room {number}", f"{self.plan.seed}/{number}"
        writers = [
            Writer(self.phone, self.watch, room, place, temper, f"{seed}/{place}")
            for place, temper in enumerate(table.tempers)
        ]
        game = open_room(table, writers, self.servers[STORE])
        if game:
            self.rooms.games[room] = game
            self.writers += writers
            for writer in writers:
                writer.game = game
                self.scheduler.spawn(writer.person, partial(writer.live, self.spawn))

    def _open_club(self, number: int, table: Table) -> None:
        opened = self.club.open(number, table)
        if opened is not None:
            game, tokens = opened
            self.spawn(self._subscribe_players)
            for seat, (token, temper) in enumerate(zip(tokens, table.tempers, strict=True)):
                self.watch.sits(game, seat)
                self._seat(number, seat, game, token, temper)

    def _subscribe_players(self) -> None:
        for place, token in self.club.newcomers():
            self.inboxes.subscribe(place, token)

    def _seat(self, number: int, seat: int, game: str, token: str, temper: str, more: str = "") -> None:
        seed = f"{self.plan.seed}/{number}/{seat}{more}"
        person = Person(self.phone, self.watch, seat, token, temper, seed)
        person.game = game
        self.people[number, seat] = person
        self.scheduler.spawn(f"person {number}/{seat}", person.live)
        self.scheduler.spawn("hook", lambda: self.subscribe(person), after=5.0)

    def _act(self, act: Act) -> None:
        person = self.people.get((act.game, act.seat))
        if person is not None and not self._calm:
            self.note("act", f"{act.kind} by seat {act.seat} of {person.game}")
            person.act(act, self)

    # what people need besides the service

    def spawn(self, run: Callable[[], object]) -> None:
        self.scheduler.spawn("errand", lambda: _discard(run()))

    def chatter(self, person: Person, text: str) -> None:
        number = f"{person.game}/{self.scheduler.switches}"
        body, headers = bridge_request(
            self.scheduler.now, number, f"room of {person.game}", f"person {person.seat}", text
        )
        self.phone.call("POST", "/v1/chat/bridge", None, body, headers)

    def say(self, person: Person, text: str, rng: Random) -> None:
        self.talk.say(person, text, rng)

    def subscribe(self, person: Person) -> None:
        """Once. Some have receivers on a host that is often in trouble, which must keep no other waiting."""
        if person.hooked or self._calm:
            return
        person.hooked = True
        kinds = ["turn.started", "turn.reminder", "game.scored", "game.event", "message.posted"]
        hosts = (SHAKY, SHAKY, SHAKY, SOLID) if person.seat % 2 == 0 else (SOLID,)
        for number, host in enumerate(hosts):
            body = {
                "url": f"https://{host}/{person.game}/{person.seat}/{number}",
                "game": person.game,
                "kinds": kinds,
                "event_types": ["route_claimed"],
            }
            self.phone.call("POST", "/v1/webhooks", person.token, body)

    def join(self, person: Person, invite: str) -> None:
        """Somebody else takes the seat over."""
        body, reply = {"name": "A guest"}, None
        headers = {"Idempotency-Key": f"join/{person.game}/{person.seat}"}
        for _ in range(3):
            intent = Intent(person.game, person.seat, "seats", body, headers["Idempotency-Key"], open=True)
            self.watch.intends(intent)
            reply = self.phone.call("POST", f"{person.path}/seats", invite, body, headers)
            if reply is not None and reply.status != 503:
                break
            self.scheduler.sleep(10)
        if reply is not None and reply.status == 201:
            number = next(key[0] for key, each in self.people.items() if each is person)
            person.stopped = True
            self.watch.sits(person.game, person.seat)
            self._seat(number, person.seat, person.game, reply.json["seat"]["token"], "diligent", "/guest")

    def token_of_others(self, person: Person, rng: Random) -> str:
        others = [each.token for each in self.people.values() if each.game != person.game]
        return rng.choice(others) if others else person.token

    def players(self, person: Person) -> int:
        return sum(each.game == person.game for each in self.people.values())

    # -------------------------------------------------------------------------------------------------- faults

    def _strike(self, fault: Fault) -> None:
        if self._calm:
            return
        process = self.slots.get(fault.target) or self.slots["dispatch-0"]
        self.note("fault", f"{fault.kind} at {process.name}, {fault.calls} calls, {fault.seconds:.0f} s")
        self.scheduler.touch(RECOVERY_SECONDS)
        if fault.kind in TRAPS:
            process.traps.append(Trap(fault.kind, fault.calls, fault.seconds))
        else:
            getattr(self, f"_fault_{fault.kind}")(fault, process)

    def _fault_store_away(self, fault: Fault, process: Process) -> None:
        self._away("store", fault.seconds)

    def _fault_queue_away(self, fault: Fault, process: Process) -> None:
        self._away("queue", fault.seconds)

    def _away(self, name: str, seconds: float) -> None:
        self.servers[name].away = True
        self.scheduler.touch(seconds + RECOVERY_SECONDS)
        self.scheduler.sleep(seconds)
        self.servers[name].away = False
        self.scheduler.touch(RECOVERY_SECONDS)

    def _fault_queue_emptied(self, fault: Fault, process: Process) -> None:
        self.servers["queue"].empty()

    def _fault_tail_lost(self, fault: Fault, process: Process) -> None:
        store = self.servers["store"]
        for game in self._active():
            self.watch.follow(game, self.scheduler.now)
        if store.lose_since(self.scheduler.now - fault.seconds) is not None:
            self.watch.lose(self.scheduler.now)
            self.rooms.lose()
            self.inboxes.lose()
            self.talk.lose()
            self.club.forget()
            direct = store.direct
            now = written(_moment(self.scheduler.now))  # a service is started with its restored copy
            direct.hset(properties_key(HEARTBEATS), mapping={ATTENDED: now, REACHABLE: now})

    def _fault_outage(self, fault: Fault, process: Process) -> None:
        """Everything is down."""
        self._held |= set(self._names)
        for each in list(self.slots.values()):
            each.die("in an outage")
        self.scheduler.sleep(fault.seconds)
        self._held.clear()
        for name in self._names:
            self._start(name)
        self.scheduler.touch(RECOVERY_SECONDS)

    def _fault_clock_jump(self, fault: Fault, process: Process) -> None:
        """The wall clock of a process is wrong until the process ends."""
        process.skew += fault.seconds

    def _fault_feed_doubled(self, fault: Fault, process: Process) -> None:
        direct = self.servers["store"].direct
        for number in range(PARTITIONS):
            for _, row in direct.xrevrange(feed_key(number), count=2):
                direct.xadd(feed_key(number), row)

    def _fault_feed_lost(self, fault: Fault, process: Process) -> None:
        """The next moves are announced to nobody."""
        self.servers["store"].entries_to_lose += 1 + fault.calls % 3

    def _fault_receiver_hangs(self, fault: Fault, process: Process) -> None:
        self._disturb("hangs", fault)

    def _fault_receiver_fails(self, fault: Fault, process: Process) -> None:
        self._disturb("fails", fault)

    def _fault_receiver_slow(self, fault: Fault, process: Process) -> None:
        self._disturb("slow", fault)

    def _disturb(self, how: str, fault: Fault) -> None:
        host = BRIDGE if fault.calls % 3 == 0 else SHAKY
        self.receivers.behave(host, how, fault.seconds)

    def _fault_killed_sending(self, fault: Fault, process: Process) -> None:
        """Who sends the next message dies as it is accepted, and must not take it for sent."""
        self.receivers.lethal += 1

    def _fault_answer_lost(self, fault: Fault, process: Process) -> None:
        self.phone.deaf += 1

    # ---------------------------------------------------------------------------------------------------- logs

    @contextmanager
    def _logs(self) -> Iterator[None]:
        """Errors in the log that no fault explains are findings; nothing else is printed."""
        simulation = self

        class Collector(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                error = record.exc_info[1] if record.exc_info else None
                text = record.getMessage()
                if (
                    record.levelno >= logging.ERROR
                    and not _explained(error, text)
                    and record.name != REQUESTS
                ):
                    simulation._errors.append(f"{record.name}: {text} {error!r}")

        handler, root = Collector(), logging.getLogger()
        silenced = [logging.getLogger(name) for name in ("ttr", "rq", "service", "workers")]
        before = [(each, each.propagate, each.level, list(each.handlers)) for each in silenced]
        for each in silenced:
            each.handlers, each.propagate = [handler], False
            each.setLevel(logging.ERROR)
        root.addHandler(handler)
        try:
            yield
        finally:
            root.removeHandler(handler)
            for each, propagate, level, handlers in before:
                each.propagate, each.handlers = propagate, handlers
                each.setLevel(level)


def games_of(dispatcher: Dispatcher) -> dict[str, Collection[str]]:
    """The games that a dispatcher remembers, by what it remembers of them."""
    clocks = dispatcher._clocks
    return {
        "plans": dispatcher._plans,
        "jobs of bots": dispatcher._bot_jobs,
        "clocks": clocks._schedule._noted,
        "batches": clocks._batches._batches,
    }


def expected_messages(true: TrueGame, subscription: Subscription) -> Iterator[str]:
    """The ids of all messages about what happened since the subscription was made."""
    for commit in true.commits():
        if commit.steps[0].envelope.at <= subscription.created:
            continue
        changes, before = [], commit.before
        for step in commit.steps:
            changes.append(Change(before, step.event, step.state))
            before = step.state
        for step, triggers in zip(commit.steps, triggers_of_commit(changes), strict=True):
            for trigger in triggers:
                if subscription.wants(trigger.kind, trigger.seat, trigger.event_type):
                    envelope = step.envelope
                    yield message_id(subscription.id, true.game, envelope.version, trigger, envelope.hash)


def _explained(error: BaseException | None, text: str) -> bool:
    """Whether an error comes from a fault: a server was away, or the process died."""
    if text.rstrip().rpartition("\n")[2].startswith(EXPLAINED):  # rq logs tracebacks as text
        return True
    while error is not None:
        if isinstance(error, OUTAGES) or not isinstance(error, Exception):
            return True
        error = error.__cause__ or error.__context__
    return False


def _moment(now: float) -> Any:  # a datetime in UTC
    from datetime import UTC, datetime

    return datetime.fromtimestamp(now, UTC)


def _discard(value: object) -> None:
    return None


def simulate(plan: Plan, store: Server | None = None) -> Outcome:
    """Runs a plan in a thread of its own: time limits of bots count real seconds in the main thread only."""
    gc.collect()
    gc.freeze()  # what is there already need not be looked at by each collection of the run
    gc.disable()
    outcomes: list[Outcome] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            outcomes.append(Simulation(plan, store).run())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, name="simulation")
    thread.start()
    thread.join()
    gc.enable()
    gc.unfreeze()
    if errors:
        raise errors[0]
    return outcomes[0]
