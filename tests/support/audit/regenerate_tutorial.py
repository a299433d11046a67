"""Writes what the commands of the tutorial print into it: `python -m tests.support.audit.regenerate_tutorial`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.audit.tutorial import TUTORIAL, carried_out

with TemporaryDirectory() as folder:
    TUTORIAL.write_text(carried_out(TUTORIAL.read_text("utf-8"), Path(folder)), "utf-8")
