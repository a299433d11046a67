"""Files that the terminal keeps for one person: games to go on with, and tokens of seats. Nobody else may read them."""

import os
from pathlib import Path

import click


def kept_folder(name: str) -> Path:
    """A folder of this person's own, which need not exist yet."""
    return Path(click.get_app_dir("ttr")) / name


def latest_files(folder: Path, pattern: str) -> list[Path]:
    """The files of the folder, the one that was written last at first."""
    return sorted(folder.glob(pattern), key=lambda file: file.stat().st_mtime_ns, reverse=True)


def new_file(folder: Path, stem: str, suffix: str) -> Path:
    """`usa-1`, `usa-2` ...: the first name under which nothing is kept, whatever its suffix."""
    taken = {file.stem for file in folder.glob(f"{stem}-*")}
    number = next(number for number in range(1, len(taken) + 2) if f"{stem}-{number}" not in taken)
    return folder / f"{stem}-{number}{suffix}"


def write_file(file: Path, content: bytes) -> None:
    """All of it or nothing, for this person's eyes only."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.touch(0o600)
    draft.write_bytes(content)
    draft.replace(file)
