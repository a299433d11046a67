"""Settings reach the processes that are started with them."""

import msgspec

from service.config import Config, from_environment
from service.serving import environment

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
