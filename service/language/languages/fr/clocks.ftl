### Clocks and vacations

event-clock_agreed = Cette partie se joue à la pendule.
event-deadline_set = { $who } a jusqu'au { $deadline }.
    .me = Vous avez jusqu'au { $deadline }.
event-reminder_due = Rappel à { $who } : à jouer avant le { $deadline }.
    .me = Rappel : vous avez jusqu'au { $deadline } pour jouer.
event-next_in_line_warned = { $who } est le suivant.
    .me = Vous êtes le suivant.
event-time_ran_out = { $who } n'a pas joué avant le { $deadline }.
    .me = Vous n'avez pas joué avant le { $deadline }.
event-vacation_booked = { $who } part en vacances, jours : { $days }.
    .me = Vous partez en vacances, jours : { $days }.
event-vacation_taken = { $who } est absent jusqu'au { $until }.
    .me = Vous êtes absent jusqu'au { $until }.
event-vacation_ended = { $who } est de retour de vacances.
    .me = Vous êtes de retour de vacances.
event-vacation_days_returned = { $who } pourra reprendre des jours de vacances non utilisés, jours : { $days }.
    .me = Vous pourrez reprendre des jours de vacances non utilisés, jours : { $days }.
event-deadlines_moved = Le service était absent du { $since } au { $until } : les échéances sont reportées, personne ne perd de temps.
group-take_vacation = Prendre des vacances
group-end_vacation = Revenir de vacances
field-days = Jours
