"""What a game keeps beside its stream, and can therefore change or be erased: names, contacts, tokens, settings, seed.

Every key of these texts is spelled here and nowhere else:

    board, board_hash, players, options, seed    what the game was created with
    board_file                                   the hash of the map file, if the board does not come with the game
    visibility, start, first                     who may find it; when it starts, and with whom
    room, contact:<seat>                         the chat room it is played in; whom the room knows at a seat
    name:<seat>, name:<seat>/<n>                 the holder's name, and that of the n-th holder before
    token:<sha256 of a token>                    what the token stands for, such as "seat:2"
    webhook_off:<owner>                          the webhook of this owner that was switched off
    imported                                     when a game from elsewhere ended

Changes are texts by key, as a `Commit` carries them with the events that they belong to; "" removes.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec

from service.games.tokens import TOKENS, Grant, fingerprint, parse_grant
from ttr_core.history.chain import canonical
from ttr_core.model.ids import SeatId

Changes = dict[str, str]

PLAYER_NAME, PLAYER_HANDLE = "name", "handle"  # facts beside the stream of a player
_PLAYER_STREAM = "player:"


def player_stream(player: str) -> str:
    """The stream of a player in the store, beside those of games."""
    return f"{_PLAYER_STREAM}{player}"


def is_game(stream: str) -> bool:
    return not stream.startswith(_PLAYER_STREAM)


class Visibility(StrEnum):
    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


class StartRule(StrEnum):
    WHEN_FULL = "when_full"
    BY_HOST = "by_host"


class Facts(msgspec.Struct, frozen=True):
    """The facts of one game, as the store had them at one time."""

    texts: Mapping[str, str] = {}

    def __bool__(self) -> bool:
        return bool(self.texts)

    def changed(self, changes: Mapping[str, str]) -> "Facts":
        """As the store keeps them after the changes."""
        return Facts({key: text for key, text in {**self.texts, **changes}.items() if text})

    # what the game was created with

    @property
    def board(self) -> str:
        return self.texts["board"]

    @property
    def board_hash(self) -> str:
        return self.texts["board_hash"]

    @property
    def board_file(self) -> str:
        """The hash of an own board's map file; "" for a board that comes with the game."""
        return self.texts.get("board_file", "")

    @property
    def players(self) -> int:
        return int(self.texts["players"])

    @property
    def options(self) -> str:
        """The board's options as canonical JSON."""
        return self.texts["options"]

    @property
    def seed(self) -> bytes:
        return bytes.fromhex(self.texts["seed"])

    @property
    def visibility(self) -> Visibility:
        return Visibility(self.texts["visibility"])

    @property
    def starts_when_full(self) -> bool:
        return self.texts["start"] == StartRule.WHEN_FULL

    @property
    def first(self) -> SeatId | None:
        """Who begins, if the creator said so."""
        text = self.texts.get("first")
        return int(text) if text else None

    @property
    def imported(self) -> bool:
        return "imported" in self.texts

    # people

    def name(self, seat: SeatId) -> str | None:
        """The name of the seat's holder, unless it was erased."""
        return self.texts.get(f"name:{seat}")

    def names(self) -> tuple[str | None, ...]:
        """The names at all seats."""
        get = self.texts.get
        return tuple([get(f"name:{seat}") for seat in range(self.players)])

    def earlier_name(self, seat: SeatId, holder: int) -> str | None:
        """The name of somebody who held the seat before."""
        return self.texts.get(f"name:{seat}/{holder}")

    @property
    def room(self) -> str | None:
        """The chat room in which the game is played: "<platform>:<room>"."""
        return self.texts.get("room")

    def contact(self, seat: SeatId) -> str | None:
        """The person whom the room knows at the seat."""
        return self.texts.get(f"contact:{seat}")

    def grant(self, token: str) -> Grant | None:
        """What a token allows; None if it is no token of this game, or was revoked."""
        text = self.texts.get(fingerprint(token))
        return None if text is None else parse_grant(text)

    def has_token(self, token_fingerprint: str) -> bool:
        return token_fingerprint in self.texts

    def webhook_off(self, owner: str) -> str | None:
        """The webhook of this owner that was switched off."""
        return self.texts.get(f"webhook_off:{owner}")

    # keys to remove

    def token_keys(self, grant: Grant) -> list[str]:
        """The keys of all tokens that stand for this."""
        texts = self.texts.items()
        return sorted(key for key, text in texts if key.startswith(TOKENS) and parse_grant(text) == grant)

    def personal_keys(self, seat: SeatId) -> list[str]:
        """The keys of personal facts about the seat's holder."""
        return [key for key in (f"name:{seat}", f"contact:{seat}") if key in self.texts]

    def earlier_name_keys(self, seat: SeatId, holder: int | None = None) -> list[str]:
        """The keys of the names of earlier holders, or of one of them."""
        if holder is None:
            return [key for key in self.texts if key.startswith(f"name:{seat}/")]
        return [key for key in (f"name:{seat}/{holder}",) if key in self.texts]


# changes


def created(
    board: str, board_hash: str, players: int, options: Mapping[str, str], seed: bytes, board_file: str = ""
) -> Changes:
    """What a game is created with."""
    changes = {
        "board": board,
        "board_hash": board_hash,
        "players": str(players),
        "options": canonical(options).decode(),
        "seed": seed.hex(),
    }
    return {**changes, "board_file": board_file} if board_file else changes


def table(visibility: Visibility, start: StartRule, first: SeatId | None = None) -> Changes:
    changes = {"visibility": str(visibility), "start": str(start)}
    return changes if first is None else {**changes, "first": str(first)}


def imported_at(at: str) -> Changes:
    return {"imported": at}


def named(seat: SeatId, name: str) -> Changes:
    return {f"name:{seat}": name}


def named_before(seat: SeatId, holder: int, name: str) -> Changes:
    return {f"name:{seat}/{holder}": name}


def played_in(room: str, contacts: Sequence[str]) -> Changes:
    """A chat room, and whom it knows at each seat."""
    changes = {"room": room}
    for seat, person in enumerate(contacts):
        changes |= known_as(seat, person)
    return changes


def known_as(seat: SeatId, person: str) -> Changes:
    return {f"contact:{seat}": person}


def token_granted(token: str, grant: Grant) -> Changes:
    return {fingerprint(token): str(grant)}


def webhook_switched_off(owner: str, webhook: str) -> Changes:
    return {f"webhook_off:{owner}": webhook}


def removed(keys: Iterable[str]) -> Changes:
    return dict.fromkeys(keys, "")
