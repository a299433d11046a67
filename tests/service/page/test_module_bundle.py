"""The bundle has every module of the first look once, and the others take what they need from it."""

import re

import pytest

from service.page.assets import ENTRIES, assets, modules
from service.page.module_bundle import BUNDLE, in_order, join

TEXTS = {path: body.decode() for path, body in modules().items()}
IN_BUNDLE = in_order(TEXTS, ENTRIES)


def test_a_module_comes_after_those_that_it_imports() -> None:
    assert in_order({"a.js": 'import { b } from "./b.js";', "b.js": "", "c.js": ""}, ["a.js"]) == [
        "b.js",
        "a.js",
    ]


def test_modules_that_import_each_other_cannot_be_joined() -> None:
    with pytest.raises(ValueError, match="imports itself"):
        in_order({"a.js": 'import "./b.js";', "b.js": 'import "./a.js";'}, ["a.js"])


def test_every_way_to_import_and_to_export() -> None:
    joined = join(
        {
            "start.js": 'import { x } from "./no.js";'
            'import named from "./deep/named.js";\nconst later = () => import("./screen.js");\n'
            'const here = () => import("./no.js");',
            "no.js": 'export const x = 1;\nexport { y as z } from "./deep/named.js";',
            "deep/named.js": "export async function y() {}\nexport default function(a) { return a }",
            "screen.js": 'import { x as ours } from "./no.js";\nexport default function Screen() {}',
        },
        ["start.js"],
    )
    assert 'const { x } = $modules["no.js"];' in joined.bundle
    assert 'const named = $modules["deep/named.js"].default;' in joined.bundle
    assert 'const later = () => import("./screen.js");' in joined.bundle
    assert 'const here = () => Promise.resolve($modules["no.js"]);' in joined.bundle
    assert 'return { z: $modules["deep/named.js"].y, x: x };' in joined.bundle
    assert "return { y: y, default: $default };" in joined.bundle
    assert joined.others == {
        "screen.js": 'import { $modules } from "./page.js";\nconst { x: ours } = $modules["no.js"];\n'
        "export default function Screen() {}"
    }


def test_no_module_is_sent_twice() -> None:
    """A second copy would have signals of its own, and what one half of the page sets the other would never see."""
    assert {path for path in assets() if path.endswith(".js")} == TEXTS.keys() - set(IN_BUNDLE) | {BUNDLE}
    bundle = assets()[BUNDLE].body.decode()
    assert re.findall(r'^\$modules\["([^"]+)"\] = ', bundle, re.MULTILINE) == IN_BUNDLE
    assert re.findall(r'\bfrom\s*"|^import ', bundle, re.MULTILINE) == []
