"""Why: one sentence for a position and for each of its moves, and a line of play that shows it.

Every sentence is read off the exact answer; none is a guess about what looked good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from primeparlor.core import PASS, Move, State
from primeparlor.games import NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.games.prime_duel import KEEP
from primeparlor.primes import as_product, is_prime
from primeparlor.solve import matching, retrograde
from primeparlor.solve.answers import Analysis, Choice

LONGEST_LINE = 6  # moves of a line that a sentence tells; the line itself is whole


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
    chance = f"{100 * (analysis.value or 0):.1f} %"
    if isinstance(state, NumberMorph):
        won = sum(outcome.value == 1 for outcome in analysis.chances)
        return f"Of {len(analysis.chances)} first numbers, Player 1 wins {won} and Player 2 the others."
    return f"Before the draw, the player to move wins {chance} of the time."


# Nonprime Addition ---------------------------------------------------------------------------


def _nonprime(state: NonprimeAddition, analysis: Analysis) -> str:
    safe = sum(choice.verdict != "loss" for choice in analysis.moves)
    if analysis.verdict == "endless":
        return (
            f"{safe} of {len(analysis.moves)} numbers are safe. Of two neighbouring numbers one makes an "
            "even total, so a safe number always exists and nobody can be forced to lose."
        )
    return (
        f"This is one of the rare positions that end: you {'win' if analysis.verdict == 'win' else 'lose'}."
    )


def _nonprime_move(state: NonprimeAddition, analysis: Analysis, choice: Choice) -> Reason:
    total = state.total + int(choice.move)
    added = f"{state.total} + {choice.move} ="
    if is_prime(total):
        return Reason(f"{added} {total} is prime: you lose at once.", (choice.move,))
    after = state.after(int(choice.move))
    deadly = sum(is_prime(total + number) for number in after.rules.choices)
    left = f"then {deadly} of {len(after.rules.choices)} numbers lose for your opponent"
    return Reason(
        f"{added} {as_product(total) if total > 1 else total} is not prime; {left}.", (choice.move,)
    )


# Number Morph --------------------------------------------------------------------------------


def _morph(state: NumberMorph, analysis: Analysis) -> str:
    if analysis.verdict == "win":
        return (
            f"You win: the open primes pair up with {matching.partner(state)} as the partner of "
            f"{state.number}. Move there, and answer every later prime with its partner."
        )
    return (
        "You lose against perfect play: every prime you can make has a partner one digit away, and your "
        "opponent answers with it."
    )


def _morph_move(state: NumberMorph, analysis: Analysis, choice: Choice) -> Reason:
    move = int(choice.move)
    after = state.after(move)
    line = _pairing_line(after, move)
    if not after.moves():
        return Reason(f"{move} leaves no open prime: you win at once.", line)
    if choice.verdict == "loss":
        return Reason(
            f"Your opponent answers {matching.partner(after)} and has a partner for all that follows.", line
        )
    if move == matching.partner(state):
        return Reason(
            f"{move} is the partner of {state.number}: every answer leaves you a partner again.", line
        )
    return Reason(
        f"After {move} the open primes pair up without it: every answer leaves you a partner.", line
    )


def _pairing_line(state: NumberMorph, move: int) -> tuple[Move, ...]:
    """The move and what follows when the winner answers with partners."""
    line: list[Move] = [move]
    while (moves := state.moves()) and len(line) < LONGEST_LINE:
        partner = matching.partner(state)  # None for the side that loses: any move will do
        line.append(moves[0] if partner is None else partner)
        state = state.after(int(line[-1]))
    return tuple(line)


# Prime Climb ---------------------------------------------------------------------------------


def _climb(state: PrimeClimb, analysis: Analysis) -> str:
    line = retrograde.line(state)
    if analysis.verdict == "win":
        return f"You win: {_climbed(state, line)}."
    return f"You lose against perfect play; the longest way is {_climbed(state, line)}."


def _climb_move(state: PrimeClimb, analysis: Analysis, choice: Choice) -> Reason:
    after = state.after(choice.move)
    line = (choice.move, *retrograde.line(after))
    if choice.verdict == "win":
        return Reason(f"{_climbed(state, line)}: you win.", line)
    if after.turn == state.turn:
        return Reason(f"{_climbed(state, line)}: your opponent wins.", line)
    return Reason(f"Your opponent answers {_climbed(after, line[1:])} and wins.", line)


def _climbed(state: PrimeClimb, line: Sequence[Move]) -> str:
    """A line as steps: each player's chain of prime steps in one turn, up to the top."""
    parts: list[str] = []
    turn = None
    for told, move in enumerate(line):
        if told >= LONGEST_LINE and state.turn != turn:
            return f"{' '.join(parts)}; … up to {state.rules.top} after {len(line)} moves"
        if state.turn != turn:
            turn = state.turn
            if parts:
                parts[-1] += ";"
            parts.append(f"Player {turn} from {state.mine}")
        if move == PASS:
            parts.append("passes")
        else:
            step = state.mine + int(move)
            prime = " (prime)" if state.rules.is_prime_step[step] and step != state.rules.top else ""
            parts.append(f"→ {step}{prime}")
        state = state.after(move)
    return " ".join(parts)


# Pocket Addition -----------------------------------------------------------------------------


def _pocket(state: PocketAddition, analysis: Analysis) -> str:
    if analysis.verdict == "win":
        winning = [str(choice.move) for choice in analysis.moves if choice.verdict == "win"]
        return f"You win with {' or '.join(winning)}: {_taken(state, retrograde.line(state))}."
    return f"You lose against perfect play; the longest way is {_taken(state, retrograde.line(state))}."


def _pocket_move(state: PocketAddition, analysis: Analysis, choice: Choice) -> Reason:
    after = state.after(choice.move)
    line = (choice.move, *retrograde.line(after))
    target, total = state.rules.target, state.rules.total
    if after.ending() and choice.move != PASS and total[after.theirs] == target:
        return Reason(f"{total[state.mine]} + {choice.move} makes {target}.", line)
    needed = target - total[state.theirs]
    makes = target - total[after.mine]
    if choice.verdict == "loss" and makes in after.moves():
        return Reason(f"It leaves {makes}, with which your opponent makes {target}.", line)
    blocks = f"It takes the {needed} that makes your opponent's {target}. " if choice.move == needed else ""
    goes_on = f"{_taken(after, line[1:])}" if line[1:] else "the game is over"
    winner = "you win" if choice.verdict == "win" else "your opponent wins"
    return Reason(f"{blocks}Then {goes_on}: {winner}.", line)


def _taken(state: PocketAddition, line: Sequence[Move]) -> str:
    parts: list[str] = []
    for told, move in enumerate(line):
        if told == 2 * LONGEST_LINE:
            return f"{', '.join(parts)}, … {len(line)} moves in all"
        parts.append(f"Player {state.turn} {'passes' if move == PASS else f'takes {move}'}")
        state = state.after(move)
    ending = state.ending()
    return ", ".join(parts) + (f" ({ending.reason})" if ending else "")


# Prime Duel ----------------------------------------------------------------------------------


def _duel(state: PrimeDuel, analysis: Analysis) -> str:
    if len(analysis.moves) == 1:
        return f"{state.mine} + {state.card} would pass {state.rules.target}: you must discard."
    shown = ", ".join(f"{choice.move} wins {100 * (choice.value or 0):.1f} %" for choice in analysis.moves)
    about = "" if analysis.exact else ", to within what the estimate allows"
    return f"{shown[0].upper()}{shown[1:]} of the time{about}."


def _duel_move(state: PrimeDuel, analysis: Analysis, choice: Choice) -> Reason:
    chance = f"{100 * (choice.value or 0):.1f} %"
    if choice.move == KEEP:
        score = state.mine + int(state.card or 0)
        return Reason(f"{_score(state, score)} Winning chance {chance}.", (choice.move,))
    return Reason(f"{_second_card(state)} Winning chance {chance}.", (choice.move,))


def _score(state: PrimeDuel, score: int) -> str:
    rules = state.rules
    made = f"{state.mine} + {state.card} = {score}"
    if score == rules.target:
        return f"{made}: you win at once."
    if rules.is_prime_score[score]:
        return f"{made}: prime, another turn."
    return f"{made}: not prime, the turn passes."


def _second_card(state: PrimeDuel) -> str:
    """What the second card may bring: the cards that make a prime or the target, and those too large."""
    rules, deck = state.rules, state.deck or state.rules.full_deck
    good = [c for c in deck if state.mine + c <= rules.target and _is_good(state, state.mine + c)]
    values = " ".join(f"{card}×{good.count(card)}" for card in dict.fromkeys(good))
    over = sum(state.mine + card > rules.target for card in deck)
    parts = [
        f"{len(good)} of {len(deck)} second cards make a prime or {rules.target}"
        + (f" ({values})" if values else "")
    ]
    if over:
        parts.append(f"{over} would pass {rules.target} and leave you at {state.mine}")
    return "; ".join(parts) + "."


def _is_good(state: PrimeDuel, score: int) -> bool:
    return bool(state.rules.is_prime_score[score]) or score == state.rules.target


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
