"""The statistics of a board as one picture: how scores spread, tickets most often completed, routes most claimed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.language.languages import Messages
from service.language.vocabulary.board_words import BoardWords, board_words
from service.pictures.drawing.alt_text import ticket_words
from service.pictures.drawing.board_picture import PictureOptions
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.svg import document, tag, words
from service.pictures.layout.lettering.text_width import balanced, width_of, wrapped
from service.ratings.board_statistics import BoardFigures
from ttr_core import Ruleset
from ttr_core.model.ids import TicketId

SIDE = 20.0
LINE, BAR, TITLE, HEADING, SIZE = 22.0, 13.0, 16.0, 13.5, 12.5
NAME_LINE = 17.0  # from one line of a name to the next, or to its bar
JOINED = "\u00a0"
MOST = 10  # tickets and routes


class Columns(NamedTuple):
    """The width of the sheet, of names and of bars; without a column of their own, names stand above their bars."""

    sheet: float
    names: float
    bars: float


WIDE = Columns(sheet=760.0, names=360.0, bars=290.0)
NARROW = Columns(sheet=400.0, names=0.0, bars=280.0)


class Bar(NamedTuple):
    """A line of a chart: a name, how long its bars are, and what it says behind them."""

    name: str
    whole: float
    part: float  # of it, in the strong colour
    figure: str


def statistics_svg(ruleset: Ruleset, figures: BoardFigures, options: PictureOptions) -> str:
    say, names = Messages(options.lang, ruleset), board_words(ruleset, options.lang)
    charts = list(_charts(ruleset, figures, say, names))
    columns = NARROW if options.canvas.is_small else WIDE
    sheet = _Sheet(options.palette, columns)
    title = say("picture-statistics", board=names.label(ruleset.board.title), games=figures.games)
    sheet.add_title(title)
    for heading, bars in charts:
        sheet.add_chart(heading, bars)
    height = sheet.y + SIDE
    page = tag("rect", width=columns.sheet, height=height, fill=options.palette.ink.page)
    description = " ".join(_sentences(charts, say))
    return document(columns.sheet, height, options.width, title, description, [page, *sheet.drawn])


def _charts(
    ruleset: Ruleset, figures: BoardFigures, say: Messages, names: BoardWords
) -> Iterator[tuple[str, Sequence[Bar]]]:
    """Each with its heading; none of what there is nothing to say about."""
    games = max(1, figures.games)
    ranks = [
        Bar(say("picture-rank", rank=one.rank), one.mean_score, one.mean_score, f"{one.mean_score:g}")
        for one in figures.ranks
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
        lines = say("between").join(say("named", name=bar.name, value=bar.figure) for bar in bars)
        yield say("named", name=heading, value=f"{lines}.")


class _Sheet:
    """What has been drawn so far, and how far down it reaches."""

    def __init__(self, palette: Palette, columns: Columns) -> None:
        self.y, self.drawn = SIDE, list[str]()
        self._ink, self._columns = palette.ink, columns

    def add_title(self, text: str) -> None:
        self.y += TITLE
        room = self._columns.sheet - 2 * SIDE
        for line in wrapped(text, TITLE, room):
            self.drawn.append(words(line, SIDE, self.y, TITLE, fill=self._ink.text))
            self.y += LINE
        self.y -= LINE / 2

    def add_chart(self, heading: str, bars: Sequence[Bar]) -> None:
        self.y += 1.5 * LINE
        lines = wrapped(heading, HEADING, self._columns.sheet - 2 * SIDE)
        for line in lines:
            self.drawn.append(words(line, SIDE, self.y, HEADING, fill=self._ink.faint))
            self.y += NAME_LINE
        self.y -= NAME_LINE
        longest = max(1.0, *(bar.whole for bar in bars))
        for bar in bars:
            self.y += LINE
            self._add_bar(bar, self._columns.bars / longest)

    def _add_bar(self, bar: Bar, scale: float) -> None:
        ink, names = self._ink, self._columns.names
        room = names - 10 if names else self._columns.sheet - 2 * SIDE
        whole = bar.name.replace(" (", f"{JOINED}(")  # points stay beside what they are for
        lines = [line.replace(JOINED, " ") for line in balanced(whole, SIZE, room)]
        for row, line in enumerate(lines):
            self.y += NAME_LINE if row else 0.0
            x = SIDE + room - width_of(line, SIZE) if names else SIDE
            self.drawn.append(words(line, x, self.y, SIZE, fill=ink.text))
        self.y += 0.0 if names else NAME_LINE
        left, top = SIDE + names, self.y - BAR + 2
        for length, fill in ((bar.whole, ink.land), (bar.part, ink.done)):
            if length > 0:
                self.drawn.append(
                    tag("rect", x=left, y=top, width=length * scale, height=BAR, fill=fill, stroke=ink.line)
                )
        self.drawn.append(words(bar.figure, left + self._columns.bars + 10, self.y, SIZE, fill=ink.text))
