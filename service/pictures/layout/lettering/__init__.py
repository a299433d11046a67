"""Names and signs on a map, and where each is written."""
