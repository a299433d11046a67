"""What questions ask: single facts, several things at once, routes with something in common."""
