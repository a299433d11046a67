"""Generated files: each is written only if its content differs, and named when it is."""

import sys
from pathlib import Path


def write_if_different(path: Path, content: str | bytes) -> None:
    data = content.encode() if isinstance(content, str) else content
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)
        sys.stdout.write(f"    {path.name}\n")


def remove(path: Path) -> None:
    path.unlink()
    sys.stdout.write(f"    {path.name} removed\n")
