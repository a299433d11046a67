"""Events over time: their JSON, the hash chain, records as files, changes and statistics."""
