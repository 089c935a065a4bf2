"""OpenSpiel's playthroughs of our games: `python -m support.open_spiel_playthroughs` writes them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from primeparlor.adapters import open_spiel

FOLDER = Path(__file__).parents[1] / "adapters" / "playthroughs"
SEED = 1
GAMES = {
    "nonprime-addition": "parlor_nonprime_addition",
    "number-morph": "parlor_number_morph(digits=2)",  # of three digits, each position takes a page
    "prime-climb": "parlor_prime_climb",
    "pocket-addition": "parlor_pocket_addition",
    "prime-duel": "parlor_prime_duel(target=7,largest=3,copies=1)",
}


def write_playthrough(game: str, seed: int = SEED) -> str:
    """Write a game of random moves, as OpenSpiel does for its own games."""
    assert open_spiel.PREFIX in game, "importing the module registers our games"
    text: Any = generate_playthrough.playthrough(game, None, seed=seed)
    return str(text)


def replay(path: Path) -> tuple[str, str]:
    """What the file says, and what the same moves give now."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])
    original, new = generate_playthrough.replay(str(path))
    return original, new


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(write_playthrough(game), encoding="utf-8")
