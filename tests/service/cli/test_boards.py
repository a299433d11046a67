"""`ttr boards`: listing, showing and checking."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from ttr_core.boards.library import board_names, whole_document


def ttr(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def written(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


def test_every_playable_board_is_listed() -> None:
    listed = json.loads(ttr("boards", "list", "--json").output)
    assert [board["name"] for board in listed] == list(board_names())
    statuses = {name: whole_document(name)["provenance"]["status"] for name in board_names()}
    assert {board["name"]: board["provenance"] for board in listed} == statuses


def test_the_table_has_a_line_for_each_board() -> None:
    lines = ttr("boards", "list", "--lang", "fr").output.splitlines()
    assert len(lines) == 1 + len(board_names())
    assert any(line.split() == ["usa", "États-Unis", "2-5", "Exact"] for line in lines)


def test_a_board_is_shown_in_words() -> None:
    shown = ttr("boards", "show", "usa", "--lang", "fr").output
    for text in ("États-Unis (usa)", "Montréal", "edition=2004", "longest_path", "Exact"):
        assert text in shown


def test_settings_of_rules_are_shown_whole() -> None:
    rules = whole_document("usa")["rules"]["tickets"]
    lines = ttr("boards", "show", "usa").output.splitlines()
    (shown,) = (line.split(maxsplit=1)[1] for line in lines if line.split()[:1] == ["tickets"])
    assert json.loads(shown).keys() >= rules.keys()


def test_a_board_is_shown_as_data_for_a_number_of_players() -> None:
    shown = json.loads(ttr("boards", "show", "usa", "--players", "4", "--json").output)
    assert shown["shown_for"] == 4
    assert len(shown["routes"]) == len(whole_document("usa")["routes"])
    assert "tracks" not in shown["rules"]["routes"]
    assert shown["options"]["edition"]["default"] == "later"


def test_a_sound_board_passes() -> None:
    result = ttr("boards", "check", "lyon")
    assert result.exit_code == 0
    assert "lyon: ok, 0 errors" in result.output


def test_a_file_that_extends_a_shipped_board_passes(tmp_path: Path) -> None:
    mine = written(
        tmp_path / "mine.json", '{"extends": "lyon", "name": "mine", "trains": 40, "contents": null}'
    )
    result = ttr("boards", "check", mine)
    assert result.exit_code == 0, result.output


def test_every_defect_is_reported_with_its_place(tmp_path: Path) -> None:
    document = json.loads(json.dumps(dict(whole_document("lyon"))))
    document["routes"][3]["b"] = "atlantis"
    document["routes"][5]["colour"] = "plaid"
    mine = written(tmp_path / "mine.json", json.dumps(document))
    result = ttr("boards", "check", mine)
    assert result.exit_code == 1
    assert f"{mine}: /routes/3/b: error unknown_city:" in result.output
    assert f"{mine}: /routes/5/colour: error unknown_colour:" in result.output


def test_a_rule_that_does_not_exist_is_a_defect(tmp_path: Path) -> None:
    mine = written(tmp_path / "mine.json", '{"extends": "lyon", "name": "mine", "rules": {"teleport": {}}}')
    result = ttr("boards", "check", mine, "--json")
    assert result.exit_code == 1
    assert "teleport" in json.loads(result.output)[0]["defects"][0]["message"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n  "name": "x",\n  oops\n}', ":3:3:"),
        ("[1, 2]", "expected a JSON object"),
        ('{"extends": "nowhere"}', "unknown board 'nowhere'"),
        ('{"extends": 7}', "expected the name of a board"),
        ('{"extends": "usa", "options": []}', "/options: error wrong_type: expected an object"),
    ],
)
def test_an_unreadable_file_is_explained(tmp_path: Path, text: str, message: str) -> None:
    result = ttr("boards", "check", written(tmp_path / "mine.json", text))
    assert result.exit_code == 1
    assert message in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("boards", "show", "atlantis"), 1, "unknown board 'atlantis'"),
        (("boards", "show", "missing.json"), 1, "missing.json: No such file"),
        (("boards", "show", "usa", "--players", "9"), 1, "2 to 5 players, not 9"),
        (("boards", "show", "usa", "--option", "edition=1999"), 1, "not '1999'"),
        (("boards", "show", "usa", "--option", "edition"), 2, "is not KEY=VALUE"),
        (("simulate", "usa", "--bots", "deepblue"), 2, "there is no bot 'deepblue'"),
        (("simulate", "usa", "--games", "0"), 2, "--games"),
        (("simulate", "world-light", "--games", "1"), 1, "3 to 7 players, not 2"),
        (("play", "usa", "--players", "1"), 1, "2 to 5 players, not 1"),
        (("dance",), 2, "No such command"),
    ],
)
def test_mistakes_are_answered_without_a_traceback(
    arguments: tuple[str, ...], code: int, message: str
) -> None:
    result = ttr(*arguments)
    assert result.exit_code == code
    assert message in result.output
    assert isinstance(result.exception, SystemExit)


def test_a_board_is_drawn_as_wide_as_it_is_wanted(tmp_path: Path) -> None:
    """A narrow picture is upright: it is laid out for phones."""
    heights = {}
    for width in (400, 1000):
        path = tmp_path / f"{width}.svg"
        assert ttr("boards", "draw", "nordic", "-o", str(path), "--width", str(width)).exit_code == 0
        head = path.read_text("utf-8").partition(">")[0]
        assert f' width="{width}"' in head
        heights[width] = int(head.partition(' height="')[2].partition('"')[0])
    assert heights[400] > 600 < heights[1000]
    assert ttr("boards", "draw", "nordic", "-o", str(tmp_path / "a.svg"), "--width", "9").exit_code == 2
