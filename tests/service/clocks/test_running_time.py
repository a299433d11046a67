"""Running time over nights, weekends, leap days and changes of the local time, in zones all over the world."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.clocks.deadlines import due, moment, written
from service.clocks.running_time import after, between
from ttr_core.rules.by_post.clock.terms import ClockSettings

ZONES = (
    "UTC",
    "Europe/Paris",
    "America/New_York",
    "America/St_Johns",  # half an hour beside the others
    "America/Santiago",  # south, changes at midnight
    "America/Havana",  # midnight comes twice
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",  # changes by half an hour
    "Pacific/Auckland",
    "Pacific/Apia",
)
HOUR_MS, DAY_S = 3_600_000, 86_400


def clock(
    zone: str = "Europe/Paris", hours: int = 24, quiet: str = "", weekends: bool = False
) -> ClockSettings:
    begin, _, end = quiet.partition("-")
    return ClockSettings(
        kind="per_move",
        seconds=hours * 3600,
        zone=zone,
        quiet_from=begin,
        quiet_until=end,
        weekends_off=weekends,
    )


def shown(zone: str, at: datetime) -> str:
    """What the clocks of the zone show, and how far they are from UTC."""
    return at.astimezone(ZoneInfo(zone)).isoformat(timespec="minutes")


def at(zone: str, text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize(
    ("zone", "start", "hours", "due_at"),
    [
        ("Europe/Paris", "2026-03-28T12:00", 24, "2026-03-29T13:00+02:00"),  # the night is an hour short
        ("Europe/Paris", "2026-10-24T12:00", 24, "2026-10-25T11:00+01:00"),  # and an hour long
        ("America/New_York", "2026-03-07T20:00", 24, "2026-03-08T21:00-04:00"),
        ("America/New_York", "2026-10-31T20:00", 24, "2026-11-01T19:00-05:00"),
        ("Australia/Lord_Howe", "2026-04-04T12:00", 24, "2026-04-05T11:30+10:30"),
        ("Australia/Lord_Howe", "2026-10-03T12:00", 24, "2026-10-04T12:30+11:00"),
        ("Asia/Kolkata", "2026-03-28T12:00", 24, "2026-03-29T12:00+05:30"),
        ("Pacific/Auckland", "2026-09-26T12:00", 24, "2026-09-27T13:00+13:00"),
        ("UTC", "2028-02-28T12:00", 24, "2028-02-29T12:00+00:00"),
        ("UTC", "2027-02-28T12:00", 24, "2027-03-01T12:00+00:00"),
    ],
)
def test_a_day_is_24_hours_whatever_clocks_show(zone: str, start: str, hours: int, due_at: str) -> None:
    assert shown(zone, due(clock(zone, hours), at(zone, start))) == due_at


@pytest.mark.parametrize(
    ("zone", "start", "hours", "due_at"),
    [
        # 9 hours of each night do not count; of the short night only 8 pass, of the long one 10
        ("Europe/Paris", "2026-03-28T20:00", 15, "2026-03-29T20:00+02:00"),
        ("Europe/Paris", "2026-10-24T20:00", 15, "2026-10-25T20:00+01:00"),
        ("America/St_Johns", "2026-03-07T21:00", 2, "2026-03-08T08:00-02:30"),
        ("Australia/Lord_Howe", "2026-04-04T21:30", 1, "2026-04-05T07:30+10:30"),
        ("Asia/Kathmandu", "2026-06-01T23:00", 1, "2026-06-02T08:00+05:45"),  # it begins in the night
        ("Pacific/Auckland", "2028-02-28T20:00", 15, "2028-02-29T20:00+13:00"),
    ],
)
def test_no_time_runs_in_quiet_hours(zone: str, start: str, hours: int, due_at: str) -> None:
    settings = clock(zone, hours, quiet="22:00-07:00")
    assert shown(zone, due(settings, at(zone, start))) == due_at
    assert between(settings, at(zone, start), due(settings, at(zone, start))) == hours * HOUR_MS


def test_quiet_hours_in_the_middle_of_the_day() -> None:
    settings = clock("Asia/Kolkata", 6, quiet="12:00-14:00")
    assert (
        shown("Asia/Kolkata", due(settings, at("Asia/Kolkata", "2026-05-04T10:00")))
        == "2026-05-04T18:00+05:30"
    )


@pytest.mark.parametrize(
    ("zone", "start", "due_at"),
    [
        ("Europe/Paris", "2026-03-27T12:00", "2026-03-30T12:00+02:00"),  # Friday, over the change to Monday
        ("Europe/Paris", "2026-10-23T12:00", "2026-10-26T12:00+01:00"),
        (
            "America/Santiago",
            "2026-09-04T12:00",
            "2026-09-07T12:00-03:00",
        ),  # no midnight from Saturday to Sunday
        ("America/Havana", "2026-10-30T12:00", "2026-11-02T12:00-05:00"),
        ("Asia/Kolkata", "2026-03-28T12:00", "2026-03-31T00:00+05:30"),  # it begins on a Saturday
        ("Pacific/Apia", "2028-02-25T12:00", "2028-02-28T12:00+13:00"),
    ],
)
def test_no_time_runs_on_weekends(zone: str, start: str, due_at: str) -> None:
    assert shown(zone, due(clock(zone, 24, weekends=True), at(zone, start))) == due_at


@pytest.mark.parametrize(
    ("zone", "start", "due_at"),
    [
        ("Europe/Paris", "2026-03-28T12:00", "2026-03-28T18:00+01:00"),
        ("Europe/Paris", "2026-03-28T17:00", "2026-03-29T18:00+02:00"),  # less than six hours are left
        ("Europe/Paris", "2026-10-24T18:00", "2026-10-25T18:00+01:00"),
        ("America/New_York", "2028-02-28T20:00", "2028-02-29T18:00-05:00"),
        ("Asia/Kolkata", "2026-07-01T06:00", "2026-07-01T18:00+05:30"),
        ("Pacific/Auckland", "2026-04-04T20:00", "2026-04-05T18:00+12:00"),
    ],
)
def test_a_daily_hour_is_an_hour_of_the_zone(zone: str, start: str, due_at: str) -> None:
    settings = ClockSettings(kind="daily", hour="18:00", seconds=6 * 3600, zone=zone)
    assert shown(zone, due(settings, at(zone, start))) == due_at


def test_a_daily_hour_passes_over_weekends() -> None:
    settings = ClockSettings(kind="daily", hour="18:00", seconds=3600, zone="Europe/Paris", weekends_off=True)
    friday = at("Europe/Paris", "2026-03-27T17:30")
    assert shown("Europe/Paris", due(settings, friday)) == "2026-03-30T18:00+02:00"


def test_a_daily_hour_that_does_not_exist_comes_with_the_change() -> None:
    settings = ClockSettings(kind="daily", hour="02:30", seconds=60, zone="Europe/Paris")
    night = due(settings, at("Europe/Paris", "2026-03-28T23:00"))
    assert shown("Europe/Paris", night) == "2026-03-29T03:00+02:00"


def test_quiet_hours_that_end_in_an_hour_that_does_not_exist_end_with_the_change() -> None:
    settings = clock(quiet="22:00-02:30", hours=1)
    night = at("Europe/Paris", "2026-03-28T23:00")
    assert shown("Europe/Paris", due(settings, night)) == "2026-03-29T04:00+02:00"


def test_quiet_hours_that_end_in_an_hour_that_comes_twice_end_with_the_second() -> None:
    settings = clock(quiet="22:00-02:30", hours=1)
    night = at("Europe/Paris", "2026-10-24T23:00")
    assert shown("Europe/Paris", due(settings, night)) == "2026-10-25T03:30+01:00"


moments = st.datetimes(datetime(2024, 1, 1), datetime(2032, 12, 31), timezones=st.just(UTC)).map(  # noqa: DTZ001 - made aware
    lambda at: at.replace(microsecond=at.microsecond // 1000 * 1000)
)
quiet_hours = st.sampled_from(("", "22:00-07:00", "00:00-06:30", "12:15-14:45", "20:00-16:00", "23:59-00:01"))
clocks = st.builds(clock, st.sampled_from(ZONES), st.integers(1, 24), quiet_hours, st.booleans())
durations = st.integers(0, 40 * DAY_S * 1000)


@given(clocks, moments, durations)
def test_as_much_time_runs_as_was_given(settings: ClockSettings, start: datetime, given_ms: int) -> None:
    end = after(settings, start, given_ms)
    assert end - start >= timedelta(milliseconds=given_ms)
    assert between(settings, start, end) == given_ms


@given(clocks, moments, durations, durations)
def test_time_adds_up(settings: ClockSettings, start: datetime, one: int, other: int) -> None:
    assume(other > 0)
    assert after(settings, after(settings, start, one), other) == after(settings, start, one + other)


@given(clocks, moments, st.integers(0, 20 * DAY_S), st.integers(0, 20 * DAY_S))
def test_what_is_divided_stays_the_same(
    settings: ClockSettings, start: datetime, one: int, other: int
) -> None:
    middle = start + timedelta(seconds=one)
    end = middle + timedelta(seconds=other)
    parts = between(settings, start, middle) + between(settings, middle, end)
    assert parts == between(settings, start, end) <= (one + other) * 1000


@given(clocks, moments, durations)
def test_nothing_is_due_while_no_time_runs(settings: ClockSettings, start: datetime, given_ms: int) -> None:
    """A deadline may be the very end of what runs, but never lies within a weekend or a quiet night."""
    end = after(settings, start, given_ms)
    before = (end - timedelta(milliseconds=1)).astimezone(ZoneInfo(settings.zone))
    if settings.weekends_off and given_ms:
        assert before.weekday() < 5
    clear = (
        before.utcoffset()
        == (before + timedelta(days=1)).utcoffset()
        == (before - timedelta(days=1)).utcoffset()
    )
    if settings.quiet_from and given_ms and clear:
        at_hour = f"{before:%H:%M}"
        over_midnight = settings.quiet_until < settings.quiet_from
        inside = (
            at_hour >= settings.quiet_from or at_hour < settings.quiet_until
            if over_midnight
            else settings.quiet_from <= at_hour < settings.quiet_until
        )
        assert not inside


@given(moments)
def test_a_moment_is_written_as_it_is_read(at: datetime) -> None:
    assert moment(written(at)) == at
    assert len(written(at)) == len("2026-01-01T00:00:00.000Z")


@given(moments, moments)
def test_texts_of_moments_are_in_their_order(one: datetime, other: datetime) -> None:
    assert (written(one) < written(other)) == (one < other)
