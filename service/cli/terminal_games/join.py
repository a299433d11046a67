"""`ttr join`: a seat at a game of any service, played from the terminal."""

import sys
from urllib.parse import parse_qs, urlsplit

import click

from service.chat.rooms.room import words_for_table
from service.cli.options import language_option
from service.cli.terminal_games.kept_seats import KeptSeats, kept_seats
from service.cli.terminal_games.live_news import LiveNews, next_order
from service.cli.terminal_games.play import QUIT, Leave, PlayAgain, hear_at_the_end, read_line
from service.cli.terminal_games.service_address import at_service, in_words, read_url
from service.errors import RematchExists
from service.language.grammar.phrases import plain_words
from service.language.languages import Messages, heard_words
from ttr_client import ApiError, Client, TokenInvalid

SEATS = "seats"
PROMPT = "> "


class TerminalSeat:
    """One person at their seat. They see what the service shows to it."""

    def __init__(self, client: Client, kept: KeptSeats, lang: str) -> None:
        ((_, token),) = kept.tokens.items()
        self._kept, self._lang, self._say = kept, lang, Messages(lang)
        self._table = client.table(kept.game, token)
        self._news = LiveNews(self._table, lang, lambda: PROMPT, sys.stdin.isatty(), self._ending)

    def run(self, *, returning: bool) -> None:
        self._news.begin(returning=returning)
        if returning:
            self._speak("help")
        while True:
            self._news.catch_up()
            with self._news.reading():
                line = read_line(PROMPT).strip()
            if self._news.over:
                hear_at_the_end(line)
            self._hear(line)

    def leave(self) -> None:
        bye = "end-bye" if self._news.over else "join-bye"
        click.echo(self._say(bye, game=self._kept.game, url=self._kept.url))

    def rematch(self, client: Client) -> KeptSeats | None:
        """Another table with a seat for this person, who passes the invites on; None if somebody was faster."""
        ((name, _),) = self._kept.tokens.items()
        order = next_order(len(self._news.names))
        try:
            created = client.rematch(self._table, order)
        except ApiError as error:
            is_open = error.code == RematchExists.code
            click.echo(self._say("rematch-open" if is_open else "chat-refused", why=in_words(error)))
            return None
        ((_, own),) = created.seats.items()
        for number, invite in created.invites.items():
            of = self._news.names[order[number]]
            click.echo(self._say("end-invite", name=of, url=self._kept.url, invite=invite))
        kept = KeptSeats(url=self._kept.url, game=created.id, tokens={name: own.token or ""})
        kept.keep(SEATS)
        return kept

    def _ending(self) -> list[str]:
        return [self._picture(), self._say("end-rematch", quit=heard_words()[self._lang].quit[0])]

    def _picture(self) -> str:
        link = f"{self._kept.url}/v1/games/{self._kept.game}/board.png"
        return self._say("chat-picture", link=link)

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
            click.echo(self._say("chat-refused", why=in_words(error)))
            return
        if not reply["public"] or reply["choices"]:  # such as a choice that nobody else may know of yet
            click.echo(reply["text"])
        if reply["picture"] == "board" and reply["did"] != "moved":
            click.echo(self._picture())


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
    returning = kept is not None
    with at_service(kept.url if kept else url, lang) as client:
        held: KeptSeats | None = kept or _sit_down(client, game, token, name, lang)
        while held is not None:
            held = _played(client, held, lang, returning=returning)
            returning = False


def _played(client: Client, held: KeptSeats, lang: str, *, returning: bool) -> KeptSeats | None:
    """Play at the seat; the next one, if there is a rematch."""
    seat = TerminalSeat(client, held, lang)
    try:
        seat.run(returning=returning)
    except TokenInvalid:
        seat.leave_for_good()
    except PlayAgain:
        return seat.rematch(client)
    except (Leave, KeyboardInterrupt, EOFError):
        click.echo()
        seat.leave()
    return None


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
