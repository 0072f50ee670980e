"""`python -m device`: the command `koikoi`."""

from __future__ import annotations

import sys

from device.cli import main

sys.exit(main())
