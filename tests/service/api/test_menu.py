"""`GET /v1/games/{game}/menu`: the legal commands once more, in words, with what each is about."""

from itertools import groupby
from typing import Any

import pytest

from service.language.speech.menu import MenuWriter
from service.language.speech.story import Voice
from tests.support.boards.every_board import player_numbers
from tests.support.http.api_calls import Inside, Table, act, inside, open_table
from tests.support.http.api_players import Players
from ttr_core import board_names, load_ruleset
from ttr_core.model.commands import KeepTickets

PLAYED = 12  # moves, at each of which everything is compared


@pytest.fixture
def service() -> Inside:
    return inside()


def read(service: Inside, table: Table, what: str, token: str) -> dict[str, Any]:
    reply = service.caller.get(f"{table.path}/{what}", token)
    assert reply.status == 200, reply.body
    return dict(reply.json)


def commands_in(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [way["command"] for group in groups for entry in group["entries"] for way in entry["ways"]]


def entries_in(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for group in groups for entry in group["entries"]]


def is_one_choice(entry: dict[str, Any]) -> bool:
    """Its ways differ by what is paid alone, not by a track that is unlike its neighbour, nor by an equal ticket."""
    routes = {way["command"]["route"] for way in entry["ways"] if "route" in way["command"]}
    paid = {way["text"] for way in entry["ways"]}
    return len(paid) == len(entry["ways"]) and routes <= set(entry["about"].get("route", ()))


def without_tracks(board: dict[str, Any], commands: list[dict[str, Any]]) -> set[str]:
    """Commands as texts, in which equal tracks are the same."""
    by_id = {route["id"]: str(sorted({**route, "id": ""}.items())) for route in board["routes"]}
    return {
        str(sorted({**command, "route": by_id.get(route, route)}.items(), key=str))
        for command in commands
        for route in [command.get("route")]
    }


@pytest.mark.parametrize("board", board_names())
def test_it_holds_what_is_legal_and_nothing_else(service: Inside, board: str) -> None:
    table = open_table(service.caller, board, players=player_numbers(board)[0])
    printed = read(service, table, "board", table.seats[0])
    for move in Players(service.caller, table, seed=5).moves(PLAYED):
        for token in table.seats.values():
            listed = read(service, table, "commands", token)
            menu = read(service, table, "menu?lang=fr", token)
            assert (menu["version"], menu["decision"]) == (move.version, listed["decision"])
            chosen = without_tracks(printed, commands_in(menu["moves"]))
            assert chosen == without_tracks(printed, listed["moves"])
            assert commands_in(menu["table"]) == listed["table"]
            possible = {command["type"] for command in listed["table"]}
            assert possible & {each["type"] for each in menu["refused"]} == set()
            assert [entry for entry in entries_in(menu["moves"]) if not is_one_choice(entry)] == []
            assert [form["type"] for form in menu["forms"]] == [t["type"] for t in listed["templates"]]


def test_a_choice_says_what_it_is_about(service: Inside) -> None:
    table = open_table(service.caller, "usa")
    claims: list[dict[str, Any]] = []
    for move in Players(service.caller, table, seed=3).moves(40):
        menu = read(service, table, "menu", table.seats[move.seat])
        claims += [e for group in menu["moves"] if group["type"] == "claim_route" for e in group["entries"]]
    board = read(service, table, "board", table.seats[0])
    routes = {route["id"] for route in board["routes"]}
    assert all(set(entry["about"]["route"]) <= routes for entry in claims)
    assert all(entry["effect"] and entry["ways"][0]["text"] for entry in claims)
    tracks = [entry["about"]["route"] for entry in claims]
    assert any(len(equal) == 2 for equal in tracks), "no equal tracks were offered together"


def test_it_says_why_nothing_can_be_taken_back(service: Inside) -> None:
    """Those who look for it find the reason where it would be; before the first turn nobody looks."""
    table = open_table(service.caller, "usa", first=0)
    assert read(service, table, "menu", table.seats[0])["refused"] == []
    Players(service.caller, table).play(len(table.seats))
    (refused,) = read(service, table, "menu", table.seats[0])["refused"]
    assert refused == {
        "type": "propose_undo",
        "title": "Take back the last move",
        "why": "There is nothing to take back: once the next player has played, a move stands.",
    }
    act(service.caller, table, {"type": "draw_card"}, table.seats[0])
    (refused,) = read(service, table, "menu?lang=fr", table.seats[0])["refused"]
    assert (
        refused["why"]
        == "Impossible de revenir en arrière\N{NO-BREAK SPACE}: une carte a été piochée depuis."
    )


def test_who_resigns_reads_first_that_it_is_final(service: Inside) -> None:
    table = open_table(service.caller, "usa", first=0)
    Players(service.caller, table, seed=1).play(2)
    table_groups = read(service, table, "menu", table.seats[0])["table"]
    (resign,) = (group for group in table_groups if group["type"] == "resign")
    assert all(entry["effect"].startswith("This is final") for entry in resign["entries"])


def test_trains_that_a_mountain_takes_count_in_what_a_claim_leaves(service: Inside) -> None:
    """Legendary Asia has two gray tracks side by side, one of which has a mountain."""
    table = open_table(service.caller, "legendary_asia", first=0)
    for seat in table.seats:
        Players(service.caller, table, seed=seat).play(1)
    while not (claims := twins_at_vladivostok(service, table)):
        for seat, token in table.seats.items():
            for _ in range(2):
                act(service.caller, table, {"type": "draw_card", "seat": seat}, token)
    assert claims == [
        (["2 gray", "+2"], "It scores 2 points and leaves you with 43 trains."),
        (["2 gray", "1 mountain space", "+2"], "It scores 2 points and leaves you with 42 trains."),
    ]


def test_spaces_of_a_route_are_counted_in_french_too(service: Inside) -> None:
    """In the plural: "3 grises", "1 bleue"."""
    table = open_table(service.caller, "usa")
    Players(service.caller, table, seed=3).play(12)
    menus = [read(service, table, "menu?lang=fr", token)["moves"] for token in table.seats.values()]
    claims = [entry for groups in menus for entry in entries_in(groups) if "route" in entry["about"]]
    spaces = {entry["details"][0] for entry in claims}
    assert spaces
    assert all((text[0] == "1") != text.endswith("s") for text in spaces), spaces


def twins_at_vladivostok(service: Inside, table: Table) -> list[tuple[list[str], str]]:
    menu = read(service, table, "menu?lang=en", table.seats[0])
    claims = [entry for entry in entries_in(menu["moves"]) if entry["title"] == "Khabarovsk – Vladivostok"]
    return sorted((entry["details"], entry["effect"]) for entry in claims)


def test_each_of_two_equal_tickets_is_a_choice_of_its_own() -> None:
    """Switzerland has such pairs. They were two ways with the same words, as if something had to be paid."""
    ruleset = load_ruleset("switzerland", 2)
    named = groupby(ruleset.tickets.values(), lambda ticket: (ticket.a, ticket.b, ticket.ends))
    first, second = next(ids for _, each in named if len(ids := [ticket.id for ticket in each]) == 2)
    offers = [(first,), (second,), (first, second)]
    voice = Voice(ruleset, "en", {}, viewer=0)
    (group,) = MenuWriter(voice, None).groups([KeepTickets(seat=0, tickets=offer) for offer in offers])
    assert [entry.about["ticket"] for entry in group.entries] == [list(offer) for offer in offers]
    assert group.entries[0].title == group.entries[1].title
    assert [len(entry.ways) for entry in group.entries] == [1, 1, 1]


def test_the_words_are_those_of_the_language(service: Inside) -> None:
    table = open_table(service.caller, "europe")
    titles = {
        lang: read(service, table, f"menu?lang={lang}", table.seats[0])["moves"][0]["title"]
        for lang in ("en", "fr")
    }
    assert titles == {"en": "Keep tickets", "fr": "Garder des destinations"}


def test_no_choice_is_named_by_a_field_or_an_id(service: Inside) -> None:
    """What can be asked of the table is said as people say it: not `motion pause`, not `kind bot:greedy`."""
    table = open_table(
        service.caller, "usa", clock={"kind": "per_move", "seconds": 86_400, "vacation_days": 7}
    )
    menus = {lang: read(service, table, f"menu?lang={lang}", table.seats[0]) for lang in ("en", "fr")}
    titles = {
        lang: {entry["title"] for group in menu["table"] for entry in group["entries"]}
        for lang, menu in menus.items()
    }
    assert {"a pause", "the end of the game", "the seat stays empty"} <= titles["en"]
    assert {"une pause", "la fin de la partie", "la place reste vide"} <= titles["fr"]
    assert not [title for title in titles["en"] | titles["fr"] if ":" in title or "_" in title]
    labels = {field["label"] for form in menus["fr"]["forms"] for field in form["fields"]}
    assert {"Jours", "Tours"} <= labels


def test_the_host_has_no_moves(service: Inside) -> None:
    table = open_table(service.caller, "usa", seats=[{"name": "Ann"}, {}])
    menu = read(service, table, "menu", table.host)
    assert menu["moves"] is None
    assert {group["type"] for group in menu["table"]} >= {"abandon_game"}


def test_watching_shows_no_menu(service: Inside) -> None:
    table = open_table(service.caller, "usa")
    assert service.caller.get(f"{table.path}/menu", table.spectator).status == 403
    assert service.caller.get(f"{table.path}/menu").status == 401
