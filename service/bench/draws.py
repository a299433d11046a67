"""Games in which two players do nothing but draw, prepared to be measured, and their draws as requests."""

from collections.abc import Sequence

import msgspec

from service.bench.load import Script, request_bytes
from service.games import Games
from service.tables import GameRequest, SeatRequest, open_table
from ttr_core.commands import KeepTickets
from ttr_core.words import SeatId

DRAWS = 80  # of each prepared game; the deck lasts longer
DRAW = msgspec.json.encode({"type": "draw_card"})
JSON = {"Content-Type": "application/json"}


class Prepared(msgspec.Struct, frozen=True):
    """A game whose first turn begins."""

    game: str
    tokens: tuple[str, str]
    first: SeatId
    version: int

    def seat(self, draw: int) -> SeatId:
        """Whose draw it is: two make a turn."""
        return (self.first + draw // 2) % 2

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game}"


class Version(msgspec.Struct):
    """What is looked at of an answer."""

    version: int


def prepared_game(games: Games) -> Prepared:
    people = (SeatRequest(name="Ann"), SeatRequest(name="Bob"))
    opened = open_table(games, GameRequest(board="usa", seats=people))
    loaded = opened.done.loaded
    for seat in range(2):
        command = KeepTickets(seat=seat, tickets=loaded.state.seats[seat].offer)
        loaded = games.perform(loaded, [command], f"seat:{seat}").loaded
    tokens = (opened.seats[0].token, opened.seats[1].token)
    return Prepared(loaded.game, tokens, loaded.state.phase.waiting[0], loaded.version)


def draws(games: Sequence[Prepared]) -> Script:
    """Card after card, each with the version that the last answer told."""
    decode, version = msgspec.json.Decoder(Version).decode, 0

    def hear(answer: bytes) -> None:
        nonlocal version
        version = decode(answer).version

    for game in games:
        version = game.version
        parts = [_draw(game, token).split(b"VERSION") for token in game.tokens]
        for draw in range(DRAWS):
            before, after = parts[game.seat(draw)]
            yield b"%s%d%s" % (before, version, after), hear
    raise RuntimeError("too few games were prepared for this machine")


def _draw(game: Prepared, token: str) -> bytes:
    """All but the version, so that making requests takes little of the machine that is measured."""
    headers = {**JSON, "Authorization": f"Bearer {token}", "If-Match": '"VERSION"'}
    return request_bytes("POST", f"{game.path}/commands", headers, DRAW)
