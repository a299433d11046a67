"""The picture in words: the same facts, for those who cannot see it."""

from collections.abc import Iterable, Iterator

from service.language.texts.pictures import Lang, Phrases
from service.language.vocabulary.board_words import BoardWords
from service.pictures.drawing.scene import Player, Scene
from ttr_core import Ruleset
from ttr_core.model.ids import RouteId, TicketId

MOST = 12_000  # characters; screen readers are patient, chat rooms are not


def title_of(ruleset: Ruleset, scene: Scene, lang: Lang) -> str:
    name = BoardWords(ruleset.board, lang).label(ruleset.board.title)
    if not scene.players:
        return Phrases(lang).say("board", board=name)
    players = _listed(f"{player.name} {player.points}" for player in scene.players)
    return Phrases(lang).say("standing", board=name, players=players)


def description_of(ruleset: Ruleset, scene: Scene, lang: Lang) -> str:
    return " ".join(_Telling(ruleset, scene, lang).sentences())[:MOST]


class _Telling:
    """What lies on a board, told in one language."""

    def __init__(self, ruleset: Ruleset, scene: Scene, lang: Lang) -> None:
        self._ruleset, self._scene = ruleset, scene
        self._words, self._phrases = BoardWords(ruleset.board, lang), Phrases(lang)

    def sentences(self) -> Iterator[str]:
        say, scene = self._phrases.say, self._scene
        cities = self._phrases.count("city", len(self._ruleset.board.cities))
        yield say("size", cities=cities, routes=self._phrases.count("route", len(self._ruleset.routes)))
        for player in scene.players:
            yield self._player(player)
        waiting = [player.name for player in scene.players if player.playing]
        if waiting:
            yield say("waiting", items=_listed(waiting))
        yield from self._festivals()
        new = list(self._new())
        if new:
            yield say("new", items=_listed(new))
        if scene.tickets:
            items = _listed(ticket_words(self._ruleset, ticket, self._words) for ticket in scene.tickets)
            yield say("tickets_are", items=items)

    def _player(self, player: Player) -> str:
        phrases = self._phrases
        routes = [self._route(route) for route in player.routes]
        stations = [self._city(city) for city, seat in self._scene.stations.items() if seat == player.seat]
        told = phrases.say(
            "player",
            name=player.name,
            colour=phrases.colour(player.colour),
            points=phrases.count("point", player.points),
            trains=phrases.count("train", player.trains),
            cards=phrases.count("card", player.cards),
            tickets=phrases.count("ticket", player.tickets),
            routes=phrases.count("route", len(routes)),
        )
        told += phrases.say("list", items=_listed(routes)) if routes else ""
        return told + (phrases.say("stations", items=_listed(stations)) if stations else ".")

    def _festivals(self) -> Iterator[str]:
        for city, (festival, count) in self._scene.festivals.items():
            if count:
                cards = self._phrases.count("card", count)
                yield self._phrases.say("festival", cards=cards, festival=festival, city=self._city(city))

    def _new(self) -> Iterator[str]:
        scene = self._scene
        yield from (self._route(route) for route in scene.owners if route in scene.new_routes)
        for city in scene.stations:
            if city in scene.new_stations:
                yield self._phrases.say("station", city=self._city(city))

    def _city(self, city: str) -> str:
        return self._words.place(city)

    def _route(self, route: RouteId) -> str:
        found = self._ruleset.routes[self._ruleset.route_index[route]]
        return f"{self._city(found.a)}–{self._city(found.b)}"


def ticket_words(ruleset: Ruleset, ticket: TicketId, words: BoardWords) -> str:
    """`Paris–Wien (8)`; a ticket to several places names them all."""
    found = ruleset.tickets[ticket]
    goals = " / ".join(f"{words.place(to)} ({points})" for to, points in found.goals)
    return f"{words.place(found.a)}–{goals}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
