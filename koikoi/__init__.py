"""The rules and the players of Koi-Koi. Needs nothing but the standard library."""

__version__ = "0.1.0"
