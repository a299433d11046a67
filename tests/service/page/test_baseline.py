"""Browsers that the page is made for: Chromium by the tests of the page, Firefox ESR and Safari 16.4 by what it uses.

A feature that one of them lacks may be used where the page works without it; `WITHOUT` says what then happens.
"""

import re

import pytest

from service.page.assets import assets, modules

TOO_NEW = {
    "scripts": (
        r"\bAbortSignal\.any\b",
        r"\bArray\.fromAsync\b",
        r"\b(?:Object|Map)\.groupBy\b",
        r"\bPromise\.(?:withResolvers|try)\b",
        r"\bURL\.(?:parse|canParse)\b",
        r"\bIterator\.",
        r"\.values\(\)\.(?:map|filter|some|find|reduce|toArray)\(",
        r"\.(?:union|intersection|difference|isSubsetOf|isSupersetOf|isDisjointFrom)\(",
        r"\.checkVisibility\(",
        r"\bstartViewTransition\b",
        r"\bscheduler\.",
        r"\brequestIdleCallback\b",
        r"\bIntl\.(?:Segmenter|DurationFormat)\b",
        r"\bRegExp\.escape\b",
        r"/[a-z]*v[a-z]*\.test",
        r"\bimport\s*\(.*with\s*:",
        r"\.closedBy\b|\bshowPopover\b|\.popover\b",
        r"\bnavigation\.",
        r"\bcookieStore\b",
    ),
    "styles": (
        r"^\s*&",
        r"@starting-style|@scope|@view-transition|@property",
        r"\blight-dark\(",
        r"\b(?:anchor-name|position-anchor|interpolate-size|field-sizing|text-box|animation-timeline)\b",
        r"\bcontrast-color\(|\bround\(|\bif\(|\bsibling-index\(",
        r"\b(?:from|rgb|hsl|oklch)\(from\b",
        r"\b(?:popover-open|user-valid|user-invalid)\b",
    ),
}
WITHOUT = {
    "window.trustedTypes": "the policy is not enforced; the page does nothing that it would forbid",
    "navigator.locks": "each tab reads its own stream",
    "parseCreationOptionsFromJSON": "no passkeys are offered",
    "navigator.share": "the link is copied",
    "text-wrap: balance": "headings break where they break",
}


def sources(ending: str) -> dict[str, str]:
    bodies = {**modules(), **{path: asset.body for path, asset in assets().items() if path.endswith(".css")}}
    return {
        path: body.decode()
        for path, body in bodies.items()
        if path.endswith(ending) and not path.startswith("vendor/")
    }


@pytest.mark.parametrize(("kind", "ending"), [("scripts", ".js"), ("styles", ".css")])
def test_nothing_is_used_that_a_browser_lacks(kind: str, ending: str) -> None:
    uses = [
        (path, match[0])
        for path, text in sources(ending).items()
        for pattern in TOO_NEW[kind]
        for match in re.finditer(pattern, text, re.MULTILINE)
    ]
    assert uses == []


def test_the_list_of_what_may_be_missing_is_of_today() -> None:
    everything = "".join([*sources(".js").values(), *sources(".css").values()])
    assert [feature for feature in WITHOUT if feature not in everything] == []
