"""Refusals: a stable code plus facts, never a sentence that a program would have to parse."""

from enum import StrEnum
from typing import Any


class Code(StrEnum):
    """Why a command was refused. Codes are part of the API: add, never rename."""

    UNKNOWN_COMMAND = "unknown_command"  # no rule of this board knows the command
    NOT_NOW = "not_now"  # legal in another phase of the game
    NOT_YOUR_TURN = "not_your_turn"
    ALREADY_CHOSEN = "already_chosen"  # a simultaneous choice is made once
    GAME_OVER = "game_over"
    UNKNOWN_SEAT = "unknown_seat"
    SEAT_TAKEN = "seat_taken"
    SEATS_OPEN = "seats_open"
    UNKNOWN_KIND = "unknown_kind"  # a seat is for a human or for a bot:<policy>
    ENTROPY_INVALID = "entropy_invalid"
    NO_CARD_LEFT = "no_card_left"
    CARD_NOT_IN_MARKET = "card_not_in_market"
    LOCOMOTIVE_IS_WHOLE_TURN = "locomotive_is_whole_turn"
    UNKNOWN_ROUTE = "unknown_route"
    ROUTE_TAKEN = "route_taken"
    ROUTE_CLOSED = "route_closed"
    NOT_ENOUGH_TRAINS = "not_enough_trains"
    CARDS_NOT_IN_HAND = "cards_not_in_hand"
    PAYMENT_NOT_ACCEPTED = "payment_not_accepted"
    NO_TICKET_LEFT = "no_ticket_left"
    TICKETS_CLOSED = "tickets_closed"
    TICKET_NOT_OFFERED = "ticket_not_offered"
    WRONG_NUMBER_OF_TICKETS = "wrong_number_of_tickets"
    DECK_CHOICE_NOT_ACCEPTED = "deck_choice_not_accepted"
    FERRY_CARDS_AT_LIMIT = "ferry_cards_at_limit"
    NO_FERRY_CARD_LEFT = "no_ferry_card_left"
    FESTIVAL_NOT_OFFERED = "festival_not_offered"
    UNKNOWN_CITY = "unknown_city"
    CITY_HAS_STATION = "city_has_station"
    NO_STATION_LEFT = "no_station_left"
    BORROWING_NOT_ACCEPTED = "borrowing_not_accepted"
    NOT_PRESENT = "not_present"  # only seats that people hold have a say at the table
    MOTION_OPEN = "motion_open"  # it has been proposed already
    NO_SUCH_MOTION = "no_such_motion"
    ALREADY_AGREED = "already_agreed"
    SEAT_HELD = "seat_held"  # by a person, or by a bot where the seat should be vacant
    SEAT_NOT_OPEN = "seat_not_open"  # its holder has not offered it, or not all have agreed yet
    NOTHING_TO_RETURN_TO = "nothing_to_return_to"  # the seat was not lost by running out of time
    NO_CLOCK = "no_clock"  # this game has none
    CLOCK_NOT_RUNNING = "clock_not_running"  # or not the one that the command names
    NOT_ON_VACATION = "not_on_vacation"
    ON_VACATION = "on_vacation"
    VACATION_SPENT = "vacation_spent"  # too few days are left
    NOTHING_TO_UNDO = "nothing_to_undo"  # the seat has done nothing, or others have played on
    UNDO_PAST_A_CARD = "undo_past_a_card"  # a card or ticket has left its deck since
    ORDER_NOT_UNDERSTOOD = "order_not_understood"  # no order for this board, or too large
    TOO_MANY_ORDERS = "too_many_orders"
    NO_SUCH_ORDER = "no_such_order"
    NO_ORDER_DUE = "no_order_due"
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
