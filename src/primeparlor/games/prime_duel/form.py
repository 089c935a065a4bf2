"""Prime Duel as text: a move is `keep` or `discard`, or yes or no; fate's move is the card drawn."""

from __future__ import annotations

from primeparlor.core import OTHER, Move
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.notation import blocks
from primeparlor.notation.blocks import NotationError, Words, by_player, whole_number, word

ANSWERS = {"yes": KEEP, "y": KEEP, KEEP: KEEP, "no": DISCARD, "n": DISCARD, DISCARD: DISCARD}


class Form(blocks.Form[PrimeDuel]):
    """`prime-duel scores=17,0 deck=4,4,4,4,4,4,3,4,3,3 turn=1 card=9`

    `deck` counts the cards left by value, `card` is drawn and awaits a decision, and with `draw=second`
    the first card has been rejected.
    """

    keys = ("scores", "deck", "turn", "card", "draw")

    def asked(self, state: PrimeDuel) -> str:
        return "a number of the deck" if state.chances() else "yes to keep the card or no to discard it"

    def parse(self, state: PrimeDuel, text: str) -> Move | None:
        return whole_number(text) if state.chances() else ANSWERS.get(word(text))

    def why_not_drawn(self, state: PrimeDuel, outcome: Move | None) -> str:
        if outcome in state.rules.full_deck:
            return f"by then no {outcome} is left in the deck."
        return f"the cards are 1 to {state.rules.largest}."

    def write(self, state: PrimeDuel) -> dict[str, object]:
        counts = [state.deck.count(card) for card in range(1, state.rules.largest + 1)]
        fields: dict[str, object] = {"scores": "{},{}".format(*state.scores)}
        fields |= {"deck": ",".join(map(str, counts)), "turn": state.turn}
        if state.card is not None:
            fields["card"] = state.card
        if state.second:
            fields["draw"] = "second"
        return fields

    def read(self, rules: DuelRules, words: Words) -> PrimeDuel:
        one, two = words.pair("scores", rules.target)
        turn = words.turn()
        mine, theirs = by_player(turn, one, two)
        deck = _read_deck(rules, words)
        card = words.number("card", 1, rules.largest, 0) or None
        draw = words.values.get("draw")
        if draw not in (None, "first", "second"):
            raise NotationError("draw is 'first' or 'second'.")
        if card and draw:
            raise NotationError("card and draw cannot both be given: a card drawn awaits a decision.")
        state = PrimeDuel(rules, mine, theirs, deck, card, draw == "second", turn)
        _check_cards(state)
        _check_scores(state)
        return state


def _read_deck(rules: DuelRules, words: Words) -> tuple[int, ...]:
    counts = words.numbers("deck", 0, rules.copies)
    if counts is None:
        return rules.full_deck
    if len(counts) != rules.largest:
        raise NotationError(f"deck takes {rules.largest} counts, those of the cards 1 to {rules.largest}.")
    return tuple(card for card, count in enumerate(counts, 1) for _ in range(count))


def _check_cards(state: PrimeDuel) -> None:
    """A card that has been drawn is no longer in the deck."""
    rules, card = state.rules, state.card
    if card and state.deck.count(card) == rules.copies:
        raise NotationError(
            f"All {rules.copies} cards of {card} are in the deck: card={card} cannot be drawn too."
        )
    if state.second and len(state.deck) == len(rules.full_deck):
        raise NotationError("With draw=second the rejected card is no longer in the deck.")


def _check_scores(state: PrimeDuel) -> None:
    """Only the player who has just moved may have reached the target, and then nothing is drawn."""
    target, turn = state.rules.target, state.turn
    if state.mine == state.theirs == target:
        raise NotationError(f"Both players cannot have reached {target}.")
    if state.mine == target:
        raise NotationError(f"Player {turn} has reached {target}: the game is over, and turn={OTHER[turn]}.")
    if state.theirs == target and (state.card or state.second):
        raise NotationError("The game is over: no card is drawn any more.")
