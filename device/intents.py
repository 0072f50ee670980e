"""Why a new frame is shown; how much of the glass may flash for it is the panel's business."""

from __future__ import annotations

from enum import Enum


class Intent(Enum):
    """What happened between the frame on the glass and the new one."""

    BOOT = "boot"
    MOVE = "move"
    OPEN = "open"
    CLOSE = "close"
    DEAL = "deal"
    RESULT = "result"
    REFRESH = "refresh"
    GOODBYE = "goodbye"
