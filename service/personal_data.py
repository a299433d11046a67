"""Personal data: every part of the service that keeps something about a player, what of it they get, and how it goes.

The law: what is known about a person is a fact beside their stream, or a part here keeps it. Facts go with the commit
that erases the player. The parts follow, in the request and, if that does not come to its end, in a worker that reads
of the erasure. `tests/service/players/test_personal_data.py` looks for what is left.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from service.games.games import Games
from service.mail.outbox import Outbox
from service.moderation.actions import Actions
from service.notices.notice_export import NoticeRecords
from service.notices.notice_ledger import Ledger
from service.notices.notifier import KIND
from service.players.accounts import Players
from service.players.game_lists import GameLists
from service.players.mail_addresses import MailAddresses
from service.store.deliveries import delivery_store_of
from service.table_talk.table_talk import TableTalk, quiet_talk
from service.webhooks.subscriptions import Subscriptions
from service.webhooks.webhook_store import webhook_store_of


class PersonalPart(msgspec.Struct, frozen=True):
    """What one part of the service keeps about players. `erase` comes after the facts are gone, and maybe twice."""

    name: str
    export: Callable[[str], object]  # JSON values, or structs of them
    erase: Callable[[str], None]


class PersonalData:
    """All parts."""

    def __init__(self, parts: Sequence[PersonalPart]) -> None:
        self.parts = tuple(parts)

    def export(self, player: str) -> Mapping[str, object]:
        """What each part knows, by its name."""
        return {part.name: msgspec.to_builtins(part.export(player)) for part in self.parts}

    def erase(self, player: str) -> None:
        for part in self.parts:
            part.erase(player)


def personal_data(
    lists: GameLists,
    addresses: MailAddresses,
    webhooks: Subscriptions,
    notices: NoticeRecords,
    talk: TableTalk,
    actions: Actions,
) -> PersonalData:
    """The parts of the service; what a new part keeps about players is added here."""
    return PersonalData(
        (
            PersonalPart("webhooks", webhooks.addresses_of, webhooks.erase),
            PersonalPart("mails", addresses.waiting_mails, addresses.erase),
            PersonalPart("notices", notices.export, notices.erase),
            PersonalPart("messages", talk.written_by, talk.forget_player),
            PersonalPart("games", lists.of, lists.erase),  # with what they count for
            PersonalPart("records", lists.records.known_about, lists.records.forget),
            PersonalPart("moderation", actions.about, actions.forget),
        )
    )


def personal_data_of(games: Games, lists: GameLists) -> PersonalData:
    """For a process that sends no mail."""
    players = Players(games.store, games.now, games.key_seconds)
    outbox = Outbox(games.store, games.now, is_on=False)
    webhooks = Subscriptions(webhook_store_of(games.store), games.now)
    notices = NoticeRecords(games.store, Ledger(delivery_store_of(games.store, KIND)), games.now)
    talk = quiet_talk(games)
    addresses, actions = MailAddresses(players, outbox, games.now), Actions(games.store, games.now)
    return personal_data(lists, addresses, webhooks, notices, talk, actions)
