"""Settings reach the processes that are started with them."""

import msgspec
import pytest

from service.config import BadConfig, Config, from_environment, misspelt
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


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("ADMIN_TOKEN", "short", "at least 16 visible ASCII characters, without spaces"),
        ("PORT", "none", "a whole number of at least 1 and at most 65535"),
        ("WORKERS", "0", "a whole number of at least 1"),
        ("BOT_PACE", "-1", "a number of at least 0"),
        ("WEBHOOK_SECONDS", "61", "a number above 0 and at most 60"),
        ("FSYNC", "sometimes", "one of always, everysec"),
        ("ALLOW_LOSS", "perhaps", "true or false"),
        ("MATRIX_USER", "ttr", "an id such as @ttr:example.org"),
    ],
)
def test_a_wrong_setting_is_answered_with_what_it_may_be(name: str, value: str, allowed: str) -> None:
    with pytest.raises(BadConfig) as refusal:
        from_environment({f"TTR_{name}": value})
    assert str(refusal.value) == f"setting TTR_{name}: it must be {allowed}"


def test_a_misspelt_setting_is_noticed() -> None:
    (warning,) = misspelt({"TTR_WROKERS": "3", "TTR_WORKERS": "3", "PATH": "/bin"})
    assert warning == "unknown setting TTR_WROKERS is ignored; did you mean TTR_WORKERS?"


@pytest.mark.parametrize("name", ["URL", "TOKEN", "SECRET", "BROWSER", "SCREENSHOTS"])
def test_variables_of_other_programs_are_left_alone(name: str) -> None:
    assert not [*misspelt({f"TTR_{name}": "mine"})]
