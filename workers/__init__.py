"""Background work on rq: every job ends as an event or a delivery, may run twice, and survives a crash at any line."""
