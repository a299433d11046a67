"""Carries requests to the service and answers back, and tries again where that is safe."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any, TypeVar

import httpx

from ttr_client.event_stream import Message, MessageReader
from ttr_client.exceptions import Busy, Unreachable
from ttr_client.exchange import LOST, NEVER_SENT, Request, Retries, check, read_json

END = "end"  # the name of the last message of a stream
NO_CONTENT = 204

T = TypeVar("T")


class AsyncTransport:
    """The connections to one service."""

    def __init__(self, url: str, timeout: float, retries: Retries, lang: str | None = None) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"expected an address such as http://127.0.0.1:8080, not {url!r}")
        self.url = url.rstrip("/")
        self.retries = retries
        self._timeout = timeout
        self._http = httpx.AsyncClient(timeout=timeout, headers={"Accept-Language": lang} if lang else None)

    async def close(self) -> None:
        await self._http.aclose()

    def _check_open(self) -> None:
        """A thread or task may still follow a game when another one is done with the client."""
        if self._http.is_closed:
            raise Unreachable("this client has been closed")

    async def json(self, request: Request) -> Any:
        """The decoded answer, which callers give its type."""
        return await self.send(request, read_json)

    async def send(self, request: Request, read: Callable[[httpx.Response], T]) -> T:
        """The answer as `read` reads it; after a break, or if the service is busy, sent again where that is safe."""
        failures = 0
        while True:
            wait = None
            try:
                return read(check(await self._once(request)))
            except LOST as error:
                failures += 1
                safe = request.repeatable or isinstance(error, NEVER_SENT)
                if not safe or not self.retries.allows(failures):
                    raise Unreachable(f"no answer from {self.url}: {error}") from error
            except Busy as error:
                failures, wait = failures + 1, error.retry_after
                if not request.repeatable or not self.retries.allows(failures, wait):
                    raise
            await asyncio.sleep(self.retries.pause(failures, wait))

    async def _once(self, request: Request) -> httpx.Response:
        self._check_open()
        return await self._http.request(
            request.method,
            self.url + request.path,
            params=request.parameters,
            headers=request.headers,
            content=request.content,
        )

    async def messages(self, request: Request, idle: float) -> AsyncGenerator[Message, None]:
        """The messages of one connection; one that is silent for `idle` seconds counts as lost."""
        self._check_open()
        opening = self._http.stream(
            request.method,
            self.url + request.path,
            params=request.parameters,
            headers=request.headers,
            timeout=httpx.Timeout(self._timeout, read=idle),
        )
        async with opening as response:
            if response.status_code == NO_CONTENT:
                yield Message(END, "")
            elif response.status_code != httpx.codes.OK:
                await response.aread()
                check(response)
            else:
                reader = MessageReader()
                async for received in response.aiter_bytes():
                    for message in reader.feed(received):
                        yield message
