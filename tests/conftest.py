"""What all tests share: how property tests run (repeatably on CI, without a deadline), and an embedded server."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from service.runtime.embedded_valkey import EmbeddedServer

settings.register_profile(
    "local",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # an example is a whole game
)
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    server = EmbeddedServer(tmp_path_factory.mktemp("embedded"))
    yield server
    server.stop()
