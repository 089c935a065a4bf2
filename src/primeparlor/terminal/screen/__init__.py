"""Play on one screen, drawn in place; imports Textual, and is imported only then."""
