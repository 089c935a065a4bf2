"""Grades of moves, in exact words, and how accurately somebody played.

best             has the best value, and is the quickest where the distance to the end is known
keeps the win    still won, but not the quickest way
gives it away    the position was won; after this move it is not
lost anyway      every move loses against perfect play
forced           there was only one legal move
safe, loses      in endless play: the game goes on, or is lost; "best" if none is safe
gives up safe play         in endless play: the move takes a risk of losing
settles for endless play   the winning chance was sure; after this move play may go on for ever
loses 1.2 points where chance decides: percentage points of winning chance given away
too close to call          no move is known to be better: the estimates differ by less than their error

These words are the data. People read `label` in lists and `deed` in sentences, where a point is only ever a
point of the game's score.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from primeparlor.core import Move, State
from primeparlor.solve.answers import Analysis, Choice
from primeparlor.wording import format_loss, in_percentage_points, subtract_chances, to_tenths

BEST, KEEPS, GIVES, LOST, FORCED = "best", "keeps the win", "gives it away", "lost anyway", "forced"
SAFE, LOSES, RISKS, SETTLES = "safe", "loses", "gives up safe play", "settles for endless play"
CLOSE = "too close to call"
ONLY = "only move"  # in lists, of a move that alone keeps the value
EQUAL = 1e-9  # winning chances closer than this are the same

Kind: TypeAlias = Literal["good", "bad", "ink2"]  # names of colours: well done, a mistake, nothing to judge
CHECK, DOWN, ARROW, DOT, EQUALS = "✓", "▼", "→", "·", "="
DEEDS = {  # to follow what somebody did: "took 5, which gave the win away"
    BEST: ", which was best",
    KEEPS: ", which kept the win",
    GIVES: ", which gave the win away",
    LOST: " in a lost position",
    FORCED: ", the only legal move",
    SAFE: ", which was safe",
    LOSES: ", which lost the game",
    RISKS: ", which gave up safe play",
    SETTLES: ", which settled for endless play",
    CLOSE: ": too close to call",
}
VERDICTS = {  # to follow "Right" or "No" where the word itself does not fit
    BEST: "",
    GIVES: ": it gives the win away",
    LOST: ": it loses like every other move",
    FORCED: ": it is the only legal move",
    SAFE: ": it is safe",
    CLOSE: ": the choice is too close to call",
}
NO_JUDGEMENT = {FORCED: ARROW, LOST: DOT, CLOSE: EQUALS}  # words for moves that were not wrong, with glyphs


class Grade(NamedTuple):
    """The grade of a move, compared with the other moves of its position."""

    move: Move
    word: str
    loss: float  # winning chance given away; without chance 1 for the whole game, or 0
    only: bool  # the only move that keeps the value, among several legal ones
    weight: float  # how hard the choice was and how much hung on it, from 0 to 1
    earned: float  # the part of the weight that the move was worth
    points: int = 0  # the loss as it is shown, in tenths of a percentage point
    in_points: bool = False  # True if the word names the points
    cost: str = ""  # the loss in percent, as people read it: "about 2.3 %"; empty where the word tells all
    saving: str = ""  # "2 of 8 moves keep the win"; empty where chance decides, or nothing could be lost

    @property
    def label(self) -> str:
        """The grade in a list: "gives it away", "costs about 2.3 %"."""
        return f"costs {self.cost}" if self.cost else self.word

    def deed(self, whose: str) -> str:
        """Format the grade in the past tense, to follow what was done.

        `whose` is "your", "its" or "their", for the winning chance.
        """
        if not self.cost:
            return DEEDS[self.word]
        return f", which cost {in_percentage_points(self.cost)} of {whose} winning chance"

    @property
    def verdict(self) -> str:
        """The grade of a try, to follow "Right" or "No": ": it keeps the win"; empty for the best move."""
        if self.cost:
            return f": it costs {in_percentage_points(self.cost)} of your winning chance"
        return VERDICTS.get(self.word, f": it {self.word}")

    @property
    def kind(self) -> Kind:
        """The colour of the grade."""
        return "bad" if self.loss else "ink2" if self.word in NO_JUDGEMENT else "good"

    @property
    def glyph(self) -> str:
        """The sign of the grade, which means the same as the colour."""
        return DOWN if self.loss else NO_JUDGEMENT.get(self.word, CHECK)


def rank_choice(analysis: Analysis, choice: Choice) -> float:
    """Return the key that ranks the moves of a position: the chance to win, in endless play not to lose.

    A move into endless play counts as much as it guarantees.
    """
    if choice.value is not None:
        return choice.value
    mine, theirs = choice.guarantees
    return 1 - theirs if analysis.verdict == "endless" else mine


def find_keeping_moves(analysis: Analysis) -> list[Choice]:
    """Return the moves that keep the value of the position, as far as an estimate can tell."""
    best = max(rank_choice(analysis, choice) for choice in analysis.moves)
    least = best - max(EQUAL, analysis.error_of_choice or 0.0)
    return [choice for choice in analysis.moves if rank_choice(analysis, choice) > least]


def is_too_close(analysis: Analysis) -> bool:
    """Return True if several moves may be best, and the error of the estimates hides which."""
    return bool(analysis.error_of_choice) and len(find_keeping_moves(analysis)) > 1


def grade_choice(analysis: Analysis, move: Move) -> Grade:
    """Return the grade of a move in the position that was analysed."""
    choice = next(choice for choice in analysis.moves if choice.move == move)
    if len(analysis.moves) == 1:
        return Grade(move, FORCED, 0.0, False, 0.0, 0.0)
    keeping, values = (
        find_keeping_moves(analysis),
        [rank_choice(analysis, choice) for choice in analysis.moves],
    )
    by_chance = any(choice.verdict == "chance" or any(choice.guarantees) for choice in analysis.moves)
    told_in_points = by_chance and analysis.verdict != "endless" and choice.verdict != "endless"
    stake = max(values) - min(values) if by_chance else 1.0
    loss = 0.0 if choice in keeping else max(values) - rank_choice(analysis, choice) if by_chance else 1.0
    good = CLOSE if is_too_close(analysis) else BEST
    weight = (1 - len(keeping) / len(values)) * stake
    shown = (
        subtract_chances(max(values), rank_choice(analysis, choice)) if told_in_points else to_tenths(loss)
    )
    points = shown if loss else 0
    lost = _format_loss(analysis, points) if told_in_points and loss else ""
    return Grade(
        move,
        f"loses {lost} points" if lost else good if told_in_points else _choose_word(analysis, choice, loss),
        loss,
        keeping == [choice] and not told_in_points,
        weight,
        weight * (1 - loss / stake) if loss else weight,
        points,
        told_in_points,
        f"{lost} %" if lost else "",
        "" if by_chance else _format_saving(analysis, len(keeping)),
    )


def _format_saving(analysis: Analysis, keeping: int) -> str:
    """Format how many moves keep the win or are safe; empty if all of them do."""
    every = len(analysis.moves)
    if keeping == every:
        return ""
    does = "keeps" if keeping == 1 else "keep"
    what = f"{'is' if keeping == 1 else 'are'} safe" if analysis.verdict == "endless" else f"{does} the win"
    return f"{keeping} of {every} moves {what}"


def _choose_word(analysis: Analysis, choice: Choice, loss: float) -> str:
    if analysis.verdict == "endless":
        if loss:
            return LOSES if choice.verdict == "loss" else RISKS
        return BEST if choice.guarantees[1] else SAFE
    if analysis.verdict == "loss":
        return LOST
    if analysis.verdict == "chance":
        return SETTLES
    return GIVES if loss else BEST if choice.best else KEEPS


def _format_loss(analysis: Analysis, points: int) -> str:
    """Format the loss in percentage points, to the tenth: "about 2.3"."""
    return f"{'' if analysis.exact or not points else 'about '}{format_loss(points)}"


def accuracy(grades: Iterable[Grade]) -> float | None:
    """Return how well somebody chose, from 0 to 100; None if nothing was at stake.

        accuracy = 100 × sum of earned / sum of weight
        weight   = share of the moves that do not keep the value × stake
        earned   = weight × (1 − loss / stake)

    The stake is the difference between the best move and the worst: the whole game where there is no
    chance, so that a mistake earns nothing there. A choice between moves that are too close to call has no
    weight: every move of it keeps the value, as far as is known.
    """
    weight = earned = 0.0
    for grade in grades:
        weight += grade.weight
        earned += grade.earned
    return 100 * (earned / weight) if weight > EQUAL else None  # exactly 100 if all was earned


def find_instant_wins(state: State) -> list[Move]:
    """Return the moves that win immediately."""
    endings = {move: state.after(move).ending() for move in state.moves()}
    return [move for move, ending in endings.items() if ending and ending.winner == state.turn]
