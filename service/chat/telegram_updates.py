"""What Telegram sends, and which words of it are for us."""

import msgspec

PRIVATE = "private"
OWN = ("ttr", "start")  # commands that only introduce what is said


class Sender(msgspec.Struct):
    id: int
    is_bot: bool = False
    first_name: str = ""
    last_name: str = ""
    language_code: str = "en"

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip() or str(self.id)

    @property
    def lang(self) -> str:
        return "fr" if self.language_code.startswith("fr") else "en"


class Chat(msgspec.Struct):
    id: int
    type: str = "group"


class Message(msgspec.Struct, rename={"sender": "from"}):
    chat: Chat
    date: int = 0
    text: str = ""
    sender: Sender | None = None
    message_thread_id: int = 0
    is_topic_message: bool = False
    reply_to_message: "Message | None" = None
    migrate_to_chat_id: int = 0

    @property
    def place(self) -> str:
        """The chat, or the topic of it."""
        return f"{self.chat.id}/{self.message_thread_id}" if self.is_topic_message else str(self.chat.id)

    def words(self, bot: str) -> str:
        """Everything in private; in a group commands, and what is said in reply to us. None otherwise."""
        if self.text.startswith("/"):
            return _command(self.text)
        replied = self.reply_to_message.sender if self.reply_to_message else None
        ours = self.chat.type == PRIVATE or (replied is not None and str(replied.id) == bot)
        return self.text if ours else ""


class Press(msgspec.Struct, rename={"sender": "from"}):
    """A press of a button below one of our messages."""

    id: str
    sender: Sender
    data: str = ""
    message: Message | None = None


class Update(msgspec.Struct):
    """Anything else that Telegram may tell is nothing to us."""

    update_id: int
    message: Message | None = None
    callback_query: Press | None = None


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's words."""

    chat: Chat
    place: str  # where they were said, and are answered
    sender: Sender
    text: str
    callback: str = ""  # of a press

    @property
    def alone(self) -> bool:
        return self.chat.type == PRIVATE


def heard_in(update: Update, bot: str) -> Heard | None:
    """The words of an update, if it has any for us; other bots, and people who hide behind one, are not heard."""
    press = update.callback_query
    if press and press.message:
        place = press.message.place
        return Heard(
            chat=press.message.chat, place=place, sender=press.sender, text=press.data, callback=press.id
        )
    said = update.message
    text = said.words(bot) if said else ""
    if said is None or said.sender is None or said.sender.is_bot or not text:
        return None
    return Heard(chat=said.chat, place=said.place, sender=said.sender, text=text)


def _command(text: str) -> str:
    """`/ttr@OurBot draw 2` is `draw 2`, and `/hand` is `hand`."""
    name, _, rest = text.removeprefix("/").partition(" ")
    name = name.partition("@")[0]
    if name in OWN:
        return rest.strip() or "help"
    return f"{name.replace('_', ' ')} {rest}".strip()
