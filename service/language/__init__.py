"""Playing in words: one grammar for every channel, in every language of `languages/`."""

from service.language.conversation.questions import Choice, Effect, Reply, Utterance
from service.language.talk import Talk

__all__ = ["Choice", "Effect", "Reply", "Talk", "Utterance"]
