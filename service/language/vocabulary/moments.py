"""Moments in words, by the clocks of a zone: `Fri 20 Nov 18:00 in Paris`."""

from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from service.language.languages import Messages

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip


def moment_in_words(at: str, zone: str, say: Messages) -> str:
    """To the minute, with the zone: readers may live in any. What is no time, since none is set, stays as it is."""
    try:
        there = datetime.fromisoformat(at).astimezone(ZoneInfo(zone))
    except ZoneInfoNotFoundError:  # of a game that was played where other zones are known
        return moment_in_words(at, "UTC", say)
    except ValueError:
        return at
    facts = {
        "weekday": say(f"notice-weekday-{WEEKDAYS[there.weekday()]}"),
        "day": say("notice-day", day=there.day),
        "month": say(f"notice-month-{MONTHS[there.month - 1]}"),
        "time": say("notice-time", hour=f"{there:%H}", minute=f"{there:%M}"),
    }
    city = zone.rpartition("/")[2].replace("_", " ")
    return say("notice-moment-utc", **facts) if zone == "UTC" else say("notice-moment", city=city, **facts)


def date_in_words(day: date, say: Messages) -> str:
    weekday, month = WEEKDAYS[day.weekday()], MONTHS[day.month - 1]
    number = say("notice-day", day=day.day)
    return f"{say(f'notice-weekday-{weekday}')} {number} {say(f'notice-month-{month}')}"
