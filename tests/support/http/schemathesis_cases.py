"""schemathesis against the service: with games that exist and tokens that fit, so that it gets past the door."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
import schemathesis
from schemathesis import AuthContext, BaseSchema, Case
from schemathesis.core.parameters import ParameterLocation
from schemathesis.engine import Status, events, from_schema
from schemathesis.engine.recorder import ScenarioRecorder

from service.message_types import MOST_SEATS
from tests.support.http.api_calls import Caller, Table, open_table, table_of
from tests.support.http.api_people import sign_up

# What may be said to a request that is as described: anything but 400, which is for those that are not.
ACCEPTED = ["2xx", "304", "401", "403", "404", "406", "409", "412", "422", "428"]
REFUSED = ["400", "401", "404", "405", "415"]


OWN_TO_BE = {str(seat) for seat in range(MOST_SEATS + 1)}  # as described, but other people's
OPERATOR = "the-token-of-the-operator"
FOR_OPERATOR = ("offer_board", "withdraw_board")  # besides all below /v1/admin
OF_PLAYERS = ("/v1/me", "/v1/feeds", "/v1/players/")
HOOK = "https://example.org/hook"
PUSH_KEYS = {  # the example of RFC 8291
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
# the description says in words what each kind of channel needs
CHANNELS: Mapping[str, Mapping[str, Any]] = {
    "ntfy": {"url": "https://ntfy.sh/my-trains-7f31"},
    "push": {"url": "https://push.example.org/7f31", "keys": PUSH_KEYS},
    "webhook": {"url": HOOK},
}

AnyCase = Case[Any]


@schemathesis.serializer("application/x-ndjson")
def _as_text(_context: object, value: object) -> bytes:
    """A record, or what schemathesis makes of one: any text."""
    return str(value).encode("utf-8", "surrogatepass")


class Outcome(msgspec.Struct):
    """What came of a run."""

    failures: list[str] = []
    answers: Counter[tuple[str, int]] = msgspec.field(default_factory=Counter)  # by call and status

    def add(self, record: ScenarioRecorder) -> None:
        for name, interaction in record.interactions.items():
            operation = record.cases[name].value.operation
            # other methods are tried as well, and OPTIONS is always answered
            if interaction.response is not None and interaction.request.method == operation.method.upper():
                self.answers[operation.label, interaction.response.status_code] += 1
        for check in (check for checks in record.checks.values() for check in checks):
            if check.failure_info is not None:
                failure = check.failure_info.failure
                self.failures.append(f"{check.name}: {failure.message}\n{check.failure_info.code_sample}")


def config(
    seed: int,
    examples: int,
    *,
    stateful: bool,
    boundaries: bool = True,
    checks: Mapping[str, Any] | None = None,
) -> schemathesis.Config:
    return schemathesis.Config.from_dict(
        {
            "seed": seed,
            "generation": {"max-examples": examples, "with-security-parameters": False},
            "phases": {"stateful": {"enabled": stateful}, "coverage": {"enabled": boundaries}},
            "checks": {
                "positive_data_acceptance": {"expected-statuses": ACCEPTED},
                "negative_data_rejection": {"expected-statuses": REFUSED},
                **(checks or {}),
            },
        }
    )


def run(schema: BaseSchema, caller: Caller) -> Outcome:
    """Everything that schemathesis does, in games of its own."""
    schema.auth(refresh_interval=None)(visitor(caller))
    outcome = Outcome()
    for event in from_schema(schema).execute():
        if isinstance(event, events.ScenarioFinished):
            outcome.add(event.recorder)
        elif isinstance(event, events.NonFatalError):
            outcome.failures.append(f"{event.label}: {event.value!r}")
        elif isinstance(event, events.FatalError):
            raise event.exception
        elif isinstance(event, events.PhaseFinished) and event.status is Status.ERROR:
            outcome.failures.append(f"{event.phase.name}: {event.status}")
    return outcome


def visitor(caller: Caller) -> type:
    """Sends each case to a game that fits, with a token that fits."""
    shared = open_table(caller, first=0, visibility="public")

    class Visitor:
        sent = 0

        def get(self, case: AnyCase, context: AuthContext) -> Table:
            if _call_of(case) == "join_game":
                return open_table(caller, seats=[{"name": "Ann"}, {}])
            if _is_for_host(case):
                return open_table(caller, start="by_host")
            return shared if case.operation.method == "get" else open_table(caller, first=0)

        def set(self, case: AnyCase, data: Table, context: AuthContext) -> None:
            # what it calls in this process is not unpacked
            case.headers.setdefault("Accept-Encoding", "identity")
            _begin_lists(case)
            _fill_lists(case)
            if "webhooks" in case.operation.path:
                _send_to_webhook(case, caller)
            if case.operation.path.startswith(OF_PLAYERS):
                _send_as_player(case, caller)
            elif _is_for_operator(case):
                _send_as_operator(case, caller)
            elif _is_about_game(case):
                _send_to_game(case, caller, data)
                type(self).sent += 1
                if _call_of(case) == "post_command" and type(self).sent % 2:
                    _let_the_rules_decide(case)

    return Visitor


def _send_to_game(case: AnyCase, caller: Caller, table: Table) -> None:
    _name(case, "game", lambda: table.game)
    _name(case, "message", lambda: said_at(caller, table))
    invite = table.invites.get(1) if _call_of(case) == "join_game" else None
    token = table.host if _is_for_host(case) else invite or table.seats[0]
    case.headers["Authorization"] = f"Bearer {token}"
    _name_what_is_there(case, table)


def _name_what_is_there(case: AnyCase, table: Table) -> None:
    if "game" in case.query and not _is_negative(case, ParameterLocation.QUERY):
        case.query["game"] = table.game
    if "city" in case.query and not _is_negative(case, ParameterLocation.QUERY):
        case.query["city"] = "chicago"  # the description cannot list the places of every board
    for place, name in ((case.query, "as_seat"), (case.path_parameters, "seat")):
        if str(place.get(name)) in OWN_TO_BE:
            place[name] = 0  # whose token is sent


def _begin_lists(case: AnyCase) -> None:
    """The description cannot say which texts are the end of a page."""
    if not _is_negative(case, ParameterLocation.QUERY):
        case.query.pop("cursor", None)


def _fill_lists(case: AnyCase) -> None:
    """A list of one empty text looks like an empty list in an address, and that is allowed."""
    for name, value in case.query.items() if _is_negative(case, ParameterLocation.QUERY) else ():
        if value in ("", [""]):
            case.query[name] = " "


def _send_to_webhook(case: AnyCase, caller: Caller) -> None:
    """Send the case to a new webhook of a new game, since the call may delete it."""
    table = open_table(caller)
    case.headers["Authorization"] = f"Bearer {table.seats[0]}"
    if _call_of(case) == "list_webhooks" and not _is_negative(case, ParameterLocation.QUERY):
        case.query["game"] = table.game
    if isinstance(case.body, dict) and not _is_negative(case, ParameterLocation.BODY):
        case.body.pop("game", None)
        if _call_of(case) == "create_webhook":
            case.body.update(game=table.game, url=HOOK)
    hook = {"url": HOOK, "game": table.game}
    _name(case, "webhook", lambda: caller.post("/v1/webhooks", hook, table.seats[0]).json["webhook"]["id"])


def _send_as_player(case: AnyCase, caller: Caller) -> None:
    """Send the case as a new player, since the call may erase them; nothing has happened to them yet."""
    person = sign_up(caller)
    if not _is_negative(case, ParameterLocation.HEADER):
        case.headers.pop("Last-Event-ID", None)
    case.headers["Authorization"] = f"Bearer {person.token}"
    channel = {"kind": "ntfy", **CHANNELS["ntfy"]}
    feeds = partial(caller.post, "/v1/me/feed_keys", {}, person.token)  # a key for feeds
    own = {"board": "usa", "seats": [{"me": True}, {"name": "Ben"}]}
    _name(case, "game", lambda: table_of(caller.post("/v1/games", own, person.token)).game)
    _name(case, "player", lambda: person.id)
    _name(case, "token", lambda: person.token_id)
    _name(case, "key", lambda: feeds().json["atom_url"].split("/")[-2])
    _name(case, "feed_key", lambda: feeds().json["feed_key"]["id"])
    _name(
        case, "channel", lambda: caller.post("/v1/me/channels", channel, person.token).json["channel"]["id"]
    )
    if isinstance(case.body, dict) and not _is_negative(case, ParameterLocation.BODY):
        if _call_of(case) == "add_my_channel":
            kind, named = str(case.body["kind"]), {"name": case.body["name"]} if "name" in case.body else {}
            case.body = {"kind": kind, **CHANNELS.get(kind, {}), **named}
        if case.body.get("expires_at"):  # nor which moments there are, and are to come
            case.body["expires_at"] = "2099-12-31T00:00:00Z"
        if _call_of(case) == "see_my_game":  # nor how far a game has come, and what was said there
            case.body = {"version": 1}
        if case.body.get("zone"):  # the description cannot list the zones of the world
            case.body["zone"] = "Europe/Paris"


def _send_as_operator(case: AnyCase, caller: Caller) -> None:
    """Send the case as the operator, about a player, a game or a report of its own."""
    case.headers["Authorization"] = f"Bearer {OPERATOR}"
    _name(case, "player", lambda: sign_up(caller).id)
    _name(case, "game", lambda: open_table(caller).game)
    _name(case, "report", lambda: _reported(caller))


def _name(case: AnyCase, parameter: str, make: Callable[[], str]) -> None:
    """Send the case to something that is there; the description cannot list what there is."""
    if parameter in case.path_parameters and not _is_negative(case, ParameterLocation.PATH):
        case.path_parameters[parameter] = make()


def said_at(caller: Caller, table: Table) -> str:
    """The id of a new message."""
    said = caller.post(f"{table.path}/messages", {"text": "hello"}, table.seats[0])
    return str(said.json["id"])


def _reported(caller: Caller) -> str:
    """The id of a new report."""
    table = open_table(caller)
    path = f"{table.path}/messages/{said_at(caller, table)}/reports"
    return str(caller.post(path, {"reason": "insults"}, table.seats[1]).json["id"])


def _let_the_rules_decide(case: AnyCase) -> None:
    """Set a version and a seat that cannot be the reason for a refusal."""
    if not _is_negative(case, ParameterLocation.HEADER):
        case.headers["If-Match"] = "*"
    if isinstance(case.body, dict) and not _is_negative(case, ParameterLocation.BODY):
        case.body.pop("seat", None)


def _is_about_game(case: AnyCase) -> bool:
    has_game = "game" in case.path_parameters and not _is_negative(case, ParameterLocation.PATH)
    return has_game or _call_of(case) == "get_token"


def _is_for_operator(case: AnyCase) -> bool:
    return case.operation.path.startswith("/v1/admin") or _call_of(case) in FOR_OPERATOR


def _is_for_host(case: AnyCase) -> bool:
    command = case.body.get("type") if isinstance(case.body, dict) else None
    starts = _call_of(case) == "post_command" and command in ("start_game", "abandon_game")
    return starts or _call_of(case) == "rotate_table_token"


def _call_of(case: AnyCase) -> str:
    definition: dict[str, Any] = case.operation.definition.raw
    return str(definition["operationId"])


def _is_negative(case: AnyCase, location: ParameterLocation) -> bool:
    return case.meta is not None and case.meta.is_negative_at(location)
