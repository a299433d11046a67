"""The planner: a bot that weighs whole networks in points."""
