"""Background work as the API sees it: how jobs are queued, and how much is waiting."""
