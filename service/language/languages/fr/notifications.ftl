### Webhook messages

ping-your_turn = { $board } : c'est à { $who } de jouer.
    .me = { $board } : c'est à vous de jouer.
ping-on_deck = { $board } : { $who } joue ensuite.
    .me = { $board } : votre tour vient ensuite.
ping-reminder = { $board } : on attend toujours { $who }.
    .me = { $board } : on vous attend toujours.
ping-game_over = { $board } : la partie est terminée.
ping-event = { $board } : { $what }.
ping-table = « { $title } » ({ $board })
ping-ping = Ceci est un essai de votre webhook.
ping-deadline = Jusqu'au { $moment }.
