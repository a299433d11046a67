"""Inboxes of players: webhooks, browsers and mail addresses on which they hear of their games.

A player has heard of every turn, reminder, request, message and end on every channel, once, and no notice says what is
hidden.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

from service.clocks.deadlines import moment
from service.games.facts import player_stream, talk_stream
from service.language.speech.story import voice_for
from service.mail.mail import message_id
from service.mail.smtp_server import smtp_server
from service.notices.channels import Channel, channels_of
from service.notices.formats.mail_notices import planned_mail
from service.notices.notice_ledger import Entry, entry_name
from service.notices.notice_occasions import Occasion, Occurrence, Since
from service.notices.senders import LONGEST_BODY, notice_id
from service.notices.talk_news import BURST
from service.store.script import key_of
from service.table_talk.talk_message import Channel as TalkChannel
from service.table_talk.talk_message import Posted, read_entry
from service.webhooks.payload import LOOK_BACK, MOST_SENTENCES, events_since
from service.webhooks.subscriptions import GAME_SCORED, TURN_REMINDER, TURN_STARTED
from service.webhooks.triggers import Change, Trigger, triggers_of_commit
from tests.simulator.chronicle import Chronicle, Finding
from tests.simulator.invariants import Watch, loaded_of
from tests.simulator.people.players import Telephone
from tests.simulator.receivers import NOTICES, SHAKY, SMTP_URL, SOLID, Receivers
from tests.simulator.truth import TrueGame, Truth
from tests.simulator.wire import Server
from tests.support.notices.browsers import PushReader
from ttr_core.by_post import Motions, orders_due
from ttr_core.model.ids import SeatId, Witness
from ttr_core.model.state import HUMAN
from workers.notices.notice_process import CLAIM_MS

MAIL_DELAY = 300  # seconds before a turn that nobody has seen is mailed
CLAIM_SECONDS = CLAIM_MS / 1000
MAILED = (Occasion.YOUR_TURN, Occasion.REMINDER, Occasion.REQUEST, Occasion.GAME_OVER)
SETTLED = 60.0  # more, until everything that follows from a turn is done
TRIES, PAUSE = 20, 90.0  # at confirming a channel
_CODE = re.compile(r"#code=([0-9a-f]+)")


class Inboxes:
    """What the players of a run have received."""

    def __init__(
        self, phone: Telephone, watch: Watch, receivers: Receivers, chronicle: Chronicle, server: Server
    ) -> None:
        self._phone, self._watch, self._receivers, self._chronicle = phone, watch, receivers, chronicle
        self._server = server
        self._secrets: set[str] = set()  # texts that no notice may hold
        self._codes: dict[str, str] = {}  # by address: the code that confirms it
        self._browsers: dict[str, PushReader] = {}  # by address
        self._heard: set[str] = set()  # the ids of notices and mails
        self._turns: dict[str, tuple[int, Sequence[Entry]]] = {}  # by game: what it asks for at a version
        receivers.inbox, receivers.letter_box = self.receive, self.receive_mail

    # ------------------------------------------------------------------------------------- subscribing

    def subscribe(self, place: int, token: str) -> None:
        """A webhook for everybody, and mail or push besides; some of it on a host that is often in trouble."""
        self._secrets.add(token)
        host = SHAKY if place % 2 else SOLID
        self._add_channel(token, {"kind": "webhook", "url": f"https://{host}{NOTICES}{token[:12]}/hook"})
        if place % 2:
            self._add_address(token, f"player-{token[:12].lower()}@{host}")
        else:
            self._add_browser(token, f"https://{host}{NOTICES}{token[:12]}/push")

    def _add_channel(self, token: str, body: Mapping[str, Any]) -> None:
        reply = self._ask("POST", "/v1/me/channels", token, body, {201})
        if reply is not None:
            path = f"/v1/me/channels/{reply['channel']['id']}/confirm"
            self._confirm(
                body["url"], lambda code: self._ask("POST", path, token, {"code": code}, {200, 422})
            )

    def _add_browser(self, token: str, url: str) -> None:
        reader = self._browsers[url] = PushReader()
        self._add_channel(token, {"kind": "push", "url": url, "keys": reader.keys})

    def _add_address(self, token: str, address: str) -> None:
        if self._ask("PUT", "/v1/me/address", token, {"address": address}, {202}) is None:
            return
        path = "/v1/address_confirmations"
        self._confirm(address, lambda code: self._ask("POST", path, None, {"code": code}, {200, 404}))
        preferences = {"digest": "each", "mail_after_seconds": MAIL_DELAY}
        self._ask("PUT", "/v1/me/notices", token, preferences, {200})
        self._ask("POST", "/v1/me/channels", token, {"kind": "mail"}, {201, 409, 422})

    def _confirm(self, address: str, send: Callable[[str], object]) -> None:
        """Waits until the code has arrived, and sends it back."""
        for _ in range(TRIES):
            if address in self._codes:
                send(self._codes[address])
                return
            self._phone.scheduler.sleep(PAUSE)

    def _ask(self, method: str, path: str, token: str | None, body: Any, good: set[int]) -> Any:  # JSON
        for _ in range(TRIES):
            reply = self._phone.call(method, path, token, body)
            if reply is not None and reply.status in good:
                return reply.json
            if reply is not None and reply.status in (401, 404, 429):
                return None  # the store has lost the player, or they asked too often for lost answers
            self._phone.scheduler.sleep(PAUSE)
        return None

    # --------------------------------------------------------------------------------------- receiving

    def receive(self, url: str, body: bytes) -> None:
        """A message to a webhook, or to a browser that alone can read it."""
        browser = self._browsers.get(url)
        if browser is not None:
            fields = browser.read(body)
            kind = fields["type"]
        else:
            message = json.loads(body)
            fields, kind = {**message["data"], "id": message["id"]}, message["type"].removeprefix("notice.")
        if kind == "confirm":
            self._codes[url] = fields["code"]
            return
        self._note(url, fields["id"], kind)
        self._check_secrets(json.dumps(fields), fields["id"])
        if kind == Occasion.YOUR_TURN:
            self._check_text(fields["game"], fields["seat"], fields["version"], fields["text"])

    def receive_mail(self, message: EmailMessage) -> None:
        address, body = str(message["To"]), message.get_body(("plain",))
        assert body is not None
        text = body.get_content()
        code = _CODE.search(text)
        if code:
            self._codes[address] = code[1]
            return
        self._note(f"https://{address.rpartition('@')[2]}", str(message["Message-ID"]), "mail")
        self._check_secrets(text, str(message["Message-ID"]))

    def _note(self, url: str, name: str, kind: str) -> None:
        """Nothing comes twice, unless a fault came between sending and noting that it was sent.

        Then it comes again as soon as the claim of the process that sent it has run out.
        """
        now = self._phone.scheduler.now
        self._chronicle.note(now, "notice", f"{urlsplit(url).netloc} {name} {kind}")
        settled = self._phone.scheduler.restless_until + CLAIM_SECONDS
        calm = now > settled and not self._receivers.is_disturbed(url)
        if name in self._heard and calm:
            raise Finding("notices", f"{name} came twice to {url}")
        self._heard.add(name)

    def _check_secrets(self, text: str, name: str) -> None:
        if any(secret in text for secret in self._secrets):
            raise Finding("secrets", f"notice {name} holds a token: {text}")

    def _check_text(self, game: str, seat: SeatId, version: int, text: str) -> None:
        """What happened is said as somebody says it who only looks on."""
        if not self._watch.exists(game) or len(text) >= LONGEST_BODY:
            return
        true = self._watch.follow(game, self._watch.now())
        true.facts = true.read_facts().with_names(self._facts)
        steps = true.steps[max(0, version - LOOK_BACK) : version]
        events = events_since(seat, [(step.envelope, step.event) for step in steps])
        public = [event for event in events if not event.states_time]
        story = voice_for(loaded_of(true), "en", Witness.SPECTATOR).story(public)[-MOST_SENTENCES:]
        if not text.endswith(" ".join(story)):
            raise Finding(
                "secrets", f"the notice of version {version} of game {game} says {text!r}, not {story}"
            )

    # ---------------------------------------------------------------------------------------- checking

    def lose(self) -> None:
        """The server has lost some of its past: what it does not remember to have sent, it sends again."""
        self._heard.clear()
        self._turns.clear()

    def check(self, truth: Truth, settled: float) -> None:
        """Players have heard of whatever concerns them that began well before a moment.

        That a table is full nobody hears here: the game begins as its last seat is taken.
        """
        channels: dict[str, Sequence[Channel]] = {}
        for game in sorted(truth.games):
            if not truth.exists(game):
                continue
            true = self._watch.follow(game, self._watch.now())
            for entry in (*self._entries(true), *_unheard(true, self._posts(game))):
                player = true.read_facts().player(entry.seat or 0)
                if player is None or moment(entry.since.at).timestamp() > settled - MAIL_DELAY - SETTLED:
                    continue
                channels.setdefault(player, self._channels(player))
                for channel in channels[player]:
                    self._check_heard(player, channel, entry)

    def _posts(self, game: str) -> Iterator[tuple[int, Posted]]:
        """What was said at the table, and the number of each message."""
        stream = key_of(talk_stream(game), "ev")
        rows = self._server.direct.xrange(stream) if self._server.length(stream) else []
        for number, (_, row) in enumerate(rows, 1):
            entry = read_entry(row[b"e"])
            if isinstance(entry, Posted) and entry.channel == TalkChannel.TABLE:
                yield number, entry

    def _check_heard(self, player: str, channel: Channel, entry: Entry) -> None:
        is_mail = channel.kind == "mail"
        if is_mail and entry.occasion not in MAILED:
            return
        url = f"https://{SHAKY}" if is_mail else channel.url  # those who have mail have it there
        before = (
            entry.since.at < channel.confirmed_at or moment(entry.since.at).timestamp() < self._watch.lost_at
        )
        if before or self._receivers.is_disturbed(url):
            return
        name = _mail_id(player, entry) if is_mail else notice_id(channel, entry)
        if name not in self._heard:
            what = f"{entry.occasion} at version {entry.version} of game {entry.game}"
            raise Finding("notices", f"{channel.kind} {channel.id} never heard of {what}")

    def _channels(self, player: str) -> Sequence[Channel]:
        return [channel for channel in channels_of(self._facts(player)) if channel.is_on]

    def _facts(self, player: str) -> Mapping[str, str]:
        """What the server itself knows of a player."""
        texts = self._server.direct.hgetall(key_of(player_stream(player), "facts"))
        return {name.decode(): text.decode() for name, text in texts.items()}

    def _entries(self, true: TrueGame) -> Sequence[Entry]:
        """What the game asks its players for, and that it is over."""
        version, entries = self._turns.get(true.game, (0, ()))
        if version != true.version:
            entries = list(_unseen(true))
            self._turns[true.game] = true.version, entries
        return entries


def _unseen(true: TrueGame) -> Iterator[Entry]:
    """What the game asks of people, and its end, without what they have seen: they have acted since."""
    facts, acted = true.read_facts(), _latest_acts(true)
    for occasion, seat, since, motion in _occasions(true):
        is_person = true.state.seats[seat].kind == HUMAN
        if is_person and acted.get(facts.player(seat), 0) < since.version:
            yield Entry(game=true.game, occasion=occasion, seat=seat, since=since, motion=motion)


def _occasions(true: TrueGame) -> Iterator[tuple[Occasion, SeatId, Since, str]]:
    """Occasions and the seats that they are for; the motion that a request is about."""
    state, begun = true.state, _Beginnings(true)
    for seat in range(len(state.seats)):
        if seat in state.phase.waiting and not orders_due(state, seat):
            if seat in begun.turns:
                yield Occasion.YOUR_TURN, seat, begun.turns[seat], ""
            if seat in begun.reminders:
                yield Occasion.REMINDER, seat, begun.reminders[seat], ""
        for motion, agreed in state.slice(Motions).agreed.items():
            if seat not in agreed:
                yield Occasion.REQUEST, seat, begun.motions[motion], motion
        if begun.over:
            yield Occasion.GAME_OVER, seat, begun.over, ""


def _latest_acts(true: TrueGame) -> dict[str | None, int]:
    """The versions of the latest events of players' own."""
    facts = true.read_facts()
    actors = {f"seat:{seat}": facts.player(seat) for seat in range(true.rules.players)}
    return {
        actors[step.envelope.actor]: step.envelope.version
        for step in true.steps
        if step.envelope.actor in actors
    }


class _Beginnings:
    """With which events it became the turn of each seat, reminders came, motions were made, and the game ended."""

    def __init__(self, true: TrueGame) -> None:
        self.turns: dict[SeatId, Since] = {}
        self.reminders: dict[SeatId, Since] = {}
        self.motions: dict[str, Since] = {}
        self.over: Since | None = None
        for commit in true.commits():
            states = [commit.before, *(step.state for step in commit.steps)]
            changes = [
                Change(states[number], step.event, step.state) for number, step in enumerate(commit.steps)
            ]
            for step, change, triggers in zip(
                commit.steps, changes, triggers_of_commit(changes), strict=True
            ):
                since = Since(step.envelope.version, step.envelope.at)
                self._note_motions(change, since)
                for trigger in triggers:
                    self._note(trigger, since)

    def _note(self, trigger: Trigger, since: Since) -> None:
        if trigger.kind == GAME_SCORED:
            self.over = since
        elif trigger.seat is not None and trigger.kind == TURN_STARTED:
            self.turns[trigger.seat] = since
            self.reminders.pop(trigger.seat, None)
        elif trigger.seat is not None and trigger.kind == TURN_REMINDER:
            self.reminders[trigger.seat] = since

    def _note_motions(self, change: Change, since: Since) -> None:
        before, after = (state.slice(Motions).agreed for state in (change.before, change.after))
        self.motions |= {motion: since for motion in after if motion not in before}


def _unheard(true: TrueGame, posts: Iterable[tuple[int, Posted]]) -> Iterator[Entry]:
    """For each seat, the message with which others began to talk since its own latest one."""
    bursts: dict[SeatId, Since] = {}
    for number, posted in posts:
        for seat in range(true.rules.players):
            if posted.seat == seat:
                bursts.pop(seat, None)
            elif seat not in bursts or moment(posted.at) - moment(bursts[seat].at) >= BURST:
                bursts[seat] = Since(number, posted.at)
    for seat, since in bursts.items():
        if true.state.seats[seat].kind == HUMAN:
            yield Entry(game=true.game, occasion=Occasion.MESSAGE, seat=seat, since=since)


def _mail_id(player: str, entry: Entry) -> str:
    server = smtp_server(SMTP_URL)
    assert server is not None
    occurrence = Occurrence(entry.occasion, entry.seat, entry.since, motion=entry.motion)
    name = entry_name(entry.game, occurrence.name)
    return message_id(planned_mail(player, {name: entry}).key, server.sender)
