"""The page: a client of the API for any browser, as files that are served as they are."""
