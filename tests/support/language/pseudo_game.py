"""Plays and draws in the pseudo-language `de`: run with packages that have its folder, and with no other change."""

from pathlib import Path

import service
from service.api.commands import SayRequest
from service.cli.boards import list_boards
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.http.schemas import schema_for
from service.language import Reply, Talk, Utterance
from service.language.languages import codes
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.scene import scene_of
from service.pictures.hand_picture import hand_svg
from service.store import MemoryStore
from ttr_core.engine.views import view
from ttr_core.model.ids import SeatId

TURNS = 30


class Table:
    """Two seats that speak the pseudo-language."""

    def __init__(self) -> None:
        self.games = Games(MemoryStore(), lambda game, version: None, lambda: "2026-01-31T18:00:00.000Z")
        seats = (SeatRequest(name="Ann"), SeatRequest(name="Ben"))
        self.game = open_table(self.games, GameRequest(board="europe", seats=seats, first=0)).done.loaded.game

    def say(self, seat: SeatId, text: str, lang: str | None = None) -> Reply:
        loaded = self.games.cache.read_latest(self.game)
        reply = Talk(self.games).hear(Utterance(loaded=loaded, viewer=seat, text=text, lang=lang))
        assert reply.lang == "de", (text, reply)
        assert "[!! " in reply.text, (text, reply.text)
        return reply


def check_choices() -> None:
    assert codes() == ("en", "de", "fr"), codes()
    schema = schema_for(SayRequest)()
    assert not schema.validate({"text": "scorezu", "lang": "de"})
    assert schema.validate({"text": "scorezu", "lang": "xx"})
    assert "de" in [choice for option in list_boards.params for choice in getattr(option.type, "choices", ())]


def play(table: Table) -> None:
    for seat in (0, 1):
        assert table.say(seat, "keepzu allzu").events
    assert "pointszu" in table.say(0, "scorezu").text
    assert "Youzu drawzu azu cardzu: " in table.say(0, "drawzu 2").text
    assert table.say(0, "orderzu: drawzu 2 forzu 3 turnszu").choices
    assert table.say(0, "yeszu").events
    for _ in range(TURNS):
        seat = table.games.cache.read_latest(table.game).state.phase.waiting[0]
        choices = table.say(seat, "whatzu canzu izu dozu").choices
        assert choices
        table.say(seat, choices[-1].say, "de")
        table.say(seat, "1", "de")


def draw(table: Table) -> None:
    loaded = table.games.cache.read_latest(table.game)
    seen, options = view(loaded.ruleset, loaded.state, 0), PictureOptions(lang="de")
    scene = scene_of(loaded.ruleset, seen, ["Ann", None], lang="de")
    assert "[!! Seatzu 2 !!]" in board_svg(loaded.ruleset, scene, options)
    assert "[!! Handzu: " in hand_svg(loaded.ruleset, seen, 0, options)


if __name__ == "__main__":
    assert Path(service.__file__).is_relative_to(Path.cwd()), service.__file__
    table = Table()
    check_choices()
    play(table)
    draw(table)
