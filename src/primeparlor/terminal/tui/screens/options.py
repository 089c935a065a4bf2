"""The options of a new game and the current choice in each."""

from __future__ import annotations

from primeparlor.core import ParlorError, State
from primeparlor.match import HUMAN
from primeparlor.notation.blocks import shown
from primeparlor.players import LEVELS
from primeparlor.tables.chance import toss_seats
from primeparlor.tables.setup import set_up, set_up_variant
from primeparlor.tables.variants import Levels, build_levels, find_favoured, find_winning_side
from primeparlor.terminal.preferences import GameSetup
from primeparlor.terminal.tui.boards import board_of

AGAINST, LEVEL, SIDE, VARIANT = ROWS = ("Against", "Level", "You play", "Variant")
HOUSE, FRIEND = "house", "friend"
FIRST, SECOND, TOSS = "first", "second", "toss"
CUSTOM = "…"
FIRST_LEVEL = "casual"  # if none was chosen before
WON = "You won the toss: you are Player 1."
LOST = "The house won the toss: you are Player 2."


def _order_variants(game: type[State]) -> list[str]:
    """Return the variants in the order offered: the standard game first, or last if it is one-sided."""
    ours = [*game.house_variants]
    if find_winning_side(game.start()) is None:
        return ["", *ours]
    won = [words for words in ours if words in game.winning_side]
    return [*(words for words in ours if words not in won), *won, ""]


class GameOptions:
    """The rows of the new-game dialog; they start with the choices of last time, where still possible."""

    def __init__(self, game: type[State], last: GameSetup | None) -> None:
        self.game = game
        first_time = last is None
        last = last or GameSetup()
        self.variants: dict[str, State] = {}
        for words in (*_order_variants(game), last.variant):
            try:
                self.variants[words] = set_up(game, words.split())
            except ParlorError:  # saved with another version of the game's package
                continue
        self._chosen = {
            AGAINST: last.against or HOUSE,
            LEVEL: last.level if last.level in LEVELS else FIRST_LEVEL,
            SIDE: last.side,
            VARIANT: self._find_first_variant() if first_time else last.variant,
        }
        if self._chosen[VARIANT] not in self.variants:
            self._chosen[VARIANT] = ""
        self._start = self.variants[self._chosen[VARIANT]]

    def _find_first_variant(self) -> str:
        """Return the variant for a first game: the standard one, or a fair one if that is one-sided."""
        if find_winning_side(self.variants[""]) is None:
            return ""
        return next((words for words, start in self.variants.items() if find_winning_side(start) is None), "")

    # Rows ---------------------------------------------------------------------------------------------

    def list_values(self, row: str) -> list[str]:
        """Return the values of this row."""
        return {
            AGAINST: [HOUSE, FRIEND],
            LEVEL: list(LEVELS),
            SIDE: [FIRST, SECOND, TOSS],
            VARIANT: [*self.variants, CUSTOM],
        }[row]

    def find_choice(self, row: str) -> str:
        """Return the value chosen in a row; the side defaults to the one that always wins, or the first."""
        if row == SIDE and not self._chosen[SIDE]:
            return SECOND if find_winning_side(self.start) == 2 else FIRST
        return self._chosen[row]

    def is_disabled(self, row: str) -> bool:
        """Return True if the row is disabled: two people at one screen need no level and no side."""
        return row in (LEVEL, SIDE) and self._chosen[AGAINST] == FRIEND

    def find_next_row(self, row: str, by: int) -> str:
        """Return the next enabled row below or above."""
        rows = [each for each in ROWS if not self.is_disabled(each)]
        return rows[(rows.index(row) + by) % len(rows)]

    def choose(self, row: str, at: int) -> None:
        """Choose the value at this index of the row."""
        if not self.is_disabled(row):
            self._chosen[row] = self.list_values(row)[at]
            self._start = self.variants.get(self._chosen[VARIANT], self._start)

    def shift_choice(self, row: str, by: int) -> None:
        """Choose the next value to the right or left."""
        values = self.list_values(row)
        self.choose(row, (values.index(self.find_choice(row)) + by) % len(values))

    def add_variant(self, text: str) -> None:
        """Add the variant described by this text and choose it; raise ParlorError if the text is wrong."""
        words = " ".join(text.split())
        for word in text.split():
            if word.partition("=")[0] not in self.game.Rules.numbers or "=" not in word:
                raise ParlorError(f"{shown(word)} is not a rule here. {self.example}")
        self.variants[words] = self._start = set_up_variant(self.game, words.split())
        self._chosen[VARIANT] = words

    # Descriptions -------------------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The start position of the chosen variant."""
        return self._start

    def format_variant(self, words: str) -> str:
        """Describe a variant in the words of the game."""
        return board_of(self.game).variant(self.variants[words].rules.changed())

    @property
    def favoured(self) -> str:
        """The text on who is favoured and why; empty if unknown."""
        return find_favoured(self.start) or ""

    @property
    def levels(self) -> Levels:
        """The descriptions of the levels in this game."""
        return build_levels(self.start)

    @property
    def example(self) -> str:
        """A sentence on how to type a variant, with the bounds of each rule."""
        numbers = self.game.Rules.numbers
        if not numbers:
            return "This game has no variants."
        ranges = ", ".join(f"{key} {least}–{most}" for key, (_, least, most, _) in numbers.items())
        return f"Type rules like {self._build_example()} ({ranges})."

    def _build_example(self) -> str:
        """Return an example of a variant as typed."""
        key, number = next(iter(self.game.Rules.numbers.items()))
        return next(iter(self.game.house_variants), f"{key}={number.standard}")

    # Results ------------------------------------------------------------------------------------------

    @property
    def setting(self) -> GameSetup:
        """The choices to save for next time."""
        return GameSetup(*(self._chosen[row] for row in ROWS))

    def assign_seats(self) -> tuple[tuple[str, str], str]:
        """Return the players by seat, and a sentence on the coin toss if there was one."""
        if self._chosen[AGAINST] == FRIEND:
            return (HUMAN, HUMAN), ""
        level, chosen = self._chosen[LEVEL], self.find_choice(SIDE)
        if chosen == TOSS:
            seats = toss_seats((HUMAN, level)).seats
            return seats, WON if seats[0] == HUMAN else LOST
        return ((HUMAN, level) if chosen == FIRST else (level, HUMAN)), ""
