"""Mail addresses of players: confirmed by a link, and a way back for somebody who has lost every token.

- An address counts when its owner has sent the code back that was mailed to it: once, within fifteen minutes.
- Several players may have one address, such as a person and their bot. An index leads from the SHA-256 of an address to
  them. The facts of the players are the truth: an entry of a player who has another address by now says nothing.
- Nobody learns whether an address is known here, or who else has asked for mail to it. A request is noted, and the same
  is done for every address; a worker looks the players up and sends the mail.
- Refusals follow from what a caller has asked for themselves. What an address gets in all is limited, too, and in
  silence: a worker drops what is too much.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256

import msgspec

from service.clocks.deadlines import milliseconds, moment, written
from service.errors import AddressRefused, LinkNotFound, TooManyRequests
from service.games.facts import player_stream
from service.language.languages import Messages
from service.mail.mail import Mail, mail_address
from service.mail.outbox import Outbox
from service.players.accounts import LINK_SECONDS, Change, Players
from service.players.player import AddressConfirmed, AddressEntered, AddressRemoved, Origin
from service.players.player_stream import MAIL, MAIL_PENDING, LoadedPlayer
from service.store.deliveries import DeliveryStore, delivery_store_of

KIND, REQUESTS = "account_mail", "requests"  # among the deliveries of a store, and their table
COUNTED_SECONDS = 3600
MOST_FOR_ADDRESS, MOST_FOR_PLAYER, MOST_FOR_CALLER = 5, 5, 20  # mails within that time
CLAIM_MS, BATCH = 60_000, 20  # of requests that a process answers
MOST_PLAYERS = 5  # of one address that a mail has links for

_encode = msgspec.json.Encoder().encode


class Letterhead(msgspec.Struct, frozen=True):
    """The language of a mail, and the address of the service for its links."""

    lang: str
    home: str


class WaitingMail(msgspec.Struct, frozen=True):
    """A mail to a player that is not sent yet."""

    to: str
    subject: str
    queued_at: str


class MailRequest(msgspec.Struct, frozen=True):
    """A mail that was asked for: to confirm an address, or to sign in, if there is anybody of this address."""

    address: str
    letterhead: Letterhead
    at: str
    confirmation: Mail | None = None  # None: to sign in


_decode = msgspec.json.Decoder(MailRequest).decode


class MailAddresses:
    """The addresses of all players."""

    def __init__(
        self,
        players: Players,
        outbox: Outbox,
        now: Callable[[], str],
        requests: DeliveryStore | None = None,
    ) -> None:
        self._players, self._store, self._outbox, self._now = players, players.store, outbox, now
        self.requests = requests or delivery_store_of(self._store, KIND)

    # an address of one's own

    def enter(self, player: str, text: str, letterhead: Letterhead, caller: str) -> LoadedPlayer:
        """Keeps an address that is not confirmed yet, and mails a code there."""
        address = self._sendable(text)
        self._count(f"player/{player}", MOST_FOR_PLAYER)
        self._count_for(caller, address)
        code = secrets.token_hex(32)
        loaded = self._players.change(player, lambda loaded: ([AddressEntered()], {MAIL_PENDING: address}))
        self._store.set_expiring(_kept_code(code), f"{player} {_digest(address)}", LINK_SECONDS)
        say, url = Messages(letterhead.lang), f"{letterhead.home}/confirm-address#code={code}"
        mail = Mail(
            key=f"address/{sha256(code.encode()).hexdigest()}",
            to=address,
            subject=say("mail-confirm.subject"),
            text=say("mail-confirm", handle=loaded.handle, url=url),  # a name may be an advertisement
            owner=player,
            expires_at=self._in_a_while(),
        )
        self._note(MailRequest(address, letterhead, self._now(), mail))
        return loaded

    def confirm(self, code: str) -> None:
        """The address that the code was mailed to counts from now on."""
        player, _, digest = (self._store.expiring(_kept_code(code)) or "").partition(" ")
        if not player:
            raise LinkNotFound()
        earlier = self._players.load(player).texts.get(MAIL, "")

        def confirm(loaded: LoadedPlayer) -> Change:
            address = loaded.texts.get(MAIL_PENDING, "")
            if _digest(address) != digest:  # another one was entered since
                raise LinkNotFound()
            return [AddressConfirmed()], {MAIL: address, MAIL_PENDING: ""}

        self._add_to_index(player, digest)
        self._players.change(player, confirm, once=f"address/{code}")
        if earlier and _digest(earlier) != digest:
            self._remove_from_index(player, _digest(earlier))

    def remove(self, player: str) -> LoadedPlayer:
        def remove(loaded: LoadedPlayer) -> Change | None:
            present = [key for key in (MAIL, MAIL_PENDING) if key in loaded.texts]
            return ([AddressRemoved()], dict.fromkeys(present, "")) if present else None

        loaded = self._players.change(player, remove)
        self.erase(player)
        return loaded

    def erase(self, player: str) -> None:
        """Removes what leads to a player who has no address any more. May be done twice."""
        for digest in self._store.properties(_kept_digests(player)):
            self._remove_from_index(player, digest)
        for name, text in self.requests.table(REQUESTS).items():
            mail = _decode(text).confirmation
            if mail and mail.owner == player:
                self.requests.replace(REQUESTS, name, text, None)
        self._outbox.forget(player)

    def waiting_mails(self, player: str) -> list[WaitingMail]:
        requests = [_decode(text) for text in self.requests.table(REQUESTS).values()]
        asked_for = [
            WaitingMail(request.address, request.confirmation.subject, request.at)
            for request in requests
            if request.confirmation and request.confirmation.owner == player
        ]
        mails = self._outbox.mails_of(player)
        return [*asked_for, *(WaitingMail(mail.to, mail.subject, mail.queued_at) for mail in mails)]

    # signing in

    def request_sign_in(self, text: str, letterhead: Letterhead, caller: str) -> None:
        """Notes the request. Nothing here depends on whether there is such an address."""
        address = self._sendable(text)
        self._count_for(caller, address)
        self._note(MailRequest(address, letterhead, self._now()))

    # requests

    def _note(self, request: MailRequest) -> None:
        name = secrets.token_hex(16)
        self.requests.replace(REQUESTS, name, None, _encode(request).decode())
        self.requests.schedule([name], milliseconds(request.at))

    def answer_requests(self) -> None:
        """Answers the requests that are due; one that a dead process has claimed is due again in a minute."""
        now = milliseconds(self._now())
        until = now + CLAIM_MS
        for name in self.requests.claim(now, until, BATCH):
            self._answer(name)
            self.requests.release(name, until, None)

    def _answer(self, name: str) -> None:
        """Writes the mail that was asked for, if there is anybody to write to. May be done twice: one mail is sent."""
        text = self.requests.get(REQUESTS, name)
        if text is None:
            return
        request = _decode(text)
        mail = request.confirmation or self._sign_in_mail(name, request)
        is_late = moment(self._now()) > moment(request.at) + timedelta(seconds=LINK_SECONDS)
        if mail and not is_late and self._has_place(f"address/{_digest(request.address)}", MOST_FOR_ADDRESS):
            self._outbox.put(mail)
        self.requests.replace(REQUESTS, name, text, None)

    def sweep(self) -> None:
        """Schedules every request that waits."""
        self.requests.schedule(list(self.requests.table(REQUESTS)), milliseconds(self._now()))

    def _sign_in_mail(self, name: str, request: MailRequest) -> Mail | None:
        """None if there is nobody of this address."""
        players = self._players_of(request.address)
        if not players:
            return None
        say, home = Messages(request.letterhead.lang), request.letterhead.home
        links = [
            say(
                "mail-sign_in.link",
                name=player.name,
                handle=player.handle,
                url=f"{home}/sign-in#code={self._players.link(player.id, origin=Origin.MAIL).code}",
            )
            for player in players
        ]
        return Mail(
            key=f"sign_in/{name}",
            to=request.address,
            subject=say("mail-sign_in.subject"),
            text=say("mail-sign_in", links="\n\n".join(links)),
            owner=players[0].id,
            expires_at=self._in_a_while(),
        )

    def _players_of(self, address: str) -> list[LoadedPlayer]:
        digest = _digest(address)
        loaded = [self._players.load(player) for player in sorted(self._store.properties(_index(digest)))]
        theirs = [
            player for player in loaded if player.exists and _digest(player.texts.get(MAIL, "")) == digest
        ]
        return theirs[:MOST_PLAYERS]

    # the index, which leads there and back

    def _add_to_index(self, player: str, digest: str) -> None:
        """The way back first: whatever dies in between, erasing the player finds the entry."""
        self._store.set_properties(_kept_digests(player), {digest: "1"})
        self._store.set_properties(_index(digest), {player: "1"})

    def _remove_from_index(self, player: str, digest: str) -> None:
        self._store.set_properties(_index(digest), {player: ""})
        self._store.set_properties(_kept_digests(player), {digest: ""})

    # limits

    def _sendable(self, text: str) -> str:
        self._outbox.check_on()
        address = mail_address(text)
        if address is None:
            raise AddressRefused()
        return address

    def _count_for(self, caller: str, address: str) -> None:
        self._count(f"caller/{caller}", MOST_FOR_CALLER)
        self._count(f"caller/{caller}/{_digest(address)}", MOST_FOR_ADDRESS)

    def _count(self, who: str, most: int) -> None:
        if not self._has_place(who, most):
            raise TooManyRequests("mail", seconds=COUNTED_SECONDS)

    def _has_place(self, who: str, most: int) -> bool:
        """Takes one of the places that are free again an hour later, if there is one."""
        name = sha256(who.encode()).hexdigest()
        places = (f"mail_asked/{name}/{number}" for number in range(most))
        return any(self._store.set_once(place, "1", COUNTED_SECONDS) for place in places)

    def _in_a_while(self) -> str:
        return written(moment(self._now()) + timedelta(seconds=LINK_SECONDS))


def _digest(address: str) -> str:
    """Upper and lower case are one address to nearly every mail server."""
    return sha256(address.lower().encode()).hexdigest()


def _index(digest: str) -> str:
    return f"mail_address/{digest}"


def _kept_digests(player: str) -> str:
    return f"mail_addresses/{player_stream(player)}"


def _kept_code(code: str) -> str:
    return f"mail_code/{sha256(code.encode()).hexdigest()}"
