"""Days that people name by weekday or date: `from friday to monday`, `du 3 au 10 août`."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from service.language.languages import heard_words, words_for

Words = tuple[str, ...]
WEEKDAY = "weekday"  # instead of the day of a month: the number of a weekday follows
NEXT_WEEK = "next_week"  # the same of the week after this one
AHEAD = "ahead"  # so many days from today
SPAN = "span"  # so many days in all, from the day before it
TODAY: Words = ("today", "0")  # as two words of a day
NEXT_MONTH = "0"  # instead of the number of a month: the next day of this number
DAYS_IN_WEEK, MONTHS_IN_YEAR, DAYS_IN_MONTH = 7, 12, 62
FROM = words_for(lambda heard: heard.span["from"])
TO = words_for(lambda heard: heard.span["to"])


def days_named(words: Words) -> Words:
    """Two words for each day: `weekday 4`, or the day and the month `10 8`; a day without a month has the next one."""
    days: list[tuple[str, str]] = []
    month = ""
    for word in reversed(_with_days_in_full(words)):
        if word in _numbered("months"):
            month = str(_numbered("months")[word] + 1)
        elif word in _numbered("weekdays"):
            days.append((WEEKDAY, str(_numbered("weekdays")[word])))
        elif month and word.isdecimal() and 1 <= int(word[:3]) <= 31:
            days.append((word, month))
    return tuple(part for day in reversed(days) for part in day)


def _with_days_in_full(words: Words) -> Words:
    """With `mon to wed` written out; a short day by itself may be another word."""
    full, short = list(words), _numbered("weekdays_in_short")
    names = {n: name for name, n in _numbered("weekdays").items()}
    for n in range(len(words) - 2):
        first, joint, last = words[n : n + 3]
        if first in short and joint in TO and (last in short or last in _numbered("weekdays")):
            full[n] = names[short[first]]
            full[n + 2] = names[short[last]] if last in short else last
    return tuple(full)


def bare_days(words: Words) -> Words:
    """Two days of a month that is not named, as the same words: `du 3 au 10`, `from the 3rd to the 10th`."""
    numbers = [n for n, word in enumerate(words) if word.isdecimal() and 1 <= int(word[:3]) <= 31]
    if len(numbers) != 2:
        return ()
    first, last = numbers
    is_span = not FROM.isdisjoint(words[:first]) and not TO.isdisjoint(words[first:last])
    return (words[first], NEXT_MONTH, words[last], NEXT_MONTH) if is_span else ()


# first and last day of what people name as a whole
SPANS: Mapping[str, Words] = {
    "tomorrow": (AHEAD, "1", AHEAD, "1"),
    "weekend": (WEEKDAY, "5", WEEKDAY, "6"),
    "next_week": (NEXT_WEEK, "0", NEXT_WEEK, "6"),
}


def days_ahead(words: Words) -> Words:
    """The first and the last day of `next week`, `the weekend` or `tomorrow`, as the same words."""
    spoken = f" {' '.join(words)} "
    tables = [heard.ahead for heard in heard_words().values()]
    for name, days in SPANS.items():
        if any(f" {phrase} " in spoken for table in tables for phrase in table[name]):
            return days
    return ()


@cache
def _numbered(names: str) -> Mapping[str, int]:
    return {name: n for heard in heard_words().values() for n, name in enumerate(getattr(heard, names))}


def dates_meant(days: Words, today: date) -> list[date]:
    """The next such days, each behind the one before; nothing if there is no such day."""
    dates: list[date] = []
    try:
        for sort, number in zip(days[::2], days[1::2], strict=True):
            is_later = bool(dates) and sort == WEEKDAY  # on a Monday, "until monday" is the next one
            earliest = max(dates, default=today) + timedelta(days=is_later)
            dates.append(_next(sort, int(number), earliest, today))
    except ValueError:  # the 31st of June
        return []
    return dates


def _next(sort: str, number: int, earliest: date, today: date) -> date:
    if sort == TODAY[0]:
        return earliest
    if sort == AHEAD:
        return today + timedelta(days=number)
    if sort == SPAN:
        return earliest + timedelta(days=number - 1)
    if sort == NEXT_WEEK:
        return today + timedelta(days=DAYS_IN_WEEK - today.weekday() + number)
    if sort == WEEKDAY:
        return earliest + timedelta(days=(number - earliest.weekday()) % DAYS_IN_WEEK)
    if str(number) == NEXT_MONTH:
        days = (earliest + timedelta(days=ahead) for ahead in range(DAYS_IN_MONTH))
        return next(day for day in days if day.day == int(sort))
    this_year = date(earliest.year, number, int(sort))
    return this_year if this_year >= earliest else date(earliest.year + 1, number, int(sort))
