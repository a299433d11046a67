"""The job queue on rq."""
