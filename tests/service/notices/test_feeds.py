"""Feeds and calendars, read by parsers that are not ours."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import feedparser  # type: ignore[import-untyped]  # the library has no types
import pytest
from icalendar import Calendar

from tests.support.boards.hostile_board import BAIT
from tests.support.notices.notice_service import BASE, NoticeService, Person, notice_service

CLOCK = {"kind": "per_move", "seconds": 86_400, "zone": "UTC"}


@pytest.fixture
def office() -> Iterator[NoticeService]:
    with notice_service() as running:
        yield running


def feed_of(office: NoticeService, person: Person) -> str:
    reply = office.ask("POST", "/v1/me/feed_keys", person, {"name": "my reader"})
    assert reply.status == 201, reply.body
    url: str = reply.json["atom_url"]
    return url.removeprefix(BASE).removesuffix("/turns.atom")


def test_turns_are_a_feed_and_deadlines_a_calendar(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Zoë & <b>")
    office.prefer(ann, lang="fr", zone="Europe/Paris")
    game = office.table(ann, ben, clock=CLOCK, title="Le tour, des grands lacs; et plus")
    office.play(game, 2)
    office.play_until(game, ann)
    place = feed_of(office, ann)
    reply = office.caller.get(f"{place}/turns.atom")
    feed = feedparser.parse(reply.body)
    assert (feed.bozo, feed.version, feed.feed.title) == (False, "atom10", "Vos tours")
    (entry,) = feed.entries
    assert entry.link == f"{BASE}/g/{game}"
    assert "Zoë &" in entry.title
    assert "Vous avez jusqu'au mardi 17 novembre à 13\u00a0h (heure de Paris)." in entry.summary
    calendar = Calendar.from_ical(office.caller.get(f"{place}/deadlines.ics").body)
    (event,) = calendar.events
    assert event.start == datetime(2026, 11, 17, 12, tzinfo=UTC)
    assert (str(event["UID"]), int(str(event["SEQUENCE"]))) == (f"{game}-0@ttr", office.version(game))
    assert "Le tour, des grands lacs; et plus" in str(event["SUMMARY"])
    (alarm,) = event.alarms.times
    assert alarm.trigger == event.start - timedelta(hours=2)
    assert all(len(line) <= 75 for line in office.caller.get(f"{place}/deadlines.ics").body.split(b"\r\n"))
    office.play_on(game, ann)
    assert Calendar.from_ical(office.caller.get(f"{place}/deadlines.ics").body).events == []
    office.pass_time(hours=3)
    office.play_until(game, ann)
    (later,) = Calendar.from_ical(office.caller.get(f"{place}/deadlines.ics").body).events
    assert (later["UID"], later.start) == (event["UID"], event.start + timedelta(hours=3))
    assert int(str(later["SEQUENCE"])) > int(str(event["SEQUENCE"]))


def test_names_and_titles_are_text_in_feeds_and_calendars(office: NoticeService) -> None:
    ann, eve = office.person("Ann"), office.person(BAIT)
    game = office.table(ann, eve, clock=CLOCK, title=BAIT, visibility="public")
    office.play(game, 2)
    office.play_until(game, ann)
    place = feed_of(office, ann)
    for address in (f"{place}/turns.atom", f"/v1/games/{game}/feed.atom"):
        parts = list(ElementTree.fromstring(office.caller.get(address).body).iter())
        assert [part for part in parts if part.tag.endswith("img")] == []
        assert {part.get("type") for part in parts if part.text and BAIT in part.text} <= {None, "text"}
        assert any(BAIT in (part.text or "") for part in parts)
    calendar = office.caller.get(f"{place}/deadlines.ics").body
    (event,) = Calendar.from_ical(calendar).events
    assert str(event["SUMMARY"]).count(BAIT) == 2  # the title, and who else plays
    assert b"ALTREP" not in calendar  # nothing of it is HTML
    assert b"X-ALT-DESC" not in calendar


def test_a_feed_is_empty_when_nothing_waits(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    game = office.table(ann, ben, clock=CLOCK)
    office.play(game, 2)
    office.play_on(game, ann)
    place = feed_of(office, ann)
    assert feedparser.parse(office.caller.get(f"{place}/turns.atom").body).entries == []
    assert Calendar.from_ical(office.caller.get(f"{place}/deadlines.ics").body).events == []


def test_the_entry_of_a_turn_stays_the_same_until_the_next(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    game = office.table(ann, ben)
    place, ids = feed_of(office, ann), []
    for _ in range(2):
        office.play_until(game, ann)
        seen = [feedparser.parse(office.caller.get(f"{place}/turns.atom").body).entries[0].id for _ in "ab"]
        assert seen[0] == seen[1]
        ids.append(seen[0])
    assert ids[0] != ids[1]


def test_a_key_reads_no_more_than_turns_and_ends_when_it_is_revoked(office: NoticeService) -> None:
    ann = office.person("Ann")
    place = feed_of(office, ann)
    key = place.rpartition("/")[2]
    assert office.caller.get("/v1/me", key).status == 401
    (kept,) = office.ask("GET", "/v1/me/feed_keys", ann).json["items"]
    assert key not in str(office.ask("GET", "/v1/me/export", ann).json)
    assert office.ask("DELETE", f"/v1/me/feed_keys/{kept['id']}", ann).status == 200
    gone = office.caller.get(f"{place}/turns.atom")
    never = office.caller.get(f"/v1/feeds/{'0' * 48}/turns.atom")
    assert (gone.status, gone.code) == (never.status, never.code) == (404, "feed_key_not_found")


def test_a_request_for_a_key_that_is_sent_again_makes_no_second_one(office: NoticeService) -> None:
    ann, name, again = office.person("Ann"), {"name": "my reader"}, {"Idempotency-Key": "reader"}
    first = office.ask("POST", "/v1/me/feed_keys", ann, name, again)
    assert first.status == 201
    assert office.ask("POST", "/v1/me/feed_keys", ann, name, again).json == first.json
    other = office.ask("POST", "/v1/me/feed_keys", ann, {"name": "another"}, again)
    assert (other.status, other.code) == (422, "idempotency_key_reused")
    assert len(office.ask("GET", "/v1/me/feed_keys", ann).json["items"]) == 1
    assert office.caller.get(first.json["atom_url"].removeprefix(BASE)).status == 200


def test_a_public_table_has_a_feed_and_others_have_none(office: NoticeService) -> None:
    ann, ben = office.person("Ann"), office.person("Ben")
    public = office.table(ann, ben, visibility="public")
    office.play(public, 6)
    feed = feedparser.parse(office.caller.get(f"/v1/games/{public}/feed.atom").body)
    assert not feed.bozo
    assert any("Ann" in entry.title for entry in feed.entries)
    hidden = office.table(ann, ben, visibility="unlisted")
    reply = office.caller.get(f"/v1/games/{hidden}/feed.atom")
    assert (reply.status, reply.code) == (404, "game_not_found")
