"""Rules of the table for play by post: people and seats, motions, undo, clocks and standing orders."""
