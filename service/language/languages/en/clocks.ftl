### Clocks and vacations

event-clock_agreed = This game has time limits.
event-deadline_set = { $who } has until { $deadline }.
    .me = You have until { $deadline }.
event-reminder_due = A reminder for { $who }: the turn is due by { $deadline }.
    .me = A reminder: your turn is due by { $deadline }.
event-next_in_line_warned = { $who } is up next.
    .me = You are up next.
event-time_ran_out = { $who } did not play by { $deadline }.
    .me = You did not play by { $deadline }.
event-vacation_booked = { $who } takes { counted-days } of vacation.
    .me = You take { counted-days } of vacation.
event-vacation_taken = { $who } is on vacation until { $until }.
    .me = You are on vacation until { $until }.
event-vacation_ended = { $who } is back from vacation.
    .me = You are back from vacation.
event-vacation_days_returned = { $who } keeps { counted-days } of unused vacation.
    .me = You keep { counted-days } of unused vacation.
event-deadlines_moved = The service was down from { $since } to { $until }: all deadlines move, so nobody loses time.
group-take_vacation = Take a vacation
group-end_vacation = Come back from vacation
field-days = Days
