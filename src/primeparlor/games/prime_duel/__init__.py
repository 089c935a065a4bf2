"""Prime Duel: everything the parlor knows about this game."""
