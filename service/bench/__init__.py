"""Benchmarks: what is compared is measured in the same run, and nothing is judged."""
