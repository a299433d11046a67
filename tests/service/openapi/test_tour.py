"""Every answer is a described one, and every described answer is given."""

import pytest

from service.app import create_app
from service.config import Config
from service.store import MemoryStore
from tests.support.api_tour import (
    addresses_part,
    advice_part,
    boards_part,
    history_part,
    notices_part,
    passkeys_part,
    pictures_part,
    players_part,
    records_part,
    standings_part,
    table_part,
    tables_part,
    talk_part,
    text_part,
    tokens_part,
    tour,
    webhooks_part,
)
from tests.support.http.api_calls import Reply, in_process, open_table, table_of
from tests.support.http.described_answers import check, operations
from tests.support.http.running_service import UNLIMITED
from ttr_core import board_names
from ttr_core.boards.library import whole_document

STORELESS = {
    "get_sign_in_mail",
    "healthz",
    "metrics",
    "openapi",
    "docs",
    "docs_file",
    "get_problem",
}
PLENTY = Config(**UNLIMITED)
HURRIED = Config(
    commands_per_minute=1, messages_per_minute=1, creations_per_minute=1, audits_per_minute=1, streams=0
)

SPENT = Config(work_per_minute=0.000_001, lobbies_per_address=1)


def test_every_described_answer_is_given_and_no_other() -> None:
    store = tour.ShakyStore()
    app = create_app(PLENTY, store)
    tourist = tour.Tourist(app)
    for plain in (tour.boards, tour.creating, tour.listing, tour.looking, tour.playing, tour.operating):
        plain(tourist)
    tour.mistyping(tourist)
    tour.joining(tourist, store)
    tour.starting(tourist, store)
    tour.following(tourist, app)
    tour.scoring(tourist, app)
    tour.crowding(tourist, app)
    history_part.looking_back(tourist, app)
    pictures_part.looking_at_replays(tourist, app)
    history_part.erasing(tourist)
    advice_part.asking(tourist, store)
    advice_part.analysing(tourist, app)
    pictures_part.looking_at_pictures(tourist)
    records_part.proving(tourist, app)
    table_part.talking(tourist)
    table_part.inviting(tourist, store)
    table_part.giving_up(tourist, store)
    text_part.talking(tourist)
    tokens_part.rotating(tourist, store)
    players_part.being_a_player(tourist)
    players_part.sitting_down(tourist)
    tables_part.hearing_of_games(tourist)
    tables_part.playing_again(tourist, app, store)
    tables_part.failing_to_hear(tourist, store)
    passkeys_part.having_passkeys(tourist)
    standings_part.comparing(tourist)
    notices_part.confirming(tourist, app)
    talk_part.talking_to_people(tourist)
    webhooks_part.subscribing(tourist)
    webhooks_part.looking_after_webhooks(tourist)
    shaky = tour.ShakyStore()
    keyless = create_app(PLENTY, shaky)
    notified = tour.Tourist(keyless)
    notices_part.failing_to_be_notified(notified, shaky)
    notices_part.being_notified(notified, keyless)
    tour.failing(tourist, store)
    history_part.failing_back(tourist, store)
    pictures_part.failing_to_draw(tourist, store)
    advice_part.failing_to_advise(tourist, store)
    records_part.failing_to_prove(tourist, store)
    table_part.failing_at_the_table(tourist, store)
    text_part.failing_to_talk(tourist, store)
    tokens_part.failing_to_rotate(tourist, store)
    talk_part.failing_to_talk_to_people(tourist, store)
    webhooks_part.failing_to_subscribe(tourist, store)
    players_part.failing_to_be_a_player(tourist, store)
    passkeys_part.failing_with_passkeys(tourist, store)
    standings_part.failing_to_compare(tourist, store)
    hurried = tour.Tourist(create_app(HURRIED, MemoryStore()))
    table_part.hurrying_at_the_table(hurried, tour.hurrying(hurried))
    records_part.proving_in_a_hurry(hurried)
    hasty = tour.Tourist(create_app(HURRIED, MemoryStore()))
    text_part.talking_in_a_hurry(hasty)
    keeper = tour.Tourist(create_app(HURRIED, MemoryStore()))
    tokens_part.rotating_in_a_hurry(keeper)
    subscriber = tour.Tourist(create_app(HURRIED, MemoryStore()))
    webhooks_part.subscribing_in_a_hurry(subscriber)
    player = tour.Tourist(create_app(HURRIED, MemoryStore()))
    players_part.being_a_player_in_a_hurry(player)
    listener = tour.Tourist(create_app(HURRIED, MemoryStore()))
    tables_part.hearing_in_a_hurry(listener)
    owner = tour.Tourist(create_app(HURRIED, MemoryStore()))
    passkeys_part.having_passkeys_in_a_hurry(owner)
    mailing = tour.ShakyStore()
    post = addresses_part.with_mail(PLENTY, mailing)
    writer = tour.Tourist(post)
    addresses_part.having_addresses(writer, post)
    addresses_part.failing_with_addresses(writer, mailing)
    hasty_writer = tour.Tourist(addresses_part.with_mail(HURRIED, tour.ShakyStore()))
    addresses_part.having_addresses_in_a_hurry(hasty_writer)
    reader = tour.Tourist(create_app(HURRIED, MemoryStore()))
    notices_part.being_notified_in_a_hurry(reader)
    talker = tour.Tourist(create_app(HURRIED, MemoryStore()))
    talk_part.talking_to_people_in_a_hurry(talker)
    spender = tour.Tourist(create_app(SPENT, MemoryStore()))
    tour.spending(spender)
    standings_part.comparing_without_budget(spender)
    operators = tour.ShakyStore()
    operator = tour.Tourist(boards_part.operated(operators))
    boards_part.offering(operator)
    boards_part.withdrawing(operator)
    boards_part.failing_to_offer(operator, operators)
    talk_part.moderating(operator, operators)
    described = {
        (operation["operationId"], int(status))
        for _, _, operation in operations()
        for status in operation["responses"]
    }
    unprovoked = {(name, 500) for name in STORELESS}  # nothing in them can be made to break
    tourists = (
        talker,
        player,
        listener,
        owner,
        writer,
        hasty_writer,
        notified,
        reader,
        tourist,
        hurried,
        hasty,
        keeper,
        subscriber,
        spender,
        operator,
    )
    assert described - unprovoked == set[tuple[str, int]]().union(*(one.seen for one in tourists))


@pytest.mark.parametrize("board", board_names())
def test_whole_games_are_described(board: str) -> None:
    app = create_app(PLENTY, MemoryStore())
    tourist = tour.Tourist(app)
    table = open_table(tourist, board, whole_document(board)["players"][0])
    tour.play_to_the_end(app, table, tourist)
    for token in (None, table.seats[0], table.auditor):
        page = tourist.get(f"{table.path}/events?limit=1000", token).json
        assert page["next"] is None
        assert len(page["items"]) == page["version"]
        assert tourist.get(table.path, token).json["status"] == "scored"
    assert tourist.get(f"{table.path}/result").status == 200


def test_an_answer_that_is_not_described_is_found() -> None:
    reply = table_reply()
    assert check("POST", "/v1/games", reply) == "create_game"
    for wrong in (
        reply._replace(status=200),
        reply._replace(headers={**reply.headers, "content-type": "text/html"}),
        reply._replace(headers={name: value for name, value in reply.headers.items() if name != "location"}),
        reply._replace(body=reply.body.replace(b'"version"', b'"versions"')),
    ):
        with pytest.raises(AssertionError):
            check("POST", "/v1/games", wrong)


def table_reply() -> Reply:
    caller = in_process(create_app(PLENTY, MemoryStore()))
    reply = caller.post("/v1/games", {"board": "usa", "seats": [{"name": "Ann"}, {"name": "Ben"}]})
    assert table_of(reply).seats
    return reply
