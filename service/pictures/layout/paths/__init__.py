"""Paths of routes between their cities: curves, parallel tracks, and the room between them."""
