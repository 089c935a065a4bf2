"""Practice: puzzles, rush, openings and what each day brings."""
