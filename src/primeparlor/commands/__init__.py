"""The commands, by what they are for: each says what it may be told and which room it opens."""
