"""The pictures that go with posts, drawn from what their readers may see."""

from hashlib import sha256

import msgspec

from service.chat.platform import Pictures
from service.chat.rooms.posts import Post, Posts
from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.languages import language_of
from service.pictures.drawing.board_picture import USUAL_WIDTH, PictureOptions, board_svg
from service.pictures.drawing.hand_picture import hand_svg
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.scene import Scene, scene_of, without_standings
from service.pictures.png import png_of
from ttr_core.engine.views import view
from ttr_core.model.ids import SeatId, Witness

LOOK = 16  # characters of the hash that identifies a picture


def pictures_for(games: Games, posts: Posts) -> Pictures:
    """Pictures of the version that the answer is about: by now the seat may have another holder."""
    if not posts.game or not any(post and post.picture for post in (posts.private, posts.public)):
        return {}
    loaded = games.cache.replay_to(posts.game, posts.version)
    return pictures(loaded, posts.seat, posts.lang, posts.private, posts.public)


def pictures(loaded: Loaded, seat: SeatId | None, lang: str, *posts: Post | None) -> Pictures:
    """A room sees what a spectator sees; a hand is drawn for its own seat alone."""
    wanted = {post.picture for post in posts if post}
    drawn: dict[str, bytes] = {}
    if "board" in wanted:
        scene = _scene(loaded, lang)
        drawn["board"] = png_of(board_svg(loaded.ruleset, scene, _wanted(lang)))
    if "hand" in wanted and seat is not None:
        seen = view(loaded.ruleset, loaded.state, seat)
        drawn["hand"] = png_of(hand_svg(loaded.ruleset, seen, seat, _wanted(lang)))
    return drawn


class BoardPicture:
    """The board of the status message, without what its text says and what changes with every move."""

    def __init__(self, loaded: Loaded, lang: str) -> None:
        self._loaded, self._lang = loaded, lang
        self._scene = without_standings(_scene(loaded, lang))

    @property
    def look(self) -> str:
        """A hash that changes when the picture does."""
        seen = msgspec.json.encode((self._scene, self._lang), order="sorted")
        return sha256(seen).hexdigest()[:LOOK]

    def drawn(self) -> Pictures:
        return {"board": png_of(board_svg(self._loaded.ruleset, self._scene, _wanted(self._lang)))}


def _scene(loaded: Loaded, lang: str) -> Scene:
    seen = view(loaded.ruleset, loaded.state, Witness.SPECTATOR)
    names = loaded.facts.names()
    return scene_of(loaded.ruleset, seen, names, lang=language_of(lang))


def _wanted(lang: str) -> PictureOptions:
    return PictureOptions(palette=Palette("light", "usual"), width=USUAL_WIDTH, lang=language_of(lang))
