"""A review per player: luck and choices in percent, and the accuracy with its explanation."""

from __future__ import annotations

from typing import NamedTuple

from primeparlor.coach.grades import FORCED, LOST
from primeparlor.coach.review.review import JudgedMove, Review
from primeparlor.core import OTHER, PLAYERS, Player
from primeparlor.match import EARLY_ENDS, Match
from primeparlor.wording import format_count, format_signed, round_percent

HIGH, LOW = 80, 50  # a loss is surprising from the first accuracy up, a win below the second


class SideSummary(NamedTuple):
    """One player's luck, choices and accuracy in a reviewed game, as they are shown."""

    player: Player
    luck: int | None  # in tenths of a percent; None where luck had no say
    choices: int  # likewise; never above 0
    accuracy: int | None  # from 0 to 100; None if nothing was at stake
    explained: str  # why, in a clause, where the number may surprise; else empty
    about: bool  # whether luck and choices rest on estimates

    @property
    def swing(self) -> str:
        """Luck and choices: "luck +23.2 %, own choices -13.2 %"; empty where luck had no say."""
        if self.luck is None:
            return ""
        about = "about " if self.about else ""
        return f"luck {about}{format_signed(self.luck)} %, own choices {format_signed(self.choices)} %"

    @property
    def accuracy_text(self) -> str:
        """The accuracy with its explanation: "accuracy 100 %: every choice was best or forced"."""
        score = "no accuracy" if self.accuracy is None else f"accuracy {self.accuracy} %"
        if self.explained.startswith("but "):
            return f"{score}, {self.explained}"
        return f"{score}: {self.explained}" if self.explained else score


def build_sides(match: Match, found: Review) -> tuple[SideSummary, SideSummary]:
    """Return the values of both players, Player 1 first."""
    one, two = (_build_side(match, found, player) for player in PLAYERS)
    return one, two


def _build_side(match: Match, found: Review, player: Player) -> SideSummary:
    swing, score = found.swings[player], found.accuracy[player]
    shown = None if score is None else round_percent(score)
    return SideSummary(
        player,
        swing.luck if any(swing.luck for swing in found.swings.values()) else None,
        swing.choices,
        shown,
        _explain_no_accuracy(found, player)
        if shown is None
        else _explain_accuracy(match, found, player, shown),
        not found.exact,
    )


def _own_decisions(found: Review, player: Player) -> list[JudgedMove]:
    return [judged for judged in found.decisions if judged.player == player]


def _explain_no_accuracy(found: Review, player: Player) -> str:
    """Return the reason why there is no accuracy, as a clause."""
    words = {judged.grade.word for judged in _own_decisions(found, player)}
    if not words:
        return "no move was made"
    if words <= {FORCED, LOST}:
        return "every position was lost" if LOST in words else "every move was forced"
    return "nothing was at stake"


def _explain_accuracy(match: Match, found: Review, player: Player, score: int) -> str:
    """Return the clause that explains a surprising accuracy, or an empty string."""
    mattered = [judged for judged in _own_decisions(found, player) if judged.grade.weight]
    mistakes = [judged for judged in mattered if judged.grade.loss]
    outcome = match.find_outcome()
    winner = outcome.winner if outcome else None
    if not mistakes:
        if winner == OTHER[player]:
            return f"every choice that mattered was right, but {_explain_loss(match, found, player)}"
        return "every choice that mattered was right"
    if score == 0:
        return (
            "the one choice that mattered was wrong"
            if len(mattered) == 1
            else "every choice that mattered was wrong"
        )
    if winner == OTHER[player] and score >= HIGH:
        luck = found.swings[player].luck
        if luck < found.swings[player].choices:
            return "but luck was on the other side"
        were = "was" if len(mistakes) == 1 else "were"
        return f"but {format_count(len(mistakes), 'mistake')} {were} enough to lose"
    if winner == player and score < LOW:
        lucky = found.swings[player].luck > -found.swings[OTHER[player]].choices
        return "but luck made up for it" if lucky else "but the other side gave the win back"
    return ""


def _explain_loss(match: Match, found: Review, player: Player) -> str:
    """Return the reason why a player lost who made no mistake, as a clause."""
    outcome = match.find_outcome()
    assert outcome is not None
    if outcome.reason in EARLY_ENDS:
        return "the game ended early"
    return (
        "luck was on the other side" if found.swings[player].luck < 0 else "the game was lost from the start"
    )
