### What a chat room says besides playing

room-help = Aucune partie n'est en cours ici. « nouvelle partie europe » ouvre une table, « plateaux » et « robots » les montrent tous ; puis « je joue », « robot », « commencer ».
room-help_room = Dans ce salon : « état », « rappel », « langue anglais », « je remplace ann », « donne ma place à bob ».
room-help_table = « je joue » pour en être, « je pars », « robot », « sans robot », « commencer », « annuler la partie ». « réglages » dit comment on joue ; « 1 jour par coup », « pas la nuit » ou « plutôt europe » le change, et « options » dit ce qu'il y a d'autre.
room-boards = Plateaux : { $boards }
room-own_board = { $title }, plateau maison
room-opened = { $name } ouvre une table : { $board }, de { $low } à { $high } joueurs. Dites « je joue » pour participer, puis « commencer » quand tout le monde est là.
room-which_board = Quel plateau ? { $boards }. Dites par exemple « nouvelle partie { $example } ».
room-table_open = D'autres sont déjà à une table : « je joue », ou « annuler la partie ».
room-just_begun = La partie commence à l'instant ; « état » dit si vous en êtes.
room-running = Une partie est en cours ici. « état » montre où elle en est.
room-no_table = Aucune table n'est ouverte. « nouvelle partie » en ouvre une.
room-joined = { $name } joue.
room-already = { $name } est déjà à la table. « commencer » quand tout le monde est là.
room-left = { $name } quitte la table.
room-not_here = { $name } n'est pas à la table. « je joue » pour jouer.
room-full = La table est complète. « état » montre qui joue ; « je pars » libère une place.
room-bot = { $count ->
        [one] { $bot } rejoint la table.
       *[other] { $bot } rejoignent la table.
    }
room-bots = Robots, le plus fort en dernier ; dites « ajoute un robot { $example } » :
room-no_bot = Il n'y a pas de robot à la table. « ajoute un robot » en amène un.
room-bot_gone = { $count ->
        [one] Un robot quitte la table.
       *[other] { $count } robots quittent la table.
    }
room-too_many = Vous êtes { $count } à la table, trop pour { counted-players } : « je pars » ou « sans robot » libère une place.
room-table = { $board } : { $players }.
room-nobody = personne pour l'instant
room-too_few = { $board } se joue à { $low } au moins ; vous êtes { $count }. « ajoute un robot » en amène un de plus.
room-players_only = C'est réservé aux personnes assises à cette table. Dites d'abord « je joue ».
room-started = La partie commence : { $players }.
room-cancelled = La table est fermée.
room-waiting = On attend { $names }.
room-your_turn = { $names } : à vous.
room-asked = { $names } : on vous demande votre accord pour { $request }. Dites « oui » ou « non ».
room-yes-say = oui
room-no-say = non
room-over = La partie est terminée.
room-next = Dites « revanche » pour rejouer, ou « nouvelle partie » pour un autre plateau.
room-rematch = Une revanche ?
room-rematch-say = revanche
room-rematch_asked = { $name } propose une revanche.
room-nobody_waits = On n'attend personne. « état » montre où en est la partie.
room-language = Je parle français ici.
room-which_language = Dites « langue anglais » ou « langue français ».
room-refused = Ce n'est pas possible : { $why }
room-paused = La partie est en pause.
room-line = { $name } : { counted-points }, { counted-trains }, { counted-cards }, { counted-tickets }
room-my_hand = Ma main
room-my_hand-say = ma main
room-my_moves = Que puis-je faire ?
room-my_moves-say = que puis je faire
room-too_long = C'est trop long pour moi. Dites-le en moins de mots, par exemple « pioche 2 ».
room-which_seat = La place de qui ? { $names } Dites par exemple « je remplace ann ».
room-seated = Vous avez déjà une place. « ma main » en montre les cartes.
room-not_yours = Vous ne pouvez céder que votre place, ou une place libre. Dites par exemple « donne ma place à bob ».
room-wished = { $name } aimerait prendre la place { DE($of) }. { $who } : dites « donne { $seat } à { $name } » pour accepter.
room-unknown_heir = Je ne connais pas encore { $name }. Que cette personne dise d'abord « je remplace { $of } ».
room-offered = La place { DE($of) } est à vous si vous dites « je remplace { $of } ».
room-motion = Si tout le monde dit « oui », { $name } pourra dire « je remplace { $of } ».
room-taken_over = { $name } prend la place { DE($of) }.
room-newcomer = la personne mentionnée
room-any_player = L'une des personnes qui jouent
room-own_seat = ma place
room-last_round = Dernier tour !
room-write_first = J'ai un message privé pour vous, mais je ne peux pas vous écrire : envoyez-moi d'abord un message privé.

## The terms of a table, read back in one sentence

room-terms = On joue ainsi : { $terms }.
room-terms_how = Dites par exemple « 1 jour par coup », « pas la nuit » ou « sans horloge » pour changer cela ; « options » dit ce qu'il y a d'autre.
room-terms_changed = { $name } change les réglages.
room-terms_refused = Aucune partie ne peut se jouer avec cette horloge. Essayez « 2 jours par coup » ou « un coup par jour à 20 h ».
room-terms_unclear = Je n'ai pas compris { $words } : rien n'a changé. Dites par exemple « 1 jour par coup » ou « pas la nuit ».
room-not_understood = Je n'ai pas compris { $words }.
room-board_changed = { $name } change de plateau : on joue sur { $board }.
room-condition = Je ne sais pas attendre une condition : rien n'a été fait. Si cela vous convient, dites « je joue », ou dites ce qu'il faut changer.
room-cannot_remove = Cette place ne peut être libérée que par la personne qui l'occupe : { $name }, dites « je pars ». Ou « annuler la partie », puis ouvrez une autre table.
room-how_many_bots = Combien de robots ? Dites par exemple « deux robots », « un robot difficile » ou « complète avec des robots ».
room-bots_changed = D'autres robots sont à la table.
room-options = Options du plateau { $board } : { $options }. Nommez-en une pour jouer avec.
room-no_options = Le plateau { $board } n'a pas d'options. Vous pouvez changer l'horloge, les joueurs et les robots : « 1 jour par coup », « 3 joueurs », « deux robots ».
room-open_it = J'ouvre une table ? Dites « nouvelle partie { $board } ».
room-opening_unclear = Je n'ai pas compris { $words } : aucune table n'est ouverte. Dites par exemple « nouvelle partie europe, 3 joueurs, 2 jours par coup, pas la nuit, un robot facile ».
room-start_later = Je commence tout de suite ou pas du tout : rien n'a été fait. Dites « commencer » le moment venu.
room-private = La table d'un salon est réservée aux personnes de ce salon ; elle n'a pas besoin d'autre verrou.
room-rated = Les parties organisées dans un salon ne sont pas classées.
terms-players = { counted-players }
terms-no_clock = sans limite de temps
terms-per_move = { $time } par coup
terms-running = { counted-hours } de temps décompté
terms-bank = { $time } par personne pour toute la partie
terms-increment = { $time } de plus après chaque coup
terms-daily = un coup par jour avant { $hour }
terms-quiet = le temps s'arrête de { $since } à { $until }
terms-weekends_off = pas le week-end
terms-zone = { $city ->
        [UTC] heure UTC
       *[other] heure { DE($city) }
    }
terms-reminders = rappels { $times } avant l'échéance
terms-warn_next = la personne suivante est prévenue
terms-vacation = { counted-days } de vacances par personne
terms-skip = les tours en retard sont sautés
terms-bot_plays = un robot joue les tours en retard
terms-bot_takes_over = un robot remplace les personnes en retard

## Discord's menu of commands

discord-ttr = Les Aventuriers du Rail : dites ce que vous voulez
discord-say = nouvelle partie europe, je joue, commencer, pioche 2, ma main, aide ...
    .name = dire
discord-hand = Vos cartes et destinations ; visibles de vous seulement
discord-map = Le plateau en image
discord-score = Les points de chacun
discord-status = Toute la table, et qui elle attend
discord-remind = Rappelle qui doit jouer
discord-what-can-i-do = Ce que vous pouvez faire ; visible de vous seulement
room-talk = { $who } : { $text }
room-talk_host = L'hôte
room-talk_said = Toute la table l'entend.
room-notices_on = Désormais, je vous donne ici des nouvelles de vos parties.
room-notices_refused = Ce code n'est pas ou plus valable. Ajoutez de nouveau le canal pour en recevoir un autre.
