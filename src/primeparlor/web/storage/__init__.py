"""Tables in a database."""
