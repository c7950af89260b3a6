"""Settings for the property tests of the maths: the same examples on every machine, and no clock."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "maths",
    derandomize=True,
    deadline=None,
    max_examples=150,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("maths")
