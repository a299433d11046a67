"""Clocks: the terms agreed on, deadlines, vacations and outages."""
