"""The terms of an open table: its clock, the options of its board and how many play, as people say and hear them.

Each language writes what is said as regular expressions over plain words, `[terms]` in its `words.toml`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple
from zoneinfo import available_timezones

import msgspec
from msgspec.structs import replace

from service.clocks.deadlines import check_clock
from service.errors import UnplayableClock
from service.language.grammar.phrases import Words, plain_words
from service.language.languages import Messages, codes, heard_words, words_for
from service.language.vocabulary.board_words import label_in
from service.language.vocabulary.bot_levels import DEFAULT_LEVEL, level_in, level_words
from ttr_core.boards.board import Label, Option
from ttr_core.by_post import ClockSettings, TimeOut

MINUTE, HOUR, DAY = 60, 3600, 86_400
UNITS = {"minute": MINUTE, "hour": HOUR, "day": DAY, "week": 7 * DAY}
NIGHT = ("22:00", "08:00")
EVENING = "20:00"  # when a daily move is due, unless people say otherwise
NOTICE = 6 * HOUR  # at least that much time before the hour of a daily move
REMINDERS = (12 * HOUR, 2 * HOUR)
ROOM_CLOCK = ClockSettings(kind="per_move", seconds=2 * DAY, vacation_days=14, reminders=REMINDERS)
SHORTEST_ALONE = 4  # letters of a choice that is said without its option
MOST_BOTS = 9  # that are asked for at once; a table has fewer seats

Options = Mapping[str, Option]  # of a board, by name


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """How the game of an open table will be played."""

    clock: ClockSettings | None = ROOM_CLOCK
    options: Mapping[str, str] = {}
    players: int = 0  # 0: everybody who is there at the start


class HeardTerms(NamedTuple):
    """What a text changes about the terms, the bots that it asks for, and the words that are about neither."""

    terms: Terms
    bots: tuple[str, ...]
    rest: Words
    is_changed: bool = False  # it says something about the terms, though they may be as they were


def check_terms(terms: Terms) -> None:
    """Raises `UnplayableClock` unless a game can be played with this clock."""
    if terms.clock is None:
        return
    try:
        clock = msgspec.convert(msgspec.to_builtins(terms.clock), ClockSettings)
    except msgspec.ValidationError as error:
        raise UnplayableClock() from error
    check_clock(clock)


# what is said


def terms_in(words: Words, before: Terms) -> HeardTerms:
    """The terms that a text asks for, except options, which only a board knows."""
    text, terms = " ".join(words), before
    for name, pattern in _patterns():
        while match := pattern.search(text):
            changed = _changed(name, terms, match)
            if changed is None:
                break
            terms, text = changed, _without(text, match)
    is_changed = len(text.split()) < len(words)
    text, bots = bots_in(text)
    return HeardTerms(terms, bots, tuple(text.split()), is_changed)


def bots_in(text: str) -> tuple[str, tuple[str, ...]]:
    """A text without the bots that it asks for, and their levels."""
    bots: list[str] = []
    while match := _bots().search(text):
        bots += [level_in(match[0].split()) or DEFAULT_LEVEL] * min(_number(match["count"] or "1"), MOST_BOTS)
        text = _without(text, match)
    while bots and (match := _more_bots().search(text)):  # "one hard bot and an easy one"
        bots += [level_in(match[0].split()) or DEFAULT_LEVEL] * min(_number(match["count"]), MOST_BOTS)
        text = _without(text, match)
    return text, tuple(bots)


def options_in(words: Words, options: Options, before: Terms) -> HeardTerms:
    """The options of a board that a text asks for."""
    text, chosen = " ".join(words), dict(before.options)
    for option, choice, pattern in _choices(options):
        if match := re.search(rf"(?<![^ ])(?:{pattern})(?![^ ])", text):
            chosen[option] = choice
            text = _without(text, match)
    return HeardTerms(
        replace(before, options=chosen), (), tuple(text.split()), len(text.split()) < len(words)
    )


def _without(text: str, match: re.Match[str]) -> str:
    return f"{text[: match.start()]} {text[match.end() :]}".strip()


def _changed(name: str, terms: Terms, match: re.Match[str]) -> Terms | None:
    """The terms with one clause applied; None if it makes no sense."""
    if name == "players":
        return replace(terms, players=_number(match["count"]))
    if name == "no_clock":
        return replace(terms, clock=None)
    if name == "increment" and (terms.clock is None or terms.clock.kind != "bank"):
        return None  # "nights off and 8 hours per turn" says how long a turn is
    clock = _CLAUSES[name](terms.clock or ROOM_CLOCK, match)
    return None if clock is None else replace(terms, clock=_timely(clock))


def _timely(clock: ClockSettings) -> ClockSettings:
    """Nobody is reminded before their time begins."""
    return replace(clock, reminders=tuple(before for before in clock.reminders if before < clock.seconds))


Clause = Callable[[ClockSettings, re.Match[str]], ClockSettings | None]


def _in_zone(clock: ClockSettings, match: re.Match[str]) -> ClockSettings | None:
    zone = _zones().get(match["zone"])
    return replace(clock, zone=zone) if zone else None


_CLAUSES: Mapping[str, Clause] = {
    "bank": lambda clock, match: replace(clock, kind="bank", seconds=_time(match), hour=""),
    "increment": lambda clock, match: replace(clock, kind="bank", increment=_time(match), hour=""),
    "daily": lambda clock, match: replace(
        clock, kind="daily", seconds=NOTICE, increment=0, hour=_hour(match, "hour") or EVENING
    ),
    "per_move": lambda clock, match: replace(
        clock, kind="per_move", seconds=_time(match), increment=0, hour=""
    ),
    "bare_time": lambda clock, match: replace(
        clock, kind="per_move", seconds=_time(match), increment=0, hour=""
    ),
    "no_quiet": lambda clock, _: replace(clock, quiet_from="", quiet_until=""),
    "quiet": lambda clock, match: replace(
        clock, quiet_from=_hour(match, "from"), quiet_until=_hour(match, "until")
    ),
    "nights_and_weekends_off": lambda clock, _: replace(
        clock, quiet_from=NIGHT[0], quiet_until=NIGHT[1], weekends_off=True
    ),
    "nights_off": lambda clock, _: replace(clock, quiet_from=NIGHT[0], quiet_until=NIGHT[1]),
    "nights_on": lambda clock, _: replace(clock, quiet_from="", quiet_until=""),
    "weekends_off": lambda clock, _: replace(clock, weekends_off=True),
    "weekends_on": lambda clock, _: replace(clock, weekends_off=False),
    "no_vacation": lambda clock, _: replace(clock, vacation_days=0),
    "vacation": lambda clock, match: replace(clock, vacation_days=_number(match["count"])),
    "no_reminders": lambda clock, _: replace(clock, reminders=()),
    "reminders": lambda clock, match: replace(clock, reminders=(_time(match),)),
    "warn_next": lambda clock, _: replace(clock, warn_next=True),
    "skip": lambda clock, _: replace(clock, on_timeout=TimeOut.SKIP),
    "bot_takes_over": lambda clock, _: replace(clock, on_timeout=TimeOut.BOT_TAKES_OVER),
    "bot_plays": lambda clock, _: replace(clock, on_timeout=TimeOut.BOT_PLAYS),
    "zone": _in_zone,
}
# what a bare time means is known when all else is taken out
ORDER = ("no_clock", *(name for name in _CLAUSES if name != "bare_time"), "players", "bare_time")


def _time(match: re.Match[str]) -> int:
    """In seconds: `2 days`, `half a day`, `a day and a half`."""
    if match["half_unit"]:
        return _units()[match["half_unit"]] // 2
    unit = _units()[match["unit"]]
    return _number(match["count"]) * unit + (unit // 2 if match["and_half"] or match["unit_and_half"] else 0)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else _numbers()[text]


def _hour(match: re.Match[str], name: str) -> str:
    """`20`, `20 30`, `8 pm` as an hour of the clock; nothing if none was said."""
    if match[name] is None:
        return ""
    hour = int(match[name]) % 12 + 12 if match[f"{name}_half"] == "pm" else int(match[name])
    return f"{hour:02}:{match[f'{name}_minute'] or '00'}"


# the expressions


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Those of one clause in all languages, in the order in which they are looked for."""
    languages = heard_words().values()
    return [
        (name, re.compile(rf"(?<![^ ])(?:{_filled(pattern)})(?![^ ])"))
        for name in ORDER
        for heard in languages
        for pattern in heard.terms[name]
    ]


@cache
def _bots() -> re.Pattern[str]:
    patterns = "|".join(pattern for heard in heard_words().values() for pattern in heard.terms["bots"])
    more = [one for heard in heard_words().values() for one in heard.terms["one_more"]]
    count = f"(?:(?P<count>[0-9]{{1,2}}|{'|'.join(_numbers())})|{'|'.join(more)})"
    level = f"(?:{level_pattern()})"
    before, behind = (
        rf"(?: more| autres?)?(?: {level})?(?: level)?",
        rf"(?:(?: de)?(?: niveau| level)? {level})?",
    )
    return re.compile(rf"(?<![^ ]){count}{before} (?:{patterns}){behind}(?![^ ])")


@cache
def _more_bots() -> re.Pattern[str]:
    joints = "|".join(sorted(words_for(lambda heard: (*heard.and_, *heard.then))))
    count = f"(?P<count>[0-9]{{1,2}}|{'|'.join(_numbers())})"
    return re.compile(rf"(?<![^ ])(?:{joints}) {count} (?:{level_pattern()})(?: ones?)?(?![^ ])")


@cache
def level_pattern() -> str:
    """An expression for the words by which people call the levels of bots."""
    return "|".join(sorted(level_words(), key=len, reverse=True))


def _filled(pattern: str) -> str:
    filled = (
        pattern.replace("{time}", _time_group())
        .replace("{count}", f"(?P<count>[0-9]{{1,4}}|{'|'.join(_numbers())})")
        .replace("{unit}", f"(?P<unit>{'|'.join(_units())})")
    )
    for name in ("hour", "from", "until"):
        filled = filled.replace(f"{{{name}}}", _hour_group(name))
    return filled


def _time_group() -> str:
    half, and_half = (
        "|".join(one for heard in heard_words().values() for one in heard.terms[name])
        for name in ("half", "and_half")
    )
    units = "|".join(_units())
    whole = rf"{{count}}(?P<and_half> (?:{and_half}))? {{unit}}(?P<unit_and_half> (?:{and_half}))?"
    return rf"(?:(?:{half}) (?P<half_unit>{units})(?![^ ])|{whole})"


def _hour_group(name: str) -> str:
    hour = rf"(?P<{name}>[01]?[0-9]|2[0-3])(?: (?:h|heures?|o clock))?"
    return rf"{hour}(?: (?P<{name}_minute>[0-5][0-9]))?(?: (?P<{name}_half>am|pm))?"


@cache
def _numbers() -> Mapping[str, int]:
    languages = heard_words().values()
    larger = (one.split(" = ") for heard in languages for one in heard.terms["numbers"])
    numbers = (pair for heard in languages for pair in heard.numbers.items())
    known = {text: number for number, texts in numbers for text in texts}
    return known | {text: int(number) for text, number in larger}


@cache
def _units() -> Mapping[str, int]:
    units = (pair for heard in heard_words().values() for pair in heard.units.items())
    return {text: UNITS[unit] for unit, texts in units for text in texts}


@cache
def _zones() -> Mapping[str, str]:
    """Time zones by the plain words of their cities: `paris`, `new york`; the others by their own: `utc`."""
    return {" ".join(plain_words(zone.rpartition("/")[2])): zone for zone in sorted(available_timezones())}


def _choices(options: Options) -> Iterator[tuple[str, str, str]]:
    """What chooses each choice, the longest expressions first: its label, or its name beside that of its option."""
    every = [
        (name, choice, expression)
        for name, option in options.items()
        for choice in option.choices
        for expression in _expressions(options, name, choice)
    ]
    yield from sorted(every, key=lambda one: -len(one[2]))


def _expressions(options: Options, name: str, choice: str) -> Iterator[str]:
    option = options[name]
    own, of_option = _names(choice, option.choices[choice].label), _names(name, option.label)
    for one in own:
        yield from (f"{one}s? {other}" for other in of_option)  # « les mégas destinations »
        yield from (f"{other} {one}s?" for other in of_option)
        others = {text for other in options for text in _names(other, options[other].label)}
        if choice != option.default and len(one) >= SHORTEST_ALONE and one not in others:
            yield one


def _names(name: str, label: Label) -> list[str]:
    """What something is called: by its name, its label, and the last part of that: "USA 1910, big cities"."""
    labels = [label_in(label, lang) for lang in codes()]
    texts = (name.replace("_", " "), *labels, *(text.rpartition(",")[2] for text in labels))
    return list(dict.fromkeys(" ".join(plain_words(text)) for text in texts))


# what is read back


class TermsText:
    """The terms of a table in one language."""

    def __init__(self, lang: str, options: Options) -> None:
        self._say, self._options, self._lang = Messages(lang), options, lang

    def __call__(self, terms: Terms) -> str:
        """All of them, in one sentence."""
        return self._say("room-terms", terms=", ".join(self._clauses(terms)))

    def _clauses(self, terms: Terms) -> Iterator[str]:
        say = self._say
        if terms.players:
            yield say("terms-players", players=terms.players)
        for name, choice in sorted(terms.options.items()):
            option = self._options[name]
            label, value = (label_in(one, self._lang) for one in (option.label, option.choices[choice].label))
            yield say("named", name=label, value=value)
        yield from self._clock(terms.clock) if terms.clock else [say("terms-no_clock")]

    def _clock(self, clock: ClockSettings) -> Iterator[str]:
        say = self._say
        yield say(f"terms-{clock.kind}", time=self._given(clock, clock.seconds), hour=self._hour(clock.hour))
        if clock.increment:
            yield say("terms-increment", time=self._given(clock, clock.increment))
        if clock.quiet_from:
            hours = {"since": self._hour(clock.quiet_from), "until": self._hour(clock.quiet_until)}
            yield say("terms-quiet", **hours)
        if clock.weekends_off:
            yield say("terms-weekends_off")
        if clock.quiet_from or clock.hour or clock.weekends_off or clock.zone != "UTC":
            yield say("terms-zone", city=clock.zone.rpartition("/")[2].replace("_", " "))
        if clock.reminders:
            times = say.listed(map(self._time, clock.reminders))
            yield say("terms-reminders", times=times)
        if clock.warn_next:
            yield say("terms-warn_next")
        if clock.vacation_days:
            yield say("terms-vacation", days=clock.vacation_days)
        yield say(f"terms-{clock.on_timeout}")

    def _given(self, clock: ClockSettings, seconds: int) -> str:
        """Time that a player gets. Where no time runs at night, 2 days may end in 4: so hours, and which."""
        if (clock.quiet_from or clock.weekends_off) and seconds % HOUR == 0:
            return self._say("terms-running", hours=seconds // HOUR)
        return self._time(seconds)

    def _time(self, seconds: int) -> str:
        for unit, size in (("days", DAY), ("hours", HOUR)):
            if seconds % size == 0:
                return self._say(f"counted-{unit}", **{unit: seconds // size})
        return self._say("counted-minutes", minutes=seconds // MINUTE)

    def _hour(self, hour: str) -> str:
        clock_hour, _, minute = hour.partition(":")
        return self._say("notice-time", hour=clock_hour, minute=minute) if hour else ""
