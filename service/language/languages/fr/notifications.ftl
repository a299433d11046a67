### Webhook messages

ping-your_turn = C'est à { $who } de jouer sur { $board }.
    .me = C'est à vous de jouer sur { $board }.
ping-on_deck = { $who } joue ensuite sur { $board }.
    .me = Votre tour sur { $board } vient ensuite.
ping-reminder = On attend toujours { $who } sur { $board }.
    .me = On vous attend toujours sur { $board }.
ping-game_over = La partie sur { $board } est terminée.
ping-event = Du nouveau sur { $board } : { $what }.
ping-table = « { $title } » ({ $board })
ping-ping = Ceci est un essai de votre webhook.
ping-deadline = Jusqu'au { $day }/{ $month }/{ $year } à { $hour } ({ $zone }).
