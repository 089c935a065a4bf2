"""Prime Duel on the screen: both tracks, the card on the table between them, and the cards left by number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from primeparlor.core import OTHER, Move, Player
from primeparlor.games.prime_duel.form import a
from primeparlor.games.prime_duel.picture import paint
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, PrimeDuel
from primeparlor.terminal.drawing import board
from primeparlor.terminal.drawing.board import Key, Press, Row, Said, Seats, View
from primeparlor.terminal.drawing.canvas import Canvas
from primeparlor.terminal.drawing.lines import Facts

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

ANSWERS = {"k": KEEP, "y": KEEP, "d": DISCARD, "n": DISCARD}


class Board(board.Board[PrimeDuel]):
    """Two keys, keep or discard; each says where it leads."""

    also = {"k": "y", "d": "n"}  # the card is asked about as in the book

    def paint(self, c: Canvas, facts: Facts, view: View) -> None:
        paint(c, facts, view)

    def art(self, c: Canvas) -> None:
        c.fill(0, 0, c.w, c.h, "g4")
        if c.h < 7:
            c.number((c.w - 3) // 2, (c.h - 3) // 2, "7", "S", "cream")
            return
        left = c.w // 2 - 7
        for row in range(1, c.h - 1):
            c.put(left, row, "◆◇◆◇" if row % 2 else "◇◆◇◆", "coin", "soot")
        c.fill(left + 4, 1, 10, c.h - 2, "cream")
        c.number(left + 6, (c.h - 4) // 2, "7", "M", "g4")

    # Keys -------------------------------------------------------------------------------------------

    def keys(self, facts: Facts, view: View) -> list[Key]:
        card, turn = facts["card"], facts["turn"]
        if card is None:
            waits = "the next card counts" if facts["second_draw"] else "no card yet"
            return [Key("k", "Keep it", waits, off=True), Key("d", "Discard it", waits, off=True)]
        makes, ink = _makes(facts)
        fits = facts["scores"][turn - 1] + card <= facts["rules"]["target"]
        keep = Key("k", "Keep it", makes, not (fits and view.yours), view.held == KEEP, ink)
        other = "keep the next card" if fits else "it must go"
        discard = Key("d", "Discard it", other, not view.yours, view.held == DISCARD)
        return [keep, discard]

    def press(self, facts: Facts, view: View, key: str) -> Press | None:
        if facts["card"] is not None and (move := ANSWERS.get(key.lower())):
            return Press(move=move)
        return super().press(facts, view, key)

    def hints_of_keys(self, facts: Facts) -> list[tuple[str, str]]:
        return [("k", "keep"), ("d", "discard")]

    # In a few words ---------------------------------------------------------------------------------

    def standing(self, facts: Facts, player: Player) -> str:
        return f"at {facts['scores'][player - 1]}"

    def task(self, facts: Facts, extra: bool) -> str:
        card, score = facts["card"], facts["scores"][facts["turn"] - 1]
        if card is None:
            return "The next card counts if it fits." if facts["second_draw"] else "A card is drawn."
        target = facts["rules"]["target"]
        if score + card > target:
            return f"You drew {a(card)}: it would pass {target}, so it goes."
        asked = f"You drew {a(card)}: keep it?"
        return f"{score} is prime. {asked}" if extra else asked

    def aim(self, facts: Facts) -> str:
        return f"keep or discard; land exactly on {facts['rules']['target']}"

    def row(self, before: PrimeDuel, after: PrimeDuel, move: Move) -> Row:
        if move == DISCARD:
            return Row("discard")
        counts = move == KEEP or before.second
        return Row(str(move) if move == KEEP else f"drew {move}", _what(before, after) if counts else "")

    # Words ------------------------------------------------------------------------------------------

    def moved(self, before: PrimeDuel, after: PrimeDuel, move: Move, seats: Seats) -> Said:
        who = seats.name(before.turn)
        if move == KEEP:
            return _scored(before, after, int(before.card or 0), f"{who} kept the {before.card}.", seats)
        return Said(f"{who} discarded the {before.card}.", "The next card counts if it fits.")

    def several(self, steps: Sequence[tuple[PrimeDuel, PrimeDuel, Move]], seats: Seats) -> str:
        did, (first, _, _), (_, after, _) = [], steps[0], steps[-1]
        for before, _, move in steps:
            if before.card is not None:
                did.append(f"{'kept' if move == KEEP else 'discarded'} the {before.card}")
            elif before.second:
                did.append(f"drew {a(int(move))}")
        score, still = after.scores[first.turn - 1], first.mine
        made = f"still {score}" if score == still else str(score)
        return f"{seats.name(first.turn)} {board.in_a_row(did)}: {made} points."

    def forced(self, before: PrimeDuel, after: PrimeDuel, move: Move, seats: Seats) -> Said:
        target = before.rules.target
        gone = f"{seats.name(before.turn)} had to discard the {before.card}."
        return Said(
            f"{before.mine} + {before.card} would pass {target}.", f"{gone} The next card counts if it fits."
        )

    def drawn(self, before: PrimeDuel, after: PrimeDuel, outcome: Move, seats: Seats) -> Said:
        who, card, rules = seats.name(before.turn), int(outcome), before.rules
        score = before.mine + card
        every = len(rules.full_deck)
        shuffled = "" if before.deck else f"The deck was empty: all {every} cards were shuffled. "
        if not before.second:
            fits = (
                f"{before.mine} + {card} would make {score}." if score <= rules.target else "It does not fit."
            )
            return Said(f"{who} drew {a(card)}.", shuffled.strip() or fits, "◆", "brass")
        if score <= rules.target:
            return _scored(before, after, card, f"{shuffled}{who} had to keep the {card}.", seats)
        text = f"{shuffled}{who} drew {a(card)}, which does not count. {_next(after, seats)}"
        return Said(f"{before.mine} + {card} would pass {rules.target}.", text)

    def refused(self, state: PrimeDuel, move: Move, reason: str, seats: Seats) -> Said:
        if move != KEEP or state.card is None:
            return self.not_understood(state, str(move), "")
        passes = f"That passes {state.rules.target}, so the card must be discarded."
        return Said(f"{state.mine} + {state.card} = {state.mine + state.card}", passes, "✕", "bad")

    def not_understood(self, state: PrimeDuel, text: str, asked: str) -> Said:
        return super().not_understood(state, text, f"{KEEP} or {DISCARD}")

    def result(self, state: PrimeDuel, outcome: Outcome, seats: Seats) -> Said:
        winner = outcome.winner
        assert winner is not None
        won, lost = state.scores if winner == 1 else state.scores[::-1]
        loser, short = OTHER[winner], won - lost
        was = "were" if loser == seats.you else "was"
        text = f"{seats.name(loser)} {was} {short} point{'s' * (short != 1)} short."
        return Said(f"{seats.name(winner)} won, {won} to {lost}.", text)


def _makes(facts: Facts) -> tuple[str, str]:
    """What keeping the card makes, and the ink to say it in."""
    card, target = facts["card"], facts["rules"]["target"]
    before = facts["scores"][facts["turn"] - 1]
    score = before + card
    if score > target:
        return f"{before} + {card} passes {target}", "ink2"
    if score == target:
        return f"{before} + {card} = {score} ✓ win", "good"
    if score in facts["prime_scores"]:
        return f"{before} + {card} = {score} ◆ go again", "brass"
    return f"{before} + {card} = {score}", "ink2"


def _what(before: PrimeDuel, after: PrimeDuel) -> str:
    """The score after a card has counted, with what it means: "41 ◆"."""
    score = after.scores[before.turn - 1]
    if after.ending():
        return f"{score} ✓"
    return f"{score} ◆" if after.turn == before.turn else str(score)


def _scored(before: PrimeDuel, after: PrimeDuel, card: int, told: str, seats: Seats) -> Said:
    """A card that counted: the sum, then how it came and what it means."""
    score = before.mine + card
    total = f"{before.mine} + {card} = {score}"
    if after.ending():
        return Said(total, f"{told} Exactly {score}!", "✓", "good" if before.turn == seats.you else "ink2")
    if after.turn == before.turn:
        return Said(total, f"{told} A prime: another turn.", "◆", "brass")
    return Said(total, f"{told} Not prime: {_next(after, seats, inside=True)}")


def _next(after: PrimeDuel, seats: Seats, inside: bool = False) -> str:
    """Who is next, as a sentence or the end of one."""
    name = seats.inside(after.turn) if inside else seats.name(after.turn)
    return f"{name} {'are' if after.turn == seats.you else 'is'} next."
