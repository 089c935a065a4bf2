"""Explanations and training based on exact answers: grades, reasons, hints, reviews, puzzles, progress."""
