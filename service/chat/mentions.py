"""Notices in chats: a player is mentioned in the room where they have confirmed it, or written to in private."""

from service.chat import ADAPTERS, posting_platform
from service.chat.platform import NO_ANSWER, PlatformRefused
from service.chat.rooms import Post
from service.config import Config
from service.notices.channels import Channel
from service.notices.notice_occasions import Occasion
from service.notices.senders import Notice
from service.webhooks.http_post import Outcome

ROOM_GONE = (403, 404)  # the room is no more, or we may not write there
GONE = 410


class Mentions:
    """Posts through the platforms that the operator has set up."""

    def __init__(self, config: Config) -> None:
        self._config = config

    @property
    def is_on(self) -> bool:
        """Whether there is a platform on which we can post without being asked."""
        return any(posting_platform(self._config, name) for name in ADAPTERS)

    def send(self, channel: Channel, notice: Notice) -> Outcome:
        name, _, room = channel.url.partition(":")
        platform = posting_platform(self._config, name)
        if platform is None:
            return Outcome(0, "platform_off")
        try:
            platform.post(room, Post(text=_text(notice), mentions=(channel.person,)), {})
        except PlatformRefused as refused:
            if refused.status == NO_ANSWER:
                return Outcome(0, "timeout")
            return Outcome(GONE if refused.status in ROOM_GONE else refused.status)
        return Outcome(200)


def _text(notice: Notice) -> str:
    """Others may read it, too: what was said at the table stays there."""
    words = "" if notice.type == Occasion.MESSAGE else notice.text
    return "\n".join(filter(None, (notice.title, words, notice.url)))
