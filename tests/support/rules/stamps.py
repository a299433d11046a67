"""Stamps: a rule that exists only here. A claim at a city with a stamp lets the player press it into a secret album.

It has everything that a rule can bring: settings with things of its own kind, state, a choice, a hidden part, codes, a
score line, a count for the box, words in two languages, marks on the picture, remarks in a look, worth to a bot.
"""

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, ClassVar, NewType

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ttr_core import Ruleset, State, compile_ruleset
from ttr_core.boards.board import Document, merge
from ttr_core.boards.check.defects import Defect, PartialBoard, error
from ttr_core.boards.library import whole_document
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule, Settings, Word, Worth
from ttr_core.engine.randomness import Chance, shuffled
from ttr_core.engine.views import View
from ttr_core.model.commands import Command, SeatCommand
from ttr_core.model.events import Event, RouteClaimed
from ttr_core.model.ids import BySeat, CityId, SeatId, Viewer, Witness
from ttr_core.model.kinds import Kind, New, Thing, named_thing
from ttr_core.model.marks import CityMark, Mark, StockMark
from ttr_core.model.message import Private, Public, known
from ttr_core.model.phases import SeatPhase, TurnOver
from ttr_core.model.remarks import Remark, Topic
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.model.state import Slice, put, with_slice
from ttr_core.model.violations import RefusalCode, RuleViolation
from ttr_core.rules.registry import register, unregister

StampId = NewType("StampId", str)


class Stamp(Settings, frozen=True, kw_only=True):
    id: New[StampId]
    name: str
    city: CityId
    points: int
    names: Mapping[str, str] | UnsetType = UNSET
    aliases: tuple[str, ...] | UnsetType = UNSET


class Stamps(Settings, frozen=True, kw_only=True):
    stamps: tuple[Stamp, ...]
    album: int = 5  # pages


class StampCode(RefusalCode):
    STAMP_NOT_HERE = "stamp_not_here"


class Albums(Slice, frozen=True, kw_only=True):
    pages: tuple[tuple[StampId, ...], ...]  # of each seat


class ChoosingStamp(SeatPhase, frozen=True):
    """Which stamp of the cities just reached to press, if any."""

    stamps: tuple[StampId, ...]


class PressStamp(SeatCommand, frozen=True, kw_only=True):
    """Only the player sees which one it is."""

    answers = "yes"

    stamp: StampId


class LeaveStamps(SeatCommand, frozen=True, kw_only=True):
    """Presses none."""

    answers = "no"


class StampsOffered(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    stamps: Public[tuple[StampId, ...]]


class StampPressed(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    stamp: Private[StampId]


class StampsLeft(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]


class AlbumOpened(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    stamps: Public[tuple[StampId, ...]]


def _things(settings: Stamps) -> list[Thing]:
    return [named_thing(stamp, (stamp.city,)) for stamp in settings.stamps]


def _check(board: PartialBoard, settings: Stamps) -> Iterator[Defect]:
    if settings.album > len(settings.stamps):
        yield error("/rules/stamps/album", "too_many_pages", "an album has more pages than there are stamps")


def _albums(ruleset: Ruleset) -> Albums:
    return Albums(pages=((),) * ruleset.players)


def _offer(decision: Decision, event: RouteClaimed) -> None:
    ruleset, state = decision.ruleset, decision.state
    route, settings = ruleset.routes[ruleset.route_index[event.route]], ruleset.setting(Stamps)
    mine = state.slice(Albums).pages[event.seat]
    here = tuple(s.id for s in settings.stamps if s.city in (route.a, route.b) and s.id not in mine)
    if here and len(mine) < settings.album:
        decision.emit(StampsOffered(seat=event.seat, stamps=here))


def _offered(ruleset: Ruleset, state: State, event: StampsOffered) -> State:
    return replace(state, phase=ChoosingStamp(event.seat, event.stamps))


def _choices(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    stamps = state.phase_as(ChoosingStamp).stamps
    return [*(PressStamp(seat=seat, stamp=stamp) for stamp in stamps), LeaveStamps(seat=seat)]


def _press(decision: Decision, command: PressStamp) -> None:
    offered = decision.state.phase_as(ChoosingStamp).stamps
    if command.stamp not in offered:
        raise RuleViolation(StampCode.STAMP_NOT_HERE, offered=list(offered))
    decision.emit(StampPressed(seat=command.seat, stamp=command.stamp))


def _pressed(ruleset: Ruleset, state: State, event: StampPressed) -> State:
    pages = state.slice(Albums).pages
    mine = (*pages[event.seat], known(event.stamp))
    slices = with_slice(state, Albums(pages=put(pages, event.seat, mine)))
    return replace(state, slices=slices, phase=TurnOver(event.seat))


def _leave(decision: Decision, command: LeaveStamps) -> None:
    decision.emit(StampsLeft(seat=command.seat))


def _left(ruleset: Ruleset, state: State, event: StampsLeft) -> State:
    return replace(state, phase=TurnOver(event.seat))


def _open(decision: Decision) -> None:
    for seat, stamps in enumerate(decision.state.slice(Albums).pages):
        decision.emit(AlbumOpened(seat=seat, stamps=stamps))


def _opened(ruleset: Ruleset, state: State, event: AlbumOpened) -> State:
    return state


class StampsShown(Struct, frozen=True, kw_only=True):
    """How full the albums are, and those that the viewer sees."""

    sizes: BySeat[int]
    albums: BySeat[tuple[StampId, ...] | None]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> dict[str, object]:
    """Others see only how many stamps an album has."""
    pages = state.slice(Albums).pages
    return {
        "sizes": [len(stamps) for stamps in pages],
        "albums": [
            list(stamps) if viewer in {seat, Witness.AUDITOR} else None for seat, stamps in enumerate(pages)
        ],
    }


def _guess(ruleset: Ruleset, state: State, event: StampPressed) -> StampPressed:
    return replace(event, stamp=state.phase_as(ChoosingStamp).stamps[0])


def _imagine(ruleset: Ruleset, state: State, seen: View, chance: Chance) -> State:
    """Albums of others may hold any stamps."""
    every = [stamp.id for stamp in ruleset.setting(Stamps).stamps]
    pages = tuple(
        album if seat == seen.viewer else tuple(shuffled(every, chance)[: len(album)])
        for seat, album in enumerate(state.slice(Albums).pages)
    )
    return replace(state, slices=with_slice(state, Albums(pages=pages)))


def _worth(ruleset: Ruleset, seen: View, command: PressStamp) -> Worth:
    (stamp,) = (stamp for stamp in ruleset.setting(Stamps).stamps if stamp.id == command.stamp)
    return Worth(points=stamp.points, is_free=True)


def _score(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    worth = {stamp.id: stamp.points for stamp in ruleset.setting(Stamps).stamps}
    return [_line([Item(stamp, worth[stamp]) for stamp in album]) for album in state.slice(Albums).pages]


def _line(items: list[Item]) -> ScoreLine:
    return ScoreLine(reason="stamps", points=sum(item.points for item in items), items=tuple(items))


def _marks(ruleset: Ruleset, shown: StampsShown | None) -> Iterator[Mark]:
    """A stamp waits in its city, for all to see; in whose album it is, only its owner sees."""
    albums = () if shown is None else shown.albums
    for stamp in ruleset.things(StampId).values():
        for city in stamp.cities:
            yield CityMark(name="stamp", thing=stamp, sign="S", city=city)
        held = tuple(None if album is None else album.count(StampId(stamp.id)) for album in albums)
        yield StockMark(name="stamp", thing=stamp, held=held)
    yield StockMark(name="album", held=() if shown is None else shown.sizes)


class StampsOwned(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.HAND

    stamps: tuple[StampId, ...]


class AlbumFilled(Remark, frozen=True, kw_only=True):
    topic: ClassVar[Topic] = Topic.SCORE

    seat: SeatId
    count: int


def _looks(ruleset: Ruleset, shown: StampsShown, viewer: Viewer) -> Iterator[Remark]:
    own = None if isinstance(viewer, Witness) else shown.albums[viewer]
    if own:
        yield StampsOwned(stamps=own)
    yield from (AlbumFilled(seat=seat, count=size) for seat, size in enumerate(shown.sizes) if size)


ENGLISH = """
event-stamps_offered = { $who } may press a stamp.
    .me = You may press a stamp.
event-stamp_pressed = { $who } presses a stamp.
    .me = You press { $stamp }.
event-stamps_left = { $who } presses no stamp.
    .me = You press no stamp.
event-album_opened = { $who } opens an album: { $stamps }.
phase-choosing_stamp = Which stamp do you press?
doing-choosing_stamp = a stamp
help-choosing_stamp = Now: 'press' and the name of a stamp, or 'leave the stamps'.
group-press_stamp = Press a stamp
group-leave_stamps = Press no stamp
say-press_stamp = press
say-leave_stamps = leave the stamps
reason-stamps = Stamps
refused-stamp_not_here = You can press this stamp elsewhere; here there is: { $offered }.
mark-album = Albums
look-stamps_owned = Your album: { $stamps }.
look-album_filled = { $seat } has { $count ->
        [one] { $count } stamp.
       *[other] { $count } stamps.
    }
    .me = You have { $count ->
        [one] { $count } stamp.
       *[other] { $count } stamps.
    }
"""

FRENCH = """
event-stamps_offered = { $who } peut tamponner son album.
    .me = Vous pouvez tamponner votre album.
event-stamp_pressed = { $who } tamponne son album.
    .me = Vous tamponnez : { $stamp }.
event-stamps_left = { $who } laisse les tampons.
    .me = Vous laissez les tampons.
event-album_opened = { $who } ouvre son album : { $stamps }.
phase-choosing_stamp = Quel tampon choisissez-vous ?
doing-choosing_stamp = un tampon
help-choosing_stamp = Maintenant : « tamponner » et le nom d'un tampon, ou « laisser les tampons ».
group-press_stamp = Tamponner l'album
group-leave_stamps = Laisser les tampons
say-press_stamp = tamponner
say-leave_stamps = laisser les tampons
reason-stamps = Tampons
refused-stamp_not_here = Ce tampon est ailleurs ; ici, il y a : { $offered }.
mark-album = Albums
look-stamps_owned = Votre album : { $stamps }.
look-album_filled = { $seat } a { $count ->
        [one] { $count } tampon.
       *[other] { $count } tampons.
    }
    .me = Vous avez { $count ->
        [one] { $count } tampon.
       *[other] { $count } tampons.
    }
"""

HEARD = {
    "press": Word(means=(PressStamp,), said={"en": ("press",), "fr": ("tamponne", "tamponner")}),
    "take": Word(may_mean=(PressStamp,)),
    "decline": Word(means=(LeaveStamps,)),
    "stamp": Word(
        is_noun=True,
        means=(PressStamp,),
        may_mean=(LeaveStamps,),
        said={"en": ("stamp", "stamps"), "fr": ("tampon", "tampons")},
    ),
}

stamps = RuleModule(
    name="stamps",
    settings=Stamps,
    codes=StampCode,
    kinds=(Kind(name="stamp", id=StampId, things=_things),),
    check=_check,
    contents={"stamps": lambda board, settings, _: len(settings.stamps)},
    words={"en": ENGLISH, "fr": FRENCH},
    heard=HEARD,
    slice=_albums,
    commands={
        PressStamp: Action(_press, (ChoosingStamp,)),
        LeaveStamps: Action(_leave, (ChoosingStamp,)),
    },
    events={StampsOffered: _offered, StampPressed: _pressed, StampsLeft: _left, AlbumOpened: _opened},
    offers={ChoosingStamp: _choices},
    reacts={RouteClaimed: _offer},
    view=_view,
    shows=StampsShown,
    marks=_marks,
    looks=_looks,
    guesses={StampPressed: _guess},
    imagine=_imagine,
    examples=(
        PressStamp(seat=1, stamp=StampId("stamp_denver")),
        StampPressed(seat=1, stamp=StampId("stamp_denver")),
    ),
    worth={PressStamp: _worth},
    reveals=_open,
    score=_score,
)

wordless_stamps = dataclasses.replace(stamps, words={}, heard={})
silent_stamps = dataclasses.replace(stamps, looks=None)

CITIES = ("chicago", "denver", "atlanta", "dallas", "new_york", "helena", "seattle")


@contextmanager
def registered_stamps(module: RuleModule = stamps) -> Iterator[None]:
    """The rule is registered for a while, and the registry is then as it was."""
    register(module, before="turns")
    try:
        yield
    finally:
        unregister(module.name)


BOARD = "usa-stamps"


def stamp_document(settings: Mapping[str, Any] | None = None) -> Document:
    """The board of the base game with a stamp in some of its cities."""
    listed = [
        {
            "id": f"stamp_{city}",
            "name": f"Stamp of {city.title()}",
            "names": {"fr": f"Tampon de {city.title()}"},
            "city": city,
            "points": points,
        }
        for points, city in enumerate(CITIES, 2)
    ]
    own = {"name": BOARD, "rules": {"stamps": {"stamps": listed, **(settings or {})}}}
    return merge(whole_document("usa"), {**own, "contents": {"stamps": len(listed)}})


def stamp_ruleset(players: int = 2) -> Ruleset:
    return compile_ruleset(stamp_document(), players)
