### Webhook messages

ping-your_turn = It is { $who }'s turn on { $board }.
    .me = It is your turn on { $board }.
ping-on_deck = { $who } is next on { $board }.
    .me = Your turn on { $board } comes next.
ping-reminder = { $who } is still waited for on { $board }.
    .me = You are still waited for on { $board }.
ping-game_over = The game on { $board } is over.
ping-event = Something happened on { $board }: { $what }.
ping-table = “{ $title }” ({ $board })
ping-ping = This is a test of your webhook.
ping-deadline = Until { $year }-{ $month }-{ $day } at { $hour } ({ $zone }).
