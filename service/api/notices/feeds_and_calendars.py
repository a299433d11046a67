"""Feeds and calendars: a player's turns as Atom, their deadlines as iCalendar, and a public table as Atom."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec
from flask import Response

from service.api.access import GAME, Answer, player_only, visit
from service.api.players.me import CHANGE_PROBLEMS, OWN_PROBLEMS
from service.errors import FeedKeyNotFound, GameNotFound, KeyReused, TooManyFeedKeys, TooManyRequests
from service.games.commit import key_for
from service.games.facts import Visibility, player_stream
from service.games.game_cache import Loaded
from service.games.lobby import NameOrNone
from service.http.call import (
    BODY_PROBLEMS,
    GAME_PROBLEMS,
    STORE_PROBLEMS,
    Access,
    Answered,
    Resource,
    or_not_modified,
)
from service.http.request import (
    IDEMPOTENCY_KEY,
    LANG,
    InPath,
    JsonBody,
    base_url,
    idempotency_key,
    language,
    services,
)
from service.http.response import answer, bytes_unless_cached
from service.language.languages import Messages
from service.language.speech.story import sentences
from service.language.vocabulary.board_words import board_words
from service.notices.feed_keys import FeedKey
from service.notices.formats import atom as atom_feed
from service.notices.formats import icalendar
from service.notices.formats.atom import AtomEntry, atom
from service.notices.formats.icalendar import Deadline, calendar
from service.notices.formats.notice_texts import NoticeTexts, table_name
from service.notices.notice_ledger import Entry
from service.notices.notice_occasions import Occasion, Since, deadline_of
from service.notices.preferences import Preferences, preferences_of
from service.players.game_lists import ordered
from ttr_core.model.ids import SeatId, Witness

MOST_ENTRIES = 50
KEY = InPath(
    "key", "A feed key.", example="0f3a9c5d7e1b24680f3a9c5d7e1b24680f3a9c5d7e1b2468", pattern="^[0-9a-f]{48}$"
)
KEY_ID = InPath(
    "feed_key", "The id of a feed key of yours.", example="fk_5f0c1d3a9b7e2468", pattern="^fk_[0-9a-f]{16}$"
)

resource = Resource("notices")


class FeedKeyRequest(msgspec.Struct, kw_only=True):
    """What to call the key: the reader or calendar that will use it."""

    name: NameOrNone = ""


class FeedKeySeen(Answer, frozen=True, kw_only=True):
    """A feed key, without the key itself."""

    id: str
    name: str | None
    created_at: str


class FeedKeyList(Answer, frozen=True, kw_only=True):
    """Your feed keys, the oldest first."""

    items: Sequence[FeedKeySeen]
    next: str | None


class NewFeedKey(Answer, frozen=True, kw_only=True):
    """A feed key and its addresses, which are shown this once."""

    feed_key: FeedKeySeen
    atom_url: str
    calendar_url: str


class FeedKeyGone(Answer, frozen=True, kw_only=True):
    """The addresses of the key no longer work."""

    id: str


NEW_KEY = JsonBody(FeedKeyRequest, {"for_a_calendar": {"name": "my calendar"}})


@resource.call(
    "GET",
    "/v1/me/feed_keys",
    summary="Your feed keys",
    access=Access.TOKEN,
    answers=(Answered("The keys.", FeedKeyList),),
    problems=OWN_PROBLEMS,
)
def list_my_feed_keys() -> Response:
    keys = services().notices.feed_keys.of(player_only().player)
    return answer(FeedKeyList(items=[feed_key_seen(key) for key in keys], next=None))


@resource.call(
    "POST",
    "/v1/me/feed_keys",
    summary="Addresses for a feed reader and a calendar",
    description="Each reads your turns and deadlines without a token, and nothing else. Revoke it when it got around.",
    access=Access.TOKEN,
    parameters=(IDEMPOTENCY_KEY,),
    body=NEW_KEY,
    answers=(Answered("The key.", NewFeedKey, status=201),),
    problems=(*BODY_PROBLEMS, TooManyFeedKeys, KeyReused, *CHANGE_PROBLEMS),
)
def create_my_feed_key() -> Response:
    caller, request, sent_key = player_only(), NEW_KEY.read(), idempotency_key()
    repeated = key_for(caller.token_id, f"feed_keys/{sent_key}", request) if sent_key else None
    feed_keys = services().notices.feed_keys
    key, secret = feed_keys.issue(caller.player, request.name, sent_key or "", repeated)
    place = f"{base_url()}/v1/feeds/{secret}"
    body = NewFeedKey(
        feed_key=feed_key_seen(key), atom_url=f"{place}/turns.atom", calendar_url=f"{place}/deadlines.ics"
    )
    return answer(body, 201)


@resource.call(
    "DELETE",
    "/v1/me/feed_keys/{feed_key}",
    summary="Revoke a feed key",
    access=Access.TOKEN,
    parameters=(KEY_ID,),
    answers=(Answered("The key is revoked.", FeedKeyGone),),
    problems=(FeedKeyNotFound, *CHANGE_PROBLEMS),
)
def revoke_my_feed_key(feed_key: str) -> Response:
    services().notices.feed_keys.revoke(player_only().player, feed_key)
    return answer(FeedKeyGone(id=feed_key))


@resource.call(
    "GET",
    "/v1/feeds/{key}/turns.atom",
    summary="Your turns as Atom",
    description="One entry for each game that waits for you, in the language and the zone of your preferences.",
    parameters=(KEY,),
    answers=or_not_modified("The feed.", media=(atom_feed.MEDIA_TYPE,)),
    problems=(FeedKeyNotFound, TooManyRequests, *STORE_PROBLEMS),
)
def get_turns_feed(key: str) -> Response:
    player, preferences = _reader(key)
    entries = [_turn_entry(loaded, seat, preferences) for loaded, seat in _waiting(player)]
    feed = atom(
        title=Messages(preferences.lang)("notice-feed"),
        identity=f"urn:ttr:turns:{sha256(key.encode()).hexdigest()[:32]}",
        address=f"{base_url()}/v1/feeds/{key}/turns.atom",
        updated=max((entry.updated for entry in entries), default="1970-01-01T00:00:00.000Z"),
        entries=entries,
        lang=preferences.lang,
    )
    return _whole(feed, atom_feed.MEDIA_TYPE)


@resource.call(
    "GET",
    "/v1/feeds/{key}/deadlines.ics",
    summary="Your deadlines as a calendar",
    description="One event for each game that waits for you and has a clock, with an alarm two hours before.",
    parameters=(KEY,),
    answers=or_not_modified("The calendar.", media=(icalendar.MEDIA_TYPE,)),
    problems=(FeedKeyNotFound, TooManyRequests, *STORE_PROBLEMS),
)
def get_deadlines_calendar(key: str) -> Response:
    player, preferences = _reader(key)
    waiting = [_deadline(loaded, seat, preferences) for loaded, seat in _waiting(player)]
    say = Messages(preferences.lang)
    deadlines = [deadline for deadline in waiting if deadline is not None]
    return _whole(calendar(say("notice-calendar"), deadlines), icalendar.MEDIA_TYPE)


@resource.call(
    "GET",
    "/v1/games/{game}/feed.atom",
    summary="A public table as Atom",
    description="What happened at a public table, the latest first, as everybody may know it.",
    parameters=(GAME, LANG),
    answers=or_not_modified("The feed.", media=(atom_feed.MEDIA_TYPE,)),
    problems=GAME_PROBLEMS,
)
def get_game_feed(game: str) -> Response:
    loaded, lang = visit(game).now, language()
    if loaded.facts.visibility is not Visibility.PUBLIC:
        raise GameNotFound()
    entries = list(_game_entries(loaded, lang))
    board = board_words(loaded.ruleset, lang).label(loaded.ruleset.board.title)
    feed = atom(
        title=Messages(lang)("notice-feed-game", board=board),
        identity=f"urn:ttr:game:{game}",
        address=f"{base_url()}/v1/games/{game}/feed.atom",
        updated=loaded.at,
        entries=entries[::-1],
        lang=lang,
    )
    return _whole(feed, atom_feed.MEDIA_TYPE)


def _game_entries(loaded: Loaded, lang: str) -> Iterator[AtomEntry]:
    events = services().games.cache.read_events(loaded.game, max(0, loaded.version - 2 * MOST_ENTRIES))
    texts = sentences(loaded, lang, Witness.SPECTATOR, events)
    said = [(envelope, text) for (envelope, _), text in zip(events, texts, strict=True) if text]
    for envelope, text in said[-MOST_ENTRIES:]:
        yield AtomEntry(
            id=f"urn:ttr:game:{loaded.game}:{envelope.version}",
            title=text,
            updated=envelope.at,
            text=text,
            link=_texts().link(loaded.game),
        )


def _reader(key: str) -> tuple[str, Preferences]:
    player = services().notices.feed_keys.owner(key)
    services().commands.admit(f"feed:{player}")
    return player, preferences_of(services().store.facts(player_stream(player)))


def _waiting(player: str) -> Iterator[tuple[Loaded, SeatId]]:
    """The games that wait for the player, each with the seat that they hold there."""
    rows = [place.game for place, row in ordered(services().lists.of(player)) if row.group == "waiting"]
    for game in rows[:MOST_ENTRIES]:
        try:
            loaded = services().games.cache.read_latest(game)
        except GameNotFound:
            continue
        mine = [seat for seat in loaded.state.phase.waiting if loaded.facts.player(seat) == player]
        yield from ((loaded, seat) for seat in mine[:1])


def _turn_entry(loaded: Loaded, seat: SeatId, preferences: Preferences) -> AtomEntry:
    text = _texts().text(loaded, _entry(loaded, seat), preferences)
    return AtomEntry(
        id=f"urn:ttr:turn:{loaded.game}:{seat}:{loaded.state.turns}",
        title=text.title,
        updated=loaded.at,
        text=text.body,
        link=text.link,
    )


def _deadline(loaded: Loaded, seat: SeatId, preferences: Preferences) -> Deadline | None:
    entry = _entry(loaded, seat)
    if entry.deadline_at is None:
        return None
    text, say = _texts().text(loaded, entry, preferences), Messages(preferences.lang)
    return Deadline(
        uid=f"{loaded.game}-{seat}@ttr",
        sequence=loaded.version,
        changed_at=loaded.at,
        at=entry.deadline_at,
        title=say("notice-calendar-entry", table=table_name(loaded, seat, preferences.lang)),
        text=text.body,
        link=text.link,
    )


def _entry(loaded: Loaded, seat: SeatId) -> Entry:
    """The turn that runs, as the ledger would have it."""
    since = Since(loaded.version, loaded.at)
    return Entry(loaded.game, Occasion.YOUR_TURN, seat, since, deadline_of(loaded, seat))


def _texts() -> NoticeTexts:
    return NoticeTexts(services().games, base_url())


def _whole(body: bytes, media_type: str) -> Response:
    return bytes_unless_cached(f'"{sha256(body).hexdigest()[:16]}"', media_type, lambda: body)


def feed_key_seen(key: FeedKey) -> FeedKeySeen:
    return FeedKeySeen(id=key.id, name=key.label or None, created_at=key.created_at)
