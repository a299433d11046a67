"""Boards as data: map files, how variants of a board resolve, and every defect that a map file can have."""
