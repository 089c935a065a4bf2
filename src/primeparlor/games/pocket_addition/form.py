"""Pocket Addition as text: a move is the number taken, or `pass`; a position is what is in the pockets."""

from __future__ import annotations

from primeparlor.core import OTHER
from primeparlor.games.pocket_addition.rules import PocketAddition, PocketRules
from primeparlor.notation import blocks
from primeparlor.notation.blocks import NotationError, Words, by_player


class Form(blocks.Form[PocketAddition]):
    """`pocket-addition one=6,8 two=9 turn=2 passes=0`"""

    keys = ("one", "two", "turn", "passes")
    adds = True

    def asked(self, state: PocketAddition) -> str:
        # a pass is forced where it is legal, so nobody is asked for one
        return f"a whole number from 1 to {state.rules.largest}"

    def write(self, state: PocketAddition) -> dict[str, object]:
        pockets = {
            key: ",".join(map(str, numbers))
            for key, numbers in zip(("one", "two"), state.pockets, strict=True)
        }
        filled: dict[str, object] = {key: numbers for key, numbers in pockets.items() if numbers}
        return filled | {"turn": state.turn, "passes": state.passes}

    def read(self, rules: PocketRules, words: Words) -> PocketAddition:
        one, two = (words.numbers(key, 1, rules.largest) or () for key in ("one", "two"))
        turn, passes = words.turn(), words.number("passes", 0, 2, 0)
        if len({*one, *two}) < len(one) + len(two):
            raise NotationError("A number appears twice in the pockets.")
        masks = [sum(1 << (n - 1) for n in numbers) for numbers in (one, two)]
        for player, mask in zip((1, 2), masks, strict=True):
            if rules.total[mask] > rules.target:
                raise NotationError(f"Player {player}'s total of {rules.total[mask]} exceeds {rules.target}.")
        mine, theirs = by_player(turn, *masks)
        state = PocketAddition(rules, mine, theirs, passes, turn)
        _check_targets(state)
        _check_passes(state)
        return state


def _check_targets(state: PocketAddition) -> None:
    """Only the player who has just moved may have reached the target."""
    rules, mine, theirs, _, turn = state
    if rules.total[mine] == rules.total[theirs] == rules.target:
        raise NotationError(f"Both players cannot have reached {rules.target}.")
    if rules.total[mine] == rules.target:
        raise NotationError(
            f"Player {turn} has reached {rules.target}, so the game is over: write turn={OTHER[turn]}."
        )


def _check_passes(state: PocketAddition) -> None:
    """Whoever has passed has no number that fits: the other player, and after two passes both."""
    rules, mine, theirs, passes, _ = state
    if passes and (rules.total[theirs] == rules.target or mine | theirs == rules.all):
        raise NotationError("The game ended when a number was taken: write passes=0.")
    for pocket in (theirs, mine)[:passes]:
        if rules.fitting[rules.target - rules.total[pocket]] & rules.all & ~(mine | theirs):
            raise NotationError("A player passed although a number fits.")
