"""What can be measured of a screen without a person: what is too wide, too small, cut, covered, or said twice."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Page

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]},
    "resultTypes": [
        "violations"
    ],  # to describe everything that is right takes longer than to look for what is not
}
PAGE = {
    "exclude": [["svg text"]]
}  # it takes the box around a bent track for its background; pictures have tests of their own
SETTLED = """() => !document.querySelector('.loading, [aria-busy="true"]')"""
FAULTS = """() => {
    const named = (element) => element.outerHTML.slice(0, 120);
    const box = (element) => element.getBoundingClientRect();
    const width = (element) => element.offsetWidth ?? box(element).width; // before cards are turned in a hand
    const whole = document.querySelector("dialog[open]") ?? document.body; // behind a sheet nothing can be reached
    const shown = [...whole.querySelectorAll("*")].filter((element) =>
        element.checkVisibility() && !element.closest(".unseen, .map-sheet, .skip") && width(element) > 1);
    const targets = shown.filter((element) =>
        element.matches("a[href], button, input, select, summary, label:has(input)") &&
        !(element.matches("a") && getComputedStyle(element).display === "inline") &&
        !(element.matches("input") && element.closest("label")));
    const smallest = (element) => Math.min(box(element).width, box(element).height);
    const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const hides = (element) => // in a field one moves along what is written
        !scrolls(element) && getComputedStyle(element).overflowX !== "visible" && !element.matches("input");
    const clips = (element) => // the map is moved inside its window
        /hidden|clip/.test(getComputedStyle(element).overflowY) && !element.closest(".card, .map-window, svg");
    const speaks = (element) => // by itself, where it stands; cards have their words on top of their picture
        [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) &&
        getComputedStyle(element).clipPath === "none" &&
        !element.closest("svg, .card, option, noscript, .offered, .hint, .begin, .marked-map ~ *, .tally") &&
        !element.closest(".column, .drawer, .entries, ol, .boards, .scroll"); // what scrolls lies below others by turns
    const overlapping = (elements) => {
        const boxes = elements.map((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            return range.getBoundingClientRect();
        });
        const shared = (one, other, low, high) => Math.min(one[high], other[high]) - Math.max(one[low], other[low]);
        const meet = (one, other) => shared(one, other, "left", "right") > 2 && shared(one, other, "top", "bottom") > 4;
        const pairs = elements.flatMap((one, place) => elements.slice(place + 1).map((other, more) =>
            [one, other, meet(boxes[place], boxes[place + 1 + more])]));
        return pairs.filter(([one, other, met]) => met && !one.contains(other)).map(([one, other]) => [one, other]);
    };
    const inSight = ({ left, right, top, bottom }) =>
        left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const inTheWay = (element) => {
        const { left, top, width, height } = box(element);
        const above = document.elementFromPoint(left + width / 2, top + height / 2);
        const related = (other) => element.contains(other) || other.contains(element);
        return above && !related(above) && !labelOf(above)?.contains(element);
    };
    const labelOf = (element) => element.closest("label");
    const covered = (element) => { // by something that scrolling does not move away
        if (!inTheWay(element)) return false;
        element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
        return inTheWay(element);
    };
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    const names = [...document.querySelectorAll("svg[aria-labelledby], svg[aria-label], img[alt]:not([alt=''])")]
        .map((image) => image.getAttribute("aria-label") ?? image.getAttribute("alt") ??
            document.getElementById(image.getAttribute("aria-labelledby").split(" ")[0])?.textContent);
    const twice = (values) => [...new Set(values.filter((value, place) => values.indexOf(value) !== place))];
    return {
        wide: document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth] : [],
        small: targets.filter((element) => smallest(element) < 24).map(named),
        "small primary": targets.filter((each) => each.matches(".primary") && smallest(each) < 43.5).map(named),
        cut: shown.filter((element) => hides(element) && element.scrollWidth > element.clientWidth + 1).map(named),
        low: shown.filter((each) => clips(each) && each.scrollHeight > each.clientHeight + 1).map(named),
        "on top": overlapping(shown.filter(speaks)).map((pair) => pair.map(named)),
        covered: targets.filter((element) => inSight(box(element)) && covered(element)).map(named),
        order: [...document.querySelectorAll("[tabindex]")].filter(({ tabIndex }) => tabIndex > 0).map(named),
        ids: twice(ids),
        names: twice(names),
    };
}"""

PALE = """() => {
    const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const over = (below, colour) => { // a colour that may be seen through, on top of another
        brush.fillStyle = below;
        brush.fillRect(0, 0, 1, 1);
        brush.fillStyle = colour;
        brush.fillRect(0, 0, 1, 1);
        const [red, green, blue] = brush.getImageData(0, 0, 1, 1).data;
        return `rgb(${red}, ${green}, ${blue})`;
    };
    const ground = (element) =>
        element ? over(ground(element.parentElement), getComputedStyle(element).backgroundColor) : "rgb(255, 255, 255)";
    const luminance = (colour) => {
        const [red, green, blue] = colour.match(/\\d+/g).map((part) => part / 255)
            .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (lighter + 0.05) / (darker + 0.05);
    };
    const edge = (element) => over(ground(element), getComputedStyle(element).borderTopColor);
    return [...document.querySelectorAll("input, select, textarea")]
        .filter((field) => field.checkVisibility() && !/checkbox|radio|range/.test(field.type))
        .filter((field) => contrast(edge(field), ground(field.parentElement)) < 3)
        .map((field) => `pale: ${field.outerHTML.slice(0, 120)}`);
}"""  # fields whose edge is hard to see


def settle(page: Page) -> None:
    """Until the screen shows what it has to show."""
    page.wait_for_selector("main h1")
    page.wait_for_function(SETTLED)


def faults(page: Page) -> dict[str, list[Any]]:
    """What is wrong with the screen, by kinds."""
    kinds: dict[str, list[Any]] = page.evaluate(FAULTS)
    return {kind: places for kind, places in kinds.items() if places}


def violations(page: Page) -> list[str]:
    """What axe finds, and fields without an edge that can be seen: it knows the contrast of words alone."""
    response: dict[str, Any] = Axe().run(page, context=PAGE, options=RULES).response
    pale: list[str] = page.evaluate(PALE)
    return pale + [
        f"{violation['id']}: {node['html'][:160]}"
        for violation in response["violations"]
        for node in violation["nodes"]
    ]
