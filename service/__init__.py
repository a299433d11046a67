"""The service around the game: command line, HTTP and storage. It never imports the workers."""
