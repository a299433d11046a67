"""Webhooks: whoever subscribes is told what happens in a game, signed, at least once, and as much as he may see."""
