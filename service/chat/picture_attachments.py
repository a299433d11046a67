"""The pictures that posts ask for, as the one who gets them may see the game."""

from hashlib import sha256

import msgspec

from service.chat.platform import Pictures
from service.chat.rooms.posts import Post, Posts
from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.texts.pictures import Lang
from service.pictures.drawing.board_picture import USUAL_WIDTH, Wanted, board_svg
from service.pictures.drawing.hand_picture import hand_svg
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.scene import Scene, lasting, scene_of
from service.pictures.png import png_of
from ttr_core.engine.views import view
from ttr_core.model.ids import SeatId, Witness

LOOK = 16  # characters that tell one picture from another


def pictures_for(games: Games, posts: Posts) -> Pictures:
    """Of the version that was answered from: by now the seat may be somebody else's."""
    if not posts.game or not any(post and post.picture for post in (posts.private, posts.public)):
        return {}
    loaded = games.cache.replay_to(posts.game, posts.version)
    return pictures(loaded, posts.seat, posts.lang, posts.private, posts.public)


def pictures(loaded: Loaded, seat: SeatId | None, lang: str, *posts: Post | None) -> Pictures:
    """A room sees what a spectator sees; a hand is drawn for its own seat alone."""
    asked = {post.picture for post in posts if post}
    found: dict[str, bytes] = {}
    if "board" in asked:
        scene = _scene(loaded, lang)
        found["board"] = png_of(board_svg(loaded.ruleset, scene, _wanted(lang)))
    if "hand" in asked and seat is not None:
        seen = view(loaded.ruleset, loaded.state, seat)
        found["hand"] = png_of(hand_svg(loaded.ruleset, seen, seat, _wanted(lang)))
    return found


class BoardPicture:
    """The board as the status message shows it: without what that says in words, and what changes with every move."""

    def __init__(self, loaded: Loaded, lang: str) -> None:
        self._loaded, self._lang = loaded, lang
        self._scene = lasting(_scene(loaded, lang))

    @property
    def look(self) -> str:
        """Another one if the picture is another one."""
        seen = msgspec.json.encode((self._scene, self._lang), order="sorted")
        return sha256(seen).hexdigest()[:LOOK]

    def drawn(self) -> Pictures:
        return {"board": png_of(board_svg(self._loaded.ruleset, self._scene, _wanted(self._lang)))}


def _scene(loaded: Loaded, lang: str) -> Scene:
    seen = view(loaded.ruleset, loaded.state, Witness.SPECTATOR)
    names = [loaded.facts.get(f"name:{number}") for number in range(len(seen.seats))]
    return scene_of(loaded.ruleset, seen, names, lang=_known(lang))


def _wanted(lang: str) -> Wanted:
    return Wanted(palette=Palette("light", "usual"), width=USUAL_WIDTH, lang=_known(lang))


def _known(lang: str) -> Lang:
    return "fr" if lang == "fr" else "en"
