"""Screens are frozen values: an event makes the next one. `flow` says how they follow each other.

They hold no player, no generator and no clock, so two equal screens behave alike for ever.
"""
