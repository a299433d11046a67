"""Private chats with the bot: what people write there is about the game of the room in which they last wrote."""

from service.chat.rooms import Room
from service.chat.rooms.room import Whereabouts, notice_code_in
from service.games.games import Games


def room_of_private_chat(games: Games, platform: str, person: str, chat: str, text: str) -> str:
    """The room that is meant: that one, unless they play in the chat itself, or want their notices there."""
    own, last = Room(games.store, f"{platform}:{chat}"), Whereabouts(games.store, platform, person).last()
    if notice_code_in(text) or own.table or not last or _has_running_game(games, own):
        return chat
    return last if _has_running_game(games, Room(games.store, f"{platform}:{last}")) else chat


def _has_running_game(games: Games, room: Room) -> bool:
    return bool(room.game) and not games.cache.read_latest(room.game).over
