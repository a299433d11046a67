### Notices to players: by mail, push, webhook and ntfy

notice-table = { $board } avec { $others }
notice-table-named = « { $title } », { $board } avec { $others }
notice-title-your_turn = À vous de jouer : { $table }
notice-title-reminder = C'est toujours à vous : { $table }
notice-title-request = Une demande pour vous : { $table }
notice-title-game_over = La partie est terminée : { $table }
notice-title-message = Nouveaux messages : { $table }
notice-title-table_full = La table est complète : { $table }
notice-title-digest = { $games } parties vous attendent
notice-title-news = Des nouvelles de { $games } parties
notice-deadline = Vous avez jusqu'au { $moment }.
notice-no-deadline = Il n'y a pas de limite de temps.
notice-since = Depuis votre dernier tour :
notice-happened = Ce qui s'est passé :
notice-full = Toutes les places sont prises.
notice-rematch = On vous propose une revanche, et une place vous est gardée.
notice-play = Jouer : { $link }
notice-look = Voir : { $link }
notice-stop = Vous recevez ce courriel parce que vous l'avez demandé pour vos parties. Ne plus en recevoir : { $link }
notice-stop-title = Ne plus recevoir de courriel
notice-stop-ask = Vous ne recevrez plus de courriel au sujet de vos parties. Vous pourrez en redemander à tout moment.
notice-stop-button = Ne plus recevoir de courriel
notice-stopped = Vous ne recevrez plus de courriel au sujet de vos parties.
notice-confirm = Votre code est { $code }. Saisissez-le là où vous avez ajouté ce canal, et les nouvelles de vos parties arriveront ici.
notice-confirm-title = Confirmez ce canal
notice-day = { $day ->
        [1] 1er
       *[other] { $day }
    }
notice-moment = { $weekday } { $day } { $month } à { $time } (heure { DE($city) })
notice-moment-utc = { $weekday } { $day } { $month } à { $time } (UTC)
notice-time = { HEURE($hour, $minute) }
notice-weekday-monday = lundi
notice-weekday-tuesday = mardi
notice-weekday-wednesday = mercredi
notice-weekday-thursday = jeudi
notice-weekday-friday = vendredi
notice-weekday-saturday = samedi
notice-weekday-sunday = dimanche
notice-month-january = janvier
notice-month-february = février
notice-month-march = mars
notice-month-april = avril
notice-month-may = mai
notice-month-june = juin
notice-month-july = juillet
notice-month-august = août
notice-month-september = septembre
notice-month-october = octobre
notice-month-november = novembre
notice-month-december = décembre
notice-feed = Vos tours
notice-feed-game = { $board } : ce qui se passe à la table
notice-calendar = Vos échéances
notice-calendar-entry = Jouer : { $table }
