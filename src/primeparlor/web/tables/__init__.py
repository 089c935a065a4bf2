"""Live tables: the registry, the table itself, its view, seats, clock and house player."""
