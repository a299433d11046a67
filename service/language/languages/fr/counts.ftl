### Counted things, for other texts to refer to

counted-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
counted-trains = { $trains ->
    [one] { $trains } wagon
   *[other] { $trains } wagons
}
counted-cards = { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
}
counted-tickets = { $tickets ->
    [one] { $tickets } destination
   *[other] { $tickets } destinations
}
counted-days = { $days ->
    [one] { $days } jour
   *[other] { $days } jours
}
counted-hours = { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
}
counted-minutes = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}
counted-players = { $players ->
    [one] { $players } joueur
   *[other] { $players } joueurs
}

# a thing with a name, which has no plural
several = { $count } × { $name }
