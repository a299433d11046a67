"""The board of a game: what a client would otherwise have to work out from a board, its options and the players."""

import json
from collections.abc import Iterator
from itertools import product

import pytest

from service.games.tokens import TokenRole, new_token
from service.language.vocabulary.board_words import board_words
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.scene import empty_scene
from tests.support.boards.own_board import NAME, map_bytes, map_file, renamed_city
from tests.support.http.api_calls import Inside, inside, open_table, problem
from ttr_core import board_names
from ttr_core.boards.library import whole_document


@pytest.fixture(scope="module")
def service() -> Inside:
    return inside()


def variants(name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The fewest and the most players, under every choice of the board's options."""
    whole = whole_document(name)
    options = whole.get("options", {})
    for players in whole["players"]:
        for choices in product(*(option["choices"] for option in options.values())):
            yield players, dict(zip(options, choices, strict=True))


@pytest.mark.parametrize("board", board_names())
def test_a_game_shows_the_board_that_it_is_played_on(service: Inside, board: str) -> None:
    for players, options in variants(board):
        table = open_table(service.caller, board, players, options=options)
        body = service.caller.get(f"{table.path}/board").json
        ruleset = service.games.cache.read_latest(table.game).ruleset
        header = json.loads(service.caller.get(f"{table.path}/export").body.splitlines()[0])
        assert (body["id"], body["players"], body["options"]) == (board, players, header["options"])
        assert body["hash"] == ruleset.board_hash
        for part in ("trains", "player_colours", "cities", "rules", "tie_breaks", "labels", "cards", "title"):
            assert body[part] == header["document"][part]
        assert [route["id"] for route in body["routes"]] == [route.id for route in ruleset.board.routes]
        dealt = {ticket for deck in ruleset.decks.values() for ticket in deck}
        assert {ticket["id"] for ticket in body["tickets"]} == dealt
        assert {name: len(deck) for name, deck in body["ticket_decks"].items()} == {
            name: len(deck) for name, deck in ruleset.decks.items()
        }
        assert not {"by_players", "provenance", "contents"} & body.keys()


def test_options_and_players_make_a_difference(service: Inside) -> None:
    """One ticket set or another, one track of two or both: a client need not know how."""
    base, large = (
        open_table(service.caller, "europe", players, options={"tickets": tickets})
        for players, tickets in ((3, "base"), (5, "1912"))
    )
    few, many = (service.caller.get(f"{table.path}/board").json for table in (base, large))
    assert len(few["tickets"]) == 46 < len(many["tickets"])
    assert few["rules"]["routes"] != many["rules"]["routes"]


def test_a_board_that_is_known_is_not_sent_again(service: Inside) -> None:
    table, twin, other = (open_table(service.caller, "usa", players) for players in (2, 2, 4))
    first, same, different = (service.caller.get(f"{each.path}/board") for each in (table, twin, other))
    assert (same.headers["etag"], same.body) == (first.headers["etag"], first.body)
    assert different.headers["etag"] != first.headers["etag"]
    for tag in (first.headers["etag"], f"W/{first.headers['etag']}"):
        reply = service.caller.get(f"{table.path}/board", None, {"If-None-Match": tag})
        assert (reply.status, reply.body) == (304, b"")
    assert service.caller.get(f"{other.path}/board", None, {"If-None-Match": tag}).status == 200


def test_everybody_who_may_see_the_game_sees_one_board(service: Inside) -> None:
    table = open_table(service.caller, "iberia", 3, visibility="private")
    bodies = {service.caller.get(f"{table.path}/board", token).body for token in table.tokens.values()}
    assert len(bodies) == 1
    stranger = new_token(TokenRole.SEAT, table.game)
    for token in (None, stranger):
        reply = service.caller.get(f"{table.path}/board", token)
        nowhere = service.caller.get("/v1/games/0123456789abcdef/board", token)
        assert problem(reply) == problem(nowhere) == (404, "game_not_found")


def test_the_board_of_a_game_stays_when_the_operator_changes_theirs() -> None:
    """The game's own document counts, not what the library would resolve today."""
    token = "the-token-of-the-operator"
    service = inside(admin_token=token)
    assert service.caller.post("/v1/boards", map_bytes(), token).status == 201
    table = open_table(service.caller, NAME)
    before = service.caller.get(f"{table.path}/board")
    assert (
        service.caller.post("/v1/boards", {**map_file(), **renamed_city("castle", "Chateau")}, token).status
        == 201
    )
    later = open_table(service.caller, NAME)
    assert service.caller.get(f"{table.path}/board").body == before.body
    assert service.caller.get(f"{later.path}/board").json["cities"] != before.json["cities"]


@pytest.mark.parametrize(
    ("board", "options", "names"),
    [
        (
            "usa",
            {"edition": "later"},
            {"pink": ("purple", "P", "violette", "Vi"), "orange": ("orange", "O", "orange", "O")},
        ),
        ("usa", {"edition": "2004"}, {"orange": ("brown", "N", "marron", "M")}),
        ("lyon", {}, {"orange": ("brown", "N", "marron", "M"), "black": ("black", "K", "noire", "N")}),
    ],
)
def test_the_api_says_what_cards_are_called_in_this_edition(
    service: Inside, board: str, options: dict[str, str], names: dict[str, tuple[str, str, str, str]]
) -> None:
    """Pictures draw these names, letters and colours, and words say these names."""
    table = open_table(service.caller, board, 3, options=options)
    body = service.caller.get(f"{table.path}/board").json
    ruleset = service.games.cache.read_latest(table.game).ruleset
    faces = body["card_faces"]
    assert list(faces) == [*body["cards"]["colours"], "locomotive"]
    for card, expected in names.items():
        face = faces[card]
        assert (
            face["name"]["en"],
            face["letter"]["en"],
            face["name"]["fr"],
            face["letter"]["fr"],
        ) == expected
    for lang, (card, face) in product(("en", "fr"), faces.items()):
        assert board_words(ruleset, lang).card(card) == face["name"][lang]
        options_here = PictureOptions(palette=Palette("light", "safe"), lang=lang)
        svg = board_svg(ruleset, empty_scene(ruleset), options_here)
        assert f">{face['letter'][lang]}</text>" in svg or card == "locomotive"
        assert f'fill="{face["safe_fill"]}"' in svg or card == "locomotive"
    assert list(body["train_faces"]) == body["player_colours"]
    assert {face["letter"] for face in body["train_faces"].values()} == {None}
