"""Where cities, routes and names go on a picture."""
