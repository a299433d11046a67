"""The files of the page: read once, compressed once, and named by a hash of all of them.

Modules import each other by relative addresses, so one version in the path is enough: a browser that has a file of a
version has the right one of every other, and keeps all of them for good.
"""

import gzip
import json
import posixpath
import re
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
ENTRY, TABLE = "app.js", "table/table.js"
STYLE = (
    "styles/page.css"  # all parts in one file, as each request of its own delays the first look at the page
)
STYLE_PARTS = (
    "base",
    "controls",
    "screens",
    "forms",
    "result",
    "table",
    "headline",
    "map",
    "cards",
    "moves",
    "people",
)
VENDORED = "vendor/"  # as published, byte for byte
REMARKS = re.compile(
    r"^ *(?://[^\n]*|/\*\*.*?\*/)\n|(?<=[;{,]) //[^\n]*$", re.MULTILINE | re.DOTALL
)  # for readers of the source
STYLE_REMARK = re.compile(r" */\*.*?\*/", re.DOTALL)
MARGIN = re.compile(r"^[ ]+|^\n", re.MULTILINE)  # and empty lines
IMPORT = re.compile(r'\b(?:from|import)\s*"(\.[^"]+)"')  # not `import("...")`, which is for later


class Asset(NamedTuple):
    """One file."""

    body: bytes
    zipped: bytes
    media_type: str
    etag: str

    @classmethod
    def of(cls, body: bytes, media_type: str) -> "Asset":
        etag = f'"{sha256(body).hexdigest()[:16]}"'
        return cls(body, gzip.compress(body, 9, mtime=0), media_type, etag)


@cache
def assets() -> Mapping[str, Asset]:
    """All files by their paths."""
    bodies = dict(_read(files("service.page").joinpath("assets"), ""))
    bodies[STYLE] = palette_css().encode() + b"".join(
        bodies.pop(f"styles/{part}.css") for part in STYLE_PARTS
    )
    return {
        path: Asset.of(_lean(path, body), MEDIA_TYPES[path.rpartition(".")[2]])
        for path, body in sorted(bodies.items())
    }


def _lean(path: str, body: bytes) -> bytes:
    """A module or style sheet of ours without comments and margins, which are a fifth of its weight on the wire."""
    if path.endswith(".css"):
        return MARGIN.sub("", STYLE_REMARK.sub("", body.decode())).encode()
    if not path.endswith(".js") or path.startswith(VENDORED):
        return body
    return MARGIN.sub("", REMARKS.sub("", body.decode())).encode()


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
    """The modules of the frame and of the table: a browser fetches them at once instead of import by import."""
    paths: set[str] = set()
    waiting = [ENTRY, TABLE]
    while waiting:
        path = waiting.pop()
        if path not in paths:
            paths.add(path)
            waiting += imports(path)
    return tuple(sorted(paths))


def imports(path: str) -> list[str]:
    """The modules that a module cannot start without."""
    folder = posixpath.dirname(path)
    names = IMPORT.findall(assets()[path].body.decode())
    return [posixpath.normpath(posixpath.join(folder, name)) for name in names]


@cache
def words(lang: str) -> str:
    """The labels of the page in one language, as JSON."""
    labels = json.loads(assets()[f"words/{lang}.json"].body)
    return json.dumps(labels, ensure_ascii=False, separators=(",", ":"))
