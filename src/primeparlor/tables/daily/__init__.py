"""What one day offers at the tables.

duel     the duel of a day: its match, its saved games, its review
round    everything one day offers: its puzzles and its duel
"""
