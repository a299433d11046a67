"""schemathesis: whatever is sent, nothing breaks, no answer is undescribed, and what is not described is refused."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import schemathesis

from service.app import create_app
from service.config import Config
from service.store import MemoryStore
from tests.support.http.api_calls import in_process, over_http
from tests.support.http.described_answers import operations
from tests.support.http.running_service import UNLIMITED, running
from tests.support.http.schemathesis_cases import config, run

SEED = 20260131
LEFT_OUT = {
    "DELETE /v1/boards/{board}",  # for the operator, who takes no part; tests/service/api/test_boards.py has both
    "POST /v1/boards",
    "GET /openapi.yaml",  # where schemathesis has the description from
    "GET /v1/games/{game}/result",  # no game of the run is played to its end
    "POST /v1/imports",  # no record comes about by chance
}


def unserved(answers: Mapping[tuple[str, int], int]) -> set[str]:
    """The calls that never succeeded, about which the run says nothing."""
    served = {label for label, status in answers if status < 400}
    return {f"{method.upper()} {path}" for path, method, _ in operations()} - served


@pytest.mark.soak  # two minutes by itself: the calls have doubled
@pytest.mark.timeout(900)
def test_every_call_keeps_to_its_description() -> None:
    app = create_app(Config(**UNLIMITED), MemoryStore())
    # The check for ignored tokens cannot call an application in this process; the tour makes sure of tokens.
    settings = config(SEED, 12, stateful=False, checks={"ignored_auth": {"enabled": False}})
    outcome = run(schemathesis.openapi.from_wsgi("/openapi.yaml", app, config=settings), in_process(app))
    assert outcome.failures == []
    assert unserved(outcome.answers) <= LEFT_OUT


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", [SEED, SEED + 1, SEED + 2])
def test_the_running_service_keeps_to_its_description(seed: int, tmp_path: Path) -> None:
    with running(tmp_path) as stack, over_http(stack.port) as caller:
        settings = config(seed, 150, stateful=True)
        schema = schemathesis.openapi.from_url(f"{stack.url}/openapi.yaml", config=settings)
        outcome = run(schema, caller)
    assert outcome.failures == []
    assert unserved(outcome.answers) <= LEFT_OUT
