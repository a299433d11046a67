"""The seats that this person holds at services, so that they can come back to them."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from service.cli.terminal_games.kept_files import kept_folder, latest_files, write_file


class KeptSeats(msgspec.Struct, frozen=True, kw_only=True):
    """A game at a service, and tokens for it."""

    url: str
    game: str
    tokens: Mapping[str, str]  # of seats, by the names of the people
    watch: str = ""  # token of a spectator, if there is one
    invite: str = ""  # by which they came to the seat

    def keep(self, kind: str) -> None:
        write_file(self._file(kind), msgspec.json.encode(self))

    def forget(self, kind: str) -> None:
        self._file(kind).unlink(missing_ok=True)

    def _file(self, kind: str) -> Path:
        return kept_folder(kind) / f"{sha256(msgspec.json.encode(self)).hexdigest()[:16]}.json"


def kept_seats(kind: str, game: str | None = None, invite: str = "") -> KeptSeats | None:
    """Those that were kept last, at this game or by this invite; rooms and single seats are of different kinds."""
    for file in latest_files(kept_folder(kind), "*.json"):
        seats = msgspec.json.decode(file.read_bytes(), type=KeptSeats)
        if game in (None, seats.game) and invite in ("", seats.invite):
            return seats
    return None
