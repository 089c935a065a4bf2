"""Seat labels and the players they stand for, created on demand.

A label is the name of a kind of player; some kinds take more text after a colon. Labels are resolved only
here, and only to play: reading a record creates no player.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from primeparlor.core import ParlorError, State
from primeparlor.games import game_of
from primeparlor.match import AGENT, HUMAN
from primeparlor.match.name_rules import NameRefused, explain_refusal
from primeparlor.players.player import BuiltInPlayer, Chooser, Chosen, View

if TYPE_CHECKING:
    from primeparlor.coach.levels import Habits
    from primeparlor.solve import Progress

DESCRIBED = {  # how they play any game; a game with its own habits for the levels has its own words
    "beginner": "takes a win in one move, misses much else",
    "casual": "looks a little ahead, misses some",
    "club": "careful, now and then mistaken",
    "expert": "rarely wrong",
    "perfect": "never wrong",
}
LEVELS = tuple(DESCRIBED)
PERFECT = "perfect"
SUBSTITUTE = (
    "expert"  # the strongest level that solves nothing: as which `perfect` plays what it cannot solve
)
SUBSTITUTED = f"plays as {SUBSTITUTE} here: too large to solve"
UNCOUNTED = f"never wrong if the game can be solved, else plays as {SUBSTITUTE}"
ESTIMATING = "almost perfect: estimates what takes too long to work out"


class Seat(NamedTuple):
    """The arguments for creating a player."""

    label: str
    rest: str = ""  # of the label, after its colon
    progress: Progress | None = None  # called while the player thinks
    start: State | None = None  # of the match, so that a game it cannot play is refused at once
    clock: float | None = None  # seconds for each decision


def _accept_any(rest: str) -> None:
    """Accept whatever follows the name of a kind."""


class PlayerKind(NamedTuple):
    """A kind of player, identified by its seat labels."""

    name: str
    make: Callable[[Seat], Chooser | None]  # None for who comes in: a person, whom the terminal or page asks
    rest: str = ""  # what follows the name and a colon, if anything does: "PROGRAM"
    check: Callable[[str], object] = _accept_any  # raises if this cannot follow the colon

    @property
    def form(self) -> str:
        """The form of its labels."""
        return f"{self.name}:{self.rest}" if self.rest else self.name

    def matches(self, label: str) -> bool:
        """Return True if the label is one of this kind."""
        if not self.rest:
            return label == self.name
        return label.startswith(f"{self.name}:") and len(label) > len(self.name) + 1


class RandomPlayer(BuiltInPlayer):
    """A player that chooses any legal move, each with the same probability."""

    def choose(self, view: View) -> Chosen:
        return Chosen(view.random.choice(view.moves))


def _create_none(seat: Seat) -> None:
    """Return None: a person is asked, and a program that comes in moves by itself. Neither is created."""


def _check_agent_name(name: str) -> None:
    if refusal := explain_refusal(name):
        raise NameRefused(refusal)


def _create_random(seat: Seat) -> Chooser:
    return RandomPlayer()


def _create_level(seat: Seat) -> Chooser:
    from primeparlor.players.level_player import LevelPlayer

    player = LevelPlayer(seat.label, seat.progress)
    if seat.start is not None:
        player.prepare_match(seat.start, seat.clock)
    return player


def _create_perfect(seat: Seat) -> Chooser:
    from primeparlor.players.perfect import PerfectPlayer

    perfect = PerfectPlayer(seat.progress)
    if seat.start is not None:
        perfect.prepare_match(seat.start, seat.clock)
    return perfect


def _check_language_model(rest: str) -> None:
    from primeparlor.players.chat_endpoint import check_url
    from primeparlor.players.language_model import split_label

    check_url(split_label(rest)[1])


def _create_language_model(seat: Seat) -> Chooser:
    from primeparlor.players.language_model import create_language_model

    return create_language_model(seat.rest)


KINDS: tuple[PlayerKind, ...] = (
    PlayerKind(HUMAN, _create_none),
    PlayerKind("random", _create_random),
    *(PlayerKind(level, _create_level) for level in LEVELS[:-1]),
    PlayerKind(PERFECT, _create_perfect),
    PlayerKind(AGENT, _create_none, "NAME", _check_agent_name),
    PlayerKind("llm", _create_language_model, "MODEL@BASE_URL", _check_language_model),
)
SEATS = ("random", *LEVELS)  # of the house


def kind_of(label: str) -> PlayerKind:
    """Return the kind of player this label names; raise with the choices if there is none."""
    for kind in KINDS:
        if kind.matches(label):
            kind.check(_find_rest(kind, label))
            return kind
    forms = ", ".join(kind.form for kind in KINDS)
    raise ParlorError(f"There is no player {label!r}. Choose from: {forms}.")


def _find_rest(kind: PlayerKind, label: str) -> str:
    """Return what follows the name of the kind and its colon."""
    return label.partition(":")[2] if kind.rest else ""


def check_seat(label: str) -> str:
    """Return the label if it names a player; raise otherwise."""
    kind_of(label)
    return label


def list_completions() -> list[str]:
    """Return the names of the kinds for tab completion, with a colon where more text follows.

    A program that comes in cannot be seated on the command line.
    """
    return [f"{kind.name}:" if kind.rest else kind.name for kind in KINDS if kind.name != AGENT]


def create_player(
    label: str,
    progress: Progress | None = None,
    start: State | None = None,
    clock: float | None = None,
) -> Chooser | None:
    """Create the player for this seat label, imported on demand; None for who comes in, such as a person.

    It reports progress while it thinks. Given the `start` of the match, it refuses a game it cannot play
    before the first move; given the `clock`, it does so quickly.
    """
    kind = kind_of(label)
    return kind.make(Seat(label, _find_rest(kind, label), progress, start, clock))


def habits_of(game: State | type[State]) -> Habits[Any]:
    """Return the habits of the levels in this game."""
    from primeparlor.coach.levels import Habits

    return game_of(game).part("habits", Habits)


def describe_levels(start: State, variant: bool = False) -> dict[str, str]:
    """Return a short description of each level, as it plays from this start, or under any other rules."""
    words = DESCRIBED | dict(habits_of(start).described)
    return words | {PERFECT: _describe_perfect(start, variant, words[PERFECT])}


def _describe_perfect(start: State, variant: bool, usual: str) -> str:
    """Return what the level `perfect` is here: the usual words only where they are known to be true."""
    from primeparlor.solve import solver_of

    solver = solver_of(start)
    if solver.estimates and (variant or start.rules.changed()):
        return ESTIMATING  # what estimates cost was measured in the standard game
    solvable = (solver.complete or solver.estimates or None) if variant else solver.is_solvable(start)
    return usual if solvable else UNCOUNTED if solvable is None else SUBSTITUTED
