"""A record as one viewer has it: as much of the audit as his eyes allow, during the game or after it."""

from ttr_core.audit.boards import check_board
from ttr_core.audit.moves import read_events
from ttr_core.audit.report import Notebook
from ttr_core.audit.sealed import check_opened, check_own, check_seed, opened_seed
from ttr_core.audit.table import check_table
from ttr_core.events import GameCreated
from ttr_core.record import Record

LATER = "hidden fields of others, shuffles and the legality of moves are judged on the complete record, after the end"


def check_partial(record: Record, notebook: Notebook) -> None:
    check_own(record, notebook)
    seed = opened_seed(record)
    if seed is None:
        notebook.skip("the seed is opened when the game is over", "seed")
    elif check_seed(record, seed, notebook):
        check_opened(record, seed, notebook)
    events = read_events(record, notebook)
    created = events[0] if events else None
    if not isinstance(created, GameCreated):
        notebook.find(1, "table", "event_not_due", "a game begins with game_created")
        return
    ruleset = check_board(record.header, created, notebook)
    if ruleset is not None:
        viewer = record.header.viewer
        me = next((seat for seat in range(ruleset.players) if str(seat) == viewer), None)
        check_table(ruleset, events, me, notebook)
    notebook.skip(LATER, "shuffles", "draws", "moves", "score")
