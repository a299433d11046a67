"""The rules of the game as modules; `registry` lists them in the order in which the engine asks them."""
