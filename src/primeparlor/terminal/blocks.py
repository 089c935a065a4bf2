"""What the games' terminal.py is made with: pieces to draw boards with, and the dialogue any game has.

A game's `board(facts, width)` gives lines of styled pieces. A piece is a text and the name of a style, one
of STYLES: "", "quiet", "now", "mark", or a player's, from STYLE. No meaning may hang on a style alone.

A game's `Dialogue` says in its own words what the one here says for every game. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from primeparlor.core import Move, Player, State, capital

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

S = TypeVar("S", bound=State)
Piece: TypeAlias = tuple[str, str]
Line: TypeAlias = list[Piece]
Facts: TypeAlias = Mapping[str, Any]
STYLE: Mapping[Player, str] = {1: "one", 2: "two"}
STYLES = ("", "quiet", "mark", *STYLE.values(), "now")
OF_THE_MATCH = ("game", "rules", "turn", "winner")  # facts of every game, told beside the board
WIDTH = 76  # of what is told in a dialogue
INDENT = 2  # of what stands below its name
NARROWEST = 12  # columns below which nothing is nested any more
LONGEST_CHANGE = 60  # characters; what is longer is seen on the board


# Boards --------------------------------------------------------------------------------------


def text_of(line: Line) -> str:
    """The line without its styles."""
    return "".join(text for text, _ in line).rstrip()


def folded(pieces: Sequence[Piece], joint: str, width: int) -> list[Line]:
    """The pieces side by side, in rows no wider than this."""
    rows: list[Line] = []
    room = 0
    for text, style in pieces:
        if len(joint) + len(text) <= room:
            rows[-1] += [(joint, "quiet"), (text, style)]
            room -= len(joint) + len(text)
        else:
            lead = joint.lstrip() if rows else ""
            rows.append([(lead, "quiet"), (text, style)])
            room = width - len(lead) - len(text)
    return rows


def labelled(label: str, pieces: Sequence[Piece], joint: str, width: int) -> list[Line]:
    """A label, and the pieces behind it in rows that begin below one another."""
    rows = folded(pieces, joint, width - len(label))
    return [[(label if row is rows[0] else " " * len(label), "quiet"), *row] for row in rows]


def centred(texts: Sequence[str], cells: Sequence[int], style: str) -> Line:
    """The texts side by side, each in the middle of its cell."""
    return [("  ".join(text.center(cell) for text, cell in zip(texts, cells, strict=True)), style)]


def track(player: Player, score: int, target: int, width: int) -> Line:
    """How far a player is on the way to the target."""
    cells = min(target, 50, max(5, width - 25))  # beside "Player 1 ", " 100/100" and a short remark
    full = score * cells // target
    bar = "█" * full + "░" * (cells - full)
    return [(f"Player {player} ", STYLE[player]), (bar, STYLE[player]), (f" {score}/{target}", "now")]


def board(facts: Facts, width: int) -> list[Line]:
    """The facts as a table of names and values: the board of a game that brings none."""
    own = {name: value for name, value in facts.items() if name not in OF_THE_MATCH}
    return table(own, width) or folded(_words("There is nothing to see yet.", width, "quiet"), " ", width)


def table(facts: Facts, width: int) -> list[Line]:
    """Names and values in rows; what is made of several rows stands below its name."""
    labels = [label(name) for name in facts]
    beside = max(map(len, labels), default=0) + 1
    if beside > width // 2:  # too narrow for a column of names
        beside = 0
    rows: list[Line] = []
    for name, value in zip(labels, facts.values(), strict=True):
        below = _below(value, width - INDENT)
        column = name.ljust(beside) if beside else f"{name} "
        if below is None and (beside or len(column) + len(told(value)) <= width):
            rows += labelled(column, _words(told(value), width - len(column)), " ", width)
        else:
            rows += folded(_words(name, width, "quiet"), " ", width)
            below = below or folded(_words(told(value), width - INDENT), " ", width - INDENT)
            rows += [[(" " * INDENT, ""), *row] for row in below]
    return rows


def _below(value: Any, width: int) -> list[Line] | None:
    """A value of several rows, as they stand below its name; None for one that is told in a line."""
    if width < NARROWEST or not value:
        return None
    if isinstance(value, Mapping):
        return table({str(name): inner for name, inner in value.items()}, width)
    if _is_list(value) and all(_is_list(inner) for inner in value):
        return _grid([[told(cell) for cell in inner] for inner in value], width)
    if _is_list(value) and any(_is_list(inner) or isinstance(inner, Mapping) for inner in value):
        return [row for inner in value for row in folded(_words(told(inner), width), " ", width)]
    return None


def _grid(rows: Sequence[Sequence[str]], width: int) -> list[Line]:
    """Rows of cells, each as wide as the widest; rows that would not fit are folded."""
    wide = min(width, max((len(cell) for row in rows for cell in row), default=0))
    pieces = [[piece for cell in row for piece in _words(cell, width)] for row in rows]
    set_right = [[(text.rjust(wide), style) for text, style in row] or [("–", "quiet")] for row in pieces]
    return [line for row in set_right for line in folded(row, " ", width)]


def _words(text: str, width: int, style: str = "now") -> list[Piece]:
    """The words of a text, those too long for the width cut."""
    return [(word[at : at + width], style) for word in text.split() for at in range(0, len(word), width)]


def label(name: str) -> str:
    """The name of a fact as people read it: "this_turn" is "This turn:"."""
    return f"{capital(name.replace('_', ' '))}:"


def told(value: Any) -> str:
    """The value of a fact in a line: lists with commas, no value as a dash."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{label(str(name))} {told(inner)}" for name, inner in value.items()) or "none"
    if _is_list(value):
        return ", ".join(f"({told(inner)})" if _is_list(inner) else told(inner) for inner in value) or "none"
    return str(value).strip() or "–"


def changes(old: Facts, new: Facts) -> list[str]:
    """The facts that differ, in a line each: "Total: 3 → 5". Yes or no is left out, and what is long."""
    lines = [
        f"{label(name)} {told(old.get(name))} → {told(value)}"
        for name, value in new.items()
        if name not in OF_THE_MATCH and value != old.get(name) and not isinstance(value, bool)
    ]
    return [line for line in lines if len(line) <= LONGEST_CHANGE]


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


# Dialogues -----------------------------------------------------------------------------------


class Dialogue(Generic[S]):
    """What is said at the table, and the questions asked: for any game, told from its facts and its form."""

    # What the room lends: a dialogue cannot know where its game's facts and form come from.
    facts: Callable[[S], Facts]
    asked: Callable[[S], str]

    def __init__(self, game: type[S]) -> None:
        self.game = game

    # Telling

    def opening(self, start: S) -> list[str]:
        """The first lines of a game."""
        variant = " ".join(f"{key}={value}" for key, value in start.rules.changed().items())
        different = [f"A variant: {variant}."] if variant else []
        return [f"Welcome to {start.title}!", f"The aim: {start.aim.rstrip('.')}.", *different, ""]

    def standing(self, state: S) -> list[str]:
        """What somebody who comes back to the table must know, if the turn does not say it."""
        return []

    def begins_turn(self, state: S) -> bool:
        """Whether a turn begins here, and not in the middle of one that takes several events."""
        return True

    def turn(self, state: S, extra: bool) -> list[str]:
        """What stands above the prompt; the first line says whose turn it is."""
        return [f"Player {state.turn}'s turn.", *map(text_of, board(self.facts(state), WIDTH))]

    def again(self, state: S) -> list[str]:
        """What stands above the prompt when it is asked again after a refusal."""
        return []

    def fate(self, before: S, after: S, outcome: Move) -> list[str]:
        """What chance brought."""
        lines = [f"{self.game.drawn.capitalize()} for Player {before.turn}: {outcome}."]
        if after.turn == before.turn and after.moves():
            return [*lines, ""]  # the turn below tells the rest
        return [*lines, *self.changes(before, after), ""]

    def forced(self, before: S, extra: bool) -> list[str]:
        """A move that the referee plays, as there is no other."""
        lines, move = self.turn(before, extra), before.forced()
        assert move is not None
        return [*lines, f"There is only one move: {move}.", *self.moved(before, before.after(move), move)]

    def moved(self, before: S, after: S, move: Move) -> list[str]:
        """What a move has done."""
        changes = self.changes(before, after)
        ends = after.ending() or (after.chances() and not changes)
        return changes if ends else [*changes, ""]

    def changes(self, before: S, after: S) -> list[str]:
        """The facts that differ, yes or no left out: the board tells those, and what is long."""
        return changes(self.facts(before), self.facts(after))

    def refused(self, state: S, move: Move, reason: str) -> list[str]:
        """Why a well-formed move was not taken."""
        return [reason]

    def won(self, state: S, outcome: Outcome) -> list[str]:
        """The last lines of a game that ended by its rules."""
        ending = state.ending()
        return [f"Player {outcome.winner} wins: {ending.how if ending else outcome.reason}."]

    # Asking

    def prompts(self, state: S) -> Sequence[str]:
        """The questions that make up one move; most games ask one."""
        return [f"Your move ({self.asked(state)}): "]

    def asked_next(self, state: S, begun: str) -> str:
        """What is asked for, in words, when a move is begun with this."""
        return f"the rest of {begun!r}, or another move"

    def answers(self, before: S, move: Move) -> Sequence[str]:
        """What a person would have typed for this move, prompt by prompt."""
        return [str(move)]

    def typed(self, before: S, move: Move) -> list[str]:
        """The prompts of this move, each with what a person would have typed."""
        asked = zip(self.prompts(before), self.answers(before, move), strict=True)
        return [prompt + answer for prompt, answer in asked]
