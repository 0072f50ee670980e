"""A terminal by the name of its device, such as the console of a Raspberry Pi."""

from __future__ import annotations

import os

from koikoi.cards import KoiKoiError


class TtyError(KoiKoiError, OSError):
    """A terminal that cannot be used; says which and what to do."""


def open_tty(path: str) -> int:
    """Open a terminal's device for reading and writing; raises TtyError.

    Nothing waits: not this for a line that is down, nor later a read or a write. The terminal does
    not come to control the program: that is for whoever starts it to decide.
    """
    try:
        fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except PermissionError as error:
        raise TtyError(
            f"{path} may not be opened: let the service have it "
            f"(StandardInput=tty, TTYPath={path}), or its user join the group that `ls -l` names"
        ) from error
    except OSError as error:
        raise TtyError(
            f"{path} cannot be opened ({error.strerror}): name a terminal that is there with --tty"
        ) from error
    if not os.isatty(fd):
        os.close(fd)
        raise TtyError(f"{path} is not a terminal: name one with --tty, such as /dev/tty1")
    return fd
