"""How the tests draw their examples."""

from __future__ import annotations

import os

from hypothesis import settings

# A test run is the same every time and on every machine, however slow. The soak draws new examples
# from its printed seed.
settings.register_profile("test", derandomize=True, deadline=None, database=None)
settings.register_profile("soak", deadline=None, database=None)
settings.load_profile("soak" if "KOIKOI_SEED" in os.environ else "test")
