"""Fingers on the map: whatever lies within reach of a tap is picked or offered, on every board."""

import pytest

from service.page.assets import version
from tests.support.page.browser import Window
from ttr_core import board_names

QUICK = ("usa",)
REACH = 12  # pixels
WIDTH, CLOSER = 360, 2.5
MISSED = """async ([assets, board, width, closer, reach]) => {
    const { $modules } = await import(`${assets}/page.js`);
    const { choicesAt } = $modules["table/board.js"];
    const { drawn } = $modules["lib.js"];
    const { mark } = $modules["table/marks.js"];
    const picture = await (await fetch(`/v1/boards/${board}.svg?width=480`)).text();
    const frame = document.createElement("div");
    frame.className = "map-sheet";
    document.body.replaceChildren(frame);
    document.body.style.padding = "20px";
    const map = frame.appendChild(drawn(picture));
    const { width: across, height: down } = map.viewBox.baseVal;
    const rows = [...frame.querySelectorAll("[data-routes]")];
    const routes = new Set(rows.flatMap((row) => row.dataset.routes.split(" ")));
    const entries = [...routes].map((route) => ({ about: { route: [route] } }));
    const menu = { moves: [{ type: "claim", entries }] };
    mark(frame, "legal", routes, new Set());
    const shift = { x: 0, y: 0 };
    function isMissed(row, x, y, most) {
        const offered = choicesAt(frame, menu, x, y, true).flatMap(({ entry }) => entry.about.route);
        if (offered.length > most) return "crowded";
        return !row.dataset.routes.split(" ").every((route) => offered.includes(route));
    }
    function taps(size, spots, most) {
        map.setAttribute("width", size);
        map.setAttribute("height", (size * down) / across);
        return spots.filter((spot) => {
            const shape = spot.row.querySelector("path");
            const point = shape.getPointAtLength(shape.getTotalLength() * 0.6);
            const { x, y } = point.matrixTransform(shape.getScreenCTM());
            const [dx, dy] = [frame.offsetLeft + 300 - x, frame.offsetTop + 300 - y]; // into sight
            frame.style.translate = `${(shift.x += dx)}px ${(shift.y += dy)}px`;
            spot.seen = [-1, 1].some((side) =>
                document.elementsFromPoint(x + dx + side, y + dy + side).some((element) => spot.row.contains(element)));
            spot.missed = spot.seen && isMissed(spot.row, x + dx + spot.dx, y + dy + spot.dy, most);
            return spot.missed;
        });
    }
    const away = reach * 0.97;
    const around = [[[away, 0], [0, -away]], [[-away, 0], [0, away]]];
    const spots = rows.flatMap((row, number) => around[number % 2].map(([dx, dy]) => ({ row, dx, dy })));
    const first = taps(width, spots, 5);
    const lost = first.filter(({ missed }) => missed !== "crowded");
    const crowded = first.filter(({ missed }) => missed === "crowded");
    const unseen = rows.filter((row) => !spots.some((spot) => spot.row === row && spot.seen)).length;
    const still = taps(width * closer, crowded, Infinity);
    const told = ({ row, dx, dy, missed }) => [row.dataset.routes, dx, dy, missed];
    return [rows.length, unseen, lost.map(told), still.map(told)];
}"""


@pytest.mark.parametrize(
    "board",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.soak) for name in board_names()],
)
def test_a_tap_near_a_route_offers_it(window: Window, board: str) -> None:
    """Where more than five lie within reach, the map comes closer; a track may then still stand for more than five."""
    page = window.page
    page.goto("/help")
    page.wait_for_selector("main h1")
    rows, unseen, lost, still = page.evaluate(MISSED, [f"/assets/{version()}", board, WIDTH, CLOSER, REACH])
    assert rows > 20
    assert unseen < rows / 8  # what an inset covers is drawn in the inset, too
    assert (lost, still) == ([], [])
