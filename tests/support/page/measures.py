"""What a page costs: bytes over the wire, time until it is seen and usable, tasks that block it."""

from typing import Any, NamedTuple, Self

from playwright.sync_api import Page

BYTES_PER_SECOND = 1_600_000 // 8
LATENCY_MS = 150
CPU_SLOWDOWN = 4
RESTYLE = "UpdateLayoutTree"
PAINTED = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
OBSERVE = """
window.measures = { paint: 0, shift: 0 };
const observe = (type, each) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(each));
    observer.observe({ type, buffered: true });
};
observe("largest-contentful-paint", ({ startTime }) => { measures.paint = startTime; });
observe("layout-shift", ({ hadRecentInput, value }) => { measures.shift += hadRecentInput ? 0 : value; });
"""


class Transfer(NamedTuple):
    url: str
    size: int  # bytes over the wire, with headers


class Traffic:
    """Everything that a page loads, and how much of it came over the wire."""

    def __init__(self, page: Page) -> None:
        self.transfers: list[Transfer] = []
        self._urls: dict[str, str] = {}
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.loadingFinished", self._finished)
        session.send("Network.enable")

    def _sent(self, event: dict[str, Any]) -> None:
        self._urls[event["requestId"]] = event["request"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        url = self._urls.get(event["requestId"], "")
        self.transfers.append(Transfer(url, int(event["encodedDataLength"])))

    def total(self, ending: str = "") -> int:
        return sum(size for url, size in self.transfers if url.endswith(ending))


def make_slow(page: Page) -> None:
    """A cheap phone in a train: a quarter of this processor, 1.6 Mbit/s, 150 ms."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY_MS,
            "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND,
        },
    )
    make_cpu_slow(page)


def make_cpu_slow(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})


class MainThread:
    """What a page's main thread works: its own time on the processor, which other programs do not lengthen."""

    def __init__(self, page: Page) -> None:
        self._page, self._session = page, page.context.new_cdp_session(page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self._before = self._worked()

    def _worked(self) -> float:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        (seconds,) = (each["value"] for each in metrics if each["name"] == "TaskDuration")
        return 1000 * float(seconds)

    def start(self) -> None:
        self._before = self._worked()

    def milliseconds(self) -> float:
        """Since the start, until what it did is painted; as much as a phone takes that is so many times slower."""
        self._page.evaluate(PAINTED)
        return CPU_SLOWDOWN * (self._worked() - self._before)


class Trace:
    """What the main thread of a page does, event by event."""

    KINDS = ("devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing")
    MARK = "ours"

    def __init__(self, page: Page) -> None:
        assert page.context.browser is not None
        self._page, self._session = page, page.context.browser.new_browser_cdp_session()
        self._events: list[dict[str, Any]] = []
        self._ended = False
        self._session.on("Tracing.dataCollected", lambda part: self._events.extend(part["value"]))
        self._session.on("Tracing.tracingComplete", lambda _: setattr(self, "_ended", True))
        config = {"includedCategories": list(self.KINDS)}
        self._session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()  # a browser has one trace at a time, and tests share it

    def _end(self) -> None:
        if not self._ended:
            self._session.send("Tracing.end")
        while not self._ended:
            self._page.evaluate(PAINTED)

    def mark(self) -> None:
        """Notes the moment, and which thread is the page's."""
        self._page.evaluate("(mark) => void performance.mark(mark)", self.MARK)

    def since_marks(self) -> list[list[dict[str, Any]]]:
        """Ends the trace; for each mark, what its thread did from there on."""
        self._end()
        ordered = sorted(self._events, key=lambda event: int(event["ts"]))
        return [
            [event for event in ordered if event["ts"] >= mark["ts"] and _thread(event) == _thread(mark)]
            for mark in ordered
            if mark["name"] == self.MARK
        ]

    def longest(self) -> float:
        """The longest stretch of work since the first mark, in milliseconds of a phone that is so many times slower."""
        return CPU_SLOWDOWN * max(_worked(self.since_marks()[0]))


class Feedback(Trace):
    """What the main thread works between a tap and the frame that shows what it did."""

    def tap(self, x: float, y: float) -> None:
        self.mark()
        self._page.touchscreen.tap(x, y)
        self._page.evaluate(PAINTED)

    def milliseconds(self) -> list[float]:
        """For each tap, as much as a phone takes that is so many times slower."""
        return [CPU_SLOWDOWN * sum(_worked(_until_shown(later))) for later in self.since_marks()]

    def restyled(self) -> list[int]:
        """For each tap, of how many elements the style was calculated."""
        return [
            sum(event["args"]["elementCount"] for event in _until_shown(later) if event["name"] == RESTYLE)
            for later in self.since_marks()
        ]


class Tasks(Trace):
    """What the page does at a stretch, during which it neither answers nor paints."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.mark()


def _until_shown(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    click = next(event for event in events if event["name"] == "EventDispatch" and _type(event) == "click")
    frame = next(event for event in events if event["name"] == "Commit" and event["ts"] > click["ts"])
    return [event for event in events if event["ts"] <= frame["ts"]]


def _worked(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of the processor, task by task; the one that ends the trace has none."""
    return [float(event["tdur"]) / 1000 for event in events if event["name"] == "RunTask" and "tdur" in event]


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def _type(event: dict[str, Any]) -> str | None:
    data: dict[str, Any] = event["args"].get("data", {})
    return data.get("type")


def measure(page: Page) -> None:
    """Begins to measure at the next document."""
    page.add_init_script(OBSERVE)


def measures(page: Page) -> dict[str, Any]:
    values: dict[str, Any] = page.evaluate("measures")
    return values
