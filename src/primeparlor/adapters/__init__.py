"""Ways in for agents: each module translates between the parlor and one host, and decides nothing.

Only `text` works without an extra; the others are imported where theirs is installed.
"""
