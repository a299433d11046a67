"""Advice to people from the brain of the strongest bot: hints during a game, an analysis after it."""
