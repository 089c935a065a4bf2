"""The home screen: the games, and below them the other tasks."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import MouseScrollDown, MouseScrollUp

from primeparlor.core import ParlorError, State, capital
from primeparlor.files import find_command
from primeparlor.games import GAMES
from primeparlor.terminal import calendar_signs
from primeparlor.terminal.drawing.canvas import Canvas, wrapped
from primeparlor.terminal.preferences import GameSetup
from primeparlor.terminal.tui.base import HOME, ParlorScreen
from primeparlor.terminal.tui.boards import board_of
from primeparlor.terminal.tui.jobs import run_in_thread
from primeparlor.terminal.tui.key_items import LEAVE
from primeparlor.terminal.tui.widgets import chrome
from primeparlor.terminal.tui.widgets.chrome import find_first_row
from primeparlor.terminal.tui.widgets.favour import draw_favour, fit_text, wrap_claim
from primeparlor.terminal.tui.widgets.footer import KeyFooter
from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget, Values
from primeparlor.wording import if_few

if TYPE_CHECKING:
    from primeparlor.coach.progress.diary import Diary
    from primeparlor.coach.training.ladder import Ladder

NARROWEST, WIDEST = 17, 34  # columns of a picture with its frame
ROOMY = 21  # columns from which the words have a margin
AIM = 4  # most rows of the aim
ART, LEAST = 8, 10  # rows of a picture, and of its frame and words, which have priority
WORDS = 11  # rows below it: name, aim, who is favoured, frame
ROWS, THUMB = 3, 11  # of a game in the list, and the columns of its picture there
WIDEST_TASK = 29  # columns of a task; the rest is for unfinished games
DOWN = 3  # tasks per column
APART = 30  # free columns from which on unfinished games get a column of their own
PROGRESS, TODAY = "ladders, accuracy, days", "a new puzzle every day"
PUZZLES, RUSH = "find the right move", "3 minutes, 3 slips"
CHOOSE, STEP = Binding.Group("choose"), Binding.Group("step")
STEPPED = "choose the previous or next game"
SAVED = "resume, review, replay"


def format_reader_note() -> str:
    """Return the sentence that tells those who use a screen reader of the plain lines."""
    return f"With a screen reader: {find_command()} --plain (kept for next time)."


class Task(NamedTuple):
    """One task: its key, its name, and its state in a long and a short form."""

    key: str
    name: str
    long: str = ""
    short: str = ""


LADDER = Task("l", "Ladder")


class HomeSummary(NamedTuple):
    """The player's progress for the task panel; the defaults stand until it is loaded."""

    rungs: str = ""  # "15 of 50"
    ladders: Mapping[str, Ladder] | None = None  # by game
    today: tuple[str, str] = ("", "")  # long and short form
    due: Mapping[str, int] | None = None  # due puzzles by game
    rush: Mapping[str, int] | None = None  # best scores by game


class HomeScreen(ParlorScreen):
    """The home screen. Slow data is filled in once a worker has loaded it."""

    back_label = HOME
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{at}", f"choose({at - 1})", "choose", group=CHOOSE, tooltip="choose a game")
            for at in range(1, 10)
        ),
        Binding("left,up", "step(-1)", key_display="← →", show=False, group=STEP, tooltip=STEPPED),
        Binding("right,down", "step(1)", key_display="← →", show=False, group=STEP, tooltip=STEPPED),
        Binding("home,pageup", "choose(0)", show=False),
        Binding("end,pagedown", "choose(-1)", show=False),
        Binding("enter", "play_again", "play again", tooltip="play the chosen game, as last time"),
        Binding("enter", "new_table", "play", tooltip="play the chosen game"),
        Binding("l", "play_rung", "ladder", show=False, tooltip="the next rung of the ladder"),
        Binding("n", "new_table", "new table", tooltip="a new table: opponent, side, variant"),
        Binding("r", "resume", show=False, tooltip="resume your last game"),
        Binding("g", "app.push_screen('saved_games')", show=False, tooltip=f"your games: {SAVED}"),
        Binding("d", "app.push_screen('today')", "today", tooltip="today's puzzles"),
        Binding("x", "open_rush", "rush", tooltip="a rush"),
        Binding("z", "open_puzzles", show=False, tooltip="puzzles"),
        Binding("s", "app.push_screen('progress')", show=False, tooltip="your progress"),
        Binding("b", "open_rules", show=False, tooltip="the rules"),
        Binding("t", "app.toggle_theme", "light or dark", tooltip="light or dark"),
        Binding("q", "leave", "quit", tooltip="leave the parlor", id=LEAVE),
    ]

    def __init__(self, today: Callable[[], date] = calendar_signs.get_today) -> None:
        super().__init__()
        self.today = today
        self.games: list[type[State]] = [GAMES[name] for name in GAMES.ours]
        self.chosen = self.first = 0
        self.unfinished: list[str] | None = None  # descriptions of unfinished games; None until loaded
        self.finished = 0
        self.summary = HomeSummary()
        self.reader = format_reader_note()
        self.loaded = False  # True once everything is loaded

    def compose(self) -> ComposeResult:
        yield PaintedWidget(chrome.draw_header, "head", "wall")
        yield PaintedWidget(self._draw_body, "home", "wall")
        yield KeyFooter()

    def on_mount(self) -> None:
        self._choose_last()
        self.call_after_refresh(self._load_data)

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if self.unfinished is not None:  # back from another screen
            self._choose_last()
            self._load_data()

    @property
    def game(self) -> type[State]:
        """The chosen game."""
        return self.games[self.chosen]

    def _choose_last(self) -> None:
        names = [game.name for game in self.games]
        if self.app.preferences.game in names:
            self.chosen = names.index(self.app.preferences.game)

    # Slow data ----------------------------------------------------------------------------------------

    @work(exclusive=True)
    async def _load_data(self) -> None:
        """Load the games of installed packages, the saved games, and the player's progress."""
        games = await run_in_thread(lambda: list(GAMES.values()))
        self.chosen = [game.name for game in games].index(self.game.name)
        self.games = games
        self.refresh_bindings()
        self.repaint()
        from primeparlor.terminal.tui.screens.saved_games import create_cache

        saved_games = self.app.saved_games = self.app.saved_games or create_cache()
        entries = await run_in_thread(saved_games.load_games)
        self.unfinished = [entry.brief for entry in entries if entry.waiting]
        self.finished = sum(entry.finished for entry in entries)
        self.refresh_bindings()
        self.repaint()
        self.summary = await run_in_thread(lambda: load_summary(self.app.warnings, self.today()))
        self.loaded = True
        self.refresh_bindings()
        self.repaint()

    # Keys ---------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        known = self.game.name in self.app.preferences.games
        if action == "choose":
            return parameters[0] in range(-1, len(self.games))
        if action == "resume":
            return bool(self.unfinished)
        if action == "play_rung":
            return self.ladder is not None and self.ladder.next is not None
        return known if action == "play_again" else True

    def get_binding_word(self, binding: Binding) -> str:
        return binding.description

    @property
    def ladder(self) -> Ladder | None:
        """The ladder of the chosen game; None until it is loaded."""
        return (self.summary.ladders or {}).get(self.game.name)

    @property
    def help_state(self) -> State | None:
        return self.game.start()

    def action_choose(self, at: int) -> None:
        """Choose the game at this place."""
        self.chosen = at % len(self.games)
        self.refresh_bindings()
        self.repaint()

    def action_step(self, by: int) -> None:
        """Choose the game before or after the chosen one."""
        self.action_choose(max(0, min(len(self.games) - 1, self.chosen + by)))

    def action_play_again(self) -> None:
        """Play the chosen game with the settings of last time."""
        self.app.open("new_game", self.game, again=True)

    def action_new_table(self) -> None:
        """Choose opponent, side and variant for the chosen game."""
        self.app.open("new_game", self.game)

    def action_play_rung(self) -> None:
        """Open a new game for the next rung of the chosen game."""
        from primeparlor.tables.rungs import find_next_stake

        if self.ladder is not None:
            self.app.open("new_game", self.game, stake=find_next_stake(self.ladder))

    def action_open_rush(self) -> None:
        """Open a rush of the chosen game."""
        self.app.open("rush", self.game.name)

    def action_open_puzzles(self) -> None:
        """Open the puzzles of the chosen game."""
        self.app.open("puzzles", self.game.name)

    def action_open_rules(self) -> None:
        """Open the rules of the chosen game."""
        self.app.open("rules", self.game.start())

    @work(group="resume")
    async def action_resume(self) -> None:
        """Resume the game played last."""
        from primeparlor.terminal.open_table import reopen_table

        try:
            table = await run_in_thread(reopen_table)
        except (ParlorError, OSError) as error:
            self.app.warnings.append(str(error))
            self.repaint()
        else:
            self.app.open_table(table)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        self.action_step(1)

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        self.action_step(-1)

    # Painters -----------------------------------------------------------------------------------------

    def list_values(self) -> dict[str, Values]:
        games, tasks = (self.games, self.chosen), (self._build_tasks(), self.unfinished or [])
        return {
            "head": ("", f"{if_few(len(self.games)).capitalize()} small games for two"),
            "home": (*games, *tasks, self.ladder, self._build_notice(), self.app.roomy),
        }

    def _draw_body(
        self,
        c: Canvas,
        games: Sequence[type[State]],
        chosen: int,
        tasks: Sequence[Task],
        unfinished: Sequence[str],
        ladder: Ladder | None,
        line: str,
        roomy: bool,
    ) -> None:
        notice = fit_text(line, c.w - 2, 2) if line else []
        rows = count_rows(len(tasks), roomy) + len(notice)
        high = c.h - rows - roomy
        show = draw_pictures if roomy else draw_list
        self.first = show(c.window(0, 0, c.w, high), games, chosen, self.first)
        low = c.h - rows
        below = c.window(0, low, c.w, rows - len(notice))
        draw = draw_tasks if roomy else draw_task_list
        draw(below, tasks, list_rung_texts(ladder), unfinished)
        for y, text in enumerate(notice, c.h - len(notice)):
            c.put(1, y, text, "ink")

    def _build_notice(self) -> str:
        """Return the line at the bottom: the last warning, a note for newcomers, or nothing."""
        if self.app.warnings:
            return self.app.warnings[-1]
        return self.reader if not self.app.preferences.game and not (self.unfinished or self.finished) else ""

    def _build_tasks(self) -> list[Task]:
        last = self.app.preferences.games.get(self.game.name)
        play = (
            Task("Enter", "Play again", _format_opponent(last))
            if last
            else Task("Enter", "Play", "the house or a friend")
        )
        return build_tasks(play, self._format_saved(), self.game.name, self.summary)

    def _format_saved(self) -> tuple[str, str]:
        """Describe the number of saved games, in a long and a short form."""
        if self.unfinished is None:
            return "", ""
        if waiting := len(self.unfinished):
            return f"{waiting:,} still on the table", f"{waiting:,} open"
        return (f"{self.finished:,} finished", "") if self.finished else ("none yet", "")


def _format_opponent(last: GameSetup) -> str:
    """Describe the opponent of the last game."""
    return f"the house, {last.level}" if last.against == "house" else "a friend, same screen"


# The games ----------------------------------------------------------------------------------------


def format_aim(game: type[State]) -> str:
    """Return the game's aim as a sentence."""
    return f"{game.aim[:1].upper()}{game.aim[1:].rstrip('.')}."


def draw_pictures(c: Canvas, games: Sequence[type[State]], chosen: int, first: int) -> int:
    """Paint as many pictures as fit side by side; return the index of the first one shown."""
    fit = min(len(games), (c.w + 1) // (NARROWEST + 1))
    first = min(find_first_row(chosen, first, fit), len(games) - fit)
    w = min((c.w - fit + 1) // fit, WIDEST)
    gap = 1 + (min(2, (c.w - fit * (w + 1) + 1) // (fit - 1)) if fit > 1 else 0)  # as wide as the panel below
    left = (c.w - fit * (w + gap) + gap) // 2
    art = max(min(ART, c.h - LEAST), min(c.h - 2 - WORDS, (w - 2) * 5 // 9))
    long = min(3, max(0, c.h - art - WORDS - 3) // 2)  # rows of the strings beyond the first
    for place in range(fit):
        x, at = left + place * (w + gap), first + place
        for row in range(long + 1):
            c.put(x + w // 2 - 1 - row, row, f"╱{' ' * (2 * row + w % 2)}╲", "edge")
        high = min(c.h - long, art + WORDS + 3)
        _draw_picture(c.window(x, long, w, high), games[at], at, at == chosen, art)
    if first:
        _draw_more(c, 0, f"‹ {first} more", first - 1)
    if after := len(games) - first - fit:
        text = f"{after} more ›"
        _draw_more(c, c.w - len(text) - 2, text, first + fit)
    return first


def _draw_more(c: Canvas, x: int, text: str, at: int) -> None:
    c.put(x, 0, f" {text} ", "ink", "sunk", "bold")
    c.hit(x, 0, len(text) + 2, 1, f"choose({at})")


def _draw_picture(c: Canvas, game: type[State], at: int, on: bool, art: int) -> None:
    """Paint one game in its frame."""
    c.box(0, 1, c.w, c.h - 1, "brass" if on else "edge", "paper", "heavy" if on else "line")
    board_of(game).art(c.window(1, 2, c.w - 2, art))
    edge = 2 if c.w >= ROOMY else 1
    _draw_words(c.window(edge, 2 + art, c.w - 2 * edge, c.h - 3 - art), game)
    c.centre(0, c.h - 1, c.w, f" {at + 1} ", "ink", "", "bold")
    if on:
        c.centre(0, 1, c.w, " ✓ chosen ", "paper", "ink", "bold")
    c.hit(0, 0, c.w, c.h, "enter" if on else f"choose({at})")


def _draw_words(c: Canvas, game: type[State]) -> None:
    """Paint name, aim and who is favoured, with blank rows above and between where there is room."""
    y = int(c.h >= WORDS - 1)
    for line in fit_text(game.title, c.w, 2):
        c.put(0, y, line, "ink", "", "bold")
        y += 1
    y = c.para(0, y, c.w, format_aim(game), rows=AIM)
    text = game.favoured.get("", "")
    y += len(wrap_claim(text, c.w - 2, c.h - y)) < c.h - y
    draw_favour(c.window(0, y, c.w, c.h - y), game.start(), text, "ink")


def draw_list(c: Canvas, games: Sequence[type[State]], chosen: int, first: int) -> int:
    """Paint the games one below the other; return the index of the first one shown."""
    fit = min(len(games), max(1, c.h // ROWS))
    first = min(find_first_row(chosen, first, fit), len(games) - fit)
    for place in range(fit):
        at = first + place
        _draw_row(c.window(0, place * ROWS, c.w, ROWS), games[at], at, at == chosen)
    if len(games) > fit:
        c.right(c.w - 1, 0, f"{first + 1}–{first + fit} of {len(games)}", "ink2")
    return first


def _draw_row(c: Canvas, game: type[State], at: int, on: bool) -> None:
    c.fill(0, 0, c.w, ROWS, "paper" if on else "wall")
    board_of(game).art(c.window(1, 0, THUMB, ROWS))
    c.put(0, 1, "▶" if on else " ", "brass")
    x = c.runs(13, 0, (f"{at + 1} ", "ink2"), (game.title, "ink", "bold"))
    c.put(x, 0, "  ✓ chosen" if on else "", "brass", "", "bold")
    c.put(15, 1, format_aim(game)[: c.w - 16], "ink2")
    draw_favour(c.window(15, 2, c.w - 16, 1), game.start(), game.favoured.get("", ""))
    c.hit(0, 0, c.w, ROWS, "enter" if on else f"choose({at})")


# The tasks ----------------------------------------------------------------------------------------


def load_summary(tell: list[str], day: date) -> HomeSummary:
    """Load the player's progress for this day; append problems to `tell`.

    This is slow, as it imports the coach.
    """
    from primeparlor.coach.progress.diary import open_diary
    from primeparlor.coach.summary import build_ladders, count_rungs
    from primeparlor.games import GAMES

    diary = open_diary(tell.append)
    games = list(GAMES)
    ladders = build_ladders(diary.own_games)
    passed, rungs = count_rungs(ladders)
    due = [position.split(" ")[0] for position in diary.find_due(None)]
    return HomeSummary(
        f"{passed} of {rungs}" if passed else "",
        {ladder.game: ladder for ladder in ladders},
        _format_today(diary, day),
        {game: due.count(game) for game in games},
        {game: scores[0].right for game, scores in diary.rush.items()},
    )


def _format_today(diary: Diary, day: date) -> tuple[str, str]:
    """Describe the day's number, whether it is prime, and the streak, in a long and a short form."""
    from primeparlor.coach.progress.calendar import compute_streak
    from primeparlor.coach.progress.document import Day
    from primeparlor.coach.training.daily import build_today

    given, run = build_today(day), compute_streak(diary.days, day)
    name = f"№ {given.number}{' ◆' * given.is_prime}"
    solved = diary.days.get(day, Day()).solved
    in_a_row = run.in_short if run.now else ""
    long = ", ".join(filter(None, (f"{name}{' solved' * solved}", in_a_row)))
    return long, "solved" if solved else in_a_row or name


def build_tasks(play: Task, saved: tuple[str, str], game: str, summary: HomeSummary) -> list[Task]:
    """Return all tasks; those for puzzles and rush are about the chosen game."""
    due, best = (summary.due or {}).get(game, 0), (summary.rush or {}).get(game)
    again = f"{due:,} come{'s' * (due == 1)} back today"
    return [
        play,
        Task("g", "Your games", *saved),
        Task("s", "Progress", f"{summary.rungs} rungs passed" if summary.rungs else PROGRESS, summary.rungs),
        Task("d", "Today", summary.today[0] or TODAY, summary.today[1]),
        Task("z", "Puzzles", again if due else PUZZLES, f"{due:,} back" if due else ""),
        Task(
            "x", "Rush", RUSH if best is None else f"3 minutes, best {best:,}", f"best {best}" if best else ""
        ),
        Task("b", "Rules", "with every ruling"),
    ]


def list_rung_texts(ladder: Ladder | None) -> list[str]:
    """Return texts on the next rung of a game, the longest first; [] until the ladder is loaded."""
    if ladder is None:
        return []
    if (step := ladder.next) is None:
        return [ladder.next_text]
    name, act = capital(ladder.name_rung(step.rung)), step.rung.act
    return [ladder.format_rung(step.rung), f"{name}: {act}.", f"{capital(act)}.", name]


def _choose_text(texts: Sequence[str], width: int, rows: int) -> Sequence[str]:
    """Return the first of these texts that fits, in lines."""
    return next((lines for text in texts if len(lines := wrapped(text, width)) <= rows), ())


def count_rows(number: int, roomy: bool) -> int:
    """Return the number of rows that this many tasks need, and the ladder."""
    return 2 * DOWN + 2 if roomy else 1 - (-number // 2)


def draw_tasks(c: Canvas, shown: Sequence[Task], rung: Sequence[str], waiting: Sequence[str]) -> None:
    """Draw the tasks in columns; the third has the next rung, the rules, and the unfinished games.

    These have a column of their own where there is room.
    """
    c.box(1, 0, c.w - 2, c.h, "line", "paper", "line")
    wide = min(WIDEST_TASK, (c.w - 2) // 3)
    for at, task in enumerate(shown[:-1]):
        _draw_task(c.window(3 + at // DOWN * wide, 1 + at % DOWN * 2, wide - 1, 2), task, at == 0)
    apart, x, foot = c.w - 4 - 3 * wide >= APART, 3 + 2 * wide, c.h - 1
    third = c.window(x, 0, wide - 1, foot)
    crowded = bool(waiting) and not apart
    _draw_task(third.window(0, foot - 2 + crowded, third.w, 2 - crowded), shown[-1], False)
    _draw_rung(third.window(0, 1, third.w, 3 if crowded else 4), rung)
    if waiting:
        left, y = (3 + 3 * wide, 1) if apart else (x, 4)
        _draw_unfinished(c.window(left, y, c.w - 3 - left, foot - y - crowded), waiting)


def _draw_task(c: Canvas, task: Task, first: bool) -> None:
    """Draw a task, and below it what awaits the player."""
    _draw_key(c, 0, 0, task, first)
    c.put(len(task.key) + 3, 0, task.name, "ink", "", "bold")
    if task.long and c.h > 1:
        c.put(1, 1, fit_text(task.long, c.w - 1, 1)[0], "ink2")
    c.hit(0, 0, c.w, c.h, task.key.lower())


def _draw_rung(c: Canvas, texts: Sequence[str]) -> None:
    """Draw the next rung of the chosen game."""
    _draw_key(c, 0, 0, LADDER, False)
    c.put(4, 0, LADDER.name, "ink", "", "bold")
    for y, line in enumerate(_choose_text(texts, c.w - 1, c.h - 1), 1):
        c.put(1, y, line, "ink2")
    c.hit(0, 0, c.w, c.h, LADDER.key)


def _draw_key(c: Canvas, x: int, y: int, task: Task, first: bool) -> None:
    ink, ground = ("paper", "ink") if first else ("ink", "sunk")
    c.put(x, y, f" {task.key} ", ink, ground, "bold")


def draw_task_list(c: Canvas, shown: Sequence[Task], rung: Sequence[str], waiting: Sequence[str]) -> None:
    """Draw the tasks in two columns, with their short forms where there is room, and the next rung below."""
    wide = c.w // 2
    resume = [Task("r", "Resume", "", waiting[0].partition(",")[0])] if waiting else []
    for at, task in enumerate([*shown, *resume]):
        x, y = 1 + at % 2 * wide, at // 2
        _draw_key(c, x, y, task, at == 0)
        end = c.put(x + len(task.key) + 3, y, task.name, "ink", "", "bold")
        if end + 1 + len(task.short) < x + wide:
            c.put(end + 1, y, task.short, "ink2")
        c.hit(x, y, wide - 2, 1, "enter" if at == 0 else task.key)
    y = c.h - 1
    _draw_key(c, 1, y, LADDER, False)
    end = c.put(5, y, LADDER.name, "ink", "", "bold")
    c.put(end + 1, y, "".join(_choose_text(rung, c.w - end - 2, 1)), "ink2")
    c.hit(1, y, c.w - 2, 1, LADDER.key)


def _draw_unfinished(c: Canvas, waiting: Sequence[str]) -> None:
    """Draw the newest of the unfinished games, of the first at least its title."""
    c.put(0, 0, " r ", "ink", "sunk", "bold")
    c.put(4, 0, "Resume", "ink", "", "bold")
    y = 1
    for game in waiting:
        lines = textwrap.wrap(game, c.w - 1, subsequent_indent="  ")
        if y + len(lines) > c.h and y > 1:
            break
        if y + len(lines) > c.h:
            lines = [game.partition(",")[0]]
        for line in lines:
            c.put(1, y, line, "ink2")
            y += 1
    c.hit(0, 0, c.w, 2, "r")
