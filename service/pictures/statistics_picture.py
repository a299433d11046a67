"""The statistics of a board as one picture: how scores spread, tickets most often completed, routes most claimed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.language.languages import Messages
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.alt_text import ticket_words
from service.pictures.drawing.board_picture import PictureOptions
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.svg import document, tag, words
from service.pictures.layout.lettering.text_width import shortened, width_of
from service.ratings.board_statistics import BoardFigures
from ttr_core import Ruleset
from ttr_core.model.ids import TicketId

BREADTH, SIDE = 640.0, 20.0
NAMES, BARS = 250.0, 280.0  # widths of the columns
LINE, BAR, TITLE, SIZE = 22.0, 13.0, 16.0, 12.5
MOST = 10  # tickets and routes


class Bar(NamedTuple):
    """A line of a chart: a name, how long its bars are, and what it says behind them."""

    name: str
    whole: float
    part: float  # of it, in the strong colour
    figure: str


def statistics_svg(ruleset: Ruleset, figures: BoardFigures, options: PictureOptions) -> str:
    say, names = Messages(options.lang, ruleset), board_words(ruleset, options.lang)
    charts = list(_charts(ruleset, figures, say, names))
    sheet = _Sheet(options.palette)
    title = say("picture-statistics", board=names.label(ruleset.board.title), games=figures.games)
    sheet.add_title(title)
    for heading, bars in charts:
        sheet.add_chart(heading, bars)
    height = sheet.y + SIDE
    page = tag("rect", width=BREADTH, height=height, fill=options.palette.ink.page)
    description = " ".join(_sentences(charts, say))
    return document(BREADTH, height, options.width, title, description, [page, *sheet.drawn])


def _charts(
    ruleset: Ruleset, figures: BoardFigures, say: Messages, names: BoardWords
) -> Iterator[tuple[str, Sequence[Bar]]]:
    """Each with its heading; none of what there is nothing to say about."""
    games = max(1, figures.games)
    ranks = [
        Bar(str(one.rank), one.mean_score, one.mean_score, f"{one.mean_score:g}") for one in figures.ranks
    ]
    seats = [
        Bar(say.seat(one.seat), one.games, one.wins, _percent(say, one.wins, one.games))
        for one in figures.seats
    ]
    tickets = [
        Bar(
            ticket_words(ruleset, TicketId(one.ticket), names),
            one.kept,
            one.completed,
            f"{one.completed} / {one.kept}",
        )
        for one in figures.tickets
        if one.ticket in ruleset.goals
    ]
    routes = [
        Bar(names.route(one.route), games, one.claimed, _percent(say, one.claimed, games))
        for one in figures.routes
        if one.route in names.routes
    ]
    for key, bars in (
        ("scores", ranks),
        ("seats", seats),
        ("tickets", tickets[:MOST]),
        ("routes", routes[:MOST]),
    ):
        if bars:
            yield say(f"picture-statistics_{key}"), bars


def _percent(say: Messages, part: int, whole: int) -> str:
    return say("picture-percent", number=round(100 * part / whole))


def _sentences(charts: Sequence[tuple[str, Sequence[Bar]]], say: Messages) -> Iterator[str]:
    """The same for those who cannot see it."""
    for heading, bars in charts:
        lines = "; ".join(say("named", name=bar.name, value=bar.figure) for bar in bars)
        yield say("named", name=heading, value=f"{lines}.")


class _Sheet:
    """What has been drawn so far, and how far down it reaches."""

    def __init__(self, palette: Palette) -> None:
        self.y, self.drawn = SIDE, list[str]()
        self._ink = palette.ink

    def add_title(self, text: str) -> None:
        self.y += TITLE
        self.drawn.append(
            words(shortened(text, TITLE, BREADTH - 2 * SIDE), SIDE, self.y, TITLE, fill=self._ink.text)
        )
        self.y += LINE / 2

    def add_chart(self, heading: str, bars: Sequence[Bar]) -> None:
        self.y += LINE
        self.drawn.append(words(heading, SIDE, self.y, SIZE + 1, fill=self._ink.faint))
        longest = max(1.0, *(bar.whole for bar in bars))
        for bar in bars:
            self.y += LINE
            self._add_bar(bar, BARS / longest)

    def _add_bar(self, bar: Bar, scale: float) -> None:
        ink, left, top = self._ink, SIDE + NAMES, self.y - BAR + 2
        name = shortened(bar.name, SIZE, NAMES - 10)
        self.drawn.append(words(name, left - 10 - width_of(name, SIZE), self.y, SIZE, fill=ink.text))
        for length, fill in ((bar.whole, ink.land), (bar.part, ink.done)):
            if length > 0:
                self.drawn.append(
                    tag("rect", x=left, y=top, width=length * scale, height=BAR, fill=fill, stroke=ink.line)
                )
        self.drawn.append(words(bar.figure, left + BARS + 10, self.y, SIZE, fill=ink.text))
