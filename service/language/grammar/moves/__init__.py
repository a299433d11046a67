"""From words to moves: one by itself, or several that are joined."""
