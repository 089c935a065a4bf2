"""The new-game dialog: opponent, level, side and variant; then it opens the table."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Button, Input, Label, Static

from primeparlor.coach.reasons import describe_variant
from primeparlor.core import ParlorError, Player, State, capital
from primeparlor.match import HUMAN, Settings
from primeparlor.messages import Said
from primeparlor.notation.blocks import shown
from primeparlor.players import LEVELS
from primeparlor.tables.names import check_name
from primeparlor.tables.rungs import prepare_rung
from primeparlor.tables.series_words import format_length
from primeparlor.tables.setup import open_table, set_up, set_up_variant, toss_seats
from primeparlor.tables.variants import (
    THE_USUAL_GAME,
    build_levels,
    find_favoured,
    find_winning_side,
    list_variants,
    work_out_favoured,
)
from primeparlor.terminal.open_table import NOT_RECORDED, start_record
from primeparlor.terminal.preferences import LENGTHS, GameSetup
from primeparlor.terminal.tui.base import ParlorModal
from primeparlor.terminal.tui.jobs import JobCancelled, TablePreparer, run_in_thread
from primeparlor.terminal.tui.key_items import LEAVE
from primeparlor.terminal.tui.widgets.choice_row import Choice, ChoiceRow, Field, Form
from primeparlor.terminal.tui.widgets.favour import draw_favour
from primeparlor.terminal.tui.widgets.fitted_text import FittedText
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.name_field import NameField
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values
from primeparlor.wording import name_side

if TYPE_CHECKING:
    from primeparlor.solve import Progress
    from primeparlor.tables.rungs import Stake
    from primeparlor.tables.table import Table

AGAINST, LEVEL, SIDE, VARIANT, GAMES = ROWS = ("Against", "Level", "You play", "Variant", "Games")
NAMED = "Names"
HOUSE, FRIEND = "house", "friend"
FIRST, SECOND, TOSS = "first", "second", "toss"
SIDES = {1: FIRST, 2: SECOND}
CUSTOM = "…"
FIRST_LEVEL = "casual"  # if none was chosen before
NAMES = {
    AGAINST: {HOUSE: "The house", FRIEND: "A friend, same screen"},
    SIDE: {FIRST: "First ●", SECOND: "Second ■", TOSS: "Coin toss"},
    VARIANT: {"": capital(THE_USUAL_GAME), CUSTOM: "Custom …"},
    GAMES: {games: format_length(int(games) if games else None) for games in LENGTHS},
}
TOGETHER = "You share the keyboard and take turns."
QUIET = Said("")
ROW = Binding.Group("row", compact=True)
WIDTH = 70  # columns below which the labels of the rows are closer to the choices
ROOM = 24  # rows from which on there are blank lines between the rows of the form
PATIENCE = 5.0  # seconds for which a variant is solved to say who is favoured
LEVEL_ROWS = 3  # of what is said about a level
LONGEST = 120  # characters of a variant


class GameOptions:
    """The rows of the new-game dialog; they start with the choices of last time, where still possible."""

    def __init__(self, game: type[State], last: GameSetup | None) -> None:
        self.game = game
        first_time = last is None
        last = last or GameSetup()
        offered = list_variants(game)
        self.variants = {variant.words: variant.start for variant in offered}
        self._lines = {variant.words: variant.line for variant in offered}
        with suppress(ParlorError):  # saved with another version of the game's package
            self.variants[last.variant] = set_up(game, last.variant.split())
        self._chosen = {
            AGAINST: last.against or HOUSE,
            LEVEL: last.level if last.level in LEVELS else FIRST_LEVEL,
            SIDE: last.side,
            VARIANT: offered[0].words if first_time else last.variant,
            GAMES: last.games,
        }
        if self._chosen[VARIANT] not in self.variants:
            self._chosen[VARIANT] = ""
        self._start = self.variants[self._chosen[VARIANT]]

    # Rows ---------------------------------------------------------------------------------------------

    def list_values(self, row: str) -> list[str]:
        """Return the values of this row."""
        return {
            AGAINST: [HOUSE, FRIEND],
            LEVEL: list(LEVELS),
            SIDE: [FIRST, SECOND, TOSS],
            GAMES: list(LENGTHS),
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

    def choose(self, row: str, at: int) -> None:
        """Choose the value at this index of the row."""
        if not self.is_disabled(row):
            self._chosen[row] = self.list_values(row)[at]
            self._start = self.variants.get(self._chosen[VARIANT], self._start)

    def add_variant(self, text: str) -> None:
        """Add the variant described by this text and choose it; raise ParlorError if the text is wrong."""
        words = " ".join(text.split())
        for word in text.split():
            if word.partition("=")[0] not in self.game.Rules.numbers or "=" not in word:
                raise ParlorError(f"{shown(word)} is not a rule here. {self.example}")
        start = set_up_variant(self.game, words.split())
        if refusal := start.too_large_to_play():
            raise ParlorError(refusal)
        self.variants[words] = self._start = start
        self._chosen[VARIANT] = words

    # Descriptions -------------------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The start position of the chosen variant."""
        return self._start

    def format_value(self, row: str, value: str) -> str:
        """Return the label of a value; a variant in the words of the game."""
        if row == LEVEL:
            return value.capitalize()
        if value in NAMES[row]:
            return NAMES[row][value]
        return capital(describe_variant(self.variants[value])) or value

    @property
    def level_text(self) -> str:
        """The description of the chosen level."""
        return build_levels(self.start).sentences[self.find_choice(LEVEL)]

    @property
    def variant_text(self) -> str:
        """The description of the chosen variant; "" if there is none."""
        if (words := self.find_choice(VARIANT)) == CUSTOM:
            return "Enter opens a line to type the rules in."
        return self._lines.get(words, "")

    @property
    def favoured(self) -> str:
        """The text on who is favoured and why; empty if unknown."""
        return find_favoured(self.start) or ""

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

    @property
    def first_to(self) -> int | None:
        """The number of games to be won; None for a game played alone."""
        return int(games) if (games := self._chosen[GAMES]) else None

    def assign_seats(self) -> tuple[tuple[str, str], str]:
        """Return the players by seat, and a sentence on the coin toss if there was one."""
        if self._chosen[AGAINST] == FRIEND:
            return (HUMAN, HUMAN), ""
        level, chosen = self._chosen[LEVEL], self.find_choice(SIDE)
        if chosen == TOSS:
            seats = toss_seats((HUMAN, level)).seats
            return seats, _format_toss(1 if seats[0] == HUMAN else 2)
        return ((HUMAN, level) if chosen == FIRST else (level, HUMAN)), ""


def _format_toss(player: Player) -> str:
    """Say who won the toss; the winner is Player 1."""
    side = name_side(player)
    return f"{'You' if player == 1 else 'The house'} won the toss: {side[0].lower()}{side[1:]}."


class _TimeLimit:
    """The progress of a search that ends after so many seconds."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    def __call__(self, done: int, total: int | None) -> None:
        if time.monotonic() > self._end:
            raise JobCancelled


class NewGameModal(ParlorModal):
    """A form: ↑ ↓ select a row, ← → choose in it, Enter starts the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start_game", "sit down", show=False, tooltip="sit down"),
        Binding("up", "app.focus_previous", "row", tooltip="another row", group=ROW),
        Binding("down", "app.focus_next", "row", tooltip="another row", group=ROW),
        Binding("b", "open_rules", "rules", show=False, tooltip="the rules"),
        Binding("t", "app.toggle_theme", "theme", show=False, tooltip="light or dark"),
        Binding("question_mark", "app.open_help", show=False, tooltip="help on this screen"),
        Binding("escape,q", "leave", "back", id=LEAVE),
    ]

    def __init__(self, game: type[State], again: bool = False, stake: Stake | None = None) -> None:
        super().__init__()
        rung = stake and stake.rung
        self.game, self.again, self.stake = game, again, stake
        side = SIDES[rung.side] if rung else ""
        self.prepared = GameSetup(HOUSE, rung.level, side, rung.variant) if rung else None
        self.message, self.preparer, self.note = QUIET, TablePreparer(), ""
        self.worked_out = dict[State, str]()  # who is favoured where nobody has said it
        self.rows: dict[str, ChoiceRow] = {}
        self.name_field: NameField

    def compose(self) -> ComposeResult:
        chosen = self.app.preferences
        self.options = GameOptions(self.game, self.prepared or chosen.games.get(self.game.name))
        self.name_field = NameField(NAMED, (chosen.names[0], chosen.names[1]))
        with Form(id="new", classes="dialog"):
            yield Label(Content.assemble("A table for ", (self.game.title, "bold")))
            yield Static(self.stake.task if self.stake else "", id="rung")
            yield PaintedWidget(draw_favour, "favour")
            yield self._build_field(AGAINST)
            yield Label(TOGETHER, id="together", classes="quiet")
            yield self.name_field
            yield self._build_field(LEVEL)
            yield FittedText(LEVEL_ROWS, "level-text", "quiet")
            yield self._build_field(SIDE)
            yield self._build_field(VARIANT)
            yield Static(id="variant-text", classes="quiet")
            yield self._build_field(GAMES)
            yield Static(id="message")
            yield Input(id="typed", max_length=LONGEST, compact=True)
            with Horizontal(id="bottom"):
                yield Button("Enter  Sit down", id="sit-down", action="screen.start_game", compact=True)
                yield KeyFooter("paper")

    def _build_field(self, row: str) -> Field:
        """Build a row with its choices; the levels have marks above them."""
        chosen, options = self.options.find_choice(row), self.options
        choices = [
            Choice(options.format_value(row, value), value == chosen, "◆" * at if row == LEVEL else "")
            for at, value in enumerate(options.list_values(row), 1)
        ]
        self.rows[row] = ChoiceRow(choices, row)
        return Field(row, self.rows[row])

    def on_mount(self) -> None:
        self._set_typing(False)
        self.query_one("#sit-down").can_focus = False
        self._update_texts()
        if self.again:
            self.action_start_game()

    def on_resize(self) -> None:
        super().on_resize()
        self.set_class(self.app.size.width < WIDTH, "narrow")
        self.set_class(self.app.size.height < ROOM, "tight")

    @property
    def help_state(self) -> State:
        return self.options.start

    def list_values(self) -> dict[str, Values]:
        start = self.options.start
        return {"favour": (start, self.options.favoured or self.worked_out.get(start, ""))}

    def _update_texts(self) -> None:
        """Show what the choices mean, and hide the rows that two people at one screen do not need."""
        options = self.options
        alone = not options.is_disabled(LEVEL)
        self.query_one("#rung").display = self.shown_stake is not None
        self.query_one("#together").display = not alone
        self.query_one(FittedText).show(options.level_text if alone else "")
        self.query_one("#variant-text", Static).update(Content(options.variant_text))
        self.name_field.display = not alone
        for field in self.query(Field):
            field.display = alone or field.choices.name not in (LEVEL, SIDE)
        self.rows[SIDE].choose(options.list_values(SIDE).index(options.find_choice(SIDE)))
        self.repaint()
        said = options.favoured or find_winning_side(options.start)
        if not said and options.start not in self.worked_out:
            self._work_out_favoured(options.start)

    @work(group="favour", exclusive=True)
    async def _work_out_favoured(self, start: State) -> None:
        """Work out who is favoured in this variant, if that does not take long, and show it."""
        try:
            text = await run_in_thread(lambda: work_out_favoured(start, _TimeLimit(PATIENCE)))
        except Exception:  # it is too large, or takes too long; packages may contain anything
            text = ""
        self.worked_out[start] = text
        self.repaint()

    def _show_message(self, message: Said) -> None:
        self.message = message
        text = f"{message.bold} {message.text}".strip()
        sign = (f"{message.glyph} " if text else "", f"${message.kind} bold")
        self.query_one("#message", Static).update(Content.assemble(sign, text))

    # Choices ------------------------------------------------------------------------------------------

    @property
    def shown_stake(self) -> Stake | None:
        """The rung for which the table was asked, as long as its terms are chosen."""
        kept = self.prepared is not None and self.options.setting[:4] == self.prepared[:4]
        return self.stake if kept else None

    @property
    def typing(self) -> bool:
        """True while the input for the rules of a variant is open."""
        return bool(self.query_one("#typed").display)

    @on(ChoiceRow.Changed)
    def _choose(self, event: ChoiceRow.Changed) -> None:
        row = str(event.radio_set.name)
        if self.options.list_values(row)[event.index] != self.options.find_choice(row):
            self.options.choose(row, event.index)
            self._show_message(QUIET)
            self._update_texts()

    @on(Choice.Clicked)
    def _open_clicked_line(self, event: Choice.Clicked) -> None:
        if event.choice is self.rows[VARIANT].children[-1]:
            self.options.choose(VARIANT, -1)
            self._open_line()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action in ("leave", "start_game") or not (self.preparer.busy or self.typing)

    def action_leave(self) -> None:
        """Close the input, if it is open, else the dialog."""
        if self.typing:
            self._close_line()
        else:
            self.preparer.stop()
            self.dismiss()

    def action_open_rules(self) -> None:
        """Open the rules of the chosen variant."""
        self.app.open("rules", self.options.start)

    def action_start_game(self) -> None:
        """Open the table, or the input for the rules of a variant."""
        if self.options.find_choice(VARIANT) == CUSTOM:
            self._open_line()
        elif not self.preparer.busy and self.app.screen is self:  # Enter may come after the table was opened
            try:
                names = self._read_names()
            except ParlorError as error:
                self._show_message(Said(str(error), "", "✕", "bad"))
            else:
                self.preparer.busy = True  # set now, as the worker starts later
                self._open_table(names)

    # A custom variant ---------------------------------------------------------------------------------

    def _set_typing(self, typing: bool) -> None:
        """Show the input, or the button that starts the game."""
        self.query_one("#typed").display, self.query_one("#sit-down").display = typing, not typing
        self.refresh_bindings()

    def get_binding_word(self, binding: Binding) -> str:
        return "close the line" if binding.id == LEAVE and self.typing else super().get_binding_word(binding)

    def _open_line(self) -> None:
        """Open a text input for the rules of a variant."""
        self._set_typing(True)
        self.query_one("#typed").focus()
        self._show_message(Said(self.options.example, "", "·"))

    def _close_line(self) -> None:
        self.query_one("#typed", Input).clear()
        self._set_typing(False)
        self.rows[VARIANT].focus()
        self._show_message(QUIET)

    @on(Input.Submitted, "NameInput")
    def _finish_names(self) -> None:
        self.action_start_game()

    @on(Input.Submitted, "#typed")
    def _apply_variant(self, event: Input.Submitted) -> None:
        """Choose the typed variant, or show what is wrong with it; close the input if the text is empty."""
        if not event.value.strip():
            self._close_line()
            return
        try:
            self.options.add_variant(event.value)
        except ParlorError as error:
            self._show_message(Said(str(error), "", "✕", "bad"))
        else:
            self._close_line()
            self._add_choice()

    def _add_choice(self) -> None:
        """Add the typed variant to the row, unless it is there already, and choose it."""
        row, values = self.rows[VARIANT], self.options.list_values(VARIANT)
        words = self.options.find_choice(VARIANT)
        if len(row.children) < len(values):
            row.mount(Choice(self.options.format_value(VARIANT, words)), before=-1)
        row.choose(values.index(words))
        self._update_texts()

    # Opening the table --------------------------------------------------------------------------------

    @work(group="ready")
    async def _open_table(self, names: tuple[str, str]) -> None:
        self._show_message(self.preparer.message)
        timer = self.set_interval(0.25, self._show_progress)
        seats, self.note = self.options.assign_seats()
        try:
            table = await self.preparer.prepare_table(partial(self._build_table, seats, names))
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

    def _read_names(self) -> tuple[str, str]:
        """Return the names of two friends and remember them; raise if one of them is not allowed."""
        if not self.name_field.display:
            return "", ""
        one, two = (check_name(name) for name in self.name_field.names)
        self.app.preferences.names = [one, two]
        return one, two

    def _build_table(self, seats: tuple[str, str], names: tuple[str, str], progress: Progress) -> Table:
        """Open the table with its players and its record; called in a worker thread."""
        options, settings = self.options, Settings()
        if (stake := self.shown_stake) is not None:
            settings, self.note = prepare_rung(stake.rung).settings, stake.opening
        table = open_table(
            options.start, seats, settings, names=names, first_to=options.first_to, progress=progress
        )
        if trouble := start_record(table):
            self.note = f"{NOT_RECORDED} {trouble}"
        return table
