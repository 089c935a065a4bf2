"""A player's progress on the screen."""
