"""What the tests of the device share: a real X server without a screen."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from collections.abc import Iterator

import pytest

PATIENCE_S = 60.0


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    if "KOIKOI_NO_WINDOW_TESTS" in os.environ:
        pytest.skip("KOIKOI_NO_WINDOW_TESTS is set: the window is NOT tested")
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            pytest.fail(
                f"{program} is missing: apt install xvfb xdotool, "
                "or set KOIKOI_NO_WINDOW_TESTS=1 to go without"
            )
    reader, writer = os.pipe()
    # Without -noreset the server starts anew after each test, and may refuse the next one.
    command = ["Xvfb", "-displayfd", str(writer), "-nolisten", "tcp", "-noreset"]
    command += ["-screen", "0", "1280x800x24"]
    with subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL) as server:
        os.close(writer)
        try:
            assert select.select([reader], [], [], PATIENCE_S)[0], "Xvfb does not start"
            number = os.read(reader, 16).decode().strip()
            assert number, "Xvfb does not start"
            yield f":{number}"
        finally:
            server.terminate()
            os.close(reader)
