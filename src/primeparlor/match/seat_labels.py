"""Seat labels as everybody may read them: whom a label names. Creating a player is another matter.

A label with a colon names a program that is not the house's: one that comes in, or one that is called.
"""

from __future__ import annotations

HUMAN = "human"
AGENT = "agent"  # with a name after a colon: a program that comes in by itself, as people do


def is_program(label: str) -> bool:
    """Return True if the label names a program that is not the house's."""
    return ":" in label


def find_agent_name(label: str) -> str:
    """Return the name of a program that comes in; empty for any other label."""
    kind, _, name = label.partition(":")
    return name if kind == AGENT else ""


def comes_in(label: str) -> bool:
    """Return True if the moves of this seat come from outside: nobody creates its player."""
    return label == HUMAN or find_agent_name(label) != ""
