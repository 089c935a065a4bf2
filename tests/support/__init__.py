"""What tests share: games to try, tables to play at, people who come."""
