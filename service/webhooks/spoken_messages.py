"""Messages about table talk: one for each thing that is said or erased and that the subscriber hears, in order."""

from collections.abc import Iterator
from hashlib import sha256

from service.games.game_cache import Loaded
from service.games.tokens import Grant, TokenRole
from service.table_talk.heard_messages import Heard, Withdrawn, is_heard, with_names
from service.table_talk.table_talk import TableTalk
from service.table_talk.talk_message import Said, Speaker
from service.webhooks.payload import Message, talk_body, talk_kind, talk_message_id
from service.webhooks.subscriptions import Subscription


class SpokenMessages:
    """The talk in one game, for one subscription."""

    def __init__(self, talk: TableTalk, subscription: Subscription, now: Loaded) -> None:
        self._talk, self._subscription, self._now = talk, subscription, now
        speaker = _listener(subscription, now)
        self._channels = speaker.hears(now.over)
        self._muted = talk.muted_for(now.game, speaker.name)
        self._seated = _seated(subscription, now)

    def first(self) -> int:
        """Where a subscription to all games begins: what was said before it wanted talk is not news."""
        earlier = self._subscription.talk_from
        said = (entry for entry in self._talk.after(self._now.game, 0) if isinstance(entry, Said))
        return max((one.number for one in said if one.posted.at < earlier), default=0)

    def between(self, after: int, last: int) -> Iterator[tuple[int, Iterator[Message]]]:
        """What was said or erased after one number and up to another, each with the message to send, if any."""
        for entry in self._talk.after(self._now.game, after, last - after):
            if isinstance(entry, Said):
                number, said, messages = entry.number, entry, self._messages(entry.number)
            else:
                number, said = entry[0], self._talk.one(self._now.game, entry[1].message)
                messages = self._message(Withdrawn(said=said, at=entry[1].at), entry[1].at)
            if self._is_meant(said):
                yield number, messages

    def _is_meant(self, said: Said) -> bool:
        """Nobody gets what was said before they came."""
        return said.posted.version >= self._seated and is_heard(said, self._channels, self._muted)

    def _messages(self, number: int) -> Iterator[Message]:
        said = self._talk.one(self._now.game, number)  # it may be erased while those before it are sent
        if said.text is not None:
            (heard,) = with_names(self._talk.store, self._now, [said])
            yield from self._message(heard, said.posted.at)

    def _message(self, entry: Heard | Withdrawn, at: str) -> Iterator[Message]:
        """The one that is about the entry, unless the subscriber does not want its kind."""
        kind, game = talk_kind(entry), self._now.game
        if kind not in self._subscription.kinds:
            return
        # the time tells two pasts apart: a server that has lost messages gives their numbers to others
        past = sha256(at.encode()).hexdigest()[:8]
        name = f"{talk_message_id(self._subscription.id, game, entry)}-{past}"
        body = talk_body(name, self._subscription, self._now, entry)
        yield Message(id=name, kind=kind, game=game, version=entry.said.posted.version, body=body)


def _listener(subscription: Subscription, now: Loaded) -> Speaker:
    """As whom the subscriber hears a table: as with `GET .../messages` by the same token."""
    facts, player = now.facts, subscription.player
    if player:
        seats = facts.seats_of(player)
        return Speaker(Grant(TokenRole.SEAT, seats[0]) if seats else Grant(TokenRole.HOST), None, player)
    return Speaker(facts.grant_of(subscription.owner))


def _seated(subscription: Subscription, now: Loaded) -> int:
    """The version at which a player who hears of all their games sat down in this one."""
    if not subscription.player or subscription.game:
        return 0
    return min(now.milestones.seated[seat] for seat in now.facts.seats_of(subscription.player))
