"""Games that people play at a terminal: alone against bots, several at one keyboard, or at a seat of any service."""
