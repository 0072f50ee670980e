"""Switching the machine off, and whether the service is only started again."""

from __future__ import annotations

from device.system import UNIT, Ran, System

PATIENCE_S = 3.0
"""Systemd answers in milliseconds; it must not hold up the end for longer."""


def power_off(system: System) -> Ran:
    """Ask logind to switch the machine off; a rule of the package allows it to the service."""
    return system.run("systemctl", "--no-ask-password", "poweroff", patience_s=PATIENCE_S)


def restarting(system: System) -> bool:
    """Whether systemd ends the service only to start it again: then the game stays on the glass."""
    told = system.run("systemctl", "list-jobs", "--no-legend", "--plain", patience_s=PATIENCE_S)
    return any(line.split()[1:3] == [UNIT, "restart"] for line in told.output.splitlines())
