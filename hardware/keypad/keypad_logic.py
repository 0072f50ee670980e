"""What the keypad says. Plain Python, so it runs under CircuitPython and in the game's tests.

The lines are told in README.md. Nothing here reads a pin or a clock.
"""

VERSION = 1
DEBOUNCE_MS = 5
"""How long a contact must be quiet before it counts: switches bounce for 5 ms at most."""

BEAT_MS = 10_000
LONGEST = 16
"""Bytes of a question; more are rubbish."""


def crc8(data):
    """Return the CRC-8 of bytes (polynomial 0x07, from 0)."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = ((crc << 1) ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


def line(text):
    """Return a line that says this."""
    body = text.encode()
    return b"$" + body + b"*%02X\n" % crc8(body)


class Keypad:
    """The buttons by the names of their keys, in the order of their contacts."""

    def __init__(self, names, now):
        """Begin with all buttons up, at a time in milliseconds."""
        self.names = names
        self.number = 0
        self.down = [False] * len(names)
        self.seen = [False] * len(names)
        self.since = [now] * len(names)
        self.beat_at = now + BEAT_MS
        self.question = b""

    def hello(self):
        """Return the line that says who this is."""
        return line("H %d %s" % (VERSION, ",".join(self.names)))

    def beat(self):
        """Return the line that says that all is well, and what is down."""
        down = [name for name, down in zip(self.names, self.down) if down]
        return line("B %d %s" % (self.number, ",".join(down)))

    def scan(self, contacts, now):
        """Return the lines for contacts as they are now, True where one is closed."""
        lines = []
        for place, closed in enumerate(contacts):
            if closed != self.seen[place]:
                self.seen[place] = closed
                self.since[place] = now
            if closed != self.down[place] and now - self.since[place] >= DEBOUNCE_MS:
                self.down[place] = closed
                self.number = (self.number + 1) % 256
                kind = "P" if closed else "R"
                lines.append(line("%s %d %s" % (kind, self.number, self.names[place])))
        if lines or now >= self.beat_at:
            if not lines:
                lines.append(self.beat())
            self.beat_at = now + BEAT_MS
        return lines

    def answer(self, received):
        """Return what bytes from the game are answered with: a hello, and what is down."""
        lines = []
        for byte in received:
            if byte == 10:
                if self.question == b"?":
                    lines += [self.hello(), self.beat()]
                self.question = b""
            elif len(self.question) < LONGEST:
                self.question += bytes([byte])
        return lines
