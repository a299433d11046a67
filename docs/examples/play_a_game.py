"""A bot: plays a whole game against a bot of the service. Start `ttr up`, then run this.

The address of the service is its first argument, or `TTR_URL`, or where `ttr up` listens.
"""

import sys

from ttr_client import AsyncTurn, Client, Turn, Unreachable
from ttr_client.types import ClaimRoute, Command


def choose(turn: Turn | AsyncTurn) -> Command:
    """Claims the longest route that it can pay, else takes what helps most to pay one later."""
    claims = [move for move in turn.moves if move["type"] == "claim_route"]
    if claims:
        return max(claims, key=worth)
    hand = turn.game["seats"][turn.seat]["cards"]["hand"] or {}
    market = [move for move in turn.moves if move["type"] == "take_card"]
    if market:
        return max(market, key=lambda move: hand.get(move["card"], 0))
    return turn.moves[0]


def worth(claim: ClaimRoute) -> tuple[int, int]:
    """Long routes first; of several ways to pay, the one that keeps the locomotives."""
    return len(claim["cards"]), -claim["cards"].count("locomotive")


def main(url: str | None = None, board: str = "usa") -> None:
    with Client(url) as ttr:
        print(f"{ttr.url}: ", end="", flush=True)  # the client tries for some seconds
        game = ttr.create(board, [{"name": "Ann"}, {"kind": "bot"}])
        print(f"game {game.id} on {board}")
        table = game.seats[0]
        for turn in table.turns():
            turn.play(choose(turn))
        sheet = table.result()["sheet"]
        for seat in sheet["seats"]:
            print(f"seat {seat['seat']}: {seat['total']} points, rank {seat['rank']}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:3])
    except Unreachable as error:
        sys.exit(f"{error}. Does the service run? `ttr up` starts one.")
