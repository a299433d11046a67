"""Everything that a viewer can ask about a game, and the answers without what must differ between any two games."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from service.api import CALLS
from service.api.access import GAME
from tests.support.http.api_calls import Inside, Reply, Table, example_path
from ttr_core import Viewer, Witness

COMMITMENTS = re.compile(rb'("(?:prev|hash|head|short_head)":)"(?:[0-9a-f]{64}|[0-9]+:[0-9a-f-]{19})"')
CHANGED_HEAD = re.compile(rb'("path":"/head","before":)"[0-9a-f]{64}"(,"after":)"[0-9a-f]{64}"')
SEALED = re.compile(rb'"sealed":\{[^}]*\}')
DIGEST = re.compile(rb'"[0-9a-f]{64}"')
ETAG_HASH = re.compile(r"\.[0-9a-f]{8}\"$")  # of the head, the viewer and the names
REQUEST_ID = re.compile(rb'"request_id":"[^"]*"')


def comparable(body: bytes) -> bytes:
    body = REQUEST_ID.sub(b'"request_id":""', body)
    body = SEALED.sub(lambda match: DIGEST.sub(b'""', match[0]), body)
    body = CHANGED_HEAD.sub(rb'\1""\2""', body)
    return COMMITMENTS.sub(rb'\1""', body)


def shown(reply: Reply) -> tuple[int, dict[str, str], bytes, int]:
    headers = {name: value for name, value in reply.headers.items() if name != "x-request-id"}
    if "etag" in headers:  # stands for the head, as the body shows it
        headers["etag"] = ETAG_HASH.sub('"', headers["etag"])
    return reply.status, headers, comparable(reply.body), len(reply.body)


def answered_calls(
    service: Inside, table: Table, viewer: str, foreign: Sequence[str]
) -> Iterator[tuple[str, Any]]:
    """Every call that a viewer can make, with its answer."""
    caller, token = service.caller, None if viewer == "nobody" else table.tokens[viewer]
    version = caller.get(table.path, token).json["version"]
    for path in (
        table.path,
        *(f"{table.path}?at={past}" for past in range(1, version, 1 + version // 6)),
        f"{table.path}/commands",
        f"{table.path}/events?limit=1000",
        f"{table.path}/events?after=7&limit=5",
        f"{table.path}?include=commands,standings,said,result",
        f"{table.path}/board.svg?since=1",
        f"{table.path}/board.svg?tickets=mine",
        f"{table.path}/hand.svg",
        f"{table.path}/result",
        f"{table.path}?include=commands,said,result&group=route&lang=fr",
        f"{table.path}/seats",
        f"{table.path}/commands?group=route",
        f"{table.path}/events?include=said&limit=1000",
        f"{table.path}/events?type=card_drawn&seat=0&include=said&lang=fr",
        f"{table.path}/events?card=red&format=csv",
        f"{table.path}/changes?from=1",
        f"{table.path}/changes?from=2&to={version // 2 + 1}",
        f"{table.path}/statistics?by=version",
        f"{table.path}/statistics.svg",
        f"{table.path}/knowledge?item=red",
        f"{table.path}/audit",
        f"{table.path}/export",
        f"{table.path}?at={version + 1}",
        "/v1/games",
        "/v1/token",
        *plain_looks(table),
        f"/v1/webhooks?game={table.game}",
        "/v1/games?status=playing&sort=-moved_at&open_seats=false&clock=none",
    ):
        yield path, shown(caller.get(path, token))
    yield "lines", shown(caller.get(f"{table.path}/events", token, {"Accept": "application/x-ndjson"}))
    yield "stream", streamed(service, table, token, version)
    stream = {"Accept": "text/event-stream", "Last-Event-ID": str(version + 1)}
    yield "beyond the end", shown(caller.get(f"{table.path}/events", token, stream))
    for command in tried(foreign):
        for query, headers in (("?dry_run=true", {"Accept-Language": "fr"}), ("", {"If-Match": '"1"'})):
            yield str(command), shown(caller.post(f"{table.path}/commands{query}", command, token, headers))


def plain_looks(table: Table) -> Iterator[str]:
    """Every call that looks at a game, also one that is new; pictures in pixels are drawn from the others."""
    for call in CALLS:
        path = example_path(call)
        if call.method == "GET" and "{game}" in call.path and not path.endswith(".png"):
            yield path.replace(GAME.example, table.game)


def streamed(service: Inside, table: Table, token: str | None, version: int) -> list[tuple[bytes, int]]:
    headers = {"Accept": "text/event-stream"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with service.app.test_client().get(f"{table.path}/events", headers=headers) as answer:
        parts = answer.iter_encoded()
        events = [next(parts) for _ in range(version + 1)]
    return [(comparable(part), len(part)) for part in events]


def tried(foreign: Sequence[str]) -> list[dict[str, Any]]:
    """Commands, few of them legal: also those by which somebody might ask for what is another's."""
    return [
        {"type": "draw_card"},
        {"type": "draw_tickets"},
        {"type": "pass"},
        {"type": "keep_tickets", "tickets": foreign[:2]},
        *({"type": "pick_ticket", "ticket": ticket} for ticket in foreign[:1]),  # none before the first deal
        *({"type": "take_card", "card": card} for card in ("red", "locomotive")),
        {"type": "claim_route", "route": "nowhere", "cards": ["red"]},
    ]


def viewer_of(name: str) -> Viewer:
    return int(name.removeprefix("seat:")) if name.startswith("seat:") else Witness.SPECTATOR
