"""The faces of cards and trains: the names, letters and colours that pictures give them, for clients that draw."""

import msgspec

from service.language.languages import Messages
from service.language.vocabulary.board_words import board_words
from service.pictures.drawing.palette import Palette
from ttr_core.boards.board import Board, Label
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import LOCOMOTIVE


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """What people call a card or a player's trains, and how pictures show it."""

    name: Label
    letter: (
        Label | None
    )  # of a card in the colours for the colour-blind; trains have the number of their seat
    fill: str
    safe_fill: str  # for the colour-blind


def card_faces(ruleset: Ruleset) -> dict[str, Face]:
    """The face of every kind of card, by its id."""
    cards = (*map(str, ruleset.board.cards.colours), LOCOMOTIVE)
    return {card: _card_face(ruleset, card) for card in cards}


def _card_face(ruleset: Ruleset, card: str) -> Face:
    board, (english, called) = ruleset.board, (board_words(ruleset, lang) for lang in ("en", "fr"))
    usual, safe = (Palette("light", colours).named_by(board) for colours in ("usual", "safe"))
    french = Palette("light", "safe").named_by(board, "fr")
    name = Label(en=english.card(card), fr=called.card(card))
    letter = Label(en=safe.letter(card), fr=french.letter(card))
    return Face(name=name, letter=letter, fill=usual.card(card), safe_fill=safe.card(card))


def train_faces(board: Board) -> dict[str, Face]:
    """The face of the trains of every colour."""
    return {colour: _train_face(colour) for colour in board.player_colours}


def _train_face(colour: str) -> Face:
    english, french = (Messages(lang).or_words(f"colour-{colour}", colour) for lang in ("en", "fr"))
    usual, safe = Palette("light", "usual").player(colour), Palette("light", "safe").player(colour)
    return Face(name=Label(en=english, fr=french), letter=None, fill=usual, safe_fill=safe)
