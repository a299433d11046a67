"""What `make generated` writes, it names; and tests run with any plugin left out."""

from pathlib import Path

import pytest

from tests.support.boards import regenerate_plans
from tests.support.paths import ROOT
from tests.support.whole_games import regenerate_golden
from tests.support.whole_games.golden_games import golden_games

Printed = pytest.CaptureFixture[str]


def test_plans_that_are_written_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    monkeypatch.setattr(regenerate_plans, "PLANS", tmp_path / "plans.json")
    monkeypatch.setattr(regenerate_plans, "everything_to_draw", dict)
    regenerate_plans.write_missing_plans()
    assert capsys.readouterr().out.split() == ["plans.json"]


def test_golden_games_that_are_written_or_removed_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    games = dict(golden_games())
    name = min(games)
    (tmp_path / "expected.json").write_text("{}", "utf-8")
    (tmp_path / "gone.ndjson").touch()
    monkeypatch.setattr(regenerate_golden, "GOLDEN", tmp_path)
    monkeypatch.setattr(regenerate_golden, "DOCUMENTS", tmp_path)
    monkeypatch.setattr(regenerate_golden, "golden_games", lambda: {name: games[name]})
    monkeypatch.setattr(regenerate_golden, "remove_unused_documents", lambda: None)
    regenerate_golden.write_missing()
    named = capsys.readouterr().out.splitlines()
    assert "    gone.ndjson removed" in named
    written = {line.strip() for line in named} - {"gone.ndjson removed"}
    assert written == {path.name for path in tmp_path.iterdir()}
    regenerate_golden.write_missing()
    assert capsys.readouterr().out == ""


def test_our_hooks_need_no_plugin(request: pytest.FixtureRequest) -> None:
    """`-p no:xdist` takes the hooks of xdist away: one of ours that is not optional then ends in an internal error."""
    ours = request.config.pluginmanager.get_plugin(str(ROOT / "tests" / "conftest.py"))
    alone = pytest.PytestPluginManager()
    alone.register(ours)
    alone.check_pending()
