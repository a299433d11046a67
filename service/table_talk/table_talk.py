"""The talk at all tables: post, read, erase, mute.

    text:<n>, player:<n>        the words of message n, and the player who wrote it
    mute:<who>/<seat>           who does not want to hear the seat; the host: the seat is silent
    closed                      nobody may write any more

These facts lie beside the stream of a game's talk, which shares the game's partition: one node of a cluster has both. A
message never raises the version of the game.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from service.errors import Forbidden, KeyReused, MessageNotFound, TemporarilyUnavailable
from service.games.commit import Key
from service.games.facts import talk_stream
from service.games.games import ATTEMPTS, Games
from service.store import Appended, Commit, Repeated, Store
from service.store.interface import TALK_FEED
from service.table_talk.talk_message import Entry, Erased, Posted, Said, Speaker, read_entry
from ttr_core.model.ids import SeatId

HOST = "host"
CLOSED = "closed"
_encode = msgspec.json.Encoder().encode


class _Record(msgspec.Struct, frozen=True):
    """What a key was used for."""

    payload: str
    number: int


class TableTalk:
    def __init__(
        self,
        store: Store,
        announce: Callable[[str, int], None],
        now: Callable[[], str],
        key_seconds: int,
    ) -> None:
        self.store, self._announce, self._now, self._key_seconds = store, announce, now, key_seconds

    # writing

    def post(
        self,
        game: str,
        version: int,
        speaker: Speaker,
        text: str,
        key: Key | None = None,
        *,
        from_room: bool = False,
    ) -> Said:
        """Appends a message; sent again with the same key it is the same one."""
        facts = self.store.facts(talk_stream(game))
        channel, grant = speaker.writes_in(), speaker.grant
        assert grant is not None  # who has none writes nowhere
        if CLOSED in facts:
            raise Forbidden("talk_closed")
        if grant.seat is not None and _muted(HOST, grant.seat) in facts:
            raise Forbidden("muted")
        posted = Posted(
            at=self._now(),
            channel=channel,
            role=grant.role,
            seat=grant.seat,
            holder=speaker.holder,
            version=version,
            from_room=from_room,
        )
        number = self._append(game, posted, lambda n: _words(n, text, speaker.player), key)
        if speaker.player:
            self.store.set_properties(_games_of(speaker.player), {game: "1"})
        return self.one(game, number)

    def erase(self, game: str, number: int) -> None:
        """Removes the words; that somebody wrote stays."""
        said = self.one(game, number)
        if said.text is not None:
            self._append(game, Erased(at=self._now(), message=number), lambda _n: _forgotten(number))

    def set_mute(self, game: str, who: str, seat: SeatId, *, is_on: bool) -> None:
        self._set(game, {_muted(who, seat): "1" if is_on else ""})

    def close(self, game: str) -> None:
        self._set(game, {CLOSED: "1"})

    def forget_seat(self, game: str, seat: SeatId, holder: int | None = None) -> None:
        """Erases what all holders of a seat wrote, or one of them."""
        self._forget(
            game,
            lambda said: said.posted.seat == seat and holder in (None, said.posted.holder),
        )

    def forget_player(self, player: str) -> None:
        """Erases what a player wrote, at any table."""
        games = self.store.properties(_games_of(player))
        for game in games:
            self._forget(game, lambda said: said.player == player)
        self.store.set_properties(_games_of(player), dict.fromkeys(games, ""))

    def _forget(self, game: str, is_meant: Callable[[Said], bool]) -> None:
        numbers = [said.number for said in self.all(game) if is_meant(said)]
        self.store.forget(talk_stream(game), [key for number in numbers for key in _forgotten(number)])

    # reading

    def all(self, game: str) -> list[Said]:
        return [said for said in self.after(game, 0) if isinstance(said, Said)]

    def written_by(self, player: str) -> Mapping[str, Sequence[Said]]:
        """What a player wrote and did not erase, by game."""
        games = sorted(self.store.properties(_games_of(player)))
        mine = {game: [said for said in self.all(game) if said.player == player] for game in games}
        return {game: messages for game, messages in mine.items() if messages}

    def one(self, game: str, number: int) -> Said:
        entries = self._entries(game, number - 1, 1) if number else []
        facts = self.store.facts(talk_stream(game))
        if not entries or not isinstance(entries[0], Posted):
            raise MessageNotFound()
        return _said(number, entries[0], facts)

    def after(self, game: str, number: int, limit: int | None = None) -> list[Said | tuple[int, Erased]]:
        """Every entry after a number, for all channels; an erasure comes with its own number."""
        entries = self._entries(game, number, limit)
        facts = self.store.facts(talk_stream(game)) if entries else {}
        return [
            _said(place, entry, facts) if isinstance(entry, Posted) else (place, entry)
            for place, entry in enumerate(entries, number + 1)
        ]

    def muted_for(self, game: str, who: str) -> frozenset[SeatId]:
        """The seats that somebody does not want to hear."""
        start = f"mute:{who}/"
        facts = self.store.facts(talk_stream(game))
        return frozenset(int(key.removeprefix(start)) for key in facts if key.startswith(start))

    def _entries(self, game: str, after: int, limit: int | None) -> list[Entry]:
        return [read_entry(entry) for entry in self.store.read(talk_stream(game), after, limit)]

    # the stream

    def _set(self, game: str, facts: Mapping[str, str]) -> None:
        self._append(game, None, lambda _n: facts)

    def _append(
        self,
        game: str,
        entry: Entry | None,
        facts: Callable[[int], Mapping[str, str]],
        key: Key | None = None,
    ) -> int:
        """The number of the entry; facts change together with it, or alone."""
        stream, length = talk_stream(game), 0
        for _ in range(ATTEMPTS):
            number = length + 1
            commit = Commit(
                game=stream,
                expected=length,
                entries=() if entry is None else (_encode(entry),),
                types=() if entry is None else (str(entry.__struct_config__.tag),),
                facts=facts(number),
                feed=TALK_FEED,
                key=key.name if key else "",
                record=_encode(_Record(key.payload, number)).decode() if key else "",
                key_seconds=self._key_seconds,
            )
            outcome = self.store.append(commit)
            if isinstance(outcome, Appended):
                self._announce(stream, outcome.version)
                return number
            if isinstance(outcome, Repeated):
                return _repeated(outcome.record, key)
            length = outcome.version
        raise TemporarilyUnavailable(seconds=1)


def quiet_talk(games: Games) -> TableTalk:
    """For a process that has no open streams to wake."""
    return TableTalk(games.store, lambda _stream, _number: None, games.now, games.key_seconds)


def _repeated(text: str, key: Key | None) -> int:
    record = msgspec.json.decode(text, type=_Record)
    if key is None or record.payload != key.payload:
        raise KeyReused()
    return record.number


def _said(number: int, posted: Posted, facts: Mapping[str, str]) -> Said:
    return Said(
        number=number,
        posted=posted,
        text=facts.get(f"text:{number}"),
        player=facts.get(f"player:{number}"),
    )


def _words(number: int, text: str, player: str | None) -> Mapping[str, str]:
    words = {f"text:{number}": text}
    return {**words, f"player:{number}": player} if player else words


def _forgotten(number: int) -> Mapping[str, str]:
    return {f"text:{number}": "", f"player:{number}": ""}


def _muted(who: str, seat: SeatId) -> str:
    return f"mute:{who}/{seat}"


def _games_of(player: str) -> str:
    return f"talk/{player}"
