"""What a table is besides its game: a title, a language, links to its seats, and how others find it."""

import re

import pytest

from service.config import Config
from service.store import MemoryStore
from service.webhooks.payload import MessageText
from service.webhooks.subscriptions import TURN_STARTED
from service.webhooks.triggers import Trigger
from tests.support.http.api_calls import Caller, app_over, in_process, inside, open_table, problem, table_of
from tests.support.http.api_people import sign_up
from tests.support.http.running_service import UNLIMITED

TITLE = "Friday évening 🚂"
PUBLIC = "https://ttr.example.org"


@pytest.fixture
def caller() -> Caller:
    return in_process(app_over(MemoryStore(), Config(**UNLIMITED)))


def test_title_and_language_are_shown_wherever_the_game_is(caller: Caller) -> None:
    ann = sign_up(caller)
    request = {"board": "usa", "seats": [{"me": True}, {}], "visibility": "public"}
    table = table_of(caller.post("/v1/games", {**request, "title": f" {TITLE} ", "lang": "fr"}, ann.token))
    (listed,) = caller.get("/v1/games").json["items"]
    (mine,) = caller.get("/v1/me/games", ann.token).json["items"]
    for game in (caller.get(table.path).json, listed, mine):
        assert (game["title"], game["lang"]) == (TITLE, "fr")


def test_a_table_without_a_title_has_none(caller: Caller) -> None:
    game = caller.get(open_table(caller).path).json
    assert (game["title"], game["lang"]) == (None, None)


@pytest.mark.parametrize(
    "settings", [{"title": "x" * 81}, {"title": "a\u202eb"}, {"title": " "}, {"lang": "xx"}]
)
def test_titles_are_as_harmless_as_names(caller: Caller, settings: dict[str, str]) -> None:
    request = {"board": "usa", "seats": [{"name": "Ann"}, {}], **settings}
    assert problem(caller.post("/v1/games", request)) == (400, "malformed_request")


def test_the_picture_names_the_table(caller: Caller) -> None:
    table = open_table(caller, title=TITLE)
    title = re.search(r"<title[^>]*>(.*?)</title>", caller.get(f"{table.path}/board.svg").body.decode())
    assert title is not None
    assert title[1].startswith(f"{TITLE}: ")


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", f"“{TITLE}” (United States): it is your turn."),
        ("fr", f"«\u00a0{TITLE}\u00a0» (États-Unis)\u00a0: c'est à vous de jouer."),
    ],
)
def test_messages_name_the_table(lang: str, text: str) -> None:
    server = inside()
    table = open_table(server.caller, title=TITLE)
    loaded = server.games.cache.read_latest(table.game)
    assert MessageText(loaded, 0, lang).text(Trigger(TURN_STARTED, 0), [], None) == text


def test_an_invite_is_a_link_for_people() -> None:
    caller = in_process(app_over(MemoryStore(), Config(**UNLIMITED, public_url=PUBLIC)))
    reply = caller.post("/v1/games", {"board": "usa", "seats": [{"name": "Ann"}, {}]})
    game, (ann, guest) = reply.json["id"], reply.json["seats"]
    assert ann["url"] is None
    assert guest["url"] == f"{PUBLIC}/g/{game}#invite={guest['invite']}"
    again = caller.post(f"/v1/games/{game}/seats/0/invite", {}, ann["token"]).json
    assert again["url"] == f"{PUBLIC}/g/{game}#invite={again['invite']}"


def test_tables_are_found_by_who_may_join_and_by_what_counts(caller: Caller) -> None:
    ann = sign_up(caller)
    request = {"board": "usa", "seats": [{"me": True}, {}], "visibility": "public"}
    games = {
        name: table_of(caller.post("/v1/games", {**request, **settings}, ann.token)).game
        for name, settings in (("plain", {}), ("open", {"joining": "anybody"}), ("rated", {"rated": True}))
    }
    for query, expected in (
        ("joining=anybody", {"open"}),
        ("joining=invited", {"plain", "rated"}),
        ("rated=true", {"rated"}),
        ("rated=false", {"plain", "open", "rated"}),
    ):
        listed = {game["id"] for game in caller.get(f"/v1/games?{query}").json["items"]}
        assert listed == {games[name] for name in expected}
    assert problem(caller.get("/v1/games?joining=nobody")) == (400, "malformed_request")
