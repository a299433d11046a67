"""Settings of the service, from the environment or from the application that embeds it."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.inspect import BoolType, FloatType, IntType, LiteralType, Metadata, StructType, Type, type_info

Fsync = Literal["always", "everysec"]
Level = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]
Count = Annotated[int, Meta(ge=1)]
Threads = Annotated[int, Meta(ge=4)]  # so that nobody who holds all but a quarter of them holds all
CountOrNone = Annotated[int, Meta(ge=0)]
PREFIX = "TTR_"


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting with its default; the environment variable is TTR_ and the name in capitals."""

    redis_url: str = ""  # empty: the embedded server in the data directory
    queue_url: str = ""  # where rq works; empty: the same server
    boards: str = ""  # a directory of map files to offer beside the shipped boards; empty: none
    data: str = ""  # data directory of the embedded server; empty: the user's own
    fsync: Fsync = "always"  # "everysec" is faster and may lose a second
    wait_replicas: CountOrNone = 0  # replicas that must have a move before it is confirmed
    allow_loss: bool = False  # whether a server of your own may lose confirmed moves
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=1, le=65535)] = 8080
    processes: Count = 2
    streams: Count = 48  # open event streams in each process; more are refused with Retry-After
    public_url: str = ""  # how clients reach the service; empty: as they call it
    cors_origins: tuple[str, ...] = ()  # "*" for any
    passkey_domain: str = ""  # that passkeys are for; empty: the host of the public URL
    passkey_origins: tuple[str, ...] = ()  # of pages that may ask for passkeys; none: the public URL's
    max_body: Count = 64 * 1024  # bytes
    max_import: Count = 4 * 1024 * 1024  # bytes of an imported record
    commands_per_minute: Count = 600  # for each token
    creations_per_minute: Count = 60  # for each address
    messages_per_minute: Count = 20  # at a table, for each person
    audits_per_minute: Count = 120  # audits, exports and imports, for each address
    # seconds for pictures, audits, exports, pasts; for each address
    work_per_minute: Annotated[float, Meta(gt=0)] = 20
    lobbies_per_address: Count = 100  # games that wait for players, in each process
    lobby_days: CountOrNone = 30  # after which a game that still waits for players is abandoned; 0: never
    idempotency_days: CountOrNone = 7  # how long a repeated command gets its first answer; 0: for ever
    bot_pace: Annotated[float, Meta(ge=0)] = 0  # seconds that a bot waits before it moves
    # seconds, at most, before a bot plays for an absent person
    stand_in_pace: Annotated[float, Meta(ge=0)] = 3600
    workers: Count = 1  # worker processes of `ttr up` and `ttr work`
    log_level: Level = "INFO"
    plain: bool = False  # without hand-made shortcuts, to compare speed
    # of the operator; empty: there is none
    admin_token: Annotated[
        str,
        Meta(pattern="^([!-~]{16,})?$", description="at least 16 visible ASCII characters, without spaces"),
    ] = ""
    webhook_private: bool = False  # whether webhooks may go to private addresses, and without TLS
    webhook_seconds: Annotated[float, Meta(gt=0, le=60)] = 15  # for one delivery
    webhook_threads: Threads = 16  # deliveries of one process at the same time
    webhooks_per_token: Count = 10
    smtp_url: str = ""  # the mail server, with user, password and sender; empty: no mail
    smtp_seconds: Annotated[float, Meta(gt=0, le=60)] = 15  # for each step of handing one mail over
    # empty: no Discord
    discord_public_key: Annotated[
        str, Meta(pattern="^([0-9a-fA-F]{64})?$", description="the 64 hexadecimal digits that Discord shows")
    ] = ""
    discord_token: str = ""
    discord_api: str = "https://discord.com/api/v10"
    slack_signing_secret: str = ""  # empty: no Slack
    slack_token: str = ""
    slack_api: str = "https://slack.com/api"
    # empty: no Telegram
    telegram_secret: Annotated[
        str, Meta(pattern="^[A-Za-z0-9_-]{0,256}$", description="at most 256 letters, digits, _ and -")
    ] = ""
    telegram_token: str = ""
    telegram_api: str = "https://api.telegram.org"
    # empty: no Matrix; the homeserver shows the one token, and we show it the other
    matrix_hs_token: str = ""
    matrix_as_token: str = ""
    # the bot's own id
    matrix_user: Annotated[
        str, Meta(pattern="^(@[^:]+:.+)?$", description="an id such as @ttr:example.org")
    ] = ""
    matrix_api: str = ""  # the address of the homeserver
    # empty: no bridge
    bridge_secret: Annotated[
        str,
        Meta(
            pattern="^(whsec_[A-Za-z0-9+/]{32,}={0,2})?$",
            description="whsec_ and at least 32 characters of base64",
        ),
    ] = ""
    bridge_url: str = ""  # receives posts that no message asked for; empty: none are sent


NEARLY = 0.8  # how alike a mistyped name and the one that was meant are at least; TTR_URL is no TTR_SMTP_URL
LISTS = ("cors_origins", "passkey_origins")


class BadConfig(ValueError):
    """Invalid setting."""


def from_environment(environment: Mapping[str, str]) -> Config:
    """The settings in the environment; lists are separated by commas."""
    settings: dict[str, object] = {}
    for name in Config.__struct_fields__:
        text = environment.get(_variable(name))
        if text is not None:
            settings[name] = tuple(filter(None, text.split(","))) if name in LISTS else text
    try:
        return msgspec.convert(settings, Config, strict=False)
    except msgspec.ValidationError as error:
        name = str(error).rpartition("$.")[2].rstrip("`")
        raise BadConfig(f"setting {_variable(name)}: it must be {_allowed(name)}") from error


def misspelt(environment: Mapping[str, str]) -> Iterator[str]:
    """A warning for each variable that is nearly a setting; others may belong to another program."""
    settings = [_variable(name) for name in Config.__struct_fields__]
    for variable in sorted(environment):
        if variable.startswith(PREFIX) and variable not in settings:
            for near in get_close_matches(variable, settings, n=1, cutoff=NEARLY):
                yield f"unknown setting {variable} is ignored; did you mean {near}?"


def _variable(name: str) -> str:
    return PREFIX + name.upper()


def _allowed(name: str) -> str:
    """What a setting may be, in words; what somebody wrote instead may be a secret."""
    config = type_info(Config)
    assert isinstance(config, StructType)
    (kind,) = (field.type for field in config.fields if field.name == name)
    return _in_words(kind)


def _in_words(kind: Type) -> str:
    match kind:
        case Metadata(extra_json_schema={"description": str(words)}):
            return words
        case LiteralType(values=values):
            return f"one of {', '.join(map(str, values))}"
        case BoolType():
            return "true or false"
        case IntType() | FloatType():
            number = "a whole number" if isinstance(kind, IntType) else "a number"
            return " ".join([number, *_bounds(kind)])
        case _:
            return "text"


def _bounds(kind: IntType | FloatType) -> Iterator[str]:
    limits = {"of at least": kind.ge, "above": kind.gt, "and at most": kind.le}
    return (f"{words} {limit}" for words, limit in limits.items() if limit is not None)
