"""Prime Duel in words: winning chances, and the cards that make them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from primeparlor import messages
from primeparlor.coach.grades import CLOSE, find_instant_wins, is_too_close
from primeparlor.coach.language.line_of_play import Name
from primeparlor.coach.language.phrases import Reason, is_estimate, percent
from primeparlor.coach.language.words import LONGEST_WALK
from primeparlor.coach.language.words import Words as Default
from primeparlor.coach.random_choice import find_decisions, pick
from primeparlor.core import OTHER, PLAYERS, Ending, Move, Player
from primeparlor.fact_words import Facts
from primeparlor.games.prime_duel import cards
from primeparlor.games.prime_duel.form import a
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, PrimeDuel
from primeparlor.messages import KeyText, Row, Said, Seats, Tips
from primeparlor.solve import analyse
from primeparlor.solve.answers import Analysis, Choice
from primeparlor.wording import as_percent, format_figures, join_words

if TYPE_CHECKING:
    from primeparlor.match.events import Outcome

LATE = 14  # cards in the deck, from where on a choice often matters
DAILY_DECKS = range(7, 11)  # cards left in a puzzle of the day


class Words(Default[PrimeDuel]):
    """Keep or discard, and what the cards left may bring."""

    luck = "The cards decided"
    daily_level = "club"
    line_choices = 4  # of two each: three would be too easy to guess

    def variant(self, changed: Mapping[str, int]) -> str:
        words = {"target": "exactly {}", "largest": "cards 1 to {}", "copies": "{} of each card"}
        return ", ".join(words[name].format(number) for name, number in changed.items())

    def why(self, state: PrimeDuel, analysis: Analysis) -> str:
        if len(analysis.moves) == 1:
            return f"{cards.too_much(state)}."
        keep, discard = (percent(analysis, choice) for choice in analysis.moves)
        then = f": {CLOSE}" if is_too_close(analysis) else ""
        return f"Keeping wins {keep} of the time, discarding {discard}{then}."

    def before_fate(self, state: PrimeDuel, analysis: Analysis) -> str:
        about = "about " if is_estimate(analysis) else ""
        return f"Before the draw you win {about}{as_percent(analysis.value or 0)} of the time."

    def reason(self, state: PrimeDuel, analysis: Analysis, choice: Choice) -> Reason:
        if choice.move == KEEP:
            told = cards.kept(state)
        elif len(analysis.moves) == 1:
            told = cards.too_much(state)
        else:
            told = cards.second_card(state)
        if choice.value == 1:
            return Reason(f"{told}.", (choice.move,))
        # a sentence that also counts the player's own cards is long enough
        often = "" if told.endswith(" for you") else " of the time with perfect play"
        return Reason(f"{told}; you then win {percent(analysis, choice)}{often}.", (choice.move,))

    def kind(self, state: PrimeDuel, analysis: Analysis, kept: Sequence[Move]) -> str:
        """What to look at: of two moves, any more would name the right one."""
        if find_instant_wins(state):
            return f"This card makes {state.rules.target}."
        if analysis.verdict == "win":
            right = "Both choices win" if len(kept) > 1 else "Only one choice wins"
            return f"{right} whatever the cards bring. {cards.what_to_count(state)}"
        return cards.what_to_count(state)

    def missed(self, state: PrimeDuel, analysis: Analysis) -> str:
        best = next(choice for choice in analysis.moves if choice.best)
        if len(analysis.moves) == 1 or best.move in find_instant_wins(state):
            return super().missed(state, analysis)
        what = f"{'Keeping' if best.move == KEEP else 'Discarding'} the {state.card}"
        often = "" if best.value == 1 else f" {percent(analysis, best)} of the time"
        kept = next(choice for choice in analysis.moves if choice.move == KEEP).value or 0.0
        second = analyse(state.after(DISCARD)).chances
        return f"{what} would have won{often}: {cards.decide(state, kept, second)}."

    def mistake(self, state: PrimeDuel, analysis: Analysis, move: Move) -> str:
        if find_instant_wins(state):
            return f"discarded the card that made {state.rules.target}"
        return "kept a card better discarded" if move == KEEP else "discarded a card better kept"

    def instruction(self, state: PrimeDuel, move: Move) -> str:
        return f"{'Keep' if move == KEEP else 'Discard'} the {state.card}."

    def did(self, state: PrimeDuel, move: Move) -> str:
        return f"{'kept' if move == KEEP else 'discarded'} the {state.card}"

    def brief(self, state: PrimeDuel, move: Move) -> str:
        return f"{move} the {state.card} at {state.mine}"

    def won(self, state: PrimeDuel, ending: Ending, name: Name) -> str:
        return f"{name(ending.winner)} won, {max(state.scores)} to {min(state.scores)}"

    def estimate(self, error: float) -> str:
        from primeparlor.games.prime_duel.solver.at_the_table import MEASURED, USUAL_ERROR

        usual, most = (f"{100 * share:.1f}" for share in (USUAL_ERROR, error))
        measured = f"none of {MEASURED:,} measured was more than {most} % off"
        return f"an estimate, usually within {usual} %; {measured}"

    def daily_cards(self, random: Random) -> tuple[int, ...]:
        """Every card of three decks, one after the other: no duel draws more."""
        deck = self.game.Rules().full_deck
        return tuple(card for _ in range(3) for card in sorted(deck, key=lambda _: random.random()))

    def question(self, state: PrimeDuel, analysis: Analysis, right: int) -> str:
        return f"Find the better choice{'' if analysis.exact else ', as far as an estimate can tell'}."

    def draw_position(self, random: Random, wanted: float) -> PrimeDuel | None:
        """Late in a game played at random: earlier no choice matters much."""
        positions = find_decisions(self.draw_start(random, wanted), random, LONGEST_WALK)
        late = [state for state in positions if len(state.deck) <= LATE]
        return pick(random, late) if late else None

    def draw_daily_positions(self, random: Random, wanted: float) -> Sequence[PrimeDuel]:
        """Any scores and any cards left, where one card was drawn: there is no end of such positions."""
        rules = self.draw_daily_start(random).rules
        deck = sorted(rules.full_deck, key=lambda _: random.random())
        cards, card = deck[: pick(random, DAILY_DECKS)], deck[-1]
        mine, theirs = (pick(random, range(rules.target // 5, rules.target * 4 // 5)) for _ in PLAYERS)
        state = PrimeDuel(rules, mine, theirs, tuple(sorted(cards)), card, False, pick(random, PLAYERS))
        return [state] if KEEP in state.moves() else []


# At the table ----------------------------------------------------------------------------------------

NEXT_COUNTS = "The next card counts if it fits."


class Messages(messages.Messages[PrimeDuel]):
    """Cards that were drawn, kept or discarded, and what they made."""

    def how_to_play(self, start: PrimeDuel) -> Sequence[str]:
        target, largest, copies = start.rules.target, start.rules.largest, start.rules.copies
        return (
            f"The deck has {format_figures(copies, 'card')} of each number from 1 to {largest}, shuffled.",
            "In turn, draw a card. Keep it for your score, or discard it and keep the second one.",
            f"A card that would take you past {target} is discarded.",
            "If adding a card makes your score prime, you get another turn.",
            f"Whoever reaches exactly {target} wins at once.",
        )

    def tips(self, start: PrimeDuel) -> Tips:
        return Tips(
            turn="Keep the card and add it to your score, or discard it and take the next one.",
            again="That goes on for as long as cards make a score prime, for your opponent too.",
            forced=f"A card that would pass {start.rules.target} cannot be kept: it is discarded for you.",
            drawn="You see which cards are left in the deck. Nobody knows their order.",
        )

    def begins_turn(self, state: PrimeDuel) -> bool:
        return state.card is None and not state.second

    def task(self, facts: Facts, extra: bool) -> str:
        card, score = facts["card"], facts["scores"][facts["turn"] - 1]
        if card is None:
            return NEXT_COUNTS if facts["second_draw"] else "A card is drawn."
        target = facts["rules"]["target"]
        if score + card > target:
            return f"You drew {a(card)}: it would pass {target}, so it goes."
        asked = f"You drew {a(card)}: keep it?"
        return f"{score} is prime. {asked}" if extra else asked

    def standing(self, facts: Facts, player: Player) -> str:
        return f"{facts['scores'][player - 1]} of {facts['rules']['target']}"

    def labels(self, facts: Facts, seats: Seats) -> Mapping[str, str]:
        """Return the texts of the board; `left1` tells how many cards with a 1 are left, and so on."""
        card, last, count = facts["card"], facts["last_card"], sum(facts["deck"])
        after = NEXT_COUNTS if facts["second_draw"] else "Nobody knows their order."
        every = facts["rules"]["largest"] * facts["rules"]["copies"]
        deck = after if count else f"All {every} are shuffled for the next card."
        drawn = f"Last card: {last}" if last else "No card yet"
        lies = "discarded" if facts["second_draw"] else "last card"
        return {
            "asked": f"{KEEP} or {DISCARD}",
            "question": f"Keep the {card}?" if card else "Keep or discard",
            "card": f"Card drawn: {card}" if card else drawn,
            "place": "" if card else lies if last else "no card",
            "pile": f"{count} face down" if count else "empty: shuffled next",
            "left": "Cards left",
            "count": f"{count} card{'s' * (count != 1)} left",
            "deck": deck,
            "told": f"{count} in the deck. {deck}",
            "reached": "exactly",
            "won": f"Exactly {facts['rules']['target']}.",
            **{f"left{number}": f"{number}: {of} left" for number, of in enumerate(facts["deck"], 1)},
        }

    def keys(self, facts: Facts, player: Player, seats: Seats) -> Mapping[str, KeyText]:
        """Return what stands on both keys; the card is the one of the player to move."""
        names = {KEEP: "Keep it", DISCARD: "Discard it"}
        card, score, target = facts["card"], facts["scores"][facts["turn"] - 1], facts["rules"]["target"]
        if card is None:
            waits = "The next card counts" if facts["second_draw"] else "No card yet"
            return {move: KeyText(name, waits, off=True) for move, name in names.items()}
        fits = score + card <= target
        other = "The next card counts" if fits else "It must go"
        word, ink = _format_sum(facts, score, card)
        keep = KeyText(names[KEEP], word, ink=ink, off=not fits, makes=score + card if fits else None)
        return {KEEP: keep, DISCARD: KeyText(names[DISCARD], other)}

    def moved(self, before: PrimeDuel, after: PrimeDuel, move: Move, seats: Seats) -> Said:
        who = seats.name(before.turn)
        if move == KEEP:
            return _scored(before, after, int(before.card or 0), f"{who} kept the {before.card}.", seats)
        return Said(f"{who} discarded the {before.card}.", NEXT_COUNTS)

    def forced(self, before: PrimeDuel, after: PrimeDuel, move: Move, seats: Seats) -> Said:
        past = f"{before.mine} + {before.card} would pass {before.rules.target}."
        return Said(past, f"{seats.name(before.turn)} had to discard the {before.card}. {NEXT_COUNTS}")

    def drawn(self, before: PrimeDuel, after: PrimeDuel, outcome: Move, seats: Seats) -> Said:
        who, card, rules = seats.name(before.turn), int(outcome), before.rules
        score = before.mine + card
        every = len(rules.full_deck)
        shuffled = "" if before.deck else f"The deck was empty: all {every} cards were shuffled. "
        if not before.second:
            makes = f"{before.mine} + {card} would make {score}."
            fits = makes if score <= rules.target else "It does not fit."
            return Said(f"{who} drew {a(card)}.", shuffled.strip() or fits)
        if score <= rules.target:
            return _scored(before, after, card, f"{shuffled}{who} had to keep the {card}.", seats)
        past = f"{before.mine} + {card} would pass {rules.target}."
        return Said(past, f"{shuffled}{who} drew {a(card)}, which does not count. {_next(after, seats)}")

    def several(self, steps: Sequence[tuple[PrimeDuel, PrimeDuel, Move]], seats: Seats) -> str:
        did, (first, _, _), (_, after, _) = [], steps[0], steps[-1]
        for before, _, move in steps:
            if before.card is not None:
                did.append(f"{'kept' if move == KEEP else 'discarded'} the {before.card}")
            elif before.second:
                did.append(f"drew {a(int(move))}")
        score, still = after.scores[first.turn - 1], first.mine
        made = f"still {score}" if score == still else str(score)
        return f"{seats.name(first.turn)} {join_words(did)}: {made} points."

    def deed(self, before: PrimeDuel, move: Move) -> str:
        return f"the {before.card} that was kept" if move == KEEP else f"the discarded {before.card}"

    def row(self, before: PrimeDuel, after: PrimeDuel, move: Move) -> Row | None:
        if move == DISCARD:
            return Row(str(before.card), "discarded", struck=True)
        if move != KEEP and not before.second:
            return Row(f"drew {move}", pending=True)
        score = after.scores[before.turn - 1]
        if score == before.mine:
            return Row(str(move), "does not fit", struck=True)
        again = after.turn == before.turn and after.ending() is None
        won = " ✓" if after.ending() else ""
        return Row(f"kept {before.card}" if move == KEEP else f"then {move}", f"{score}{won}", prime=again)

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
        was = f"{seats.name(loser)} {seats.verb(loser, 'were', 'was')}"
        text = f"{was} {short} point{'s' * (short != 1)} short."
        return Said(f"{seats.name(winner)} won, {won} to {lost}.", text)


def _format_sum(facts: Facts, score: int, card: int) -> tuple[str, str]:
    """What keeping the card makes, and the ink to say it in."""
    made, target = score + card, facts["rules"]["target"]
    if made > target:
        return f"{score} + {card} passes {target}", "ink2"
    if made == target:
        return f"{score} + {card} = {made} ✓ wins", "good"
    if made in facts["prime_scores"]:
        return f"{score} + {card} = {made} ◆ go again", "brass"
    return f"{score} + {card} = {made}", "ink2"


def _scored(before: PrimeDuel, after: PrimeDuel, card: int, told: str, seats: Seats) -> Said:
    """A card that counted: the sum, then how it came and what it means."""
    score, who = before.mine + card, before.turn
    total = f"{before.mine} + {card} = {score}"
    if after.ending():
        return Said(total, f"{told} Exactly {score}!", "✓", "good")
    if after.turn == who:
        draws = f"{seats.inside(who)} {seats.verb(who, 'draw', 'draws')} again"
        return Said(total, f"{told} A prime, so {draws}.", "◆", "brass")
    return Said(total, f"{told} Not prime, so {_next(after, seats, inside=True)}")


def _next(after: PrimeDuel, seats: Seats, inside: bool = False) -> str:
    """Who is next, as a sentence or the end of one."""
    name = seats.inside(after.turn) if inside else seats.name(after.turn)
    return f"{name} {seats.verb(after.turn, 'are', 'is')} next."
