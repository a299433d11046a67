"""Three people, two bots, five games and three weeks: exactly what each of them receives, and when.

Ann reads mail in Paris and wants quiet nights. Ben has push on a phone and a laptop, and loses the phone. Cleo reads a
feed and a calendar. Ann and Ben play a rematch, and Cleo is erased.
"""

from collections.abc import Iterator
from contextlib import ExitStack

import feedparser  # type: ignore[import-untyped]  # the library has no types
import pytest
from icalendar import Calendar

from tests.support.mail.mail_server import MailServer, mail_server
from tests.support.notices.browsers import Browser
from tests.support.notices.notice_service import BASE, NoticeService, Person
from tests.support.webhooks.webhook_receivers import receiver, saying, status

ANN = "ann@example.org"
TWO_DAYS = {"kind": "per_move", "seconds": 172_800, "zone": "Europe/Paris"}


class Story(NoticeService):
    """Keeps a journal: when what arrived where."""

    def __init__(self, mail: MailServer) -> None:
        super().__init__(mail)
        self.journal: list[tuple[str, str, str]] = []
        self.browsers: dict[str, Browser] = {}
        self._read: dict[str, int] = {}

    def work(self) -> None:
        super().work()
        at = f"{self.clock.now[8:16]}".replace("T", " ")
        for mail in self.mail.received[self._read.get("mail", 0) :]:
            self.journal.append((at, "Ann's mail", str(mail.message["Subject"])))
        self._read["mail"] = len(self.mail.received)
        for name, browser in self.browsers.items():
            messages = browser.messages()
            for message in messages[self._read.get(name, 0) :]:
                self.journal.append((at, name, message["title"] or message["type"]))
            self._read[name] = len(messages)

    def entries(self) -> list[tuple[str, str, str]]:
        """What is new in the journal."""
        new, self.journal = self.journal, []
        return new

    def subscribe(self, person: Person, name: str, browser: Browser) -> None:
        self.browsers[name] = browser
        reply = self.ask("POST", "/v1/me/channels", person, {**browser.subscription, "name": name})
        self.work()
        code = browser.messages()[-1]["code"]
        channel = reply.json["channel"]["id"]
        assert self.ask("POST", f"/v1/me/channels/{channel}/confirm", person, {"code": code}).status == 200

    def until(self, moment: str) -> None:
        """Passes the time until a day of November and an hour (UTC)."""
        day, _, hour = moment.partition(" ")
        hours, _, minutes = hour.partition(":")
        now = self.clock.now
        minutes_now = (int(now[8:10]) * 24 + int(now[11:13])) * 60 + int(now[14:16])
        self.pass_time(minutes=(int(day) * 24 + int(hours)) * 60 + int(minutes) - minutes_now)


@pytest.fixture
def story() -> Iterator[Story]:
    with mail_server() as mail:
        yield Story(mail)


def titles(story: Story, place: str) -> list[str]:
    feed = feedparser.parse(story.caller.get(f"{place}/turns.atom").body)
    return sorted(entry.title for entry in feed.entries)


def deadlines(story: Story, place: str) -> list[str]:
    calendar = Calendar.from_ical(story.caller.get(f"{place}/deadlines.ics").body)
    return sorted(f"{event.start:%d %H:%M}" for event in calendar.events)


def test_three_weeks_of_notices(story: Story) -> None:
    with ExitStack() as ending:
        phone, laptop = (Browser(ending.enter_context(receiver())) for _ in "ab")
        ann, ben, cleo = (story.person(name) for name in ("Ann", "Ben", "Cleo"))
        quiet = {"start": "22:00", "end": "07:00"}
        story.by_mail(ann, ANN, lang="fr", zone="Europe/Paris", quiet_hours=quiet)
        story.subscribe(ben, "phone", phone)
        story.subscribe(ben, "laptop", laptop)
        key = story.ask("POST", "/v1/me/feed_keys", cleo, {"name": "reader"}).json
        place = key["atom_url"].removeprefix(BASE).removesuffix("/turns.atom")
        confirmed = [("16 12:00", name, "Confirm this channel") for name in ("phone", "laptop")]
        assert story.entries() == confirmed

        # Monday: a game of three begins, and all choose tickets; Ann is at a desk and does so at once
        three = story.table(ann, ben, cleo, clock=TWO_DAYS)
        story.work()
        both = ("phone", "laptop")
        your_turn = "Your turn: United States with Ann and Cleo"
        assert story.entries() == [("16 12:00", name, your_turn) for name in both]
        story.play(three)  # Ann
        story.pass_time(minutes=10)
        assert story.entries() == []  # Ann played, so there is no mail
        story.play(three)  # Ben, on the laptop: the phone closes what it shows
        story.work()
        assert story.entries() == [("16 12:10", name, "withdrawn") for name in both]
        assert titles(story, place) == ["Your turn: United States with Ann and Ben"]
        assert deadlines(story, place) == ["18 12:00"]
        story.play(three)  # Cleo: the first turn is Ann's
        assert (titles(story, place), deadlines(story, place)) == ([], [])

        # a second game against two bots, which wait for nobody
        story.until("16 20:58")
        assert story.entries() == [
            ("16 12:15", "Ann's mail", "À vous de jouer : États-Unis avec Ben et Cleo")
        ]
        bots = story.table(ann, "greedy", "greedy")
        story.play(bots, 3)
        story.until("16 23:59")  # 21:58 in Paris, and five minutes later the night begins
        assert story.entries() == []
        story.until("17 06:00")
        assert story.entries() == [
            ("17 06:00", "Ann's mail", "À vous de jouer : États-Unis avec Ada et Boris")
        ]

        # Tuesday: Ann looks at both games and plays one of them, then a third game begins, and Ben loses a phone
        story.play_on(three, ann)
        story.work()
        assert story.entries() == [("17 06:00", name, your_turn) for name in both]
        phone.service.answer = saying(status(410))
        story.play_on(three, ben)
        story.work()
        assert story.entries() == [("17 06:00", name, "withdrawn") for name in both]
        assert [one["name"] for one in story.ask("GET", "/v1/me/channels", ben).json["items"]] == ["laptop"]
        duel = story.table(ben, ann, title="Duel")
        story.work()
        duel_of_ben = "Your turn: “Duel”, United States with Ann"
        assert story.entries() == [("17 06:00", "laptop", duel_of_ben)]
        story.play(duel, 2)
        story.work()
        story.ask("PUT", f"/v1/me/games/{duel}/seen", ann, {"version": story.version(duel)})
        story.pass_time(hours=1)
        assert story.entries() == [("17 06:00", "laptop", duel_of_ben)]  # the first turn is Ben's

        # two weeks later: the duel ends, and its players begin a rematch in the other order
        story.until("30 09:00")
        story.finish(duel)
        story.work()
        over = story.entries()
        assert over == [("30 09:00", "laptop", "The game is over: “Duel”, United States with Ann")]
        story.pass_time(minutes=5)
        assert story.entries() == [
            ("30 09:05", "Ann's mail", "La partie est terminée : « Duel », États-Unis avec Ben")
        ]
        rematch = story.ask("POST", f"/v1/games/{duel}/rematch", ann, {}).json["id"]
        story.work()
        asked = "A request to you: “Duel”, United States with Ann"
        assert story.entries() == [("30 09:05", "laptop", asked)]  # the seat is kept for Ben
        story.pass_time(hours=1)
        assert story.ask("POST", f"/v1/games/{rematch}/seats", ben, {}).status == 201
        story.work()  # Ben took the last seat, and so has seen that it begins
        assert story.entries() == [("30 10:05", "laptop", "withdrawn")]
        last = story.table(ann, cleo)
        assert titles(story, place) == [
            "Your turn: United States with Ann",
            "Your turn: United States with Ann and Ben",
        ]
        story.pass_time(minutes=5)
        assert story.entries() == [("30 10:10", "Ann's mail", "2 parties vous attendent")]

        # Cleo says something, which Ann does not want by mail, and is erased: nobody hears the name or the words
        said = story.ask("POST", f"/v1/games/{last}/messages", cleo, {"text": "Bonne chance !"})
        assert said.status == 201
        assert story.ask("DELETE", "/v1/me", cleo).status == 200
        assert story.caller.get(f"{place}/turns.atom").status == 404
        assert story.caller.get(f"{place}/deadlines.ics").status == 404
        story.play(rematch, 2)  # both choose tickets; who begins is left to chance
        story.play_until(rematch, ben)
        story.play_until(last, ann)
        story.pass_time(hours=1)
        assert story.entries() == [
            ("30 10:10", "laptop", "Your turn: “Duel”, United States with Ann"),
            ("30 10:15", "Ann's mail", "À vous de jouer : États-Unis avec Place 2"),
        ]
        latest = story.mail.received[-1]
        assert "Cleo" not in latest.text + str(latest.message["Subject"])
        assert story.services.games.cache.read_latest(last).facts.names() == ("Ann", None)

        # nothing more comes to anybody
        story.pass_time(days=3)
        assert story.entries() == []
