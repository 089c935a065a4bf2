"""The game at a prompt, line by line: for pipes, screen readers, small windows, and players who prefer it."""
