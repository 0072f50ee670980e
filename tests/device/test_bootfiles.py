"""config.txt and cmdline.txt get the one change that is meant, and keep every other byte."""

from __future__ import annotations

from random import Random

import pytest

from device.bootfiles import with_line, without_console

SPI = "dtparam=spi=on"
LINES = (SPI, "dtparam=i2c_arm=on", "enable_uart=1")

# What Raspberry Pi OS comes with, shortened.
STOCK = b"""# For more options and information see
# http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=i2s=on
#dtparam=spi=on

dtparam=audio=on
dtoverlay=vc4-kms-v3d

[cm4]
otg_mode=1

[all]
"""


@pytest.mark.parametrize(
    ("config", "added"),
    [
        (b"", b"dtparam=spi=on\n"),
        (STOCK, b"dtparam=spi=on\n"),
        (b"#dtparam=spi=on\n", b"dtparam=spi=on\n"),
        (b"dtparam=audio=on", b"\ndtparam=spi=on\n"),
        (b"dtparam=audio=on\r\n", b"dtparam=spi=on\r\n"),
        (b"[all]\r\ndtparam=audio=on", b"\r\ndtparam=spi=on\r\n"),
        (b"[pi4]\r\narm_boost=1\r\n", b"[all]\r\ndtparam=spi=on\r\n"),
        (b"[all]\n[pi4]\narm_boost=1\n", b"[all]\ndtparam=spi=on\n"),
        (b"[pi4]\ndtparam=spi=on\n", b"[all]\ndtparam=spi=on\n"),
        (b"dtparam=spi=on\n[pi3]\ndtparam=spi=off\n", b"[all]\ndtparam=spi=on\n"),
        (b"dtparam=spi=off\n", b"dtparam=spi=on\n"),
        (b"dtparam=spi=on\ndtparam=spi=off\n", b"dtparam=spi=on\n"),
        (b"dtparam=spi_dma=on\n", b"dtparam=spi=on\n"),
        (b"# \xe9\xff\n", b"dtparam=spi=on\n"),
    ],
)
def test_a_line_comes_to_the_end_where_it_counts_for_every_model(
    config: bytes, added: bytes
) -> None:
    assert with_line(config, SPI) == config + added


@pytest.mark.parametrize(
    ("config", "line"),
    [
        (b"dtparam=spi=on\n", SPI),
        (b"dtparam=spi=on", SPI),
        (b"  dtparam=spi=on  \r\n", SPI),
        (b"dtparam=spi\n", SPI),
        (b"device_tree_param=spi=on\n", SPI),
        (b"dtparam=audio=on,spi=on\n", SPI),
        (b"dtparam=spi=off\ndtparam=spi=on\n", SPI),
        (b"[pi4]\ndtparam=spi=off\n[all]\ndtparam=spi=on\n", SPI),
        (b"dtparam=spi=on\n[pi4]\ndtparam=spi=on\n", SPI),
        (b"dtparam=i2c=on\n", "dtparam=i2c_arm=on"),
        (b"enable_uart=1\n[pi4]\n", "enable_uart=1"),
    ],
)
def test_what_is_on_already_is_left_alone(config: bytes, line: str) -> None:
    assert with_line(config, line) == config


def test_what_is_on_does_not_count_for_another_name() -> None:
    config = b"dtparam=spi=on\nenable_uart=0\n"

    assert with_line(config, "enable_uart=1") == config + b"enable_uart=1\n"
    assert with_line(config, "dtparam=i2c_arm=on") == config + b"dtparam=i2c_arm=on\n"


PIECES = (
    *(line.encode() for line in LINES),
    *(b"#" + line.encode() for line in LINES),
    *(
        b"dtparam=spi=off",
        b"dtparam=audio=on,i2c=on",
        b"enable_uart=0",
        b"[all]",
        b"[pi4]",
        b"[none]",
    ),
    *(b"", b"\xff\x00", b"dtoverlay=disable-bt", b"[", b"=", b"dtparam="),
)


def test_twice_is_once_and_what_was_there_stays_in_front() -> None:
    rng = Random("config.txt")
    for _ in range(3000):
        lines = [rng.choice(PIECES) + rng.choice((b"\n", b"\r\n")) for _ in range(rng.randrange(7))]
        config = b"".join(lines).rstrip(b"\n" if rng.random() < 0.3 else b"")
        line = rng.choice(LINES)

        once = with_line(config, line)

        assert once.startswith(config)
        assert with_line(once, line) == once
        assert once == config or once.splitlines()[-1] == line.encode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"console=serial0,115200 console=tty1 root=X\n", b"console=tty1 root=X\n"),
        (b"console=tty1 console=serial0,115200 root=X  quiet\n", b"console=tty1 root=X  quiet\n"),
        (b"root=X console=ttyS0,115200n8\r\n", b"root=X\r\n"),
        (b"root=X console=ttyAMA0", b"root=X"),
        (b"console=serial0,115200 console=ttyAMA0,9600 root=X\n", b"root=X\n"),
    ],
)
def test_the_serial_console_goes_and_nothing_else(before: bytes, after: bytes) -> None:
    assert without_console(before) == after
    assert without_console(after) == after


@pytest.mark.parametrize(
    "cmdline",
    [
        b"",
        b"console=tty1 root=X  quiet \n",
        b"kgdboc=serial0 myconsole=serial0,115200 root=X\n",
        b"console=ttyUSB0,115200 console=ttyAMA01 console=ttyS0x\n",
        b"  root=X\n",
    ],
)
def test_a_command_line_without_a_console_there_is_left_alone(cmdline: bytes) -> None:
    assert without_console(cmdline) == cmdline
