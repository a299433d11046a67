"""Table talk: what people say to each other is kept once, in their words, and only the table hears it.

That no message raises the version of a game needs no look here: every commit of a seat must have been asked for
(`invariants`).
"""

import json
from random import Random

import msgspec

from service.games.facts import talk_stream
from service.store.script import key_of
from service.table_talk.talk_message import Channel, Posted, message_id, read_entry
from tests.simulator.chronicle import Finding
from tests.simulator.invariants import Watch
from tests.simulator.people.players import PATIENCE, Person, Telephone
from tests.simulator.wire import Server


class Message(msgspec.Struct):
    """Something that a person says once, however often they send it."""

    game: str
    text: str
    name: str = ""  # as it was acknowledged
    channel: str = Channel.TABLE  # somebody who has left their seat speaks among those who look on


class TalkBoard:
    """What was said at all tables."""

    def __init__(self, phone: Telephone, watch: Watch) -> None:
        self._phone, self._watch = phone, watch
        self._messages: list[Message] = []

    def say(self, person: Person, text: str, rng: Random) -> None:
        """Sends a message until it is answered, and looks whether strangers hear it."""
        message = Message(person.game, text)
        self._messages.append(message)
        headers = {"Idempotency-Key": f"talk/{rng.getrandbits(64)}"}
        for pause in PATIENCE:
            reply = self._phone.call("POST", f"{person.path}/messages", person.token, {"text": text}, headers)
            if reply is not None and reply.status == 201:
                self._acknowledge(message, reply.json["id"])
                message.channel = reply.json["channel"]
                if rng.random() < 0.7:
                    break
            elif reply is not None and reply.status != 503:
                break  # they have no seat any more, or the game is lost
            self._phone.scheduler.sleep(pause)
        self._listen_in(message)

    def _acknowledge(self, message: Message, name: str) -> None:
        if message.name and message.name != name:
            raise Finding("doubled", f"{message.text!r} was said as {message.name} and as {name}")
        message.name = name

    def _listen_in(self, message: Message) -> None:
        if message.channel != Channel.TABLE:
            return
        reply = self._phone.call("GET", f"/v1/games/{message.game}/messages")
        if reply is not None and json.dumps(message.text)[1:-1] in reply.body.decode():
            raise Finding("secrets", f"a stranger hears {message.text!r}")

    def lose(self) -> None:
        """The server has lost some of its past: what was acknowledged may be gone."""
        self._messages.clear()

    def check(self, server: Server) -> None:
        """Whatever was acknowledged is there, and nothing is there twice."""
        for game in sorted({message.game for message in self._messages if self._watch.exists(message.game)}):
            kept = _words(server, game)
            for message in self._messages:
                names = [name for name, text in kept.items() if text == message.text]
                if message.game == game and names != ([message.name] if message.name else names[:1]):
                    kept_as = f"is kept as {names} at game {game}"
                    raise Finding(
                        "acknowledged", f"{message.text!r}, acknowledged as {message.name!r}, {kept_as}"
                    )


def said_after(server: Server, game: str, at: str) -> list[tuple[str, str]]:
    """What was said at the table after a time, as the server itself has it: ids and times."""
    rows = server.direct.xrange(key_of(talk_stream(game), "ev"))
    entries = [(number, read_entry(row[b"e"])) for number, (_, row) in enumerate(rows, 1)]
    return [
        (message_id(number), entry.at)
        for number, entry in entries
        if isinstance(entry, Posted) and entry.channel is Channel.TABLE and entry.at > at
    ]


def _words(server: Server, game: str) -> dict[str, str]:
    """The words of all messages of a game, by their ids, as the server itself has them."""
    stream = talk_stream(game)
    facts = server.direct.hgetall(key_of(stream, "facts"))
    rows = server.direct.xrange(key_of(stream, "ev"))
    return {
        message_id(number): facts[f"text:{number}".encode()].decode()
        for number, (_, row) in enumerate(rows, 1)
        if isinstance(read_entry(row[b"e"]), Posted)
    }
