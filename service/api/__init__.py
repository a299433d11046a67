"""The calls of the API, one module per resource; `RESOURCES` is their order in the OpenAPI document."""

from service.api import (
    access,
    boards,
    commands,
    events,
    history,
    moderation,
    operations,
    pictures,
    records,
    webhooks,
)
from service.api.games import creation, people, public_games, rematch, single_game, table_messages
from service.api.notices import feeds_and_calendars, my_channels, my_notices, unsubscribe_page
from service.api.players import (
    board_records,
    export,
    mail_addresses,
    me,
    my_events,
    my_games,
    my_webhooks,
    passkeys,
    profiles,
    registration,
)
from service.http.call import Call, Resource

RESOURCES: tuple[Resource, ...] = (
    boards.resource,
    board_records.resource,
    public_games.resource,
    creation.resource,
    rematch.resource,
    single_game.resource,
    commands.resource,
    events.resource,
    people.resource,
    table_messages.resource,
    access.resource,
    pictures.resource,
    history.resource,
    records.resource,
    webhooks.resource,
    registration.resource,
    profiles.resource,
    me.resource,
    passkeys.resource,
    mail_addresses.resource,
    export.resource,
    my_games.resource,
    my_events.resource,
    my_webhooks.resource,
    my_notices.resource,
    my_channels.resource,
    feeds_and_calendars.resource,
    unsubscribe_page.resource,
    moderation.resource,
    operations.resource,
)
CALLS: tuple[Call, ...] = tuple(call for resource in RESOURCES for call in resource.calls)
