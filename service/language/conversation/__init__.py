"""From meaning to reply."""
