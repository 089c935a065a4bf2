"""Prime Climb as text: a move is the number of steps, or `pass`; a position is both players' steps."""

from __future__ import annotations

from primeparlor.core import OTHER
from primeparlor.games.prime_climb.rules import ClimbRules, PrimeClimb
from primeparlor.notation import blocks
from primeparlor.notation.blocks import NotationError, Words, by_player


class Form(blocks.Form[PrimeClimb]):
    """`prime-climb steps=7,0 turn=1`"""

    keys = ("steps", "turn")
    adds = True

    def asked(self, state: PrimeClimb) -> str:
        # a pass is forced where it is legal, so nobody is asked for one
        return f"a whole number from 1 to {state.rules.largest}"

    def write(self, state: PrimeClimb) -> dict[str, object]:
        return {"steps": "{},{}".format(*state.steps), "turn": state.turn}

    def read(self, rules: ClimbRules, words: Words) -> PrimeClimb:
        one, two = words.pair("steps", rules.top)
        turn = words.turn()
        mine, theirs = by_player(turn, one, two)
        if one == two > 0:
            raise NotationError(f"Both players cannot stand on Step {one}.")
        if mine == rules.top:
            raise NotationError(
                f"Player {turn} has reached {rules.top}, so the game is over: write turn={OTHER[turn]}."
            )
        return PrimeClimb(rules, mine, theirs, turn)
