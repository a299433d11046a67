"""Stations: built in cities, they let their owner use a rival's route for tickets."""
