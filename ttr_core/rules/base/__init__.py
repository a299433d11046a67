"""Rules of the base game."""
