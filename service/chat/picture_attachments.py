"""The pictures that go with posts, drawn from what their readers may see."""

from collections.abc import Callable
from hashlib import sha256

import msgspec

from service.chat.platform import Pictures
from service.chat.rooms.room import Post, Posts
from service.games.game_cache import Loaded
from service.games.games import Games
from service.language.languages import Lang, language_of
from service.pictures.drawing.board_picture import USUAL_WIDTH, PictureOptions, board_svg
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.scene import Scene, scene_of, without_standings
from service.pictures.game_result import result_of
from service.pictures.hand_picture import hand_svg
from service.pictures.layout.board_layout import Layout, layout_of
from service.pictures.plan_store import PlanStore
from service.pictures.png import png_of
from ttr_core import Ruleset
from ttr_core.engine.views import view
from ttr_core.model.ids import SeatId, Witness

LOOK = 16  # characters of the hash that identifies a picture


Layouts = Callable[[Ruleset, Lang], Layout]  # the layout of a board with names in a language


def pictures_for(games: Games, posts: Posts, *, wait: bool = True) -> Pictures:
    """Pictures of the version that the answer is about: by now the seat may have another holder.

    Without `wait`, a board that is still being laid out is refused with `PictureNotReady`.
    """
    if not posts.game or not any(post and post.picture for post in (posts.private, posts.public)):
        return {}
    loaded = games.cache.replay_to(posts.game, posts.version)
    plans = PlanStore(games.store)
    layouts = plans.layout_now if wait else plans.layout
    return pictures(loaded, posts.seat, posts.lang, layouts, posts.private, posts.public)


def pictures(
    loaded: Loaded, seat: SeatId | None, lang: str, layouts: Layouts, *posts: Post | None
) -> Pictures:
    """A room sees what a spectator sees; a hand is drawn for its own seat alone."""
    wanted = {post.picture for post in posts if post}
    drawn: dict[str, bytes] = {}
    if "board" in wanted:
        drawn["board"] = _board(loaded, _scene(loaded, lang), lang, layouts)
    if "hand" in wanted and seat is not None:
        seen = view(loaded.ruleset, loaded.state, seat)
        drawn["hand"] = png_of(hand_svg(loaded.ruleset, seen, seat, _wanted(lang)))
    return drawn


class BoardPicture:
    """The board of the status message, without what its text says and what changes with every move."""

    def __init__(self, loaded: Loaded, lang: str, layouts: Layouts = layout_of) -> None:
        self._loaded, self._lang, self._layouts = loaded, lang, layouts
        self._scene = without_standings(_scene(loaded, lang))

    @property
    def look(self) -> str:
        """A hash that changes when the picture does."""
        seen = msgspec.json.encode((self._scene, self._lang), order="sorted")
        return sha256(seen).hexdigest()[:LOOK]

    def drawn(self) -> Pictures:
        return {"board": _board(self._loaded, self._scene, self._lang, self._layouts)}


def _board(loaded: Loaded, scene: Scene, lang: str, layouts: Layouts) -> bytes:
    layout = layouts(loaded.ruleset, language_of(lang))
    return png_of(board_svg(loaded.ruleset, scene, _wanted(lang), layout))


def _scene(loaded: Loaded, lang: str) -> Scene:
    seen = view(loaded.ruleset, loaded.state, Witness.SPECTATOR)
    names = loaded.facts.names()
    result = result_of(loaded.ruleset, loaded.state)
    return scene_of(loaded.ruleset, seen, names, lang=language_of(lang), result=result)


def _wanted(lang: str) -> PictureOptions:
    return PictureOptions(palette=Palette("light", "usual"), width=USUAL_WIDTH, lang=language_of(lang))
