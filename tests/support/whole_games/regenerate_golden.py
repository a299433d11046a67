"""Rewrites the golden games: `python -m tests.support.whole_games.regenerate_golden`, then review the diff.

Only for intended changes of rules or boards. Logs of released versions stay as they are.
"""

import msgspec

from tests.support.whole_games.event_logs import encode, encode_log
from tests.support.whole_games.golden_games import GOLDEN, Expectation, expectation_of, golden_games


def regenerate() -> None:
    expected: dict[str, Expectation] = {}
    for path in GOLDEN.glob("*.ndjson"):
        path.unlink()
    for name, record in golden_games():
        (GOLDEN / f"{name}.ndjson").write_bytes(encode_log(record.events))
        commands = b"".join(encode(step.command) + b"\n" for step in record.steps)
        (GOLDEN / f"{name}.commands.ndjson").write_bytes(commands)
        expected[name] = expectation_of(record)
    text = msgspec.json.format(msgspec.json.encode(expected, order="sorted"), indent=2)
    (GOLDEN / "expected.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    regenerate()
