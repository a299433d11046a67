### Taking back, and standing orders

event-undo_proposed = { $who } asks to take back their last move.
    .me = You ask to take back your last move.
event-choice_taken_back = { $who } chooses once more.
    .me = Your choice is taken back; choose once more.
event-turn_taken_back = { $who } takes back their move: it is as if it had not been played.
    .me = Your move is taken back; it is your turn again.
event-orders_changed = { $who } changes standing orders.
    .me = Your standing orders are changed; 'my orders' lists them.
event-orders_followed = { $who }'s standing orders take over.
    .me = Your standing orders take over.

## a standing order in the words of the grammar

order-say = order: { $what }
order-else = { ", else " }
order-then = { ", then " }
order-any_cards = any cards
order-colour = { $cards }
order-locomotives = { $cards }
order-each = for { $count } turns
order-once = within { $count } turns
order-until = until { $until }
order-stop = stop if { $stop }
order-stop-route_taken = { $route } is taken
order-stop-rival_trains_at_most = a rival has { $count } trains or fewer
order-stop-hand_at_least = I have { $count } cards or more
order-stop-last_round = it is the last round

## what is answered to one

order-read_back = Your { $what }.
order-next-holds = It holds for your next turn.
order-once-holds = { $count ->
        [one] It is played once, in your next turn.
       *[other] It is played once, in one of your next { $count } turns.
    }
order-each-holds = { $count ->
        [one] It is played in your next turn.
       *[other] It is played in each of your next { $count } turns.
    }
order-both = Shall I do both? Answer yes or no.
order-two_turns = Those are two turns, so nothing was done yet. Say first '{ $first }', and then 'order: { $part }'.
order-ask = It runs by itself when your turn comes. Save it? Answer yes or no.
order-now = It is your turn: it runs right away, in this turn. Save it? Answer yes or no.
order-which = Which one do you mean by '{ $part }'?
order-how = Say what is to be done, for example: 'order: claim { $route }, else draw 2'.
order-part = I do not understand '{ $part }' in this order; the order was not saved. Say for example 'order: claim { $route }, else draw 2'.
order-impossible = On this board '{ $part }' is not possible; the order was not saved. Say for example 'order: claim { $route }, else draw 2'.
order-together = '{ $part }' does not fit into one turn; the order was not saved. Give two orders, or say 'else': 'order: claim { $route }, else draw 2'.
order-condition = I cannot make a move depend on what has not happened yet, so nothing was done. A standing order can try one thing and else another, and can stop when a route is taken: 'order: claim { $route }, else draw 2'. What is for your next turn, say by itself: 'next turn draw 2'.
order-each_how_long = For how many turns? Say for example 'for 3 turns'; the order was not saved.
order-holds = I do not understand for how long this order is to hold; the order was not saved. Say for example 'for 3 turns' or 'within 3 turns'.
order-listed = { $number }. { $what }
order-cancel-which = Which order do you take back?
order-cancel-none = None of your orders is about that. Do you take back one of these?
order-cancel-say = cancel order
order-none = You have no standing orders.
group-propose_undo = Take back the last move
group-give_order = Give a standing order
group-cancel_order = Cancel a standing order
choice-order-0 = all of them
group-follow_orders = Follow the standing orders
field-turns = Turns
field-alternatives = Alternatives
field-order = Order
