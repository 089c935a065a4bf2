"""Sentences about any game; a game's own `words.py` may replace them.

Everything comes from the solver's answer; "you" is the player to move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor, inf, log10
from random import Random
from typing import ClassVar, Generic, TypeVar, cast

from primeparlor import notation
from primeparlor.coach.grades import find_instant_wins, find_keeping_moves
from primeparlor.coach.language.line_of_play import (
    ANSWER,
    OPPONENT,
    PLAY,
    YOU,
    Name,
    Verb,
    format_ending,
    format_line,
    format_outcome,
)
from primeparlor.coach.language.phrases import (
    Asked,
    Reason,
    capital,
    format_alternatives,
    format_endless,
    has_chance,
    is_certain,
    is_estimate,
    join_words,
    more_moves,
    percent,
    span,
)
from primeparlor.coach.random_choice import find_decisions, pick
from primeparlor.core import PASS, Ending, Move, Player, State
from primeparlor.solve import Analysis, Choice, Solution, choices
from primeparlor.wording import as_percent, format_certain_win

S = TypeVar("S", bound=State)
SHORT = 4  # moves after a move that its reason names one by one
LONGEST_WALK = 100  # moves before a puzzle
EASY, HARD = 800.0, 1400.0  # ratings for which the first and the last variant are drawn
HARDEST = 1500.0  # rating from which `hardest_starts` are drawn; no day asks for as much
LISTED = 3  # moves whose winning chances are given one by one


class Words(Generic[S]):
    """The words of a game; the defaults for a game without words of its own."""

    verb: ClassVar[Verb] = PLAY
    luck: ClassVar[str] = "Luck decided"  # when fate cost the loser more than their own choices
    puzzle_starts: ClassVar[tuple[str, ...]] = ("",)  # variants in words that have puzzles, easy to hard
    hardest_starts: ClassVar[tuple[str, ...]] = ()  # drawn instead of the last of them for the strongest
    daily_starts: ClassVar[tuple[str, ...]] = ("",)  # variants in words of the puzzles of the day
    daily_level: ClassVar[str] = ""  # the level of the daily duel, where the game brings one
    line_choices: ClassVar[int] = 3  # decisions of a line where fate acts or a game need not end; 0: no lines

    def __init__(self, game: type[S]) -> None:
        self.game = game

    # Why ---------------------------------------------------------------------------------------------

    def why(self, state: S, analysis: Analysis) -> str:
        """Return one sentence about the position, addressed to the player to move."""
        if analysis.verdict == "chance":
            return self._percentages(state, analysis)
        if analysis.verdict == "endless":
            safe = sum(choice.verdict == "endless" for choice in analysis.moves)
            going = f"{safe} of {len(analysis.moves)} moves {'keeps' if safe == 1 else 'keep'} the game going"
            if any(analysis.guarantees):
                return f"{capital(going)}. {format_endless(analysis.guarantees)}"
            return f"Nobody can be forced to lose: {going}."
        wins = analysis.verdict == "win"
        verdict = "You win" if wins else "You lose against perfect play"
        return f"{verdict}: {self.line(state, analysis.line, wins)}." if analysis.line else f"{verdict}."

    def _percentages(self, state: S, analysis: Analysis) -> str:
        if len(analysis.moves) <= LISTED and all(choice.value is not None for choice in analysis.moves):
            shown = [
                f"{self._shown(state, choice.move)} wins {percent(analysis, choice)}"
                for choice in analysis.moves
            ]
            return capital(f"{', '.join(shown)} of the time.")
        best = next(choice for choice in analysis.moves if choice.best)
        often = f"it wins {percent(analysis, best)} of the time"
        return f"The best move is {self._shown(state, best.move)}: {often}."

    def before_fate(self, state: S, analysis: Analysis) -> str:
        """Return one sentence about a position in which fate acts next."""
        if any(analysis.guarantees):
            return format_endless(analysis.guarantees)
        if analysis.verdict == "endless":
            return f"Whatever is {self.game.drawn}, nobody can be forced to lose."
        if analysis.verdict != "chance":
            return f"You {analysis.verdict.replace('loss', 'lose')} whatever is {self.game.drawn}."
        about = "about " if is_estimate(analysis) else ""
        return f"On average you win {about}{as_percent(analysis.value or 0)} of the time."

    def reason(self, state: S, analysis: Analysis, choice: Choice) -> Reason:
        """Return the reason why this move is good or bad."""
        return Reason(self._because(state, analysis, choice), choice.line or (choice.move,))

    def _because(self, state: S, analysis: Analysis, choice: Choice) -> str:
        if choice.verdict == "chance":
            return f"You win {percent(analysis, choice)} of the time."
        if choice.verdict == "endless":
            sure = any(choice.guarantees)
            return format_endless(choice.guarantees) if sure else "It keeps the game going for ever."
        after, rest, wins = state.after(choice.move), choice.line[1:], choice.verdict == "win"
        if after.ending():
            return f"{capital(self.ended(after, OPPONENT, state.turn, ' at once'))}."
        if not rest:
            then = (
                f" whatever is {self.game.drawn}"
                if after.chances()
                else ""
                if wins
                else " against perfect play"
            )
            return f"{capital(format_outcome(YOU, wins))}{then}."
        if len(rest) <= SHORT:
            return f"{capital(self.line(after, rest, wins, state.turn))}."
        can = " can" * (len(after.moves()) > 1)
        who, verb = ("Your opponent", ANSWER) if after.turn != state.turn else ("You", self.verb)
        answers = (
            f"{who}{can} {verb.you if can or who == 'You' else verb.opponent} {self._shown(after, rest[0])}"
        )
        return f"{answers}, and {format_outcome(YOU, wins)} after {more_moves(len(rest) - 1)}."

    def line(self, state: S, line: Sequence[Move], wins: bool, you: Player | None = None) -> str:
        """Format a line of play from here as a clause, addressed to the player to move.

        With `you`, it is addressed to that player and follows a move already made, so it is worded as
        possible.
        """

        def ended(last: S, opponent: str, you: Player) -> str:
            if last.ending():
                return self.ended(last, opponent, you)
            if last.chances():
                return f"{format_outcome(YOU, wins)} whatever is {self.game.drawn}"
            return f"so on until {format_outcome(YOU, wins)}"

        return format_line(state, line, you or state.turn, ended, self.verb, possible=you is not None)

    def ended(self, state: S, opponent: str, you: Player, at_once: str = "") -> str:
        """Format how this finished game has ended: "you win by reaching 21", "they lose by passing 21"."""
        ending = state.ending()
        assert ending is not None
        who = YOU if ending.by == you else opponent
        return f"{format_outcome(who, ending.by == ending.winner)}{at_once}{format_ending(ending.reason)}"

    # The rules ---------------------------------------------------------------------------------------

    def variant(self, changed: Mapping[str, int]) -> str:
        """Describe a variant by the numbers that differ from the standard game: "35 steps, 1 to 4"."""
        return ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in changed.items())

    def _shown(self, state: S, move: Move) -> str:
        return notation.format_move(state, move)

    # Looking back ------------------------------------------------------------------------------------

    def did(self, state: S, move: Move) -> str:
        """Format a move made here, looking back: "played 7"."""
        return "passed" if move == PASS else f"{self.verb.past} {self._shown(state, move)}"

    def instruction(self, state: S, move: Move) -> str:
        """Format the move as advice: "Play 7.", "Pass."."""
        return "Pass." if move == PASS else f"{capital(self.verb.you)} {self._shown(state, move)}."

    def brief(self, state: S, move: Move) -> str:
        """Format the move for a list of moves: "play 7", "pass"."""
        shown = self._shown(state, move)
        return shown if isinstance(move, str) else f"{self.verb.you} {shown}"

    def won(self, state: S, ending: Ending, name: Name) -> str:
        """Format who won this finished game and how, as a clause: "Player 1 won by reaching 21"."""
        won = f"{name(ending.winner)} won"
        if ending.by != ending.winner:
            return f"{won}: {name(ending.by)} {ending.reason}"
        return f"{won}{format_ending(ending.reason)}"

    def missed(self, state: S, analysis: Analysis) -> str:
        """Format what the player could have had in this position, addressed to the player who missed it."""
        best = [choice for choice in analysis.moves if choice.best]
        at_once = [choice.move for choice in best if choice.move in find_instant_wins(state)]
        if at_once:
            return f"You had a win here: {join_words([self.brief(state, move) for move in at_once], 'or')}."
        moves = format_alternatives(state, [choice.move for choice in best])
        if analysis.verdict == "win":
            every = [choice.move for choice in find_keeping_moves(analysis)]
            quickest = f", quickest with {moves}" if len(every) > len(best) else ""
            return f"You had a win here with {format_alternatives(state, every)}{quickest}."
        if analysis.verdict == "chance":
            return f"{capital(moves)} would have won {percent(analysis, best[0])} of the time."
        what = "taken less risk" if any(analysis.guarantees) else "played safe"
        return f"You could have {what} with {moves}."

    def mistake(self, state: S, analysis: Analysis, move: Move) -> str:
        """Return the kind of mistake in a few words that follow "you": "missed a win at once"."""
        if find_instant_wins(state):
            return "missed a win at once"
        after = state.after(move)
        if after.ending():
            return "lost at once"
        if after.turn != state.turn and find_instant_wins(after):
            return "left your opponent a win at once"
        if analysis.verdict == "endless":
            return "gave up safe play"
        return "misjudged the chances" if has_chance(analysis) else "gave a win away"

    def solved(self, solution: Solution) -> str:
        """Return the solution of a whole game in one sentence."""
        if solution.verdict == "endless":
            return "Neither player can force a win: perfect play may never end."
        if solution.first_player_wins is None:
            points = 100 * (solution.error or 1e-6)
            error = f" (error at most {points:.1g} %)" if solution.error else ""
            digits = min(6, max(1, floor(-log10(points))))  # those that the error leaves
            share = f"{100 * (solution.value or 0):.{digits}f} %"
            return f"Player 1 wins {share} of games with perfect play on both sides{error}."
        if solution.starts == 1:
            return format_certain_win(1 if solution.first_player_wins else 2)
        won, starts = solution.first_player_wins, solution.starts
        return f"Of {starts:,} starts, Player 1 wins {won:,} and Player 2 wins {starts - won:,}."

    def estimate(self, error: float) -> str:
        """Format how far a value may be off."""
        return f"an estimate, at most {max(0.1, 100 * error):.1f} % off"

    # Hints -------------------------------------------------------------------------------------------

    def kind(self, state: S, analysis: Analysis, kept: Sequence[Move]) -> str:
        """Describe what the right moves, and only they, have in common: the third hint step."""
        others = [choice.move for choice in analysis.moves if choice.move not in kept]
        if not others:
            return "Any move."
        if any(move in kept for move in find_instant_wins(state)):
            return "You can win at once."
        if all(self._is_number(state, choice.move) for choice in analysis.moves):
            return span("number", [int(move) for move in kept], [int(move) for move in others])
        return self._to_compare(state, analysis)

    def _is_number(self, state: S, move: Move) -> bool:
        """Return True if people read a number here: of codes none is low or odd."""
        return isinstance(move, int) and self._shown(state, move) == str(move)

    def _to_compare(self, state: S, analysis: Analysis) -> str:
        """Return what to compare: with only two words to choose from, more would give the answer away."""
        moves = [self._shown(state, choice.move) for choice in analysis.moves]
        named = join_words(moves) if len(moves) <= LISTED else "the moves"
        if has_chance(analysis):
            return f"Compare {named}: what can happen after each, and how likely is it?"
        return f"Compare {named}: what can your opponent do after each?"

    def clue(self, state: S, analysis: Analysis, asked: Asked) -> str:
        """Describe what the right answers to a puzzle have in common."""
        return self.kind(state, analysis, asked.answers)

    def risk(self, state: S) -> float:
        """Return the share of answers that lose here, the value of a trap; 0 if some answer wins at once."""
        if find_instant_wins(state):
            return 0.0
        answers = choices(state)
        return sum(answer.verdict == "loss" for answer in answers) / len(answers)

    # Every day ---------------------------------------------------------------------------------------

    def draw_daily_positions(self, random: Random, wanted: float) -> Sequence[S]:
        """Draw positions for a puzzle of the day, of about this rating where that can be told quickly.

        The more different ones there are, and the sooner they are drawn, the better: a day takes only those
        that no other day of two years may take.
        """
        return find_decisions(self.draw_daily_start(random), random, LONGEST_WALK)

    def draw_daily_start(self, random: Random) -> S:
        """Draw the start of one of the variants of the puzzles of the day."""
        return cast(S, notation.set_up(self.game, pick(random, self.daily_starts).split()))

    def daily_cards(self, random: Random) -> tuple[Move, ...]:
        """Return the outcomes of chance in the daily duel, in order, whatever the players do."""
        return ()

    # Puzzles -----------------------------------------------------------------------------------------

    def puzzle(self, state: S, analysis: Analysis) -> Asked | None:
        """Return the question to ask here: for the only right move, if it matters; else None."""
        right = find_keeping_moves(analysis)
        if len(right) != 1 or not is_certain(analysis):
            return None
        return Asked("Find the only right move.", (right[0].move,))

    def question(self, state: S, analysis: Analysis, right: int) -> str:
        """Return the question after a mistake, where this many moves would have been right."""
        if has_chance(analysis) and analysis.verdict != "endless":
            what = "better choice" if len(analysis.moves) == 2 else "best move"
            return f"Find the {what}{'' if analysis.exact else ', as far as an estimate can tell'}."
        safe = "right move" if analysis.guarantees[1] else "safe move"
        what = safe if analysis.verdict == "endless" else "move that keeps the win"
        return f"Find {'the only' if right == 1 else 'a'} {what}."

    def draw_position(self, random: Random, wanted: float) -> S | None:
        """Draw a position that may make a puzzle of about this rating, from a game played at random."""
        positions = find_decisions(self.draw_start(random, wanted), random, LONGEST_WALK)
        return pick(random, positions) if positions else None

    def draw_start(self, random: Random, wanted: float) -> S:
        """Draw the start of one of the variants; for a high rating, of one of the last."""
        if self.hardest_starts and wanted >= HARDEST:
            variant = pick(random, self.hardest_starts)
        else:
            last = len(self.puzzle_starts) - 1
            far = round((wanted - EASY) / (HARD - EASY) * last + random.random() - 0.5)
            variant = self.puzzle_starts[max(0, min(last, far))]
        return cast(S, notation.set_up(self.game, variant.split()))

    def burden(self, state: S) -> float:
        """Return, as a rating, how hard it is for a person to keep in mind what no level has to."""
        return -inf
