### What happened, and the end of the game

## what happened; "me" is the person at the keyboard

event-game_started = { $who } begins.
    .me = You begin.
event-hand_dealt =
    .me = You are dealt { $cards }.
event-card_drawn = { $who } draws a card.
    .me = You draw: { $card }.
event-card_taken = { $who } takes { $card } from the market.
    .me = You take { $card } from the market.
event-draw_cut_short = There is no second card.
event-nothing_drawn = { $who } draws, but the deck holds no train card.
event-market_flushed = Too many locomotives: the market is replaced.
event-market_reshuffled = Too many locomotives: the market is replaced, and the discards become the new deck.
event-train_cards_shuffled = The discards become the new deck.
event-route_claimed = { $who } claims { $route } with { $cards } (+{ $points }).
    .me = You claim { $route } with { $cards } (+{ $points }).
event-tickets_offered = { $who } draws tickets.
event-tickets_kept = { $who } keeps { $count } tickets.
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
reason-globetrotter = Most tickets
winner =
    .me = You win. Congratulations!
winner-one = { $who } wins.
winner-shared = { $who } share the victory.
