"""Play at a prompt, line by line: for pipes, screen readers, small windows, and whoever prefers it."""
