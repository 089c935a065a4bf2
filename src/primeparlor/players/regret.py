"""What each player gives away on average where it matters, as `python bench/levels.py regret` measures.

The whole game where there is no chance, winning chance in Prime Duel.
"""

from __future__ import annotations

_GAMES = ("nonprime-addition", "number-morph", "prime-climb", "pocket-addition", "prime-duel")
_MEASURED = {
    "random": (0.1928, 0.4356, 0.5329, 0.6686, 0.0900),
    "beginner": (0.1070, 0.2885, 0.2562, 0.4399, 0.0250),
    "casual": (0.0643, 0.1042, 0.0684, 0.2898, 0.0161),
    "club": (0.0325, 0.0507, 0.0294, 0.1323, 0.0115),
    "expert": (0.0119, 0.0281, 0.0040, 0.0321, 0.0075),
    "perfect": (0.0, 0.0, 0.0, 0.0, 0.0),
}
REGRET = {player: dict(zip(_GAMES, row, strict=True)) for player, row in _MEASURED.items()}
