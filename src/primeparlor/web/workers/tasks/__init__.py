"""Pure functions that worker processes run, from JSON data to JSON data."""
