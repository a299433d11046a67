### Counted things, for other texts to refer to

counted-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
counted-trains = { $trains ->
    [one] { $trains } train
   *[other] { $trains } trains
}
counted-cards = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
}
counted-tickets = { $tickets ->
    [one] { $tickets } ticket
   *[other] { $tickets } tickets
}
counted-days = { $days ->
    [one] { $days } day
   *[other] { $days } days
}
counted-hours = { $hours ->
    [one] { $hours } hour
   *[other] { $hours } hours
}
counted-minutes = { $minutes ->
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}
counted-players = { $players ->
    [one] { $players } player
   *[other] { $players } players
}

# a thing with a name, which has no plural
several = { $count } × { $name }
