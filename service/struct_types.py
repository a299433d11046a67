"""What msgspec must know of our structs, built before several threads need it.

msgspec inspects a struct type when a value is first converted to it, and a second thread that converts to the same type
meanwhile crashes the process: it finds an inspection that is only half done (msgspec 0.22).
"""

from collections.abc import Iterator
from contextlib import suppress

import msgspec


def build_converters() -> None:
    """Has msgspec inspect all struct types of this process; returns when no conversion will do so any more."""
    for kind in _subtypes(msgspec.Struct):
        with suppress(TypeError, NameError):  # a type that nothing can be converted to
            msgspec.json.Decoder(kind)


def _subtypes(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for subtype in kind.__subclasses__():
        yield subtype
        yield from _subtypes(subtype)
