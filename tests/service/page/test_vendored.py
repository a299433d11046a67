"""The libraries of the page are those that were published, with their imports made relative and nothing else."""

from hashlib import sha256
from importlib.resources import files

import pytest

VENDOR = files("service.page").joinpath("assets", "vendor")
IMPORTS = {  # what a published file imports, and what our copy does
    'from"preact"': 'from"./preact.js"',
    'from"preact/hooks"': 'from"./hooks.js"',
    'from"@preact/signals-core"': 'from"./signals-core.js"',
}
LARGEST = 30_000  # bytes, of all of them
PUBLISHED = [
    line.split(maxsplit=2)
    for line in VENDOR.joinpath("PUBLISHED.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("digest", "name", "source"), PUBLISHED)
def test_a_copy_is_what_was_published(digest: str, name: str, source: str) -> None:
    text = VENDOR.joinpath(name).read_text("utf-8")
    for published, ours in IMPORTS.items():
        text = text.replace(ours, published)
    assert sha256(text.encode()).hexdigest() == digest, source


def test_nothing_else_is_there_and_all_of_it_is_small() -> None:
    copies = [entry for entry in VENDOR.iterdir() if entry.name.endswith(".js")]
    assert sorted(entry.name for entry in copies) == sorted(name for _, name, _ in PUBLISHED)
    assert sum(len(entry.read_bytes()) for entry in copies) < LARGEST


def test_the_licences_are_beside_them() -> None:
    text = VENDOR.joinpath("LICENSES.txt").read_text("utf-8")
    assert all(name in text for name in ("preact", "htm", "Apache License", "The MIT License"))
