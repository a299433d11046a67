"""schemathesis: whatever is sent, nothing breaks, nothing undescribed is answered, and what is not described is refused."""

import pytest
import schemathesis
from hypothesis import seed
from schemathesis import BaseSchema, Case

from service.app import create_app
from service.config import Config
from service.store import MemoryStore
from tests.service.calls import in_process
from tests.service.fuzzing import CONFIG, Visitor, bounded

SEED = 20260131

app = create_app(Config(commands_per_minute=10**6, creations_per_minute=10**6), MemoryStore())


@pytest.fixture(scope="module")
def visitor() -> Visitor:
    return Visitor(in_process(app))


@pytest.fixture(scope="module")
def described() -> BaseSchema:
    return schemathesis.openapi.from_wsgi("/openapi.yaml", app, config=CONFIG)


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@seed(SEED)
@bounded(15)
def test_every_call_keeps_its_description(case: Case, visitor: Visitor) -> None:
    visitor.visit(case)
