"""Chat platforms: thin adapters around rooms, each off unless it is configured."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from service.chat import bridge, discord, matrix, slack, telegram
from service.chat.bridge import Bridge
from service.chat.discord import Discord
from service.chat.matrix import Matrix
from service.chat.platform import Answer, Backend, Headers, Platform
from service.chat.slack import Slack
from service.chat.telegram import Telegram
from service.config import Config


class Adapter(NamedTuple):
    """One platform: how to answer its requests, and how to call its API."""

    is_configured: Callable[[Config], bool]  # whether it sends requests here
    receive: Callable[[Backend, Headers, bytes], Answer]
    platform: Callable[[Config], Platform]
    posting_setting: str  # the setting without which we can only answer
    method: str = "POST"  # of its requests
    path: str = ""  # that it puts behind the address


ADAPTERS: Mapping[str, Adapter] = {
    discord.NAME: Adapter(discord.is_configured, discord.receive, Discord, "discord_token"),
    slack.NAME: Adapter(slack.is_configured, slack.receive, Slack, "slack_token"),
    telegram.NAME: Adapter(telegram.is_configured, telegram.receive, Telegram, "telegram_token"),
    matrix.NAME: Adapter(
        matrix.is_configured,
        matrix.receive,
        Matrix,
        "matrix_as_token",
        "PUT",
        "/_matrix/app/v1/transactions/<transaction>",
    ),
    bridge.NAME: Adapter(bridge.is_configured, bridge.receive, Bridge, "bridge_url"),
}


def posting_platform(config: Config, name: str) -> Platform | None:
    """The platform, if it is one on which we can post without being asked."""
    adapter = ADAPTERS.get(name)
    return adapter.platform(config) if adapter and getattr(config, adapter.posting_setting) else None
