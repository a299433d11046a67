"""The pictures that posts ask for, as the one who gets them may see the game."""

from service.chat.platform import Pictures
from service.games import Games
from service.pictures.board import USUAL_WIDTH, Wanted, board_svg
from service.pictures.hand import hand_svg
from service.pictures.palette import Palette
from service.pictures.png import png_of
from service.pictures.scene import scene_of
from service.rooms.posts import Post, Posts
from service.shelf import Loaded
from ttr_core.view import view
from ttr_core.words import SeatId, Witness

WANTED = Wanted(palette=Palette("light", "usual"), width=USUAL_WIDTH)


def pictures_for(games: Games, posts: Posts) -> Pictures:
    """Of the version that was answered from: by now the seat may be somebody else's."""
    if not posts.game or not any(post and post.picture for post in (posts.private, posts.public)):
        return {}
    return pictures(games.shelf.at(posts.game, posts.version), posts.seat, posts.private, posts.public)


def pictures(loaded: Loaded, seat: SeatId | None, *posts: Post | None) -> Pictures:
    """A room sees what a spectator sees; a hand is drawn for its own seat alone."""
    asked = {post.picture for post in posts if post}
    found: dict[str, bytes] = {}
    if "board" in asked:
        seen = view(loaded.ruleset, loaded.state, Witness.SPECTATOR)
        names = [loaded.facts.get(f"name:{number}") for number in range(len(seen.seats))]
        found["board"] = png_of(board_svg(loaded.ruleset, scene_of(loaded.ruleset, seen, names), WANTED))
    if "hand" in asked and seat is not None:
        seen = view(loaded.ruleset, loaded.state, seat)
        found["hand"] = png_of(hand_svg(loaded.ruleset, seen, seat, WANTED))
    return found
