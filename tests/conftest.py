"""What all tests share: how property tests run (repeatably on CI), the hands they are dealt, a running service."""

import gc
import os
from collections.abc import Generator, Iterator

import pytest
from hypothesis import HealthCheck, settings
from pytest_rerunfailures import StatusDB  # type: ignore[import-untyped]  # the library has no types

from service.runtime.embedded_valkey import EmbeddedServer
from tests.support.fixed_secrets import Chance, fix_names_and_seeds
from tests.support.http.running_service import Stack, running

settings.register_profile(
    "local",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # an example is a whole game
)
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

chance = Chance()
fix_names_and_seeds(pytest.MonkeyPatch(), chance.token_hex)


@pytest.hookimpl(optionalhook=True)  # `-p no:xdist` takes the hook away
def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are cores: some worker always waits for processes that it has started."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Reruns are counted in the worker: over its socket the plugin waits 40 ms for the controller at every test."""
    if hasattr(config, "workerinput"):
        of_controller, vars(config)["failures_db"] = vars(config)["failures_db"], StatusDB()
        of_controller.sock.close()


def pytest_collection_finish() -> None:
    """Thousands of collected tests last until the end: garbage collections need not look at them again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    chance.deal_for(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    """What several tests share is dealt the same hands, whichever of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    go_on = chance.save()
    chance.deal_for(f"{request.node.nodeid}/{fixturedef.argname}/{getattr(request, 'param_index', 0)}")
    try:
        return (yield)
    finally:
        go_on()


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    # tests of durability have servers of their own; the others need not wait for the disk at every write
    server = EmbeddedServer(tmp_path_factory.mktemp("embedded"), "everysec")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The whole service: embedded server, two API processes, dispatcher and worker."""
    with running(tmp_path_factory.mktemp("stack"), background=True) as started:
        yield started
