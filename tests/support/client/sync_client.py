"""Writes the synchronous half of `ttr_client` from the asynchronous one, which is written by hand: `make generated`."""

import re
from pathlib import Path

from service.openapi.client_types import formatted
from tests.support.paths import ROOT

CLIENT = ROOT / "ttr_client"
NAMES = {  # of what is asynchronous, and its twin
    r"\basync (def|for|with)\b": r"\1",
    r"\bawait ": "",
    r"\bAsyncGenerator\[(.+), None\]": r"Generator[\1, None, None]",
    r"\bAsync([A-Z]\w+)": r"\1",
    r"\basync_(\w+)": r"\1",
    r"\b__a(enter|exit)__": r"__\1__",
    r"\ba(closing|close|read|iter_bytes)\b": r"\1",
    r"\basyncio\b": "time",
}


def twin(path: Path) -> Path:
    """Where the synchronous twin of a module is."""
    return path.with_name(path.name.removeprefix("async_"))


def synchronous(path: Path) -> str:
    """A module in which nothing waits for anything but its answer."""
    docstring, rest = path.read_text("utf-8").split("\n", 1)
    for name, other in NAMES.items():
        rest = re.sub(name, other, rest)
    made_from = f"# Written from {path.name} by `make generated`: change that one.\n"
    return formatted(f"{docstring}\n\n{made_from}{rest}")


def sources() -> list[Path]:
    return sorted(CLIENT.rglob("async_*.py"))
