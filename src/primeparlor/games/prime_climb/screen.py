"""Prime Climb on the screen: a staircase, a key for each number, and what is said when one is climbed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import OTHER, PASS, Move, Player
from primeparlor.games.prime_climb.rules import PrimeClimb
from primeparlor.games.prime_climb.stairs import draw
from primeparlor.terminal.drawing import board, numerals
from primeparlor.terminal.drawing.board import Key, Press, Row, Said, Seats, View
from primeparlor.terminal.drawing.canvas import MARK, Canvas
from primeparlor.terminal.drawing.lines import Facts

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

MOST_DIGIT = 9  # with larger numbers several digits make a move, and Enter plays it


class Board(board.Board[PrimeClimb]):
    """The stairs, and a key for each number."""

    # Drawn from facts -------------------------------------------------------------------------------

    def paint(self, c: Canvas, facts: Facts, view: View) -> None:
        draw(c, facts, view)

    def keys(self, facts: Facts, view: View) -> list[Key]:
        largest, mine = facts["rules"]["largest"], facts["steps"][view.me - 1]
        if largest > MOST_DIGIT:
            return []
        return [_key(facts, view, mine, number) for number in range(1, largest + 1)]

    def standing(self, facts: Facts, player: Player) -> str:
        return f"Step {facts['steps'][player - 1]}"

    def task(self, facts: Facts, extra: bool) -> str:
        mine, largest = facts["steps"][facts["turn"] - 1], facts["rules"]["largest"]
        if extra:
            return f"{mine} is prime, so you move again."
        return f"Climb 1 to {largest} steps." if largest > 1 else "Climb one step."

    def hints_of_keys(self, facts: Facts) -> list[tuple[str, str]]:
        largest = facts["rules"]["largest"]
        if largest > MOST_DIGIT:
            return [(f"1–{largest}", "number"), ("Enter", "climb")]
        return [(f"1–{largest}" if largest > 1 else "1", "climb")]

    def aim(self, facts: Facts) -> str:
        return f"first on Step {facts['rules']['top']}; primes go again"

    def art(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, c.h, "g2")
        if c.h < 6:
            c.number((c.w - numerals.width("20", "S")) // 2, (c.h - 3) // 2, "20", "S", "cream")
            return
        c.number(1, 1, "20", "S", "cream")
        for at in range(8):
            x, tall, prime = c.w - 16 + at * 2, 1 + at * (c.h - 2) // 7, at in (1, 2, 4, 6)
            c.fill(x, c.h - tall, 2, tall, "coin" if prime else "cream")
            if prime:
                c.put(x, c.h - tall, "◆", "soot")
        c.put(c.w - 8, c.h - 2 - 4 * (c.h - 2) // 7, MARK[1], "cream")

    # Keys -------------------------------------------------------------------------------------------

    def press(self, facts: Facts, view: View, key: str) -> Press | None:
        largest, mine = facts["rules"]["largest"], facts["steps"][view.me - 1]
        if key.startswith("step"):
            return Press(move=str(int(key[4:]) - mine))
        if largest > MOST_DIGIT:
            if key == "backspace" and view.held:
                return Press(held=view.held[:-1])
            if key in tuple("0123456789"):
                return _typed(view.held, key, largest)
        elif key in tuple("0123456789"):
            return Press(move=key)  # of one that is out of range the referee says so
        return super().press(facts, view, key)

    # Words ------------------------------------------------------------------------------------------

    def moved(self, before: PrimeClimb, after: PrimeClimb, move: Move, seats: Seats) -> Said:
        if move == PASS:
            return self.forced(before, after, move, seats)
        who, step = before.turn, before.mine + int(move)
        done = f"{before.mine} + {move} = {step}"
        if after.ending():
            return Said(done, f"{seats.name(who)} reached the top.", "✓", "brass")
        if after.turn == who:
            again = "you move again" if who == seats.you else f"{seats.inside(who)} moves again"
            return Said(done, f"A prime step, so {again}.", "◆", "brass")
        return Said(done, f"{seats.name(who)} climbed to Step {step}. {self._whose(after, seats)}")

    def several(self, steps: Sequence[tuple[PrimeClimb, PrimeClimb, Move]], seats: Seats) -> str:
        to = [str(before.mine + int(move)) for before, _, move in steps if move != PASS]
        passed = " and passed" if len(to) < len(steps) else ""
        return f"{seats.name(steps[0][0].turn)} climbed to {board.in_a_row(to)}{passed}."

    def forced(self, before: PrimeClimb, after: PrimeClimb, move: Move, seats: Seats) -> Said:
        passed = f"No other step is in reach, so {seats.inside(before.turn)} passed."
        return Said(f"Step {before.theirs} is taken.", f"{passed} {self._whose(after, seats)}")

    def refused(self, state: PrimeClimb, move: Move, reason: str, seats: Seats) -> Said:
        rules, mine = state.rules, state.mine
        if move == PASS:
            return Said("You cannot pass now.", "A pass is only for when no step is open.", "✕", "bad")
        if not (isinstance(move, int) and 1 <= move <= rules.largest):
            return Said(f"{move} is out of range.", reason, "✕", "bad")
        left, other = rules.top - mine, OTHER[state.turn]
        stands = "You stand" if other == seats.you else f"{seats.name(other)} stands"
        why = f"{stands} on Step {mine + move}. Choose another number."
        if move > left:
            why = f"The top is Step {rules.top}. You need exactly {left} to reach it."
        return Said(f"{mine} + {move} = {mine + move}", why, "✕", "bad")

    def row(self, before: PrimeClimb, after: PrimeClimb, move: Move) -> Row:
        if move == PASS:
            return Row(PASS, "no step open")
        step = before.mine + int(move)
        prime = "◆ " if before.rules.is_prime_step[step] else ""
        return Row(str(move), f"{prime}Step {step}")

    def result(self, state: PrimeClimb, outcome: Outcome, seats: Seats) -> Said:
        winner = outcome.winner
        assert winner is not None
        loser = OTHER[winner]
        was = f"{seats.name(loser)} {'were' if loser == seats.you else 'was'} still"
        where = f"on Step {state.mine}" if state.mine else "at the foot of the stairs"
        return Said(f"{seats.name(winner)} won: first to Step {state.rules.top}.", f"{was} {where}.")


def _key(facts: Facts, view: View, mine: int, number: int) -> Key:
    """The tile of a number: where it leads, or why it cannot be had."""
    step, key, top = mine + number, str(number), facts["rules"]["top"]
    if step > top:
        return Key(key, key, "goes over", off=True)  # or "over", on a small tile
    if step == facts["steps"][OTHER[view.me] - 1]:
        return Key(key, key, "taken", off=True)
    if view.held == key:
        return Key(key, key, "again", chosen=True)
    if step == top:
        return Key(key, key, "the top", ink="brass")
    prime = step in facts["prime_steps"]
    return Key(key, key, f"◆ {step}" if prime else str(step), ink="brass" if prime else "ink2")


def _typed(held: str, digit: str, largest: int) -> Press | None:
    """A number of several digits as it is typed; one that grows too large begins anew."""
    number = int((held if held.isdigit() else "") + digit)
    if number > largest:
        number = int(digit)
    return Press(held=str(number)) if number else None
