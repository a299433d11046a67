"""What a game is made of, as plain immutable data: ids, commands, events, phases, state, score sheet, refusals."""
