"""Notices: how a player wants to be notified, their channels and feeds, and the link that stops mail."""
