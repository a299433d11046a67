"""A bot of your own: a player like any other, which sits down at a rated table and plays with a player token.

Start `ttr up`, then run this with the service's address. Stop it and start it again: it goes on where it was.
"""

import sys
from heapq import heappop, heappush
from pathlib import Path

from ttr_client import Client, Refused, Turn
from ttr_client.types import Command, Game, GameBoard, Ticket

NAME = "Robbie"


def signed_in(url: str | None, token_file: Path) -> Client:
    """Its token is all that the bot has to keep."""
    if token_file.exists():
        return Client(url, token_file.read_text("utf-8"))
    ttr = Client(url)
    token_file.write_text(ttr.sign_up(NAME)["token"], "utf-8")
    return ttr


def sit_down(ttr: Client, board: str) -> str:
    """At a rated table that is open to anybody; if there is none, at a new one with a bot of the service."""
    for game in ttr.games(status="open", board=board, open_seats=True, joining="anybody", rated=True):
        try:
            return ttr.join(game["id"]).id
        except Refused:
            continue  # somebody else was faster
    return ttr.create(board, [{"me": True}, {"kind": "bot", "bot": "greedy"}], rated=True).id


def play(ttr: Client, game: str) -> None:
    """Plays all its games until this one is over; `/v1/me/events` says what happens, and what happened before."""
    for news in ttr.me.follow("0.0.0", kinds=["turn.started", "game.scored"]):
        table = news.table
        if news.message["type"] == "turn.started":
            board = table.board()
            for turn in table.turn():  # step by step, until the turn is over
                turn.play(choose(turn, board))
        elif table.id == game:
            return


def choose(turn: Turn, board: GameBoard) -> Command:
    """Builds the shortest ways of its tickets, long routes first; collects cards until it can pay for one."""
    wanted = missing_routes(turn.game, turn.seat, board)
    claims = [move for move in turn.moves if move["type"] == "claim_route"]
    best = max(claims, key=lambda claim: (claim["route"] in wanted, len(claim["cards"])), default=None)
    if best and (best["route"] in wanted or not wanted or turn.game["last_seat"] is not None):
        return best
    hand = turn.game["seats"][turn.seat]["cards"]["hand"] or {}
    useful = {route["colour"] for route in board["routes"] if route["id"] in wanted}
    market = [move for move in turn.moves if move["type"] == "take_card" and move["card"] in useful]
    if market:
        return max(market, key=lambda move: hand.get(move["card"], 0))
    blind = [move for move in turn.moves if move["type"] == "draw_card"]
    return (blind or turn.moves)[0]


def missing_routes(game: Game, seat: int, board: GameBoard) -> set[str]:
    """The routes that its tickets still need."""
    kept, mine = game["seats"][seat]["tickets"]["kept"] or [], set(game["seats"][seat]["routes"])
    closed = {route for other in game["seats"] for route in other["routes"]} - mine
    ways = [shortest_way(ticket, board, mine, closed) for ticket in board["tickets"] if ticket["id"] in kept]
    return {route for way in ways for route in way} - mine


def shortest_way(ticket: Ticket, board: GameBoard, mine: set[str], closed: set[str]) -> list[str]:
    """Dijkstra's: the routes of the way that needs the fewest trains; none if there is no way left."""
    reached: set[str] = set()
    paths: list[tuple[int, str, list[str]]] = [(0, ticket["a"], [])]
    while paths:
        trains, city, way = heappop(paths)
        if city == ticket.get("b"):
            return way
        if city in reached:
            continue
        reached.add(city)
        for route in board["routes"]:
            if city in (route["a"], route["b"]) and route["id"] not in closed:
                end = route["b"] if city == route["a"] else route["a"]
                length = 0 if route["id"] in mine else route["length"]
                heappush(paths, (trains + length, end, [*way, route["id"]]))
    return []


def main(url: str | None = None, board: str = "usa", token_file: str = "robbie.token") -> None:
    with signed_in(url, Path(token_file)) as ttr:
        game = sit_down(ttr, board)
        play(ttr, game)
        for line in ttr.table(game).result()["sheet"]["seats"]:
            print(f"seat {line['seat']}: {line['total']} points, rank {line['rank']}")


if __name__ == "__main__":
    main(*sys.argv[1:4])
