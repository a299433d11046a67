"""Two scripts play a whole game over HTTP: start `ttr up`, then run this with the service's address."""

import sys
import time

from service.client import ApiError, Client, Json, Seat


def choose(commands: list[Json]) -> Json:
    """Claims the longest route it can pay, else draws: simple, and enough to finish a game."""
    claims = [command for command in commands if command["type"] == "claim_route"]
    return max(claims, key=lambda claim: len(claim["cards"])) if claims else commands[0]


def play(seats: dict[int, Seat]) -> Json:
    """Plays until there is a score."""
    while True:
        seen = next(iter(seats.values())).look()
        for number in seen["waiting_for"]:
            version, commands = seats[number].commands()
            if commands:
                seats[number].play(choose(list(commands)), version)
        if not seen["waiting_for"]:
            try:
                return seats[0].score()
            except ApiError as error:
                if error.code != "not_scored_yet":
                    raise
                time.sleep(0.1)  # a worker is counting


def main(url: str) -> None:
    created = Client(url).create("usa", [{"name": "Ann"}, {"name": "Bob"}])
    sheet = play(created.seats)
    for seat in sheet["seats"]:
        print(f"seat {seat['seat']}: {seat['total']} points, rank {seat['rank']}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8080")
