### People who come and go, and what they agree on

## people

event-seat_handed_over = Quelqu'un d'autre joue pour { $who }.
event-seat_handed_over-resigned = { $who } a abandonné.
    .me = Vous avez abandonné la partie.
event-seat_handed_over-closed = { $who } ne joue plus : l'exploitant a fermé la table.
    .me = Vous ne jouez plus : l'exploitant a fermé la table.
event-seat_handed_over-handed_over = { $who } prend la suite à cette place.
    .me = Vous prenez la suite à cette place.
event-seat_handed_over-replaced = { $who } prend une place restée libre.
    .me = Vous prenez une place restée libre.
event-seat_handed_over-reinvited = { $who } a repris la place d'une personne qui a perdu son jeton.
    .me = Vous avez repris la place d'une personne qui a perdu son jeton.
event-seat_handed_over-timeout = Temps écoulé pour { $who } : un robot prend le relais.
    .me = Vous avez dépassé votre temps : un robot joue pour vous jusqu'à votre retour.
event-seat_handed_over-returned = { $who } est de retour.
    .me = Vous êtes de retour.
event-turn_skipped = { $who } passe son tour.
    .me = Votre tour est sauté.
event-turn_skipped-nobody = Personne ne joue la place { DE($who) } : le tour est sauté.
event-turn_skipped-timeout = { $who } passe son tour : temps écoulé.
    .me = Vous avez dépassé votre temps : votre tour est sauté.
event-seat_opened = La personne invitée peut reprendre la place { DE($who) }.
    .me = La personne que vous invitez peut reprendre votre place.
event-seat_opened-reinvited = La personne invitée pourra reprendre la place { DE($who) } quand { $who } n'aura rien fait pendant un jour.
    .me = La personne que l'hôte invite pourra reprendre votre place quand vous n'aurez rien fait pendant un jour. Si vous êtes là, gardez-la.
event-seat_closed = { $who } reste.
    .me = Vous gardez votre place ; votre invitation n'est plus valable.
event-replacement_sought = Quelqu'un est invité à la place { DE($vacant) }.

## hints

event-hint_taken = { $who } a demandé un conseil.
    .me = Vous avez demandé un conseil ; les autres le voient.
group-take_hint = Demander un conseil

## motions

event-motion_proposed = { $who } propose à tout le monde : { $motion }.
event-motion_proposed-pause = { $who } propose une pause. Les autres : dites « oui » ou « non ».
    .me = Vous proposez une pause.
event-motion_proposed-end = { $who } propose de terminer la partie. Les autres : dites « oui » ou « non ».
    .me = Vous proposez de terminer la partie.
event-motion_proposed-undo = Toutes les autres personnes présentes doivent être d'accord : dites « oui » ou « non ».
event-motion_proposed-replace = Toutes les personnes présentes doivent être d'accord : dites « oui » ou « non ».
event-motion_proposed-reinvite = L'hôte veut inviter quelqu'un à la place { DE($who) }, qui aurait perdu son jeton. Toutes les autres personnes présentes doivent être d'accord ; { $who } peut s'opposer.
    .me = L'hôte veut inviter quelqu'un à votre place : vous auriez perdu votre jeton. Si vous l'avez, opposez-vous.
event-motion_agreed = { $who } est d'accord.
    .me = Vous êtes d'accord.
event-motion_refused = { $who } s'y oppose : la proposition est rejetée.
    .me = Vous vous y opposez : la proposition est rejetée.
event-motion_lapsed = La proposition est caduque.
event-motion_carried = Tout le monde est d'accord.
event-game_paused = La partie est en pause.
event-game_resumed = { $who } reprend la partie.
    .me = Vous reprenez la partie.
group-resume_game = Reprendre la partie

## why a game is over

event-game_ended-agreed = La partie est terminée d'un commun accord.
event-game_ended-abandoned = La partie a été abandonnée avant son début.
event-game_ended-closed = L'exploitant du service a fermé cette table.
event-game_ended-nobody_plays = La partie est terminée : personne n'a joué pendant un tour entier.

## commands

group-propose = Proposer quelque chose à tout le monde
group-agree = Être d'accord
group-object = S'opposer
group-resign = Abandonner
effect-resign = C'est définitif : on ne revient pas de soi-même. Les routes, les cartes et les points restent à la place ; quelqu'un d'autre peut la reprendre si tous ceux qui restent sont d'accord.
group-return_to_seat = Revenir
group-offer_seat = Céder sa place
group-close_seat = Garder finalement sa place
group-invite_replacement = Proposer la place à quelqu'un
group-take_over = Reprendre une place
group-skip_turn = Sauter le tour
group-abandon_game = Abandonner la partie

## what can be proposed, and to whom a seat passes

choice-motion-pause = une pause
choice-motion-end = la fin de la partie
choice-motion-undo = l'annulation de la dernière action
choice-motion-replace = quelqu'un d'autre à la place { DE($who) }
choice-motion-reinvite = un nouveau lien pour { $who }
choice-kind-nobody = la place reste vide
choice-kind-bot = un robot { $detail } prend le relais
