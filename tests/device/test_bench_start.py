"""Memory is read from processes that may end meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys

from device.bench_start import _pss_mib


def test_a_process_that_has_ended_holds_nothing() -> None:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()

    assert _pss_mib(process.pid) == 0
    assert _pss_mib(os.getpid()) > 1
