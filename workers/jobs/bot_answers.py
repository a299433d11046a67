"""What bots say at a table: one sentence about their last move, if somebody there asks them by name, and nothing else.

The sentence is made of what everybody at the table has seen. A message is answered once by each bot that it asks,
however often the job runs.
"""

import re
from hashlib import sha256

from service.errors import Forbidden
from service.games.commit import Key
from service.games.game_cache import Loaded
from service.games.game_view import BOT
from service.games.games import Games
from service.games.tokens import Grant, TokenRole
from service.language.grammar.phrases import Words, plain_words
from service.language.languages import DEFAULT_LANG, heard_words, language_of
from service.language.speech.story import Voice, seen_by, voice_for
from service.table_talk.table_talk import TableTalk, quiet_talk
from service.table_talk.talk_message import Channel, Said, Speaker
from ttr_core import Event, SeatId
from ttr_core.by_post import Holders
from ttr_core.model.events import CardDrawn, CardTaken, RouteClaimed, TicketsKept
from ttr_core.model.ids import Witness
from ttr_core.model.message import redact

LOOKED_BACK = 200  # events, for the last move: more than a round has


def answer_question(games: Games, game: str, number: int) -> None:
    """Lets every bot answer that the message asks, if it asks any."""
    talk = quiet_talk(games)
    said = next((entry for entry in talk.after(game, number - 1, 1) if isinstance(entry, Said)), None)
    if said is None or not said.text or said.posted.channel is not Channel.TABLE:
        return
    loaded = games.cache.read_latest(game)
    if _is_bot(loaded, said.posted.seat):
        return
    for seat in asked_bots(loaded, said.text):
        text = last_move(games, loaded, seat, language_of_question(loaded, said.text))
        _post(talk, loaded, seat, text, number)


def _post(talk: TableTalk, loaded: Loaded, seat: SeatId, text: str, number: int) -> None:
    holder = loaded.state.slice(Holders).numbers[seat]
    name = sha256(f"bot-answer/{seat}/{holder}/{number}".encode()).hexdigest()
    speaker = Speaker(Grant(TokenRole.SEAT, seat), holder)
    try:
        talk.post(loaded.game, loaded.version, speaker, text, Key(name, payload=name))
    except Forbidden:  # the host has muted the bot, or the operator has closed the talk
        return


# who is asked


def _is_bot(loaded: Loaded, seat: SeatId | None) -> bool:
    return seat is not None and loaded.state.seats[seat].kind.startswith(BOT)


def asked_bots(loaded: Loaded, text: str) -> list[SeatId]:
    """The bots that a message speaks to and asks something."""
    seats = range(loaded.ruleset.players)
    names = [(seat, loaded.facts.name(seat)) for seat in seats if _is_bot(loaded, seat)]
    return [seat for seat, name in names if name and _asks(text, name)]


def _asks(text: str, name: str) -> bool:
    """`@Ada why?`, `Ada, was that wise?`, `why, Ada`: not every question that mentions Ada is for her."""
    words, own, whys = plain_words(text), plain_words(name), [word for _, word in _whys()]
    if not _places(words, own):
        return False
    beside = any(_places(words, (*own, *why)) or _places(words, (*why, *own)) for why in whys)
    is_question = "?" in text or any(_places(words, why) for why in whys)
    return beside or (is_question and _speaks_to(text, name))


def _speaks_to(text: str, name: str) -> bool:
    called = re.escape(name.casefold())
    patterns = (rf"@{called}(?!\w)", rf"^\W*{called}\s*[,:;!?]", rf",\s*{called}\W*$")
    return any(re.search(pattern, text.strip().casefold()) for pattern in patterns)


def _places(words: Words, wanted: Words) -> list[int]:
    """Where the wanted words follow each other."""
    size = len(wanted)
    return [n for n in range(len(words) - size + 1) if size and words[n : n + size] == wanted]


def _whys() -> list[tuple[str, Words]]:
    """How each language asks for reasons."""
    return [(lang, plain_words(why)) for lang, heard in heard_words().items() for why in heard.talk["why"]]


def language_of_question(loaded: Loaded, text: str) -> str:
    """The language whose words it asks with, else the one that is spoken at the table."""
    words = plain_words(text)
    asked_in = (lang for lang, why in _whys() if _places(words, why))
    return next(asked_in, language_of(loaded.facts.lang or DEFAULT_LANG))


# what it says


def last_move(games: Games, loaded: Loaded, seat: SeatId, lang: str) -> str:
    """One sentence about what the seat did last, as everybody saw it."""
    voice = voice_for(loaded, lang, Witness.SPECTATOR)
    after = max(loaded.version - LOOKED_BACK, 0)
    for _, event in reversed(games.cache.read_events(loaded.game, after)):
        if getattr(event, "seat", None) == seat and (story := voice.public_story([event])):
            return _sentence(voice, loaded, seat, redact(event, Witness.SPECTATOR), story[0])
    return voice.say("bot-answer-nothing")


def _sentence(voice: Voice, loaded: Loaded, seat: SeatId, event: Event, story: str) -> str:
    shown = seen_by(loaded, Witness.SPECTATOR).seats[seat]
    match event:
        case RouteClaimed():
            route = voice.words.route(event.route)
            return voice.say("bot-answer-claim", route=route, points=event.points, trains=shown.trains)
        case CardDrawn() | CardTaken():
            return voice.say("bot-answer-cards", cards=shown.hand_size)
        case TicketsKept():
            return voice.say("bot-answer-tickets", tickets=shown.ticket_count)
        case _:
            return voice.say("bot-answer-other", move=story)
