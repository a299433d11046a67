"""Notices: the process that sends mail."""
