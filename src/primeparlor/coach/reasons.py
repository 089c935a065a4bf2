"""Why: one sentence for a position and for each of its moves, and a line of play that shows it.

Every sentence is read off the exact answer; none is a guess about what looked good. "You" is the
player to move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from primeparlor.coach import cards
from primeparlor.coach.traps import advised
from primeparlor.coach.words import joined
from primeparlor.core import PASS, Move, Player, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.games.prime_duel import KEEP
from primeparlor.primes import as_product, is_prime
from primeparlor.solve import matching, retrograde
from primeparlor.solve.answers import Analysis, Choice
from primeparlor.solve.matching import Partners

TOLD = 8  # moves of a line that a sentence tells
SHOWN = 6  # moves of a line in Number Morph, where it would go on for long
FACTORED_BELOW = 10**12  # larger totals take too long to factorise while somebody waits
EXAMPLES = 3


class Reason(NamedTuple):
    """A sentence, and the moves that show it, the move itself first."""

    sentence: str
    line: tuple[Move, ...] = ()


def why(state: State, analysis: Analysis) -> str:
    """The position in one sentence, told to the player to move."""
    if not analysis.moves:
        return _before_fate(state, analysis)
    return _POSITIONS[state.name](state, analysis)


def reason(state: State, analysis: Analysis, move: Move) -> Reason:
    """Why this move is worth what it is worth."""
    choice = next(choice for choice in analysis.moves if choice.move == move)
    return _MOVES[state.name](state, analysis, choice)


def _before_fate(state: State, analysis: Analysis) -> str:
    if isinstance(state, NumberMorph):
        won, starts = sum(chance.value == 1 for chance in analysis.chances), len(analysis.chances)
        return f"Of the {starts} first numbers, Player 1 wins {won} and Player 2 wins {starts - won}."
    about = "about " if analysis.error else ""
    return f"Before the draw you win {about}{100 * (analysis.value or 0):.1f} % of the time."


def _percent(analysis: Analysis, choice: Choice) -> str:
    """How often a choice wins: a card that makes the target for certain, else as exactly as it is known."""
    about = "" if analysis.exact or choice.verdict == "win" else "about "
    return f"{about}{100 * (choice.value or 0):.1f} %"


# Nonprime Addition ---------------------------------------------------------------------------


def _nonprime(state: NonprimeAddition, analysis: Analysis) -> str:
    if analysis.verdict == "loss":
        return f"You lose: whatever you add to {state.total} makes a prime."
    safe = sum(choice.verdict != "loss" for choice in analysis.moves)
    one, two = analysis.proof["neighbours"]
    return (
        f"{safe} of {len(analysis.moves)} numbers {'is' if safe == 1 else 'are'} safe, and on every turn "
        f"{one} or {two} is: one of them makes the total even."
    )


def _nonprime_move(state: NonprimeAddition, analysis: Analysis, choice: Choice) -> Reason:
    total = state.total + int(choice.move)
    made = f"{state.total} + {choice.move} = {total}"
    if is_prime(total):
        return Reason(f"{made} is prime: you lose at once.", (choice.move,))
    if total % 2 and total < FACTORED_BELOW:
        made = f"{state.total} + {choice.move} = {as_product(total)}"
    what = "not prime" if total % 2 else "even, so not prime"
    numbers = state.rules.choices
    deadly = sum(is_prime(total + number) for number in numbers)
    answers = f"{deadly or 'none'} of {len(numbers)} answers {'loses' if deadly == 1 else 'lose'}"
    return Reason(f"{made} is {what}; {answers}.", (choice.move,))


# Number Morph --------------------------------------------------------------------------------


def _morph(state: NumberMorph, analysis: Analysis) -> str:
    if analysis.verdict == "win":
        partner = int(advised(state, analysis))
        if not state.after(partner).moves():
            return f"You win at once: no prime is open after {partner}."
        return (
            f"You win: the partner of {state.number} is {partner}; move there, and answer every prime "
            "your opponent makes with its partner."
        )
    met = _met([int(choice.move) for choice in analysis.moves], matching.partners(state))
    return f"You lose against perfect play: every prime you can make has a partner ({met})."


def _morph_move(state: NumberMorph, analysis: Analysis, choice: Choice) -> Reason:
    move = int(choice.move)
    after = state.after(move)
    answers = after.moves()
    if not answers:
        return Reason(f"No prime is open after {move}: you win at once.", (move,))
    pairing = matching.partners(state, move)
    if choice.verdict == "loss":
        reply = pairing.of(move)
        line = _pairing_line(after.after(reply), pairing, [move, reply])
        more = "has a partner for every prime that may follow" if len(line) > 2 else "leaves no prime open"
        return Reason(f"Your opponent answers {reply} and {more}.", line)
    line = _pairing_line(after, pairing, [move])
    return Reason(f"You have a partner for every answer to {move} ({_met(answers, pairing)}).", line)


def _met(answers: Sequence[int], pairing: Partners) -> str:
    """The first answers with their partners, as in "211 → 271, 241 → 541, …"."""
    told = [f"{answer} → {pairing.of(answer)}" for answer in answers[:EXAMPLES]]
    return ", ".join(told + ["…"] * (len(answers) > EXAMPLES))


def _pairing_line(state: NumberMorph, pairing: Partners, line: list[Move]) -> tuple[Move, ...]:
    """The line gone on with: the loser to move makes the first prime, the winner its partner."""
    while (moves := state.moves()) and len(line) < SHOWN:
        line += [moves[0], pairing.of(moves[0])]
        state = state.after(moves[0]).after(pairing.of(moves[0]))
    return tuple(line)


# Prime Climb ---------------------------------------------------------------------------------


def _climb(state: PrimeClimb, analysis: Analysis) -> str:
    told = _climbed(state, retrograde.line(state), state.turn)
    return f"You win: {told}." if analysis.verdict == "win" else f"You lose against perfect play: {told}."


def _climb_move(state: PrimeClimb, analysis: Analysis, choice: Choice) -> Reason:
    after = state.after(choice.move)
    line = (choice.move, *retrograde.line(after))
    if choice.verdict == "win" or after.turn == state.turn or choice.move == PASS:
        told = _climbed(state, line, state.turn)
        return Reason(f"{told[0].upper()}{told[1:]}.", line)
    told = _climbed(after, line[1:], state.turn)
    return Reason(f"{after.theirs} is not prime, so your turn ends, and {told}.", line)


def _climbed(state: PrimeClimb, line: Sequence[Move], you: Player) -> str:
    """A line as steps, a clause for each turn: "you climb 8 → 11 → 20, as 11 is prime"."""
    clauses: list[str] = []
    rest = list(line)
    while rest:
        if clauses and len(line) - len(rest) >= TOLD:
            winner = "you reach" if _winner(state, rest) == you else "your opponent reaches"
            return f"{'; '.join(clauses)}; {winner} {state.rules.top} after {_more(len(rest))}"
        turn, steps = state.turn, [state.mine]
        if rest[0] == PASS:
            clauses.append("you must pass" if turn == you else "your opponent must pass")
            state = state.after(rest.pop(0))
            continue
        while rest and rest[0] != PASS and state.turn == turn:
            steps.append(steps[-1] + int(rest[0]))
            state = state.after(rest.pop(0))
        primes = [str(step) for step in steps[1:-1]]
        because = f", as {joined(primes)} {'are' if len(primes) > 1 else 'is'} prime" if primes else ""
        who = "you climb" if turn == you else "your opponent climbs"
        clauses.append(f"{who} {' → '.join(map(str, steps))}{because}")
    return "; ".join(clauses)


def _more(moves: int) -> str:
    return f"{moves} more move{'s' * (moves != 1)}"


def _winner(state: State, line: Sequence[Move]) -> Player:
    for move in line:
        state = state.after(move)
    return _won(state)


def _won(state: State) -> Player:
    ending = state.ending()
    assert ending is not None
    return ending.winner


# Pocket Addition -----------------------------------------------------------------------------


def _pocket(state: PocketAddition, analysis: Analysis) -> str:
    told = _taken(state, retrograde.line(state), state.turn)
    return f"You win: {told}." if analysis.verdict == "win" else f"You lose against perfect play: {told}."


def _pocket_move(state: PocketAddition, analysis: Analysis, choice: Choice) -> Reason:
    after, move = state.after(choice.move), choice.move
    line = (move, *retrograde.line(after))
    target, total = state.rules.target, state.rules.total
    if total[after.theirs] == target:
        return Reason(f"{total[state.mine]} + {move} = {target}: you win at once.", line)
    makes = target - total[after.mine]
    if makes in after.moves():
        return Reason(f"It leaves {makes}: {total[after.mine]} + {makes} = {target} for your opponent.", line)
    blocks = f"It blocks {move}" if move == target - total[state.theirs] else ""
    told = _taken(after, line[1:], state.turn)
    if blocks:
        return Reason(f"{blocks}{'; ' if choice.verdict == 'win' else ', but '}{told}.", line)
    return Reason(f"{told[0].upper()}{told[1:]}.", line)


def _taken(state: PocketAddition, line: Sequence[Move], you: Player) -> str:
    """A line as clauses: "your opponent takes 9, you 1, they 2, you 8, and you make 15"."""
    clauses: list[str] = []
    named = {True: "you", False: "your opponent"}
    for at, move in enumerate(line[:TOLD]):
        who = named[state.turn == you]
        understood = at > 0 and line[at - 1] != PASS  # "they take 2, you 8": the verb goes on
        verb = "" if understood else "takes " if who == "your opponent" else "take "
        passes = "passes" if who == "your opponent" else "pass"
        clauses.append(f"{who} {passes if move == PASS else f'{verb}{move}'}")
        named[False] = "they" if state.turn != you else named[False]
        state = state.after(move)
    for move in line[TOLD:]:
        state = state.after(move)
    more = [f"… ({_more(len(line) - TOLD)})"] if len(line) > TOLD else []
    return (
        f"{', '.join(clauses + more)}{', and ' if clauses else ''}{_ended(state, named[_won(state) == you])}"
    )


def _ended(state: PocketAddition, who: str) -> str:
    """How this winner's game has ended, with the totals that decided it."""
    high, low = max(state.totals), min(state.totals)
    s = "s" if who == "your opponent" else ""
    if high == state.rules.target:
        return f"{who} make{s} {high}"
    return f"both have {high}, but {who} took last" if high == low else f"{who} win{s} {high} to {low}"


# Prime Duel ----------------------------------------------------------------------------------


def _duel(state: PrimeDuel, analysis: Analysis) -> str:
    if len(analysis.moves) == 1:
        return f"{cards.too_much(state)}."
    shown = ", ".join(f"{choice.move} wins {_percent(analysis, choice)}" for choice in analysis.moves)
    return f"{shown[0].upper()}{shown[1:]} of the time."


def _duel_move(state: PrimeDuel, analysis: Analysis, choice: Choice) -> Reason:
    if choice.move == KEEP:
        told = cards.kept(state)
    elif len(analysis.moves) == 1:
        told = cards.too_much(state)
    else:
        told = cards.second_card(state)
    chance = "" if choice.value == 1 else f"; you win {_percent(analysis, choice)} of the time"
    return Reason(f"{told}{chance}.", (choice.move,))


_POSITIONS: dict[str, Callable[[Any, Analysis], str]] = {
    "nonprime-addition": _nonprime,
    "number-morph": _morph,
    "prime-climb": _climb,
    "pocket-addition": _pocket,
    "prime-duel": _duel,
}
_MOVES: dict[str, Callable[[Any, Analysis, Choice], Reason]] = {
    "nonprime-addition": _nonprime_move,
    "number-morph": _morph_move,
    "prime-climb": _climb_move,
    "pocket-addition": _pocket_move,
    "prime-duel": _duel_move,
}
