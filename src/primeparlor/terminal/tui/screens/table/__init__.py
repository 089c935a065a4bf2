"""The table: play on the screen."""
