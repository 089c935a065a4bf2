"""Live tables: the registry, the table itself, its view, seats and house player."""
