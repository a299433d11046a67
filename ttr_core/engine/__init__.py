"""The engine: decide, evolve, replay, legal commands, views and scores. It knows hooks, and no rule."""
