"""Playback of a match on the screen: the events shown so far, and the queue of those still to be shown.

The match may be ahead of the screen: a move and all that follows from it count at once, but are shown step by
step. So the playback observes everything, and shows one entry after another when its time comes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor import notation
from primeparlor.core import Move, Player, State
from primeparlor.games import game_of
from primeparlor.match import Event, Hint, NumberedEntry, Outcome, Refusal, Result
from primeparlor.messages import Row, Said, Seats
from primeparlor.tables.messages import describe_end, describe_event, messages_of
from primeparlor.tables.sentences import format_players, format_substitution
from primeparlor.tables.series_words import (
    format_goal,
    format_score,
    format_series_opening,
    format_series_result,
)
from primeparlor.tables.table import Table
from primeparlor.tables.turn_words import word_turn
from primeparlor.terminal.dialogue import list_played
from primeparlor.terminal.drawing.board import View
from primeparlor.terminal.tui.boards import board_of, seats_of
from primeparlor.terminal.tui.widgets.chrome import TurnLine
from primeparlor.wording import in_words

if TYPE_CHECKING:
    from primeparlor.tables.rungs import Stake

LONGEST_CHAIN = 55  # characters; a longer summary names only the last move


class ShownEvent(NamedTuple):
    """One event that has been shown, with the states before and after it."""

    event: Event
    before: State
    after: State


class Playback:
    """An observer that shows the match with a delay."""

    def __init__(self, table: Table, note: str = "") -> None:
        self.table, self.match = table, table.match
        self.seats, self.board, self.game = (
            seats_of(table.match),
            board_of(table.match.start),
            game_of(table.match.start),
        )
        self.messages = messages_of(table.match.start)
        self.form = notation.form_of(table.match.start)
        self.pending: deque[tuple[Any, State, State]] = deque()
        line, state = self.match.line, self.match.state
        befores = [*(before for _, before in line), state]
        self.shown = [
            ShownEvent(event, before, after) for (event, before), after in zip(line, befores[1:], strict=True)
        ]
        self.state = state
        self.outcome: Outcome | None = None
        self.held, self.tried, self.hints = "", tuple[Move, ...](), list[str]()
        self.all_open = False  # True if no more hints can be opened in this position
        self._earlier_hints: dict[State, tuple[list[str], bool]] = {}  # hints of earlier positions, for undo
        self._summarized, self._ended = len(self.shown), False  # _ended: True if the shown state is final
        self.stake: Stake | None = None  # the rung for which the game counts, once that is known
        self.helped = False  # True if it no longer does, as there was a hint or an undo
        self.remark = ""  # of a level about its choice, until it is shown
        self.step = 0  # entries shown so far
        self._played = list_played(step.event for step in self.shown)
        self.facts = self.game.facts(state, self._played)  # of the shown state, visible to everybody
        self.message = self._format_opening(note)
        self.match.observers.append(self)

    def hear(self, kept: NumberedEntry, before: State, after: State) -> None:
        """Queue an entry until it is shown; notes are shown by the code that requested them."""
        if isinstance(kept.entry, Hint) or (isinstance(kept.entry, Event) and kept.entry.undo is not None):
            self.helped = True
        if isinstance(kept.entry, Event | Refusal | Result):
            self.pending.append((kept.entry, before, after))

    # Playback ---------------------------------------------------------------------------------------

    def show_next(self) -> Any:
        """Show the next queued entry and return it; None if all are shown."""
        if not self.pending:
            return None
        entry, before, after = self.pending.popleft()
        self.step += 1
        if isinstance(entry, Event):
            self._earlier_hints[self.state] = self.hints, self.all_open
            self.held, self.tried, self.hints, self.all_open = "", (), [], False
            self.state, self._ended = after, after.ending() is not None
            if entry.move is None:
                self._show_undo(entry)
            else:
                self.shown.append(ShownEvent(entry, before, after))
                self._played.append((entry.who, entry.move))
                self.facts = self.game.facts(after, self._played)
                self.message = describe_event(self.messages, entry, before, after, self.seats)
        elif isinstance(entry, Refusal):
            self._show_refusal(entry, before)
        elif isinstance(entry, Result):
            self.outcome = entry.outcome
        return entry

    def _show_undo(self, event: Event) -> None:
        self.hints, self.all_open = self._earlier_hints.get(self.state, ([], False))
        gone = [step for step in self.shown if step.event.number >= (event.undo or 0)]
        self.shown = self.shown[: len(self.shown) - len(gone)]
        self._played = self._played[: len(self.shown)]
        self.facts = self.game.facts(self.state, self._played)
        self.message, self._summarized = self._format_undo(gone), len(self.shown)

    def _format_undo(self, gone: list[ShownEvent]) -> Said:
        chosen = [step for step in gone if step.event.who is not None and not step.event.forced]
        if not chosen:
            return Said("Taken back.", "", "↶")
        first, answered = chosen[0], any(step.event.who != chosen[0].event.who for step in chosen)
        who = self.seats.possessive(first.before.turn)
        row = self.messages.row(first.before, first.after, first.event.move or 0)
        what = row.move if row else self.form.shown(first.before, first.event.move or 0)
        return Said(f"Taken back: {who} {what}{' and the answer to it' if answered else ''}.", "", "↶")

    def _show_refusal(self, refusal: Refusal, state: State) -> None:
        if refusal.move is not None and (reason := notation.why_not(state, refusal.move)) is not None:
            self.tried = (*self.tried, refusal.move)
            self.message = self.messages.refused(state, refusal.move, reason, self.seats)

    def summarize(self) -> None:
        """Summarize the house's moves since the person's last one, if the last message covers only a part."""
        if self._summarized == len(self.shown):
            return  # a move was refused meanwhile, which has its own message
        self._summarized = len(self.shown)
        theirs = [step for step in self._list_since_own() if step.before.turn != self.state.turn]
        while theirs and theirs[0].event.who is None:
            theirs.pop(0)  # chance outcomes before anybody moved
        if not theirs or (len(theirs) == 1 and self.shown[-1] is theirs[-1]):
            return
        chosen = [step for step in theirs if step.event.who is not None]
        if len(chosen) == 1 and theirs[-1] is chosen[0]:
            was = describe_event(self.messages, *chosen[0], self.seats)
            self.message = self.message._replace(
                bold=was.text or was.bold, text=f"{self.message.bold} {self.message.text}".strip()
            )
            return
        summary = self.messages.several(
            [(before, after, event.move or 0) for event, before, after in theirs], self.seats
        )
        if len(summary) > LONGEST_CHAIN:
            name, last = (
                self.seats.name(theirs[0].before.turn),
                describe_event(self.messages, *theirs[-1], self.seats),
            )
            summary = f"{name} made {in_words(len(chosen))} moves. The last: {last.bold.rstrip('.')}."
        message = self.message
        text = message.text if self.shown[-1] is theirs[-1] else f"{message.bold} {message.text}"
        self.message = message._replace(bold=summary, text=text.strip())

    def show_remark(self) -> None:
        """Show what a level has said of its choice, beside what it did."""
        self.message = self.message._replace(text=f"{self.remark} {self.message.text}".strip())
        self.remark = ""

    def has_house_moved(self) -> bool:
        """Return True if another player has moved since a person here did."""
        return any(step.event.who is not None for step in self._list_since_own())

    def _list_since_own(self) -> list[ShownEvent]:
        """Return the steps since a person at this keyboard moved."""
        people = self.table.people
        own = [at for at, step in enumerate(self.shown) if step.event.who in people]
        return self.shown[own[-1] + 1 if own else 0 :]

    def add_hint(self, hint: str) -> int:
        """Show a hint; return how many are open. A repeated hint means that there are no more."""
        self.all_open = self.all_open or hint in self.hints
        if hint not in self.hints:
            self.hints = [*self.hints, hint]
        return len(self.hints)

    # View -------------------------------------------------------------------------------------------

    def build_view(self, hover: str = "", yours: bool = True) -> View:
        """Return the board's view from the side of the person here."""
        over, me = self.outcome is not None, self.seats.you or self.state.turn
        yours = yours and not over
        written = self._list_actions, self._format_move  # the same ones each time: views are compared
        return View(self.seats, me, self.held, self.tried, yours, over, hover, *written)

    def _list_actions(self) -> tuple[Move, ...]:
        return tuple(self.state.rules.actions)

    def _format_move(self, move: Move) -> str:
        return self.form.shown(self.state, move)

    @property
    def rows(self) -> list[tuple[int, Player | None, Row]]:
        """The moves so far: number, player and row of each; chance outcomes have no number."""
        return self._build_rows(self.shown)

    def _build_rows(self, steps: Sequence[ShownEvent]) -> list[tuple[int, Player | None, Row]]:
        rows: list[tuple[int, Player | None, Row]] = []
        number = 0
        for at, (event, before, after) in enumerate(steps, 1):
            number += event.who is not None
            row = self.messages.row(before, after, event.move or 0)
            if row is not None and (not row.pending or at == len(steps)):
                rows.append((number, event.who, row))
        return rows

    @property
    def moves_shown(self) -> int:
        """The number of moves shown so far."""
        return sum(step.event.who is not None for step in self.shown)

    def build_turn_line(self, thinking: bool = False) -> TurnLine:
        """Return the turn line: whose turn it is, and what to do."""
        state, seats, facts = self.state, self.seats, self.facts
        if self.outcome is not None:
            message, winner = self.format_result(), self.outcome.winner
            won = winner is not None and winner in self.table.people
            return TurnLine(winner, message.bold.rstrip("."), "", self._format_length(), won)
        player = state.turn
        if self._ended:
            return TurnLine(None, "The game is over", "", self._format_length())
        words = word_turn([(step.event, step.before) for step in self.shown], state, self.messages, seats)
        aside = self.messages.labels(facts, seats).get("aside") or words.aside
        if thinking or player not in self.table.people:
            return TurnLine(player, words.theirs.rstrip(".") if thinking else seats.name(player), "", aside)
        whose = words.yours if player == seats.you else words.keyboard
        return TurnLine(player, whose, self.messages.task(facts, words.extra), aside, words.extra)

    def _format_length(self) -> str:
        """Return the length of the game in words."""
        moves = self.moves_shown
        return (
            self.messages.labels(self.facts, self.seats).get("aside") or f"{moves} move{'s' * (moves != 1)}"
        )

    def format_result(self) -> Said:
        """Describe how the match ended, in two lines."""
        assert self.outcome is not None
        said = mark_end(self.state, self.outcome, self.seats)
        return said._replace(text=f"{said.text} {format_series_result(self.match, self.seats)}".strip())

    def _format_opening(self, note: str) -> Said:
        start, weaker = self.match.start, format_substitution(self.match)
        if self.shown and not note:
            return Said(f"Resuming {start.title}.", weaker or "It goes on where you left it.", "→")
        return Said(note or start.title, weaker or self._format_aim(), "◆", "brass")

    def _format_aim(self) -> str:
        place = format_series_opening(self.match, self.seats)
        return place or f"The aim: {self.board.aim(self.facts).rstrip('.')}."

    def list_asides(self, time: str = "") -> list[str]:
        """Return what the header may say beside the title, the longest first: time, score, rung, players."""
        if time:
            return [f"{self.stake.name}, {time}", time] if self.stake is not None else [time]
        if self.stake is None or self.outcome is not None:
            return [*self.list_scores(), self.level]
        rung = self.stake.lost if self.helped else self.stake.name
        return [*self.list_scores(), f"{rung}, {self.level}", rung, self.level]

    def list_scores(self) -> list[str]:
        """Return the score of several games, also without their number; [] if this game is played alone."""
        series = self.match.series
        if series is None:
            return []
        shown = series.score if self.outcome is None else series.add_win(self.outcome.winner)
        score = format_score(shown, self.seats)
        return [f"{format_goal(series)}: {score}", score]

    @property
    def level(self) -> str:
        """Who plays in a few words, such as "against the house, club"."""
        return format_players(self.match, "two players at one keyboard")


def mark_end(state: State, outcome: Outcome, seats: Seats) -> Said:
    """Describe how a match ended, in two lines; only your own loss is marked as a loss."""
    said = describe_end(state, outcome, seats)
    if outcome.winner is None:
        return said
    lost = seats.you is not None and outcome.winner != seats.you
    return said._replace(glyph="✕", kind="bad") if lost else said._replace(glyph="✓", kind="good")
