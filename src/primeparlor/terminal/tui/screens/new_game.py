"""The new-game dialog: opponent, level, side and variant; then it opens the table."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Key
from textual.widgets import Input

from primeparlor.coach.reasons import describe_variant
from primeparlor.core import ParlorError, State, capital
from primeparlor.match import HUMAN
from primeparlor.notation.blocks import shown
from primeparlor.players import LEVELS
from primeparlor.tables.setup import open_table, set_up, set_up_variant, toss_seats
from primeparlor.tables.variants import Levels, build_levels, find_favoured, find_winning_side
from primeparlor.terminal.drawing.board import Said
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.open_table import NOT_RECORDED, start_record
from primeparlor.terminal.preferences import GameSetup
from primeparlor.terminal.tui.base import ParlorModal
from primeparlor.terminal.tui.jobs import TablePreparer
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.favour import draw_favour, fit_text
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget

if TYPE_CHECKING:
    from primeparlor.solve import Progress
    from primeparlor.tables.table import Table

AGAINST, LEVEL, SIDE, VARIANT = ROWS = ("Against", "Level", "You play", "Variant")
HOUSE, FRIEND = "house", "friend"
FIRST, SECOND, TOSS = "first", "second", "toss"
CUSTOM = "…"
FIRST_LEVEL = "casual"  # if none was chosen before
NAMES = {
    AGAINST: {HOUSE: "The house", FRIEND: "A friend, same screen"},
    SIDE: {FIRST: "First ●", SECOND: "Second ■", TOSS: "Coin toss"},
    VARIANT: {"": "The book", CUSTOM: "Custom …"},
}
WON = "You won the toss: you are Player 1."
LOST = "The house won the toss: you are Player 2."
TOGETHER = "You share the keyboard and take turns."
QUIET = Said("")
LONGEST = 120  # characters of a variant
TIGHT = 70  # columns below which the layout is compact


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
        return describe_variant(self.variants[words])

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


def _order_variants(game: type[State]) -> list[str]:
    """Return the variants in the order offered: the standard game first, or last if it is one-sided."""
    ours = [*game.house_variants]
    if find_winning_side(game.start()) is None:
        return ["", *ours]
    won = [words for words in ours if words in game.winning_side]
    return [*(words for words in ours if words not in won), *won, ""]


class NewGameModal(ParlorModal):
    """A dialog with rows of options: ↑ ↓ select a row, ← → choose in it, Enter starts the game."""

    def __init__(self, game: type[State], again: bool = False, prepared: GameSetup | None = None) -> None:
        super().__init__()
        self.game, self.row, self.again, self.prepared = game, AGAINST, again, prepared
        self.message, self.preparer, self.note = QUIET, TablePreparer(), ""

    def compose(self) -> ComposeResult:
        self.options = GameOptions(self.game, self.prepared or self.app.preferences.games.get(self.game.name))
        with Vertical(id="new"):
            yield PaintedWidget(self._paint, "face")

    def on_mount(self) -> None:
        if self.again:
            self._start_game()

    def _paint(self, c: Canvas) -> None:
        draw_options(c, self.options, self.row, self.message, bool(self.query(Input)))

    def _show_message(self, message: Said) -> None:
        self.message = message
        self.repaint()

    # Keys ---------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        if self.query(Input) and event.key == "escape":
            event.stop()
            event.prevent_default()
            self._close_line()
        else:
            super().on_key(event)

    def press(self, key: str) -> None:
        if key in ("enter", "escape") and self.query(Input):  # a click: while open, the input takes all keys
            self._apply_variant(self.query_one("#typed", Input).value if key == "enter" else "")
        elif key in ("escape", "q", "ctrl+c"):
            self.preparer.stop()
            self.dismiss()
        elif self.preparer.busy or self.query(Input):
            return
        elif key == "enter":
            self._start_game()
        elif key == "?":
            self.app.open_help()
        elif key == "t":
            self.app.toggle_theme()
        elif key == "b":
            self.app.open_rules(self.options.start)
        else:
            self._choose(key)

    def _choose(self, key: str) -> None:
        """Select another row, or another option in it; a click does both."""
        options = self.options
        if key in ("up", "down"):
            self.row = options.find_next_row(self.row, 1 if key == "down" else -1)
        elif key in ("left", "right"):
            options.shift_choice(self.row, 1 if key == "right" else -1)
        elif key.startswith("option "):
            row, at = map(int, key.split()[1:])
            self.row = ROWS[row]
            options.choose(self.row, at)
            if options.find_choice(self.row) == CUSTOM:
                self._open_line()
                return
        else:
            return
        self._show_message(QUIET)

    def _start_game(self) -> None:
        if self.options.find_choice(VARIANT) == CUSTOM:
            self._open_line()
        elif not self.preparer.busy and self.app.screen is self:  # Enter may come after the table was opened
            self.preparer.busy = True  # set now, as the worker starts later
            self.run_worker(self._open_table(), group="ready")

    # A custom variant ---------------------------------------------------------------------------------

    def _open_line(self) -> None:
        """Open a text input for the rules of a variant."""
        if not self.query(Input):
            line = Input(id="typed", max_length=LONGEST, compact=True)
            self.query_one("#new").mount(line)
            line.focus()
            self._show_message(Said(self.options.example, "", "·"))

    def _close_line(self) -> None:
        self.run_worker(self._remove_line(), group="line")

    async def _remove_line(self) -> None:
        for line in self.query(Input):
            await line.remove()
        self._show_message(QUIET)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._apply_variant(event.value)

    def _apply_variant(self, text: str) -> None:
        """Choose the typed variant, or show what is wrong with it; close the input if the text is empty."""
        if not text.strip():
            self._close_line()
            return
        try:
            self.options.add_variant(text)
        except ParlorError as error:
            self._show_message(Said(str(error), "", "✕", "bad"))
        else:
            self._close_line()

    # Opening the table --------------------------------------------------------------------------------

    async def _open_table(self) -> None:
        self._show_message(self.preparer.message)
        timer = self.set_interval(0.25, self._show_progress)
        seats, self.note = self.options.assign_seats()
        try:
            table = await self.preparer.prepare_table(partial(self._build_table, seats))
        except ParlorError as error:  # usually a variant that is too large
            timer.stop()
            self._show_message(Said(str(error), "", "✕", "bad"))
            return
        finally:
            timer.stop()
        if table is not None:
            self.app.preferences.remember_game(self.game.name, self.options.setting)
            self.app.preferences.save()
            self.app.open_table(table, self.note, instead_of=self)

    def _show_progress(self) -> None:
        if self.preparer.busy:  # else the table is ready, and this timer fired late
            self._show_message(self.preparer.message)

    def _build_table(self, seats: tuple[str, str], progress: Progress) -> Table:
        """Open the table with its players and its record; called in a worker thread."""
        table = open_table(self.options.start, seats, progress=progress)
        if trouble := start_record(table):
            self.note = f"{NOT_RECORDED} {trouble}"
        return table


# Painters -----------------------------------------------------------------------------------------


def draw_options(c: Canvas, options: GameOptions, row: str, message: Said, typing: bool = False) -> None:
    """Draw the dialog: who is favoured, the rows of options, the message, and the keys."""
    c.box(0, 0, c.w, c.h, "brass", "paper", "line")
    tight = c.h < 21
    x, y = (11, 4) if c.w < TIGHT else (13, 5 - tight)
    c.runs(3, 1, ("A table for ", "ink"), (options.game.title, "ink", "bold"))
    draw_favour(c.window(3, 2, c.w - 5, 2), options.start, options.favoured)
    for at, each in enumerate(ROWS):
        y += each == LEVEL and not options.is_disabled(LEVEL)  # room for the marks above the levels
        y = _draw_row(c, x, y, options, at, each == row)
        if each == LEVEL:
            y = _draw_level(c, x, y, options)
        if each == AGAINST and options.is_disabled(LEVEL):
            c.put(x + 1, y, TOGETHER, "ink2")
            y += 1
        y += not tight
    y -= not tight
    if y < c.h - 5 or not message.bold:
        _draw_variant(c, x, y, options, typing)
    _draw_bottom(c, message, typing)


def _draw_row(c: Canvas, x: int, y: int, options: GameOptions, number: int, on: bool) -> int:
    """Draw one row of options in as many lines as it needs; return the line below it."""
    row = ROWS[number]
    off, chosen = options.is_disabled(row), options.find_choice(row)
    c.put(1, y, "▶" if on else " ", "brass", "", "bold")
    name = "You" if row == SIDE and c.w < TIGHT else row
    c.put(3, y, name, "ghost" if off else "ink" if on else "ink2", "", "bold" if on else "")
    if off:
        c.put(x + 1, y, "–" if row == LEVEL else "Both sides", "ghost")
        return y + 1
    left = x
    for at, value in enumerate(options.list_values(row)):
        is_it = value == chosen
        text = f" {'✓ ' if is_it else ''}{_format_option(options, row, value)} "
        if x + len(text) > c.w - 2 and x > left:
            x, y = left, y + 1
        c.put(x, y, text, "paper" if is_it else "ink", "ink" if is_it else "sunk", "bold" if is_it else "")
        if row == LEVEL:
            c.put(x + 1, y - 1, "◆" * (at + 1), "brass")
        c.hit(x, y, len(text), 1, f"option {number} {at}")
        x += len(text) + 1
    return y + 1


def _format_option(options: GameOptions, row: str, value: str) -> str:
    """Return the label of an option; a variant in the words of the game."""
    if row == LEVEL:
        return value.capitalize()
    if value in NAMES[row]:
        return NAMES[row][value]
    words = options.format_variant(value)
    return capital(words) or value


def _draw_level(c: Canvas, x: int, y: int, options: GameOptions) -> int:
    """Draw the description of the chosen level; return the line below it."""
    if options.is_disabled(LEVEL):
        return y
    description = options.levels.sentences[options.find_choice(LEVEL)]
    for line in fit_text(description, c.w - x - 3, 3):
        c.put(x + 1, y, line, "ink2")  # aligned with the text of the first option, not its edge
        y += 1
    return y


def _draw_variant(c: Canvas, x: int, y: int, options: GameOptions, typing: bool) -> None:
    """Draw the description of the chosen variant."""
    words = options.find_choice(VARIANT)
    like = options.game.house_variants.get(words, "")
    if not words and (side := find_winning_side(options.start)) and options.game.house_variants:
        like = f"One-sided: Player {side} can always win."
    if words == CUSTOM and not typing:
        like = "Enter opens a line to type the rules in."
    if like:
        c.put(x + 1, y, chrome.fit_sentences(f"{capital(like).rstrip('.')}.", c.w - x - 3), "ink2")


def _draw_bottom(c: Canvas, message: Said, typing: bool) -> None:
    """Draw the message and the keys at the bottom; the input for custom rules has keys of its own."""
    if message.bold:
        text = f"{message.bold} {message.text}".strip()
        for y, line in enumerate(fit_text(text, c.w - 8, 2), c.h - 5):
            c.put(5, y, line, "ink")
        c.put(3, c.h - 5, message.glyph, message.kind, "", "bold")
    if typing:
        c.chips(3, c.h - 2, [("Enter", "use these rules"), ("Esc", "close the line")])
        return
    c.put(3, c.h - 3, " Enter  Sit down ", "paper", "ink", "bold")
    c.hit(3, c.h - 3, 17, 1, "enter")
    x = c.put(22, c.h - 3, "↑ ↓ row   ← → choose   ", "ink2")
    c.put(x, c.h - 3, "Esc back", "ink2")
    c.hit(x, c.h - 3, 8, 1, "escape")
