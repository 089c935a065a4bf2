"""What can be chosen for a new table, and what is chosen."""

from __future__ import annotations

from primeparlor.core import ParlorError, State
from primeparlor.match import HUMAN
from primeparlor.notation.blocks import shown
from primeparlor.players import LEVELS
from primeparlor.tables.chance import tossed
from primeparlor.tables.setup import set_up, set_up_variant
from primeparlor.tables.variants import Levels, favoured, levels, winning_side
from primeparlor.terminal.preferences import Setting
from primeparlor.terminal.tui.boards import board_of

AGAINST, LEVEL, SIDE, VARIANT = ROWS = ("Against", "Level", "You play", "Variant")
HOUSE, FRIEND = "house", "friend"
FIRST, SECOND, TOSS = "first", "second", "toss"
CUSTOM = "…"
FIRST_LEVEL = "casual"  # for who has not chosen one yet
WON = "You won the toss: you are Player 1."
LOST = "The house won the toss: you are Player 2."


def _ordered(game: type[State]) -> list[str]:
    """The variants as the house offers them: where the book's game is one-sided, those of the house first."""
    ours = [*game.house_variants]
    if winning_side(game.start()) is None:
        return ["", *ours]
    won = [words for words in ours if words in game.winning_side]
    return [*(words for words in ours if words not in won), *won, ""]


class Options:
    """The rows of the sheet; what was chosen last time is chosen again, as far as it can be."""

    def __init__(self, game: type[State], last: Setting | None) -> None:
        self.game = game
        first_time = last is None
        last = last or Setting()
        self.variants: dict[str, State] = {}
        for words in (*_ordered(game), last.variant):
            try:
                self.variants[words] = set_up(game, words.split())
            except ParlorError:  # of a package that has been changed
                continue
        self._chosen = {
            AGAINST: last.against or HOUSE,
            LEVEL: last.level if last.level in LEVELS else FIRST_LEVEL,
            SIDE: last.side,
            VARIANT: self._first_variant() if first_time else last.variant,
        }
        if self._chosen[VARIANT] not in self.variants:
            self._chosen[VARIANT] = ""
        self._start = self.variants[self._chosen[VARIANT]]

    def _first_variant(self) -> str:
        """What is offered to a first guest: the book's game, but a fair one where that is won by one side."""
        if winning_side(self.variants[""]) is None:
            return ""
        return next((words for words, start in self.variants.items() if winning_side(start) is None), "")

    # Rows ---------------------------------------------------------------------------------------------

    def values(self, row: str) -> list[str]:
        """What can be chosen in this row."""
        return {
            AGAINST: [HOUSE, FRIEND],
            LEVEL: list(LEVELS),
            SIDE: [FIRST, SECOND, TOSS],
            VARIANT: [*self.variants, CUSTOM],
        }[row]

    def chosen(self, row: str) -> str:
        """What is chosen in this row; without a choice the side that wins, where there is one."""
        if row == SIDE and not self._chosen[SIDE]:
            return SECOND if winning_side(self.start) == 2 else FIRST
        return self._chosen[row]

    def off(self, row: str) -> bool:
        """Whether the row means nothing now: two people at one screen need no level and no side."""
        return row in (LEVEL, SIDE) and self._chosen[AGAINST] == FRIEND

    def next_row(self, row: str, by: int) -> str:
        """The row below or above that means something."""
        rows = [each for each in ROWS if not self.off(each)]
        return rows[(rows.index(row) + by) % len(rows)]

    def choose(self, row: str, at: int) -> None:
        """Choose by the place in the row."""
        if not self.off(row):
            self._chosen[row] = self.values(row)[at]
            self._start = self.variants.get(self._chosen[VARIANT], self._start)

    def turn(self, row: str, by: int) -> None:
        """Choose the next one to the right or left."""
        values = self.values(row)
        self.choose(row, (values.index(self.chosen(row)) + by) % len(values))

    def add_variant(self, text: str) -> None:
        """Offer the variant that these words describe, and choose it; else say what is wrong with them."""
        words = " ".join(text.split())
        for word in text.split():
            if word.partition("=")[0] not in self.game.Rules.numbers or "=" not in word:
                raise ParlorError(f"{shown(word)} is not a rule here. {self.example}")
        self.variants[words] = self._start = set_up_variant(self.game, words.split())
        self._chosen[VARIANT] = words

    # What is told -------------------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """Where the game begins."""
        return self._start

    def told(self, words: str) -> str:
        """A variant in the words of the game."""
        return board_of(self.game).variant(self.variants[words].rules.changed())

    @property
    def favoured(self) -> str:
        """Who is favoured here, and why; nothing if nobody knows."""
        return favoured(self.start) or ""

    @property
    def levels(self) -> Levels:
        """What the levels are like in this game."""
        return levels(self.start)

    @property
    def example(self) -> str:
        """How a variant is typed, and within which bounds."""
        numbers = self.game.Rules.numbers
        if not numbers:
            return "This game has no variants."
        ranges = ", ".join(f"{key} {least}–{most}" for key, (_, least, most, _) in numbers.items())
        return f"Type rules like {self._like_this()} ({ranges})."

    def _like_this(self) -> str:
        """A variant as it is typed."""
        key, number = next(iter(self.game.Rules.numbers.items()))
        return next(iter(self.game.house_variants), f"{key}={number.standard}")

    # What comes of it ---------------------------------------------------------------------------------

    @property
    def setting(self) -> Setting:
        """What is to be remembered."""
        return Setting(*(self._chosen[row] for row in ROWS))

    def seats(self) -> tuple[tuple[str, str], str]:
        """Who sits where, and what the coin has to say if it was tossed."""
        if self._chosen[AGAINST] == FRIEND:
            return (HUMAN, HUMAN), ""
        level, chosen = self._chosen[LEVEL], self.chosen(SIDE)
        if chosen == TOSS:
            seats = tossed((HUMAN, level)).seats
            return seats, WON if seats[0] == HUMAN else LOST
        return ((HUMAN, level) if chosen == FIRST else (level, HUMAN)), ""
