"""What each player gives away on average where it matters, as `python bench/levels.py regret` measures.

The whole game where there is no chance, winning chance in Prime Duel.
"""

from __future__ import annotations

_GAMES = ("nonprime-addition", "number-morph", "prime-climb", "pocket-addition", "prime-duel")
_MEASURED = {
    "random": (0.1934, 0.4265, 0.5443, 0.6695, 0.0871),
    "beginner": (0.0956, 0.1396, 0.2871, 0.3287, 0.0238),
    "casual": (0.0574, 0.1016, 0.1210, 0.1955, 0.0134),
    "club": (0.0341, 0.0555, 0.0532, 0.1479, 0.0083),
    "expert": (0.0090, 0.0354, 0.0075, 0.0400, 0.0040),
    "perfect": (0.0, 0.0, 0.0, 0.0, 0.0),
}
REGRET = {player: dict(zip(_GAMES, row, strict=True)) for player, row in _MEASURED.items()}
