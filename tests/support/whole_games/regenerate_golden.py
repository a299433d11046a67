"""Writes the golden games that are missing, with their board documents, and removes what nobody asks for any more.

`make generated` runs it. Games that are there stay as they are: they show that the rules still come to the same. After
an intended change of the rules, raise `RULES_VERSION`, keep the old rulings for games of the version before, and add
games of the new version to `golden_games`.

Hashes in `ttr_core/boards/earlier_documents.py` are written by hand: no file of today shows which boards were released.
"""

from pathlib import Path

import msgspec

from tests.support.whole_games.event_logs import encode, encode_log
from tests.support.whole_games.golden_games import (
    DOCUMENTS,
    GOLDEN,
    expectation_of,
    expectations,
    golden_games,
    unused_documents,
)
from tests.support.written_files import remove, write_if_different


def write_missing() -> None:
    games, expected = dict(golden_games()), dict(expectations(GOLDEN))
    for name in set(expected) - set(games):
        del expected[name]
    for path in GOLDEN.glob("*.ndjson"):
        if path.name.removesuffix(".ndjson").removesuffix(".commands") not in games:
            remove(path)
    for name, play in games.items():
        log, commands = GOLDEN / f"{name}.ndjson", GOLDEN / f"{name}.commands.ndjson"
        if name in expected and log.exists() and commands.exists():
            continue
        record = play()
        write_if_different(log, encode_log(record.events))
        write_if_different(commands, b"".join(encode(step.command) + b"\n" for step in record.steps))
        document = msgspec.json.encode(record.ruleset.document, order="sorted")
        write_if_different(DOCUMENTS / f"{record.ruleset.board_hash}.json", document + b"\n")
        expected[name] = expectation_of(record)
    text = msgspec.json.format(msgspec.json.encode(expected, order="sorted"), indent=2)
    write_if_different(GOLDEN / "expected.json", text + b"\n")
    remove_unused_documents()


def remove_unused_documents(folder: Path = DOCUMENTS) -> None:
    for path in unused_documents(folder):
        remove(path)


if __name__ == "__main__":
    write_missing()
