"""The notifier: serves the ledger of one player, channel by channel, and says when it is to be served again.

The law:

1. **Push at once, mail when unseen.** A push, webhook or ntfy goes out as soon as the quiet hours allow. A mail goes
   out when the version has not been *seen* for as long as its player prefers: seen is what they said or did, never that
   a page is open.
2. **One notice per turn and channel.** An entry is sent once for the version that it began with. The next turn takes
   its place, and what was shown on a device is withdrawn when the turn was played.
3. **Nothing from before.** A channel hears of what happened after it was confirmed.
4. **A channel that fails waits alone**, for growing pauses; after three days, or when its receiver says that it is
   gone, it is removed.
"""

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import msgspec

from service.clocks.deadlines import milliseconds, moment, written
from service.errors import ChannelNotFound, GameNotFound, TokenInvalid
from service.games.facts import player_stream
from service.games.games import Games
from service.language.languages import Messages
from service.mail.outbox import Outbox
from service.mail.unsubscription import stop_code
from service.notices.channels import Channel, Channels, channels_of
from service.notices.formats.mail_notices import Section, mail_about, planned_mail
from service.notices.formats.notice_texts import NoticeText, NoticeTexts
from service.notices.notice_ledger import Entry, Ledger, PlannedMail
from service.notices.notice_occasions import Occasion
from service.notices.preferences import Preferences, preferences_of
from service.notices.senders import Notice, Senders, notice_of, withdrawal
from service.notices.standings import Standings
from service.players.player_stream import MAIL
from service.store.deliveries import DeliveryStore
from service.webhooks.fair_shares import FairShares, NoShare
from service.webhooks.http_post import Outcome
from service.webhooks.subscriptions import BACK_OFF

log = logging.getLogger("ttr.notices")

KIND = "notices"  # among the deliveries of a store
GAME, PLAYER, CONFIRM = "game", "player", "confirm"  # how the names of deliveries begin
RETRIES = "retries"  # the table of channels that fail
STALE = timedelta(days=3)  # after which nobody hears any more that a table is full or a game over
PASSING = (Occasion.GAME_OVER, Occasion.TABLE_FULL, Occasion.MESSAGE)  # what nobody has to answer


class Retry(msgspec.Struct, frozen=True):
    """How a channel fails."""

    failures: int
    due: int


class Person(msgspec.Struct, frozen=True):
    """What the notifier knows of a player."""

    id: str
    address: str
    preferences: Preferences
    channels: tuple[Channel, ...]  # that are on


class Schedule:
    """What is to be looked at, and when: games that moved, players whose ledgers changed, channels to confirm."""

    def __init__(self, store: DeliveryStore, now: Callable[[], str]) -> None:
        self.store, self._now = store, now

    def games(self, games: list[str]) -> None:
        self._schedule([f"{GAME}/{game}" for game in games])

    def players(self, players: list[str]) -> None:
        self._schedule([f"{PLAYER}/{player}" for player in players])

    def confirmation(self, player: str, channel: str) -> None:
        self._schedule([f"{CONFIRM}/{player}/{channel}"])

    def _schedule(self, names: list[str]) -> None:
        self.store.schedule(names, milliseconds(self._now()))


class Notifier:
    """Carries out the deliveries of the schedule, for several threads at once."""

    def __init__(
        self,
        games: Games,
        ledger: Ledger,
        channels: Channels,
        senders: Senders,
        outbox: Outbox,
        texts: NoticeTexts,
        *,
        base: str,
        sender: str,
        threads: int = 1,
        count: Callable[[str, str, float], None] = lambda kind, fate, seconds: None,
    ) -> None:
        self._games, self.ledger, self._channels, self._senders = games, ledger, channels, senders
        self._outbox, self._texts, self._base, self._sender = outbox, texts, base, sender
        self.schedule = Schedule(ledger.store, games.now)
        self._standings, self._shares, self._count = Standings(games, ledger), FairShares(threads), count

    def deliver(self, name: str) -> int | None:
        """Does what the name of a delivery says; returns when it is due again, if it is."""
        what, _, about = name.partition("/")
        if what == GAME:
            self._standings.look(about, lambda players: self.schedule.players(list(players)))
            return None
        if what == CONFIRM:
            return self._confirm(*about.split("/"))
        return self._serve(about)

    # ---------------------------------------------------------------------------------- one player

    def _serve(self, player: str) -> int | None:
        person = self._person(player)
        if person is None:
            self.ledger.remove(player)
            self._outbox.forget(player)
            return None
        if not person.channels:
            self.ledger.remove(player)
            return None
        self._finish_mail(person)
        dues = [self._channel_due(person, channel) for channel in person.channels]
        self._tidy(person)
        return min((due for due in dues if due is not None), default=None)

    def _person(self, player: str) -> Person | None:
        facts = self._games.store.facts(player_stream(player))
        if not facts:
            return None
        on = [channel for channel in channels_of(facts) if channel.is_on]
        address = facts.get(MAIL, "")
        usable = [channel for channel in on if channel.kind != "mail" or (address and self._outbox.is_on)]
        return Person(player, address, preferences_of(facts), tuple(usable))

    def _channel_due(self, person: Person, channel: Channel) -> int | None:
        if channel.kind == "mail":
            return self._mail(person, channel)
        retry = self._retry(channel)
        now = milliseconds(self._games.now())
        if retry and retry.due > now:
            return retry.due
        try:
            with self._shares.share(_host(channel), person.id, now):
                return self._post_all(person, channel)
        except NoShare as busy:
            return busy.due

    def _unsent(self, person: Person, channel: Channel) -> Iterator[tuple[str, Entry]]:
        """The entries that a channel is still to hear of."""
        seen, now = self.ledger.seen(person.id), moment(self._games.now())
        for name, entry in self.ledger.of(person.id).items():
            if entry.is_over or entry.was_sent(channel.id) or seen.get(entry.stream, 0) >= entry.version:
                continue
            is_stale = entry.occasion in PASSING and now - moment(entry.since.at) > STALE
            wanted = person.preferences.wants(entry.occasion, channel.kind)
            if wanted and not is_stale and entry.since.at >= channel.confirmed_at:
                yield name, entry

    # ------------------------------------------------------------------------------- push and others

    def _post_all(self, person: Person, channel: Channel) -> int | None:
        now = moment(self._games.now())
        loud = person.preferences.next_loud(now)
        for name, entry, is_replaced in self._withdrawn(person, channel):
            notice = None if is_replaced else withdrawal(channel, entry)
            if not self._post(person, channel, notice, entry):
                return self._retry_due(channel)
            self.ledger.note_withdrawn(person.id, name, channel.id)
        unsent = list(self._unsent(person, channel))
        if unsent and loud > now:
            return milliseconds(written(loud))
        for name, entry in unsent:
            if not self._post(person, channel, self._notice(person, channel, entry), entry):
                return self._retry_due(channel)
            self.ledger.note_sent(person.id, name, entry.version, channel.id)
        return None

    def _withdrawn(self, person: Person, channel: Channel) -> list[tuple[str, Entry, bool]]:
        """What a device has shown although there is nothing to do any more, and whether something took its place."""
        if channel.kind != "push":
            return []
        entries = self.ledger.of(person.id)
        coming = {entry.game for _, entry in self._unsent(person, channel)}
        shown = {entry.game for entry in entries.values() if not entry.is_over and entry.was_sent(channel.id)}
        return [
            (name, entry, entry.game in shown)
            for name, entry in entries.items()
            if entry.is_over and channel.id in entry.sent and entry.game not in coming
        ]

    def _notice(self, person: Person, channel: Channel, entry: Entry) -> Notice | None:
        text = self._text(person, entry)
        return None if text is None else notice_of(channel, entry, text)

    def _text(self, person: Person, entry: Entry) -> NoticeText | None:
        """None if there is nothing left to say: the game is gone, or somebody has erased the message."""
        try:
            loaded = self._games.cache.read_latest(entry.game)
        except GameNotFound:
            return None
        text = self._texts.text(loaded, entry, person.preferences)
        return None if entry.occasion is Occasion.MESSAGE and not text.happened else text

    def _post(self, person: Person, channel: Channel, notice: Notice | None, entry: Entry) -> bool:
        """Whether it is done with; otherwise the channel waits, or is gone."""
        if notice is None:
            return True
        outcome = self._send(channel, notice)
        late = moment(self._games.now()) - moment(entry.since.at)
        return self._after(person.id, channel, outcome, notice.type, late.total_seconds())

    def _send(self, channel: Channel, notice: Notice) -> Outcome:
        """Remembers how promptly the host answers, which all its channels share."""
        begun = time.perf_counter()
        outcome = self._senders.send(channel, notice)
        if outcome.timed_out:
            self._shares.timed_out(_host(channel), milliseconds(self._games.now()))
        else:
            self._shares.answered(_host(channel), int((time.perf_counter() - begun) * 1000))
        return outcome

    def _after(self, player: str, channel: Channel, outcome: Outcome, kind: str, late: float) -> bool:
        too_large = outcome.status == 413  # it will not become smaller
        fate = "sent" if outcome.delivered else "failed"
        self._count(channel.kind, fate if kind != "withdrawn" else "withdrawn", late)
        if outcome.delivered or too_large:
            self._set_retry(channel, None)
            return True
        is_gone = outcome.gone or (channel.kind == "push" and outcome.status == 404)
        failures = (retry.failures if (retry := self._retry(channel)) else 0) + 1
        if is_gone or failures > len(BACK_OFF):
            self._remove(player, channel, "gone" if is_gone else "unreachable")
            return False
        due = milliseconds(self._games.now()) + BACK_OFF[failures - 1] * 1000
        self._set_retry(channel, Retry(failures, due))
        return False

    def _remove(self, player: str, channel: Channel, reason: str) -> None:
        self._set_retry(channel, None)
        try:
            self._channels.remove(player, channel.id, reason)
        except (ChannelNotFound, TokenInvalid):  # its owner was faster
            return
        fields = {"channel": channel.id, "kind": channel.kind, "reason": reason}
        log.warning(
            "a channel was removed: its receiver is gone or did not answer",
            extra={"fields": fields},
        )

    def _retry(self, channel: Channel) -> Retry | None:
        text = self.ledger.store.get(RETRIES, channel.id)
        return None if text is None else msgspec.json.decode(text, type=Retry)

    def _retry_due(self, channel: Channel) -> int | None:
        retry = self._retry(channel)
        return retry.due if retry else None

    def _set_retry(self, channel: Channel, retry: Retry | None) -> None:
        store, new = self.ledger.store, msgspec.json.encode(retry).decode() if retry else None
        store.replace(RETRIES, channel.id, store.get(RETRIES, channel.id), new)

    def _confirm(self, player: str, channel_id: str) -> int | None:
        """Sends the code that confirms a channel."""
        person = self._person(player)
        channels = {one.id: one for one in self._channels.of(player)} if person else {}
        channel = channels.get(channel_id)
        if person is None or channel is None or channel.is_on:
            return None
        say, code = Messages(person.preferences.lang), self._channels.new_code(channel_id)
        title, text = say("notice-confirm-title"), say("notice-confirm", code=code)
        notice = Notice(id=f"{channel_id}-confirm", type="confirm", title=title, text=text, code=code)
        done = self._after(player, channel, self._send(channel, notice), "confirm", 0.0)
        return None if done else self._retry_due(channel)

    # ------------------------------------------------------------------------------------------ mail

    def _mail(self, person: Person, channel: Channel) -> int | None:
        """Queues mails that are due; returns when the next one is."""
        now, preferences = moment(self._games.now()), person.preferences
        unsent = dict(self._unsent(person, channel))
        dues = {name: self._mail_due(entry, preferences) for name, entry in unsent.items()}
        ready = [name for name, due in dues.items() if due <= now]
        for names in self._batches(ready, unsent, preferences):
            self._send_mail(person, planned_mail(person.id, {name: unsent[name] for name in names}))
            for name in names:
                dues.pop(name)
        self._withdraw_mails(person)
        return milliseconds(written(min(dues.values()))) if dues else None

    @staticmethod
    def _mail_due(entry: Entry, preferences: Preferences) -> datetime:
        since = moment(entry.since.at)
        if preferences.digest == "daily" and entry.occasion is not Occasion.REMINDER:
            return preferences.next_loud(preferences.next_digest(since))
        return preferences.next_loud(since + timedelta(seconds=preferences.mail_after_seconds))

    @staticmethod
    def _batches(ready: list[str], unsent: Mapping[str, Entry], preferences: Preferences) -> list[list[str]]:
        """Which entries go into one mail: with a digest, all that wait as soon as one of them is due."""
        if preferences.digest == "each" or not ready:
            return [[name] for name in ready]
        return [list(unsent)]

    def _send_mail(self, person: Person, planned: PlannedMail) -> None:
        self.ledger.plan_mail(person.id, planned)
        self._finish_mail(person)

    def _finish_mail(self, person: Person) -> None:
        """Queues the mail that was planned, and notes it; also one that a dead process has planned."""
        planned = self.ledger.planned_mail(person.id)
        mails = [channel for channel in person.channels if channel.kind == "mail"]
        if planned is None:
            return
        sections = list(self._sections(person, planned)) if mails else []
        if sections:
            stop = f"{self._base}/v1/unsubscribe/{stop_code(self._games.store, person.id)}"
            lang = person.preferences.lang
            mail = mail_about(planned.key, person.id, person.address, sections, stop, lang, self._sender)
            if self._outbox.put(mail):
                late = moment(self._games.now()) - max(moment(entry.since.at) for entry, _ in sections)
                self._count("mail", "sent", late.total_seconds())
            for name, version in planned.entries.items():
                self.ledger.note_sent(person.id, name, version, mails[0].id, planned.key)
        self.ledger.mail_done(person.id, planned)

    def _sections(self, person: Person, planned: PlannedMail) -> Iterator[Section]:
        entries = self.ledger.of(person.id)
        for name, version in planned.entries.items():
            entry = entries.get(name)
            if entry is None or entry.version != version or entry.is_over:
                continue
            text = self._text(person, entry)
            if text is not None:
                yield entry, text

    def _withdraw_mails(self, person: Person) -> None:
        """Takes back what is not sent yet and has nothing left to say."""
        entries = self.ledger.of(person.id).values()
        needed = {entry.mail for entry in entries if not entry.is_over}
        for key in sorted({entry.mail for entry in entries if entry.is_over and entry.mail} - needed):
            self._outbox.withdraw(key)

    # ------------------------------------------------------------------------------------ tidying up

    def _tidy(self, person: Person) -> None:
        """Drops entries that are over and shown nowhere, and those that nobody is to hear of any more."""
        now, present = (
            moment(self._games.now()),
            {channel.id for channel in person.channels if channel.kind == "push"},
        )
        for name, entry in self.ledger.of(person.id).items():
            shown = present & entry.sent.keys()
            is_stale = entry.occasion in PASSING and now - moment(entry.since.at) > 2 * STALE
            if (entry.is_over and not shown) or is_stale:
                self.ledger.drop(person.id, name, entry)


def _host(channel: Channel) -> str:
    """What may answer slowly as a whole: a host, or a chat platform with all its rooms."""
    if channel.kind == "chat":
        return channel.url.partition(":")[0]
    return urlsplit(channel.url).netloc.casefold()
