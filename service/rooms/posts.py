"""What a room gets to read, before any platform gives it a shape."""

import msgspec

from service.talk import Choice
from ttr_core.words import SeatId


class Post(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    choices: tuple[Choice, ...] = ()
    picture: str = ""  # "board" or "hand": what would show it
    mentions: tuple[str, ...] = ()  # the platform's ids of people who should hear of it


class Posts(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a message: something for the room, something for the one who wrote, or both."""

    public: Post | None = None
    private: Post | None = None
    game: str = ""  # whose pictures are meant
    version: int = 0  # of the game that was answered from
    seat: SeatId | None = None  # of the one who wrote
    lang: str = "en"


class Speaker(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who writes in a room, as the platform knows him."""

    person: str
    name: str
    lang: str | None = None  # as his own settings say
