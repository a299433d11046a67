"""What a message changes in a room, in a few words: `europe; 3 players; seconds 43200; +greedy`."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from service.chat.rooms import Room, Speaker
from service.chat.rooms.table_terms import Terms
from tests.support.chat.memory_room import Parlour


def changes_by(parlour: Parlour, who: Speaker, text: str, *, addressed: bool = True) -> str:
    """What changes when somebody says it; `nothing` if they are answered and all is as before, `silence` if not."""
    before = parlour.room
    posts = parlour.hear(who, text, addressed=addressed)
    changes = "; ".join(_changes(before, parlour.room))
    return changes or ("nothing" if posts.public or posts.private else "silence")


def _changes(before: Room, after: Room) -> Iterator[str]:
    if after.game != before.game:
        yield "starts"
    elif before.table and not after.table:
        yield "closed"
    else:
        if after.board != before.board:
            yield after.board
        yield from _of_terms(before.terms, after.terms)
        yield from _of_places(before, after)


def _of_terms(before: Terms, after: Terms) -> Iterator[str]:
    if after.players != before.players:
        yield f"{after.players} players"
    yield from (
        f"{name} {choice}" for name, choice in after.options.items() if before.options.get(name) != choice
    )
    if after.clock is None or before.clock is None:
        if after.clock != before.clock:
            yield "no clock"
        return
    clocks = [msgspec.structs.asdict(clock) for clock in (before.clock, after.clock)]
    fields = [name for name in clocks[1] if name != "reminders" and clocks[0][name] != clocks[1][name]]
    yield from (f"{name} {clocks[1][name]}" for name in fields)


def _of_places(before: Room, after: Room) -> Iterator[str]:
    then, now = (Counter(place.name for place in room.places.values()) for room in (before, after))
    yield from (f"+{name}" for name in sorted((now - then).elements()))
    yield from (f"-{name}" for name in sorted((then - now).elements()))
