"""Each of the six occasions, on each of the five kinds of channels, in each language: which game, who, until when."""

import time
from collections.abc import Iterator
from email.header import decode_header, make_header

import msgspec
import pytest

from service.chat.rooms import Rooms, Speaker
from service.notices.preferences import KINDS
from service.rate_limit import RateLimit
from tests.support.notices.notice_service import NoticeService, notice_service
from tests.support.webhooks.webhook_receivers import Receiver, receiver
from ttr_core.by_post import Remind
from ttr_core.model.actor import SYSTEM

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
ADDRESS = "ann@example.org"
CLOCK = {"kind": "per_move", "seconds": 86_400, "zone": "America/New_York", "reminders": [3600]}
DEADLINES = {
    "en": "You have until Tue 17 Nov 13:00 in Paris.",
    "fr": "Vous avez jusqu'au mardi 17 novembre à 13\u00a0h (heure de Paris).",
}
TITLES = {
    "en": {
        "your_turn": "Your turn: United States with Ben",
        "reminder": "Still your turn: United States with Ben",
        "request": "A request to you: United States with Ben",
        "game_over": "The game is over: United States with Ben",
        "message": "New messages: United States with Ben",
        "table_full": "The table is full: United States with Ben",
    },
    "fr": {
        "your_turn": "À vous de jouer : États-Unis avec Ben",
        "reminder": "C'est toujours à vous : États-Unis avec Ben",
        "request": "Une demande pour vous : États-Unis avec Ben",
        "game_over": "La partie est terminée : États-Unis avec Ben",
        "message": "Nouveaux messages : États-Unis avec Ben",
        "table_full": "La table est complète : États-Unis avec Ben",
    },
}


class Desk:
    """Ann, with a channel of every kind that hears of everything, and what each of them got."""

    def __init__(self, office: NoticeService, places: dict[str, Receiver], lang: str) -> None:
        self.office, self.places = office, places
        self.ann, self.ben = office.person("Ann"), office.person("Ben")
        office.by_mail(self.ann, ADDRESS)
        everything = {occasion: list(KINDS) for occasion in TITLES[lang]}
        self.browser = office.by_push(
            self.ann,
            places["push"],
            lang=lang,
            zone="Europe/Paris",
            occasions=everything,
            mail_after_seconds=0,
            digest="each",
        )
        for kind in ("webhook", "ntfy"):
            office.by_code(self.ann, kind, places[kind])
        code = office.ask("POST", "/v1/me/channels", self.ann, {"kind": "chat"}).json["code"]
        rooms = Rooms(office.services.games, RateLimit(20, time.monotonic).admit)
        rooms.hear("bridge:parlour", Speaker(person="p-ann", name="Ann"), f"notices {code}")

    def received(self) -> dict[str, tuple[str, str]]:
        """The title and the text of what came since, by kind; one of each."""
        self.office.work()
        (pushed,) = [one for one in self.browser.messages() if one["type"] != "withdrawn"]
        (hooked,) = [msgspec.json.decode(got.body)["data"] for got in self.places["webhook"].got]
        (topic,) = self.places["ntfy"].got
        (post,) = [msgspec.json.decode(got.body)["post"]["text"] for got in self.places["chat"].got]
        (mail,) = self.office.mail.received
        return {
            "push": (pushed["title"], pushed["text"]),
            "webhook": (hooked["title"], hooked["text"]),
            "ntfy": (str(make_header(decode_header(topic.headers["title"]))), topic.body.decode()),
            "chat": (post.partition("\n")[0], post.partition("\n")[2]),
            "mail": (str(mail.message["Subject"]), mail.text),
        }

    def clear(self) -> None:
        self.office.work()
        for place in self.places.values():
            place.got.clear()
        self.office.mail.received.clear()


@pytest.fixture
def places() -> Iterator[dict[str, Receiver]]:
    with receiver() as push, receiver() as webhook, receiver() as ntfy, receiver() as chat:
        yield {"push": push, "webhook": webhook, "ntfy": ntfy, "chat": chat}


def happen(desk: Desk, occasion: str) -> None:
    """Something that Ann is to hear of; all before is heard and forgotten."""
    office, ann, ben = desk.office, desk.ann, desk.ben
    if occasion == "table_full":
        office.table(ann, ben, start="by_host")
        return
    game = office.at_turns(ann, ben, clock=CLOCK)
    office.play_on(game, ann)
    desk.clear()
    if occasion == "message":
        office.ask("POST", f"/v1/games/{game}/messages", ben, {"text": "Bravo!"})
    elif occasion == "request":
        body = {"type": "propose", "motion": "pause"}
        office.ask("POST", f"/v1/games/{game}/commands", ben, body, {"If-Match": "*"})
    elif occasion == "game_over":
        office.finish(game)
    else:
        office.play_until(game, ann)
    if occasion == "reminder":
        desk.clear()
        games = office.services.games
        games.perform(games.cache.read_latest(game), [Remind(seat=0, nth=1)], SYSTEM)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_occasion_comes_by_every_channel(places: dict[str, Receiver], lang: str) -> None:
    for occasion, title in TITLES[lang].items():
        with notice_service(bridge_secret=SECRET, bridge_url=places["chat"].url) as office:
            desk = Desk(office, places, lang)
            desk.clear()
            happen(desk, occasion)
            received = desk.received()
            titles = {kind: heading.replace("\u00a0", " ") for kind, (heading, _) in received.items()}
            assert titles == dict.fromkeys(KINDS, title)  # headers have plain spaces only
            texts = {kind: text for kind, (_, text) in received.items()}
            if occasion in ("your_turn", "reminder"):
                assert all(DEADLINES[lang] in text for text in texts.values()), texts
            if occasion in ("your_turn", "request"):
                assert all("Ben " in text for text in texts.values()), texts
            assert all("Bravo!" not in texts[kind] for kind in ("chat",))
            desk.clear()
