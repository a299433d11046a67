"""A simulator of the service: real code on simulated time, with seeded chance, faults, people and invariants."""
