"""Number Morph in words: answers to every prime, and the digits that change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2

from primeparlor.coach.blocks import Reason, from_1_to_5, quickest
from primeparlor.coach.lines import Name, Verb
from primeparlor.coach.words import Words as Default
from primeparlor.core import Ending, Move
from primeparlor.games.number_morph.form import changed, places
from primeparlor.games.number_morph.rules import NumberMorph
from primeparlor.solve.answers import Analysis, Choice

EXAMPLES = 3


class Words(Default[NumberMorph]):
    """The winner answers every prime with its partner."""

    verb = Verb("make", "makes", "made")

    def why(self, state: NumberMorph, analysis: Analysis) -> str:
        if analysis.verdict == "win":
            partner = quickest(state, analysis)
            if not state.after(int(partner)).moves():
                return f"You win at once: no prime is open after {partner}."
            return (
                f"You win: the primes can be paired, partners one digit apart; make {partner}, the partner "
                f"of {state.number}, and answer every prime your opponent makes with its partner."
            )
        met = _met((choice.line[:2] for choice in analysis.moves[:EXAMPLES]), len(analysis.moves))
        return (
            f"You lose against perfect play: your opponent has an answer to every prime you can make ({met})."
        )

    def before_fate(self, state: NumberMorph, analysis: Analysis) -> str:
        won, starts = sum(chance.value == 1 for chance in analysis.chances), len(analysis.chances)
        return f"Of the {starts} first numbers, Player 1 wins {won} and Player 2 wins {starts - won}."

    def reason(self, state: NumberMorph, analysis: Analysis, choice: Choice) -> Reason:
        move, line = choice.move, choice.line
        answers = state.after(int(move)).moves()
        if not answers:
            return Reason(f"No prime is open after {move}: you win at once.", line)
        if choice.verdict == "loss":
            more = (
                "and can answer every prime that follows" if len(line) > 2 else "which leaves no prime open"
            )
            return Reason(f"Your opponent answers {line[1]}, {more}.", line)
        met = _met(choice.replies[:EXAMPLES], len(answers))
        return Reason(f"Whatever your opponent makes next, you can answer it ({met}).", line)

    def brief(self, state: NumberMorph, move: Move) -> str:
        return f"{state.number} → {move}"

    def won(self, state: NumberMorph, ending: Ending, name: Name) -> str:
        return f"{name(ending.winner)} won: no prime was left after {state.number}"

    def kind(self, state: NumberMorph, analysis: Analysis, kept: Sequence[Move]) -> str:
        others = [choice.move for choice in analysis.moves if choice.move not in kept]
        if not others:
            return "Any prime."
        good, bad = ({changed(state, int(move))[0] for move in moves} for moves in (kept, others))
        some = ", but not every prime there keeps the win" if good & bad else ""
        return f"Change the {' or the '.join(place for place in places(state) if place in good)} digit{some}."

    def difficulty(self, state: NumberMorph, analysis: Analysis, right: int) -> int:
        """Harder the more primes are open, as the end is then farther off."""
        choice = log2(len(analysis.moves) / right)
        return from_1_to_5(choice + log2(1 + len(analysis.proof["pairs"])) - 3.5)


def _met(pairs: Iterable[tuple[Move, ...]], answers: int) -> str:
    """The first answers with their partners, as in "211 → 271, 241 → 541, …"."""
    told = [f"{answer} → {partner}" for answer, partner in pairs]
    return ", ".join(told + ["…"] * (answers > len(told)))
