"""What people are told, based on exact answers: grades, reasons, hints, reviews, puzzles."""
