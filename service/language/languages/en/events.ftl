### What happened, and the end of the game

## what happened; "me" is the person at the keyboard

event-game_started = { $who } begins.
    .me = You begin.
event-hand_dealt =
    .me = You are dealt { $cards }.
event-card_drawn = { $who } draws a card.
    .me = You draw a card: { $card }.
event-card_taken = { $card ->
        [locomotive] { $who } takes a face-up locomotive
        [orange] { $who } takes an orange face-up card
       *[other] { $who } takes a { $card } face-up card
    }.
    .me = { $card ->
        [locomotive] You take a face-up locomotive
        [orange] You take an orange face-up card
       *[other] You take a { $card } face-up card
    }.
event-draw_cut_short = There is no second card.
event-nothing_drawn = { $who } draws, but the deck holds no train card.
event-market_flushed = Too many face-up locomotives: all face-up cards are replaced.
event-market_reshuffled = Too many face-up locomotives: all face-up cards are replaced, and the discard pile is shuffled into a new deck.
event-train_cards_shuffled = The discard pile is shuffled into a new deck.
event-route_claimed = { $who } claims { $route } with { $cards }: { counted-points }.
    .me = You claim { $route } with { $cards }: { counted-points }.
event-tickets_offered = { $who } draws tickets.
event-tickets_chosen = { $who } has chosen.
    .me = You keep { $tickets }.
event-tickets_kept = { $who } keeps { $count ->
        [one] { $count } ticket
       *[other] { $count } tickets
    }.
    .me = You keep { $tickets }.
event-player_passed = { $who } passes.
    .me = You pass.
event-last_round_started = { $who } is almost out of trains: everybody has one more turn.
    .me = You are almost out of trains: everybody has one more turn.
event-game_ended = The game is over.

## the end

final = Final score
total = Total
rule-longest_path = Longest path: a bonus for the longest continuous path.
rule-globetrotter = Globetrotter: a bonus for the most completed tickets.
reason-routes = Routes
reason-tickets = Tickets
reason-longest_path = Longest path
reason-globetrotter = Globetrotter (most completed tickets)
winner =
    .me = You win. Congratulations!
winner-one = { $who } wins.
winner-shared = { $who } share the victory.
    .me = You share the victory with { $who }.
tie-decided = Tied on points, decided by { $by }.
tie-shared = Nothing tells them apart.
tie-tickets_completed = the number of completed tickets
tie-ticket_points = the points for tickets
tie-longest_path = the length of the longest path
final-points = { $rank }. { $who }: { counted-points } ({ $reasons })
final-made = Completed
final-missed = Failed
final-longest = Longest path: { $who }, { counted-trains }.
