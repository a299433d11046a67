"""schemathesis against the service: with games that exist and tokens that fit, so that it gets past the door."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec
import schemathesis
from schemathesis import AuthContext, BaseSchema, Case
from schemathesis.core.parameters import ParameterLocation
from schemathesis.engine import Status, events, from_schema
from schemathesis.engine.recorder import ScenarioRecorder

from service.message_types import MOST_SEATS
from tests.support.http.api_calls import Caller, Table, open_table
from tests.support.http.api_people import sign_up

# What may be said to a request that is as described: anything but 400, which is for those that are not.
ACCEPTED = ["2xx", "304", "401", "403", "404", "406", "409", "412", "422", "428"]
REFUSED = ["400", "401", "404", "405", "415"]


OWN_TO_BE = {str(seat) for seat in range(MOST_SEATS + 1)}  # as described, but other people's

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
            label = record.cases[name].value.operation.label
            if interaction.response is not None:
                self.answers[label, interaction.response.status_code] += 1
        for check in (check for checks in record.checks.values() for check in checks):
            if check.failure_info is not None:
                failure = check.failure_info.failure
                self.failures.append(f"{check.name}: {failure.message}\n{check.failure_info.code_sample}")


def config(
    seed: int, examples: int, *, stateful: bool, checks: Mapping[str, Any] | None = None
) -> schemathesis.Config:
    return schemathesis.Config.from_dict(
        {
            "seed": seed,
            "generation": {"max-examples": examples, "with-security-parameters": False},
            "phases": {"stateful": {"enabled": stateful}},
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
    shared = open_table(caller, first=0)

    class Visitor:
        sent = 0

        def get(self, case: AnyCase, context: AuthContext) -> Table:
            if _call_of(case) == "join_game":
                return open_table(caller, seats=[{"name": "Ann"}, {}])
            if _is_for_host(case):
                return open_table(caller, start="by_host")
            return (
                open_table(caller, first=0) if _call_of(case) == "post_command" else shared
            )  # some leave it

        def set(self, case: AnyCase, data: Table, context: AuthContext) -> None:
            case.headers.setdefault(
                "Accept-Encoding", "identity"
            )  # what it calls in this process is not unpacked
            if "webhooks" in case.operation.path:
                _send_to_webhook(case, caller)
            if case.operation.path.startswith("/v1/me"):
                _send_as_player(case, caller)
            _begin_lists(case)
            if "game" not in case.path_parameters or _is_negative(case, ParameterLocation.PATH):
                return
            case.path_parameters["game"] = data.game
            if case.operation.path.startswith(("/v1/me", "/v1/admin")):  # no token of a game fits
                return
            invite = data.invites.get(1) if _call_of(case) == "join_game" else None
            token = data.host if _is_for_host(case) else invite or data.seats[0]
            case.headers["Authorization"] = f"Bearer {token}"
            _name_what_is_there(case)
            type(self).sent += 1
            if _call_of(case) == "post_command" and type(self).sent % 2:
                _let_the_rules_decide(case)

    return Visitor


def _name_what_is_there(case: AnyCase) -> None:
    if "city" in case.query and not _is_negative(case, ParameterLocation.QUERY):
        case.query["city"] = "chicago"  # the description cannot list the places of every board
    if str(case.query.get("as_seat")) in OWN_TO_BE:
        case.query["as_seat"] = 0  # whose token is sent


def _begin_lists(case: AnyCase) -> None:
    """The description cannot say which texts are the end of a page."""
    if not _is_negative(case, ParameterLocation.QUERY):
        case.query.pop("cursor", None)


def _send_to_webhook(case: AnyCase, caller: Caller) -> None:
    """Send the case to a new webhook of a new game, since the call may delete it."""
    table = open_table(caller)
    case.headers["Authorization"] = f"Bearer {table.seats[0]}"
    if _call_of(case) == "list_webhooks" and not _is_negative(case, ParameterLocation.QUERY):
        case.query["game"] = table.game
    if isinstance(case.body, dict) and not _is_negative(case, ParameterLocation.BODY):
        case.body.pop("game", None)
        if _call_of(case) == "create_webhook":
            case.body.update(game=table.game, url="https://example.org/hook")
    if "webhook" in case.path_parameters and not _is_negative(case, ParameterLocation.PATH):
        request = {"url": "https://example.org/hook", "game": table.game}
        created = caller.post("/v1/webhooks", request, table.seats[0])
        case.path_parameters["webhook"] = created.json["webhook"]["id"]


def _send_as_player(case: AnyCase, caller: Caller) -> None:
    """Send the case as a new player, since the call may erase them."""
    person = sign_up(caller)
    case.headers["Authorization"] = f"Bearer {person.token}"
    if "token" in case.path_parameters and not _is_negative(case, ParameterLocation.PATH):
        case.path_parameters["token"] = person.token_id
    if isinstance(case.body, dict) and not _is_negative(case, ParameterLocation.BODY):
        if _call_of(case) == "add_my_channel":  # the description says in words what each kind needs
            case.body = {"kind": "ntfy", "url": "https://ntfy.sh/my-trains-7f31"}
        if case.body.get("zone"):  # it cannot list the zones of the world
            case.body["zone"] = "Europe/Paris"


def _let_the_rules_decide(case: AnyCase) -> None:
    """Set a version and a seat that cannot be the reason for a refusal."""
    if not _is_negative(case, ParameterLocation.HEADER):
        case.headers["If-Match"] = "*"
    if isinstance(case.body, dict) and not _is_negative(case, ParameterLocation.BODY):
        case.body.pop("seat", None)


def _is_for_host(case: AnyCase) -> bool:
    command = case.body.get("type") if isinstance(case.body, dict) else None
    return _call_of(case) == "post_command" and command in ("start_game", "abandon_game")


def _call_of(case: AnyCase) -> str:
    definition: dict[str, Any] = case.operation.definition.raw
    return str(definition["operationId"])


def _is_negative(case: AnyCase, location: ParameterLocation) -> bool:
    return case.meta is not None and case.meta.is_negative_at(location)
