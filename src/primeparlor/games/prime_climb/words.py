"""Prime Climb in words: a clause for each turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from primeparlor import messages
from primeparlor.coach.grades import find_keeping_moves
from primeparlor.coach.language.line_of_play import MOVES_NAMED, Name
from primeparlor.coach.language.phrases import Reason, capital, join_words, more_moves, span
from primeparlor.coach.language.words import Words as Default
from primeparlor.core import OTHER, PASS, PLAYERS, Ending, Move, Player
from primeparlor.fact_words import Facts
from primeparlor.games.prime_climb.rules import PrimeClimb
from primeparlor.messages import KeyText, Row, Said, Seats, Tips
from primeparlor.solve.answers import Analysis, Choice

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome


class Words(Default[PrimeClimb]):
    """Climbs over prime steps, told as they are climbed."""

    # No position of the standard game has exactly one right move.
    puzzle_starts = (
        "top=20 largest=4",
        "top=35 largest=4",
        "top=50 largest=5",
        "top=60 largest=7",
        "top=100 largest=10",
    )
    hardest_starts = ("top=100 largest=10", "top=150 largest=14", "top=200 largest=14")
    daily_starts = tuple(
        f"top={top} largest={largest}"
        for top in range(30, 125, 5)
        for largest in range(4, 11)
        if 5 * largest < top <= 15 * largest
    )

    def variant(self, changed: Mapping[str, int]) -> str:
        steps = f"{changed['top']} steps" if "top" in changed else ""
        if "largest" not in changed:
            return steps
        reach = f"1 to {changed['largest']}" if changed["largest"] > 1 else "one"
        return f"{steps}, {reach}" if steps else f"{reach} at a time"

    def why(self, state: PrimeClimb, analysis: Analysis) -> str:
        told = _climbed(state, analysis.line, state.turn)
        return f"You win: {told}." if analysis.verdict == "win" else f"You lose against perfect play: {told}."

    def reason(self, state: PrimeClimb, analysis: Analysis, choice: Choice) -> Reason:
        after, line = state.after(choice.move), choice.line
        if after.ending():
            return Reason(f"Step {state.rules.top} is the top: you win at once.", line)
        if choice.verdict == "win" or choice.move == PASS:
            return Reason(f"{capital(_climbed(state, line, state.turn, made=1))}.", line)
        told = _climbed(after, line[1:], state.turn, made=0)
        if after.turn == state.turn:
            return Reason(f"{after.mine} is prime, so you move again: {told}.", line)
        return Reason(f"{after.theirs} is not prime, so your turn ends, and {told}.", line)

    def kind(self, state: PrimeClimb, analysis: Analysis, kept: Sequence[Move]) -> str:
        rules, others = state.rules, [choice.move for choice in analysis.moves if choice.move not in kept]
        good, bad = ([state.mine + int(move) for move in moves] for moves in (kept, others))
        if rules.top in good:
            return f"Step {rules.top} is within reach."
        if bad and set(good) == {step for step in good + bad if rules.is_prime_step[step]}:
            return "Land on a prime step: it gives another turn."
        return span("step", good, bad)

    def mistake(self, state: PrimeClimb, analysis: Analysis, move: Move) -> str:
        rules = state.rules
        if rules.top - state.mine in state.moves():
            return f"did not step onto {rules.top}"
        kept = [state.mine + int(choice.move) for choice in find_keeping_moves(analysis)]
        prime = any(rules.is_prime_step[step] for step in kept)
        if prime and not rules.is_prime_step[state.mine + int(move)]:
            return "ended your turn where a prime step was right"
        return "took the wrong step"

    def brief(self, state: PrimeClimb, move: Move) -> str:
        return f"pass on {state.mine}" if move == PASS else f"{state.mine} → {state.mine + int(move)}"

    def won(self, state: PrimeClimb, ending: Ending, name: Name) -> str:
        return f"{name(ending.winner)} won by reaching Step {state.theirs}"

    def instruction(self, state: PrimeClimb, move: Move) -> str:
        return "Pass." if move == PASS else f"Climb {move}."

    def did(self, state: PrimeClimb, move: Move) -> str:
        return "passed" if move == PASS else f"climbed from {state.mine} to {state.mine + int(move)}"


def _climbed(state: PrimeClimb, line: Sequence[Move], you: Player, made: int | None = None) -> str:
    """A line as steps, a clause for each turn: "you climb 8 → 11 → 20, as 11 is prime".

    Where so many moves are `made`, the turn after them is told as possible: "you can climb 8 → 11 → 20".
    """
    clauses: list[str] = []
    rest = list(line)
    while rest:
        if clauses and len(line) - len(rest) >= MOVES_NAMED:
            winner = "you reach" if _winner(state, rest) == you else "your opponent reaches"
            return f"{'; '.join(clauses)}; {winner} {state.rules.top} after {more_moves(len(rest))}"
        turn, steps = state.turn, [state.mine]
        if rest[0] == PASS:
            clauses.append("you must pass" if turn == you else "your opponent must pass")
            state = state.after(rest.pop(0))
            continue
        while rest and rest[0] != PASS and state.turn == turn:
            steps.append(steps[-1] + int(rest[0]))
            state = state.after(rest.pop(0))
        primes = [str(step) for step in steps[1:-1]]
        can = made is not None and len(line) - len(rest) > made
        made = None if can else made
        because = f", as {join_words(primes)} {'are' if len(primes) > 1 else 'is'} prime" if primes else ""
        who = "you" if turn == you else "your opponent"
        climbs = "can climb" if can else "climb" if turn == you else "climbs"
        clauses.append(f"{who} {climbs} {' → '.join(map(str, steps))}{because}")
    return "; ".join(clauses)


def _winner(state: PrimeClimb, line: Sequence[Move]) -> Player:
    for move in line:
        state = state.after(move)
    ending = state.ending()
    assert ending is not None
    return ending.winner


# At the table ----------------------------------------------------------------------------------------

MOST_KEYS = 9  # larger numbers are typed


class Messages(messages.Messages[PrimeClimb]):
    """Steps, and whether they are prime."""

    def how_to_play(self, start: PrimeClimb) -> Sequence[str]:
        top, largest = start.rules.top, start.rules.largest
        climb = f"1 to {largest} steps" if largest > 1 else "one step"
        return (
            f"Both players begin on Step 0. In turn, climb {climb}.",
            "If you land on a prime step, you move again, as often as that happens.",
            f"You cannot climb past Step {top:,} or onto your opponent's step.",
            f"Whoever lands on Step {top:,} wins at once.",
        )

    def tips(self, start: PrimeClimb) -> Tips:
        return Tips(
            turn="Choose how many steps to climb. Each key says where it leads, and ◆ marks a prime step.",
            again="That goes on for as long as you land on prime steps, and for your opponent too.",
            forced="Whoever cannot climb passes. That is done for you.",
            refused="A refused move costs nothing. Choose another number.",
        )

    def task(self, facts: Facts, extra: bool) -> str:
        mine, largest = facts["steps"][facts["turn"] - 1], facts["rules"]["largest"]
        if extra:
            return f"{mine} is prime, so you move again."
        return f"Climb 1 to {largest} steps." if largest > 1 else "Climb one step."

    def standing(self, facts: Facts, player: Player) -> str:
        return f"Step {facts['steps'][player - 1]}"

    def labels(self, facts: Facts, seats: Seats) -> Mapping[str, str]:
        """Return where both stand and what that means, each for itself, and the whole picture in words."""
        top, labels, stands = facts["rules"]["top"], dict[str, str](), list[str]()
        for player, step in zip(PLAYERS, facts["steps"], strict=True):
            on = f"{seats.name(player)} {seats.verb(player, 'stand', 'stands')} on"
            labels[f"stands{player}"] = f"{seats.name(player)} reached" if facts["winner"] else on
            labels[f"left{player}"] = "" if facts["winner"] else f"{top - step:,} to go"
            prime = "◆ a prime step" if step in facts["prime_steps"] else ""
            labels[f"note{player}"] = "the top" if step == top else prime
            labels[f"at{player}"] = f"on {step}" if step else "start"
            stands.append(f"{on} {step or 'the floor'}")
        primes = ", ".join(str(step) for step in facts["prime_steps"])
        told = f"Staircase of {top:,} steps. {', '.join(stands)}. Prime steps: {primes}."
        largest = facts["rules"]["largest"]
        asked = f"steps, 1 to {largest}" if largest > 1 else "steps: 1"
        return {
            **labels,
            "picture": told,
            "asked": asked,
            "typed": "How many steps?",
            "play": "Climb",
            "start": "start",
        }

    def keys(self, facts: Facts, player: Player, seats: Seats) -> Mapping[str, KeyText]:
        mine, largest = facts["steps"][player - 1], facts["rules"]["largest"]
        numbers = range(1, largest + 1 if largest <= MOST_KEYS else 1)
        return {str(number): _key_text(facts, player, number, mine + number) for number in numbers}

    def moved(self, before: PrimeClimb, after: PrimeClimb, move: Move, seats: Seats) -> Said:
        who = before.turn
        if move == PASS:
            passes = seats.verb(who, "pass", "passes")
            then = f"{seats.name(after.turn)} {seats.verb(after.turn, 'are', 'is')} next."
            passed = f"No other step is in reach, so {seats.inside(who)} {passes}. {then}"
            return Said(f"Step {before.theirs} is taken.", passed)
        step = before.mine + int(move)
        done = f"{before.mine} + {move} = {step}"
        if after.ending():
            return Said(done, f"{seats.name(who)} reached the top.", "✓", "good")
        if after.turn == who:
            again = f"{seats.inside(who)} {seats.verb(who, 'move', 'moves')} again"
            return Said(done, f"A prime step, so {again}.", "◆", "brass")
        return Said(done, f"{seats.name(who)} climbed to Step {step}.")

    forced = moved

    def several(self, steps: Sequence[tuple[PrimeClimb, PrimeClimb, Move]], seats: Seats) -> str:
        to = [str(before.mine + int(move)) for before, _, move in steps if move != PASS]
        passed = " and passed" if len(to) < len(steps) else ""
        return f"{seats.name(steps[0][0].turn)} climbed to {join_words(to)}{passed}."

    def row(self, before: PrimeClimb, after: PrimeClimb, move: Move) -> Row:
        if move == PASS:
            return Row(PASS, "no step open")
        step = before.mine + int(move)
        return Row(str(move), f"Step {step}", prime=bool(before.rules.is_prime_step[step]))

    def refused(self, state: PrimeClimb, move: Move, reason: str, seats: Seats) -> Said:
        rules, mine = state.rules, state.mine
        if move == PASS:
            return Said("You cannot pass now.", "You may pass only when no step is open.", "✕", "bad")
        if not (isinstance(move, int) and 1 <= move <= rules.largest):
            return Said(f"{move} is out of range.", reason, "✕", "bad")
        left, other = rules.top - mine, OTHER[state.turn]
        stands = f"{seats.name(other)} {seats.verb(other, 'stand', 'stands')}"
        why = f"{stands} on Step {mine + move}. Choose another number."
        if move > left:
            why = f"The top is Step {rules.top}. You need exactly {left} to reach it."
        return Said(f"{mine} + {move} = {mine + move}", why, "✕", "bad")

    def result(self, state: PrimeClimb, outcome: Outcome, seats: Seats) -> Said:
        winner = outcome.winner
        assert winner is not None
        loser = OTHER[winner]
        was = f"{seats.name(loser)} {seats.verb(loser, 'were', 'was')} still"
        where = f"on Step {state.mine}" if state.mine else "at the foot of the stairs"
        return Said(f"{seats.name(winner)} won: first to Step {state.rules.top}.", f"{was} {where}.")


def _key_text(facts: Facts, player: Player, number: int, step: int) -> KeyText:
    """What stands on the key of a number: where it leads, or why it cannot be had."""
    name, top = str(number), facts["rules"]["top"]
    steps = f"{number} step{'s' * (number != 1)}"
    if step > top:
        return KeyText(name, "too far", f"{steps}: too far, past the top", off=True)
    if step not in facts["reach"][player - 1]:
        return KeyText(name, "taken", f"{steps}: Step {step} is taken", off=True)
    if step == top:
        return KeyText(name, "the top", f"{steps}, to the top", "brass")
    if step in facts["prime_steps"]:
        return KeyText(name, f"◆ {step}", f"{steps}, to {step}, a prime step", "brass")
    return KeyText(name, f"to {step}", f"{steps}, to {step}")
