"""Number Morph: everything the parlor knows about this game."""
