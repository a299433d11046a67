### Webhook messages

ping-your_turn = { $board } : c'est à { $who } de jouer.
    .me = { $board } : c'est à vous de jouer.
ping-on_deck = { $board } : ce sera ensuite à { $who }.
    .me = { $board } : ce sera ensuite à vous.
ping-reminder = { $board } : on attend toujours { $who }.
    .me = { $board } : on vous attend toujours.
ping-request = { $board } : { $who } doit donner son accord : { $what }.
    .me = { $board } : votre accord est demandé : { $what }. Dites « oui » ou « non ».
ping-game_over = { $board } : la partie est terminée.
ping-event = { $board } : { $what }.
ping-table = « { $title } » ({ $board })
ping-ping = Ceci est un essai de votre webhook.
ping-deadline = Jusqu'au { $moment }.
