"""Settings reach the processes that are started with them."""

import msgspec
import pytest

from service.config import BadConfig, Config, from_environment
from service.runtime.web_server import address, environment

GIVEN = Config(
    redis_url="redis://localhost:1",
    cors_origins=("https://a.example", "https://b.example"),
    processes=3,
    bot_pace=0.5,
    webhook_private=True,
    admin_token="sixteen-characters",
)


def test_a_child_has_the_settings_of_its_parent() -> None:
    assert from_environment(environment(GIVEN)) == GIVEN


def test_every_default_survives_being_written_down() -> None:
    assert from_environment(environment(Config())) == Config()
    assert set(msgspec.to_builtins(Config())) == set(Config.__struct_fields__)


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("localhost", "http://localhost:81"),
        ("::1", "http://[::1]:81"),
        ("::", "http://[::1]:81"),
        ("0.0.0.0", "http://127.0.0.1:81"),
    ],
)
def test_the_address_is_one_that_can_be_called(host: str, url: str) -> None:
    assert address(Config(host=host, port=81)) == url


def test_so_few_threads_that_one_subscriber_could_hold_all_are_refused() -> None:
    with pytest.raises(BadConfig, match="TTR_WEBHOOK_THREADS"):
        from_environment({"TTR_WEBHOOK_THREADS": "3"})
    assert from_environment({"TTR_WEBHOOK_THREADS": "4"}).webhook_threads == 4
