"""Boards as data: map files, how variants resolve, and every defect that a map file can have."""
