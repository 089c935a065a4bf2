"""Pocket Addition: everything the parlor knows about this game."""
