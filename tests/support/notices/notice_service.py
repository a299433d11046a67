"""A service inside this process that notifies players when a test says so. Time stands still unless it is moved on."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from itertools import product
from typing import Any, Literal, NamedTuple

from service.app import api_blueprint
from service.chat.mentions import Mentions
from service.clocks.deadlines import milliseconds, moment, written
from service.clocks.store_clock import StoreClock
from service.config import Config
from service.games.facts import game_of
from service.http.fast_flask import FastFlask
from service.mail.outbox import MailSender
from service.mail.smtp_server import smtp_server
from service.notices.formats.notice_texts import NoticeTexts
from service.notices.notifier import Notifier
from service.notices.senders import Senders
from service.players.player import AddressConfirmed
from service.players.player_stream import MAIL, append_events, load_player
from service.services import Services, make_services
from service.store import MemoryStore
from service.store.interface import GAME_FEED, PARTITIONS, TALK_FEED, FeedEntry
from tests.support.http.api_calls import Caller, Reply, in_process
from tests.support.http.running_service import UNLIMITED
from tests.support.mail.mail_server import MailServer, mail_server
from tests.support.notices.browsers import Browser
from tests.support.webhooks.webhook_receivers import Receiver
from ttr_core import legal_commands
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import ClaimRoute, ScoreGame
from ttr_core.model.phases import Ended
from ttr_core.model.state import HUMAN

START = "2026-11-16T12:00:00.000Z"  # a Monday
BASE = "https://trains.example"


class StoryClock(StoreClock):
    """Stands still."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> str:
        return self.now

    def seconds(self) -> float:
        return moment(self.now).timestamp()


class Person(NamedTuple):
    name: str
    token: str
    id: str  # of their stream


class NoticeService:
    def __init__(self, mail: MailServer, **settings: Any) -> None:
        self.mail, self.clock, self.store = mail, StoryClock(), MemoryStore()
        config = Config(
            **{
                **UNLIMITED,
                "webhook_private": True,
                "public_url": BASE,
                "smtp_url": f"smtp://{mail.url}",
                **settings,
            }
        )
        self.services: Services = make_services(config, self.store, self.clock)
        app = FastFlask("ttr")
        app.register_blueprint(api_blueprint(self.services))
        self.caller: Caller = in_process(app)
        self.notifier = self._notifier()
        server = smtp_server(config.smtp_url)
        assert server is not None
        self._mails = MailSender(self.services.outbox, server, self.clock, seconds=5)
        self._cursors = dict.fromkeys(product((GAME_FEED, TALK_FEED), range(PARTITIONS)), "")

    def _notifier(self) -> Notifier:
        services, private = self.services, self.services.config.webhook_private
        mention = Mentions(services.config).send
        return Notifier(
            services.games,
            services.notices.ledger,
            services.notices.channels,
            Senders(services.notices.signer, self.clock, mention, private=private, seconds=5),
            services.outbox,
            NoticeTexts(services.games, BASE),
            base=BASE,
            sender="trains@example.org",
        )

    # ------------------------------------------------------------------------------------------ time

    def pass_time(self, **time: float) -> None:
        """Moves on, doing what is due on the way."""
        until = written(moment(self.clock.now) + timedelta(**time))
        self.work()
        while (due := self._next_due()) is not None and due <= until:
            held = due <= self.clock.now  # by a claim of a process that died: it ends after a minute
            minute = written(moment(self.clock.now) + timedelta(minutes=1))
            self.clock.now = min(until, minute) if held else due
            self.work()
            if held and self.clock.now == until:
                return
        self.clock.now = until
        self.work()

    def _next_due(self) -> str | None:
        stores = (self.notifier.schedule.store, self.services.outbox.deliveries)
        dues = [due for store in stores for due in store.pending().values()]  # type: ignore[attr-defined]  # in memory
        at = min(dues, default=None)
        return (
            None if at is None else written(moment(START) + timedelta(milliseconds=at - milliseconds(START)))
        )

    def work(self) -> None:
        """Does what is due by now: looks at games that moved, serves ledgers, sends mails."""
        moved = {game_of(entry.game) for place in self._cursors for entry in self._news(*place)}
        self.notifier.schedule.games(sorted(moved))
        for _ in range(100):
            outbox = self.services.outbox
            done = self._carry_out(self.notifier.schedule.store, self.notifier.deliver)
            if not done + self._carry_out(outbox.deliveries, self._mails.deliver):
                return
        raise AssertionError("it never ends")

    def _news(self, feed: str, partition: int) -> Iterator[FeedEntry]:
        while entries := self.store.feed(partition, self._cursors[feed, partition], 1000, feed):
            self._cursors[feed, partition] = entries[-1].id
            yield from entries

    def _carry_out(self, store: Any, deliver: Any) -> int:
        now = milliseconds(self.clock.now)
        names = store.claim(now, now + 60_000, 100)
        for name in names:
            store.release(name, now + 60_000, deliver(name))
        return len(names)

    # ---------------------------------------------------------------------------------------- people

    def person(self, name: str) -> Person:
        reply = self.caller.post("/v1/players", {"name": name})
        assert reply.status == 201, reply.body
        token = reply.json["token"]
        return Person(name, token, self.services.players.identify(token).player)

    def ask(
        self,
        method: str,
        path: str,
        person: Person | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        token = person.token if person else None
        if body is None:
            return self.caller.call(method, path, token, None, headers)
        data = json.dumps(body).encode()
        return self.caller.call(
            method, path, token, data, {"Content-Type": "application/json", **(headers or {})}
        )

    def confirm_address(self, person: Person, address: str) -> None:
        """As if its owner had followed the link in a mail."""
        loaded = load_player(self.store, person.id)
        append_events(self.store, loaded, [AddressConfirmed()], self.clock(), {MAIL: address})

    def by_mail(self, person: Person, address: str, **preferences: Any) -> None:
        self.confirm_address(person, address)
        reply = self.ask("POST", "/v1/me/channels", person, {"kind": "mail"})
        assert reply.status == 201, reply.body
        if preferences:
            self.prefer(person, **preferences)

    def by_push(self, person: Person, service: Receiver, **preferences: Any) -> Browser:
        """A browser whose subscription is confirmed; it has shown nothing yet."""
        browser = Browser(service)
        reply = self.ask("POST", "/v1/me/channels", person, browser.subscription)
        assert reply.status == 201, reply.body
        self.work()
        code = browser.messages()[-1]["code"]
        channel = reply.json["channel"]["id"]
        confirmed = self.ask("POST", f"/v1/me/channels/{channel}/confirm", person, {"code": code})
        assert confirmed.json["status"] == "on"
        service.got.clear()
        if preferences:
            self.prefer(person, **preferences)
        return browser

    def by_code(self, person: Person, kind: str, service: Receiver) -> None:
        """A channel that is confirmed by its code, wherever that arrives."""
        reply = self.ask("POST", "/v1/me/channels", person, {"kind": kind, "url": service.url})
        assert reply.status == 201, reply.body
        channel = reply.json["channel"]["id"]
        self.work()
        code = self.services.notices.channels.new_code(channel)  # the same until it is used
        confirmed = self.ask("POST", f"/v1/me/channels/{channel}/confirm", person, {"code": code})
        assert confirmed.json["status"] == "on"

    def prefer(self, person: Person, **preferences: Any) -> None:
        reply = self.ask("PUT", "/v1/me/notices", person, preferences)
        assert reply.status == 200, reply.body

    # ----------------------------------------------------------------------------------------- games

    def table(self, *people: Person | str, **settings: Any) -> str:
        """A game of these people and bots ("greedy"), in this order; the first one begins."""
        first, *others = people
        assert isinstance(first, Person)
        seats: list[dict[str, Any]] = [{"me": True}]
        seats += [{} if isinstance(one, Person) else {"kind": "bot", "bot": one} for one in others]
        body = {"board": "usa", "seats": seats, "first": 0, **settings}
        reply = self.ask("POST", "/v1/games", first, body)
        assert reply.status == 201, reply.body
        invites = [seat["invite"] for seat in reply.json["seats"]]
        for one, invite in zip(people, invites, strict=True):
            if invite and isinstance(one, Person):
                taken = self.ask("POST", f"/v1/games/{reply.json['id']}/seats", one, {"invite": invite})
                assert taken.status == 201, taken.body
        game: str = reply.json["id"]
        return game

    def at_turns(self, *people: Person, **settings: Any) -> str:
        """A game in which everybody has chosen their first tickets, at the first turn."""
        game = self.table(*people, **settings)
        self.play(game, len(people))
        return game

    def play(
        self,
        game: str,
        moves: int = 1,
        *,
        last: bool = False,
        role: Literal[Role.SEAT, Role.CLOCK] = Role.SEAT,
    ) -> None:
        """The seat that the game waits for, or the clock for it, makes the first legal move; with `last` its last."""
        games = self.services.games
        for _ in range(moves):
            loaded = games.cache.read_latest(game)
            if isinstance(loaded.state.phase, Ended):
                games.perform(loaded, [ScoreGame()], SYSTEM)
                return
            seat = loaded.state.phase.waiting[0]
            command = legal_commands(loaded.ruleset, loaded.state, seat)[-1 if last else 0]
            is_person = loaded.state.seats[seat].kind == HUMAN
            games.perform(loaded, [command], Actor(role if is_person else Role.BOT, seat))

    def claim_route(self, game: str) -> None:
        """The seat on turn claims the first route that it can pay."""
        games = self.services.games
        loaded = games.cache.read_latest(game)
        seat = loaded.state.phase.waiting[0]
        commands = legal_commands(loaded.ruleset, loaded.state, seat)
        claim = next(command for command in commands if isinstance(command, ClaimRoute))
        games.perform(loaded, [claim], Actor(Role.SEAT, seat))

    def play_until(self, game: str, person: Person) -> None:
        """Until a new turn of the person begins; their present one is played first."""
        self.play_on(game, person)
        while not self.waits_for(game, person):
            self.play(game)

    def play_on(self, game: str, person: Person) -> None:
        """Until the game does not wait for the person."""
        while self.waits_for(game, person):
            self.play(game)

    def waits_for(self, game: str, person: Person) -> bool:
        loaded = self.services.games.cache.read_latest(game)
        return any(loaded.facts.player(seat) == person.id for seat in loaded.state.phase.waiting)

    def version(self, game: str) -> int:
        return self.services.games.cache.read_latest(game).version

    def finish(self, game: str) -> None:
        while not self.services.games.cache.read_latest(game).over:
            self.play(game, last=True)


@contextmanager
def notice_service(**settings: Any) -> Iterator[NoticeService]:
    with mail_server() as mail:
        yield NoticeService(mail, **settings)
