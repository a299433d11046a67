### Problems: a sentence per code, `.detail` for one occurrence, and others for the reasons that a code has.
### Refusals by rules are in refusals.ftl and with the rules.

problem = The rules do not allow this.

## requests

problem-malformed_request = The request does not match the description of this call.
    .fields = These parts of the body do not fit: { $pointers }.
    .given_twice = { $parameter } is given more than once.
    .not_a_number = { $parameter } is a number from { $min } to { $max }.
    .not_a_choice = { $parameter } is one of { $choices }.
    .not_among = { $parameter } is one or more of { $choices }.
    .not_a_flag = { $parameter } is true or false.
    .too_long = { $parameter } has at most { $max } characters.
    .too_short = The body is shorter than announced.
    .too_deep = The body is nested too deeply.
    .not_json = The body is not JSON in UTF-8.
    .if_match = If-Match is a version in quotes, several of them, a decision, or *.
    .no_decision = Only a seat has decisions; name a version in { $parameter }.
    .idempotency_key = Idempotency-Key is 1 to 200 printable characters.
    .last_event_id = Last-Event-ID is an id that the stream has sent.
    .message_id = { $parameter } is the id of a message, such as msg_12.
    .cursor = { $parameter } is the `next` of a page.
    .cursor_order = This cursor belongs to a list with sort={ $order }.
    .takes_no_key = This call takes no Idempotency-Key.
    .channel = A push subscription has an address and keys, a webhook and ntfy an address; mail has neither.
    .takes_no_body = This call takes no body.
    .head = { $parameter } is not the head of a record: { $problem }
    .unknown_place = There is no place '{ $place }' on this board.
    .unknown_place_like = There is no place '{ $place }' on this board; do you mean '{ $nearest }'?
    .unknown_item = There is no ticket, card or field of an event '{ $item }' on this board.
    .needed = { $parameter } is needed, with 1 to { $max } characters.
    .endless = A stream goes on as long as the game; it takes no { $parameter }.
    .message = The message cannot be read: { $problem }
    .no_user = The interaction names no user.
    .no_channel = The interaction names no channel.
    .interaction_type = This service does not use interactions of this type.
    .which_seat = You have several seats; name one of them as `seat`.
    .which_game = One game is needed, of those that the webhook is about.
problem-unknown_parameter = This call has no query parameter of this name.
    .detail = This call has no parameter '{ $parameter }'; it takes { $accepted }.
    .takes_none = This call has no parameter '{ $parameter }'; it takes none.
problem-method_not_allowed = This address does not support this method.
problem-not_acceptable = None of the media types that you accept is available.
    .detail = This is available as { $offered }.
problem-too_large = The request is too large.
problem-unsupported_media_type = The body is not of a media type that this call takes.
    .detail = The body is sent as { $expected }.
problem-precondition_required = Send If-Match with the version you decided on, or an Idempotency-Key, or both.
problem-idempotency_key_reused = This Idempotency-Key was used for another request.
    .erased = The player that this Idempotency-Key created was erased.

## tokens

problem-token_missing = This call needs a bearer token.
    .not_a_player = Only a player has a seat of their own.
problem-token_invalid = This token is not valid here.
    .passed_on = The seat has passed on to somebody else, and this token with it.
    .not_bearer = A token is sent in the header Authorization, after the word Bearer.
    .mistyped = This is no token: a character of it is wrong or missing. Copy it again.
    .other_game = This token belongs to another game.
    .invite_used = This invite was used already: it is good for one person. Ask the host for a new one.
    .invite_withdrawn = This invite was withdrawn: ask the host for a new one.
    .invite_gone = This invite is not good here: it was used or withdrawn. Ask the host for a new one.
    .revoked = This token was revoked: sign in again, or ask for a new one.
    .expired = This token has expired: ask for a new one.
problem-signature_invalid = The signature of this message is wrong.
    .secret = The secret token of this message is wrong.
    .too_old = This message is too old.
    .answered_before = This message was answered before.
problem-forbidden = The token does not allow this.
    .never_talks = An invite says nothing; join with it first.
    .talk_closed = The operator has closed this table.
    .muted = The host has muted your seat.
    .channel = You do not hear the channel { $channel }.
    .not_the_author = Only its author, the host or the operator erases a message.
    .who_mutes = Only seats and the host mute a seat.
    .seat_only = Only a seat's own token plays.
    .own_token_only = Only a seat's own token is rotated.
    .host_only = Only the host does this.
    .player_only = Only a player's own token does this.
    .operator_only = Only the service's own token does this.
    .auditor_only = Only the auditor sees this, when the game is over.
    .another_seat = This token is for another seat.
    .other_roles = This is only for: { $roles }.
    .never_acts = A token of this kind never acts: { $role }.
    .invite_only_joins = An invite can only be used to join.
    .no_invite = This token is not an invite.
    .not_invited = This table is for invited people.
    .player_seat = The seat of a player has no token of its own.
    .webhook_of_player = A webhook belongs to a token of the game.
    .who_invites = Only the host and players invite.
    .erasure = Only the seat's own token or the host's erases its holders.
    .built_in = This board comes with the game.
    .scope = This token does not have the scope { $scope }.
problem-suspended = The operator of this service has suspended you: you can look, export and erase yourself.

## what is not there

problem-not_found = There is nothing here.
problem-game_not_found = There is no such game, or you may not see it.
problem-player_not_found = There is no such player, or they do not show themselves.
problem-board_not_found = There is no board of this name.
    .detail = There are these boards: { $boards }.
problem-message_not_found = There is no such message, or you may not see it.
problem-report_not_found = There is no such report, or it was closed.
problem-webhook_not_found = There is no such webhook, or it is not yours.
problem-link_not_found = There is no such link: it was used, has expired, or never was.
problem-token_not_found = You have no such token.
problem-passkey_not_found = You have no such passkey.
problem-cursor_expired = This is too long ago: look at your games, and follow them from now on.
problem-version_not_reached = The game has not reached this version.
    .detail = The game is at version { $version }.
problem-not_scored_yet = The game has no final score yet.

## what is in the way

problem-answered_before = This message was answered before; nothing was done again.
problem-seat_taken = The seat is taken.
problem-already_seated = You have a seat at this table.
problem-not_over_yet = The game is not over yet.
problem-rematch_exists = There is a rematch already.
problem-no_seat_open = This seat is not open, or the game has begun.
problem-game_exists = Another game of this name exists here.
problem-board_name_taken = A board that comes with the game has this name; choose another.
    .detail = A board that comes with the game is called '{ $board }'; choose another name.
problem-too_many_webhooks = This token has as many webhooks as it may have; remove one.
    .detail = This token has { $most } webhooks, and may not have more; remove one.
problem-too_many_tokens = This player has as many tokens as they may have; revoke one.
    .detail = This player has { $most } tokens, and may not have more; revoke one.
problem-too_many_passkeys = You have as many passkeys as you may have; remove one.
    .detail = You have { $most } passkeys, and may not have more; remove one.
problem-too_many_lobbies = As many games from this address wait for players as may; start or abandon one.
    .detail = { $most } games from this address wait for players, and no more may; start or abandon one.
problem-stale_version = The game has moved on; look again and decide again.
    .detail = The game is at version { $version } now; look again and decide again.

## what cannot be carried out

problem-hints_off = There are no hints in rated games.
problem-not_rateable = Only games between different players, and bots, can be rated.
    .guest = Guests have no rating: leave the name of the seat out, and a player takes it with an invite.
    .alone = Nobody is rated for playing against themselves: take one seat.
problem-join_refused = A guest comes with an invite as the token and a name; a player, with an invite or a seat.
    .own_name = A player sits down under their own name.
    .invite_as_token = An invite is sent as the token, with a name in the body.
    .rated = This game is rated: sit down as a player, with a player's token.
problem-channel_not_found = You have no such channel.
problem-feed_key_not_found = There is no such feed: its key was revoked, or never was one.
problem-too_many_channels = You have reached the maximum number of channels: remove one first.
problem-too_many_feed_keys = You have reached the maximum number of feed keys: revoke one first.
problem-address_not_confirmed = You have no confirmed mail address yet.
problem-code_refused = This code does not confirm the channel; it may have expired.
problem-push_keys_refused = These are not the keys of a browser's push subscription.
problem-mail_off = This service sends no mail: its operator has not set up a mail server.
problem-chat_off = This service posts in no chat: its operator has not set one up.
problem-address_refused = No mail can be sent to this address.
problem-passkey_refused = This passkey does not prove who you are.
    .challenge = This challenge was answered before, has expired, or never was; begin again.
problem-passkeys_off = Passkeys need a domain: this service is reached by a number.
problem-url_refused = Webhooks may not be sent to this address.
    .form = An address of the form https://name/path is needed.
    .https = Only https is allowed, on port 443 or 8443.
    .not_public = This is not an address of the public network.
problem-record_refused = This is not a record of a finished game that verifies.
    .unknown_board = The game was played on a board that this service does not have.
    .partial = This is what one viewer saw; only a complete record can be taken in.
    .name = A game is named by 16 hexadecimal digits.
    .findings = The record does not verify: { $problem }
problem-clock_defect = No game can be played by this clock.
    .detail = These settings of the clock do not fit: { $pointers }.
problem-unknown_board = There is no board of this name to play on.
    .detail = There is no board '{ $board }'; there are { $choices }.
problem-players_out_of_range = The board is not for this number of players.
    .detail = This board is for { $min } to { $max } players.
problem-unknown_option = The board does not have this option, or not this choice of it.
    .no_option = This board has no option '{ $option }'; it has: { $choices }.
    .no_choice = The option '{ $option }' is one of { $choices }.
problem-board_defect = No game can be played with these settings.
    .detail = No game can be played with these settings: { $problem }
problem-board_refused = This map file cannot be played; `facts.defects` says what is wrong, and where.
    .detail = This map file cannot be played: { $problem }
problem-rules_version_unsupported = The game began under rules that this service no longer plays; it can still be read.
problem-wrong_number_of_tickets = That is the wrong number of tickets.
problem-entropy_invalid = What you add to the shuffles is too long.

## later

problem-too_many_requests = Too many requests; come back after the time in Retry-After.
    .detail = Too many requests; come back in { $retry_after_seconds } s.
    .costly = This costs much work, and you have asked for much of it; come back in { $retry_after_seconds } s.
    .incomplete = Earlier requests from this address are not complete; come back in { $retry_after_seconds } s.
    .mail = So many mails were asked for within the last hour that there will be no more for a while.
problem-bodies_exhausted = Too many requests are not complete yet; come back after the time in Retry-After.
problem-pictures_exhausted = Too many pictures are being drawn; come back after the time in Retry-After.
problem-picture_not_ready = The map of this board is being laid out for the first time; come back after the time in Retry-After.
problem-streams_exhausted = All event streams are in use; come back after the time in Retry-After.
problem-store_unavailable = The store does not answer, so it is unknown whether this was carried out. Repeat the request.
    .private_answer = The private answer cannot be sent just now.
    .being_answered = The same message is being answered.
    .not_ready = The store cannot be written: { $problem }.
problem-writes_refused = The store takes no writes at present; its disk may be full. Nothing was changed, and reading goes on.
problem-not_replicated = Too few replicas have what was written. A change of a game was carried out: repeat the request with its Idempotency-Key until it is confirmed, or see in `facts` which version it led to.
    .detail = { $replicas } of { $needed } replicas have what was written; repeat the request with its Idempotency-Key until it is confirmed.
problem-internal_error = The service failed; the request id identifies the failure in its log.

## parts of a body

invalid-required = This is needed.
invalid-null = This may not be null.
invalid-unknown_field = There is no such field here.
invalid-invalid = This is not a value that fits here.
invalid-not_an_object = This is an object.
invalid-not_an_array = This is an array.
invalid-not_a_string = This is a string.
invalid-not_an_integer = This is a whole number.
invalid-not_a_number = This is a number.
invalid-not_a_boolean = This is true or false.
invalid-pattern = This does not match { $pattern }.
invalid-too_short = This is too short: at least { $min }.
invalid-too_long = This is too long: at most { $max }.
invalid-too_small = This is too small: at least { $min }.
invalid-too_large = This is too large: at most { $max }.
invalid-one_of = This is one of { $choices }.
    .nearest = Do you mean '{ $nearest }'? This is one of { $choices }.
invalid-own_name = You sit down under your own name.
invalid-not_an_order = Name each old seat once.
invalid-own_person = You sit down as a person, not as a bot.
invalid-passed = This moment has passed.
invalid-unknown_zone = This time zone is unknown.
invalid-only_daily = A daily clock has an hour, and no other has.
invalid-only_bank = Only a bank has an increment.
invalid-quiet_hours = Quiet hours have a beginning and an end, and leave four hours of a day.
invalid-within_quiet_hours = This is within the quiet hours.

## whether to repeat a request

repeat-later = The same request may succeed later, without any change to it.
repeat-look = Nothing was done. The Link header leads to the events that you have not seen.
repeat-never = The same request never succeeds as it was sent.
repeat-wait = Wait for the time in Retry-After, then repeat the request with the same Idempotency-Key.
