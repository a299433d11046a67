"""Playing in words: one grammar for every channel, in English and French."""

from service.language.conversation.questions import Choice, Reply
from service.language.talk import Talk

__all__ = ["Choice", "Reply", "Talk"]
