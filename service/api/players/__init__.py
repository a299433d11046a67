"""Players: creating one, signing in, and everything under `/v1/me`."""
