"""The status message of a room: the score of everybody and whose turn it is, from what everybody may see."""

from collections.abc import Iterable, Sequence

from service.chat.rooms.room import Post
from service.games.game_cache import Loaded
from service.language import Choice
from service.language.languages import Messages
from service.language.speech.result_text import final_score, headline
from service.language.speech.story import marked_name, voice_for
from ttr_core import Event
from ttr_core.by_post import Motions
from ttr_core.engine.views import View, view
from ttr_core.model.ids import SeatId, Witness
from ttr_core.model.phases import Paused

NEWS = 6  # sentences


def status(loaded: Loaded, lang: str, news: Sequence[str] = ()) -> Post:
    """The latest news, one line for each player, and whom the game waits for."""
    seen = view(loaded.ruleset, loaded.state, Witness.SPECTATOR)
    lines = [*news, *(_line(loaded, seen, seat, lang) for seat in range(loaded.ruleset.players))]
    if seen.last_seat is not None and not loaded.over:
        lines.append(Messages(lang)("room-last_round"))
    return Post(text="\n".join([*lines, waiting_line(loaded, lang)]), picture="board")


def news(loaded: Loaded, lang: str, events: Sequence[Event]) -> list[str]:
    """The latest events, as sentences."""
    return voice_for(loaded, lang, Witness.SPECTATOR).story(events)[-NEWS:]


def farewell(loaded: Loaded, lang: str) -> Post:
    """The end of a game as everybody who played in the room hears of it, with the final board."""
    say = Messages(lang)
    return Post(
        text="\n".join([say("room-over"), *final_score(loaded, lang, Witness.SPECTATOR), say("room-next")]),
        picture="board",
        mentions=_people(loaded, range(loaded.ruleset.players)),
        choices=_choices([(say("room-rematch"), say("room-rematch-say"))]),
    )


def waiting_line(loaded: Loaded, lang: str) -> str:
    if loaded.over:
        winners = headline(loaded, lang, Witness.SPECTATOR)
        return " ".join([Messages(lang)("room-over"), *winners, Messages(lang)("room-next")])
    if isinstance(loaded.state.phase, Paused):
        return Messages(lang)("room-paused")
    waiting = loaded.state.phase.waiting
    if not waiting:
        return Messages(lang)("room-nobody_waits")
    return Messages(lang)("room-waiting", names=_listed(loaded, waiting, lang))


def call(loaded: Loaded, lang: str, seats: Sequence[SeatId]) -> Post | None:
    """A message that notifies those of the seats' people whose turn it is; None if there are none."""
    acting = [seat for seat in seats if seat in loaded.state.present and seat in loaded.state.phase.waiting]
    if not acting:
        return None
    say = Messages(lang)
    looks = [
        (say("room-my_hand"), say("room-my_hand-say")),
        (say("room-my_moves"), say("room-my_moves-say")),
    ]
    text = say("room-your_turn", names=_listed(loaded, acting, lang))
    return Post(text=text, mentions=_people(loaded, acting), choices=_choices(looks))


def ask(loaded: Loaded, lang: str, motion: str) -> Post | None:
    """A message that asks everybody who has not answered a proposal yet; None if nobody is to."""
    agreed = loaded.state.slice(Motions).agreed.get(motion)
    asked = [] if agreed is None else [seat for seat in loaded.state.present if seat not in agreed]
    if not asked:
        return None
    say, voice = Messages(lang), voice_for(loaded, lang, Witness.SPECTATOR)
    answers = [(say("yes"), say("room-yes-say")), (say("no"), say("room-no-say"))]
    text = say("room-asked", names=_listed(loaded, asked, lang), request=voice.request(motion))
    return Post(text=text, mentions=_people(loaded, asked), choices=_choices(answers))


def _people(loaded: Loaded, seats: Iterable[SeatId]) -> tuple[str, ...]:
    return tuple(filter(None, (loaded.facts.contact(seat) for seat in seats)))


def _choices(labelled: Sequence[tuple[str, str]]) -> tuple[Choice, ...]:
    """Buttons by their labels, and the words that each of them says."""
    return tuple(Choice(number, label, words, words) for number, (label, words) in enumerate(labelled, 1))


def name_of(loaded: Loaded, seat: SeatId, lang: str) -> str:
    return loaded.facts.name(seat) or Messages(lang).seat(seat)


def _listed(loaded: Loaded, seats: Sequence[SeatId], lang: str) -> str:
    return Messages(lang).listed(name_of(loaded, seat, lang) for seat in seats)


def _line(loaded: Loaded, seen: View, seat: SeatId, lang: str) -> str:
    shown = seen.seats[seat]
    return Messages(lang)(
        "room-line",
        name=marked_name(loaded, seat, Messages(lang)),
        points=shown.points,
        trains=shown.trains,
        cards=shown.hand_size,
        tickets=shown.ticket_count,
    )
