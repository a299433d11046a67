"""What somebody hears of the talk at a table, with its authors as they are called now."""

from collections.abc import Mapping, Sequence

import msgspec

from service.games.facts import PLAYER_HANDLE, PLAYER_NAME, player_stream
from service.games.game_cache import Loaded
from service.store import Store
from service.table_talk.table_talk import TableTalk
from service.table_talk.talk_message import Channel, Said, Speaker
from ttr_core.by_post import Holders
from ttr_core.model.ids import SeatId

MOST_READ = 1000  # entries, to find those that somebody may hear


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """A message, and who said it."""

    said: Said
    name: str | None  # None: there is none, or it was erased
    player: str | None  # the handle of a player; None: a guest, or erased


class Withdrawn(msgspec.Struct, frozen=True, kw_only=True):
    """That a message was erased."""

    said: Said
    at: str


def is_heard(said: Said, channels: Sequence[Channel], muted: frozenset[SeatId]) -> bool:
    return said.posted.channel in channels and said.posted.seat not in muted


def heard_after(
    talk: TableTalk, now: Loaded, speaker: Speaker, after: int, limit: int = MOST_READ
) -> tuple[list[tuple[int, Heard | Withdrawn]], int]:
    """What was said or erased after a number, as far as they hear it, and the number to go on from."""
    entries = talk.after(now.game, after, limit)
    if not entries:
        return [], after
    hears, muted = speaker.hears(now.over), talk.muted_for(now.game, speaker.name)
    news: list[tuple[int, Heard | Withdrawn]] = []
    for number, entry in enumerate(entries, after + 1):
        if isinstance(entry, Said):
            heard = with_names(talk.store, now, [entry]) if is_heard(entry, hears, muted) else []
            news += [(number, one) for one in heard]
        elif is_heard(said := talk.one(now.game, entry[1].message), hears, muted):
            news.append((number, Withdrawn(said=said, at=entry[1].at)))
    return news, after + len(entries)


def with_names(store: Store, now: Loaded, messages: Sequence[Said]) -> list[Heard]:
    people: dict[str, Mapping[str, str]] = {}
    for said in messages:
        if said.player and said.player not in people:
            people[said.player] = store.facts(player_stream(said.player))
    return [_heard(now, said, people.get(said.player or "", {})) for said in messages]


def _heard(now: Loaded, said: Said, person: Mapping[str, str]) -> Heard:
    name = person.get(PLAYER_NAME) or _seat_name(now, said)
    return Heard(said=said, name=name, player=person.get(PLAYER_HANDLE))


def _seat_name(now: Loaded, said: Said) -> str | None:
    """The name of the seat's holder who said it, while they are known."""
    seat, holder = said.posted.seat, said.posted.holder
    if seat is None or holder is None:
        return None
    is_present = now.state.slice(Holders).numbers[seat] == holder
    return now.facts.name(seat) if is_present else now.facts.earlier_name(seat, holder)
