"""Boards on a server: map files from outside, and the library of all boards that games can be created on."""
