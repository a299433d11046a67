"""What a game keeps beside its stream, and can therefore change or be erased: names, contacts, tokens, settings, seed.

Every key of these texts is spelled here and nowhere else:

    board, board_hash, players, options, seed    what the game was created with
    board_file                                   the hash of the map file, if the board does not come with the game
    visibility, joining, start, first            who may find it, and sit down; when it starts, and with whom
    title, lang                                  what the table is called, and the language that is spoken there
    creator                                      the player who created the game, and hosts it
    invited:<seat>                               the player for whom a seat of a rematch is kept
    rematch, rematch_of                          the game that follows on this one, and the one that this follows on
    rated, bot:<seat>                            it counts for ratings; the bot at a seat, with its version
    beginner:<seat>                              for whom a rated game counts who had their name erased in it
    strength:<seat>                              how strong a player was who has been erased since
    room, contact:<seat>                         the chat room it is played in; whom the room knows at a seat
    name:<seat>, name:<seat>/<n>                 the holder's name, and that of the n-th holder before
    player:<seat>, player:<seat>/<n>             the player who holds the seat, or held it; their name is their own
    away:<seat>                                  the player who may return to a seat that passed on because of the time
    token:<sha256 of a token>                    what the token stands for, such as "seat:2"
    spent:<sha256 of an invite>                  "used" or "withdrawn": why it is no good any more
    webhook_off:<owner>                          the webhook of this owner that was switched off
    imported                                     when a game from elsewhere ended
    closed                                       the operator closed the table: "<seat>/<n>" of all who then left

Changes are texts by key, as a `Commit` carries them with the events that they belong to; "" removes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec

from service.errors import TokenInvalid
from service.games.tokens import TOKENS, Grant, fingerprint, invalid_token, parse_grant
from service.store.interface import TALK
from ttr_core.history.chain import canonical
from ttr_core.model.ids import SeatId

Changes = dict[str, str]

PLAYER_NAME, PLAYER_HANDLE = "name", "handle"  # facts beside the stream of a player
_PLAYER_STREAM = _PLAYERS = "player:"
_AWAY = "away:"
_CREATOR, _INVITED, _SPENT = "creator", "invited:", "spent:"
USED, WITHDRAWN = "used", "withdrawn"  # what became of an invite
_BOTS, _BEGINNERS, _STRENGTHS = "bot:", "beginner:", "strength:"
_CLOSED = "closed"


def player_stream(player: str) -> str:
    """The stream of a player in the store, beside those of games."""
    return f"{_PLAYER_STREAM}{player}"


def player_of(stream: str) -> str:
    return stream.removeprefix(_PLAYER_STREAM)


def talk_stream(game: str) -> str:
    """The stream of what is said at the table, beside that of the game and in its partition."""
    return f"{TALK}{game}"


def is_talk(stream: str) -> bool:
    return stream.startswith(TALK)


def game_of(stream: str) -> str:
    """The game that a stream is of, or is the talk about."""
    return stream.removeprefix(TALK)


def is_game(stream: str) -> bool:
    """Streams of other things have their kind before a colon."""
    return ":" not in stream


LONGEST_NAME = 60


def distinct_name(name: str, others: Iterable[str | None]) -> str:
    """The name, with a number if somebody else at the table has it: "Ben", "Ben 2"."""
    used = {other.casefold() for other in others if other}
    if name.casefold() not in used:
        return name
    longest = LONGEST_NAME - len(" 99")
    numbered = (f"{name[:longest].rstrip()} {number}" for number in range(2, len(used) + 3))
    return next(candidate for candidate in numbered if candidate.casefold() not in used)


class Visibility(StrEnum):
    PUBLIC = "public"
    UNLISTED = "unlisted"
    PRIVATE = "private"


class Joining(StrEnum):
    INVITED = "invited"
    ANYBODY = "anybody"


class StartRule(StrEnum):
    WHEN_FULL = "when_full"
    BY_HOST = "by_host"


class Facts(msgspec.Struct, frozen=True):
    """The facts of one game, as the store had them at one time, and what players were called then.

    The name of a player is theirs, not the game's: a reader of the game looks it up, and writes it nowhere.
    """

    texts: Mapping[str, str] = {}
    borrowed: Mapping[str, str] = {}  # by the keys that names and handles would have among the facts

    def __bool__(self) -> bool:
        """Whether there is such a game: streams of players have facts, too, and no board."""
        return "board" in self.texts

    def changed(self, changes: Mapping[str, str]) -> "Facts":
        """As the store keeps them after the changes."""
        return Facts({key: text for key, text in {**self.texts, **changes}.items() if text})

    # what the game was created with

    @property
    def board(self) -> str:
        return self.texts["board"]

    @property
    def board_hash(self) -> str:
        return self.texts["board_hash"]

    @property
    def board_file(self) -> str:
        """The hash of an own board's map file; "" for a board that comes with the game."""
        return self.texts.get("board_file", "")

    @property
    def players(self) -> int:
        return int(self.texts["players"])

    @property
    def options(self) -> str:
        """The board's options as canonical JSON."""
        return self.texts["options"]

    @property
    def seed(self) -> bytes:
        return bytes.fromhex(self.texts["seed"])

    @property
    def visibility(self) -> Visibility:
        return Visibility(self.texts["visibility"])

    @property
    def is_private(self) -> bool:
        return self.texts["visibility"] == Visibility.PRIVATE

    @property
    def is_public(self) -> bool:
        return self.texts["visibility"] == Visibility.PUBLIC

    @property
    def joining(self) -> Joining:
        return Joining(self.texts.get("joining", Joining.INVITED))

    @property
    def title(self) -> str | None:
        """What the creator calls the table."""
        return self.texts.get("title")

    @property
    def lang(self) -> str | None:
        """The language that is spoken at the table, if the creator said so."""
        return self.texts.get("lang")

    @property
    def creator(self) -> str | None:
        """The player who created the game."""
        return self.texts.get(_CREATOR)

    @property
    def rematch(self) -> str | None:
        """The game that the same people play after this one."""
        return self.texts.get("rematch")

    @property
    def rematch_of(self) -> str | None:
        return self.texts.get("rematch_of")

    @property
    def is_rated(self) -> bool:
        return "rated" in self.texts

    def rated_bot(self, seat: SeatId) -> str | None:
        """The bot that had the seat of a rated game from the beginning: "<policy>/<version>"."""
        return self.texts.get(f"{_BOTS}{seat}")

    def beginner(self, seat: SeatId) -> str | None:
        """The player for whom a rated game counts although nothing in it shows them any more."""
        return self.texts.get(f"{_BEGINNERS}{seat}")

    def strength(self, seat: SeatId) -> str | None:
        """The rating of a player who was erased, as they entered this game."""
        return self.texts.get(f"{_STRENGTHS}{seat}")

    @property
    def starts_when_full(self) -> bool:
        return self.texts["start"] == StartRule.WHEN_FULL

    @property
    def first(self) -> SeatId | None:
        """Who begins, if the creator said so."""
        text = self.texts.get("first")
        return int(text) if text else None

    @property
    def imported(self) -> bool:
        return "imported" in self.texts

    @property
    def is_counted(self) -> bool:
        """Whether what happened here counts: it was played here, and the operator has not closed the table."""
        return not self.imported and not self.is_closed

    @property
    def is_closed(self) -> bool:
        """Whether the operator has closed the table."""
        return _CLOSED in self.texts

    def left_by_closing(self, seat: SeatId, holder: int) -> bool:
        """Whether the seat came to this holder, nobody, because the operator closed the table."""
        return f"{seat}/{holder}" in self._left_by_closing()

    def players_of_closed_table(self) -> list[str]:
        """The players who had a seat until the operator closed the table."""
        return [player for player in self._held_until_closing().values() if player is not None]

    def seats_until_closing(self, player: str) -> list[SeatId]:
        """The seats that the player had until the operator closed the table."""
        return [seat for seat, holder in self._held_until_closing().items() if holder == player]

    def _held_until_closing(self) -> dict[SeatId, str | None]:
        places = (place.split("/") for place in self._left_by_closing())
        return {int(seat): self.earlier_player(int(seat), int(holder) - 1) for seat, holder in places}

    def _left_by_closing(self) -> list[str]:
        return [place for place in self.texts.get(_CLOSED, "").split() if "/" in place]

    # people

    def name(self, seat: SeatId) -> str | None:
        """The name of the seat's holder, unless it was erased."""
        return self._name(f"{seat}")

    def names(self) -> tuple[str | None, ...]:
        """The names at all seats."""
        if not self.borrowed:
            return self._own_names()
        return tuple([self._name(f"{seat}") for seat in range(self.players)])

    def _own_names(self) -> tuple[str | None, ...]:
        get = self.texts.get
        return tuple([get(f"name:{seat}") for seat in range(self.players)])

    def earlier_name(self, seat: SeatId, holder: int) -> str | None:
        """The name of somebody who held the seat before."""
        return self._name(f"{seat}/{holder}")

    def _name(self, place: str) -> str | None:
        return self.texts.get(f"name:{place}") or self.borrowed.get(f"name:{place}")

    def player(self, seat: SeatId) -> str | None:
        """The player who holds the seat."""
        return self.texts.get(f"{_PLAYERS}{seat}")

    def earlier_player(self, seat: SeatId, holder: int) -> str | None:
        """The player who held the seat before, as one of its holders."""
        return self.texts.get(f"{_PLAYERS}{seat}/{holder}")

    def absent_player(self, seat: SeatId) -> str | None:
        """The player who may return to the seat."""
        return self.texts.get(f"{_AWAY}{seat}")

    def handle(self, seat: SeatId) -> str | None:
        """The handle of the player who holds the seat."""
        return self.borrowed.get(f"handle:{seat}")

    def earlier_handle(self, seat: SeatId, holder: int) -> str | None:
        """The handle of a player who held the seat before."""
        return self.borrowed.get(f"handle:{seat}/{holder}")

    def concerns(self, player: str) -> bool:
        """Whether the player has a seat, is kept one, or had one until the operator closed the table."""
        return bool(self.seats_of(player) or self.seats_kept_for(player) or self.seats_until_closing(player))

    def seats_of(self, player: str) -> list[SeatId]:
        """The seats that the player holds or may return to."""
        seats = range(self.players)
        return [seat for seat in seats if player in (self.player(seat), self.absent_player(seat))]

    @property
    def has_players(self) -> bool:
        return any(key.startswith((_PLAYERS, _AWAY, _BEGINNERS, _CREATOR, _INVITED)) for key in self.texts)

    def absent_players(self) -> list[str]:
        """Those who may return, and those for whom the game counts although it does not show them."""
        return [text for key, text in self.texts.items() if key.startswith((_AWAY, _BEGINNERS))]

    def player_keys(self, player: str) -> list[str]:
        """The keys of all that the game knows about a player."""
        kinds = (_PLAYERS, _AWAY, _BEGINNERS, _CREATOR, _INVITED)
        places = ((key, text) for key, text in self.texts.items() if key.startswith(kinds))
        return [key for key, text in places if text == player]

    def player_places(self) -> Mapping[str, str]:
        """All players of the game, by "<seat>" or "<seat>/<n>"."""
        return {
            key.removeprefix(_PLAYERS): text for key, text in self.texts.items() if key.startswith(_PLAYERS)
        }

    def with_names(self, facts_of: Callable[[str], Mapping[str, str]]) -> "Facts":
        """The same with the names and handles of all players, by a look at the facts of each."""
        borrowed, present = dict[str, str](), [*self._own_names()]
        for place, player in sorted(self.player_places().items()):
            theirs = facts_of(player)
            name = theirs.get(PLAYER_NAME)
            if name is None:  # they were erased
                continue
            if "/" not in place:
                name = distinct_name(name, present)
                present.append(name)
            borrowed |= {f"name:{place}": name, f"handle:{place}": theirs[PLAYER_HANDLE]}
        return Facts(self.texts, borrowed)

    @property
    def room(self) -> str | None:
        """The chat room in which the game is played: "<platform>:<room>"."""
        return self.texts.get("room")

    def contact(self, seat: SeatId) -> str | None:
        """The person whom the room knows at the seat."""
        return self.texts.get(f"contact:{seat}")

    def grant(self, token: str) -> Grant | None:
        """What a token allows; None if it is no token of this game, or was revoked."""
        return self.grant_of(fingerprint(token))

    def grant_of(self, token_fingerprint: str) -> Grant | None:
        text = self.texts.get(token_fingerprint)
        return None if text is None else parse_grant(text)

    def is_spent(self, token: str) -> bool:
        """Whether the token was an invite to this game."""
        return _spent_key(fingerprint(token)) in self.texts

    def refusal_of(self, token: str, game: str) -> TokenInvalid:
        """Why a token that grants nothing is refused: what became of an invite, or what the token itself says."""
        refusal, spent = invalid_token(token, game), self.texts.get(_spent_key(fingerprint(token)))
        if spent is None or refusal.reason != "invite_gone":
            return refusal
        return TokenInvalid("invite_used" if spent == USED else "invite_withdrawn")

    def has_token(self, token_fingerprint: str) -> bool:
        return token_fingerprint in self.texts

    def webhook_off(self, owner: str) -> str | None:
        """The webhook of this owner that was switched off."""
        return self.texts.get(f"webhook_off:{owner}")

    # keys to remove

    def token_keys(self, grant: Grant) -> list[str]:
        """The keys of all tokens that stand for this."""
        texts = self.texts.items()
        return sorted(key for key, text in texts if key.startswith(TOKENS) and parse_grant(text) == grant)

    def personal_keys(self, seat: SeatId) -> list[str]:
        """The keys of personal facts about the seat's holder."""
        keys = (f"name:{seat}", f"contact:{seat}", f"{_PLAYERS}{seat}", f"{_AWAY}{seat}")
        return [key for key in keys if key in self.texts]

    def invited_players(self) -> Mapping[SeatId, str]:
        """The players for whom seats are kept."""
        kept = ((key, text) for key, text in self.texts.items() if key.startswith(_INVITED))
        return {int(key.removeprefix(_INVITED)): text for key, text in kept}

    def seats_kept_for(self, player: str) -> list[SeatId]:
        return sorted(seat for seat, invited in self.invited_players().items() if invited == player)

    def creator_keys(self, seat: SeatId) -> list[str]:
        """The key of the game's creator, if it is the player who holds the seat."""
        return [_CREATOR] if self.creator and self.creator == self.player(seat) else []

    def earlier_name_keys(self, seat: SeatId, holder: int | None = None) -> list[str]:
        """The keys of the names of earlier holders, or of one of them."""
        if holder is None:
            return [key for key in self.texts if key.startswith((f"name:{seat}/", f"{_PLAYERS}{seat}/"))]
        return [key for key in (f"name:{seat}/{holder}", f"{_PLAYERS}{seat}/{holder}") if key in self.texts]


# changes


def created(
    board: str, board_hash: str, players: int, options: Mapping[str, str], seed: bytes, board_file: str = ""
) -> Changes:
    """What a game is created with."""
    changes = {
        "board": board,
        "board_hash": board_hash,
        "players": str(players),
        "options": canonical(options).decode(),
        "seed": seed.hex(),
    }
    return {**changes, "board_file": board_file} if board_file else changes


def table(
    visibility: Visibility,
    start: StartRule,
    first: SeatId | None = None,
    joining: Joining = Joining.INVITED,
) -> Changes:
    changes = {"visibility": str(visibility), "start": str(start)}
    if joining is not Joining.INVITED:
        changes["joining"] = str(joining)
    return changes if first is None else {**changes, "first": str(first)}


def called(title: str, lang: str | None) -> Changes:
    """What a table is called and in which language people speak there, as far as that is known."""
    return {key: text for key, text in (("title", title.strip()), ("lang", lang)) if text}


def kept_for(seat: SeatId, player: str) -> Changes:
    """They may sit down there without an invite; "" is for nobody any more."""
    return {f"{_INVITED}{seat}": player}


def rematched_by(game: str) -> Changes:
    return {"rematch": game}


def rematch_of(game: str) -> Changes:
    return {"rematch_of": game}


def created_by(player: str) -> Changes:
    return {_CREATOR: player}


def rated_table(bots: Mapping[SeatId, str]) -> Changes:
    """A game that counts for ratings, with the bots that sit there, each as "<policy>/<version>"."""
    return {"rated": "yes", **{f"{_BOTS}{seat}": bot for seat, bot in bots.items()}}


def begun_by(seat: SeatId, player: str) -> Changes:
    return {f"{_BEGINNERS}{seat}": player}


def strength_kept(seat: SeatId, strength: str) -> Changes:
    return {f"{_STRENGTHS}{seat}": strength}


def imported_at(at: str) -> Changes:
    return {"imported": at}


def closed_by_operator(holders: Mapping[SeatId, int]) -> Changes:
    """Closed while people held these seats: each with the number of its next holder, who is nobody."""
    return {_CLOSED: " ".join(f"{seat}/{holder}" for seat, holder in holders.items()) or "yes"}


def named(seat: SeatId, name: str) -> Changes:
    return {f"name:{seat}": name}


def named_before(seat: SeatId, holder: int, name: str) -> Changes:
    return {f"name:{seat}/{holder}": name}


def held_by(seat: SeatId, player: str) -> Changes:
    return {f"{_PLAYERS}{seat}": player}


def left_by(seat: SeatId, player: str) -> Changes:
    """They may return."""
    return {f"{_PLAYERS}{seat}": "", f"{_AWAY}{seat}": player}


def returned_to_by(seat: SeatId, player: str) -> Changes:
    return {f"{_PLAYERS}{seat}": player, f"{_AWAY}{seat}": ""}


def held_before_by(seat: SeatId, holder: int, player: str) -> Changes:
    return {f"{_PLAYERS}{seat}/{holder}": player}


def played_in(room: str, contacts: Sequence[str]) -> Changes:
    """A chat room, and whom it knows at each seat."""
    changes = {"room": room}
    for seat, person in enumerate(contacts):
        changes |= known_as(seat, person)
    return changes


def known_as(seat: SeatId, person: str) -> Changes:
    return {f"contact:{seat}": person}


def token_granted(token: str, grant: Grant) -> Changes:
    return {fingerprint(token): str(grant)}


def spent_invites(keys: Iterable[str], used: str = "") -> Changes:
    """Invites by the keys of their tokens: one of them may have been used, the others are withdrawn."""
    own = fingerprint(used)
    spent = {_spent_key(key): USED if key == own else WITHDRAWN for key in keys}
    return {**removed(keys), **spent}


def _spent_key(token_fingerprint: str) -> str:
    return f"{_SPENT}{token_fingerprint.removeprefix(TOKENS)}"


def webhook_switched_off(owner: str, webhook: str) -> Changes:
    return {f"webhook_off:{owner}": webhook}


def removed(keys: Iterable[str]) -> Changes:
    return dict.fromkeys(keys, "")
