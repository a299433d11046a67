"""A service inside this process that delivers webhooks, one after the other, when a test says so."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from service.clocks.deadlines import utc_now
from service.http.request import EXTENSION
from service.services import Services
from service.webhooks.delivery import Deliverer, DeliverySettings
from service.webhooks.subscriptions import Subscriptions
from tests.support.http.api_calls import Inside, Table, inside, open_table
from ttr_core import State, legal_commands
from ttr_core.model.actor import Actor, Role
from ttr_core.model.phases import ChoosingTickets
from ttr_core.model.state import HUMAN

START = 1_794_830_400.0  # 2026-11-16, noon


class WebhookService:
    """Time stands still unless it is moved on."""

    def __init__(self, **settings: Any) -> None:
        self.service: Inside = inside(webhook_private=True, **settings)
        services: Services = self.service.app.extensions[EXTENSION]
        self.now = START
        self.subscriptions = services.webhooks = Subscriptions(
            services.webhooks.store, utc_now, lambda: self.now
        )
        self.deliverer = Deliverer(
            self.service.games, self.subscriptions, DeliverySettings(True, 2.0), utc_now
        )

    def table(self, players: int = 2, **settings: Any) -> Table:
        return open_table(self.service.caller, players=players, first=0, **settings)

    def subscribe(self, token: str, url: str, game: str = "", **more: Any) -> dict[str, Any]:
        """The webhook, with its secret."""
        body = {"url": url, **({"game": game} if game else {}), **more}
        reply = self.service.caller.post("/v1/webhooks", body, token)
        assert reply.status == 201, reply.body
        return {**reply.json["webhook"], "secret": reply.json["secret"]}

    def play(self, table: Table, moves: int = 1) -> None:
        """The seat that the game waits for makes the first legal move, and deliveries about it become due."""
        games = self.service.games
        for _ in range(moves):
            loaded = games.cache.read_latest(table.game)
            seat = loaded.state.phase.waiting[0]
            command = legal_commands(loaded.ruleset, loaded.state, seat)[0]
            role = Role.SEAT if loaded.state.seats[seat].kind == HUMAN else Role.BOT
            games.perform(loaded, [command], Actor(role, seat))
            self.subscriptions.wake([table.game])

    def play_until_turns(self, table: Table) -> None:
        """Until everybody has chosen their first tickets."""
        while isinstance(self.state(table).phase, ChoosingTickets):
            self.play(table)

    def state(self, table: Table) -> State:
        return self.service.games.cache.read_latest(table.game).state

    def deliver(self) -> int:
        """Carries out everything that is due by now; returns how many deliveries those were."""
        store, count = self.subscriptions.store, 0
        now = self.subscriptions.milliseconds()
        while names := store.claim(now, now + 60_000, 100):
            for name in names:
                store.release(name, now + 60_000, self.deliverer.deliver(name))
                count += 1
            assert count < 1000, "it never ends"
        return count

    def die_delivering(self) -> None:
        """Sends a message, and is gone before the cursor has moved."""

        def die(*about: object) -> bool:
            raise SystemExit

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(self.subscriptions, "advance", die)
            with pytest.raises(SystemExit):
                self.deliver()

    def look(self, table: Table, token: str) -> Mapping[str, str]:
        """The headers that the token gets with the game."""
        return self.service.caller.get(table.path, token).headers

    def seen(self, created: dict[str, Any], token: str) -> dict[str, Any]:
        reply = self.service.caller.get(f"/v1/webhooks/{created['id']}", token)
        assert reply.status == 200, reply.body
        webhook: dict[str, Any] = msgspec.json.decode(reply.body)
        return webhook

    def attempts(self, created: dict[str, Any], token: str) -> list[dict[str, Any]]:
        """The latest first."""
        reply = self.service.caller.get(f"/v1/webhooks/{created['id']}/attempts", token)
        attempts: list[dict[str, Any]] = reply.json["items"]
        return attempts
