"""What a client does for a player."""
