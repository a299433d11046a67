"""Players who are known across games: they sit down as themselves, and lists and records follow from their games."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.players.game_lists import GameLists, Row, rows_of
from service.ratings.records import Records, records_of
from tests.simulator.chronicle import Finding
from tests.simulator.invariants import Watch, loaded_of
from tests.simulator.machines import Api
from tests.simulator.people.players import Intent, Telephone, game_request
from tests.simulator.plans import Table
from tests.simulator.truth import TrueGame, Truth
from tests.support.http.api_calls import Reply

TRIES = 6
PAUSE = 60.0  # seconds


class Club:
    """The players of a run; the same ones meet at several tables."""

    def __init__(self, phone: Telephone, watch: Watch, truth: Truth, seed: str) -> None:
        self._phone, self._watch, self._truth, self._seed = phone, watch, truth, seed
        self._tokens: dict[int, str] = {}  # by place
        self._known: set[str] = set()  # the tokens of players who are no newcomers

    def open(self, number: int, table: Table) -> tuple[str, Sequence[str]] | None:
        """A game in which everybody has sat down as themselves, with their tokens; None if that did not succeed."""
        tokens = [self._token(place) for place in range(len(table.tempers))]
        first, *others = tokens
        request = game_request(table)
        request["seats"] = [{"me": True}, *({} for _ in others), *request["seats"][len(tokens) :]]
        request["rated"] = True
        reply = self._insist("/v1/games", first, request, f"game/{number}") if all(tokens) else None
        if reply is None:
            return None
        game, invites = reply.json["id"], [seat["invite"] for seat in reply.json["seats"]]
        for seat, token in enumerate(others, 1):
            self._watch.intends(Intent(game, seat, "seats", {}, f"seat/{number}/{seat}", open=True))
            body = {"invite": invites[seat]}
            if self._insist(f"/v1/games/{game}/seats", token, body, f"seat/{number}/{seat}") is None:
                return None
        return game, [token for token in tokens if token]

    def _token(self, place: int) -> str | None:
        if place not in self._tokens:
            reply = self._insist("/v1/players", None, {"name": f"Player {place}"}, f"player/{place}")
            if reply is None:
                return None
            self._tokens[place] = reply.json["token"]
        return self._tokens[place]

    def newcomers(self) -> Sequence[tuple[int, str]]:
        """Those who were not among the newcomers before, with their places and tokens."""
        new = [(place, token) for place, token in self._tokens.items() if token not in self._known]
        self._known |= {token for _, token in new}
        return new

    def _insist(self, path: str, token: str | None, body: Any, key: str) -> Reply | None:
        """Asks until the answer says that it was done, under one key."""
        for _ in range(TRIES):
            reply = self._phone.call("POST", path, token, body, {"Idempotency-Key": f"{self._seed}/{key}"})
            if reply is not None and reply.status in (200, 201):
                return reply
            if reply is not None and reply.status in (401, 404, 409, 410, 412):
                return None  # the store has lost the player or the game, or somebody abandoned it
            self._phone.scheduler.sleep(PAUSE)
        return None

    def forget(self) -> None:
        """The server has lost some of its past: players may be gone."""
        self._tokens.clear()
        self._seed += "'"

    def check_lists(self, api: Api) -> None:
        """At rest, the list of every player is what their games say."""
        lists = api.services.lists
        expected: dict[str, dict[str, Row]] = {}
        for game in sorted(self._truth.games):
            if self._truth.exists(game):
                true = self._watch.follow(game, self._watch.now())
                true.facts = true.read_facts()
                for player, row in rows_of(loaded_of(true)).items():
                    expected.setdefault(player, {})[game] = row
                    if row.waiting != _is_awaited(true, player):
                        raise Finding("projections", f"{row} says of a player whether game {game} waits")
        for player in sorted({*expected, *lists.store.players()}):
            rows, wanted = GameLists.of(lists, player), expected.get(player, {})
            if rows != wanted:
                wrong = next(game for game in {**rows, **wanted} if rows.get(game) != wanted.get(game))
                raise Finding(
                    "projections",
                    f"the list of a player shows {rows.get(wrong)} for game {wrong}, which is {wanted.get(wrong)}",
                )

    def check_rebuild(self, api: Api) -> None:
        """What workers wrote bit by bit is what is made anew from all games."""
        lists, records = api.services.lists, records_of(api.games)
        before = _snapshot(lists, records)
        lists.rebuild()
        records.rebuild()
        after = _snapshot(lists, records)
        for what in sorted({*before, *after}):
            if before.get(what) != after.get(what):
                raise Finding(
                    "projections", f"{what} is {before.get(what)}, and made anew it is {after.get(what)}"
                )


def _is_awaited(true: TrueGame, player: str) -> bool:
    return any(true.facts.player(seat) == player for seat in true.state.phase.waiting)


def _snapshot(lists: GameLists, records: Records) -> Mapping[str, Any]:
    """Everything that lists and records hold, by what it is."""
    tallies, ledger = records.tallies, records.ratings.store
    held: dict[str, Any] = {f"the list of {one}": lists.of(one) for one in set(lists.store.players())}
    held |= {f"the tally of {one}": (tallies.rows(one), tallies.totals(one)) for one in set(tallies.owners())}
    held |= {f"the ledger of {board}": ledger.entries(board) for board in set(ledger.boards())}
    return {name: value for name, value in held.items() if value and value != ({}, {})}
