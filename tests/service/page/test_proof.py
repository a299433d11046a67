"""The proof in the browser agrees with the independent script on every board, and fails where it fails."""

import contextlib
import importlib.util
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.page.assets import version
from tests.support.audit.forgery import data_with, first, forged, line_with
from tests.support.audit.game_records import BOARDS, GAME, entries_of, record_of
from tests.support.boards.every_board import Case, player_numbers
from tests.support.page.browser import Window
from tests.support.paths import DOCS
from tests.support.whole_games.played_games import Plan
from tests.support.whole_games.undo_and_order_games import RESTLESS, restless
from ttr_core.history.record import Record, encode_record, write_down

PROVE = """async ([address, text]) => {
    const { prove } = await import(address);
    try { return prove(text); } catch (error) { return { version: error.version }; }
}"""
MUTATIONS = 24
HELD = re.compile(r"(\d+) events, (\d+) shuffles and (\d+) drawn")


@pytest.fixture(scope="module")
def check_game() -> Callable[[str], None]:
    spec = importlib.util.spec_from_file_location("check_game", DOCS / "examples" / "check_game.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    main: Callable[[str], None] = module.main
    return main


def verdict(check_game: Callable[[str], None], file: Path) -> dict[str, int]:
    """What the script says: the counts of what holds, or the version that does not."""
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            check_game(str(file))
    except SystemExit as refusal:
        return {"version": int(str(refusal.code).split()[1])}
    events, shuffles, drawn = HELD.findall(output.getvalue())[0]
    return {"events": int(events), "shuffles": int(shuffles), "drawn": int(drawn)}


def proved(window: Window, record: bytes) -> Any:
    """What the browser says, without the cryptography that only secure origins have."""
    return window.page.evaluate(PROVE, [f"/assets/{version()}/proof/proof.js", record.decode()])


def restless_record(board: str) -> Record:
    played = restless(Plan(Case(board, player_numbers(board)[0]), 2, RESTLESS))
    return write_down(played.ruleset, played.rng.seed, GAME, entries_of(played))


def altered(record: Record) -> list[Record]:
    """Records that do not hold, some with all hashes made anew."""
    claim, drawn = first(record, "route_claimed"), first(record, "card_drawn")
    colours = ["red", "blue"]
    other = next(c for c in colours if c != record.events[drawn - 1].data["card"])
    step = max(1, len(record.events) // MUTATIONS)
    times = [line_with(record, v, at="2020-01-01T00:00:00.000Z") for v in range(2, len(record.events), step)]
    return [
        *times[: MUTATIONS - 4],
        data_with(record, claim, points=99),
        data_with(record, drawn, card=other),
        forged(data_with(record, drawn, card=other)),
        forged(data_with(record, first(record, "train_cards_shuffled"), number=7)),
    ]


def test_it_holds_what_the_script_holds(
    window: Window, check_game: Callable[[str], None], tmp_path: Path
) -> None:
    window.page.goto("/help")
    file = tmp_path / "game.ndjson"
    for board in BOARDS:
        for record in (record_of(board), restless_record(board)):
            text = encode_record(record)
            file.write_bytes(text)
            assert proved(window, text) == verdict(check_game, file), board


def test_it_fails_where_the_script_fails(
    window: Window, check_game: Callable[[str], None], tmp_path: Path
) -> None:
    window.page.goto("/help")
    file = tmp_path / "game.ndjson"
    records = altered(record_of("usa"))
    assert len(records) >= 20
    for number, record in enumerate(records):
        text = encode_record(record)
        file.write_bytes(text)
        expected = verdict(check_game, file)
        assert "version" in expected
        assert proved(window, text) == expected, number


def test_the_screen_proves_a_file_step_by_step(window: Window, tmp_path: Path) -> None:
    page, file = window.page, tmp_path / "game.ndjson"
    page.goto("/g/0123456789abcdef/audit")
    file.write_bytes(encode_record(record_of("europe")))
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector(".bar.good")
    assert page.locator('.checks li[data-holds="true"]').count() == 5
    file.write_bytes(encode_record(altered(record_of("europe"))[0]))
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector(".bar.warning")
    assert "Event 2 does not hold" in page.locator(".bar.warning").inner_text()
