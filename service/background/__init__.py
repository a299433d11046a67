"""Background work seen from the service: handing it over, and how much is waiting."""
