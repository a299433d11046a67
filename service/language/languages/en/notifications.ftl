### Webhook messages

ping-your_turn = { $board }: it is { $who }'s turn.
    .me = { $board }: it is your turn.
ping-on_deck = { $board }: { $who } is up next.
    .me = { $board }: you are up next.
ping-reminder = { $board }: we are still waiting for { $who }.
    .me = { $board }: we are still waiting for you.
ping-request = { $board }: { $who } is asked to agree to: { $what }.
    .me = { $board }: you are asked to agree to: { $what }. Say 'yes' or 'no'.
ping-game_over = { $board }: the game is over.
ping-event = { $board }: { $what }.
ping-table = “{ $title }” ({ $board })
ping-ping = This is a test of your webhook.
ping-deadline = Until { $moment }.
