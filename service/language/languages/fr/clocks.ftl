### Clocks and vacations

event-clock_agreed = Cette partie se joue avec une limite de temps.
event-deadline_set = { $who } a jusqu'au { $deadline }.
    .me = Vous avez jusqu'au { $deadline }.
event-reminder_due = Rappel : { $who } doit jouer avant le { $deadline }.
    .me = Rappel : vous avez jusqu'au { $deadline } pour jouer.
event-next_in_line_warned = Ensuite, c'est à { $who }.
    .me = Ensuite, c'est à vous.
event-time_ran_out = { $who } n'a pas joué avant le { $deadline }.
    .me = Vous n'avez pas joué avant le { $deadline }.
event-vacation_booked = { $who } prend { counted-days } de vacances.
    .me = Vous prenez { counted-days } de vacances.
event-vacation_taken = { $who } est en vacances jusqu'au { $until }.
    .me = Vous êtes en vacances jusqu'au { $until }.
event-vacation_ended = { $who } est de retour de vacances.
    .me = Vous êtes de retour de vacances.
event-vacation_days_returned = { $days ->
        [one] { $days } jour de vacances non pris
       *[other] { $days } jours de vacances non pris
    } : { $who } peut en disposer plus tard.
    .me = { $days ->
        [one] { $days } jour de vacances non pris
       *[other] { $days } jours de vacances non pris
    } : vous pouvez en disposer plus tard.
event-deadlines_moved = Le service était interrompu du { $since } au { $until } : les échéances sont reportées d'autant, personne ne perd de temps.
group-take_vacation = Prendre des vacances
group-end_vacation = Revenir de vacances
field-days = Jours
