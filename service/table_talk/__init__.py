"""Table talk: messages between people at a table, in a stream of its own beside the game."""
