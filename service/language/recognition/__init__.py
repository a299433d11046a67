"""From a text to what it most likely asks for, learned from examples: it backs the grammar up where phrases end."""
