"""French without its apostrophes and short forms of chats: written out once, and never a name of the board."""

import json
from pathlib import Path

import pytest

from service.language.grammar.phrases import plain_words, spoken_words
from tests.support.language.readings import reading
from tests.support.language.spoken_positions import situation

USA = situation("usa", "playing_turn")
MAPS = Path(__file__).parents[3] / "maps"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("daccord", "d accord"),
        ("jprends la rouge", "je prends la rouge"),
        ("jgarde la 2", "je garde la 2"),
        ("des que c mon tour", "des que c est mon tour"),
        ("c à moi", "c est a moi"),
        ("g pas de rouge", "j ai pas de rouge"),
        ("annule lordre", "annule l ordre"),
        ("c'est à moi", "c est a moi"),
        ("quelle carte", "quelle carte"),
        ("draw to cards", "draw two cards"),
        ("denver to helena", "denver to helena"),
    ],
)
def test_words_are_written_out(text: str, words: str) -> None:
    assert " ".join(spoken_words(text)) == words


@pytest.mark.parametrize("file", sorted(MAPS.glob("*.json")), ids=lambda file: file.stem)
def test_no_name_of_a_board_is_taken_apart(file: Path) -> None:
    board = json.loads(file.read_text("utf-8"))
    aliases = [alias for names in board.get("aliases", {}).values() for alias in names]
    names = [
        *aliases,
        *(
            name
            for city in board.get("cities", ())
            for name in (city["name"], *city.get("names", {}).values())
        ),
    ]
    words = {word for name in names for word in plain_words(name) if len(word) > 1}
    assert [word for word in words if spoken_words(word) != (word,)] == []


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("jpioche 2", "draw_card, then draw_card"),
        ("jprends la rouge", "take_card red"),
        ("jfais seattle vancouver en rouge", "claim_route seattle--vancouver--1 1 red"),
        ("duluth helena, if that doesn't work draw 2", "draw_card, then draw_card"),
        ("duluth helena, if i cant then just draw 2", "draw_card, then draw_card"),
        ("duluth helena si je peux pas bah pioche 2", "draw_card, then draw_card"),
        ("duluth helena si ca marche pas pioche 2", "draw_card, then draw_card"),
        (
            "didn't I already take seattle vancouver? if not I take it with red",
            "claim_route seattle--vancouver--1 1 red",
        ),
        (
            "j'avais pas déjà pris seattle vancouver ? sinon je la prends avec mes rouges",
            "claim_route seattle--vancouver--1 1 red",
        ),
        ("I take red, ok?", "ask: take_card red"),
        ("je prends la rouge, c'est bien ça ?", "ask: take_card red"),
    ],
)
def test_moves_in_short_forms(text: str, meant: str) -> None:
    assert reading(USA, text) == meant


NORDIC = situation("nordic", "playing_turn")


@pytest.mark.parametrize(
    "text",
    ["helsinki stockholm, the yellow one", "claim helsinki stockholm yellow", "helsinki stockholm en jaune"],
)
def test_a_track_that_is_named_by_its_colour_is_no_other(text: str) -> None:
    assert reading(NORDIC, text) == "claim_route helsinki--stockholm--2 2 yellow 2 locomotive"
