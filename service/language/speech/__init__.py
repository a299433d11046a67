"""From facts to sentences."""
