"""What each player gives away on average where it matters, as `python bench/levels.py regret` measures.

The whole game where there is no chance, winning chance in Prime Duel.
"""

from __future__ import annotations

_GAMES = ("nonprime-addition", "number-morph", "prime-climb", "pocket-addition", "prime-duel")
_MEASURED = {
    "random": (0.2006, 0.4228, 0.5316, 0.6616, 0.0898),
    "beginner": (0.1021, 0.2863, 0.2694, 0.4564, 0.0250),
    "casual": (0.0639, 0.1062, 0.0636, 0.2860, 0.0161),
    "club": (0.0319, 0.0527, 0.0307, 0.1415, 0.0111),
    "expert": (0.0131, 0.0239, 0.0068, 0.0164, 0.0079),
    "perfect": (0.0, 0.0, 0.0, 0.0, 0.0),
}
REGRET = {player: dict(zip(_GAMES, row, strict=True)) for player, row in _MEASURED.items()}
