### Single facts about one person at the table

facts-train = { $who } has { $count ->
        [one] { $count } train
       *[other] { $count } trains
    } left.
    .me = You have { $count ->
        [one] { $count } train
       *[other] { $count } trains
    } left.
facts-points = { $who } has { $count ->
        [one] { $count } point
       *[other] { $count } points
    } so far.
    .me = You have { $count ->
        [one] { $count } point
       *[other] { $count } points
    } so far; tickets and bonuses are counted at the end.
facts-turn = { $who } has begun { $count ->
        [one] { $count } turn
       *[other] { $count } turns
    }.
    .me = You have begun { $count ->
        [one] { $count } turn
       *[other] { $count } turns
    }.
facts-card = { $who } holds { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }; which ones is secret.
    .me = You hold { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }.
facts-hand = { $who } holds { $cards }.
    .me = You hold { $cards }.
facts-whole_hand = { $who } holds { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }: { $cards }.
    .me = You hold { $count ->
        [one] { $count } card
       *[other] { $count } cards
    }: { $cards }.
facts-none_of = no { $card }
facts-ticket = { $who } has { $count ->
        [one] { $count } ticket
       *[other] { $count } tickets
    }; which ones is secret until the end.
    .me = You have { $count ->
        [one] { $count } ticket
       *[other] { $count } tickets
    }, { $done } of them completed.
facts-route = { $who } has { $count ->
        [one] { $count } route
       *[other] { $count } routes
    } with { $spaces ->
        [one] { $spaces } space
       *[other] { $spaces } spaces
    } in all: { $routes }.
    .me = You have { $count ->
        [one] { $count } route
       *[other] { $count } routes
    } with { $spaces ->
        [one] { $spaces } space
       *[other] { $spaces } spaces
    } in all: { $routes }.
facts-no_routes = none yet
facts-no_cards = none
facts-most_train = Most trains left: { $who }, with { $count }.
facts-most_card = Most cards: { $who }, with { $count }.
facts-most_points = Most points so far: { $who }, with { $count }.
facts-most_ticket = Most tickets: { $who }, with { $count }.
facts-most_route = Most routes: { $who }, with { $count }.
facts-fewest_train = Fewest trains left: { $who }, with { $count }.
facts-fewest_card = Fewest cards: { $who }, with { $count }.
facts-fewest_points = Fewest points so far: { $who }, with { $count }.
facts-fewest_ticket = Fewest tickets: { $who }, with { $count }.
facts-fewest_route = Fewest routes: { $who }, with { $count }.
facts-ahead = { $who } is { $count ->
        [one] { $count } point
       *[other] { $count } points
    } ahead of { $other }: { $high } to { $low }.
    .me = You are { $count ->
        [one] { $count } point
       *[other] { $count } points
    } ahead of { $other }: { $high } to { $low }.
facts-behind = You are { $count ->
        [one] { $count } point
       *[other] { $count } points
    } behind { $who }: { $low } to { $high }.
facts-level = { $who } and { $other } are level, with { $count ->
        [one] { $count } point
       *[other] { $count } points
    } each.
    .me = You and { $other } are level, with { $count ->
        [one] { $count } point
       *[other] { $count } points
    } each.
facts-taken = Face-up cards that { $who } has taken so far: { $cards }. Drawn from the deck, which nobody else sees: { $count }.
facts-taken_named = Face up, { $who } has taken { $named } so far. All cards taken face up: { $cards }; drawn from the deck, which nobody else sees: { $count }.
facts-face_up = Face up: { $cards }.
facts-reason = { $reason }: { $points } for { $who }.
    .me = { $reason }: { $points } for you.
facts-total = { $who } ended with { $count ->
        [one] { $count } point
       *[other] { $count } points
    }, in place { $rank }.
    .me = You ended with { $count ->
        [one] { $count } point
       *[other] { $count } points
    }, in place { $rank }.

### How things stand for somebody

doings = What others plan is theirs to know; this is what everybody saw.
reach-to = To { $place }
reach = { $goal }: still to claim { $routes }, { $spaces ->
        [one] { $spaces } space
       *[other] { $spaces } spaces
    } in all; you have { counted-trains }. With the cards you hold this way takes at least { $turns ->
        [one] { $turns } turn
       *[other] { $turns } turns
    } ({ $draws } to draw cards, { $claims } to claim), if the right cards come and nobody is in the way.
reach-trains = { $goal }: the shortest way that is open to you has { $spaces ->
        [one] { $spaces } space
       *[other] { $spaces } spaces
    } to claim, but you have only { counted-trains } left: { $routes }.
reach-closed = { $goal }: no way over free routes is left to you.
reach-touched = Your own routes reach { $place } already.
reach-nowhere = You have no route yet. Name two places, such as 'how many turns do I need for { $route }?'.
longer-route = { $route }: { $count ->
        [one] { $count } space
       *[other] { $count } spaces
    }, { counted-points }.
longer-way = { $route }: no direct route; the shortest way that is open to you has { $count ->
        [one] { $count } space
       *[other] { $count } spaces
    } to claim.
longer = { $long } is longer than { $short } by { $count ->
        [one] { $count } space
       *[other] { $count } spaces
    }.
longer-level = { $long } and { $short } are equally long.
others_know = Everybody sees your routes, points and trains, how many cards and tickets you hold, and the cards that you take face up. Which cards you hold, your tickets and your standing orders are shown to nobody else; your tickets are opened at the end.
others_know-taken = Cards that they have seen you take: { $cards }.
deck_top = Nobody knows what comes next from the deck: { $deck ->
        [one] { $deck } card lies
       *[other] { $deck } cards lie
    } there face down. Ask for the chances instead, such as 'what are the chances of a locomotive'.
networks = { $routes ->
        [0] { $who } has no route yet.
       *[other] { $count ->
            [one] The routes of { $who } form one network:
           *[other] The routes of { $who } form { $count } separate pieces:
        }
    }
    .me = { $routes ->
        [0] You have no route yet.
        [one] You have one route:
       *[other] { $count ->
            [one] Yes: your { $routes } routes form one network:
           *[other] No: your { $routes } routes form { $count } separate pieces:
        }
    }
networks-piece = – { $routes }
globetrotter-none = On this board the most completed tickets bring no bonus.
globetrotter-secret = Who has completed the most shows only at the end: tickets are secret until then.
facts-award = { $reason }: { $who }, { counted-points }.
facts-award_path = { $reason }: { $who }, { $count ->
        [one] { $count } space
       *[other] { $count } spaces
    }, { counted-points }.
