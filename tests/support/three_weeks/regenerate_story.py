"""Plays the game of three weeks and writes its story: `python -m tests.support.three_weeks.regenerate_story`."""

import tempfile
from pathlib import Path

from service.runtime.embedded_valkey import EmbeddedServer
from tests.support.three_weeks.game import Chronicle, played
from tests.support.three_weeks.story_document import DOCUMENT, document
from tests.support.workers.background_service import sitting_at


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
