### Clocks and vacations

event-clock_agreed = This game is played with a clock.
event-deadline_set = { $who } has until { $deadline }.
    .me = You have until { $deadline }.
event-reminder_due = { $who } is reminded: the turn is due by { $deadline }.
    .me = A reminder: your turn is due by { $deadline }.
event-next_in_line_warned = { $who } is next.
    .me = You are next.
event-time_ran_out = { $who } did not play by { $deadline }.
    .me = You did not play by { $deadline }.
event-vacation_booked = { $who } goes on vacation, days: { $days }.
    .me = You go on vacation, days: { $days }.
event-vacation_taken = { $who } is away until { $until }.
    .me = You are away until { $until }.
event-vacation_ended = { $who } is back from vacation.
    .me = You are back from vacation.
event-vacation_days_returned = { $who } can take unused days of vacation later, days: { $days }.
    .me = You can take unused days of vacation later, days: { $days }.
event-deadlines_moved = The service was away from { $since } to { $until }: deadlines are moved, and nobody loses time.
group-take_vacation = Take a vacation
group-end_vacation = Come back from vacation
field-days = Days
