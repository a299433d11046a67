"""A further language is a new folder and no edit: one that nobody speaks is added to a copy of the packages."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.language.pseudo_language import write_pseudo_language

ROOT = Path(__file__).parents[3]
PACKAGES = ("maps", "service", "ttr_core")
CODE = "de"

GAME = ROOT / "tests" / "support" / "language" / "pseudo_game.py"


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("packages")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__"))
    languages = root / "service" / "language" / "languages"
    write_pseudo_language(languages / "en", languages / CODE)
    return root


def test_a_new_folder_is_a_new_language(copied: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(GAME)],
        cwd=copied,
        env={**os.environ, "PYTHONPATH": str(copied)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
