"""Nonprime Addition in words: what a number makes, and which answers then lose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from primeparlor import messages
from primeparlor.coach.language.line_of_play import Name, Verb
from primeparlor.coach.language.phrases import Asked, Reason, join_words
from primeparlor.coach.language.words import EASY
from primeparlor.coach.language.words import Words as Default
from primeparlor.coach.random_choice import StableRandom, pick
from primeparlor.core import OTHER, Ending, Move, Player
from primeparlor.fact_words import Facts
from primeparlor.games.nonprime_addition.rules import NonprimeAddition, NonprimeRules
from primeparlor.games.nonprime_addition.solver import risk, temptation
from primeparlor.messages import KeyText, Row, Said, Seats, Tips
from primeparlor.primes import as_product, is_prime
from primeparlor.solve.answers import Analysis, Choice, Solution

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

FACTORED_BELOW = 10**12  # larger totals take too long to factorise while somebody waits
SIZES, LARGE = ((50, "below 50"), (100, "from 50 to 100"), (200, "from 100 to 200")), "above 200"
TEMPTING = "Find the safe number that leaves your opponent the most losing numbers."
TRAPS = 0.4  # share of the totals where a puzzle asks for that
MOST_DEADLY = 3  # numbers beside the safe one, where it asks for that
USUAL_TOTAL, LEAST_TOTAL, LARGEST_TOTAL = 30, 20, 10**6  # of an easy puzzle, and of any
DOUBLED = 110.0  # points of the wanted rating that double the total
LARGEST_DIVISOR = 1000  # that a hint names


class Words(Default[NonprimeAddition]):
    """Safe numbers, and how many losing answers they leave."""

    verb = Verb("add", "adds", "added")
    daily_starts = tuple(  # of at most ten numbers, one for each key
        f"smallest={smallest} largest={largest}"
        for smallest in (1, 2, 3)
        for largest in range(8, smallest + 10)
    )

    def variant(self, changed: Mapping[str, int]) -> str:
        usual = {name: number.standard for name, number in self.game.Rules.numbers.items()}
        begins = [f"from {changed['start']}"] if "start" in changed else []
        adds = {**usual, **changed}
        added = (
            [f"add {adds['smallest']} to {adds['largest']}"] if {"smallest", "largest"} & {*changed} else []
        )
        return ", ".join(begins + added)

    def why(self, state: NonprimeAddition, analysis: Analysis) -> str:
        if analysis.verdict == "loss":
            return f"You lose: whatever you add to {state.total} makes a prime."
        safe = sum(choice.verdict != "loss" for choice in analysis.moves)
        one, two = analysis.proof["neighbours"]
        return (
            f"{safe} of the {len(analysis.moves)} numbers {'is' if safe == 1 else 'are'} safe; "
            f"either {one} or {two} always is, as it makes the total even."
        )

    def reason(self, state: NonprimeAddition, analysis: Analysis, choice: Choice) -> Reason:
        total = state.total + int(choice.move)
        made = f"{state.total} + {choice.move} = {total}"
        if is_prime(total):
            return Reason(f"{made} is prime: you lose at once.", (choice.move,))
        if total % 2 and total < FACTORED_BELOW:
            made = f"{state.total} + {choice.move} = {as_product(total)}"
        what = "not prime" if total % 2 else "even, so not prime"
        numbers = state.rules.choices
        deadly = sum(is_prime(total + number) for number in numbers)
        answers = f"{deadly or 'none'} of the {len(numbers)} answers {'lose' if deadly > 1 else 'loses'}"
        return Reason(f"{made} is {what}; {answers}.", (choice.move,))

    def brief(self, state: NonprimeAddition, move: Move) -> str:
        return f"{state.total} + {move} = {state.total + int(move)}"

    def won(self, state: NonprimeAddition, ending: Ending, name: Name) -> str:
        return f"{name(ending.winner)} won: {name(ending.by)} made {state.total}, a prime"

    def mistake(self, state: NonprimeAddition, analysis: Analysis, move: Move) -> str:
        total = state.total + int(move)
        return f"made a prime {next((span for most, span in SIZES if total < most), LARGE)}"

    def solved(self, solution: Solution) -> str:
        if solution.verdict == "endless":
            return "A safe number always exists: nobody can be forced to lose, and perfect play never ends."
        return super().solved(solution)

    def kind(self, state: NonprimeAddition, analysis: Analysis, kept: Sequence[Move]) -> str:
        return (
            "Every even total above 2 is safe; of the safe numbers, choose the one that leaves your opponent "
            "the most losing numbers."
        )

    def clue(self, state: NonprimeAddition, analysis: Analysis, asked: Asked) -> str:
        if len(asked.answers) > 1:
            return self.kind(state, analysis, asked.answers)
        made = state.total + int(asked.answers[0])
        divisor = next((n for n in range(3, LARGEST_DIVISOR, 2) if made % n == 0 and n < made), None)
        if asked.among and divisor:
            return f"The safe one makes a total that can be divided by {divisor}."
        return f"It makes the total {'odd' if made % 2 else 'even'}."

    def risk(self, state: NonprimeAddition) -> float:
        """The share of numbers that lose at once: the risk of a blind choice."""
        return risk(state)

    def puzzle(self, state: NonprimeAddition, analysis: Analysis) -> Asked | None:
        """Which of a few odd totals is safe, or now and then the trap; always the same for a total."""
        random = StableRandom(f"{state.total}")
        if random.random() < TRAPS:
            return _trap(state)
        odd = [number for number in state.moves() if (state.total + number) % 2]
        deadly = [number for number in odd if is_prime(state.total + number)]
        fine = [number for number in odd if number not in deadly]
        if not deadly or not fine:
            return _trap(state)
        answer = pick(random, fine)
        random.shuffle(deadly)
        among = tuple(sorted([answer, *deadly[: 1 + int(random.random() * MOST_DEADLY)]]))
        return Asked(
            f"Which is safe: {join_words([str(number) for number in among], 'or')}?", (answer,), among
        )

    def draw_position(self, random: Random, wanted: float) -> NonprimeAddition | None:
        """Any total: the higher the rating, the larger."""
        return NonprimeAddition(NonprimeRules(), _draw_total(random, wanted), pick(random, (1, 2)))

    def draw_daily_positions(self, random: Random, wanted: float) -> Sequence[NonprimeAddition]:
        """Any total, also where more or other numbers may be added."""
        rules = self.draw_daily_start(random).rules
        return [NonprimeAddition(rules, _draw_total(random, wanted), pick(random, (1, 2)))]

    def question(self, state: NonprimeAddition, analysis: Analysis, right: int) -> str:
        return f"Find {'the only' if right == 1 else 'a'} safe number."


def _draw_total(random: Random, wanted: float) -> int:
    """Draw a total for a puzzle of about this rating: the higher, the larger."""
    about = USUAL_TOTAL * 2 ** ((wanted - EASY) / DOUBLED)
    return min(LARGEST_TOTAL, max(LEAST_TOTAL, int(about * (0.5 + 1.5 * random.random()))))


def _trap(state: NonprimeAddition) -> Asked | None:
    """The question for the safe number that leaves the most losing answers, where there is just one."""
    tempting = sorted((share, number) for number, share in temptation(state).items())
    if len(tempting) < 2 or tempting[-1][0] == tempting[-2][0]:
        return None
    return Asked(TEMPTING, (tempting[-1][1],))


# At the table ----------------------------------------------------------------------------------------

MOST_KEYS = 10  # more numbers are typed
SEEN = 2  # how far back the line is told, in longest hops
LONG = 10**8  # longer totals do not fit on a key


class Messages(messages.Messages[NonprimeAddition]):
    """Sums, and the factors that show that they are not prime."""

    def how_to_play(self, start: NonprimeAddition) -> Sequence[str]:
        first, smallest, largest = start.rules.start, start.rules.smallest, start.rules.largest
        return (
            f"The total starts at {first:,}. In turn, add a number from {smallest} to {largest}.",
            "A number may be added as often as you like.",
            "Whoever makes the total prime loses at once.",
            "A prime is a whole number above 1 that only 1 and itself divide.",
        )

    def tips(self, start: NonprimeAddition) -> Tips:
        return Tips(
            turn="Choose a number to add. Below it stands the total it makes, which must not be prime.",
            refused="A refused number costs nothing. Choose another one.",
        )

    def task(self, facts: Facts, extra: bool) -> str:
        return "Do not make a prime."

    def standing(self, facts: Facts, player: Player) -> str:
        return f"made {facts['total']}" if facts["winner"] == OTHER[player] else ""

    def labels(self, facts: Facts, seats: Seats) -> Mapping[str, str]:
        """Return the texts of the board; `picture` tells of the line just behind the total."""
        rules, total, been = facts["rules"], facts["total"], facts["been"]
        smallest, largest = rules["smallest"], rules["largest"]
        if facts["winner"]:
            caption = f"{total} is prime! {_made(facts['winner'], seats)}"
        elif len(been) < 2:
            caption = f"The total {'starts at' if total == rules['start'] else 'is'} {total}."
        else:
            caption = f"{seats.name(OTHER[facts['turn']])} added {total - been[-2]}. {total} is not prime."
        behind, who = total - SEEN * largest, OTHER[facts["turn"]]
        hops = list[str]()
        for start, end in zip(been[-2::-1], been[:0:-1], strict=True):
            if end < behind:
                break
            hops.insert(0, f"{seats.name(who)} + {end - start} to {end}")
            who = OTHER[who]
        primes = [str(prime) for prime in facts["primes_passed"] if prime >= behind]
        picture = f"Number line. The total is {total}."
        picture += f" Hops: {', '.join(hops)}." if hops else ""
        picture += f" Primes passed: {', '.join(primes)}." if primes else ""
        span = f"{total + smallest}–{total + largest}"
        return {
            "caption": caption,
            "asked": f"a number, {smallest} to {largest}",
            "typed": f"Add a number from {smallest} to {largest}",
            "play": "Add",
            "total": f"Total {total}.",
            "prime": "prime!",
            "picture": picture,
            "reach": f"Within reach: {total + smallest} to {total + largest}.",
            "band": f"within reach: + {smallest} to + {largest}",
            "span": span,
            "in_reach": f"{span} in reach",
        }

    def keys(self, facts: Facts, player: Player, seats: Seats) -> Mapping[str, KeyText]:
        """Return the total that each number makes: which of them are prime is the game."""
        rules, total = facts["rules"], facts["total"]
        numbers = range(rules["smallest"], rules["largest"] + 1)
        if len(numbers) > MOST_KEYS:
            return {}
        sums = {number: str(total + number) for number in numbers}
        short = sums if total < LONG else {number: f"…{made[-4:]}" for number, made in sums.items()}
        return {
            str(number): KeyText(f"+{number}", short[number], f"Add {number}, total {made}")
            for number, made in sums.items()
        }

    def moved(self, before: NonprimeAddition, after: NonprimeAddition, move: Move, seats: Seats) -> Said:
        made = f"{before.total} + {move} = {after.total}"
        if ending := after.ending():
            return Said(made, f"{after.total} is prime! {_made(ending.winner, seats)}", "◆", "brass")
        return Said(made, f"{seats.name(before.turn)} added {move}. {as_product(after.total)} is not prime.")

    forced = moved

    def refused(self, state: NonprimeAddition, move: Move, reason: str, seats: Seats) -> Said:
        return Said(f"{move} is out of range.", reason, "✕", "bad")

    def row(self, before: NonprimeAddition, after: NonprimeAddition, move: Move) -> Row:
        if after.ending():
            return Row(f"+ {move}", f"{after.total} ◆ prime")
        return Row(f"+ {move}", as_product(after.total), str(after.total))

    def result(self, state: NonprimeAddition, outcome: Outcome, seats: Seats) -> Said:
        assert outcome.winner is not None
        made = f"{seats.inside(OTHER[outcome.winner])} made {state.total}, a prime"
        return Said(f"{seats.name(outcome.winner)} won: {made}.", "Whoever makes the total prime loses.")


def _made(winner: Player, seats: Seats) -> str:
    wins = seats.verb(winner, "win", "wins")
    return f"{seats.name(OTHER[winner])} made it, so {seats.inside(winner)} {wins}."
