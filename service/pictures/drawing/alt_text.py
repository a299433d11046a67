"""Alt text: the facts of a board picture in words."""

from collections.abc import Iterable, Iterator

from service.language.languages import Lang, Messages
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.scene import Player, Scene
from ttr_core import Ruleset
from ttr_core.model.ids import RouteId, TicketId

LONGEST = 12_000  # characters


def title_of(ruleset: Ruleset, scene: Scene, lang: Lang) -> str:
    name = board_words(ruleset, lang).label(ruleset.board.title)
    if not scene.players:
        return Messages(lang)("picture-board", board=name)
    players = _listed(f"{player.name} {player.points}" for player in scene.players)
    return Messages(lang)("picture-standing", board=name, players=players)


def description_of(ruleset: Ruleset, scene: Scene, lang: Lang) -> str:
    return " ".join(_Description(ruleset, scene, lang).sentences())[:LONGEST]


class _Description:
    """The sentences about one board in one language."""

    def __init__(self, ruleset: Ruleset, scene: Scene, lang: Lang) -> None:
        self._ruleset, self._scene = ruleset, scene
        self._words, self._say = board_words(ruleset, lang), Messages(lang)

    def sentences(self) -> Iterator[str]:
        say, scene, ruleset = self._say, self._scene, self._ruleset
        yield say("picture-size", cities=len(ruleset.board.cities), routes=len(ruleset.routes))
        for player in scene.players:
            yield self._player(player)
        waiting = [player.name for player in scene.players if player.playing]
        if waiting:
            yield say("picture-waiting", items=_listed(waiting))
        yield from self._festivals()
        new = list(self._new())
        if new:
            yield say("picture-new", items=_listed(new))
        if scene.tickets:
            items = _listed(ticket_words(self._ruleset, ticket, self._words) for ticket in scene.tickets)
            yield say("picture-tickets_are", items=items)

    def _player(self, player: Player) -> str:
        routes = [self._route(route) for route in player.routes]
        stations = [self._city(city) for city, seat in self._scene.stations.items() if seat == player.seat]
        standing = self._say(
            "picture-player",
            name=player.name,
            colour=self._say.or_words(f"colour-{player.colour}", player.colour),
            points=player.points,
            trains=player.trains,
            cards=player.cards,
            tickets=player.tickets,
            routes=len(routes),
        )
        standing += self._say("picture-player.routes", items=_listed(routes)) if routes else ""
        if not stations:
            return f"{standing}."
        return standing + self._say("picture-player.stations", items=_listed(stations))

    def _festivals(self) -> Iterator[str]:
        for city, (festival, count) in self._scene.festivals.items():
            if count:
                yield self._say("picture-festival", cards=count, festival=festival, city=self._city(city))

    def _new(self) -> Iterator[str]:
        scene = self._scene
        yield from (self._route(route) for route in scene.owners if route in scene.new_routes)
        for city in scene.stations:
            if city in scene.new_stations:
                yield self._say("picture-station", city=self._city(city))

    def _city(self, city: str) -> str:
        return self._words.place(city)

    def _route(self, route: RouteId) -> str:
        ends = self._ruleset.routes[self._ruleset.route_index[route]]
        return f"{self._city(ends.a)}–{self._city(ends.b)}"


def ticket_words(ruleset: Ruleset, ticket: TicketId, words: BoardWords) -> str:
    """`Paris–Wien (8)`; a ticket to several places names them all."""
    card = ruleset.tickets[ticket]
    goals = " / ".join(f"{words.place(to)} ({points})" for to, points in card.goals)
    return f"{words.place(card.a)}–{goals}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
