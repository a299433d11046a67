"""Sentences: what a clause means by itself, and clauses together."""
