"""Every answer is a described one, and every described answer is given."""

import pytest

from service.app import create_app
from service.config import Config
from service.store import MemoryStore
from tests.service import tour, tour_back, tour_pictures, tour_proof, tour_table, tour_text, tour_webhooks
from tests.service.calls import Reply, in_process, open_table, table_of
from tests.service.described import check, operations
from tests.service.stack import UNLIMITED
from ttr_core import board_names
from ttr_core.library import whole_document

STORELESS = {
    "list_boards",
    "get_board",
    "get_board_picture",
    "healthz",
    "metrics",
    "openapi",
    "docs",
    "docs_file",
}
PLENTY = Config(**UNLIMITED)
HURRIED = Config(commands_per_minute=1, creations_per_minute=1, audits_per_minute=1, streams=0)


def test_every_described_answer_is_given_and_no_other() -> None:
    store = tour.ShakyStore()
    app = create_app(PLENTY, store)
    tourist = tour.Tourist(app)
    for plain in (tour.boards, tour.creating, tour.listing, tour.looking, tour.playing, tour.operating):
        plain(tourist)
    tour.joining(tourist, store)
    tour.starting(tourist, store)
    tour.following(tourist, app)
    tour.scoring(tourist, app)
    tour_back.looking_back(tourist, app)
    tour_back.erasing(tourist)
    tour_pictures.looking_at_pictures(tourist)
    tour_proof.proving(tourist, app)
    tour_table.talking(tourist)
    tour_table.inviting(tourist, store)
    tour_table.giving_up(tourist, store)
    tour_text.talking(tourist)
    tour_webhooks.subscribing(tourist)
    tour_webhooks.looking_after_webhooks(tourist)
    tour.failing(tourist, store)
    tour_back.failing_back(tourist, store)
    tour_pictures.failing_to_draw(tourist, store)
    tour_proof.failing_to_prove(tourist, store)
    tour_table.failing_at_the_table(tourist, store)
    tour_text.failing_to_talk(tourist, store)
    tour_webhooks.failing_to_subscribe(tourist, store)
    hurried = tour.Tourist(create_app(HURRIED, MemoryStore()))
    tour_table.hurrying_at_the_table(hurried, tour.hurrying(hurried))
    tour_proof.proving_in_a_hurry(hurried)
    hasty = tour.Tourist(create_app(HURRIED, MemoryStore()))
    tour_text.talking_in_a_hurry(hasty)
    subscriber = tour.Tourist(create_app(HURRIED, MemoryStore()))
    tour_webhooks.subscribing_in_a_hurry(subscriber)
    described = {
        (operation["operationId"], int(status))
        for _, _, operation in operations()
        for status in operation["responses"]
    }
    unprovoked = {(name, 500) for name in STORELESS}  # nothing in them can be made to break
    assert described - unprovoked == tourist.seen | hurried.seen | hasty.seen | subscriber.seen


@pytest.mark.parametrize("board", board_names())
def test_whole_games_are_described(board: str) -> None:
    app = create_app(PLENTY, MemoryStore())
    tourist = tour.Tourist(app)
    table = open_table(tourist, board, whole_document(board)["players"][0])
    tour.play_to_the_end(app, table, tourist)
    for token in (None, table.seats[0], table.auditor):
        page = tourist.get(f"{table.path}/events?limit=1000", token).json
        assert page["next"] is None
        assert len(page["events"]) == page["version"]
        assert tourist.get(table.path, token).json["over"] is True
    assert tourist.get(f"{table.path}/score").status == 200


def test_an_answer_that_is_not_described_is_found() -> None:
    given = table_reply()
    assert check("POST", "/v1/games", given) == "create_game"
    for wrong in (
        given._replace(status=200),
        given._replace(headers={**given.headers, "content-type": "text/html"}),
        given._replace(headers={name: value for name, value in given.headers.items() if name != "location"}),
        given._replace(body=given.body.replace(b'"version"', b'"versions"')),
    ):
        with pytest.raises(AssertionError):
            check("POST", "/v1/games", wrong)


def table_reply() -> Reply:
    caller = in_process(create_app(PLENTY, MemoryStore()))
    reply = caller.post("/v1/games", {"board": "usa", "seats": [{"name": "Ann"}, {"name": "Ben"}]})
    assert table_of(reply).seats
    return reply
