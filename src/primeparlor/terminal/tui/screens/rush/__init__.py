"""Rush on the screen."""
