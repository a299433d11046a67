"""One game as one token sees it: play, follow, take turns, look back."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import aclosing
from typing import Any, Literal

from ttr_client.async_transport import END, AsyncTransport
from ttr_client.async_webhooks import AsyncWebhooks
from ttr_client.exceptions import Busy, Stale, Unreachable
from ttr_client.exchange import (
    EVENT_STREAM,
    LOST,
    Request,
    Value,
    expected,
    given,
    is_player,
    new_key,
    read_text,
)
from ttr_client.types import (
    Analysis,
    AnalysisProgress,
    Changes,
    Command,
    CommandDone,
    Event,
    EventsPage,
    EventType,
    Game,
    GameBoard,
    GameStatistics,
    HintSeen,
    Include,
    Invited,
    Knowledge,
    LegalCommands,
    MessageSeen,
    MessagesPage,
    Report,
    Reported,
    Result,
    RotatedToken,
    Said,
    SeatHolders,
    SeatMuted,
    TalkChannel,
)

PAGE = 500  # events that one request brings
LOOKS = ("", "/commands", "/events", "/changes", "/say", "/hints")  # where a player with two seats names one
OF_HOST = ("start_game", "abandon_game")  # commands that are for no seat
IDLE = 60.0  # seconds; the service gives a sign of life several times in between


class AsyncTable:
    """A game, and the token that the service is shown: of a seat, of the host, for watching, or none."""

    def __init__(
        self, transport: AsyncTransport, game: str, token: str | None, seat: int | None = None
    ) -> None:
        """`seat`: whose table it is, if that is known; a player may have two in one game."""
        self.id = game
        self.token = token
        self._seat = seat
        self._transport = transport

    @property
    def webhooks(self) -> AsyncWebhooks:
        """The webhooks of this game and token."""
        return AsyncWebhooks(self._transport, self.token, self.id)

    @property
    def talk(self) -> "AsyncTalk":
        """What people at this table say to each other."""
        return AsyncTalk(self._transport, self.id, self.token)

    # ----------------------------------------------------------------------------------- play

    async def game(
        self, at: int | None = None, include: Iterable[Include] | None = None, lang: str | None = None
    ) -> Game:
        """The game, now or at a past version; `include` adds `commands`, `standings`, `said` or `result`."""
        game: Game = await self._get("", at=at, include=include, lang=lang)
        return game

    async def commands(self) -> LegalCommands:
        """Everything that the token allows now; what is in `moves` and `table` can be played as it is."""
        commands: LegalCommands = await self._get("/commands")
        return commands

    async def play(
        self,
        command: Command,
        version: int | None = None,
        decision: int | None = None,
        key: str | None = None,
    ) -> CommandDone:
        """Carry a command out once, however often the connection breaks.

        With a version, only if the game still has it; with a decision, only if the seat still has the same commands
        to choose from: otherwise `Stale`. A program that may be restarted keeps its key and passes it again.
        """
        body = self._by_seat(command)
        done: CommandDone = await self._post("/commands", body, key, expected(version, decision))
        return done

    def _by_seat(self, command: Command) -> object:
        """The command with the seat that it is for, which only a player's token leaves open."""
        if self._seat is None or command["type"] in OF_HOST or not is_player(self.token):
            return command
        return {"seat": self._seat, **command}

    async def say(
        self, text: str, lang: str | None = None, preview: bool = False, key: str | None = None
    ) -> Said:
        """Play or ask in words; the reply is for this token alone."""
        reply: Said = await self._post("/say", given(text=text, preview=preview, lang=lang), key)
        return reply

    async def hint(self, lang: str | None = None) -> HintSeen:
        """The best moves of the seat; everybody sees that it asked. Refused in rated games."""
        request = self._request("POST", "/hints", query={"lang": lang}, key=new_key())
        hint: HintSeen = await self._transport.json(request)
        return hint

    async def turns(self) -> AsyncGenerator["AsyncTurn", None]:
        """The turns of this seat, until the game is over.

        A turn that could not be played, because the game moved on or the connection was lost, is offered again as long
        as it is the seat's to play. A turn that the program leaves alone is offered again when the game has changed.
        """
        turn = await self._turn()
        looked_at = 0
        async with aclosing(self.follow(turn.game["version"] - 1)) as events:
            async for event in events:
                while looked_at < event["version"]:
                    turn = await self._turn()
                    if turn.moves:
                        yield turn
                    looked_at = 0 if turn.was_tried else turn.game["version"]

    async def turn(self) -> AsyncGenerator["AsyncTurn", None]:
        """The seat's turn, if it has one now, step by step until it is over or the program leaves it alone."""
        while True:
            turn = await self._turn()
            if not turn.moves:
                return
            yield turn
            if not turn.was_tried:
                return

    async def _turn(self) -> "AsyncTurn":
        """The game with what the seat may do in it, as soon as the service answers."""
        failures = 0
        while True:
            try:
                return AsyncTurn(self, await self.game(include=["commands"]))
            except (Busy, Unreachable) as error:
                failures += 1
                wait = error.retry_after if isinstance(error, Busy) else None
            await asyncio.sleep(self._transport.retries.pause(failures, wait))

    # --------------------------------------------------------------------------------- events

    async def events(
        self,
        after: int = 0,
        until: int | None = None,
        type: EventType | None = None,  # noqa: A002 - as the service calls it
        seat: int | None = None,
        city: str | None = None,
        card: str | None = None,
        lang: str | None = None,
    ) -> AsyncGenerator[Event, None]:
        """The events after a version that the filters let through; with a language, each has a sentence in `said`."""
        filters: dict[str, Value] = {"until": until, "type": type, "seat": seat, "city": city, "card": card}
        words: dict[str, Value] = {"include": "said", "lang": lang} if lang else {}
        page_after: int | None = after
        while page_after is not None:
            page: EventsPage = await self._get("/events", after=page_after, limit=PAGE, **filters, **words)
            for event in page["items"]:
                yield event
            page_after = page["next"]

    async def follow(
        self,
        after: int = 0,
        type: EventType | None = None,  # noqa: A002 - as the service calls it
        seat: int | None = None,
        lang: str | None = None,
        idle: float = IDLE,
    ) -> AsyncGenerator[Event, None]:
        """Every event after a version, as it happens, to the end of the game.

        Goes on where it was when the connection breaks or is silent for `idle` seconds, for as long as it takes.
        """
        filters: dict[str, Value] = {"type": type, "seat": seat}
        words: dict[str, Value] = {"include": "said", "lang": lang} if lang else {}
        failures = 0
        while True:
            wait = None
            query = {"after": after, **filters, **words}
            request = self._request("GET", "/events", query=query, accept=EVENT_STREAM)
            try:
                async with aclosing(self._transport.messages(request, idle)) as messages:
                    async for message in messages:
                        failures = 0
                        if message.name == END:
                            return
                        if message.data and not message.name:
                            event: Event = json.loads(message.data)
                            after = event["version"]
                            yield event
            except LOST:
                pass  # as if the service had closed the stream
            except Busy as error:
                wait = error.retry_after
            failures += 1
            await asyncio.sleep(self._transport.retries.pause(failures, wait))

    # ------------------------------------------------------------------------------ look back

    async def board(self) -> GameBoard:
        """The board of this game, with its options and its number of players applied."""
        board: GameBoard = await self._get("/board")
        return board

    async def changes(self, from_version: int, to_version: int | None = None) -> Changes:
        """What differs between two versions of the game as this token sees it; paths are JSON Pointers into it."""
        changes: Changes = await self._get("/changes", **{"from": from_version, "to": to_version})
        return changes

    async def statistics(
        self, by: Literal["turn", "version"] | None = None, to: int | None = None
    ) -> GameStatistics:
        """The course of the game in figures."""
        statistics: GameStatistics = await self._get("/statistics", by=by, to=to)
        return statistics

    async def knowledge(self, item: str, to: int | None = None) -> Knowledge:
        """Who knew of a ticket or card from which version on; for the auditor, when the game is over."""
        knowledge: Knowledge = await self._get("/knowledge", item=item, to=to)
        return knowledge

    async def result(self) -> Result:
        """The final sheet; `NotScoredYet` before there is one."""
        result: Result = await self._get("/result")
        return result

    async def analysis(self, lang: str | None = None) -> Analysis | AnalysisProgress:
        """What decided a game that is over; how far it is (`moves`, `of`) until a worker has judged every move."""
        answer: Analysis | AnalysisProgress = await self._get("/analysis", lang=lang)
        return answer

    async def audit(self) -> Report:
        """What an audit of the whole record finds."""
        report: Report = await self._get("/audit")
        return report

    async def export(self) -> str:
        """The record of the game, a line of JSON for each event."""
        return await self._transport.send(self._request("GET", "/export", accept="*/*"), read_text)

    # ---------------------------------------------------------------------------------- seats

    async def seats(self) -> list[SeatHolders]:
        """All holders of each seat, past and present."""
        seats: list[SeatHolders] = (await self._get("/seats"))["items"]
        return seats

    async def invite(self, seat: int, key: str | None = None) -> Invited:
        """An invite to your own seat or to one without a person; by the host, also for somebody who lost their token.

        Unless it is `usable`, others must agree first.
        """
        invited: Invited = await self._post(f"/seats/{seat}/invite", None, key)
        return invited

    async def leave(self, key: str | None = None) -> CommandDone:
        """Give the seat up before the game begins, for somebody else to take."""
        done = await self.play({"type": "resign", "kind": "nobody"}, key=key)
        self._seat = None
        return done

    async def rotate_seat_token(self, key: str | None = None) -> RotatedToken:
        """A new token for the seat, which this table goes on with; the old one ends."""
        seat = await self.own_seat()
        if seat is None:
            raise ValueError("this token belongs to no seat")
        rotated: RotatedToken = await self._post(f"/seats/{seat}/token", None, key)
        self.token = rotated["token"]
        return rotated

    async def rotate_token(self, role: str, key: str | None = None) -> RotatedToken:
        """A new token for `host`, `watch` or `audit`, by the host; the host's table goes on with its new one."""
        rotated: RotatedToken = await self._post(f"/tokens/{role}", None, key)
        if role == "host":
            self.token = rotated["token"]
        return rotated

    async def own_seat(self) -> int | None:
        """The seat that the token belongs to, which the service is asked for once."""
        if self._seat is None:
            you = (await self.game())["you"]
            self._seat = you and you["seat"]
        return self._seat

    # --------------------------------------------------------------------------------- requests

    def _request(
        self, method: str, path: str, query: Mapping[str, Value] | None = None, **parts: Any
    ) -> Request:
        is_look = path in LOOKS and (method, path) != ("POST", "/commands")  # which has the seat in its body
        seat = self._seat if is_look and is_player(self.token) else None
        query, path = {**(query or {}), "as_seat": seat}, f"/v1/games/{self.id}{path}"
        return Request(method=method, path=path, token=self.token, query=query, **parts)

    async def _get(self, path: str, **query: Value) -> Any:
        return await self._transport.json(self._request("GET", path, query=query))

    async def _post(self, path: str, body: object, key: str | None, precondition: str | None = None) -> Any:
        request = self._request("POST", path, body=body, key=key or new_key(), expected=precondition)
        return await self._transport.json(request)


class AsyncTalk:
    """Messages at a table: of the seats among each other, and of those who look on."""

    def __init__(self, transport: AsyncTransport, game: str, token: str | None) -> None:
        self._transport = transport
        self._game = game
        self._token = token

    async def messages(
        self, channel: TalkChannel | None = None, after: str | None = None
    ) -> AsyncGenerator[MessageSeen, None]:
        """What was said after a message, or from the beginning, as far as the token hears it."""
        while True:
            page: MessagesPage = await self._send("GET", "/messages", channel=channel, after=after)
            for message in page["items"]:
                yield message
            after = page["next"]
            if after is None:
                return

    async def post(self, text: str, key: str | None = None) -> MessageSeen:
        message: MessageSeen = await self._send("POST", "/messages", {"text": text}, key or new_key())
        return message

    async def erase(self, message: str) -> None:
        """One's own message, or any at the table by its host."""
        await self._send("DELETE", f"/messages/{message}")

    async def report(self, message: str, reason: str, key: str | None = None) -> Reported:
        """Tell the operator of the service, who does not learn by whom."""
        path = f"/messages/{message}/reports"
        report: Reported = await self._send("POST", path, {"reason": reason}, key or new_key())
        return report

    async def mute(self, seat: int, muted: bool = True) -> SeatMuted:
        """Hear a seat no longer; by the host: it may not write."""
        answer: SeatMuted = await self._send("PUT", f"/seats/{seat}/mute", {"muted": muted})
        return answer

    async def _send(
        self, method: str, path: str, body: object = None, key: str | None = None, **query: Value
    ) -> Any:
        path = f"/v1/games/{self._game}{path}"
        request = Request(method=method, path=path, token=self._token, query=query, body=body, key=key)
        return await self._transport.json(request)


class AsyncTurn:
    """A seat's turn: the game as it is, and the moves to choose from."""

    def __init__(self, table: AsyncTable, game: Game) -> None:
        you, commands = game["you"], game["commands"]
        decision, moves = (commands["decision"], commands["moves"]) if commands else (None, None)
        if you is None or you["seat"] is None or decision is None or moves is None:
            raise ValueError("only a seat has turns, and this is not the token of one")
        self.game = game
        self.seat = you["seat"]
        self.moves = moves
        self.decision = decision
        self.was_tried = False
        self._table = table

    async def play(self, command: Command, key: str | None = None) -> CommandDone | None:
        """Play a move; None if it is not known to have been played: the turn is offered again if it is still open."""
        self.was_tried = True
        try:
            return await self._table.play(command, decision=self.decision, key=key)
        except (Stale, Busy, Unreachable):
            return None
