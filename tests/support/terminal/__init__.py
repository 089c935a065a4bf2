"""What tests in a terminal share: the command, a pseudo-terminal, boards as text."""
