"""Discord's own API: the messages that nobody asked for, and the answers that took longer."""

import json
from typing import Any

from service.chat.discord_messages import message
from service.chat.platform import Pictures, clipped, sent
from service.config import Config
from service.rooms.posts import Post, Posts

AGENT = "DiscordBot (ticket-to-ride-by-post, 0.1)"  # Discord asks for this form: whose, and which version
DESCRIPTION = 1024  # characters of an attachment's
FIRST, MORE = "first", "more"  # what a worker is to send: the answer that is still owed, or another one


class Discord:
    def __init__(self, config: Config) -> None:
        self._api = config.discord_api.rstrip("/")
        self._token = config.discord_token

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        answer = self._send("POST", f"/channels/{room}/messages", post, pictures, self._token)
        return str(answer["id"])

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        """Attachments that are not spoken of stay."""
        self._send("PATCH", f"/channels/{room}/messages/{message}", post, pictures, self._token)
        return message

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        """A handle is the application, the interaction's token, and whether its first answer is still owed.

        The token of the interaction allows all that is needed.
        """
        application, token, what = handle.split("/")
        place, more = f"/webhooks/{application}/{token}", posts.public
        if what == FIRST:
            first = posts.private or posts.public
            assert first is not None
            self._send("PATCH", f"{place}/messages/@original", first, pictures)
            more = posts.public if posts.private else None
        if more:
            self._send("POST", place, more, pictures)

    def put_commands(self, application: str, commands: list[dict[str, Any]]) -> None:
        """In place of all commands that the application has."""
        self._call("PUT", f"/applications/{application}/commands", self._token, json=commands)

    def application(self) -> str:
        """The id of the application whose token we have."""
        return str(self._call("GET", "/applications/@me", self._token)["id"])

    def set_address(self, url: str) -> None:
        """Discord calls it at once, and refuses it unless we answer as we should."""
        self._call("PATCH", "/applications/@me", self._token, json={"interactions_endpoint_url": url})

    def _send(self, method: str, path: str, post: Post, pictures: Pictures, token: str = "") -> Any:
        body = message(post)
        picture = pictures.get(post.picture)
        if picture is None:
            return self._call(method, path, token, json=body)
        name = f"{post.picture}.png"
        described = clipped(post.text, DESCRIPTION)
        body["attachments"] = [{"id": 0, "filename": name, "description": described}]
        files = {"files[0]": (name, picture, "image/png")}
        return self._call(method, path, token, data={"payload_json": json.dumps(body)}, files=files)

    def _call(self, method: str, path: str, token: str, **request: Any) -> Any:  # JSON values
        headers = {"User-Agent": AGENT, **({"Authorization": f"Bot {token}"} if token else {})}
        return sent(method, self._api + path, headers=headers, **request)
