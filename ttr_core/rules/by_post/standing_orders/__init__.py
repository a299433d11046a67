"""Standing orders: what a seat wants done when its turn comes."""
