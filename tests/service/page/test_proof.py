"""The proof in the browser agrees with the independent script on every board, and fails where it fails."""

import contextlib
import importlib.util
import io
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from service.page.assets import version
from tests.support.audit.forgery import data_with, first, forged, line_with, with_head, with_lines
from tests.support.audit.game_records import GAME, entries_of, record_of
from tests.support.audit.golden_corpus import CORPUS, golden_record
from tests.support.boards.every_board import MOSTLY_SOAKED, Case, player_numbers
from tests.support.page.browser import Window
from tests.support.paths import DOCS
from tests.support.whole_games.played_games import Plan
from tests.support.whole_games.undo_and_order_games import RESTLESS, restless
from ttr_core.history.record import Record, encode_record, write_down

PROVE = """async ([address, text]) => {
    const { prove } = await import(address);
    try { return prove(text); } catch (error) { return { version: error.version }; }
}"""
QUICK = {"iberia-2p-rules2", "nordic-2p-steps", "world-light-5p-steps"}  # with the most kinds of shuffles
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


def altered(record: Record) -> Mapping[str, Record]:
    """Records that do not hold, each in a way of its own; the later ones with all seals and hashes made anew."""
    events, last = list(record.events), len(record.events)
    middle, claim, drawn = last // 2, first(record, "route_claimed"), first(record, "card_drawn")
    dealt, shuffled = first(record, "hand_dealt"), first(record, "train_cards_shuffled")
    tickets, offered = first(record, "tickets_shuffled"), first(record, "tickets_offered")
    data = {
        version: record.events[version - 1].data for version in (dealt, drawn, shuffled, tickets, offered)
    }
    other = next(card for card in ("red", "blue") if card != data[drawn]["card"])
    hand = (
        [other, *data[dealt]["cards"][1:]] if data[dealt]["cards"][0] != other else data[dealt]["cards"][::-1]
    )
    header, document = record.header, record.header.document
    plain = {
        "another time": line_with(record, 2, at="2020-01-01T00:00:00.000Z"),
        "another time in the middle": line_with(record, middle, at="2020-01-01T00:00:00.000Z"),
        "another time at the end": line_with(record, last, at="2020-01-01T00:00:00.000Z"),
        "another version": line_with(record, middle, version=middle + 1),
        "another game": line_with(record, middle, game="0000000000000000"),
        "another event before it": line_with(record, middle, prev="0" * 64),
        "another hash": line_with(record, middle, hash="0" * 64),
        "another type": line_with(record, claim, type="route_taken"),
        "another seal": line_with(record, drawn, sealed=dict.fromkeys(events[drawn - 1].sealed, "0" * 64)),
        "no seals": line_with(record, drawn, sealed={}),
        "more points": data_with(record, claim, points=99),
        "points with a fraction": data_with(record, claim, points=1.5),
        "a field more": data_with(record, claim, note="é"),
        "a hidden card": data_with(record, drawn, card=other),
        "an event left out": with_lines(record, events[: middle - 1] + events[middle:]),
        "an event twice": with_lines(record, events[:middle] + events[middle - 1 :]),
        "two events in turn": with_lines(
            record, [*events[: middle - 1], events[middle], events[middle - 1], *events[middle + 1 :]]
        ),
        "no end": with_head(with_lines(record, events[:middle])),
        "another head": replace(record, header=replace(header, head="0" * 64)),
        "another board": replace(record, header=replace(header, document={**document, "trains": 99})),
        "another seed": with_head(data_with(record, last, seed="00" * 32)),
    }
    made_anew = {
        "a drawn card": data_with(record, drawn, card=other),
        "a hand": data_with(record, dealt, cards=hand),
        "a number of a shuffle": data_with(record, shuffled, number=7),
        "an order of cards": data_with(record, shuffled, cards=data[shuffled]["cards"][::-1]),
        "an order of tickets": data_with(record, tickets, tickets=data[tickets]["tickets"][::-1]),
        "offered tickets": data_with(record, offered, tickets=data[offered]["tickets"][::-1]),
        "words of a player": data_with(record, 2, entropy="other words"),
        "a claim left out": with_lines(record, events[: claim - 1] + events[claim:]),
    }
    return plain | {f"forged: {name}": forged(changed) for name, changed in made_anew.items()}


def check(window: Window, check_game: Callable[[str], None], file: Path, record: Record) -> dict[str, int]:
    """The verdict on which browser and script agree."""
    text = encode_record(record)
    file.write_bytes(text)
    expected = verdict(check_game, file)
    assert proved(window, text) == expected
    return expected


@pytest.mark.parametrize("board", MOSTLY_SOAKED)
def test_it_holds_what_the_script_holds(
    window: Window, check_game: Callable[[str], None], tmp_path: Path, board: str
) -> None:
    window.page.goto("/help")
    for record in (record_of(board), restless_record(board)):
        assert check(window, check_game, tmp_path / "game.ndjson", record)["events"] == len(record.events)


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.soak) for name in CORPUS],
)
def test_it_holds_the_golden_games(
    window: Window, check_game: Callable[[str], None], tmp_path: Path, name: str
) -> None:
    window.page.goto("/help")
    record = golden_record(name, GAME)
    assert check(window, check_game, tmp_path / "game.ndjson", record)["events"] == len(record.events)


@pytest.mark.parametrize("board", ["usa", pytest.param("europe", marks=pytest.mark.soak)])
def test_it_fails_where_the_script_fails(
    window: Window, check_game: Callable[[str], None], tmp_path: Path, board: str
) -> None:
    window.page.goto("/help")
    records = altered(record_of(board))
    assert len(records) >= 20
    verdicts = {
        name: check(window, check_game, tmp_path / "game.ndjson", record) for name, record in records.items()
    }
    assert [name for name, verdict in verdicts.items() if "version" not in verdict] == []


def test_the_screen_proves_a_file_step_by_step(window: Window, tmp_path: Path) -> None:
    page, file = window.page, tmp_path / "game.ndjson"
    page.goto("/g/0123456789abcdef/audit")
    file.write_bytes(encode_record(record_of("europe")))
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector(".bar.good")
    assert page.locator('.checks li[data-holds="true"]').count() == 5
    file.write_bytes(encode_record(altered(record_of("europe"))["another time"]))
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector(".bar.warning")
    assert "Event 2 does not hold" in page.locator(".bar.warning").inner_text()
