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
event-market_flushed = Too many locomotives: the market is replaced.
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
event-tunnel_revealed = { $who } digs { $route } and turns up { $revealed }: { $extra } more to pay.
    .me = You dig { $route } and turn up { $revealed }: { $extra } more to pay.
event-tunnel_withdrawn = { $who } gives { $route } up.
    .me = You give { $route } up.
event-ferry_card_taken = { $who } takes a ferry card.
    .me = You take a ferry card.
event-station_built = { $who } builds a station in { $city } with { $cards }.
    .me = You build a station in { $city } with { $cards }.
event-draft_started = Tickets are drafted: pick one, pass the rest.
event-draft_card_turned_up = A draft follows this turn.
event-festival_turned_up = A festival card for { $festival }.
event-festival_taken = { $who } takes { $count } of { $festival }.
    .me = You take { $count } of { $festival }.
event-festival_declined = { $who } leaves the festivals.
    .me = You leave the festivals.
event-share_taken = { $who } takes share { $share } of { $railroad }.
    .me = You take share { $share } of { $railroad }.
event-share_declined = { $who } takes no share.
    .me = You take no share.
event-share_set_aside = Share { $share } of { $railroad } goes to the third hand.
event-route_laid = { $who } begins { $route } with { $cards }.
    .me = You begin { $route } with { $cards }.
event-substitute_laid = { $who } adds { $cards } as one.
    .me = You add { $cards } as one.
event-coloured_locomotives_begun = { $who } begins { $route } with coloured locomotives.
    .me = You begin { $route } with coloured locomotives.
event-coloured_locomotive_laid = { $who } lays { $cards } as a locomotive.
    .me = You lay { $cards } as a locomotive.
event-routes_borrowed = { $who } uses { $routes }.
    .me = You use { $routes }.

## the end

final = Final score
total = Total
reason-routes = Routes
reason-tickets = Tickets
reason-longest_path = Longest path
reason-globetrotter = Most tickets
reason-regions = Regions
reason-mandalas = Mandalas
reason-festivals = Festivals
reason-shares = Shares
reason-mountains = Mountain trains
reason-asian_explorer = Asian explorer
reason-stations = Stations left
reason-world_tour = World tour
reason-polar_exploration = Polar exploration
winner =
    .me = You win. Congratulations!
winner-one = { $who } wins.
winner-shared = { $who } share the victory.
