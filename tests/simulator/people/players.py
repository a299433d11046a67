"""People: they look, move, ask again when an answer is missing, and do what plans say, sensible or not."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

import msgspec

from tests.simulator.chronicle import Finding
from tests.simulator.machines import Api
from tests.simulator.plans import DAY, HOUR, Act, Table
from tests.simulator.scheduler import Scheduler
from tests.simulator.wire import Killed
from tests.support.http.api_calls import Reply
from tests.support.http.game_bodies import OVER

# hours
LOOKS = {
    "diligent": (1, 7),
    "slow": (8, 40),
    "leisurely": (20, 80),
    "hasty": (0.2, 2),
    "vanishing": (1, 6),
    "stretching": (1, 5),
}
KEY_SECONDS = 7 * DAY  # for which the service remembers a key
PATIENCE = (1.0, 5.0, 30.0, 300.0, 1800.0, 7200.0)  # seconds before a request without an answer is sent again
BRIDGE_SECRET = "whsec_" + "A" * 43 + "="
MISUNDERSTOOD = ("not_found", "method_not_allowed", "malformed_request", "unknown_parameter")
NONSENSE = (
    "claim", "claim atlantis narnia with octarine", "draw 99", "keep all and none", "1", "undo undo undo",
    "claim \u202e paris", "help", "who are we waiting for?", "draw", "keep all", "draw 2", "status", "🚂" * 50,
    "pause", "agree", "resume", "vacation 1 day", "end vacation", "claim the longest route", "score", "yes", "no",
)  # fmt: skip
SPEAKABLE = tuple(text for text in NONSENSE if text.isprintable())  # the table refuses to hear the rest


class Intent(msgspec.Struct):
    """Something that a person wants once, however often they ask for it."""

    game: str
    seat: int
    path: str
    body: Any  # JSON
    key: str
    hashes: tuple[str, ...] = ()  # of the events that were acknowledged
    first: int = 0  # version of the first of them
    open: bool = False  # sent, and not answered for certain
    kind: str = ""
    sent: float = 0.0  # when it was first asked for


class Witness(Protocol):
    """Checks what people get to see."""

    def saw(
        self, game: str, seat: int | None, reply: Reply, since: float, *, latest: bool = False
    ) -> None: ...
    def acknowledged(self, intent: Intent, events: Sequence[Mapping[str, Any]], since: float) -> None: ...
    def intends(self, intent: Intent) -> None: ...


class Telephone:
    """How people reach the service: any of its API processes answers, or none."""

    def __init__(
        self,
        scheduler: Scheduler,
        apis: Callable[[], Sequence[Api]],
        note: Callable[[str, str], None],
        rng: Random,
    ) -> None:
        self.scheduler, self._apis, self._note, self._rng = scheduler, apis, note, rng
        self.deaf = 0  # answers that get lost on their way to the caller

    def call(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply | None:
        """None: there was no answer."""
        apis, task = self._apis(), self.scheduler.task
        self.scheduler.touch()
        if not apis or task is None:
            return None
        api = self._rng.choice(apis)
        before, task.host = task.host, api
        try:
            if method == "GET":
                reply = api.caller.get(path, token, headers)
            else:
                reply = api.caller.send(method, path, {} if body is None else body, token, headers)
        except Killed:
            self._note("call", f"{method} {path} {_kind(body)}at {api.name}: no answer")
            return None
        finally:
            task.host = before
        self._note(
            "call", f"{method} {path} {_kind(body)}at {api.name}: {reply.status} {self._summary(reply)}"
        )
        if reply.status in (400, 404, 405) and reply.code in MISUNDERSTOOD:
            raise AssertionError(f"people do not know the API: {method} {path} {body} is {reply.body!r}")
        if reply.status >= 500 and reply.status != 503:
            raise Finding("answers", f"{method} {path} is answered {reply.status}: {reply.body!r}")
        if self.deaf and method != "GET":
            self.deaf -= 1
            return None
        return reply

    def _summary(self, reply: Reply) -> str:
        if reply.headers.get("content-type", "").endswith("problem+json"):
            return str(reply.code)
        return reply.headers.get("etag", "")


def _kind(body: Any) -> str:
    """The type of a command, for a reader."""
    return f"{body['type']} " if isinstance(body, dict) and "type" in body else ""


class Person:
    """Somebody at a seat."""

    def __init__(
        self, phone: Telephone, witness: Witness, seat: int, token: str, temper: str, seed: str
    ) -> None:
        self._phone, self._witness = phone, witness
        self.game, self.seat, self.token, self.temper = "", seat, token, temper
        self._rng = Random(seed)
        self._seed = seed
        self._sent = 0
        self.last: Intent | None = None
        self.version = 0
        self.stopped = False
        self.hooked = False

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game}"

    def live(self) -> None:
        """Looks now and then, and moves."""
        low, high = LOOKS[self.temper]
        while not self.stopped:
            self._phone.scheduler.sleep(self._rng.uniform(low, high) * HOUR)
            if self.temper == "vanishing" and self._rng.random() < 0.02:
                return
            if not self._turn():
                return

    def _turn(self) -> bool:
        """Whether the game goes on for this person."""
        view = None if self.stopped else self.look()
        if view is None:
            return True
        if view["status"] in OVER:
            return False
        if self._open_motions(view) and self._rng.random() < 0.7:
            self._vote(view)
        while self.seat in view["waiting_for"] and not self.stopped:
            if not self._move(view):
                break
            again = self.look()
            if again is None or again["status"] in OVER:
                break
            view = again
        if self.temper == "stretching":
            self._stretch()
        return True

    def look(self) -> Any:  # the answer's JSON, None without one
        since = self._phone.scheduler.now
        reply = self._phone.call("GET", self.path, self.token)
        if reply is None or reply.status != 200:
            if reply is not None and reply.status in (401, 404):
                self.stopped = True  # the seat has passed on, or the game was lost
            return None
        self._witness.saw(self.game, self.seat, reply, since, latest=True)
        self.version = reply.json["version"]
        return reply.json

    def commands(self) -> list[dict[str, Any]]:
        reply = self._phone.call("GET", f"{self.path}/commands", self.token)
        return reply.json["moves"] or [] if reply is not None and reply.status == 200 else []

    def _move(self, view: Mapping[str, Any]) -> bool:
        commands = self.commands()
        if not commands:
            return False
        choice = self._choice(commands)
        return (
            self.ask("commands", choice, version=view["version"] if self._rng.random() < 0.5 else None)
            is not None
        )

    def _choice(self, commands: Sequence[dict[str, Any]]) -> dict[str, Any]:
        claims = [command for command in commands if command["type"] == "claim_route"]
        if claims and self._rng.random() < 0.8:
            return self._rng.choice(claims)
        return self._rng.choice(commands)

    # ------------------------------------------------------------------------------------------- requests

    def ask(self, what: str, body: Any, version: int | None = None) -> Reply | None:
        """Sends a request until it is answered; the reply, if what was wanted was done."""
        self._sent += 1
        intent = Intent(
            self.game,
            self.seat,
            what,
            body,
            f"{self._seed}/{self._sent}",
            kind=str(body.get("type", "")),
            sent=self._phone.scheduler.now,
        )
        self.last = intent
        self._witness.intends(intent)
        return self.insist(intent, version)

    def insist(self, intent: Intent, version: int | None = None) -> Reply | None:
        for pause in PATIENCE:
            reply, since = self._send(intent, version)
            if reply is not None and reply.status != 503:
                if reply.status == 200:
                    self._witness.acknowledged(intent, reply.json["events"], since)
                    return reply
                # whose resignation was done without an answer has no token any more to ask again
                intent.open = intent.open and reply.status in (401, 429)
                return None
            intent.open = True
            self._phone.scheduler.sleep(pause)
            if self.stopped:
                break  # somebody else has the seat
        return None

    def _send(self, intent: Intent, version: int | None) -> tuple[Reply | None, float]:
        headers = {"Idempotency-Key": intent.key}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        since = self._phone.scheduler.now
        return self._phone.call("POST", f"{self.path}/{intent.path}", self.token, intent.body, headers), since

    def table(self, matter: str, **fields: Any) -> Reply | None:
        return self.ask("commands", {"type": matter, **fields})

    def _vote(self, view: Mapping[str, Any]) -> None:
        for motion in sorted(self._open_motions(view)):
            kind = "agree" if motion != "end" and self._rng.random() < 0.8 else "object"
            self.table(kind, motion=motion)

    def _open_motions(self, view: Mapping[str, Any]) -> list[str]:
        return [motion["motion"] for motion in view["rules"].get("motions", {"pending": []})["pending"]]

    def _stretch(self) -> None:
        """Tries to gain time."""
        match self._rng.randrange(4):
            case 0:
                self.table("propose_undo")
            case 1:
                if self.table("take_vacation", days=1):
                    self._phone.scheduler.sleep(self._rng.uniform(0.1, 3600))
                    self.table("end_vacation")
            case 2:
                self.table("propose", motion="pause")
                self.table("resume_game")
            case _:
                for command in self.commands()[:1]:
                    self.ask("commands", command)
                    self.table("propose_undo")

    # ------------------------------------------------------------------------------------ acts of the plan

    def act(self, act: Act, desk: "Desk") -> None:
        rng = Random(act.dice)
        method = getattr(self, f"_act_{act.kind}", None)
        if self.stopped or not self.game:
            return
        if method is None:
            raise LookupError(act.kind)
        method(rng, desk)

    def _act_undo(self, rng: Random, desk: "Desk") -> None:
        self.table("propose_undo")

    def _act_pause(self, rng: Random, desk: "Desk") -> None:
        self.table("propose", motion="pause")

    def _act_end(self, rng: Random, desk: "Desk") -> None:
        self.table("propose", motion="end")

    def _act_agree(self, rng: Random, desk: "Desk") -> None:
        view = self.look()
        for motion in sorted(self._open_motions(view)) if view else ():
            self.table("agree", motion=motion)

    def _act_object(self, rng: Random, desk: "Desk") -> None:
        view = self.look()
        motions = sorted(self._open_motions(view)) if view else []
        self.table("object", motion=rng.choice([*motions, "pause"]))

    def _act_resume(self, rng: Random, desk: "Desk") -> None:
        self.table("resume_game")

    def _act_vacation(self, rng: Random, desk: "Desk") -> None:
        self.table("take_vacation", days=rng.choice((1, 2, 30)))

    def _act_end_vacation(self, rng: Random, desk: "Desk") -> None:
        self.table("end_vacation")

    def _act_resign(self, rng: Random, desk: "Desk") -> None:
        if rng.random() < 0.25:
            self.table("resign", kind=rng.choice(("nobody", "bot:greedy", "bot:random", "bot:unknown")))

    def _act_return(self, rng: Random, desk: "Desk") -> None:
        self.table("return_to_seat")

    def _act_repeat(self, rng: Random, desk: "Desk") -> None:
        """The same once more; a day after its key was forgotten it is wanted anew, and in between nobody knows."""
        now = self._phone.scheduler.now
        age = 0.0 if self.last is None else now - self.last.sent
        if self.last is None or KEY_SECONDS - DAY < age < KEY_SECONDS + DAY:
            return
        if age > KEY_SECONDS:
            self.last = msgspec.structs.replace(self.last, hashes=(), first=0, open=False, sent=now)
            self._witness.intends(self.last)
        self.insist(self.last)

    def _act_reuse_key(self, rng: Random, desk: "Desk") -> None:
        """The same key for something else is refused, or, once it is forgotten, stands for that."""
        before = self.last
        if before is None or not before.hashes:
            return
        kind = "resume_game" if before.kind != "resume_game" else "end_vacation"
        other = Intent(self.game, self.seat, "commands", {"type": kind}, before.key, kind=kind)
        self._witness.intends(other)
        self.insist(other)
        if other.hashes == before.hashes:
            raise Finding("keys", f"key {before.key} was answered for {kind}, which it does not stand for")

    def _act_race(self, rng: Random, desk: "Desk") -> None:
        """Two different commands at once, at the same version; and one of them twice under its key."""
        commands = self.commands()
        if len(commands) < 2:
            return
        version = self.version
        self._sent += 1
        twice = Intent(self.game, self.seat, "commands", rng.choice(commands), f"{self._seed}/{self._sent}")
        self._witness.intends(twice)
        desk.spawn(lambda: self.insist(twice, version))
        desk.spawn(lambda: self.insist(twice, version))
        self.ask("commands", rng.choice(commands), version=version)

    def _act_stale(self, rng: Random, desk: "Desk") -> None:
        for command in self.commands()[:1]:
            reply = self._phone.call(
                "POST", f"{self.path}/commands", self.token, command, {"If-Match": '"1"'}
            )
            if reply is not None and reply.status == 200:
                raise Finding("versions", "a command at version 1 was carried out much later")

    def _act_future(self, rng: Random, desk: "Desk") -> None:
        for command in self.commands()[:1]:
            reply = self._phone.call(
                "POST", f"{self.path}/commands", self.token, command, {"If-Match": '"99999"'}
            )
            if reply is not None and reply.status == 200:
                raise Finding("versions", "a command at a version that does not exist was carried out")

    def _act_nonsense(self, rng: Random, desk: "Desk") -> None:
        """Texts may be commands: what they lead to is an intent as any other."""
        self._say(rng.choice(NONSENSE), rng)

    def _say(self, text: str, rng: Random) -> None:
        self._sent += 1
        headers = {"Idempotency-Key": f"{self._seed}/{self._sent}"}
        body = {"text": text, "lang": rng.choice(("en", "fr"))}
        desk_intent = Intent(self.game, self.seat, "text", body, headers["Idempotency-Key"], open=True)
        self._witness.intends(desk_intent)
        self._phone.call("POST", f"{self.path}/say", self.token, body, headers)

    def _act_chatter(self, rng: Random, desk: "Desk") -> None:
        desk.chatter(self, rng.choice(NONSENSE))

    def _act_talk(self, rng: Random, desk: "Desk") -> None:
        desk.say(self, f"{rng.choice(SPEAKABLE)} ({rng.getrandbits(32)})", rng)

    def _act_peek(self, rng: Random, desk: "Desk") -> None:
        other = desk.token_of_others(self, rng)
        for token in (None, other):
            since = self._phone.scheduler.now
            reply = self._phone.call("GET", self.path, token)
            if reply is not None and reply.status == 200 and token is None:
                self._witness.saw(self.game, None, reply, since)
        for command in self.commands()[:1]:
            body = {**command, "seat": (self.seat + 1) % max(2, desk.players(self))}
            reply = self._phone.call(
                "POST", f"{self.path}/commands", self.token, body, {"Idempotency-Key": "peek"}
            )
            if reply is not None and reply.status == 200:
                raise Finding("seats", f"the token of seat {self.seat} has played seat {body['seat']}")

    def _act_time_machine(self, rng: Random, desk: "Desk") -> None:
        since = self._phone.scheduler.now
        at = rng.randint(1, max(1, self.version))
        reply = self._phone.call("GET", f"{self.path}?at={at}", self.token)
        if reply is not None and reply.status == 200:
            self._witness.saw(self.game, self.seat, reply, since)

    def _act_events(self, rng: Random, desk: "Desk") -> None:
        since = self._phone.scheduler.now
        reply = self._phone.call(
            "GET", f"{self.path}/events?after={rng.randint(0, max(1, self.version))}", self.token
        )
        if reply is not None and reply.status == 200:
            self._witness.saw(self.game, self.seat, reply, since)

    def _act_order(self, rng: Random, desk: "Desk") -> None:
        self._say(
            rng.choice(
                (
                    "when it is my turn, draw 2",
                    "for 3 turns draw 2",
                    "cancel all orders",
                    "draw 2 if it is my turn",
                )
            ),
            rng,
        )
        self.table("give_order", alternatives=[[{"do": "draw"}]], turns=rng.choice((1, 2, 3)))

    def _act_hook(self, rng: Random, desk: "Desk") -> None:
        desk.subscribe(self)

    def _act_hand_over(self, rng: Random, desk: "Desk") -> None:
        if rng.random() < 0.5:
            return
        self._witness.intends(Intent(self.game, self.seat, "invite", {}, "invite", open=True))
        reply = self._phone.call(
            "POST",
            f"{self.path}/seats/{self.seat}/invite",
            self.token,
            {},
            {"Idempotency-Key": f"{self._seed}/invite"},
        )
        if reply is not None and reply.status == 201 and reply.json["usable"]:
            desk.join(self, reply.json["invite"])


class Desk(Protocol):
    """What people need besides the service: each other, and receivers."""

    def spawn(self, run: Callable[[], object]) -> None: ...
    def chatter(self, person: Person, text: str) -> None: ...
    def say(self, person: Person, text: str, rng: Random) -> None: ...
    def subscribe(self, person: Person) -> None: ...
    def join(self, person: Person, invite: str) -> None: ...
    def token_of_others(self, person: Person, rng: Random) -> str: ...
    def players(self, person: Person) -> int: ...


def game_request(table: Table) -> dict[str, Any]:
    """The request that opens a table of the plan."""
    seats: list[dict[str, Any]] = [{"name": f"Person {seat}"} for seat in range(len(table.tempers))]
    seats += [{"kind": "bot", "bot": "greedy"}] * table.bots
    request: dict[str, Any] = {"board": table.board, "seats": seats, "visibility": "unlisted"}
    return request | ({"clock": dict(table.clock)} if table.clock else {})
