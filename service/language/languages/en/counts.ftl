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
