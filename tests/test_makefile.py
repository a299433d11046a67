"""What `make` would run: read from a dry run, in which nothing is installed or started."""

import os
import subprocess

from tests.support.paths import ROOT


def dry_run(*arguments: str, **variables: str) -> list[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    command = ["make", "--dry-run", "--no-print-directory", *arguments]
    ended = subprocess.run(
        command, cwd=ROOT, env={**environment, **variables}, capture_output=True, text=True, check=True
    )
    return ended.stdout.splitlines()


def test_options_of_up_are_passed_on() -> None:
    lines = dry_run("--old-file=.venv/.ready", "up", "PORT=18655", "DATA=my games")
    assert lines[-1] == '.venv/bin/ttr up --port "18655" --data "my games"'


def test_what_the_environment_calls_data_is_not_taken_for_an_option() -> None:
    assert dry_run("--old-file=.venv/.ready", "up", DATA="elsewhere")[-1].strip() == ".venv/bin/ttr up"


def test_an_installation_says_that_it_takes_long() -> None:
    lines = dry_run("--always-make", "setup")
    said, installs = (
        next(number for number, line in enumerate(lines) if words in line)
        for words in ("this takes a few minutes", "pip install")
    )
    assert said < installs
