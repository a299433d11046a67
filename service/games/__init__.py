"""Games on the server: load, decide, append; lobby, seats, tokens and records."""
