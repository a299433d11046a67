"""The search bot: it plays its best commands to the end, again and again, in games that it imagines."""
