"""The suite: positions with the exact value of every move, as JSON lines."""
