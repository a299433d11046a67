"""The files of the page: read once, compressed once, and named by a hash of all of them.

Modules import each other by relative addresses, so one version in the path is enough: a browser that has a file of a
version has the right one of every other, and keeps all of them for good.
"""

import gzip
import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from service.page.palette_css import palette_css

MEDIA_TYPES: Mapping[str, str] = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
ENTRY = "app.js"
LAZY = ("proof/", "screens/", "sw.js")  # loaded when they are needed


class Asset(NamedTuple):
    """One file."""

    body: bytes
    zipped: bytes
    media_type: str


@cache
def assets() -> Mapping[str, Asset]:
    """All files by their paths."""
    bodies = dict(_read(files("service.page").joinpath("assets"), ""))
    bodies["styles/palette.css"] = palette_css().encode()
    return {path: _asset(path, body) for path, body in sorted(bodies.items())}


def _asset(path: str, body: bytes) -> Asset:
    return Asset(body, gzip.compress(body, 9, mtime=0), MEDIA_TYPES[path.rpartition(".")[2]])


def _read(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    paths = []
    for entry in folder.iterdir():
        if entry.is_dir():
            paths += _read(entry, f"{prefix}{entry.name}/")
        elif entry.name.rpartition(".")[2] in MEDIA_TYPES:
            paths.append((prefix + entry.name, entry.read_bytes()))
    return paths


@cache
def version() -> str:
    """Changes with any of the files."""
    digest = sha256()
    for path, asset in assets().items():
        digest.update(f"{path}\0{len(asset.body)}\0".encode() + asset.body)
    return digest.hexdigest()[:12]


@cache
def preloaded() -> tuple[str, ...]:
    """The modules that every screen needs: a browser fetches them at once instead of import by import."""
    return tuple(path for path in assets() if path.endswith(".js") and not path.startswith(LAZY))


@cache
def words(lang: str) -> str:
    """The labels of the page in one language, as JSON."""
    return json.dumps(json.loads(assets()[f"words/{lang}.json"].body), ensure_ascii=False)
