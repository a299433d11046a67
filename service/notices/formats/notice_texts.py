"""The texts of notices: which game, who moved, what happened since one's last turn, until when. Nothing that is hidden.

What happened is said as everybody at the table may know it, so not even the owner's own cards are in a notice.
"""

from collections.abc import Mapping, Sequence

import msgspec

from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.languages import Messages
from service.language.speech.result_text import final_score
from service.language.speech.story import voice_for
from service.language.vocabulary.board_words import board_words
from service.language.vocabulary.moments import moment_in_words
from service.notices.notice_ledger import Entry
from service.notices.notice_occasions import REMATCH, Occasion
from service.notices.preferences import Preferences
from service.notices.talk_news import heard
from service.table_talk.table_talk import quiet_talk
from service.table_talk.talk_message import Said
from service.webhooks.payload import LOOK_BACK, MOST_SENTENCES, events_since
from ttr_core import Event
from ttr_core.model.ids import SeatId, Witness

MOST_MESSAGES = 5  # whose words are in one notice
TURNS = (Occasion.YOUR_TURN, Occasion.REMINDER)


class NoticeText(msgspec.Struct, frozen=True, kw_only=True):
    title: str
    deadline: str  # a sentence; "" where there is none to speak of
    heading: str  # of what happened; "" if nothing did
    happened: Sequence[str]
    link: str

    @property
    def body(self) -> str:
        """All but the title, in one paragraph."""
        return " ".join(filter(None, (self.deadline, *self.happened)))


class NoticeTexts:
    """Texts in the words of a player's preferences, with links that begin with `base`."""

    def __init__(self, games: Games, base: str) -> None:
        self._games, self._base, self._talk = games, base, quiet_talk(games)

    def text(self, loaded: Loaded, entry: Entry, preferences: Preferences) -> NoticeText:
        say, is_turn = Messages(preferences.lang, loaded.ruleset), entry.occasion in TURNS
        happened = self._happened(loaded, entry, say)
        heading = say("notice-since") if is_turn else say("notice-happened")
        return NoticeText(
            title=say(
                f"notice-title-{entry.occasion.value}", table=table_name(loaded, entry.seat, preferences.lang)
            ),
            deadline=self._deadline(entry, preferences, say) if is_turn else "",
            heading=heading if happened else "",
            happened=happened,
            link=self.link(loaded.game),
        )

    def link(self, game: str) -> str:
        return f"{self._base}/g/{game}"

    def _deadline(self, entry: Entry, preferences: Preferences, say: Messages) -> str:
        if entry.deadline_at is None:
            return say("notice-no-deadline")
        return say("notice-deadline", moment=moment_in_words(entry.deadline_at, preferences.zone, say))

    def _happened(self, loaded: Loaded, entry: Entry, say: Messages) -> Sequence[str]:
        names = names_at(loaded, say)
        if entry.occasion is Occasion.TABLE_FULL:
            return [say("notice-full")]
        if entry.occasion is Occasion.MESSAGE:
            return self._messages(loaded, entry, names, say)
        if entry.motion == REMATCH:
            return [say("notice-rematch")]
        if entry.occasion is Occasion.GAME_OVER:
            return final_score(loaded, say.lang, Witness.SPECTATOR if entry.seat is None else entry.seat)
        events = self._events(loaded.game, entry)
        return voice_for(loaded, say.lang, Witness.SPECTATOR).story(events)[-MOST_SENTENCES:]

    def _messages(
        self, loaded: Loaded, entry: Entry, names: Mapping[SeatId, str], say: Messages
    ) -> Sequence[str]:
        """The latest words of others; there may be more by now than there were when the talk began."""
        assert entry.seat is not None  # who plays no seat is not notified of talk
        said = heard(self._talk, loaded, entry.seat, entry.version)[-MOST_MESSAGES:]
        return [say("room-talk", who=_speaker(one, names, say), text=one.text) for one in said]

    def _events(self, game: str, entry: Entry) -> list[Event]:
        """Of a turn all since the last one; of anything else what one command has led to."""
        start = max(0, entry.version - LOOK_BACK)
        if entry.occasion in TURNS:
            stored = self._games.cache.read_events(game, start, entry.version - start)
            return _without_clock(events_since(entry.seat, stored))
        *_, commit = self._games.cache.read_commits(game, start, entry.version - start)
        return _without_clock([event for _, event in commit])


def _without_clock(events: Sequence[Event]) -> list[Event]:
    """A notice states the one deadline that counts by itself."""
    return [event for event in events if not event.states_time]


def _speaker(said: Said, names: Mapping[SeatId, str], say: Messages) -> str:
    return say("room-talk_host") if said.posted.seat is None else names[said.posted.seat]


def names_at(loaded: Loaded, say: Messages) -> dict[SeatId, str]:
    return {seat: loaded.facts.name(seat) or say.seat(seat) for seat in range(loaded.ruleset.players)}


def table_name(loaded: Loaded, seat: SeatId | None, lang: str) -> str:
    """The game as one of its players knows it: its title, its board, and the others at the table."""
    say = Messages(lang, loaded.ruleset)
    others = say.listed(name for number, name in names_at(loaded, say).items() if number != seat)
    board = board_words(loaded.ruleset, lang).label(loaded.ruleset.board.title)
    title = loaded.facts.title
    if title:
        return say("notice-table-named", title=title, board=board, others=others)
    return say("notice-table", board=board, others=others)
