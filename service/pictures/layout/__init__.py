"""Where cities, routes and names go in a picture."""
