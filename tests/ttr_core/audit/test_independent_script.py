"""The independent script in the docs agrees with the audit on every board, and sees through a forger too."""

import ast
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.audit.forgery import data_with, first, forged, line_with
from tests.support.audit.game_records import BOARDS, GAME, entries_of, file_of, record_of, recorded
from tests.support.boards.every_board import Case, player_numbers
from tests.support.paths import DOCS
from tests.support.whole_games.played_games import Plan, plans
from tests.support.whole_games.undo_and_order_games import RESTLESS, restless
from ttr_core.audit import verify
from ttr_core.history.record import Record, encode_record, write_down

SCRIPT = DOCS / "examples" / "check_game.py"
MOST_LINES = 240


@pytest.fixture(scope="module")
def main() -> Callable[[str], None]:
    spec = importlib.util.spec_from_file_location("check_game", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    main: Callable[[str], None] = module.main
    return main


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records") / "game.ndjson"


@pytest.mark.parametrize("board", BOARDS)
@settings(max_examples=2)
@given(data=st.data())
def test_it_agrees_on_random_games(
    board: str, data: st.DataObject, main: Callable[[str], None], file: Path
) -> None:
    record = recorded(data.draw(plans(board)))
    file.write_bytes(encode_record(record))
    main(str(file))
    assert verify(record).verified


@pytest.mark.parametrize("board", BOARDS)
def test_it_follows_what_was_taken_back(board: str, main: Callable[[str], None], file: Path) -> None:
    played = restless(Plan(Case(board, player_numbers(board)[0]), 2, RESTLESS))
    record = write_down(played.ruleset, played.rng.seed, GAME, entries_of(played))
    assert any(line.type == "turn_taken_back" for line in record.events)
    file.write_bytes(encode_record(record))
    main(str(file))


@pytest.mark.parametrize("board", BOARDS)
def test_it_tells_how_much_it_checked(
    board: str, main: Callable[[str], None], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(file_of(board))
    main(str(file))
    report = verify(record_of(board))
    counts = {check.name: check.count for check in report.checks}
    output = capsys.readouterr().out
    assert f"head {report.short_head}\n" in output
    assert f"{report.events} events, {counts['shuffles']} shuffles and" in output


CHANGES = ("points", "time", "card", "card, forged", "deck, forged", "ticket, forged", "entropy, forged")


def altered(record: Record) -> dict[str, Record]:
    """Changes that it must see, some with all hashes made anew."""
    drawn, shuffled = first(record, "card_drawn"), first(record, "train_cards_shuffled")
    offered, claimed = first(record, "tickets_offered"), first(record, "route_claimed")
    cards = record.events[shuffled - 1].data["cards"]
    tickets = record.events[offered - 1].data["tickets"]
    card = "locomotive" if record.events[drawn - 1].data["card"] != "locomotive" else "red"
    return {
        "points": data_with(record, claimed, points=99),
        "time": line_with(record, drawn, at="2026-03-01T00:00:00.000Z"),
        "card": data_with(record, drawn, card=card),
        "card, forged": forged(data_with(record, drawn, card=card)),
        "deck, forged": forged(data_with(record, shuffled, cards=sorted(cards))),
        "ticket, forged": forged(data_with(record, offered, tickets=tickets[::-1])),
        "entropy, forged": forged(data_with(record, first(record, "seat_taken"), entropy="afterwards")),
    }


@pytest.mark.parametrize("change", CHANGES)
def test_it_finds_what_was_changed(change: str, main: Callable[[str], None], file: Path) -> None:
    file.write_bytes(encode_record(altered(record_of("usa"))[change]))
    with pytest.raises(SystemExit, match=r"^version "):
        main(str(file))


def test_it_uses_none_of_our_code_and_is_short() -> None:
    source = SCRIPT.read_text("utf-8")
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(source))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported <= set(sys.stdlib_module_names)
    assert len(source.splitlines()) < MOST_LINES
