"""Puzzles on the screen: one puzzle, sessions, openings."""
