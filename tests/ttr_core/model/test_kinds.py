"""What fields hold is read from their types, whichever rule they belong to."""

from collections.abc import Mapping

import msgspec
import pytest

from ttr_core import load_ruleset
from ttr_core.history.codec import command_types, event_types
from ttr_core.model.commands import ClaimRoute, KeepTickets
from ttr_core.model.ids import Card, CityId, Meaning, RouteId, SeatId, TicketId
from ttr_core.model.kinds import FieldKind, Leaf, New, field_kinds, leaves
from ttr_core.model.message import Private, Public
from ttr_core.rules.variants.festivals import FestivalId, FestivalsOffered, TakeFestival
from ttr_core.rules.variants.regions import RegionId


class Sample(msgspec.Struct):
    seat: Public[SeatId]
    after: Public[SeatId | None]
    cards: Private[tuple[Card, ...]]
    count: Public[int]


def test_the_kind_of_a_field_is_its_type() -> None:
    assert field_kinds(ClaimRoute) == {
        "seat": FieldKind(Meaning.SEAT, False),
        "route": FieldKind(RouteId, False),
        "cards": FieldKind(Card, True),
    }
    assert field_kinds(KeepTickets)["tickets"] == FieldKind(TicketId, True)


def test_audiences_and_absence_do_not_hide_the_kind() -> None:
    assert field_kinds(Sample) == {
        "seat": FieldKind(Meaning.SEAT, False),
        "after": FieldKind(Meaning.SEAT, False),
        "cards": FieldKind(Card, True),
        "count": FieldKind(int, False),
    }


def test_things_that_a_rule_adds_have_a_kind_of_their_own() -> None:
    assert field_kinds(TakeFestival)["festival"] == FieldKind(FestivalId, False)
    assert field_kinds(FestivalsOffered)["festivals"] == FieldKind(FestivalId, True)
    assert field_kinds(TakeFestival)["festival"].is_thing
    assert not field_kinds(ClaimRoute)["route"].is_thing


@pytest.mark.parametrize("message", [*command_types(), *event_types()], ids=lambda kind: kind.__name__)
def test_a_seat_is_recognised_in_every_message(message: type[msgspec.Struct]) -> None:
    kinds = field_kinds(message)
    assert "seat" not in kinds or kinds["seat"] == FieldKind(Meaning.SEAT, False)


def test_things_have_names() -> None:
    iberia, italy = load_ruleset("iberia", 2), load_ruleset("italy", 2)
    assert iberia.things(FestivalId)["valencia"].name_in("fr") == "Las Fallas"
    assert italy.things(RegionId)["puglia"].name == "Puglia"
    assert iberia.things(FestivalId)["porto_coimbra"].cities == ("porto", "coimbra")
    assert not italy.things(FestivalId)
    assert [kind.name for kind in (*iberia.kinds.values(), *italy.kinds.values())] == ["festival", "region"]


class Stop(msgspec.Struct):
    city: CityId
    cost: int = 0


class Line(msgspec.Struct):
    id: New[RouteId]
    stops: tuple[Stop, ...]
    span: tuple[int, str] = (0, "")
    fares: Mapping[CityId, float] = {}
    hub: CityId | None = None


def test_every_leaf_of_a_document_has_its_kind_and_path() -> None:
    value = {
        "id": "one",
        "stops": [{"city": "a", "cost": 2}],
        "span": [1, "x"],
        "fares": {"b": 0.5},
        "hub": "c",
        "more": 1,
    }
    assert list(leaves(Line, value)) == [
        Leaf(RouteId, "one", ("id",), True),
        Leaf(CityId, "a", ("stops", "0", "city"), False),
        Leaf(int, 2, ("stops", "0", "cost"), False),
        Leaf(int, 1, ("span", "0"), False),
        Leaf(str, "x", ("span", "1"), False),
        Leaf(CityId, "b", ("fares", "b"), False),
        Leaf(float, 0.5, ("fares", "b"), False),
        Leaf(CityId, "c", ("hub",), False),
    ]


def test_what_does_not_fit_has_no_leaves() -> None:
    assert list(leaves(Line, {"stops": 3, "hub": None, "fares": [], "span": {}})) == []
