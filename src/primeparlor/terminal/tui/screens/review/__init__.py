"""A reviewed game on the screen."""
