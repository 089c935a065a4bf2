"""Number Morph in words: answers to every prime, and the digits that change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from primeparlor import messages
from primeparlor.coach.grades import find_instant_wins, find_keeping_moves
from primeparlor.coach.language.line_of_play import Name, Verb
from primeparlor.coach.language.phrases import Asked, Reason, find_quickest, join_words
from primeparlor.coach.language.words import EASY, HARD, LONGEST_WALK
from primeparlor.coach.language.words import Words as Default
from primeparlor.coach.random_choice import StableRandom, find_decisions, pick
from primeparlor.core import Ending, Move, Player
from primeparlor.fact_words import Facts
from primeparlor.games.number_morph.form import DIGITS, changed, list_digits, list_ends, name_places, places
from primeparlor.games.number_morph.rules import NumberMorph
from primeparlor.messages import KeyText, Row, Said, Seats, Tips
from primeparlor.primes import as_product
from primeparlor.solve.answers import Analysis, Choice
from primeparlor.wording import if_few, in_words

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

EXAMPLES = 3
MOST_WRONG = 4  # primes that lose, beside one that wins, where a puzzle asks which of them does
MANY_USED, HEAVY = 30, 900.0  # used primes that nobody keeps in mind, and the rating of looking through them
LATEST = 0.8  # of a game that is left out for a high rating
LAST = 10  # positions of a game that may make a puzzle of the day


class Words(Default[NumberMorph]):
    """The winner answers every prime with its partner."""

    verb = Verb("make", "makes", "made")
    puzzle_starts = ("digits=2", "digits=2", "digits=3")
    daily_starts = ("digits=3",)  # with two digits few positions offer enough to choose from

    def variant(self, changed: Mapping[str, int]) -> str:
        return f"{in_words(changed['digits'])} digits" if "digits" in changed else ""

    def why(self, state: NumberMorph, analysis: Analysis) -> str:
        if analysis.verdict == "win":
            partner = find_quickest(state, analysis)
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
            more = "and can then answer whatever you make" if len(line) > 2 else "which leaves no prime open"
            return Reason(f"Your opponent can make {line[1]}, {more}.", line)
        met = _met(choice.replies[:EXAMPLES], len(answers))
        return Reason(f"Whatever your opponent makes next, you can answer it ({met}).", line)

    def brief(self, state: NumberMorph, move: Move) -> str:
        return f"{state.number} → {move}"

    def won(self, state: NumberMorph, ending: Ending, name: Name) -> str:
        return f"{name(ending.winner)} won: no prime was left after {state.number}"

    def mistake(self, state: NumberMorph, analysis: Analysis, move: Move) -> str:
        if find_instant_wins(state):
            return "missed the prime that left no other"
        if find_instant_wins(state.after(int(move))):
            return "left your opponent the last prime"
        right = {changed(state, int(choice.move))[0] for choice in find_keeping_moves(analysis)}
        same = changed(state, int(move))[0] in right
        return "changed the right place, but to the wrong digit" if same else "changed the wrong place"

    def kind(self, state: NumberMorph, analysis: Analysis, kept: Sequence[Move]) -> str:
        others = [choice.move for choice in analysis.moves if choice.move not in kept]
        if not others:
            return "Any prime."
        good, bad = ({changed(state, int(move))[0] for move in moves} for moves in (kept, others))
        some = ", but not every prime there keeps the win" if good & bad else ""
        return f"Change the {' or the '.join(place for place in places(state) if place in good)} digit{some}."

    def clue(self, state: NumberMorph, analysis: Analysis, asked: Asked) -> str:
        """Which digit changes; of a few primes that would say too much, so what the right one leads to."""
        if not asked.among:
            return super().clue(state, analysis, asked)
        left = len(state.after(int(asked.answers[0])).moves())
        primes = f"{if_few(left)} prime{'s' * (left != 1)}"
        answer = {1: "it", 2: "both"}.get(left, "each of them")
        return f"After the right one your opponent can make {primes}, and you can answer {answer}."

    def puzzle(self, state: NumberMorph, analysis: Analysis) -> Asked | None:
        """For the only prime that wins; where several do, for the one of a few that does.

        What lets the opponent win at once is not among those: nobody would choose it.
        """
        if asked := super().puzzle(state, analysis):
            return asked
        right = [choice.move for choice in analysis.moves if choice.verdict == "win"]
        wrong = [
            choice.move
            for choice in analysis.moves
            if choice.verdict == "loss" and not find_instant_wins(state.after(int(choice.move)))
        ]
        if not right or not wrong:
            return None
        random = StableRandom(f"{state.number} {state.used}")
        random.shuffle(wrong)
        answer = pick(random, right)
        among = tuple(sorted([answer, *wrong[:MOST_WRONG]], key=int))
        return Asked(f"Which wins: {join_words([str(prime) for prime in among], 'or')}?", (answer,), among)

    def draw_position(self, random: Random, wanted: float) -> NumberMorph | None:
        """Anywhere in a game played at random; for a high rating late in it, where few can see the end."""
        positions = find_decisions(self.draw_start(random, wanted), random, LONGEST_WALK)
        early = LATEST * max(0.0, min(1.0, (wanted - EASY) / (HARD - EASY)))
        return pick(random, positions[int(early * len(positions)) :]) if positions else None

    def draw_daily_positions(self, random: Random, wanted: float) -> Sequence[NumberMorph]:
        """Late in a game: earlier ones have no line that can be played to its end."""
        return super().draw_daily_positions(random, wanted)[-LAST:]

    def burden(self, state: NumberMorph) -> float:
        """Who looks for an open prime has to look through those that are used."""
        return HEAVY * min(1.0, state.used.bit_count() / MANY_USED)


def _met(pairs: Iterable[tuple[Move, ...]], answers: int) -> str:
    """The first answers with their partners, as in "211 → 271, 241 → 541, …"."""
    told = [f"{answer} → {partner}" for answer, partner in pairs]
    return ", ".join(told + ["…"] * (answers > len(told)))


# At the table ----------------------------------------------------------------------------------------

MAPPED = {2: "Tens across, units down.", 3: "Hundreds across, tens down."}  # how many digits have a map


class Messages(messages.Messages[NumberMorph]):
    """Which digit was changed, and that a try costs nothing."""

    def how_to_play(self, start: NumberMorph) -> Sequence[str]:
        return (
            f"The game begins with a prime of {in_words(start.rules.digits)} digits, chosen at random.",
            "In turn, change one digit. The new number must be a prime that nobody has used yet.",
            "The first digit is never 0. A wrong try costs nothing: try again.",
            "You lose when no unused prime is one digit away.",
        )

    def tips(self, start: NumberMorph) -> Tips:
        return Tips(
            turn="Choose a place, then its new digit, then press Try. Trying costs nothing.",
            refused="Nothing is lost: the number stays as it was. Try another digit, or another place.",
        )

    def task(self, facts: Facts, extra: bool) -> str:
        return "One digit, one new prime."

    def labels(self, facts: Facts, seats: Seats) -> Mapping[str, str]:
        """Return the texts of the board; those with a place, counted from the left, are of its wheel."""
        number, digits = facts["number"], facts["rules"]["digits"]
        caption = f"{number} leaves no prime to make." if facts["winner"] else ""
        labels = {
            "aside": f"{len(facts['used']):,} of {facts['primes']:,} used",
            "asked": f"{digits} digits, or tens 7",
            "caption": caption if number else "The first number is being drawn.",
            "pick": "Pick a digit",
            "then": "and try it",
            "play": "Try",
            "which": f"Which place of {number}?",
            "wheels": f"Number {number}" if number else "Wheels",
            "trail": "Numbers used",
        }
        for place, (name, on) in enumerate(zip(name_places(digits), list_digits(digits), strict=True)):
            labels[f"place{place}"], labels[f"short{place}"] = name, f"{10 ** (digits - place - 1):,}s"
            labels[f"wheel{place}"] = on  # the digits on it
            labels[f"new{place}"] = f"New digit for the {name}"
            if number:
                labels[f"now{place}"] = f"{name}, now {str(number)[place]}"
                labels[f"turned{place}"] = f"{name}, {str(number)[place]} turned to"  # and the digit
        return {**labels, **_label_map(facts)} if number and digits in MAPPED else labels

    def keys(self, facts: Facts, player: Player, seats: Seats) -> Mapping[str, KeyText]:
        """Return what anybody sees of the digits of each place: which others make primes is the game."""
        if facts["number"] is None:
            return {}
        number, used = str(facts["number"]), {str(prime) for prime in facts["used"]}
        on_wheels = list_digits(facts["rules"]["digits"])
        texts: dict[str, KeyText] = {}
        for place, now in enumerate(number):
            for digit in DIGITS:
                made = f"{number[:place]}{digit}{number[place + 1 :]}"
                if digit == now:
                    text = KeyText(digit, "here", f"{digit}, the digit there now", off=True)
                elif digit not in on_wheels[place]:
                    text = KeyText(digit, "never", f"{digit}, never the first digit", off=True)
                elif made in used:
                    text = KeyText(digit, "used", f"{digit}: {made} is used")
                else:
                    continue
                texts[f"{place}:{digit}"] = text
        return texts

    def drawn(self, before: NumberMorph, after: NumberMorph, outcome: Move, seats: Seats) -> Said:
        begins = f"{seats.name(after.turn)} {seats.verb(after.turn, 'begin', 'begins')}."
        return Said(f"{outcome} is the first number.", begins, "◆", "brass")

    def moved(self, before: NumberMorph, after: NumberMorph, move: Move, seats: Seats) -> Said:
        place, digit = changed(before, int(move))
        return Said(f"{before.number} → {move}", f"{seats.name(before.turn)} changed the {place} to {digit}.")

    forced = moved

    def row(self, before: NumberMorph, after: NumberMorph, move: Move) -> Row:
        return Row(str(move), "drawn" if before.number is None else " ".join(changed(before, int(move))))

    def refused(self, state: NumberMorph, move: Move, reason: str, seats: Seats) -> Said:
        if move == state.number:
            return Said(f"That is already {move}.", "Choose another digit, then try it.", "✕", "bad")
        if isinstance(move, int) and 0 <= move < state.rules.least:
            begins = f"{move:0{state.rules.digits}} begins with 0."
            return Said(begins, f"The first digit cannot be 0, so {state.number} stays.", "✕", "bad")
        if not state.is_attempt(move):
            return Said(reason, f"{state.number} stays.", "✕", "bad")
        if move in state.rules.index:
            text = f"Each prime counts only once, so {state.number} stays. Trying costs nothing."
            return Said(f"{move} has been used already.", text, "✕", "bad")
        text = f"Not a prime, so {state.number} stays. Trying costs nothing."
        return Said(as_product(int(move)), text, "✕", "bad")

    def not_understood(self, state: NumberMorph, text: str, asked: str) -> Said:
        return super().not_understood(state, text, "the new number, or a place and a digit: tens 7")

    def result(self, state: NumberMorph, outcome: Outcome, seats: Seats) -> Said:
        assert outcome.winner is not None
        won = f"{seats.name(outcome.winner)} won: {state.number} leaves no prime to make."
        used, primes = state.used.bit_count(), len(state.rules.primes)
        return Said(won, f"{used:,} of {primes:,} primes {'was' if used == 1 else 'were'} used.")


def _label_map(facts: Facts) -> Mapping[str, str]:
    """The texts of the map, and what it shows in words; `composite` and `open` begin a list of numbers.

    `ends` are the last digits that have a spot, in order.
    """
    used = [str(prime) for prime in facts["used"]]
    those = "The first number" if len(used) == 1 else "Used"
    return {
        "map": "Primes used so far",
        "axes": MAPPED[facts["rules"]["digits"]],
        "ends": list_ends(facts["rules"]["digits"]),
        "all": f"All {facts['primes']} primes",
        "unfold": "Show the whole map (hint)",
        "sure": "Show the whole map?",
        "fold": "Hide the whole map",
        "picture": f"Map. {those}: {', '.join(used)}. Now {facts['number']}.",
        "composite": "Tried, not prime:",
        "open": "Not used yet:",
    }
