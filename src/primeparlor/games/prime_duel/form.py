"""Prime Duel as text: a move is `keep` or `discard`, or yes or no, or a letter; fate's is the card drawn."""

from __future__ import annotations

from primeparlor.core import OTHER, Move
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.notation import blocks
from primeparlor.notation.blocks import NotationError, Words, by_player, whole_number, word

ANSWERS = {
    **dict.fromkeys((KEEP, "k", "yes", "y"), KEEP),
    **dict.fromkeys((DISCARD, "d", "no", "n"), DISCARD),
}


class Form(blocks.Form[PrimeDuel]):
    """`prime-duel scores=17,0 deck=4,4,4,4,4,4,3,4,3,3 turn=1 card=9`

    `deck` counts the cards left by value, `card` has been drawn and awaits a decision, and `draw=second`
    means that the first card was rejected.
    """

    keys = ("scores", "deck", "turn", "card", "draw")

    def asked(self, state: PrimeDuel) -> str:
        return "the number of a card" if state.chances() else "yes to keep the card or no to discard it"

    def parse(self, state: PrimeDuel, text: str) -> Move | None:
        return whole_number(text) if state.chances() else ANSWERS.get(word(text))

    def why_not_drawn(self, state: PrimeDuel, outcome: Move | None) -> str:
        if outcome in state.rules.full_deck:
            return f"no {outcome} is left in the deck by then."
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
            raise NotationError("draw must be 'first' or 'second'.")
        if card and draw:
            raise NotationError("Give card or draw, not both: a card that is drawn awaits a decision.")
        state = PrimeDuel(rules, mine, theirs, deck, card, draw == "second", turn)
        _check_cards(state)
        _check_scores(state)
        return state


def _read_deck(rules: DuelRules, words: Words) -> tuple[int, ...]:
    counts = words.numbers("deck", 0, rules.copies)
    if counts is None:
        return rules.full_deck
    if len(counts) != rules.largest:
        raise NotationError(f"deck takes {rules.largest} counts, one for each card 1 to {rules.largest}.")
    return tuple(card for card, count in enumerate(counts, 1) for _ in range(count))


def _check_cards(state: PrimeDuel) -> None:
    """A card that has been drawn is no longer in the deck."""
    rules, card = state.rules, state.card
    if card and state.deck.count(card) == rules.copies:
        raise NotationError(
            f"All {rules.copies} of the {card}s are in the deck, so card={card} cannot have been drawn."
        )
    if state.second and len(state.deck) == len(rules.full_deck):
        raise NotationError("With draw=second, the rejected card cannot still be in the deck.")


def _check_scores(state: PrimeDuel) -> None:
    """Only the player who has just moved may have reached the target, and then nothing is drawn."""
    target, turn = state.rules.target, state.turn
    if state.mine == state.theirs == target:
        raise NotationError(f"Both players cannot have reached {target}.")
    if state.mine == target:
        raise NotationError(
            f"Player {turn} has reached {target}, so the game is over: write turn={OTHER[turn]}."
        )
    if state.theirs == target and (state.card or state.second):
        raise NotationError("The game is over: no more cards are drawn.")


def a(card: int) -> str:
    """The card with its article: "an 8"."""
    return f"{'an' if card in (8, 11) else 'a'} {card}"
