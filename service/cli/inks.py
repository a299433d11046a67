"""The names of cards in their colours, for a terminal."""

from collections.abc import Mapping

import click

from service.talk.wording import BoardWords

INKS: Mapping[str, str] = {
    "white": "bright_white",
    "blue": "bright_blue",
    "yellow": "bright_yellow",
    "green": "green",
    "red": "red",
    "pink": "magenta",
    "black": "bright_black",
    "orange": "yellow",
    "locomotive": "bright_cyan",
}


class InkedWords(BoardWords):
    """The words of a board, cards in colour."""

    def card(self, card: str) -> str:
        return click.style(self.word(card), fg=INKS.get(card))
