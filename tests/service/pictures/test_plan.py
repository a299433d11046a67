"""The shipped plans are those that the code makes today."""

import msgspec
import pytest

from service.language.languages import Lang
from service.pictures.layout.board_layout import layout_of, layout_on
from service.pictures.layout.board_plan import fingerprint, make_plan, plan_of, shipped_plans
from service.pictures.layout.canvas import LARGE, SMALL, Canvas
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import ruleset_for
from tests.support.boards.regenerate_plans import PLANS, everything_to_draw, written
from ttr_core import Ruleset, resolved_ruleset

QUICK = "nordic"
SAME_WAYS = 0.8  # of all paths at least: a few bend to make room for names
DRAWN = everything_to_draw()


def test_every_board_has_its_plans_and_none_is_left_over() -> None:
    assert sorted(shipped_plans()) == sorted(DRAWN), "run make generated"
    assert PLANS.read_bytes() == written(shipped_plans())
    for canvas in (LARGE, SMALL):
        assert {fingerprint(ruleset_for(board), "en", canvas) for board in PLAYABLE} <= set(shipped_plans())


def test_a_plan_is_what_would_be_made_today() -> None:
    """This checks one board; the soak run checks all others."""
    assert plan_of(ruleset_for(QUICK), "en") == make_plan(ruleset_for(QUICK), "en")


@pytest.mark.soak
@pytest.mark.parametrize(("ruleset", "lang", "canvas"), DRAWN.values(), ids=DRAWN)
def test_all_plans_are_what_would_be_made_today(ruleset: Ruleset, lang: Lang, canvas: Canvas) -> None:
    assert plan_of(ruleset, lang, canvas) == make_plan(ruleset, lang, canvas)


def test_only_names_and_the_room_for_them_depend_on_the_language() -> None:
    english, french = (plan_of(ruleset_for("world-light"), lang) for lang in ("en", "fr"))
    assert english.labels != french.labels
    assert (
        msgspec.structs.replace(english, labels=french.labels, ways=french.ways, ends=french.ends) == french
    )
    assert [one.to for one in english.ways] == [other.to for other in french.ways]
    same = sum(one == other for one, other in zip(english.ways, french.ways, strict=True))
    assert same >= SAME_WAYS * len(english.ways)
    assert fingerprint(ruleset_for("usa"), "en") == fingerprint(ruleset_for("usa"), "fr")


def test_a_board_without_a_plan_is_planned_when_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = ruleset_for(QUICK)
    shipped = layout_of(ruleset)
    monkeypatch.setattr("service.pictures.layout.board_plan.shipped_plans", dict)
    assert layout_on(ruleset, plan_of(ruleset, "en"), LARGE) == shipped


@pytest.mark.parametrize("field", ["name", "lat", "lon"])
def test_a_city_that_has_changed_gives_another_fingerprint(field: str) -> None:
    ruleset = ruleset_for(QUICK)
    cities = [dict(city) for city in ruleset.document["cities"]]
    kept = resolved_ruleset(ruleset.document, 3, {})  # as a game keeps it
    assert fingerprint(kept, "en") == fingerprint(ruleset, "en")
    cities[0][field] = "Elsewhere" if field == "name" else cities[0][field] + 0.5
    changed = resolved_ruleset({**ruleset.document, "cities": cities}, 3, {})
    assert fingerprint(changed, "en") != fingerprint(ruleset, "en")
