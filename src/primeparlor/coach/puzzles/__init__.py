"""Puzzles: making them, how hard they are, and their clues."""
