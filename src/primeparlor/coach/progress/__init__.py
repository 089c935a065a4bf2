"""A player's progress: kept, changed, merged, imported."""
