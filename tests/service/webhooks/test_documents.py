"""What the documentation says about webhooks is so: its receiver works, and its tables are complete."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from service.webhooks.http_post import post
from service.webhooks.signatures import new_secret, signed_headers
from service.webhooks.subscriptions import BACK_OFF, KINDS
from tests.support.http.running_service import free_port
from tests.support.paths import DOCS
from tests.support.store.store_servers import eventually
from tests.support.webhooks.webhook_receivers import receiver
from tests.support.webhooks.webhook_service import WebhookService


@contextmanager
def example(secret: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """The receiver of the documentation, and its address."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, DOCS / "examples" / "receive_webhooks.py", str(port)],
        env={**os.environ, "TTR_SECRET": secret},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        url = f"http://127.0.0.1:{port}/"
        eventually(
            lambda: post(url, {}, b"", private=True, seconds=5).status == 401, "an answer of the example"
        )
        yield url, process
    finally:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


def test_the_receiver_of_the_documentation_takes_what_we_send_and_nothing_else() -> None:
    secret, now = new_secret(), int(time.time())
    body = json.dumps({"type": "ping", "data": {"text": "hello"}}).encode()
    good = signed_headers("one", now, body, [secret])
    with example(secret) as (url, process):
        cases = [
            (good, body, 204),
            (good, body, 204),  # a repetition: accepted, but printed once
            (good, body + b" ", 401),
            (signed_headers("two", now, body, [new_secret()]), body, 401),
            (signed_headers("two", now, body, [new_secret(), secret]), body, 204),
            (signed_headers("three", now - 400, body, [secret]), body, 401),
            ({}, body, 401),
        ]
        for headers, sent, expected in cases:
            assert post(url, headers, sent, private=True, seconds=5).status == expected
        process.terminate()
        assert process.stdout
        assert process.stdout.read() == "ping: hello\n" * 2


def test_the_receiver_of_the_documentation_follows_a_game() -> None:
    hooked = WebhookService()
    hooked.now = time.time()
    table = hooked.table()
    with receiver() as there:
        webhook = hooked.subscribe(table.seats[0], there.url, table.game)
    with example(webhook["secret"]) as (url, process):
        hooked.subscriptions.change(
            webhook["id"], lambda subscription: msgspec.structs.replace(subscription, url=url)
        )
        hooked.play_until_turns(table)
        hooked.play(table, 6)
        hooked.deliver()
        process.terminate()
        assert process.stdout
        lines = process.stdout.read().splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("turn.started: United States: it is your turn.") for line in lines)


def test_the_documentation_names_every_kind_and_every_pause() -> None:
    text = (DOCS / "webhooks.md").read_text("utf-8")
    assert [kind for kind in KINDS if f"| `{kind}` |" not in text] == []
    assert "5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours" in text
    assert (5, 300, 1800, *(hours * 3600 for hours in (2, 5, 10, 14, 20, 24))) == BACK_OFF
    links = re.findall(r"\]\(([^)#:]+)\)", text)
    assert [link for link in links if not (DOCS / link).exists()] == []
