"""What is said about clocks and vacations, in English and French."""

from collections.abc import Mapping

CLOCKS: Mapping[str, tuple[str, str]] = {
    "event.clock_agreed": ("This game is played with a clock.", "Cette partie se joue à la pendule."),
    "event.deadline_set": ("{who} has until {deadline}.", "{who} a jusqu'au {deadline}."),
    "event.deadline_set.me": ("You have until {deadline}.", "Vous avez jusqu'au {deadline}."),
    "event.reminder_due": (
        "{who} is reminded: the turn is due by {deadline}.",
        "Rappel à {who} : à jouer avant le {deadline}.",
    ),
    "event.reminder_due.me": (
        "A reminder: your turn is due by {deadline}.",
        "Rappel : vous avez jusqu'au {deadline} pour jouer.",
    ),
    "event.next_in_line_warned": ("{who} is next.", "{who} est le suivant."),
    "event.next_in_line_warned.me": ("You are next.", "Vous êtes le suivant."),
    "event.time_ran_out": (
        "{who} did not play by {deadline}.",
        "{who} n'a pas joué avant le {deadline}.",
    ),
    "event.time_ran_out.me": (
        "You did not play by {deadline}.",
        "Vous n'avez pas joué avant le {deadline}.",
    ),
    "event.vacation_booked": (
        "{who} goes on vacation, days: {days}.",
        "{who} part en vacances, jours : {days}.",
    ),
    "event.vacation_booked.me": (
        "You go on vacation, days: {days}.",
        "Vous partez en vacances, jours : {days}.",
    ),
    "event.vacation_taken": ("{who} is away until {until}.", "{who} est absent jusqu'au {until}."),
    "event.vacation_taken.me": ("You are away until {until}.", "Vous êtes absent jusqu'au {until}."),
    "event.vacation_ended": ("{who} is back from vacation.", "{who} est de retour de vacances."),
    "event.vacation_ended.me": ("You are back from vacation.", "Vous êtes de retour de vacances."),
    "event.vacation_days_returned": (
        "{who} can take unused days of vacation later, days: {days}.",
        "{who} pourra reprendre des jours de vacances non utilisés, jours : {days}.",
    ),
    "event.vacation_days_returned.me": (
        "You can take unused days of vacation later, days: {days}.",
        "Vous pourrez reprendre des jours de vacances non utilisés, jours : {days}.",
    ),
    "event.deadlines_moved": (
        "The service was away from {since} to {until}: deadlines are moved, and nobody loses time.",
        "Le service était absent du {since} au {until} : les échéances sont reportées, personne ne perd de temps.",
    ),
    "group.take_vacation": ("Take a vacation", "Prendre des vacances"),
    "group.end_vacation": ("Come back from vacation", "Revenir de vacances"),
}
