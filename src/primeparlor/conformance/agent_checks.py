"""Checks of a player that is not ours: two matches of each game, and questions chosen to find its faults.

One match is played by the book from the first seat, the other is a variant, played from the second. Then it
is asked near the end of a game, after a refusal, and with little time. At last it has to leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from random import Random
from typing import NamedTuple

from primeparlor import notation
from primeparlor.core import Move, ParlorError, Player, State
from primeparlor.match import FAILED, Event, Match, Settings
from primeparlor.players import Chooser, Chosen, NoAnswer, PlayerFailed, View, create_player, play_match
from primeparlor.players.loop import NO_MOVE
from primeparlor.players.process import ProgramFailed
from primeparlor.players.program import ProgramPlayer
from primeparlor.solve import Progress
from primeparlor.tables.setup import set_up

MOVES = 30  # of both players in a match
WALKS = 20  # games tried to find a choice near the end
LITTLE_TIME = 2.0  # seconds
CHOOSE_ANOTHER = "Choose one of the moves in the question; when it has an error, choose another one."
AS_IT_STANDS = "Send a move as it stands in the question: a number without quotation marks."
ANSWER = "Answer each question with a move, in the form that it asks for."
GO_ON = "Look at the sentence above; a player may fail only when it cannot go on."
LEAVE = "End at bye, or when the input ends: else everything is killed after a second."


class AgentFault(NamedTuple):
    """Something that is wrong with the player."""

    sentence: str
    remedy: str
    games: tuple[str, ...]  # in which it was found
    position: str = ""  # where it was asked first; empty where that does not matter
    errors: str = ""  # the end of what its program wrote to standard error


class AgentReport(NamedTuple):
    """The result of the check."""

    seat: str
    games: tuple[str, ...]
    asked: int  # questions
    faults: tuple[AgentFault, ...]


class FaultList:
    """The faults found, of each kind the first; and the number of questions asked."""

    def __init__(self) -> None:
        self.asked = 0
        self._found: dict[str, AgentFault] = {}

    @property
    def found(self) -> tuple[AgentFault, ...]:
        return tuple(self._found.values())

    def add(self, fault: AgentFault) -> None:
        first = self._found.setdefault(fault.remedy, fault)
        self._found[fault.remedy] = first._replace(games=tuple(dict.fromkeys(first.games + fault.games)))


class WatchedPlayer:
    """The player, with a note of everything that is wrong with its answers."""

    def __init__(self, player: Chooser, faults: FaultList) -> None:
        self.player, self.faults = player, faults
        self.own, self.close = player.own, player.close

    def choose(self, view: View) -> Chosen:
        self.faults.asked += 1
        try:
            chosen = self.player.choose(view)
        except PlayerFailed as error:
            self.faults.add(describe_failure(error, view.state.name, notation.position(view.state)))
            raise
        except NoAnswer as error:
            where = notation.position(view.state)
            self.faults.add(AgentFault(str(error), ANSWER, (view.state.name,), where))
            raise
        move: object = getattr(chosen, "move", None)
        why = view.state.why_not(move) if type(move) in (int, str) else NO_MOVE
        if why is not None:
            where = notation.position(view.state)
            sentence = f"It chose {format_move(move)}, which is refused: {why}"
            quoted = isinstance(move, str) and move in map(str, view.moves)
            remedy = AS_IT_STANDS if quoted else CHOOSE_ANOTHER
            self.faults.add(AgentFault(sentence, remedy, (view.state.name,), where))
        return chosen


def check_agent(seat: str, games: Iterable[type[State]], progress: Progress | None = None) -> AgentReport:
    """Check the player of this seat in these games; raise if nobody can be created for it."""
    faults, names = FaultList(), []
    for done, game in enumerate(games):
        if progress is not None:
            progress(done, None)
        names.append(game.name)
        try:
            _check_game(seat, game, faults)
        except CannotStart as error:
            faults.add(error.fault)
            break
    return AgentReport(seat, tuple(names), faults.asked, faults.found)


class CannotStart(Exception):
    """Raised when the player fails before its first question: nothing else can be asked."""

    def __init__(self, fault: AgentFault) -> None:
        self.fault = fault


def _check_game(seat: str, game: type[State], faults: FaultList) -> None:
    """Play two matches, and ask what seldom comes up in them."""
    _play(seat, game.start(), 1, faults)
    _play(seat, _find_variant(game), 2, faults)
    for view in _list_questions(game):
        player = _create(seat, view.state, faults, view.time_left)
        with closing(player):
            try:
                player.choose(view)
            except (PlayerFailed, NoAnswer):
                continue
            if isinstance(player.player, ProgramPlayer) and not player.player.leave():
                sentence = "The program was still running a second after its input had ended."
                faults.add(AgentFault(sentence, LEAVE, (game.name,)))


def _create(seat: str, start: State, faults: FaultList, clock: float | None = None) -> WatchedPlayer:
    try:
        player = create_player(seat, None, start, clock)
    except PlayerFailed as error:
        raise CannotStart(describe_failure(error, start.name, "")) from None
    if player is None:
        raise ParlorError(f"{seat!r} comes in by itself: only a player that is called can be checked.")
    return WatchedPlayer(player, faults)


def _play(seat: str, start: State, side: Player, faults: FaultList) -> None:
    """Play a match from this side against a player who chooses at random."""
    seats = (seat, "random") if side == 1 else ("random", seat)
    other = create_player("random")
    assert other is not None, "the house can always play at random"
    player = _create(seat, start, faults)
    match = Match(start, seats, Settings(limit=MOVES), seed=side)
    play_match(match, (player, other) if side == 1 else (other, player))
    assert match.outcome is None or match.outcome.reason != FAILED or faults.found


def describe_failure(error: PlayerFailed, game: str, position: str) -> AgentFault:
    """Return the fault of a player that failed here."""
    if not isinstance(error, ProgramFailed):
        return AgentFault(str(error), GO_ON, (game,), position)
    return AgentFault(str(error), error.remedy, (game,), position, error.errors)


def format_move(move: object) -> str:
    """Format what was given as a move, shortened."""
    shown = repr(move)
    return shown if len(shown) <= 20 else f"{shown[:19]}…"


# What is asked -----------------------------------------------------------------------------------


def _find_variant(game: type[State]) -> State:
    """Return the start of a variant, one of the house if there is one; of the usual game if there is none."""
    near = (
        f"{key}={number.standard + change}"
        for key, number in game.Rules.numbers.items()
        for change in (-1, 1)
    )
    for words in (*game.house_variants, *near):
        try:
            return set_up(game, words.split())
        except ParlorError:
            continue
    return game.start()


def _list_questions(game: type[State]) -> Iterator[View]:
    """Yield the questions that a match may not bring: near the end, after a refusal, with little time."""
    last = _find_last_choice(game)
    if last is None:
        return
    state, history = last

    def ask(time_left: float | None = None, refusal: str = "") -> View:
        return View(state, state.turn, state.moves(), history, time_left, Random(1), refusal)

    yield ask()
    yield ask(refusal=state.why_not("no") or NO_MOVE)
    yield ask(time_left=LITTLE_TIME)


def _find_last_choice(game: type[State]) -> tuple[State, Sequence[Event]] | None:
    """Return the last real choice of a random game and what led to it; None if none was met."""
    random = Random(game.name)
    for _ in range(WALKS):
        state, history, found = game.start(), list[Event](), None
        while state.ending() is None and len(history) < 10 * MOVES:
            if not state.chances() and len(state.moves()) > 1:
                found = state, tuple(history)
            move: Move = random.choice(state.chances() or state.moves())
            who = None if state.chances() else state.turn
            history.append(Event(len(history) + 1, who, move))
            state = state.after(move)
        if found is not None:
            return found
    return None
