"""The ledger: for each player the occasions that they are to hear of, and what each channel was sent.

An entry is written from the standing of a game, and only the version that an occasion began with makes it another one:
a game that is looked at twice changes nothing. What a channel was sent is noted after it was sent; a process that dies
in between sends it once more, under the same name.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from service.errors import TemporarilyUnavailable
from service.games.facts import talk_stream
from service.notices.notice_occasions import Occasion, Occurrence, Since
from service.store.deliveries import DeliveryStore
from ttr_core.model.ids import SeatId

TRIES = 50  # at changing what others change at the same time
PLAYERS = "players"  # the table of players who have a ledger
STANDINGS = "standings"  # the table of games, as they were last looked at


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    game: str
    occasion: Occasion
    seat: SeatId | None
    since: Since
    deadline_at: str | None = None
    motion: str = ""
    sent: Mapping[str, int] = {}  # by channel: the version that it was sent
    mail: str = ""  # the key of the mail that it is in
    is_over: bool = False  # the turn was played, the request answered: what is shown somewhere is withdrawn

    @property
    def version(self) -> int:
        return self.since.version

    @property
    def stream(self) -> str:
        """What the version is of: the game, or the talk at its table."""
        return talk_stream(self.game) if self.occasion is Occasion.MESSAGE else self.game

    def was_sent(self, channel: str) -> bool:
        return self.sent.get(channel) == self.version

    def after_sending(self, channel: str) -> "Entry":
        return replace(self, sent={**self.sent, channel: self.version})


def entry_name(game: str, name: str) -> str:
    return f"{game}/{name}"


class PlannedMail(msgspec.Struct, frozen=True):
    """A mail that is about to be queued, noted first: a process that dies queues the same one again."""

    key: str
    entries: Mapping[str, int]  # by name: the version


MAIL = "mail"  # the name of the planned mail among the entries; games have no such name

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode
_decode_mail = msgspec.json.Decoder(PlannedMail).decode


class Ledger:
    """The ledgers of all players."""

    def __init__(self, store: DeliveryStore) -> None:
        self.store = store

    def of(self, player: str) -> Mapping[str, Entry]:
        """All entries of a player, by name."""
        texts = self.store.table(_ledger(player))
        return {name: _decode(text) for name, text in sorted(texts.items()) if name != MAIL}

    def players(self) -> Sequence[str]:
        return list(self.store.table(PLAYERS))

    def update(self, player: str, game: str, occurrences: Sequence[Occurrence]) -> None:
        """Brings the entries about one game up to date; those that no longer hold are over."""
        self.store.replace(PLAYERS, player, None, "")
        wanted = {entry_name(game, one.name): one for one in occurrences}
        present = [name for name, entry in self.of(player).items() if entry.game == game]
        for name in sorted({*wanted, *present}):
            self._revise(player, name, game, wanted.get(name))

    def _revise(self, player: str, name: str, game: str, occurrence: Occurrence | None) -> None:
        def revised(before: Entry | None) -> Entry | None:
            if occurrence is None:
                return before and replace(before, is_over=True)
            is_same = before is not None and before.since == occurrence.since and not before.is_over
            if before is not None and is_same:
                return replace(before, deadline_at=occurrence.deadline_at)
            return Entry(
                game=game,
                occasion=occurrence.occasion,
                seat=occurrence.seat,
                since=occurrence.since,
                deadline_at=occurrence.deadline_at,
                motion=occurrence.motion,
                sent=_sent_before(before, occurrence.since) if before else {},
            )

        self.change(player, name, revised)

    def change(self, player: str, name: str, revise: Callable[[Entry | None], Entry | None]) -> None:
        for _ in range(TRIES):
            text = self.store.get(_ledger(player), name)
            before = None if text is None else _decode(text)
            after = revise(before)
            if after == before:
                return
            new = None if after is None else _encode(after).decode()
            if self.store.replace(_ledger(player), name, text, new):
                return
        raise TemporarilyUnavailable()

    def note_sent(self, player: str, name: str, version: int, channel: str, mail: str = "") -> None:
        """The channel was sent this version of an entry, unless the entry is another one by now."""

        def noted(entry: Entry | None) -> Entry | None:
            if entry is None or entry.version != version:
                return entry
            return replace(entry.after_sending(channel), mail=mail or entry.mail)

        self.change(player, name, noted)

    def note_withdrawn(self, player: str, name: str, channel: str) -> None:
        def noted(entry: Entry | None) -> Entry | None:
            left = {one: sent for one, sent in entry.sent.items() if one != channel} if entry else {}
            return entry and replace(entry, sent=left)

        self.change(player, name, noted)

    def drop(self, player: str, name: str, entry: Entry) -> None:
        """Removes an entry that is still the same."""
        self.store.replace(_ledger(player), name, _encode(entry).decode(), None)

    def remove(self, player: str) -> None:
        """Everything about a player who is gone, or who has no channel any more."""
        for table in (_ledger(player), _seen(player)):
            self.store.remove(table)
        self.store.replace(PLAYERS, player, "", None)

    # --------------------------------------------------------------------------------- planned mails

    def planned_mail(self, player: str) -> PlannedMail | None:
        text = self.store.get(_ledger(player), MAIL)
        return None if text is None else _decode_mail(text)

    def plan_mail(self, player: str, mail: PlannedMail) -> None:
        self.store.replace(_ledger(player), MAIL, None, _encode(mail).decode())

    def mail_done(self, player: str, mail: PlannedMail) -> None:
        self.store.replace(_ledger(player), MAIL, _encode(mail).decode(), None)

    # ------------------------------------------------------------------------------------------ seen

    def seen(self, player: str) -> Mapping[str, int]:
        """Up to which version the player has seen each game, and up to which message the talk at each table."""
        return {stream: int(text) for stream, text in self.store.table(_seen(player)).items()}

    def see(self, player: str, stream: str, version: int) -> int:
        """The player has seen a game or its talk up to this version, or further; returns how far."""
        for _ in range(TRIES):
            text = self.store.get(_seen(player), stream)
            before = int(text or 0)
            if before >= version or self.store.replace(_seen(player), stream, text, str(version)):
                return max(before, version)
        raise TemporarilyUnavailable()


def _sent_before(entry: Entry, since: Since) -> Mapping[str, int]:
    """What channels were sent of an entry that another one follows; nothing of versions that a server has lost."""
    if entry.since == since:
        return entry.sent
    return {channel: version for channel, version in entry.sent.items() if version < since.version}


def _ledger(player: str) -> str:
    return f"ledger:{player}"


def _seen(player: str) -> str:
    return f"seen:{player}"
