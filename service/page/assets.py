"""The files of the page: read once, compressed once, and named by a hash of all of them.

Files name each other by relative addresses, so one version in the path is enough: a browser that has a file of a
version has the right one of every other, and keeps all of them for good.
"""

import gzip
import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from service.page.module_bundle import BUNDLE, join
from service.page.palette_css import palette_css

MEDIA_TYPES: Mapping[str, str] = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
ENTRIES = ("table/table.js", "app.js")  # of the bundle: a table is what most links lead to
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
LINE_END = re.compile(r"(?<=[;{,(])\n")  # where a line may go on


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
    """All files by their paths, as they are sent."""
    bundle, others = join({path: text.decode() for path, text in modules().items()}, ENTRIES)
    scripts = {path: text.encode() for path, text in others.items()}
    bodies = {**_other_files(), **scripts, BUNDLE: bundle.encode()}
    return {
        path: Asset.of(body, MEDIA_TYPES[path.rpartition(".")[2]]) for path, body in sorted(bodies.items())
    }


@cache
def modules() -> Mapping[str, bytes]:
    """The modules by their paths, without what only readers of the source need."""
    return {path: _lean(path, body) for path, body in _files().items() if path.endswith(".js")}


def _other_files() -> dict[str, bytes]:
    bodies = {path: body for path, body in _files().items() if not path.endswith(".js")}
    parts = [bodies.pop(f"styles/{part}.css") for part in STYLE_PARTS]
    return {**bodies, STYLE: _lean(STYLE, palette_css().encode() + b"".join(parts))}


@cache
def _files() -> Mapping[str, bytes]:
    return dict(_read(files("service.page").joinpath("assets"), ""))


def _lean(path: str, body: bytes) -> bytes:
    """A module or style sheet of ours without comments, margins and most line ends: a fifth of its weight."""
    if path.endswith(".css"):
        return MARGIN.sub("", STYLE_REMARK.sub("", body.decode())).encode()
    if not path.endswith(".js") or path.startswith(VENDORED):
        return body
    return LINE_END.sub("", MARGIN.sub("", REMARKS.sub("", body.decode()))).encode()


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
def words(lang: str) -> str:
    """The labels of the page in one language, as JSON."""
    labels = json.loads(assets()[f"words/{lang}.json"].body)
    return json.dumps(labels, ensure_ascii=False, separators=(",", ":"))
