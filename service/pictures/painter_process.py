"""The process of a `Painter`: reads SVG from its pipe and writes PNG, each message as its length and its bytes."""

import os
import signal
import struct
import sys
from typing import IO

from service.pictures.png import png_of

LENGTH = struct.Struct(">I")
NICENESS = 5  # commands come first


def write_message(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(LENGTH.pack(len(message)) + message)
    pipe.flush()


def read_message(pipe: IO[bytes]) -> bytes | None:
    """The next message; None if the other side is gone."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    message = pipe.read(length)
    return message if len(message) == length else None


def main() -> None:
    """Render until the other side closes the pipe, which also happens when it crashes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    while (svg := read_message(sys.stdin.buffer)) is not None:
        write_message(sys.stdout.buffer, png_of(svg.decode()))


if __name__ == "__main__":
    main()
