"""Slack's own API: messages in a channel, pictures, and late answers."""

import logging
import time
from typing import Any

from service.chat.platform import Pictures, PlatformRefused, sent
from service.chat.slack_messages import message
from service.config import Config
from service.rooms.posts import Post, Posts

log = logging.getLogger("ttr.chat")

SHARED = "board"  # the picture that everybody may see: files are nobody's own
PAUSES = (0.5, 1.0, 2.0)  # seconds, after which Slack may know a picture that it has just got
NO_PICTURE = "invalid_blocks"  # what it says until then
PASSING = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout"})


class Slack:
    def __init__(self, config: Config) -> None:
        self._api = config.slack_api.rstrip("/")
        self._token = config.slack_token

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        """A message is called by its time, and by the file of its picture if it has one."""
        return self._show("chat.postMessage", {"channel": room}, post, self._uploaded(post, pictures))

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        stamp, _, file = message.partition(" ")
        shown = self._uploaded(post, pictures) if pictures else file
        return self._show("chat.update", {"channel": room, "ts": stamp}, post, shown)

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        """A handle is the channel and the address for answers, which takes no pictures."""
        room, address = handle.split(" ", 1)
        if posts.private:
            _answer(address, posts.private, "ephemeral")
        if posts.public and not self._drawn(room, posts.public, pictures):
            _answer(address, posts.public, "in_channel")

    def _drawn(self, room: str, post: Post, pictures: Pictures) -> bool:
        """Whether the channel has got the post with its picture; we may not be a member of it."""
        if not self._token or post.picture not in pictures or post.picture != SHARED:
            return False
        try:
            self.post(room, post, pictures)
        except PlatformRefused as refused:
            if not refused.gone:
                raise
            return False
        return True

    def _show(self, method: str, place: dict[str, str], post: Post, file: str) -> str:
        """With its picture, unless Slack does not take that."""
        for pause in PAUSES if file else ():
            try:
                return f"{self._call(method, json={**place, **message(post, file)})['ts']} {file}"
            except PlatformRefused as refused:
                if NO_PICTURE not in str(refused):
                    raise
            time.sleep(pause)
        return str(self._call(method, json={**place, **message(post)})["ts"])

    def _uploaded(self, post: Post, pictures: Pictures) -> str:
        """The file, if Slack takes it."""
        picture = pictures.get(post.picture) if post.picture == SHARED else None
        if picture is None:
            return ""
        try:
            return self._upload(f"{post.picture}.png", picture)
        except PlatformRefused as refused:
            if not refused.gone:
                raise
            log.warning("Slack does not take a picture: %s", refused)
            return ""

    def _upload(self, name: str, picture: bytes) -> str:
        place = self._call("files.getUploadURLExternal", data={"filename": name, "length": len(picture)})
        sent("POST", place["upload_url"], data=picture, headers={"Content-Type": "image/png"})
        file = str(place["file_id"])
        self._call("files.completeUploadExternal", json={"files": [{"id": file, "title": name}]})
        return file

    def _call(self, method: str, **request: Any) -> Any:  # JSON values
        """Slack says what went wrong inside an answer that is a success."""
        headers = {"Authorization": f"Bearer {self._token}"}
        found = sent("POST", f"{self._api}/{method}", headers=headers, **request)
        if not isinstance(found, dict) or not found.get("ok"):
            raise _refusal(found.get("error", "") if isinstance(found, dict) else "no JSON")
        return found


def _refusal(error: str) -> PlatformRefused:
    if error == "ratelimited":
        return PlatformRefused(429, error)
    return PlatformRefused(503 if error in PASSING else 400, error)


def _answer(address: str, post: Post, kind: str) -> None:
    """A new message: what had the button that was pressed stays as it is."""
    body = {**message(post), "response_type": kind, "replace_original": False}
    sent("POST", address, json=body)
