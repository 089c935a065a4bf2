"""Pocket Addition in words: what is taken, what it leaves and what it blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from primeparlor import messages
from primeparlor.coach.language.line_of_play import OPPONENT, YOU, Name, Verb
from primeparlor.coach.language.phrases import Reason, capital, span
from primeparlor.coach.language.words import Words as Default
from primeparlor.core import PASS, PLAYERS, Ending, Move, Player
from primeparlor.fact_words import Facts
from primeparlor.games.pocket_addition.rules import PocketAddition
from primeparlor.messages import KeyText, Row, Said, Seats, Tips
from primeparlor.solve.answers import Analysis, Choice

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome


class Words(Default[PocketAddition]):
    """Numbers taken, with the totals that decide the game."""

    verb = Verb("take", "takes", "took")
    puzzle_starts = ("", "target=20 largest=9")
    daily_starts = tuple(
        f"target={target} largest={largest}" for largest in (7, 8, 9) for target in range(2 * largest, 25)
    )

    def variant(self, changed: Mapping[str, int]) -> str:
        target = f"exactly {changed['target']}" if "target" in changed else ""
        numbers = f"1 to {changed['largest']}" if "largest" in changed else ""
        return f"{target} with {numbers}" if target and numbers else target or numbers

    def reason(self, state: PocketAddition, analysis: Analysis, choice: Choice) -> Reason:
        after, move, line = state.after(choice.move), choice.move, choice.line
        target, total = state.rules.target, state.rules.total
        if total[after.theirs] == target:
            return Reason(f"{total[state.mine]} + {move} = {target}: you win at once.", line)
        makes = target - total[after.mine]
        if makes in after.moves():
            left = f"{total[after.mine]} + {makes} = {target}"
            return Reason(f"It leaves your opponent the {makes}: {left}.", line)
        wins = choice.verdict == "win"
        told = self.line(after, line[1:], wins, state.turn)
        if move == target - total[state.theirs]:
            blocked = f"{total[state.theirs]} + {move} = {target}"
            return Reason(f"It blocks {blocked}{'; ' if wins else ', but '}{told}.", line)
        return Reason(f"{capital(told)}.", line)

    def ended(self, state: PocketAddition, opponent: str, you: Player, at_once: str = "") -> str:
        """The totals that decided it."""
        ending = state.ending()
        assert ending is not None
        who = YOU if ending.winner == you else opponent
        high, low = max(state.totals), min(state.totals)
        s = "s" * (who == OPPONENT)
        if high == state.rules.target:
            return f"{who} make{s} {high}"
        return f"both have {high}, but {who} took last" if high == low else f"{who} win{s} {high} to {low}"

    def brief(self, state: PocketAddition, move: Move) -> str:
        mine = state.rules.total[state.mine]
        return f"pass at {mine}" if move == PASS else f"{mine} + {move} = {mine + int(move)}"

    def won(self, state: PocketAddition, ending: Ending, name: Name) -> str:
        high, low = max(state.totals), min(state.totals)
        if high == low:
            return (
                f"{name(ending.winner)} won: both had {high}, and {name(ending.winner)} took the last number"
            )
        return f"{name(ending.winner)} won, {high} to {low}"

    def mistake(self, state: PocketAddition, analysis: Analysis, move: Move) -> str:
        target, total, after = state.rules.target, state.rules.total, state.after(move)
        if target - total[state.mine] in state.moves():
            return f"missed the number that made {target}"
        if target - total[after.mine] in after.moves():
            return f"left your opponent the number that makes {target}"
        return "took a number that loses further on"

    def kind(self, state: PocketAddition, analysis: Analysis, kept: Sequence[Move]) -> str:
        target, total = state.rules.target, state.rules.total
        if target - total[state.mine] in kept:
            return f"You can make {target} now."
        if target - total[state.theirs] in kept and len(kept) == 1:
            return "Take the number your opponent needs."
        others = [int(choice.move) for choice in analysis.moves if choice.move not in kept]
        return span("number", [int(move) for move in kept], others)


# At the table ----------------------------------------------------------------------------------------


class Messages(messages.Messages[PocketAddition]):
    """Totals, and how far it is to the target."""

    def how_to_play(self, start: PocketAddition) -> Sequence[str]:
        target = start.rules.target
        return (
            f"There is one each of the numbers 1 to {start.rules.largest}. In turn, take one for good.",
            f"Your total may not exceed {target}. You pass only if no number fits.",
            f"Exactly {target} wins at once.",
            "If both pass in a row or nothing is left, the higher total wins.",
            "On equal totals, whoever took the last number wins.",
        )

    def tips(self, start: PocketAddition) -> Tips:
        return Tips(
            turn="Choose a number to take. It goes into your pocket, and nobody can take it again.",
            forced="A number that fits must be taken. If none does, the pass is made for you.",
            refused="A refused number costs nothing. Choose another one.",
        )

    def task(self, facts: Facts, extra: bool) -> str:
        return f"Take a number. Exactly {facts['rules']['target']} wins."

    def standing(self, facts: Facts, player: Player) -> str:
        target = facts["rules"]["target"]
        left = target - facts["totals"][player - 1]
        return f"{left} to go" if left else f"made {target}"

    def labels(self, facts: Facts, seats: Seats) -> Mapping[str, str]:
        """Return what is left of each way to the target, why the winner won, and the bars in words."""
        target, totals = facts["rules"]["target"], facts["totals"]
        has = [
            f"{seats.name(player)} {seats.verb(player, 'have', 'has')} {total} of {target}"
            for player, total in zip(PLAYERS, totals, strict=True)
        ]
        winner: Player | None = facts["winner"]
        largest = facts["rules"]["largest"]
        asked = f"a number, 1 to {largest}" if largest > 1 else "the number 1"
        labels = {"asked": asked, "pool": "Pool: take a number"}
        labels |= {"bars1": f"{has[0]}, {has[1]}", "bars2": f"{has[1]}, {has[0]}"}
        for player, total in zip(PLAYERS, totals, strict=True):
            taken = ", ".join(str(number) for number in facts["pockets"][player - 1])
            holds = f"in the pocket: {taken}" if taken else "the pocket is empty"
            labels[f"total{player}"] = f"total {total}"
            labels[f"pocket{player}"] = f"{seats.name(player)}, total {total}, {holds}"
        if winner:
            tied = "took the last" if totals[0] == totals[1] else "is higher"
            labels["won"] = "exactly" if totals[winner - 1] == target else tied
        return labels

    def keys(self, facts: Facts, player: Player, seats: Seats) -> Mapping[str, KeyText]:
        numbers = range(1, facts["rules"]["largest"] + 1)
        return {str(number): _key_text(facts, player, number, seats) for number in numbers}

    def moved(self, before: PocketAddition, after: PocketAddition, move: Move, seats: Seats) -> Said:
        target, total = before.rules.target, before.rules.total[before.mine]
        if move == PASS:
            least = int(before.pool[0])
            passes = seats.verb(before.turn, "pass", "passes")
            said = f"Nothing fits, so {seats.inside(before.turn)} {passes}."
            past = f"{total} + {least} = {total + least} is past {target}."
            return Said(said, f"The smallest number left is {least}, and {past}")
        who, now = seats.name(before.turn), total + int(move)
        made = f"{total} + {move} = {now}"
        if now == target:
            return Said(made, f"{who} took the {move} and made {target}.", "✓", "good")
        return Said(made, f"{who} took the {move}: {target - now} to go.")

    forced = moved

    def row(self, before: PocketAddition, after: PocketAddition, move: Move) -> Row:
        total = before.rules.total[before.mine]
        if move == PASS:
            return Row("pass", "nothing fits")
        return Row(str(move), f"{total} + {move} = {total + int(move)}" if total else f"total {move}")

    def refused(self, state: PocketAddition, move: Move, reason: str, seats: Seats) -> Said:
        total, target = state.rules.total[state.mine], state.rules.target
        if move == PASS:
            fits = f"The {state.moves()[0]} still fits, and you may pass only when nothing does."
            return Said("You cannot pass now.", fits, "✕", "bad")
        if not isinstance(move, int) or not 1 <= move <= state.rules.largest:
            return Said(f"{move} is out of range.", reason, "✕", "bad")
        if move not in state.pool:
            holder: Player = 1 if move in state.pockets[0] else 2
            has = f"{seats.name(holder)} {seats.verb(holder, 'have', 'has')} it."
            return Said(f"The {move} is taken.", f"{has} Choose another number.", "✕", "bad")
        past = f"That is past {target}. {_advice(state)}"
        return Said(f"{total} + {move} = {total + move}", past, "✕", "bad")

    def result(self, state: PocketAddition, outcome: Outcome, seats: Seats) -> Said:
        winner, target = outcome.winner, state.rules.target
        assert winner is not None
        one, two = state.totals
        mine, theirs = (one, two) if winner == 1 else (two, one)
        who = seats.name(winner)
        if mine == theirs:
            return Said(f"{who} won at {mine} all.", f"{who} took the last number, and that breaks the tie.")
        said = f"{who} won, {mine} to {theirs}."
        if mine == target:
            return Said(said, f"{who} made exactly {target}.")
        why = "Nothing fits any more" if state.pool else "Every number is taken"
        return Said(said, f"{why}, so the higher total wins.")


def _advice(state: PocketAddition) -> str:
    """What fits instead, told by the largest number that is still there."""
    largest = max((number for number in state.moves() if isinstance(number, int)), default=None)
    if largest is None:
        return "Nothing fits, so you can only pass."
    return f"Choose a number up to {largest}." if len(state.moves()) > 1 else f"Only the {largest} fits."


def _key_text(facts: Facts, player: Player, number: int, seats: Seats) -> KeyText:
    """What stands on a tile: the total that it makes, or why it does not; a mark shows who has it."""
    name, target, total = str(number), facts["rules"]["target"], facts["totals"][player - 1]
    made = total + number
    if number not in facts["pool"]:
        holder: Player = 1 if number in facts["pockets"][0] else 2
        return KeyText(name, "", f"{number}, taken by {seats.inside(holder)}", off=True)
    if made > target:
        return KeyText(name, "too big", f"{number} is too big: {total} + {number} = {made}", off=True)
    return KeyText(name, f"= {made}", f"Take {number}, total {made}")
