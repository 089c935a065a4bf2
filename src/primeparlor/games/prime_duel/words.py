"""Prime Duel in words: winning chances, and the cards that make them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from primeparlor.coach.grades import CLOSE, find_instant_wins, is_too_close
from primeparlor.coach.language.line_of_play import Name
from primeparlor.coach.language.phrases import Reason, is_estimate, percent
from primeparlor.coach.language.words import LONGEST_WALK
from primeparlor.coach.language.words import Words as Default
from primeparlor.coach.random_choice import find_decisions, pick
from primeparlor.core import Ending, Move
from primeparlor.games.prime_duel import cards
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, PrimeDuel
from primeparlor.solve import analyse
from primeparlor.solve.answers import Analysis, Choice
from primeparlor.wording import as_percent

LATE = 14  # cards in the deck, from where on a choice often matters


class Words(Default[PrimeDuel]):
    """Keep or discard, and what the cards left may bring."""

    luck = "The cards decided"
    daily_level = "club"

    def variant(self, changed: Mapping[str, int]) -> str:
        words = {"target": "exactly {}", "largest": "cards 1 to {}", "copies": "{} of each card"}
        return ", ".join(words[name].format(number) for name, number in changed.items())

    def why(self, state: PrimeDuel, analysis: Analysis) -> str:
        if len(analysis.moves) == 1:
            return f"{cards.too_much(state)}."
        keep, discard = (percent(analysis, choice) for choice in analysis.moves)
        then = f": {CLOSE}" if is_too_close(analysis) else ""
        return f"Keeping wins {keep} of the time, discarding {discard}{then}."

    def before_fate(self, state: PrimeDuel, analysis: Analysis) -> str:
        about = "about " if is_estimate(analysis) else ""
        return f"Before the draw you win {about}{as_percent(analysis.value or 0)} of the time."

    def reason(self, state: PrimeDuel, analysis: Analysis, choice: Choice) -> Reason:
        if choice.move == KEEP:
            told = cards.kept(state)
        elif len(analysis.moves) == 1:
            told = cards.too_much(state)
        else:
            told = cards.second_card(state)
        if choice.value == 1:
            return Reason(f"{told}.", (choice.move,))
        # a sentence that also counts the player's own cards is long enough
        often = "" if told.endswith(" for you") else " of the time with perfect play"
        return Reason(f"{told}; you then win {percent(analysis, choice)}{often}.", (choice.move,))

    def kind(self, state: PrimeDuel, analysis: Analysis, kept: Sequence[Move]) -> str:
        """What to look at: of two moves, any more would name the right one."""
        if find_instant_wins(state):
            return f"This card makes {state.rules.target}."
        if analysis.verdict == "win":
            right = "Both choices win" if len(kept) > 1 else "Only one choice wins"
            return f"{right} whatever the cards bring. {cards.what_to_count(state)}"
        return cards.what_to_count(state)

    def missed(self, state: PrimeDuel, analysis: Analysis) -> str:
        best = next(choice for choice in analysis.moves if choice.best)
        if len(analysis.moves) == 1 or best.move in find_instant_wins(state):
            return super().missed(state, analysis)
        what = f"{'Keeping' if best.move == KEEP else 'Discarding'} the {state.card}"
        often = "" if best.value == 1 else f" {percent(analysis, best)} of the time"
        kept = next(choice for choice in analysis.moves if choice.move == KEEP).value or 0.0
        second = analyse(state.after(DISCARD)).chances
        return f"{what} would have won{often}: {cards.decide(state, kept, second)}."

    def mistake(self, state: PrimeDuel, analysis: Analysis, move: Move) -> str:
        if find_instant_wins(state):
            return f"discarded the card that made {state.rules.target}"
        return "kept a card better discarded" if move == KEEP else "discarded a card better kept"

    def instruction(self, state: PrimeDuel, move: Move) -> str:
        return f"{'Keep' if move == KEEP else 'Discard'} the {state.card}."

    def did(self, state: PrimeDuel, move: Move) -> str:
        return f"{'kept' if move == KEEP else 'discarded'} the {state.card}"

    def brief(self, state: PrimeDuel, move: Move) -> str:
        return f"{move} the {state.card} at {state.mine}"

    def won(self, state: PrimeDuel, ending: Ending, name: Name) -> str:
        return f"{name(ending.winner)} won, {max(state.scores)} to {min(state.scores)}"

    def estimate(self, error: float) -> str:
        from primeparlor.games.prime_duel.solver.at_the_table import MEASURED, USUAL_ERROR

        usual, most = (f"{100 * share:.1f}" for share in (USUAL_ERROR, error))
        measured = f"none of {MEASURED:,} measured was more than {most} % off"
        return f"an estimate, usually within {usual} %; {measured}"

    def daily_cards(self, random: Random) -> tuple[int, ...]:
        """Every card of three decks, one after the other: no duel draws more."""
        deck = self.game.Rules().full_deck
        return tuple(card for _ in range(3) for card in sorted(deck, key=lambda _: random.random()))

    def question(self, state: PrimeDuel, analysis: Analysis, right: int) -> str:
        return f"Find the better choice{'' if analysis.exact else ', as far as an estimate can tell'}."

    def draw_position(self, random: Random, wanted: float) -> PrimeDuel | None:
        """Late in a game played at random: earlier no choice matters much."""
        positions = find_decisions(self.draw_start(random, wanted), random, LONGEST_WALK)
        late = [state for state in positions if len(state.deck) <= LATE]
        return pick(random, late) if late else None
