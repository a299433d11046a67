### What a chat room says besides playing

room-help = No game here yet. 'new game europe' opens a table; then 'join', 'add bot', 'start'. 'boards' and 'bots' list them all.
room-help_room = In this room: 'status', 'remind', 'language french', 'take over ann', 'hand my seat to bob'.
room-help_table = 'join' to play, 'leave', 'add bot', 'remove bot', 'start' when all are here, 'cancel game'. 'settings' shows how we play; '1 day per move', 'nights off' or 'play europe instead' changes it, and 'options' lists what else there is.
room-boards = Boards: { $boards }
room-own_board = { $title }, own board
room-opened = { $name } opens a table for { $board } ({ $low } to { $high } players). Say 'join' to play, 'start' when all are here.
room-which_board = Which board? { $boards }. Say for example 'new game { $example }'.
room-table_open = There is already an open table: 'join' it or 'cancel game'.
room-just_begun = The game begins at this moment; 'status' shows whether you are in it.
room-running = A game is going on here. 'status' shows how it stands.
room-no_table = There is no open table. 'new game' opens one.
room-joined = { $name } plays.
room-already = { $name } is at the table already. 'start' begins when all are here.
room-left = { $name } leaves the table.
room-not_here = { $name } is not at the table. 'join' to play.
room-full = The table is full. 'status' shows who plays; 'leave' makes room.
room-bot = { $count ->
        [one] { $bot } joins the table.
       *[other] { $bot } join the table.
    }
room-bots = Bots, the strongest last; say 'add a { $example } bot':
room-no_bot = There is no bot at the table. 'add bot' brings one.
room-bot_gone = { $count ->
        [one] A bot leaves the table.
       *[other] { $count } bots leave the table.
    }
room-too_many = There are { $count } at the table, too many for { counted-players }: 'leave' or 'remove bot' makes room.
room-table = { $board }: { $players }.
room-nobody = nobody yet
room-too_few = { $board } needs { $low ->
        [one] { $low } player
       *[other] { $low } players
    } or more; there are { $count }. 'add bot' brings one more.
room-players_only = Only those who play can do that. Say 'join' first.
room-started = The game begins: { $players }.
room-cancelled = The table is closed.
room-waiting = Waiting for { $names }.
room-your_turn = { $names }: your turn.
room-asked = { $names }: you are asked to agree to { $request }. Say 'yes' or 'no'.
room-yes-say = yes
room-no-say = no
room-over = The game is over.
room-next = Say 'rematch' to play again, or 'new game' for another board.
room-rematch = Rematch?
room-rematch-say = rematch
room-rematch_asked = { $name } would like a rematch.
room-nobody_waits = We are not waiting for anybody. 'status' shows how it stands.
room-language = I speak English here.
room-which_language = Say 'language english' or 'language french'.
room-refused = That did not work: { $why }
room-paused = The game is paused.
room-line = { $name }: { counted-points }, { counted-trains }, { counted-cards }, { counted-tickets }
room-my_hand = My hand
room-my_hand-say = my hand
room-my_moves = What can I do?
room-my_moves-say = what can i do
room-too_long = That is too long for me. Say it in fewer words, such as 'draw 2'.
room-which_seat = Whose seat? { $names } Say for example 'take over ann'.
room-seated = You have a seat already. 'my hand' shows its cards.
room-not_yours = You can only pass on your own seat or a vacant one. Say for example 'hand my seat to bob'.
room-wished = { $name } would like to take over from { $of }. { $who }: say 'hand { $seat } to { $name }' to agree.
room-unknown_heir = I do not know { $name } yet. Ask them to say 'take over { $of }' first.
room-offered = The seat of { $of } is yours if you say 'take over { $of }'.
room-motion = If all who play say 'yes', { $name } can take over from { $of } by saying 'take over { $of }'.
room-taken_over = { $name } takes over from { $of }.
room-newcomer = the person you mentioned
room-any_player = Any player
room-own_seat = my seat
room-last_round = Last round!
room-write_first = I have a private message for you but cannot reach you: please message me first.

## The terms of a table, read back in one sentence

room-terms = We play with: { $terms }.
room-terms_how = Say for example '1 day per move', 'nights off' or 'no clock' to change that; 'options' lists what else there is.
room-terms_changed = { $name } changes the terms.
room-terms_refused = No game can be played with that clock. Try '2 days per move' or 'daily at 20:00'.
room-terms_unclear = I did not understand { $words }, so nothing was changed. Say for example '1 day per move' or 'nights off'.
room-not_understood = I did not understand { $words }.
room-board_changed = { $name } changes the board: we play { $board }.
room-condition = I cannot wait for a condition, so nothing was done. If this suits you, say 'join', or say what to change.
room-cannot_remove = Nobody but { $name } can free that seat: { $name }, say 'leave'. Or 'cancel game' and open another table.
room-how_many_bots = How many bots? Say for example 'two bots', 'one hard bot', or 'fill with bots'.
room-bots_changed = Other bots sit at the table.
room-options = Options of { $board }: { $options }. Name one to play with it.
room-no_options = { $board } has no options. You can change the clock, the players and the bots: '1 day per move', '3 players', 'two bots'.
room-open_it = Shall I open a table? Say 'new game { $board }'.
room-opening_unclear = I did not understand { $words }, so no table was opened. Say for example 'new game europe, 3 players, 2 days per move, nights off, one easy bot'.
room-start_later = I start at once or not at all, so nothing was done. Say 'start' when it is time.
room-private = A table in a room is for the people of this room; it needs no other lock.
room-rated = Games that are arranged in rooms are not rated.
terms-players = { counted-players }
terms-no_clock = no time limit
terms-per_move = { $time } per move
terms-running = { counted-hours } of running time
terms-bank = { $time } for the whole game each
terms-increment = { $time } more after every move
terms-daily = one move a day by { $hour }
terms-quiet = no time runs from { $since } to { $until }
terms-weekends_off = weekends off
terms-zone = { $city } time
terms-reminders = reminders { $times } before time is up
terms-warn_next = the next player is warned
terms-vacation = { counted-days } of vacation each
terms-skip = late turns are skipped
terms-bot_plays = a bot plays late turns
terms-bot_takes_over = a bot takes over from players who are late

## Discord's menu of commands

discord-ttr = Ticket to Ride: say anything
discord-say = new game europe, join, start, draw 2, claim paris brest, my hand, help ...
    .name = say
discord-hand = Your cards and tickets; only you see them
discord-map = The board as a picture
discord-score = Everybody's points
discord-status = The whole table, and whose turn it is
discord-remind = Remind the players whose turn it is
discord-what-can-i-do = What you can do now; only you see it
room-talk = { $who }: { $text }
room-talk_host = The host
room-talk_said = Everybody at the table hears it.
room-notices_on = From now on I tell you here about your games.
room-notices_refused = This code is not good, or no longer. Add the channel again and you get a new one.
