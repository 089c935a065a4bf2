"""A table where a program plays one seat against the house, and what each of its decisions gave away.

Whoever speaks for the program only translates: everything is asked and answered here, through the referee.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from primeparlor import notation
from primeparlor.coach.grades import grade_choice
from primeparlor.coach.language.line_of_play import OPPONENT, YOU
from primeparlor.coach.reasons import words_of
from primeparlor.core import (
    OTHER,
    PLAYERS,
    IllegalMove,
    Move,
    ParlorError,
    Player,
    State,
    TooLarge,
    capital,
)
from primeparlor.match import (
    AGENT,
    MOVES,
    AskHelp,
    Event,
    MatchError,
    Mistype,
    Play,
    Resign,
    Settings,
    StaleMove,
    TakeHelp,
)
from primeparlor.match.name_rules import NameRefused, explain_refusal
from primeparlor.players import SEATS, NoAnswer
from primeparlor.players.prompt import describe_form
from primeparlor.solve import analyse, outline
from primeparlor.tables.agents.options import OptionError, check_choice, check_seed, read_game, read_rules
from primeparlor.tables.hints import OpenHints, list_hints
from primeparlor.tables.names import check_name
from primeparlor.tables.sentences import (
    format_early_end,
    format_level,
    format_limit,
    format_strikes,
    format_summary,
)
from primeparlor.tables.setup import open_table
from primeparlor.tables.table import Table
from primeparlor.wording import join_words, name_side

if TYPE_CHECKING:
    from primeparlor.players import Chooser, Chosen, View
    from primeparlor.solve import Progress

LONGEST_INPUT = 100  # characters; nothing longer names a move
RANDOM = "random"  # a seat that is drawn
DEFAULT_OPPONENT = "club"


class InvalidInput(ParlorError):
    """Raised when the referee refused an input; the text says why, and how many may follow."""


class Loss(NamedTuple):
    """What one decision gave away against perfect play."""

    number: int  # of its event
    move: Move
    loss: float | None  # winning chance; None where play is endless, or too large to solve
    error: float | None  # how far an estimated loss may be off; None if it is exact
    grade: str | None  # in the words of the coach; None if the position is too large to solve


class _HurriedPlayer:
    """A house player that has so many seconds for each move, although no clock runs."""

    def __init__(self, player: Chooser, seconds: float) -> None:
        self.player, self.seconds = player, seconds
        self.own, self.close = player.own, player.close

    def choose(self, view: View) -> Chosen:
        return self.player.choose(view._replace(time_left=self.seconds))


class AgentTable:
    """A table with a program at one seat: the house moves until the program must choose.

    A move may name the event number it was chosen at. Then it may be sent again, as when an answer was lost:
    nothing happens twice, and a refused one is no second strike.
    """

    def __init__(self, table: Table, seat: Player) -> None:
        self.table, self.match, self.seat = table, table.match, seat
        self.remarks: list[str] = []  # of the house about its choices, each once
        self._refused: dict[tuple[int, str], InvalidInput] = {}  # inputs of the current decision
        self._losses: dict[int, Loss] = {}  # by the number of the event

    @property
    def reward(self) -> float:
        """1 for a win of the program, -1 for a loss, else 0."""
        outcome = self.match.outcome
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == self.seat else -1.0

    # Playing --------------------------------------------------------------------------------------

    def play_house(self) -> None:
        """Begin the match if need be, and let the house move until the program must choose."""
        match = self.match
        if not match.due and match.outcome is None:
            match.begin()
        while match.outcome is None and match.state.turn != self.seat:
            self.table.play_house_move(self._keep_remark, nullcontext())

    def play(self, move: object, number: int | None = None) -> None:
        """Play this move, given as text or as a number, and let the house answer.

        Raise `InvalidInput` if the referee refuses it, and `StaleMove` if the game is not at this number.
        """
        self.play_house()
        match, text = self.match, _write_input(move)
        if number is not None and (refusal := self._refused.get((number, text))):
            raise refusal
        at, before = match.number if number is None else number, match.number
        state = self._find_state(at)
        meant = notation.form_of(state).parse(state, text)
        try:
            if meant is None:
                match.perform(Mistype(self.seat, at))
                raise NoAnswer(f"That names no move. Write {describe_form(state)}.")
            match.perform(Play(self.seat, meant, at))
        except StaleMove:
            raise self._build_stale(at) from None
        except (IllegalMove, NoAnswer) as error:
            self._refused[at, text] = InvalidInput(f"{error} {self._format_strikes()}")
            raise self._refused[at, text] from None
        if match.number != before:
            self._refused.clear()
        self.play_house()

    def _keep_remark(self, player: Player, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)

    def resign(self, number: int | None = None) -> None:
        """Give the game to the house; nothing happens if it is over."""
        if self.match.outcome is None:
            self.play_house()
            at = self.match.number if number is None else number
            self.check_number(at)
            self.match.perform(Resign(self.seat, at))

    def close(self) -> None:
        """Close the house player and the record, which keeps an unfinished game as far as it went."""
        self.table.close()

    def check_number(self, number: int) -> None:
        """Raise unless the game is at this number."""
        if number != self.match.number:
            raise self._build_stale(number)

    def _build_stale(self, number: int) -> StaleMove:
        now = self.match.number
        return StaleMove(f"The game is at number {now}, not {number}, so nothing was done. Look again.")

    def _find_state(self, number: int) -> State:
        """Return the state that a move at this number was chosen in; the position for an unknown number."""
        states = (state for event, state in self.match.line if event.number == number + 1)
        return next(states, self.match.state)

    def _format_strikes(self) -> str:
        """Format how many invalid inputs there were in a row, or how they ended the game."""
        if self.match.outcome is not None:
            return self.describe_result()
        allowed = self.match.strikes_allowed(self.seat)
        return f"That was invalid input {self.match.decision.strikes} of {allowed} in a row."

    # Sentences, addressed to the program ----------------------------------------------------------

    def describe_terms(self) -> list[str]:
        """Return who plays whom, and what ends the game besides its rules."""
        match = self.match
        house = format_level(match, match.seats[OTHER[self.seat] - 1])
        strikes, limit = match.strikes_allowed(self.seat), match.limit
        assert strikes is not None, "no program plays without"
        assert limit is not None
        tries = ", even where the rules let people try again" * match.start.may_attempt
        return [
            f"{name_side(self.seat)}. Your opponent plays as {house}.",
            f"{format_strikes(strikes)}{tries}.",
            format_limit(limit),
        ]

    def describe_events(self, number: int = 0) -> list[str]:
        """Return a sentence for everything that has happened since this number, in the game's words."""
        since = [(event, state) for event, state in self.match.line if event.number > number]
        return [self._describe_event(event, state) for event, state in since]

    def _describe_event(self, event: Event, state: State) -> str:
        assert event.move is not None
        if event.who is None:
            return f"{capital(notation.format_move(state, event.move))} was {state.drawn}."
        only = ", the only legal move" if event.forced else ""
        return f"{capital(self._name(event.who))} {words_of(state).did(state, event.move)}{only}."

    def describe_result(self) -> str:
        """Return how the game ended; empty while it goes on."""
        outcome = self.match.outcome
        if outcome is None:
            return ""
        if outcome.winner is None:
            return " ".join(format_early_end(outcome) or [])
        return f"{format_summary(self.match, outcome, self._name)}."

    def _name(self, player: Player) -> str:
        return YOU if player == self.seat else OPPONENT

    # Help, which the record notes -----------------------------------------------------------------

    def list_moves(self) -> list[Move]:
        """Return the legal moves; it counts as a hint."""
        self.match.perform(TakeHelp(self.seat, MOVES, self.match.number))
        return list(self.match.state.moves())

    def give_hint(self, step: int = 1, progress: Progress | None = None) -> OpenHints:
        """Return the hints up to this step; a step that was given before is not noted again."""
        match = self.match
        match.perform(AskHelp(self.seat, None, match.number))
        if not 1 <= step <= match.hint_step + 1:
            steps = join_words([*map(str, range(1, match.hint_step + 2))], "or")
            raise MatchError(f"step must be {steps}: the hints come one at a time.")
        found = list_hints(match.state, step, progress)
        if len(found.hints) > match.hint_step:
            match.perform(TakeHelp(self.seat, len(found.hints), match.number))
        return found

    def analyse(self, progress: Progress | None = None) -> dict[str, object]:
        """Return the value of every move as JSON data; it tells all that hints do, so all are noted."""
        from primeparlor.coach.hints import count_steps
        from primeparlor.coach.review.analysis_json import as_data

        match = self.match
        match.perform(AskHelp(self.seat, None, match.number))
        analysis = analyse(match.state, progress=progress)
        for kind in (MOVES, *range(match.hint_step + 1, count_steps(analysis) + 1)):
            match.perform(TakeHelp(self.seat, kind, match.number))
        return as_data(match.state, analysis)

    def review(self, progress: Progress | None = None) -> dict[str, object]:
        """Return every move graded, as JSON data, once the game is over."""
        from primeparlor.coach.review.review import as_data, review

        if self.match.outcome is None:
            raise MatchError("The game goes on: its moves are graded once it is over.")
        return as_data(self.match, review(self.match, partial(analyse, progress=progress)))

    # Against perfect play -------------------------------------------------------------------------

    def find_losses(self, progress: Progress | None = None) -> list[Loss]:
        """Return what each decision of the program gave away, as far as its positions can be solved."""
        chosen = [(e, state) for e, state in self.match.line if e.who == self.seat and not e.forced]
        for event, state in chosen:
            if event.number not in self._losses:
                self._losses[event.number] = _judge(event, state, progress)
        return [self._losses[event.number] for event, _ in chosen]


def _judge(event: Event, state: State, progress: Progress | None) -> Loss:
    """Judge one decision by the grade that the coach would give it."""
    assert event.move is not None
    try:
        analysis = outline(state, progress)
    except TooLarge:
        return Loss(event.number, event.move, None, None, None)
    grade = grade_choice(analysis, event.move)
    endless = analysis.value is None or any(
        choice.value is None for choice in analysis.moves if choice.move == event.move
    )
    return Loss(
        event.number,
        event.move,
        None if endless else grade.loss,
        None if endless else analysis.error_of_choice,
        grade.word,
    )


def _write_input(move: object) -> str:
    """Return an input as text; empty if it cannot name a move."""
    if type(move) is int:
        return str(move) if abs(move) < 10**LONGEST_INPUT else ""
    return move if isinstance(move, str) and len(move) <= LONGEST_INPUT else ""


# Opening -------------------------------------------------------------------------------------------


def open_agent_table(
    game: str,
    rules: Mapping[str, int] | str | None = None,
    opponent: str = DEFAULT_OPPONENT,
    seat: int | str = 1,
    seed: int | None = None,
    *,
    strikes: int | None = None,
    limit: int | None = None,
    hints: bool = False,
    name: str = "guest",
    seconds: float | None = None,
    progress: Progress | None = None,
) -> AgentTable:
    """Open a table for a program, which `play_house` begins; raise with one sentence if a wish is wrong.

    The opponent is a level of the house, with so many `seconds` for each move. Without `strikes` and `limit`
    the match has those of any program. A seed fixes the seat that is drawn, all chance, and the opponent.
    """
    found = read_game(game)
    start = found.start(read_rules(found, rules))
    check_choice("opponent", opponent, SEATS)
    check_seed(seed)
    player = _choose_seat(seat, seed)
    check_choice("hints", hints, (True, False))
    _check_name(name)
    settings = Settings(_as_count(strikes), _as_count(limit), undo=False, hints=hints)
    label = f"{AGENT}:{name}"
    labels = (label, opponent) if player == 1 else (opponent, label)
    table = open_table(start, labels, settings, seed=seed, progress=progress)
    if seconds is not None:
        table.players = [each and _HurriedPlayer(each, seconds) for each in table.players]
    return AgentTable(table, player)


def _check_name(name: object) -> None:
    """Raise unless this is a name that people may have."""
    if not isinstance(name, str):
        raise OptionError("name must be text, as in 'guest'.")
    if refusal := explain_refusal(name):
        raise NameRefused(refusal)
    check_name(name)


def _choose_seat(seat: int | str, seed: int | None) -> Player:
    """Return the seat; one that is drawn is fixed by the seed."""
    from random import Random

    check_choice("seat", seat, (*PLAYERS, RANDOM))
    if seat == RANDOM:
        return Random(None if seed is None else f"{seed}/seat").choice(PLAYERS)
    return 1 if seat == 1 else 2


def _as_count(number: object) -> int | None:
    """Return a number for the settings, which refuse 0 with the range; 0 for what is no whole number."""
    return number if number is None or type(number) is int else 0
