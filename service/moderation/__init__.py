"""Moderation: what people report, and what the operator of the service does about it."""
