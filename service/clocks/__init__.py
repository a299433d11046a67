"""Clocks on the server: deadlines that follow from a move, running time, heartbeats."""
