"""Chat platforms: thin adapters around rooms, each off unless it is configured."""

from collections.abc import Callable, Mapping

from flask import Blueprint

from service.chat import bridge, discord, slack, telegram
from service.chat.bridge import Bridge
from service.chat.discord import Discord
from service.chat.platform import Platform
from service.chat.slack import Slack
from service.chat.telegram import Telegram
from service.config import Config

ADAPTERS = (discord, slack, telegram, bridge)
PLATFORMS: Mapping[str, Callable[[Config], Platform]] = {
    discord.NAME: Discord,
    slack.NAME: Slack,
    telegram.NAME: Telegram,
    bridge.NAME: Bridge,
}
WITH: Mapping[str, str] = {  # the setting without which nothing can be said that was not asked for
    discord.NAME: "discord_token",
    slack.NAME: "slack_token",
    telegram.NAME: "telegram_token",
    bridge.NAME: "bridge_url",
}


def register(blueprint: Blueprint, config: Config) -> None:
    for adapter in ADAPTERS:
        adapter.register(blueprint, config)


def speaking(config: Config, name: str) -> Platform | None:
    """A platform that can be told something of our own accord."""
    return PLATFORMS[name](config) if name in PLATFORMS and getattr(config, WITH[name]) else None
