"""The rules of the game: each is one file or one folder, and `registry` lists them all."""
