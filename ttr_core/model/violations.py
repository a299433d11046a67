"""Refusals: a stable code plus facts, never a sentence that a program would have to parse."""

from enum import StrEnum
from typing import Any, Self


class RefusalCode(StrEnum):
    """Why a command was refused; rules declare their own. Codes are part of the API: add, never rename."""

    momentary: bool  # the same command may be legal later, without any change to it

    def __new__(cls, value: str, momentary: bool = False) -> Self:
        code = str.__new__(cls, value)
        code._value_ = value
        code.momentary = momentary
        return code


MOMENTARY = True


class Code(RefusalCode):
    """The codes of the engine and of the base game."""

    UNKNOWN_COMMAND = "unknown_command"  # no rule of this board knows the command
    NOT_NOW = "not_now", MOMENTARY  # legal in another phase of the game
    NOT_YOUR_TURN = "not_your_turn", MOMENTARY
    ALREADY_CHOSEN = "already_chosen", MOMENTARY  # a simultaneous choice is made once
    GAME_OVER = "game_over", MOMENTARY
    UNKNOWN_SEAT = "unknown_seat"
    UNKNOWN_CITY = "unknown_city"
    UNKNOWN_ROUTE = "unknown_route"
    UNKNOWN_CARD = "unknown_card"
    CARDS_NOT_IN_HAND = "cards_not_in_hand"
    PAYMENT_NOT_ACCEPTED = "payment_not_accepted"
    SEAT_TAKEN = "seat_taken"
    SEATS_OPEN = "seats_open", MOMENTARY
    UNKNOWN_KIND = "unknown_kind"  # a seat is for a human or for a bot:<policy>
    ENTROPY_INVALID = "entropy_invalid"
    NO_CARD_LEFT = "no_card_left"
    CARD_NOT_IN_MARKET = "card_not_in_market"
    LOCOMOTIVE_IS_WHOLE_TURN = "locomotive_is_whole_turn"
    ROUTE_TAKEN = "route_taken"
    ROUTE_CLOSED = "route_closed"
    NOT_ENOUGH_TRAINS = "not_enough_trains"
    NO_TICKET_LEFT = "no_ticket_left"
    TICKET_NOT_OFFERED = "ticket_not_offered"
    WRONG_NUMBER_OF_TICKETS = "wrong_number_of_tickets"
    DECK_CHOICE_NOT_ACCEPTED = "deck_choice_not_accepted"
    MUST_PLAY = "must_play"  # passing is only for players who can do nothing else


class RuleViolation(Exception):
    """The refusal of a command by the rules."""

    def __init__(self, code: str, **facts: Any) -> None:  # facts are JSON values chosen by each rule
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}({facts})"


class BoardDefect(ValueError):
    """A map file or a choice of options that no ruleset can be compiled from."""


class PlayersMisfit(BoardDefect):
    """The board is not for this number of players."""

    def __init__(self, board: str, low: int, high: int, players: int) -> None:
        super().__init__(f"{board} is for {low} to {high} players, not {players}")
        self.low, self.high = low, high


class OptionMisfit(BoardDefect):
    """The board does not have this option, or the option does not have this choice."""

    def __init__(self, message: str, option: str, choice: str | None, choices: list[str]) -> None:
        super().__init__(message)
        self.option, self.choice, self.choices = option, choice, choices
