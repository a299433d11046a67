"""Builds the services that all calls share. Knows neither Flask nor a request."""

import time
from collections.abc import Hashable, Sized
from functools import partial
from threading import BoundedSemaphore

import msgspec

from service.background.backlog import BacklogGauges
from service.background.jobs import JobQueue
from service.boards.board_directory import offer_directory
from service.caches import RecentlyUsed
from service.clocks.deadlines import utc_now
from service.clocks.heartbeat import be_reachable
from service.clocks.store_clock import StoreClock
from service.config import Config
from service.games.games import Games
from service.games.live_updates import LiveUpdates, listen
from service.games.lobby import is_open_lobby
from service.mail.outbox import Outbox
from service.mail.smtp_server import smtp_server
from service.metrics import Metrics
from service.moderation.actions import Actions
from service.notices.notice_export import NoticeRecords
from service.notices.office import Notices, make_notices
from service.personal_data import PersonalData, personal_data
from service.pictures.painter import painter
from service.pictures.plan_store import PlanStore
from service.players.accounts import Players
from service.players.game_lists import GameLists, GamePage, game_lists_of
from service.players.mail_addresses import MailAddresses
from service.players.passkeys import Passkeys
from service.rate_limit import OpenLobbies, RateLimit, UnfinishedBodies, WorkBudget
from service.ratings.records import Records, records_of
from service.runtime.web_server import BODY_THREADS, WAITING_THREADS
from service.store import Store
from service.store.redis_store import RedisStore
from service.table_talk.table_talk import TableTalk
from service.webhooks.occasions import Occasions
from service.webhooks.subscriptions import Subscriptions
from service.webhooks.webhook_store import webhook_store_of

PICTURE_BYTES = 20_000_000  # kept per process; each picture is about a hundred kilobytes
OCCASIONS = 256  # states of games that streams of players have come to, kept per process
PAGE_BYTES = 8_000_000  # kept per process; each page of a player's games is about fifty kilobytes
VIEW_BYTES = 4_000_000  # kept per process; each view is a few kilobytes


class Services(msgspec.Struct):
    """One set per application."""

    config: Config
    store: Store
    games: Games
    players: Players
    passkeys: Passkeys
    addresses: MailAddresses
    personal: PersonalData
    lists: GameLists
    records: Records
    updates: LiveUpdates
    metrics: Metrics
    talk: TableTalk
    actions: Actions
    commands: RateLimit
    messages: RateLimit
    creations: RateLimit
    audits: RateLimit
    work: WorkBudget
    lobbies: OpenLobbies
    bodies: UnfinishedBodies
    streams: BoundedSemaphore  # places for event streams in this process
    views: RecentlyUsed[Hashable, bytes]
    pages: RecentlyUsed[Hashable, GamePage]
    pictures: RecentlyUsed[Hashable, bytes]
    plans: PlanStore
    webhooks: Subscriptions
    occasions: Occasions
    outbox: Outbox
    notices: Notices
    jobs: JobQueue


def sizes_of(services: Services) -> dict[str, int]:
    """How much this process remembers, by kind."""
    limits: tuple[Sized, ...] = (
        services.commands,
        services.messages,
        services.creations,
        services.audits,
        services.work,
    )
    return {
        "games": len(services.games.cache),
        "views": len(services.views),
        "pages": len(services.pages),
        "pictures": len(services.pictures),
        "rendered": len(painter()),
        "callers": sum(len(limit) for limit in limits),
    }


def make_services(config: Config, store: Store | None = None, clock: StoreClock | None = None) -> Services:
    """Without a store it connects to `config.redis_url`, listens for updates and writes heartbeats.

    A store that is passed without a clock shares this process's clock.
    """
    updates = LiveUpdates()
    metrics = Metrics(BacklogGauges(config).text) if store is None else Metrics()
    if store is None:
        store = RedisStore(config.redis_url, config.wait_replicas, plain=config.plain)
        listen(config.redis_url, updates, time.sleep)
        clock = StoreClock(store)
        be_reachable(store, clock, time.sleep)
    now, seconds = (clock, clock.seconds) if clock else (utc_now, time.time)
    games = Games(store, updates.announce, now, config.idempotency_days)
    records, plans = records_of(games), PlanStore(store)
    for published in offer_directory(games.boards, config.boards) if config.boards else ():
        plans.prepare(games.boards.variants(published.board))
    players, lists = Players(store, now, games.key_seconds), game_lists_of(games, records)
    outbox = Outbox(store, now, is_on=smtp_server(config.smtp_url) is not None)
    addresses = MailAddresses(players, outbox, now)
    webhooks = Subscriptions(webhook_store_of(store), now, seconds)
    notices = make_notices(games, players, config, seconds)
    talk, actions = TableTalk(store, updates.announce, now, games.key_seconds), Actions(store, now)
    return Services(
        config=config,
        store=store,
        games=games,
        players=players,
        passkeys=Passkeys(players, now),
        addresses=addresses,
        personal=personal_data(
            lists, addresses, webhooks, NoticeRecords(store, notices.ledger, now), talk, actions
        ),
        lists=lists,
        records=records,
        updates=updates,
        metrics=metrics,
        talk=talk,
        actions=actions,
        commands=RateLimit(config.commands_per_minute, time.monotonic, "commands"),
        messages=RateLimit(config.messages_per_minute, time.monotonic, "messages"),
        creations=RateLimit(config.creations_per_minute, time.monotonic, "creations"),
        audits=RateLimit(config.audits_per_minute, time.monotonic, "audits"),
        work=WorkBudget(config.work_per_minute, time.monotonic),
        lobbies=OpenLobbies(config.lobbies_per_address, partial(is_open_lobby, games)),
        bodies=UnfinishedBodies(BODY_THREADS, WAITING_THREADS, time.monotonic),
        streams=BoundedSemaphore(config.streams),
        views=RecentlyUsed(VIEW_BYTES, len),
        pages=RecentlyUsed(PAGE_BYTES, lambda page: len(page.body)),
        pictures=RecentlyUsed(PICTURE_BYTES, len),
        plans=plans,
        webhooks=webhooks,
        occasions=Occasions(games, OCCASIONS),
        notices=notices,
        outbox=outbox,
        jobs=JobQueue(config),
    )
