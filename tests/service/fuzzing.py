"""How schemathesis calls the service: with games that exist and tokens that fit, so that it gets past the door."""

from collections.abc import Callable
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.core.parameters import ParameterLocation

from tests.service.calls import Caller, Table, open_table

# What may be said to a request that is as described: all but 400, which is for those that are not.
ACCEPTED = ["2xx", "304", "401", "403", "404", "406", "409", "412", "422", "428"]
CONFIG = schemathesis.Config.from_dict(
    {"checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}}
)


def bounded(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],  # a failure is told as it was found
        suppress_health_check=[
            HealthCheck.filter_too_much,
            HealthCheck.too_slow,
            HealthCheck.data_too_large,
        ],
    )


class Visitor:
    """Sends cases to games of its own."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._table = open_table(caller, first=0)

    def prepare(self, case: Case) -> dict[str, str]:
        """Names a game that fits, and returns the headers that fit it."""
        if "game" in case.path_parameters and not _is_negative(case, ParameterLocation.PATH):
            table = self._fitting_table(case)
            case.path_parameters["game"] = table.game
            return self._fitting_headers(case, table)
        return {}

    def _fitting_table(self, case: Case) -> Table:
        """A new one for those who come to open or to join it."""
        fresh: dict[str, Callable[[], Table]] = {
            "join_game": lambda: open_table(self._caller, seats=[{"name": "Ann"}, {}]),
            "start_game": lambda: open_table(self._caller, start="by_host"),
        }
        name = _operation_id(case)
        return fresh[name]() if name in fresh else self._table

    def _fitting_headers(self, case: Case, table: Table) -> dict[str, str]:
        tokens = {"join_game": table.invites.get(1), "start_game": table.host}
        found = {"Authorization": f"Bearer {tokens.get(_operation_id(case)) or table.seats[0]}"}
        if _operation_id(case) == "post_command" and not {"If-Match", "Idempotency-Key"} & set(case.headers):
            found["If-Match"] = "*"
        return found


def _operation_id(case: Case) -> str:
    definition: dict[str, Any] = case.operation.definition.raw
    return str(definition["operationId"])


def _is_negative(case: Case, location: ParameterLocation) -> bool:
    return case.meta is not None and case.meta.is_negative_at(location)
