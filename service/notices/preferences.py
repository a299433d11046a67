"""Preferences: of what a player is notified, in which language, and at which hours. They are a fact of the player."""

from collections.abc import Collection, Mapping
from datetime import datetime, time, timedelta
from functools import cache
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Meta

from service.language.languages import DEFAULT_LANG, Lang
from service.notices.notice_occasions import Occasion

FACT = "notices"  # the key among the facts of a player

Kind = Literal["mail", "push", "webhook", "ntfy", "chat"]
KINDS: tuple[Kind, ...] = ("mail", "push", "webhook", "ntfy", "chat")
Digest = Literal["each", "together", "daily"]
Hour = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Kinds = Annotated[tuple[Kind, ...], Meta(max_length=len(KINDS))]
LONGEST_DELAY = 7 * 86_400


class QuietHours(msgspec.Struct, frozen=True, kw_only=True):
    """From one hour until another, by the player's own clock; it may go over midnight."""

    start: Hour
    end: Hour


class Occasions(msgspec.Struct, frozen=True, kw_only=True):
    """The kinds of channels that hear of each occasion."""

    your_turn: Kinds = KINDS
    reminder: Kinds = KINDS
    request: Kinds = KINDS
    game_over: Kinds = KINDS
    message: Kinds = ("push", "webhook", "ntfy", "chat")
    table_full: Kinds = KINDS


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    lang: Lang = DEFAULT_LANG
    zone: Annotated[str, Meta(min_length=1, max_length=64)] = "UTC"
    occasions: Occasions = Occasions()
    quiet_hours: QuietHours | None = None
    mail_after_seconds: Annotated[int, Meta(ge=0, le=LONGEST_DELAY)] = 300
    digest: Digest = "together"  # what a mail is about: one game, all that wait, or all that wait once a day
    digest_at: Hour = "08:00"  # of a daily one

    def wants(self, occasion: Occasion, kind: Kind) -> bool:
        kinds: tuple[Kind, ...] = getattr(self.occasions, occasion.value)
        return kind in kinds

    def next_loud(self, moment: datetime) -> datetime:
        """The moment itself, or the end of the quiet hours in which it lies."""
        quiet = self.quiet_hours
        if quiet is None or quiet.start == quiet.end:
            return moment
        there = moment.astimezone(ZoneInfo(self.zone))
        start, end, hour = _hour(quiet.start), _hour(quiet.end), there.time()
        is_quiet = start <= hour < end if start < end else (hour >= start or hour < end)
        return self._next(there, end) if is_quiet else moment

    def next_digest(self, moment: datetime) -> datetime:
        """The moment of the daily digest after this one."""
        return self._next(moment.astimezone(ZoneInfo(self.zone)), _hour(self.digest_at))

    @staticmethod
    def _next(there: datetime, hour: time) -> datetime:
        """When a clock there next shows this hour; on the day after, if it has shown it today."""
        today = there.replace(hour=hour.hour, minute=hour.minute, second=0, microsecond=0, fold=0)
        return today if today > there else today + timedelta(days=1)


def _hour(text: str) -> time:
    return time.fromisoformat(text)


@cache
def zones() -> frozenset[str]:
    return frozenset(available_timezones())


# ------------------------------------------------------------------------------------------------ as stored

SWITCHED_OFF = "off"  # kinds by occasion, in place of `occasions`: a kind that comes later is on


def preferences_of(facts: Mapping[str, str]) -> Preferences:
    text = facts.get(FACT)
    if not text:
        return Preferences()
    fields = msgspec.json.decode(text)
    off = fields.pop(SWITCHED_OFF, None)
    if off is None:
        off = _off_of_earlier(fields.get("occasions", {}))
    fields["occasions"] = _complements(off)
    return msgspec.convert(fields, Preferences)


def preferences_fact(preferences: Preferences) -> dict[str, str]:
    fields = msgspec.to_builtins(preferences)
    fields[SWITCHED_OFF] = _complements(fields.pop("occasions"))
    return {FACT: msgspec.json.encode(fields).decode()}


def _complements(kinds: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """By occasion, all kinds but these."""
    return {occasion: [kind for kind in KINDS if kind not in some] for occasion, some in kinds.items()}


def _off_of_earlier(on: Mapping[str, Collection[str]]) -> dict[str, list[str]]:
    """Of preferences that list what is on.

    People who named chat nowhere saved them before there were mentions in chats: they get them, except of what they
    wanted to hear nothing of.
    """
    off = _complements(on)
    if any("chat" in kinds for kinds in on.values()):
        return off
    return {occasion: [one for one in off[occasion] if one != "chat" or not on[occasion]] for occasion in on}
