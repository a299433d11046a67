"""What is answered to a message."""

import msgspec

from ttr_core.chain import Shown


class Choice(msgspec.Struct, frozen=True):
    """One of several things that may be meant; `say`, or the number, picks it."""

    number: int
    label: str
    say: str


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The answer, and what everybody at the table may read about what was done."""

    text: str
    private: bool = False  # the text or the choices hold secrets of the one who spoke
    public: str = ""  # made of public facts only
    choices: tuple[Choice, ...] = ()
    picture: str = ""  # "board" or "hand": which picture would show it
    events: tuple[Shown, ...] = ()  # as the one who spoke may see them
    version: int
    lang: str  # the language that the words were understood in
