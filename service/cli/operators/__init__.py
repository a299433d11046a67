"""Commands for the operator of a running service."""
