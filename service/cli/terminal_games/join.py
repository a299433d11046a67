"""`ttr join`: a seat at a game of any service, played from the terminal."""

import sys
from urllib.parse import parse_qs, urlsplit

import click

from service.chat.rooms.room import words_for_table
from service.cli.options import language_option
from service.cli.terminal_games.kept_seats import KeptSeats, kept_seats
from service.cli.terminal_games.live_news import LiveNews
from service.cli.terminal_games.play import QUIT, Leave, read_line
from service.cli.terminal_games.service_address import at_service, read_url
from service.language.grammar.phrases import plain_words
from service.language.languages import Messages
from ttr_client import ApiError, Client, TokenInvalid

SEATS = "seats"
PROMPT = "> "


class TerminalSeat:
    """One person at their seat. They see what the service shows to it."""

    def __init__(self, client: Client, kept: KeptSeats, lang: str) -> None:
        ((_, token),) = kept.tokens.items()
        self._kept, self._lang, self._say = kept, lang, Messages(lang)
        self._table = client.table(kept.game, token)
        self._news = LiveNews(self._table, lang, lambda: PROMPT, live=sys.stdin.isatty())

    def run(self, *, returning: bool) -> None:
        self._news.begin(returning=returning)
        if returning:
            self._speak("help")
        while self._news.catch_up():
            with self._news.reading():
                line = read_line(PROMPT)
            self._hear(line.strip())
        click.echo(self._news.score())

    def leave(self) -> None:
        click.echo(self._say("join-bye", game=self._kept.game, url=self._kept.url))

    def leave_for_good(self) -> None:
        """The seat is somebody else's: this person has resigned, or was replaced."""
        self._kept.forget(SEATS)
        click.echo(self._say("bye-for-good"))

    def _hear(self, line: str) -> None:
        words = plain_words(line)
        if len(words) == 1 and words[0] in QUIT:
            raise Leave
        if line:
            self._speak(line)

    def _speak(self, text: str) -> None:
        """A move is among the news, and so are words for the others: nothing is shown twice."""
        try:
            if words := words_for_table(text):
                self._table.talk.post(words)
                return
            reply = self._table.say(text, self._lang)
        except TokenInvalid:
            raise
        except ApiError as error:
            click.echo(self._say("chat-refused", why=error))
            return
        if reply["did"] != "moved" or reply["choices"]:
            click.echo(reply["text"])
        if reply["picture"] == "board" and reply["did"] != "moved":
            link = f"{self._kept.url}/v1/games/{self._kept.game}/board.png"
            click.echo(self._say("chat-picture", link=link))


@click.command()
@click.argument("link", required=False)
@click.argument("invite", required=False)
@click.option("--name", default="", help="Your name at the table; asked for if you leave it out.")
@language_option
def join(link: str | None, invite: str | None, name: str, lang: str) -> None:
    """Play at a table of any service.

    LINK is the link of an invite, or the address of the service with the INVITE behind it. Without LINK you come back
    to the seat that you took last; with a link that you have used, to its seat.
    """
    url, game, token = _read_link(link, invite) if link else ("", None, "")
    kept = kept_seats(SEATS, game, token) if game or token or not link else None
    if kept is None and not token:
        raise click.UsageError("You hold no seat there. Give the link of an invite, or address and invite.")
    with at_service(kept.url if kept else url) as client:
        seat = TerminalSeat(client, kept or _sit_down(client, game, token, name, lang), lang)
        try:
            seat.run(returning=kept is not None)
        except TokenInvalid:
            seat.leave_for_good()
        except (Leave, KeyboardInterrupt, EOFError):
            click.echo()
            seat.leave()


def _read_link(link: str, invite: str | None) -> tuple[str, str | None, str]:
    """The address of the service, the game if the link names it, and the invite."""
    parts = urlsplit(link)
    ahead, _, game = parts.path.partition("/g/")
    url = read_url(
        click.get_current_context(), click.Argument(["link"]), f"{parts.scheme}://{parts.netloc}{ahead}"
    )
    (token,) = parse_qs(parts.fragment).get("invite", [invite or ""])
    return url, game.strip("/") or None, token


def _sit_down(client: Client, game: str | None, invite: str, name: str, lang: str) -> KeptSeats:
    name = name or read_line(Messages(lang)("join-name")).strip()
    table = client.join(client.table(game, invite).id, invite, name)
    kept = KeptSeats(url=client.url, game=table.id, tokens={name: table.token or ""}, invite=invite)
    kept.keep(SEATS)
    return kept
