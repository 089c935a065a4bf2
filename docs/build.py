"""Makes docs/games/*.md: the page that `parlor rules` shows, and how its positions are written."""

from __future__ import annotations

from pathlib import Path

from primeparlor import texts
from primeparlor.games import GAMES

DOCS = Path(__file__).parent


def positions(title: str) -> str:
    """What reference/positions.md says of the game with this title, up to what is refused."""
    reference = (DOCS / "reference" / "positions.md").read_text(encoding="utf-8")
    _, _, section = reference.partition(f"\n## {title}\n")
    return section.partition("\n### Refused\n")[0].strip()


def page(name: str) -> str:
    """The page of one game."""
    return (
        f"{texts.rules(name)}\n## Positions\n\n{positions(GAMES[name].title)}\n\n"
        "What is refused, and in which words: [moves and positions](../reference/positions.md).\n"
    )


if __name__ == "__main__":
    for name in GAMES:
        (DOCS / "games" / f"{name}.md").write_text(page(name), encoding="utf-8")
