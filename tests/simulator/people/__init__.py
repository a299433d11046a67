"""People of a run: with tokens of seats, as players of a club, and in chat rooms."""
