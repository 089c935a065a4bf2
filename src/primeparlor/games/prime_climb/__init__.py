"""Prime Climb: everything the parlor knows about this game."""
