"""Benchmarks that need workers."""
