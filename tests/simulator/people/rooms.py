"""Chat rooms behind a bridge: people open a table, play and ask again by writing, and the room is shown and called."""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random

from service.chat.rooms.room import GAME, TABLE
from service.language.speech.story import voice_for
from service.store.redis_store import properties_key
from service.webhooks.signatures import signed_headers
from tests.simulator.chronicle import Chronicle, Finding
from tests.simulator.invariants import Watch, loaded_of
from tests.simulator.people.players import BRIDGE_SECRET, LOOKS, PATIENCE, Intent, Telephone
from tests.simulator.plans import HOUR, Table
from tests.simulator.receivers import BRIDGE_URL, Receivers
from tests.simulator.truth import TrueGame
from tests.simulator.wire import Server
from tests.support.http.api_calls import Reply
from ttr_core import legal_commands
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.commands import ClaimRoute
from workers.room_progress import RoomProgress

DOUBLED = 0.15  # of all messages come twice at once, as platforms send them
DONE = 409  # the message was answered before
AGAIN = -1  # a version at which nobody was called


def bridge_request(
    now: float, number: str, room: str, person: str, text: str
) -> tuple[bytes, dict[str, str]]:
    """A message to the chat bridge, signed."""
    message = {"room": room, "person": person, "name": person, "text": text}
    body = json.dumps(message).encode()
    return body, dict(signed_headers(number, int(now), body, [BRIDGE_SECRET]))


class RoomBoard:
    """What rooms were shown by the service, as the bridge received it."""

    def __init__(self, receivers: Receivers, watch: Watch, chronicle: Chronicle) -> None:
        self._receivers, self._watch, self._chronicle = receivers, watch, chronicle
        self.games: dict[str, str] = {}  # by room
        self._calls: dict[
            tuple[str, str], int
        ] = {}  # by game and person: the version at which they were called
        self._doubled = ""  # what is wrong with a call
        receivers.bridge = self.receive

    def receive(self, now: float, restless_until: float, body: bytes) -> None:
        """Nobody is called twice for one turn, unless a fault came between the call and the note of it."""
        update = json.loads(body)
        room, post = update["room"], update["post"]
        self._chronicle.note(
            now, "notice", f"{room} {'edit' if update['replaces'] else 'post'} {post['mentions']}"
        )
        game = self.games.get(room)
        if game is None or update["replaces"]:
            return
        version = self._watch.follow(game, now).version
        for person in post["mentions"]:
            calm = now > restless_until and not self._receivers.is_disturbed(BRIDGE_URL)
            if self._calls.get((game, person)) == version and calm:
                # it is raised later: rq takes whatever is raised in a job for a failure of the job
                self._doubled = f"{person} is called twice at version {version} of game {game}"
            self._calls[game, person] = version

    def check_calls(self) -> None:
        if self._doubled:
            raise Finding("notices", self._doubled)

    def check(self, server: Server) -> None:
        """At rest, rooms show their games as they are, and everybody has been called whom they wait for."""
        if self._receivers.is_disturbed(BRIDGE_URL):
            return
        for room, game in self.games.items():
            true = self._watch.follow(game, self._watch.now())
            if not true.steps:
                continue
            progress = RoomProgress(_Properties(server), game)  # type: ignore[arg-type]  # it reads only
            if min(progress.shown, progress.called) < true.version:
                known = f"was shown {progress.shown} and called at {progress.called}"
                raise Finding("notices", f"{room} {known}, and game {game} is at {true.version}")
            self._check_called(true)

    def _check_called(self, true: TrueGame) -> None:
        for seat in true.state.phase.waiting:
            person = true.read_facts().contact(seat)
            if seat in true.state.present and person and (true.game, person) not in self._calls:
                raise Finding("notices", f"{person} was never called, and game {true.game} waits for them")

    def lose(self) -> None:
        """The server has lost moves: versions come again."""
        self._calls = dict.fromkeys(self._calls, AGAIN)
        for room, game in list(self.games.items()):
            if not self._watch.exists(game):
                del self.games[room]


class _Properties:
    """Reads properties from the server itself."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def properties(self, owner: str) -> Mapping[str, str]:
        texts = self._server.direct.hgetall(properties_key(owner))
        return {name.decode(): text.decode() for name, text in texts.items()}


class Writer:
    """Somebody in a room who plays by writing."""

    def __init__(self, phone: Telephone, watch: Watch, room: str, place: int, temper: str, seed: str) -> None:
        self._phone, self._watch, self.room = phone, watch, room
        self.person, self.temper = f"{room}/{place}", temper
        self._rng, self._seed, self._sent = Random(seed), seed, 0
        self.game = ""
        self.stopped = False

    def say(self, text: str, spawn: Callable[[Callable[[], object]], None] | None = None) -> Reply | None:
        """Sends a message until it is answered, with the same id each time; now and then it comes twice at once."""
        self._sent += 1
        number = f"{self._seed}/{self._sent}"
        if spawn is not None and self._rng.random() < DOUBLED:
            spawn(lambda: self._send(number, text))
        for pause in PATIENCE:
            reply = self._send(number, text)
            if reply is not None and reply.status in (200, DONE):
                return reply
            self._phone.scheduler.sleep(pause)
        return None

    def _send(self, number: str, text: str) -> Reply | None:
        now = self._phone.scheduler.now
        body, headers = bridge_request(now, number, self.room, self.person, text)
        return self._phone.call("POST", "/v1/chat/bridge", None, body, headers)

    def live(self, spawn: Callable[[Callable[[], object]], None]) -> None:
        """Looks now and then, and moves."""
        low, high = LOOKS[self.temper]
        while not self.stopped:
            self._phone.scheduler.sleep(self._rng.uniform(low, high) * HOUR)
            if not self._watch.exists(self.game):
                return
            true = self._watch.follow(self.game, self._watch.now())
            seat = self._seat(true)
            while seat is not None and seat in true.state.phase.waiting and not self.stopped:
                if not self._move(true, seat, spawn):
                    break
                true = self._watch.follow(self.game, self._watch.now())

    def _seat(self, true: TrueGame) -> int | None:
        facts = true.read_facts()
        return next((seat for seat in range(true.rules.players) if facts.contact(seat) == self.person), None)

    def _move(self, true: TrueGame, seat: int, spawn: Callable[[Callable[[], object]], None]) -> bool:
        """Says what would be a move; whether it was made, which it is once at most."""
        legal = legal_commands(true.rules, true.state, seat)
        if not legal:
            return False
        claims = [command for command in legal if isinstance(command, ClaimRoute)]
        command = self._rng.choice(claims if claims and self._rng.random() < 0.8 else legal)
        words = voice_for(loaded_of(true), "en", seat).phrase(command, ticket_choice(true.state, seat).offer)
        before, lost_at = self._commits(true, seat), self._watch.lost_at
        intent = Intent(true.game, seat, "text", words, f"{self._seed}/{self._sent + 1}", open=True)
        self._watch.intends(intent)
        reply = self.say(words, spawn)
        if reply is None or not self._watch.exists(self.game) or self._watch.lost_at != lost_at:
            return False
        new = self._commits(self._watch.follow(self.game, self._watch.now()), seat)[len(before) :]
        if len(new) > 1:
            raise Finding("doubled", f"{words!r} in {self.room} was done at {new}")
        intent.open = not new
        if new:
            intent.hashes, intent.first = (true.hash_at(new[0]),), new[0]
        return bool(new)

    def _commits(self, true: TrueGame, seat: int) -> Sequence[int]:
        """The versions at which commits of a seat begin."""
        actor = f"seat:{seat}"
        return [one.steps[0].envelope.version for one in true.commits() if actor in one.actors]


def open_room(table: Table, writers: Sequence[Writer], server: Server) -> str:
    """People open a table in their room, join it and begin; the game's id, empty if the store has lost the table."""
    first, *others = writers
    if first.say(f"new game {table.board.replace('_', ' ')}") is None:
        return ""
    for other in others:
        other.say("join")
    for _ in range(table.bots):
        first.say("add a bot")
    reply = first.say("start")
    if reply is None:
        return ""
    room = server.direct.hgetall(properties_key(f"room/bridge:{first.room}"))
    texts = {name.decode(): text.decode() for name, text in room.items()}
    return "" if texts.get(TABLE) else texts.get(GAME, "")
