"""Standing orders are read back before they are given, since they will play by themselves."""

from collections.abc import Sequence

from msgspec.structs import replace

from service.games.game_cache import Loaded
from service.language.conversation.numbered_choices import (
    MOST_CHOICES,
    Choices,
    Option,
    SettleClause,
    play,
)
from service.language.conversation.questions import (
    Asker,
    Reply,
    Topic,
    shortened,
)
from service.language.grammar.orders.order_sentence import HeardOrder, OrderGap
from service.language.grammar.phrases import as_written, plain_words
from service.language.speech.command_text import OrderUtterances
from service.language.speech.story import Voice, seen_by
from ttr_core.by_post import GiveOrder, Order, Orders, orders_due
from ttr_core.model.commands import Command
from ttr_core.model.ids import SeatId
from ttr_core.model.state import put, with_table_slice


class OrderConfirmation:
    """Reads a standing order back before it is given, since it will play by itself; for its own seat alone."""

    def __init__(self, asker: Asker, loaded: Loaded, voice: Voice, text: str) -> None:
        self._asker, self._loaded, self._voice, self._say = asker, loaded, voice, voice.say
        self._text = text
        self._utterances = OrderUtterances(voice.phrase)

    def read_back(self, seat: SeatId, order: HeardOrder) -> Reply:
        """What was understood, for how long, and whether that is meant."""
        clauses = order.clauses
        key = "order-next" if clauses.turns == 1 else "order-each" if clauses.repeat else "order-once"
        command = order.command(seat)
        what = self._utterances(command)
        now = self._is_due_now(seat)
        lines = [
            self._say("order-read_back", what=what),
            self._say(f"{key}-holds", count=clauses.turns),
            self._say("order-now" if now else "order-ask"),
        ]
        return self._asker.yes_or_no(seat, play([command]), what, lines, lasting=not now)

    def now_and_later(self, seat: SeatId, commands: Sequence[Command]) -> Reply:
        """A move for now, and an order for the turn after it: both for one yes."""
        *moves, order = commands
        assert isinstance(order, GiveOrder)
        now = self._say("order-then").join(self._voice.phrase(move, ()) for move in moves)
        later = self._utterances(order)
        lines = [
            self._say("preview", what=now),
            self._say("order-read_back", what=later),
            self._say("order-next-holds", count=1),
            self._say("order-both"),
        ]
        return self._asker.yes_or_no(seat, play(commands), now, lines)

    def _is_due_now(self, seat: SeatId) -> bool:
        """In the turn of the seat itself, unless its orders have been followed already."""
        state = self._loaded.state
        orders = state.slice(Orders)
        any_order = (Order(number=0, alternatives=(), turns=1),)
        with_one = replace(orders, in_force=put(orders.in_force, seat, any_order))
        return orders_due(replace(state, table=with_table_slice(state, with_one)), seat)

    def ask_clause(self, seat: SeatId, order: HeardOrder) -> Reply:
        """What one of its clauses may mean: the numbered choices are whole orders."""
        before, after = self._utterances.around(order.clauses, order.place)
        meant = {self._utterances.clause(option): option for option in order.options}
        listed = [
            Option(self._utterances.label(option), f"{before}{clause}{after}", SettleClause(option, clause))
            for clause, option in list(meant.items())[:MOST_CHOICES]
        ]
        choices = Choices(listed, len(meant) - len(listed))
        title = self._say("order-which" if len(meant) > 1 else "is_it", part=self._written(order))
        gap = OrderGap(order.clauses, order.place)
        topic = Topic(f"{before}{order.about}", after, turn=self._asker.turn, order=gap)
        return self._asker.ask(seat, choices, [title], topic)

    def refuse(self, order: HeardOrder) -> Reply:
        """Nothing is ordered that was not understood as a whole."""
        if order.wrong == "order-taken":
            seen = seen_by(self._loaded, self._voice.viewer)
            owners = {str(route): self._voice.names[s.seat] for s in seen.seats for route in s.routes}
            facts = {"route": self._voice.words.route(order.about), "who": owners.get(order.about, "?")}
            taken = self._voice.with_cure(self._say("route_taken", **facts), "refused-route_taken.cure")
            return self._asker.reply(taken, private=True)
        facts = {
            "part": self._written(order),
            "first": as_written(self._text, plain_words(order.first)),
            **self._voice.words.examples(),
        }
        return self._asker.reply(self._say(order.wrong, **facts), private=True)

    def _written(self, order: HeardOrder) -> str:
        """The clause that the answer is about, as it was written."""
        return shortened(as_written(self._text, plain_words(order.about)))
