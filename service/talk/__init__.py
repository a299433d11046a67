"""Playing in words: one grammar for every channel, in English and French."""

from service.talk.reply import Choice, Reply
from service.talk.talk import Talk

__all__ = ["Choice", "Reply", "Talk"]
