"""Plans of boards that are not shipped: made once, by a process of its own, and kept in the store for all processes.

A plan takes one to three seconds of pure Python, which would delay every command of the process that makes it. Only a
board with a rule that this process alone knows is planned here.
"""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import product
from threading import BoundedSemaphore, Thread, Timer

from service.caches import RecentlyUsed
from service.errors import PictureNotReady
from service.language.languages import Lang, codes
from service.pictures.layout.board_layout import Layout, layout_of, layout_on
from service.pictures.layout.board_plan import fingerprint, make_plan, shipped_plans
from service.pictures.layout.canvas import CANVASES, LARGE, Canvas
from service.pictures.painter_process import read_message, write_message
from service.pictures.plan_process import decode_plan, encode_plan, planned, request_for
from service.store import Store
from ttr_core import Ruleset
from ttr_core.load import has_only_shipped_rules

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "service.pictures.plan_process")
SECONDS = 120  # for one plan; a process that takes longer is ended
AGAIN_SECONDS = 3  # after which a viewer may look again
VERSION = 3  # of the code that makes plans: raised when plans of before must not be used any more
KEPT = 64  # layouts of a process

Planner = Callable[[bytes], bytes]  # from the request to the plan


def in_another_process(request: bytes) -> bytes:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        limit = Timer(SECONDS, process.kill)
        limit.start()
        try:
            write_message(process.stdin, request)
            plan = read_message(process.stdout)
        finally:
            limit.cancel()
    if plan is None:
        raise RuntimeError("the process that makes plans ended without one")
    return plan


class PlanStore:
    """The plans of a service's own boards, and the layouts that follow from them."""

    def __init__(self, store: Store, planner: Planner = in_another_process) -> None:
        self._store, self._planner = store, planner
        self._layouts: RecentlyUsed[tuple[Ruleset, Lang, Canvas], Layout] = RecentlyUsed(KEPT)
        self._one_at_a_time = BoundedSemaphore()

    def layout(self, ruleset: Ruleset, lang: Lang, canvas: Canvas = LARGE) -> Layout:
        """The layout of a board; refuses with `PictureNotReady` while its plan is being made."""
        layout = self._ready(ruleset, lang, canvas)
        if layout is None:
            self._begin(ruleset, lang, canvas)
            raise PictureNotReady(seconds=AGAIN_SECONDS)
        return layout

    def layout_now(self, ruleset: Ruleset, lang: Lang, canvas: Canvas = LARGE) -> Layout:
        """The same for a process that can wait: makes the plan itself if there is none."""
        layout = self._ready(ruleset, lang, canvas)
        if layout is None:
            plan = make_plan(ruleset, lang, canvas)
            self._keep(fingerprint(ruleset, lang, canvas), encode_plan(plan))
            layout = layout_on(ruleset, plan, canvas)
        return layout

    def prepare(self, rulesets: Iterable[Ruleset]) -> None:
        """Has plans made that are missing, and does not wait for them: the first viewer need not come back."""
        for ruleset, lang, canvas in product(rulesets, codes(), CANVASES):
            if self._ready(ruleset, lang, canvas) is None:
                self._begin(ruleset, lang, canvas)

    def _ready(self, ruleset: Ruleset, lang: Lang, canvas: Canvas = LARGE) -> Layout | None:
        layout = self._layouts.get((ruleset, lang, canvas))
        if layout is None:
            layout = self._read(ruleset, lang, canvas)
            if layout is not None:
                self._layouts.put((ruleset, lang, canvas), layout)
        return layout

    def _read(self, ruleset: Ruleset, lang: Lang, canvas: Canvas = LARGE) -> Layout | None:
        name = fingerprint(ruleset, lang, canvas)
        if name in shipped_plans():
            return layout_of(ruleset, lang, canvas)
        data = self._store.document(_document(name))
        return None if data is None else layout_on(ruleset, decode_plan(data), canvas)

    def _keep(self, name: str, plan: bytes) -> None:
        self._store.keep_document(_document(name), plan)

    def _begin(self, ruleset: Ruleset, lang: Lang, canvas: Canvas = LARGE) -> None:
        """One process of the service makes the plan, in the background; if it dies, another may try later."""
        name = fingerprint(ruleset, lang, canvas)
        planner = self._planner if has_only_shipped_rules(ruleset) else planned
        if self._store.set_once(_document(name), "begun", SECONDS):
            request = request_for(ruleset, lang, canvas)
            Thread(target=self._make, args=(name, planner, request), daemon=True).start()

    def _make(self, name: str, planner: Planner, request: bytes) -> None:
        try:
            with self._one_at_a_time:
                self._keep(name, planner(request))
        except Exception:  # the next viewer causes another attempt
            log.exception("no plan was made for %s", name)
        finally:
            self._store.remove_expiring(_document(name))


def _document(name: str) -> str:
    """The name in the store: a hash of all that the plan depends on."""
    return f"plan/{VERSION}/{name}"
