"""The HTTP edge: requests, responses, problems, schemas, rate limits and metrics."""
