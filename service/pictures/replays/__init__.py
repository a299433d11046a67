"""Replays of finished games: one file that shows every turn."""
