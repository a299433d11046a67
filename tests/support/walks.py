"""Which modules a request walks through, so that a change that adds detours shows: `python -m tests.support.walks`.

A walk counts the modules of the packages in which at least one function was called between a request and its answer,
on a store in memory, after a first request of the same kind has filled the caches.
"""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

from tests.support.chat.fake_bridge import SECRET, FakeBridge
from tests.support.chat.platform_server import listening
from tests.support.fixed_secrets import fix_names_and_seeds
from tests.support.http.api_calls import inside, open_table
from tests.support.http.api_players import Players
from tests.support.paths import ROOT

PACKAGES = tuple(f"{ROOT / package}/" for package in ("ttr_core", "service", "workers"))


def modules_entered(act: Callable[[], object]) -> list[str]:
    """The modules whose functions `act` calls in this thread, in the order in which they are entered."""
    entered: dict[str, None] = {}

    def look(frame: FrameType, event: str, _: Any) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(PACKAGES) and frame.f_code.co_name != "<module>":
            entered[path.removeprefix(f"{ROOT}/").removesuffix(".py").replace("/", ".")] = None

    sys.setprofile(look)
    try:
        act()
    finally:
        sys.setprofile(None)
    return list(entered)


def claim_over_http() -> list[str]:
    """A route is claimed: from the HTTP request to the stream and back. The game is the same in every run."""
    with pytest.MonkeyPatch.context() as patch:
        fix_names_and_seeds(patch, lambda size: "5f" * size)
        service = inside()
        players = Players(service.caller, open_table(service.caller, players=2))
    claimed = False
    while turn := players.next_command():
        version, command = turn
        if claimed and command["type"] == "claim_route":
            return modules_entered(partial(players.send, version, command))
        claimed = claimed or command["type"] == "claim_route"
        players.send(version, command)
    raise LookupError("nobody claimed a second route")


def sentence_in_chat() -> list[str]:
    """A sentence in a chat room that draws the second card of a turn: from the platform's request to the reply."""
    with listening(FakeBridge({"a": "Ann", "b": "Ben"})) as bridge:
        bridge.caller = inside(bridge_secret=SECRET).caller
        for person, text in (
            ("a", "new game usa without a clock"),
            ("b", "join"),
            ("a", "start"),
            ("a", "keep all"),
            ("b", "keep all"),
        ):
            bridge.say(person, text)
        first = next(person for person in "ab" if "draws a card" in bridge.say(person, "draw").public)
        second = "ab".replace(first, "")
        for person in (first, second, second, first):  # the first turn of each
            assert "draws a card" in bridge.say(person, "draw").public
        return modules_entered(partial(bridge.say, first, "draw"))


WALKS = {"claim over HTTP": claim_over_http, "sentence in chat": sentence_in_chat}


def main() -> None:
    for name, walk in WALKS.items():
        modules = walk()
        sys.stdout.write(f"{name}: {len(modules)} modules\n" + "".join(f"  {module}\n" for module in modules))


if __name__ == "__main__":
    main()
