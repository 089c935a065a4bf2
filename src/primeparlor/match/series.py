"""A series: several games of the same two players with their score. People call it a match.

The seats are swapped after each game, and the score with them: it is always that of Player 1 and Player 2 of
the game at hand, before it began.
"""

from __future__ import annotations

from typing import NamedTuple

from primeparlor.core import PLAYERS, Player

FEWEST, MOST = 2, 50  # games to be won
MOST_GAMES = 10**6  # in one series
LONGEST_NAME = 200  # characters


class Series(NamedTuple):
    """The place of a game in its series, and the score before it."""

    first_to: int | None = None  # games to be won; None: as many as the players like
    game: int = 1  # the number of this game
    score: tuple[int, int] = (0, 0)  # games won before by Player 1 and Player 2
    first: str = ""  # the name of the first game's record; empty in that game, and where none is kept

    @property
    def is_under_way(self) -> bool:
        """True if the players agreed on a number of wins and have played before."""
        return self.first_to is not None and self.game > 1

    def refusal(self) -> str | None:
        """Return the reason why there can be no such series, or None."""
        if self.first_to is not None and not FEWEST <= self.first_to <= MOST:
            return f"A match goes to {FEWEST} to {MOST} won games."
        if not 1 <= self.game <= MOST_GAMES or min(self.score) < 0 or sum(self.score) >= self.game:
            return "A score counts only games that were played before."
        if self.first_to is not None and max(self.score) >= self.first_to:
            return "This match is decided already."
        if not _can_be_kept(self.first):
            return f"The name of a record has at most {LONGEST_NAME} printable characters."
        return None

    def add_win(self, winner: Player | None) -> tuple[int, int]:
        """Return the score after this game; an unfinished one counts for nobody."""
        one, two = (won + (player == winner) for player, won in zip(PLAYERS, self.score, strict=True))
        return one, two

    def find_winner(self, winner: Player | None) -> Player | None:
        """Return who has won the series if this player wins the game; None if it goes on."""
        score = self.add_win(winner)
        return winner if winner is not None and score[winner - 1] == self.first_to else None

    def build_next(self, winner: Player | None, record: str = "") -> Series:
        """Return the place of the next game, with seats swapped; a decided series is followed by a new one.

        `record` is the name of this game's record.
        """
        if self.find_winner(winner) is not None:
            return Series(self.first_to)
        one, two = self.add_win(winner)
        first = record if self.game == 1 else self.first
        first = first if _can_be_kept(first) else ""
        return Series(self.first_to, self.game + 1, (two, one), first)


def _can_be_kept(name: str) -> bool:
    return len(name) <= LONGEST_NAME and name.isprintable()
