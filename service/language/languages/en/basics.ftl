### The base game, for those who ask how it is played

basics-turn = In a turn you do one thing: draw cards, claim a route, or draw tickets. 'what can I do?' lists what is possible now.
basics-draw = In a turn you may draw two cards, each from the deck or face up.
basics-draw_whole = A face-up locomotive counts as both: it is the whole turn, and it cannot be the second card.
basics-draw_single = A face-up locomotive counts as one card here, like any other.
basics-ties = Players with equal points are ranked by, in this order: { $measures }.
basics-ties_shared = Players with equal points share the victory.
basics-flush = If { $count } of the face-up cards are locomotives, all of them are replaced.
basics-deck_out = When the deck is empty, the discard pile is shuffled and becomes the new deck. If there is nothing to shuffle either, only face-up cards can be taken, as long as there are any; routes can always be claimed. The game does not end by it.
basics-points = A route scores by its length: { $table }.
basics-points_row = { $length ->
        [one] { $length } space { $points ->
            [one] { $points } point
           *[other] { $points } points
        }
       *[other] { $length } spaces { $points ->
            [one] { $points } point
           *[other] { $points } points
        }
    }
basics-locomotives = A locomotive stands for a card of any colour, on every route.
basics-locomotives_some = Here a locomotive does not pay on every route, only on: { $features }.
basics-tickets = A ticket brings its points at the end if your routes connect its cities; if not, it costs you as many. Others see your tickets only then.
basics-tickets_draw = Drawing tickets is a whole turn: you get { $count }, and at least { $least } of them must be kept.
basics-tickets_mix = You choose how many come from which deck.
basics-tickets_goals = A ticket with several goals counts for the best one that you connect; if none is connected, the lowest is lost.
basics-deck_only = Tickets are worth from { $low } to { $high } points.
basics-deck = The deck '{ $deck }' has tickets that are worth { $low } to { $high }.
basics-end = When somebody has { $trains ->
        [one] { $trains } train
       *[other] { $trains } trains
    } or fewer left after a turn, everybody plays once more. Then tickets and bonuses are counted, and the most points win.
basics-longest = The longest continuous path brings { counted-points } at the end; all who tie for it get them.
basics-longest_tie = On this board the longest path brings no points of its own.
basics-globetrotter = The player with the most completed tickets gets { counted-points } more; all who tie for it get them.
basics-double = Where two tracks join the same cities, one player may claim only one of them.
basics-double_one = With so few players, once one track between two cities is claimed, the others are closed.
basics-double_few = With { counted-players } or fewer, once one track between two cities is claimed, the others are closed.
basics-hand = There is no limit to the cards in your hand.
basics-colour = A coloured route takes cards of its colour, a gray one cards of any one colour; one card for each space.
basics-trains = Everybody begins with { counted-trains }; a route takes one for each space.
basics-passing = You may pass only if nothing else is possible in your turn: no card can be drawn, no route claimed, no ticket taken.
basics-fairness = Nobody can steer the deck: the seed of all shuffles is sealed before the deal, every player may add to it, and it is opened at the end. Anybody can then check every card and every move from the record of the game.
