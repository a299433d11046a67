"""Players: people and bots who are known across games, their tokens, and the list of their games."""
