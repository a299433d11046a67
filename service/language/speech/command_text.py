"""Commands and standing orders in the words of the grammar: heard again, they mean exactly the same."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from service.language.grammar.orders.order_clauses import (
    ANY,
    BETWEEN,
    Clauses,
    Place,
    between,
    payments_meant,
)
from service.language.grammar.orders.order_sentence import STOPS
from service.language.languages import Messages
from service.language.vocabulary.board_words import (
    SEVERAL,
    BoardWords,
    Values,
    alike,
    first_twins,
    says_something,
    tracks_of,
)
from service.language.vocabulary.bot_levels import level_name
from service.language.vocabulary.command_fields import (
    CARDS,
    ROUTE,
    fields_of,
    fields_of_step,
    on_route,
    payment_of,
    route_of,
    route_of_step,
)
from service.message_types import COMMANDS
from ttr_core.by_post import PAID_WITH, GiveOrder, Order, Step, Steps, Stop
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import ClaimRoute, Command, RouteCommand, SeatCommand
from ttr_core.model.ids import LOCOMOTIVE, Card, CityId, DeckName, Meaning, RouteId, TicketId
from ttr_core.model.kinds import FieldKind, field_kinds
from ttr_core.model.message import type_name


class CommandUtterances:
    """Puts commands into words in one language."""

    def __init__(self, ruleset: Ruleset, say: Messages, words: BoardWords) -> None:
        self.ruleset, self.say, self.words = ruleset, say, words
        self._tracks = tracks_of(ruleset)
        self._by_kind: Mapping[object, Callable[[str], str]] = {
            RouteId: self._route,
            CityId: words.place,
            Card: self.card,
            DeckName: words.deck,
        }

    def __call__(self, command: Command, offer: Sequence[TicketId] = ()) -> str:
        """The verb, what it is about, and what it is paid with."""
        about, cards = self.subject(command, offer), payment_of(command)
        if cards is None:
            return about
        payment = self.counted(cards) or self.say("say-none")
        if fields_of(type(command)).about:
            return self.say("say-with", about=about, cards=payment)
        return f"{about} {payment}"

    def subject(self, command: Command, offer: Sequence[TicketId] = ()) -> str:
        """Without the cards that pay for it."""
        values = [
            self.value(field, getattr(command, name), offer)
            for name, field in fields_of(type(command)).about.items()
        ]
        return " ".join(filter(None, (self.verb(type_name(type(command))), *values)))

    def verb(self, kind: str) -> str:
        return self.say(f"say-{kind}") if self.say.knows(f"say-{kind}") else kind.replace("_", " ")

    def value(self, field: FieldKind, value: object, offer: Sequence[TicketId] = ()) -> str:
        items = list(map(str, value)) if isinstance(value, tuple | list) else [str(value)]
        if field.kind is TicketId:
            return self._numbers([n for n, ticket in enumerate(offer, 1) if ticket in items])
        if field.kind is DeckName and field.several:
            return self.words.decks(items)
        if field.kind is Card and field.several:
            return self.counted(items)
        own = partial(self.words.thing, field.kind) if field.is_thing else str
        texts = map(self._by_kind.get(field.kind, own), items)
        return ", ".join(texts) or self.say("say-none")

    def card(self, card: str) -> str:
        """One face-up card, as it is asked for."""
        return self.say("say-card", card=self.words.card(card))

    def _numbers(self, numbers: Sequence[int]) -> str:
        if len(numbers) == 1:
            return self.say("say-number", number=numbers[0])
        return self.say.listed(map(str, numbers)) if numbers else self.say("say-none")

    def _route(self, route: str) -> str:
        """By its ends, and its number where tracks lie side by side."""
        ends = self.words.ends(self.words.routes[route])
        _, number, tracks = self._tracks[route]
        return self.say("say-track", route=ends, number=number) if tracks > 1 else ends

    def counted(self, cards: Sequence[str]) -> str:
        return ", ".join(f"{count} {self.words.card(card, count)}" for card, count in Counter(cards).items())


# standing orders

GAP = "\0"  # where a clause is missing


class OrderUtterances:
    """Puts orders into words in one language."""

    def __init__(self, commands: CommandUtterances) -> None:
        self._commands, self._ruleset = commands, commands.ruleset
        self._say, self._words = commands.say, commands.words

    def __call__(self, order: Order | GiveOrder) -> str:
        """All of it behind the word by which it is given."""
        return self._say("order-say", what=self.what(order))

    def what(self, order: Order | GiveOrder) -> str:
        """What it orders."""
        alternatives = [self.steps(steps) for steps in self._merged(order.alternatives)]
        return self._joined(alternatives, self._holds(order), order.stops)

    def _merged(self, alternatives: Sequence[Steps]) -> list[Steps]:
        """The same for each of equal tracks is said once."""
        left, ruleset = list(alternatives), self._ruleset
        merged: list[Steps] = []
        while left:
            (first, *more), route = left[0], route_of_step(left[0][0])
            tracks = alike(ruleset, route) if route in ruleset.route_index else []
            same = [(on_route(first, track), *more) for track in tracks]
            whole = len(tracks) > 1 and left[: len(tracks)] == same
            merged.append((between(ruleset, first), *more) if whole else left[0])
            left = left[len(tracks) if whole else 1 :]
        return merged

    def around(self, clauses: Clauses, place: Place) -> tuple[str, str]:
        """An order as it was said, up to one of its clauses and behind it."""
        steps, stops = [list(texts) for texts in clauses.alternatives], list(clauses.stops)
        (stops if place.alternative == STOPS else steps[place.alternative])[place.number] = GAP
        then = self._say("order-then")
        what = self._joined([then.join(texts) for texts in steps], self._holds(clauses), stops)
        before, _, after = self._say("order-say", what=what).partition(GAP)
        return before, after

    def clause(self, meant: Steps | Stop) -> str:
        """One of several things that a clause may mean; what can be paid in several colours is left open."""
        return self._stop(meant) if isinstance(meant, Stop) else self.steps(meant, bare=True)

    def label(self, meant: Steps | Stop) -> str:
        """As the clause, with the colour of a track that has others beside it."""
        route = meant.route if isinstance(meant, Stop) else route_of_step(meant[0])
        if route not in self._words.routes or tracks_of(self._ruleset)[route][2] == 1:
            return self.clause(meant)
        return f"{self.clause(meant)} ({self._words.colours(self._words.routes[route].colour)})"

    def steps(self, steps: Steps, *, bare: bool = False) -> str:
        runs = [(step, len(list(same))) for step, same in groupby(steps)]
        return self._say("order-then").join(self._several(step, count, bare) for step, count in runs)

    def _joined(self, alternatives: Sequence[str], holds: Sequence[str], stops: Sequence[str | Stop]) -> str:
        what = self._say("order-else").join(alternatives)
        ends = [self._say("order-stop", stop=s if isinstance(s, str) else self._stop(s)) for s in stops]
        return ", ".join([what, *holds, *ends])

    def _several(self, step: Step, count: int, bare: bool) -> str:
        if step["type"] == "draw_card" and count > 1:
            return f"{self._say('say-draw')} {count}"
        return self._say("order-then").join([self._step(step, bare)] * count)

    def _step(self, step: Step, bare: bool) -> str:
        fields = fields_of_step(step)
        values = [
            self._commands.value(fields.about[name], step[name]) for name in step if name in fields.about
        ]
        ends = [self._words.ends(self._words.routes[step[BETWEEN]])] if BETWEEN in step else []
        about = " ".join(filter(None, (self._commands.verb(step["type"]), *ends, *values)))
        paid = self._paid(step, bare)
        return self._say("say-with", about=about, cards=paid) if paid else about

    def _paid(self, step: Step, bare: bool) -> str:
        payment = fields_of_step(step).payment
        if payment and payment in step:
            return self._commands.counted(step[payment])
        if PAID_WITH in step:
            return self._colour(step[PAID_WITH])
        return self._say("order-any_cards") if not bare and self._is_open(step) else ""

    def _colour(self, card: str) -> str:
        """Cards of one kind, however many there will be."""
        if card == ANY:
            return self._say("order-any_cards")
        key = "order-locomotives" if card == LOCOMOTIVE else "order-colour"
        return self._say(key, cards=self._words.card(card, SEVERAL))

    def _is_open(self, step: Step) -> bool:
        """Whether it can be paid in several colours."""
        kind, route = COMMANDS[step["type"]], route_of_step(step) or step.get(BETWEEN)
        if kind is ClaimRoute and route is not None:
            return len(payments_meant(self._ruleset, ClaimRoute(seat=0, route=route, cards=()), ())) > 1
        is_answer = issubclass(kind, SeatCommand) and kind.answers
        return kind is not ClaimRoute and fields_of(kind).payment is not None and not is_answer

    def _holds(self, order: Order | GiveOrder | Clauses) -> list[str]:
        """For how long, in turns and in time."""
        key = "order-each" if order.repeat else "order-once"
        turns = [self._say(key, count=order.turns)] if order.turns > 1 else []
        return [*turns, *([self._say("order-until", until=order.until)] if order.until else [])]

    def _stop(self, stop: Stop) -> str:
        route = self._commands.value(ROUTE, stop.route) if stop.route else ""
        return self._say(f"order-stop-{stop.when}", route=route, count=stop.count)


class Move(NamedTuple):
    """One legal command with its words."""

    command: Command
    kind: str  # the command's type as in JSON
    subject: str  # what it is about, without the cards that pay it
    payment: str
    text: str  # both


class Entry(NamedTuple):
    """A numbered line: one move, or one route with several ways to pay."""

    cells: tuple[str, ...]
    moves: tuple[Move, ...]


class Group(NamedTuple):
    title: str
    kind: str
    entries: tuple[Entry, ...]


class MoveWriter:
    """Puts legal commands into words."""

    def __init__(self, ruleset: Ruleset, say: Messages, words: BoardWords, values: Values) -> None:
        self._ruleset, self._say, self._words, self._values = ruleset, say, words, values

    def moves(self, legal: Sequence[Command]) -> list[Move]:
        """Equal tracks between the same cities are one choice for a person: the first of them stands for both."""
        moves: dict[Command, Move] = {}
        for command in legal:
            first = self._on_first_track(command)
            if first not in moves:
                moves[first] = self._move(command)
        return list(moves.values())

    def _on_first_track(self, command: Command) -> Command:
        name, route = fields_of(type(command)).route, route_of(command)
        first = None if route is None else first_twins(self._ruleset)[route]
        return command if name is None or first == route else replace(command, **{name: first})

    def groups(self, moves: Sequence[Move], useful: frozenset[str] = frozenset()) -> list[Group]:
        """By type; among routes the useful ones first, then by their points."""
        by_kind: dict[str, list[Move]] = {}
        for move in moves:
            by_kind.setdefault(move.kind, []).append(move)
        return [
            Group(self._say.or_words(f"group-{kind}", kind), kind, tuple(self._entries(alike, useful)))
            for kind, alike in by_kind.items()
        ]

    def _move(self, command: Command) -> Move:
        """What it is about, and the cards that pay for it; a command without either is its own name."""
        about: list[str] = []
        payment: list[str] = []
        for name, field in field_kinds(type(command)).items():
            value = getattr(command, name)
            if field.kind is not Meaning.SEAT and says_something(value):
                (payment if field == CARDS else about).append(self._described(name, field, value))
        paid = " ".join([*payment[:1], *(f"[{text}]" for text in payment[1:])])
        kind = type_name(type(command))
        nothing = "" if paid else self._say.or_words(f"group-{kind}", kind)
        subject = ", ".join(about) or nothing
        text = self._say("named", name=subject, value=paid) if subject and paid else subject or paid
        return Move(command, kind, subject, paid, text)

    def _described(self, name: str, field: FieldKind, value: object) -> str:
        """A value by a text of its own, `choice-motion-pause`, `choice-kind-bot` of `bot:greedy`, or as any field."""
        choice, _, detail = str(value).partition(":")
        key = f"choice-{name}-{choice}"
        if not self._say.knows(key):
            label = self._say.or_words(f"field-{name}", name).lower()
            return self._values.described(label, field, value)
        who = self._values.name(int(detail)) if detail.isdigit() else ""
        return self._say(key, detail=level_name(self._say, detail), who=who)

    def _entries(self, moves: Sequence[Move], useful: frozenset[str]) -> Iterator[Entry]:
        """One for each subject; what can be paid in several ways is one entry for all of them.

        What reads the same is not another way to pay: of two equal tickets, each is an entry of its own.
        """
        by_subject: dict[tuple[str, int], list[Move]] = {}
        read = Counter[str]()
        for move in moves:
            by_subject.setdefault((move.subject or move.payment, read[move.text]), []).append(move)
            read[move.text] += 1
        for (subject, _), ways in sorted(
            by_subject.items(), key=lambda item: self._place(item[1][0], useful)
        ):
            command = ways[0].command
            cells = (
                self._route_cells(command.route, ways) if isinstance(command, RouteCommand) else (subject,)
            )
            yield Entry(cells, tuple(ways))

    def _place(self, move: Move, useful: frozenset[str]) -> tuple[bool, int]:
        if not isinstance(move.command, RouteCommand):
            return True, 0
        return first_twins(self._ruleset)[move.command.route] not in useful, -self._points(move.command.route)

    def _points(self, route: RouteId) -> int:
        return self._ruleset.points[self._ruleset.route_index[route]]

    def _route_cells(self, name: RouteId, ways: Sequence[Move]) -> tuple[str, ...]:
        track = self._ruleset.routes[self._ruleset.route_index[name]]
        points = self._say("points", points=self._points(name))
        how = ways[0].payment if len(ways) == 1 else self._say("ways", count=len(ways))
        spaces = f"{track.length} {self._words.colours(track.colour, track.length)}"
        return (self._words.ends(track), spaces, self._words.features(track), points, how)
