"""Pocket Addition in words: what is taken, what it leaves and what it blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from primeparlor.coach.language.line_of_play import OPPONENT, YOU, Name, Verb
from primeparlor.coach.language.phrases import Reason, capital, span
from primeparlor.coach.language.words import Words as Default
from primeparlor.core import PASS, Ending, Move, Player
from primeparlor.games.pocket_addition.rules import PocketAddition
from primeparlor.solve.answers import Analysis, Choice


class Words(Default[PocketAddition]):
    """Numbers taken, with the totals that decide the game."""

    verb = Verb("take", "takes", "took")
    puzzle_starts = ("", "target=20 largest=9")

    def variant(self, changed: Mapping[str, int]) -> str:
        target = f"exactly {changed['target']}" if "target" in changed else ""
        numbers = f"1 to {changed['largest']}" if "largest" in changed else ""
        return f"{target} with {numbers}" if target and numbers else target or numbers

    def reason(self, state: PocketAddition, analysis: Analysis, choice: Choice) -> Reason:
        after, move, line = state.after(choice.move), choice.move, choice.line
        target, total = state.rules.target, state.rules.total
        if total[after.theirs] == target:
            return Reason(f"{total[state.mine]} + {move} = {target}: you win at once.", line)
        makes = target - total[after.mine]
        if makes in after.moves():
            left = f"{total[after.mine]} + {makes} = {target}"
            return Reason(f"It leaves your opponent the {makes}: {left}.", line)
        wins = choice.verdict == "win"
        told = self.line(after, line[1:], wins, state.turn)
        if move == target - total[state.theirs]:
            blocked = f"{total[state.theirs]} + {move} = {target}"
            return Reason(f"It blocks {blocked}{'; ' if wins else ', but '}{told}.", line)
        return Reason(f"{capital(told)}.", line)

    def ended(self, state: PocketAddition, opponent: str, you: Player, at_once: str = "") -> str:
        """The totals that decided it."""
        ending = state.ending()
        assert ending is not None
        who = YOU if ending.winner == you else opponent
        high, low = max(state.totals), min(state.totals)
        s = "s" * (who == OPPONENT)
        if high == state.rules.target:
            return f"{who} make{s} {high}"
        return f"both have {high}, but {who} took last" if high == low else f"{who} win{s} {high} to {low}"

    def brief(self, state: PocketAddition, move: Move) -> str:
        mine = state.rules.total[state.mine]
        return f"pass at {mine}" if move == PASS else f"{mine} + {move} = {mine + int(move)}"

    def won(self, state: PocketAddition, ending: Ending, name: Name) -> str:
        high, low = max(state.totals), min(state.totals)
        if high == low:
            return (
                f"{name(ending.winner)} won: both had {high}, and {name(ending.winner)} took the last number"
            )
        return f"{name(ending.winner)} won, {high} to {low}"

    def mistake(self, state: PocketAddition, analysis: Analysis, move: Move) -> str:
        target, total, after = state.rules.target, state.rules.total, state.after(move)
        if target - total[state.mine] in state.moves():
            return f"missed the number that made {target}"
        if target - total[after.mine] in after.moves():
            return f"left your opponent the number that makes {target}"
        return "took a number that loses further on"

    def kind(self, state: PocketAddition, analysis: Analysis, kept: Sequence[Move]) -> str:
        target, total = state.rules.target, state.rules.total
        if target - total[state.mine] in kept:
            return f"You can make {target} now."
        if target - total[state.theirs] in kept and len(kept) == 1:
            return "Take the number your opponent needs."
        others = [int(choice.move) for choice in analysis.moves if choice.move not in kept]
        return span("number", [int(move) for move in kept], others)
