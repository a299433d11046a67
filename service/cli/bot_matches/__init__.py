"""Games between bots: one process or several play them, and a ladder rates the bots."""
