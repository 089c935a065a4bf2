"""Pig, a game for Prime Parlor, with a board and words of its own."""
