"""Games: create one, list public ones, look at one, take a seat."""
