"""Plays the game of three weeks and writes its story: `python -m tests.workers.regenerate_three_weeks`."""

import tempfile
from pathlib import Path

from service.embedded import EmbeddedServer
from tests.workers.desk import sitting_at
from tests.workers.story_document import DOCUMENT, document
from tests.workers.three_weeks import Chronicle, played


def play() -> Chronicle:
    with tempfile.TemporaryDirectory() as place:
        store = EmbeddedServer(Path(place) / "store", "everysec")
        queue = EmbeddedServer(Path(place) / "queue", keep=False)
        try:
            with sitting_at(store, queue) as desk:
                return played(desk)
        finally:
            queue.stop()
            store.stop()


def main() -> None:
    DOCUMENT.write_text(document(play()), encoding="utf-8")


if __name__ == "__main__":
    main()
