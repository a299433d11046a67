"""What happened in a run: lines for a reader, a digest to compare runs, and counts for the report."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256


class Finding(BaseException):
    """An invariant does not hold. Nothing that catches every `Exception` catches this."""

    def __init__(self, invariant: str, text: str) -> None:
        super().__init__(f"{invariant}: {text}")
        self.invariant, self.text = invariant, text


class Chronicle:
    """The lines of one run."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.counts: Counter[str] = Counter()
        self._digest = sha256()

    def note(self, now: float, kind: str, text: str) -> None:
        at = datetime.fromtimestamp(now, UTC).isoformat(sep=" ", timespec="milliseconds")[:-6]
        self.lines.append(f"{at}  {kind:<9} {text}")
        self._digest.update(self.lines[-1].encode())
        self.counts[kind] += 1

    @property
    def digest(self) -> str:
        return self._digest.hexdigest()

    def story(self, latest: int = 60) -> Sequence[str]:
        """The faults and the latest lines, in order."""
        first = len(self.lines) - latest
        return [
            line
            for number, line in enumerate(self.lines)
            if number >= first or line[25:34].strip() == "fault"
        ]
