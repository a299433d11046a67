"""How property tests run: without a deadline, repeatable where the continuous integration runs them."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "local",
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # an example is a whole game
)
settings.register_profile("ci", parent=settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
