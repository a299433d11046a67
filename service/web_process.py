"""The process above those that answer requests: granian, with the application imported before it forks them.

Importing takes far longer than everything else that a process does before its first answer. This way it is done once,
so that a process that died is replaced in a moment, and all of them share the memory of what was imported.
"""

import gc

from granian.cli import entrypoint

import service.app  # noqa: F401 - `service.wsgi` connects to the store, which every process does for itself

if __name__ == "__main__":
    gc.freeze()  # what is never collected is never written to, and stays shared
    entrypoint()  # type: ignore[no-untyped-call]  # so in the library
