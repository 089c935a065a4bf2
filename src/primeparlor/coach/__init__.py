"""What a person is told, made from exact answers: grades, reasons, hints, review, puzzles."""
