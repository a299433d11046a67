"""Rules that only some boards use."""
