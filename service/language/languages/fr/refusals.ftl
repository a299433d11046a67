### Why a command is refused: the codes of the base game and of the table; other rules bring their own.
### `.detail` is for one occurrence, where its facts are at hand; `.cure` is what can be said instead, and that of
### `refused` helps against everything else. `.nearest` has what would have been accepted, if there is anything.

refused = Ce n'est pas possible pour le moment : { $why }.
    .cure = « Que puis-je faire ? » montre ce qui est possible.

## the game

refused-unknown_command = Cette action n'existe pas sur ce plateau.
refused-not_now = Ce n'est pas possible à ce moment de la partie.
refused-not_your_turn = Ce n'est pas à vous de jouer.
    .detail = On attend { $waiting_for }.
    .cure = « ordre : pioche 2 » jouera pour vous à votre tour.
refused-already_chosen = Vous avez déjà choisi.
refused-game_over = La partie est terminée.
    .cure = « résultat » montre les points, « historique » les dernières actions.
refused-must_play = Vous pouvez encore jouer : il n'est pas permis de passer.
refused-unknown_city = Il n'y a pas de ville de ce nom sur ce plateau.
    .detail = Il n'y a pas de ville « { $city } » sur ce plateau.
    .cure = « plan » montre le plateau.

## cards and routes

refused-no_card_left = Il n'y a plus de carte à prendre.
refused-card_not_in_market = Cette carte n'est plus visible.
    .detail = Sont visibles : { $market }.
    .cure = « marché » montre les cartes visibles.
refused-locomotive_is_whole_turn = Une locomotive visible compte pour deux cartes : vous ne pouvez plus la prendre.
    .cure = « pioche » en tire une de la pioche.
refused-unknown_route = Cette route n'existe pas sur ce plateau.
    .detail = Il n'y a pas de route « { $route } » sur ce plateau.
    .nearest = Il n'y a pas de route « { $route } » sur ce plateau ; voulez-vous dire { $nearest } ?
    .cure = « plan » montre le plateau.
refused-unknown_card = Cette carte n'existe pas sur ce plateau.
    .cure = « ma main » montre vos cartes.
refused-route_taken = Cette route est déjà prise.
    .detail = { $route } est déjà prise.
    .cure = « plan » montre les routes prises.
refused-route_closed = Cette route est fermée.
    .detail = { $route } est fermée : on ne prend jamais deux voies parallèles, et à peu de joueurs certaines restent vides.
    .cure = « plan » montre les routes prises.
refused-not_enough_trains = Il ne vous reste pas assez de wagons.
    .detail = Wagons qui vous restent : { $trains }.
refused-cards_not_in_hand = Vous n'avez pas ces cartes.
    .detail = Vous n'avez pas ces cartes ; vous avez { $held }.
    .nearest = Vous n'avez pas ces cartes ; vous avez { $held } : payez par exemple { $accepted }.
    .cure = « ma main » montre ce que vous avez.
refused-payment_not_accepted = Ces cartes ne conviennent pas.
    .nearest = Ces cartes ne conviennent pas ; vous avez { $held } : payez par exemple { $accepted }.
    .cure = « ma main » montre ce que vous avez.

## tickets

refused-no_ticket_left = Il n'y a plus de carte Destination.
refused-ticket_not_offered = Cette destination ne vous est pas proposée.
    .detail = { $ticket } ne vous est pas proposée.
    .cure = « mes destinations » montre celles qui le sont.
refused-wrong_number_of_tickets = Ce n'est pas le bon nombre de cartes : gardez-en au moins { $at_least } et au plus { $at_most }.
    .cure = « mes destinations » montre celles qui vous sont proposées.
refused-deck_choice_not_accepted = On ne peut pas piocher de destinations dans ces paquets.

## seats

refused-unknown_seat = Il n'y a pas de telle place à cette table.
refused-seat_taken = Cette place est déjà prise.
refused-seats_open = Il reste des places libres.
    .detail = Encore libres : { $seats }.
refused-unknown_kind = Une place est pour une personne, pour personne, ou pour un robot que nous avons.
refused-entropy_invalid = Ce que vous ajoutez au mélange est trop long : { $at_most } caractères au plus.
refused-not_present = Vous n'êtes pas à la table.
    .cure = « je suis de retour » vous y ramène.
refused-seat_held = Quelqu'un joue à cette place.
refused-seat_not_open = Cette place n'est proposée à personne d'autre.
    .detail = Cette place s'ouvre à { $opens_at }, à moins que la personne qui l'occupe n'agisse avant.
refused-nothing_to_return_to = Vous n'avez pas quitté votre place.
    .cure = « qui attend-on ? » dit à qui c'est de jouer.

## motions and taking back

refused-motion_open = C'est déjà proposé.
    .cure = Les autres répondent par « oui » ou « non » ; « qui attend-on ? » dit à qui c'est de jouer.
refused-no_such_motion = Il n'y a pas de telle proposition en cours.
    .cure = « annuler », « pause » ou « terminer la partie » fait une proposition aux autres.
refused-already_agreed = Vous avez déjà donné votre accord.
    .cure = « qui attend-on ? » dit qui n'a pas encore répondu.
refused-nothing_to_undo = Il n'y a rien à annuler : une action est acquise dès que la personne suivante a joué.
refused-undo_past_a_card = Impossible de revenir en arrière : une carte a été piochée depuis.

## clocks and vacations

refused-no_clock = Cette partie se joue sans limite de temps.
    .cure = « qui attend-on ? » dit à qui c'est de jouer.
refused-clock_not_running = Aucun temps ne court pour cette place.
    .cure = « qui attend-on ? » dit à qui c'est de jouer.
refused-on_vacation = Vous êtes déjà en vacances.
    .cure = « fin des vacances » y met fin.
refused-not_on_vacation = Vous n'êtes pas en vacances.
    .cure = « vacances 2 jours » en commence.
refused-vacation_spent = Il ne vous reste pas assez de jours de vacances.
    .detail = Jours de vacances qui vous restent : { $days_left }.
    .cure = « pause » demande une interruption aux autres.

## standing orders

refused-order_not_understood = Ce n'est pas un ordre pour ce plateau, ou il est trop long.
    .cure = Dites par exemple « ordre : pioche 2 ».
refused-too_many_orders = Vous avez atteint le nombre maximal d'ordres ; annulez-en un d'abord.
    .detail = Vous pouvez avoir { $at_most } ordres ; annulez-en un d'abord.
    .cure = « mes ordres » les énumère, « annuler l'ordre 1 » annule le premier.
refused-no_such_order = Vous n'avez pas cet ordre.
    .cure = « mes ordres » énumère les vôtres.
refused-no_order_due = Aucun ordre permanent n'est à suivre maintenant.
    .cure = « mes ordres » énumère les vôtres.
