"""What a message means at one version of a game, before anything is done about it."""

import msgspec

from service.language.conversation.questions import Question
from service.language.grammar.interpretation import Heard
from service.language.grammar.order_sentence import HeardOrder
from service.language.grammar.table_commands import Found


class Meaning(msgspec.Struct, frozen=True, kw_only=True):
    """A message with what was heard in it, or the matter of the table or the standing order that it is."""

    text: str
    heard: Heard
    matter: Found | None = None
    order: HeardOrder | None = None
    confirmed: bool = False  # it answers a question that was asked before it was done
    question: Question | None = None

    def moves(self, preview: bool) -> bool:
        """Whether it changes the game at once."""
        if self.matter is not None:
            return self.confirmed or not self.matter.grave
        if self.order is not None:
            return self.confirmed and self.order.is_clear
        return bool(self.heard.commands) and (
            self.confirmed or not (preview or self.heard.preview or self.heard.tentative)
        )
