"""schemathesis: whatever is sent, nothing breaks, no answer is undescribed, and what is not described is refused."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace

import pytest
import schemathesis
from msgspec.structs import replace

from service.app import create_app
from service.config import Config
from service.http.request import EXTENSION
from service.store import MemoryStore
from tests.support.http.api_calls import in_process, over_http
from tests.support.http.described_answers import operations
from tests.support.http.running_service import UNLIMITED, running
from tests.support.http.schemathesis_cases import OPERATOR, config, run

SEED = 20260131
LEFT_OUT = {
    "GET /openapi.yaml",  # where schemathesis has the description from
    # nobody has offered a board: no map file and no record comes about by chance
    "DELETE /v1/boards/{board}",
    "POST /v1/boards",
    "POST /v1/imports",
    # no game of the run is played to its end
    "GET /v1/games/{game}/analysis",
    "GET /v1/games/{game}/analysis.png",
    "GET /v1/games/{game}/analysis.svg",
    "GET /v1/games/{game}/knowledge",
    "GET /v1/games/{game}/replay.webp",
    "GET /v1/games/{game}/result",
    "POST /v1/games/{game}/rematch",
    # they need what arrives elsewhere: a mail, a code in a channel, the answer of a passkey
    "DELETE /v1/me/passkeys/{passkey}",
    "GET /v1/unsubscribe/{code}",
    "PATCH /v1/me/passkeys/{passkey}",
    "POST /v1/address_confirmations",
    "POST /v1/me/channels/{channel}/confirm",
    "POST /v1/me/passkeys",
    "POST /v1/sign_ins/mail",
    "POST /v1/sign_ins/passkey",
    "POST /v1/unsubscribe/{code}",
    "PUT /v1/me/address",
}


def unserved(answers: Mapping[tuple[str, int], int]) -> set[str]:
    """The calls that never succeeded, about which the run says nothing."""
    served = {label for label, status in answers if status < 400}
    return {f"{method.upper()} {path}" for path, method, _ in operations()} - served


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("examples", "boundaries"), [(4, False), pytest.param(12, True, marks=pytest.mark.soak)]
)
def test_every_call_keeps_to_its_description(examples: int, boundaries: bool) -> None:
    """The boundaries of every field are some 6,000 cases, and take twice as long as all others."""
    app = create_app(Config(admin_token=OPERATOR, **UNLIMITED), MemoryStore())
    left_to_workers = SimpleNamespace(make_replay=lambda name: None)
    app.extensions[EXTENSION] = replace(app.extensions[EXTENSION], jobs=left_to_workers)
    # The check for ignored tokens cannot call an application in this process; the tour makes sure of tokens.
    settings = config(
        SEED, examples, stateful=False, boundaries=boundaries, checks={"ignored_auth": {"enabled": False}}
    )
    outcome = run(schemathesis.openapi.from_wsgi("/openapi.yaml", app, config=settings), in_process(app))
    assert outcome.failures == []
    never = unserved(outcome.answers)
    assert never >= LEFT_OUT
    assert len(never - LEFT_OUT) <= (0 if boundaries else 3), never - LEFT_OUT  # few examples hit by chance


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [SEED, SEED + 1, SEED + 2])
def test_the_running_service_keeps_to_its_description(seed: int, tmp_path: Path) -> None:
    with running(tmp_path, admin_token=OPERATOR) as stack, over_http(stack.port) as caller:
        settings = config(seed, 150, stateful=True)
        # by name: there are no passkeys where a service is reached by a number
        address = f"http://localhost:{stack.port}/openapi.yaml"
        schema = schemathesis.openapi.from_url(address, config=settings)
        outcome = run(schema, caller)
    assert outcome.failures == []
    assert unserved(outcome.answers) <= LEFT_OUT
