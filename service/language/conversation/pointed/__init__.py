"""Answers to the point: one fact, one chance, one thing about a route, in place of all that a look shows."""
