"""Answering a standing order: read back and confirmed before it is given, since it will play by itself."""

from msgspec.structs import replace

from service.shelf import Loaded
from service.talk.asking import Asking, short
from service.talk.order_ear import HeardOrder
from service.talk.order_phrasing import OrderPhrasing
from service.talk.questions import MOST_CHOICES, Choices
from service.talk.reply import Choice, Reply
from service.talk.voice import Voice, seen_by
from ttr_core.instructions import Order
from ttr_core.standing_orders import Orders, are_due
from ttr_core.state import put, with_slice
from ttr_core.words import SeatId


class Ordering:
    """Asks one seat about an order of its own; everything about it is for that seat alone."""

    def __init__(self, asking: Asking, loaded: Loaded, voice: Voice) -> None:
        self._asking, self._loaded, self._voice, self._say = asking, loaded, voice, voice.say
        self._phrase = OrderPhrasing(voice)

    def read_back(self, seat: SeatId, order: HeardOrder) -> Reply:
        """What was understood, for how long, and whether that is meant."""
        said = order.clauses
        key = "order.next" if said.turns == 1 else "order.each" if said.repeat else "order.once"
        what = self._phrase(order.command(seat))
        held = self._say(f"{key}.told", count=said.turns)
        now = self._is_due_now(seat)
        told = [
            self._say("order.read_back", what=what),
            held,
            self._say("order.now" if now else "order.ask"),
        ]
        return self._asking.yes_or_no(seat, what, told, lasting=not now)

    def _is_due_now(self, seat: SeatId) -> bool:
        """In the turn of the seat itself, unless its orders have been looked at."""
        state = self._loaded.state
        orders = state.slice(Orders)
        any_order = (Order(number=0, alternatives=(), turns=1),)
        with_one = replace(orders, given=put(orders.given, seat, any_order))
        return are_due(replace(state, slices=with_slice(state, with_one)), seat)

    def doubt(self, seat: SeatId, order: HeardOrder) -> Reply:
        """What one of its clauses may mean: the numbered choices are whole orders."""
        before, after = self._phrase.around(order.clauses, order.place)
        meant = {self._phrase.clause(option): self._phrase.label(option) for option in order.options}
        listed = [
            Choice(number, label, f"{before}{clause}{after}")
            for number, (clause, label) in enumerate(list(meant.items())[:MOST_CHOICES], 1)
        ]
        choices = Choices(tuple(listed), max(0, len(meant) - MOST_CHOICES))
        title = self._say("order.which" if len(meant) > 1 else "is_it", part=short(order.about))
        return self._asking.ask(seat, f"{before}{order.about}", choices, [title], behind=after, lasting=True)

    def refuse(self, order: HeardOrder) -> Reply:
        """Nothing is ordered that was not understood as a whole."""
        if order.wrong == "order.taken":
            seen = seen_by(self._loaded, self._voice.viewer)
            owners = {str(route): self._voice.names[s.seat] for s in seen.seats for route in s.routes}
            facts = {"route": self._voice.words.route(order.about), "who": owners.get(order.about, "?")}
            return self._asking.reply(self._say("route_taken", **facts), private=True)
        return self._asking.reply(self._say(order.wrong, part=short(order.about)), private=True)
