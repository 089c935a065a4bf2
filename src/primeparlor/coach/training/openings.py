"""The openings trainer: the replies that win a small game against any play of the opponent.

Both sides can be learned. The side that wins from the start needs replies from its first move on. If it moves
first, it may lose the win in its first turn, and the other side needs replies from there on. Its later
mistakes are left out: which of them can occur depends on how the other side plays while it is losing.

The opponent may make every legal move. The player's own moves are a *repertoire*: in each position the reply
the player gave last, if it wins, else the solver's quickest. So one reply per position is enough, and a
different early choice leads to a different tree. Nothing is cut off, but three kinds of position are not
asked, because nobody can go wrong there:

- one of the moves wins at once, and the player takes it
- every move keeps the win, and the tree follows all of them
- there is only one move
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from primeparlor import notation
from primeparlor.coach.grades import find_instant_wins
from primeparlor.coach.language.phrases import Asked
from primeparlor.coach.progress.diary import Diary
from primeparlor.coach.progress.document import OpeningReply
from primeparlor.coach.puzzles.puzzle import Puzzle, build_practice_at
from primeparlor.core import OTHER, Move, ParlorError, Player, State, TooLarge
from primeparlor.games import GAMES
from primeparlor.solve import Choice, Progress, choices, outline
from primeparlor.wording import join_words

MOST_POSITIONS = 6_000  # of a game; more would take too long
MOST_TO_LEARN = 250  # positions of the quickest repertoire; with more, nobody would learn them
KNOWN = 2  # right replies in a row
HOW_TO_LEARN = "Find a move twice in a row and it counts as learned."
ALL_KNOWN = "You know them all."
Known: TypeAlias = Mapping[str, OpeningReply]  # by position


class OpeningPosition(NamedTuple):
    """A position to learn and its number of moves from the start."""

    depth: int
    state: State


class OpeningsProgress(NamedTuple):
    """The number of openings in a game, and how many of them the player knows."""

    known: int
    of: int


class Openings:
    """The positions to learn in a game's openings, and the player's knowledge of them.

    The side that loses from the start learns too: how to win after a first turn that gives the win away.
    """

    def __init__(self, game: type[State], known: Known, progress: Progress | None = None) -> None:
        start = game.start()
        side = _find_winner(start, progress) if has_openings(game) else None
        if side is None:
            others = join_words([other.title for other in GAMES.values() if has_openings(other)], "or")
            raise ParlorError(f"{format_none(game)}{f' Try {others}.' if others else ''}")
        self.side: Player = side  # the one that wins from the start
        self._replies = dict(known)
        places = _build_tree(start, side, known) + _build_tree(start, OTHER[side], known)
        self._places = {notation.position(place.state): place for place in places}

    @property
    def positions(self) -> tuple[str, ...]:
        """The positions to learn: those of the winning side first, and within a side the shallow ones."""
        return tuple(self._places)

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The positions whose reply the player does not know yet, in the same order."""
        return tuple(text for text, place in self._places.items() if not self._knows(text, place.state))

    @property
    def known(self) -> int:
        """The number of positions that the player knows."""
        return len(self._places) - len(self.unknown)

    @property
    def known_text(self) -> str:
        """How many positions the player knows, in words."""
        return f"You know {self.known} of {len(self.positions)}"

    @property
    def share(self) -> float:
        """The share of positions that the player knows, from 0 to 1."""
        return self.known / len(self._places) if self._places else 1.0

    def choose_next(self, random: Random, seen: Sequence[str] = ()) -> State | None:
        """Return the next position to ask; None when all are known.

        `seen` are the positions asked in this session, the latest last. Positions not asked yet come first,
        in the order of `positions`, though those of one depth are mixed. Then the others come again, the one
        asked longest ago first.
        """
        if not self.unknown:
            return None
        asked = {text: number for number, text in enumerate(seen)}
        fresh = [self._places[text] for text in self.unknown if text not in asked]
        if not fresh:
            return self._places[min(self.unknown, key=asked.__getitem__)].state
        depth, state = fresh[0]
        among = [place.state for place in fresh if place.depth == depth and place.state.turn == state.turn]
        return among[int(random.random() * len(among))]

    def choose_repeat(self, seen: Sequence[str] = ()) -> State:
        """Return the position to repeat when all are known: the one not asked for longest."""
        asked = {text: number for number, text in enumerate(seen)}
        return self._places[min(self._places, key=lambda text: asked.get(text, -1))].state

    def _knows(self, text: str, state: State) -> bool:
        given = self._replies.get(text)
        return (
            given is not None
            and given.row >= KNOWN
            and _match_reply(given, _find_winning(choices(state))) is not None
        )


# Games with openings -------------------------------------------------------------------------------


def count_known_openings(diary: Diary, game: type[State]) -> OpeningsProgress | None:
    """Return how many openings of this game the player knows; None if it has none."""
    try:
        if not has_openings(game):
            return None
        openings = Openings(game, diary.openings.get(game.name, {}))
    except ParlorError:
        return None
    return OpeningsProgress(openings.known, len(openings.positions))


def find_first_game() -> str:
    """Return the first game with openings to learn."""
    for name, game in GAMES.items():
        if has_openings(game):
            return name
    raise ParlorError("No game here has openings to learn.")


def has_openings(game: type[State]) -> bool:
    """Return True if the game has openings to learn; this is fast for any game.

    It must be a small game without chance, in which no position repeats, and the winner must have to know an
    answer to something the opponent does. If the first turn decides the game, there is no opening to learn.
    """
    return _has_openings(game.start())


@lru_cache(maxsize=32)
def _has_openings(start: State) -> bool:
    if not _is_small(start) or (side := _find_winner(start)) is None:
        return False
    to_learn, turn = _build_tree(start, side, {}), _find_first_turn(start)
    if all(place.state in turn for place in to_learn):
        return False
    return len(to_learn) + len(_build_tree(start, OTHER[side], {})) <= MOST_TO_LEARN


def _is_small(start: State) -> bool:
    """Return True if few positions can follow, fate never acts and none repeats, by the rules alone."""
    ways = {start: 0}  # how many moves lead to each position
    found = [start]
    for state in found:
        if state.chances():
            return False
        for after in map(state.after, state.moves()):
            if after not in ways:
                if len(ways) == MOST_POSITIONS:
                    return False
                ways[after] = 0
                found.append(after)
            ways[after] += 1
    # Repeatedly remove positions that no move leads to: all are removed unless a position can repeat.
    free = [start] if not ways[start] else []
    for state in free:
        for after in map(state.after, state.moves()):
            ways[after] -= 1
            if not ways[after]:
                free.append(after)
    return len(free) == len(found)


def _find_winner(start: State, progress: Progress | None = None) -> Player | None:
    """Return the side that wins with perfect play; None if that is not certain."""
    if start.ending():
        return None
    try:
        answer = outline(start, progress)
    except TooLarge:  # a game may bring a solver of its own
        return None
    if not answer.exact or answer.verdict not in ("win", "loss"):
        return None
    return start.turn if answer.verdict == "win" else OTHER[start.turn]


def _find_first_turn(start: State) -> set[State]:
    """Return the positions before the first change of turns."""
    turn = {start}
    waiting = [start]
    for state in waiting:
        new = {after for after in map(state.after, state.moves()) if after.turn == start.turn} - turn
        turn |= new
        waiting += new
    return turn


# One position --------------------------------------------------------------------------------------


def build_puzzle(state: State, progress: Progress | None = None) -> Puzzle:
    """Return the position as a puzzle: every move that wins is right."""
    puzzle = build_practice_at(state, progress)
    assert puzzle is not None
    first = state == type(state).start(state.rules)
    return Puzzle(state, Asked(f"Find a winning {'first move' if first else 'reply'}.", puzzle.answers))


def format_none(game: type[State]) -> str:
    """Say that this game has no openings."""
    return f"{game.title} has no openings to learn."


def format_row(row: int) -> str:
    """Format how well a reply is known that was right so often in a row."""
    if row >= KNOWN:
        return f"Known: right {row:,} times in a row."
    return "Found once. Once more, and you know it." if row else "Not known yet: find it twice in a row."


# The tree of a repertoire --------------------------------------------------------------------------


def _build_tree(start: State, side: Player, known: Known) -> list[OpeningPosition]:
    """Return the positions this side has to know, breadth first, replying as known or else the quickest."""
    found: list[OpeningPosition] = []
    level, seen, depth = [start], {start}, 0
    while level:
        later: dict[State, None] = {}  # in order, each once
        for position in level:
            followed: Iterable[Move] = position.moves()
            if position.turn == side and followed:
                rows = choices(position)
                right = _find_winning(rows)
                if not right or find_instant_wins(position):
                    continue  # nothing to learn: lost, or won at once
                if len(right) < len(rows):
                    found.append(OpeningPosition(depth, position))
                    followed = (_choose_reply(position, rows, known),)
                else:
                    followed = right
            later |= dict.fromkeys(map(position.after, followed))
        level, depth = [state for state in later if state not in seen], depth + 1
        seen |= later.keys()
    return found


def _find_winning(rows: Iterable[Choice]) -> list[Move]:
    """Return the moves that win."""
    return [row.move for row in rows if row.verdict == "win"]


def _choose_reply(state: State, rows: Sequence[Choice], known: Known) -> Move:
    """Return the player's own reply if it wins, else the first of the quickest."""
    given = known.get(notation.position(state))
    own = _match_reply(given, _find_winning(rows)) if given else None
    return own if own is not None else next(row.move for row in rows if row.best)


def _match_reply(given: OpeningReply, right: Iterable[Move]) -> Move | None:
    """Return the right move with that text; None if there is none, as in a file edited by hand."""
    return next((move for move in right if str(move) == given.reply), None)
