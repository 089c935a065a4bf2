"""Twenty-One, a game for Prime Parlor: rules and text, and nothing else."""
