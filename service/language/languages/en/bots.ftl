### Bots: what each level is called, and how it plays

bot-random = random
    .how = Makes any legal move without a thought: an opponent for a first game.
bot-greedy = greedy
    .how = Connects its tickets the shortest way and takes points where it can: easy to beat once you know the game.
bot-planner = planner
    .how = Plans its whole network from the cards it holds and weighs the risk of every ticket: a match for most players.
bot-search = search
    .how = Plays hundreds of possible games to the end before each move: the strongest there is here.
bot-line = { $name } (Elo { $elo }): { $how }
bot-marked = { $name } ({ $level } bot)

## what a bot says at the table if somebody asks it about its last move

bot-answer-claim = I took { $route } for { counted-points } before somebody else could, and have { counted-trains } left.
bot-answer-cards = I am collecting: I hold { counted-cards } now. What for, you will see.
bot-answer-tickets = I wanted something to work for: I hold { counted-tickets } now. Which, you will see at the end.
bot-answer-other = { $move } It seemed best to me.
bot-answer-nothing = I have not made a move yet.

## what decided a game that is over

verdict-ahead = { $who } had the better chances from the first turn to the last.
verdict-turned = Until turn { $turn } it could have gone either way; then { $who } got ahead for good.
verdict-late = It was open to the end: in the last turn of { $who } their chance to win was { $chance }%.
verdict-shared = Nobody got away from the others: { $who } share the victory.
verdict-mistake = The costliest move was { $who }'s in turn { $turn }: “{ $played }” instead of “{ $best }”, about { counted-points }.
verdict-mistake-start = The costliest choice was { $who }'s before the first turn: “{ $played }” instead of “{ $best }”, about { counted-points }.
verdict-no_mistake = Nobody made a move that cost more than a few points.
verdict-sheet = On the score sheet “{ $reason }” made the difference: { $own } points for { $who }, { $theirs } for { $rival }.
verdict-sheet-level = The score sheet does not part { $who } and { $rival } in any row.
