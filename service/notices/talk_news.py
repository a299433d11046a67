"""Table talk as news: what others said at a table, for each of its seats.

People write in bursts. A burst is announced once, with the message that it begins with; what follows within ten minutes
belongs to it. Who writes has read what came before.
"""

from collections.abc import Sequence
from datetime import timedelta

import msgspec

from service.clocks.deadlines import moment
from service.games.game_cache import Loaded
from service.games.tokens import Grant, TokenRole
from service.notices.notice_occasions import Since, TalkStanding
from service.table_talk.table_talk import TableTalk
from service.table_talk.talk_message import Channel, Said
from ttr_core.model.ids import SeatId
from ttr_core.model.state import HUMAN

BURST = timedelta(minutes=10)


def caught_up(talk: TableTalk, loaded: Loaded, before: TalkStanding) -> TalkStanding:
    """What is news at the table by now; a talk that the server has lost is read anew."""
    entries = talk.after(loaded.game, max(0, before.number - 1))
    if before.number and not entries:
        return caught_up(talk, loaded, TalkStanding())
    fresh = entries[1:] if before.number else entries
    said = [entry for entry in fresh if isinstance(entry, Said)]
    bursts, wrote = dict(before.bursts), dict(before.wrote)
    for seat in _people(loaded) if said else ():
        muted = _muted(talk, loaded, seat)
        for one in said:
            if _is_own(loaded, one, seat):
                wrote[seat] = one.number
                bursts.pop(seat, None)
            elif _hears(loaded, one, seat, muted) and _begins_burst(one, bursts.get(seat)):
                bursts[seat] = Since(one.number, one.posted.at)
    return msgspec.structs.replace(before, number=before.number + len(fresh), bursts=bursts, wrote=wrote)


def heard(talk: TableTalk, loaded: Loaded, seat: SeatId, first: int) -> Sequence[Said]:
    """What others have said at the table since a message, as far as the seat hears it and nobody has erased it."""
    muted = _muted(talk, loaded, seat)
    return [
        said
        for said in talk.after(loaded.game, first - 1)
        if isinstance(said, Said) and not _is_own(loaded, said, seat) and _hears(loaded, said, seat, muted)
    ]


def _people(loaded: Loaded) -> list[SeatId]:
    """The seats that players hold."""
    seats = range(loaded.facts.players)
    return [seat for seat in seats if loaded.facts.player(seat) and loaded.state.seats[seat].kind == HUMAN]


def _muted(talk: TableTalk, loaded: Loaded, seat: SeatId) -> frozenset[SeatId]:
    return talk.muted_for(loaded.game, str(Grant(TokenRole.SEAT, seat)))


def _is_own(loaded: Loaded, said: Said, seat: SeatId) -> bool:
    return said.posted.seat == seat or (said.player is not None and said.player == loaded.facts.player(seat))


def _hears(loaded: Loaded, said: Said, seat: SeatId, muted: frozenset[SeatId]) -> bool:
    """Nobody is notified of what was said before they came."""
    posted = said.posted
    is_shown = posted.channel is Channel.TABLE and said.text is not None and posted.seat not in muted
    return is_shown and posted.version >= loaded.milestones.seated.get(seat, 0)


def _begins_burst(said: Said, latest: Since | None) -> bool:
    return latest is None or moment(said.posted.at) - moment(latest.at) >= BURST
