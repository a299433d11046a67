"""Rules that only count: bonuses for networks and tickets."""
