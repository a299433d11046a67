"""The processes of the service: web server, embedded Valkey, supervisor, shutdown."""
