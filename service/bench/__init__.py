"""Benchmarks: whatever is compared is measured in the same run; no result is judged."""
