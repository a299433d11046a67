"""Without a browser the tests of the page are skipped, in one line, and nothing is started for them."""

import os
import subprocess
import sys

import pytest

from tests.support.page.browser import NO_BROWSER, REQUIRED, need_browser
from tests.support.paths import ROOT

FILE = "tests/service/page/test_two_people.py"


def test_they_are_skipped_in_one_line() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", FILE]
    surroundings = {**os.environ, "PATH": "", "TTR_BROWSER": ""}  # where no program can be found
    run = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False)
    *_, reason, summary = run.stdout.splitlines()
    assert reason == f"SKIPPED [3] tests/service/page:1: {NO_BROWSER}"
    assert summary.startswith("3 skipped in ")


def test_they_fail_where_one_is_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("TTR_BROWSER", REQUIRED)
    with pytest.raises(pytest.fail.Exception, match=f"{NO_BROWSER}; TTR_BROWSER says that it is required"):
        need_browser()
