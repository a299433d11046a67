"""The words that the grammar understands."""
