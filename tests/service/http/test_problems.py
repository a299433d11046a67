"""Problems: a title per code, a sentence per occurrence in the client's language, pointers to what is wrong."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.api import CALLS
from service.errors import FieldError, ServiceError
from service.http.call import Access, Call
from service.http.problem_pages import described_field_errors, described_problems
from service.http.problems import ERRORS, status_of
from service.language.languages import codes, languages
from service.language.speech.problem_text import detail_of, title_of
from tests.support.http.api_calls import Caller, Inside, Table, example_path, inside, open_table, problem
from tests.support.paths import ROOT
from tests.support.rules.stamps import registered_stamps
from ttr_core import refusal_codes

FRENCH = {"Accept-Language": "fr-CA, en;q=0.5"}


@pytest.fixture(scope="module")
def service() -> Inside:
    return inside()


@pytest.fixture
def table(service: Inside) -> Table:
    return open_table(service.caller)


# ------------------------------------------------------------------------------------------- languages


def test_a_problem_is_worded_in_the_language_of_the_client(service: Inside) -> None:
    path = "/v1/games/0123456789abcdef/board.svg"
    said = {
        lang: service.caller.get(f"{path}{query}", None, headers)
        for lang, query, headers in (
            ("en", "", {}),
            ("fr", "", FRENCH),
            ("en by query", "?lang=en", FRENCH),
            ("fr by query", "?lang=fr", {"Accept-Language": "en"}),
            ("en for others", "", {"Accept-Language": "de, tlh"}),
        )
    }
    assert said["en"].json["title"] == "There is no such game, or you may not see it."
    assert said["fr"].json["title"] == "Cette partie n'existe pas, ou vous ne pouvez pas la voir."
    for name, reply in said.items():
        lang = name[:2]
        assert problem(reply) == (404, "game_not_found")
        assert reply.headers["content-language"] == lang
        assert "Accept-Language" in reply.headers["vary"]
        assert reply.json["title"] == said[lang].json["title"]


def test_where_a_call_has_no_language_its_parameter_means_nothing(service: Inside, table: Table) -> None:
    """The refusal of `lang` was worded in the language that it names."""
    for path in (f"{table.path}/commands", f"{table.path}/seats", "/v1/boards"):
        refused = service.caller.get(f"{path}?lang=fr", table.host)
        assert problem(refused) == (400, "unknown_parameter")
        assert refused.headers["content-language"] == "en"


def test_a_language_that_the_service_does_not_speak_is_refused(service: Inside) -> None:
    reply = service.caller.get(f"{open_table(service.caller).path}/board.svg?lang=tlh")
    assert problem(reply) == (400, "malformed_request")
    assert reply.json["facts"] == {"parameter": "lang", "choices": list(codes())}


def test_a_refusal_names_the_players(service: Inside, table: Table) -> None:
    caller, seats = service.caller, table.seats
    for token in seats.values():
        command = caller.get(f"{table.path}/commands", token).json["moves"][0]
        caller.post(f"{table.path}/commands", command, token, {"If-Match": "*"})
    turn = caller.get(table.path).json["waiting_for"][0]
    path, draw = f"{table.path}/commands?dry_run=true", {"type": "draw_card"}
    english, french = (caller.post(path, draw, seats[1 - turn], headers) for headers in ({}, FRENCH))
    assert problem(english) == problem(french) == (409, "not_your_turn")
    assert english.json["title"] == "It is not your turn."
    assert english.json["detail"] == f"We are waiting for Player {turn}."
    assert french.json["title"] == "Ce n'est pas à vous de jouer."
    assert french.json["detail"] == f"On attend Player {turn}."
    assert english.json["facts"] == {"seat": 1 - turn, "waiting_for": [turn]}
    assert english.json["cure"] == {
        "detail": "'order: draw 2' plays for you when your turn comes.",
        "say": ["order: draw 2"],
    }
    (phrase,) = french.json["cure"]["say"]
    reply = caller.post(f"{table.path}/say", {"text": phrase}, seats[1 - turn], FRENCH)
    assert reply.json["did"] == "asked"


@pytest.mark.parametrize("lang", codes())
def test_every_code_has_a_title_of_its_own(lang: str) -> None:
    names = {*ERRORS, *map(str, refusal_codes())}
    titles = {name: title_of(name, lang) for name in names}
    general = languages()[lang].texts.format("problem", {})
    assert [name for name, title in titles.items() if title == general or "{" in title] == []


def test_a_rule_brings_the_words_for_its_refusals() -> None:
    with registered_stamps():
        assert "stamp_not_here" in described_problems()
        assert (
            title_of("stamp_not_here", "fr") == "Les règles ne le permettent pas."
        )  # its sentence needs facts
        assert status_of("stamp_not_here") == 422


# --------------------------------------------------------------------------------------------- reasons


def raised_reasons() -> Iterator[tuple[str, str, str]]:
    """Where an error is raised with a reason: file and line, code, reason."""
    kinds = {kind.__name__: kind.code for kind in ERRORS.values()}
    for file in sorted((ROOT / "service").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds and node.args:
                where = f"{file.relative_to(ROOT)}:{node.lineno}"
                for reason in _literals(node.args[0]):
                    yield where, kinds[getattr(node.func, "id", "")], reason


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from (*_literals(node.body), *_literals(node.orelse))
    if isinstance(node, ast.Constant | ast.JoinedStr):
        yield node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else "?"


def test_every_reason_has_a_sentence_and_every_sentence_a_reason() -> None:
    patterns = languages()["en"].texts.patterns
    raised = {(code, reason): where for where, code, reason in raised_reasons() if reason}
    missing = [
        f"{where}: {key}" for key, where in raised.items() if "problem-{}.{}".format(*key) not in patterns
    ]
    assert missing == []
    headers = {("malformed_request", name) for name in ("if_match", "idempotency_key", "last_event_id")}
    conditional = {("unknown_option", name) for name in ("no_option", "no_choice")}
    conditional |= {("unknown_parameter", "takes_none")}  # chosen before they are raised
    written = {
        tuple(key.removeprefix("problem-").split("."))
        for key in patterns
        if key.startswith("problem-") and "." in key
    }
    assert {key for key in written if key[1] != "detail"} - set(raised) == headers | conditional


@pytest.mark.parametrize("kind", ERRORS.values(), ids=lambda kind: str(kind.code))
def test_every_error_can_be_worded_without_facts(kind: type[ServiceError]) -> None:
    assert all(detail_of(kind(), lang) for lang in codes())


# -------------------------------------------------------------------------------------- parts of a body


def pointers(caller: Caller, body: Any, path: str = "/v1/games") -> dict[str, str]:
    reply = caller.post(path, body)
    assert problem(reply) == (400, "malformed_request")
    assert all(error["detail"] for error in reply.json["errors"])
    assert all(error["pointer"] in reply.json["detail"] for error in reply.json["errors"])
    return {error["pointer"]: error["code"] for error in reply.json["errors"]}


def test_every_defect_of_a_body_has_a_pointer_and_a_code(service: Inside) -> None:
    seats: list[Any] = [{"bott": 1}, {"kind": "martian"}, 7, {"name": "x" * 200}]
    body = {"board": None, "seats": seats, "options": {"a/b": 4, "c~d": "e"}, "first": "0"}
    assert pointers(service.caller, body) == {
        "/board": "null",
        "/seats/0/bott": "unknown_field",
        "/seats/1/kind": "one_of",
        "/seats/2": "not_an_object",
        "/seats/3/name": "too_long",
        "/options/a~1b": "not_a_string",
        "/first": "not_an_integer",
    }
    assert pointers(service.caller, {"seats": {}}) == {"/board": "required", "/seats": "not_an_array"}
    assert pointers(service.caller, {"board": "usa", "seats": [{}], "first": 2**60})["/first"] == "too_large"


def test_the_defects_of_a_body_are_described_in_french(service: Inside) -> None:
    reply = service.caller.post("/v1/games", {"seats": []}, None, FRENCH)
    assert reply.json["errors"] == [
        {"pointer": "/board", "code": "required", "detail": "Ceci est nécessaire."}
    ]


def test_every_code_of_a_defect_has_a_sentence() -> None:
    """And no other: those are the codes that docs/problems.md lists."""
    files = (ROOT / "service").rglob("*.py")
    literals = {name for file in files for name in _codes_in(file)}
    in_tables = {"required", "null", "not_a_number", "not_an_integer"}
    assert literals | in_tables == described_field_errors().keys()
    manual = (ROOT / "docs" / "problems.md").read_text("utf-8")
    assert [code for code in literals if f"| `{code}` | " not in manual] == []


def _codes_in(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            place = {FieldError.__name__: 1, "_invalid": 0, "_messages": 0}.get(getattr(node.func, "id", ""))
            if place is not None:
                yield from _literals(node.args[place])


# ------------------------------------------------------------------------------------- what clients act on


def test_a_board_a_number_of_players_and_an_option_have_codes_of_their_own(service: Inside) -> None:
    def refused(body: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        reply = service.caller.post("/v1/games", {"seats": [{"name": "Ann"}, {"name": "Bob"}], **body})
        assert reply.status == 422
        return reply.code, reply.json["facts"]

    code, facts = refused({"board": "atlantis"})
    assert (code, facts["board"]) == ("unknown_board", "atlantis")
    assert "usa" in facts["choices"]
    assert refused({"board": "usa", "seats": [{}]}) == ("players_out_of_range", {"min": 2, "max": 5})
    code, facts = refused({"board": "usa", "options": {"edition": "newest"}})
    assert (code, facts["option"]) == ("unknown_option", "edition")
    assert "later" in facts["choices"]
    code, facts = refused({"board": "usa", "options": {"size": "xl"}})
    assert (code, facts["option"], "edition" in facts["choices"]) == ("unknown_option", "size", True)


def test_a_stale_version_leads_to_the_news(service: Inside, table: Table) -> None:
    version = service.caller.get(table.path).json["version"]
    command = service.caller.get(f"{table.path}/commands", table.seats[0]).json["moves"][0]
    reply = service.caller.post(
        f"{table.path}/commands", command, table.seats[0], {"If-Match": f'"{version - 2}"'}
    )
    assert problem(reply) == (412, "stale_version")
    assert reply.json["facts"] == {"version": version}
    address, _, relation = reply.headers["link"].partition("; ")
    assert relation == 'rel="changes"'
    news = service.caller.get(address.strip("<>").removeprefix("http://localhost"))
    assert [event["version"] for event in news.json[next(iter({"items", "events"} & set(news.json)))]] == [
        version - 1,
        version,
    ]


def test_a_token_that_is_missing_and_one_that_is_wrong_have_codes_of_their_own(
    service: Inside, table: Table
) -> None:
    path = f"{table.path}/commands"
    missing, wrong = service.caller.get(path), service.caller.get(path, "ttr_seat_x")
    assert problem(missing) == (401, "token_missing")
    assert missing.headers["www-authenticate"] == "Bearer"
    assert problem(wrong) == (401, "token_invalid")
    assert wrong.headers["www-authenticate"] == 'Bearer error="invalid_token"'


@pytest.mark.parametrize(
    "call", [call for call in CALLS if call.access is Access.TOKEN], ids=lambda call: str(call.name)
)
def test_a_stranger_is_asked_for_a_token_before_anything_else(service: Inside, call: Call) -> None:
    reply = service.caller.call(call.method, f"{example_path(call)}?att=5", None, b"{", {"If-Match": "?"})
    assert problem(reply) == (401, "token_missing")


# of a new webhook the body names the game, which knows the token
BODIES = [
    call
    for call in CALLS
    if call.access is Access.TOKEN and call.body is not None and call.path != "/v1/webhooks"
]


@pytest.mark.parametrize("call", BODIES, ids=lambda call: str(call.name))
def test_a_wrong_token_is_refused_before_the_body_is_read(service: Inside, call: Call) -> None:
    """Whatever the body is, and whether or not there is such a game."""
    reply = service.caller.call(call.method, example_path(call), "ttr_seat_wrong", b"{", None)
    assert reply.status in (401, 403), reply.body


# ------------------------------------------------------------------------------------------------ pages


@pytest.mark.parametrize("code", described_problems())
def test_every_problem_has_a_page(service: Inside, code: str) -> None:
    page = service.caller.get(f"/problems/{code}")
    assert (page.status, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert f"<h1><code>{code}</code></h1>" in page.body.decode()
    assert all(f'<p lang="{lang}">' in page.body.decode() for lang in codes())


def test_the_type_of_a_problem_is_the_address_of_its_page(service: Inside) -> None:
    reply = service.caller.get("/v1/games/0123456789abcdef")
    assert reply.json["type"] == "http://localhost/problems/game_not_found"
    assert service.caller.get(reply.json["type"].removeprefix("http://localhost")).status == 200
    assert problem(service.caller.get("/problems/moon_landed")) == (404, "not_found")
