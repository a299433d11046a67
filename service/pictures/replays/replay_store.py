"""Replays that workers make and the store keeps for a day: the first who asks has one made, all see its progress."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Literal

import msgspec
from msgspec.structs import replace

from service.errors import StoreUnavailable
from service.games.games import Games
from service.pictures.drawing.board_picture import PictureOptions
from service.pictures.plan_store import PlanStore
from service.store.interface import ExpiringKeys

FRAME_WIDTH, NARROWEST_FRAME, WIDEST_FRAME = 880, 400, 1000  # in pixels
ON_SHEET = 9  # frames
REQUEST_SECONDS = 600  # then somebody may ask again, if no worker has made it
KEPT_SECONDS = 86_400
OFTEN = 5  # frames between two notes of progress

ReplayForm = Literal["webp", "png"]


class ReplayRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a replay depends on."""

    game: str
    version: int  # the last one that it shows
    head: str  # the hash of that version's event
    names: tuple[str | None, ...]  # of the seats
    form: ReplayForm
    options: PictureOptions
    at: tuple[int, ...] = ()  # the versions on a sheet

    @property
    def name(self) -> str:
        return sha256(msgspec.json.encode(self)).hexdigest()[:32]


class ReplayProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a replay is; ask again after `Retry-After` seconds."""

    frames: int  # that are done
    of: int | None  # null: no worker has begun


def replay_file(store: ExpiringKeys, request: ReplayRequest) -> bytes | None:
    """The replay, if it has been made."""
    text = store.expiring(_file(request.name))
    return None if text is None else b64decode(text)


def begin_replay(
    store: ExpiringKeys, request: ReplayRequest, enqueue: Callable[[str], None]
) -> ReplayProgress:
    """Has a replay made unless it is under way, and says how far it is."""
    name = request.name
    if store.set_once(_request(name), msgspec.json.encode(request).decode(), REQUEST_SECONDS):
        try:
            enqueue(name)
        except StoreUnavailable:
            store.remove_expiring(_request(name))  # else nobody would have it made until the request expires
            raise
    note = store.expiring(_progress(name))
    return msgspec.json.decode(note, type=ReplayProgress) if note else ReplayProgress(frames=0, of=None)


def make_replay(games: Games, name: str) -> None:
    """The work of a worker; nothing if the replay is there, or nobody wants it any more."""
    store = games.store
    text = store.expiring(_request(name))
    if text is None or store.expiring(_file(name)) is not None:
        return
    request = msgspec.json.decode(text, type=ReplayRequest)

    def note(frames: int, of: int) -> None:
        if frames % OFTEN == 0:
            progress = msgspec.json.encode(ReplayProgress(frames=frames, of=of)).decode()
            store.set_expiring(_progress(name), progress, REQUEST_SECONDS)

    packed = _drawn(games, request, note)
    store.set_expiring(_file(name), b64encode(packed).decode(), KEPT_SECONDS)
    store.remove_expiring(_progress(name))


def _drawn(games: Games, request: ReplayRequest, note: Callable[[int, int], None]) -> bytes:
    from service.pictures.replays.replay import (  # Pillow, for workers only
        Replay,
        animated,
        moments,
        moments_at,
        sheet,
        sheet_width,
    )

    loaded, options = games.cache.read_latest(request.game), request.options
    ruleset = loaded.ruleset
    events = [event for _, event in games.cache.read_events(request.game, 0, request.version)]
    if request.form == "webp":
        positions, packed = moments(ruleset, events), animated
    else:
        positions, packed = moments_at(ruleset, events, request.at), sheet
        options = replace(options, width=sheet_width(len(positions), options.width))
    layout = PlanStore(games.store).layout_now(ruleset, options.lang, options.canvas)
    frames = Replay(ruleset, request.names, options, layout).frames(positions)
    return packed(frames, len(positions), note)


def _request(name: str) -> str:
    return f"replay/{name}/request"


def _progress(name: str) -> str:
    return f"replay/{name}/progress"


def _file(name: str) -> str:
    return f"replay/{name}/file"
