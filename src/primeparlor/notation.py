"""Text ⇄ moves and positions: the only reader of human text.

A move is a number or a word; `number-morph` also takes a place and a digit (`tens 7`), `prime-duel`
also `yes`, `no`, `y`, `n`. A position is the game's name and `key=value` words in any order; a key
left out stands as at the start, and rule keys in the same place make a variant.

Whatever is not exactly such a form is refused with a `NotationError` that names the form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, cast

from primeparlor.core import OTHER, PASS, Move, ParlorError, Player, Rules, State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.games.prime_duel import DISCARD, KEEP

TOTAL_LIMIT = 2**64  # ruling N3
PLACES = ("units", "tens", "hundreds", "thousands", "ten-thousands", "hundred-thousands", "millions")
ANSWERS = {"yes": KEEP, "y": KEEP, KEEP: KEEP, "no": DISCARD, "n": DISCARD, DISCARD: DISCARD}


class NotationError(ParlorError):
    """A text that is not a move or a position; the sentence says which form is asked for."""


# Words and numbers ---------------------------------------------------------------------------


def word(text: str) -> str:
    """The text without surrounding blanks, in small letters if it is plain ASCII."""
    text = text.strip(" \t\r\n")
    return text.lower() if text.isascii() else text


def whole_number(text: str) -> int | None:
    """The number written in plain digits, without sign, point or leading zero; else None."""
    text = text.strip(" \t\r\n")
    if not (text.isascii() and text.isdigit()) or len(text) > 20 or (text[0] == "0" and text != "0"):
        return None
    return int(text)


# Moves ---------------------------------------------------------------------------------------


def form(state: State) -> str:
    """What is asked for here, in words: the second half of every refusal of bad text (A2)."""
    if state.chances():
        return "a number of the deck" if isinstance(state, PrimeDuel) else "a prime number"
    match state:
        case NonprimeAddition():
            return f"a whole number from {state.rules.smallest} to {state.rules.largest}"
        case NumberMorph():
            where, digits = "/".join(places(state)), state.rules.digits
            return f"a place ({where}) and a digit, as in 'tens 7', or the new number of {digits} digits"
        case PrimeDuel():
            return "yes to keep the card or no to discard it"
        case PrimeClimb() | PocketAddition():
            return f"a whole number from 1 to {state.rules.largest}"
    raise NotImplementedError(state.name)


def parse(state: State, text: str) -> Move:
    """The move, or outcome of fate, that the text names; whether it is legal is not asked here."""
    move: Move | None = (number := whole_number(text))
    if isinstance(state, PrimeDuel) and not state.chances():
        move = ANSWERS.get(word(text))
    elif isinstance(state, NumberMorph) and state.number is not None:
        if number is None or not state.rules.least <= number < state.rules.beyond:
            move = _place_and_digit(state, text)
    elif move is None and word(text) == PASS and isinstance(state, PrimeClimb | PocketAddition):
        move = PASS
    if move is None:
        raise NotationError(f"Please type {form(state)}.")
    return move


def places(state: NumberMorph) -> tuple[str, ...]:
    """The names of the places, the leftmost first."""
    return PLACES[: state.rules.digits][::-1]


def changed(state: NumberMorph, number: int) -> tuple[str, str]:
    """The place in which the number differs from the current one, and the digit it has there."""
    digits = zip(places(state), str(state.number), str(number), strict=True)
    return next((where, new) for where, old, new in digits if old != new)


def place(state: NumberMorph, text: str) -> str | None:
    """The place that the text names, else None."""
    return word(text) if word(text) in places(state) else None


def _place_and_digit(state: NumberMorph, text: str) -> int | None:
    where, _, what = text.strip(" \t\r\n").partition(" ")
    chosen, digit = place(state, where), whole_number(what)
    if chosen is None or digit is None or digit > 9:
        return None
    assert state.number is not None
    unit: int = 10 ** PLACES.index(chosen)
    return state.number + (digit - state.number // unit % 10) * unit


# Positions -----------------------------------------------------------------------------------


class Words:
    """The `key=value` words of a position; each reader takes its own, none may be left over."""

    def __init__(self, words: Iterable[str], known: tuple[str, ...]) -> None:
        self.values: dict[str, str] = {}
        for text in words:
            key, equals, value = text.partition("=")
            if not equals or key not in known:
                raise NotationError(
                    f"{_shown(text)} is not understood here. Give {', '.join(known)} as key=value."
                )
            if key in self.values:
                raise NotationError(f"{key} is given twice.")
            self.values[key] = value

    def number(self, key: str, least: int, most: int, default: int) -> int:
        return self._within(key, self.values[key], least, most) if key in self.values else default

    def numbers(self, key: str, least: int, most: int) -> tuple[int, ...] | None:
        """The numbers of a list with commas; an empty list is written `key=`; None if not given."""
        if key not in self.values:
            return None
        text = self.values[key]
        return tuple(self._within(key, part, least, most) for part in text.split(",")) if text else ()

    def pair(self, key: str, most: int) -> tuple[int, int]:
        """Player 1's and Player 2's number; 0 and 0 if not given."""
        numbers = self.numbers(key, 0, most)
        if numbers is None:
            return 0, 0
        if len(numbers) != 2:
            raise NotationError(f"{key} takes two numbers, Player 1's and Player 2's, as in {key}=7,0.")
        return numbers[0], numbers[1]

    def turn(self) -> Player:
        return cast(Player, self.number("turn", 1, 2, 1))

    def _within(self, key: str, text: str, least: int, most: int) -> int:
        number = whole_number(text)
        if number is None or str(number) != text or not least <= number <= most:
            raise NotationError(f"{key} takes whole numbers from {least} to {most}, not {_shown(text)}.")
        return number


def _shown(text: str) -> str:
    """A stranger's text, cut and made printable."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def position(state: State) -> str:
    """The state as text; `read_position` reads it back."""
    fields = state.rules.changed() | FORMS[state.name].write(state)
    return " ".join([state.name, *(f"{key}={value}" for key, value in fields.items())])


def read_position(text: str) -> State:
    """The state that a whole position text describes, the game's name first."""
    name, *words = [word for word in text.strip(" \t\r\n").split(" ") if word] or [""]
    return set_up(game(name), words)


def game(name: str) -> type[State]:
    """The game of that name."""
    if name not in GAMES:
        raise NotationError(f"There is no game {_shown(name)}. The games are: {', '.join(GAMES)}.")
    return GAMES[name]


def set_up(game: type[State], words: Iterable[str]) -> State:
    """The state of this game that the words describe; without words, the start."""
    rule_keys = game.Rules.numbers
    given = Words(words, (*FORMS[game.name].keys, *rule_keys))
    rules = read_rules(game, {key: text for key, text in given.values.items() if key in rule_keys})
    return FORMS[game.name].read(rules, given)


def read_rules(game: type[State], texts: Mapping[str, str]) -> Rules:
    """The rules with these numbers changed; refused with the range if they are outside it."""
    numbers = {key: whole_number(text) for key, text in texts.items()}
    # a text that is no number at all is outside every range, and refused as such
    return game.Rules(**{key: -1 if n is None else n for key, n in numbers.items()})


def _by_player(turn: Player, one: Any, two: Any) -> tuple[Any, Any]:
    """Mine and theirs, given Player 1's and Player 2's."""
    return (one, two) if turn == 1 else (two, one)


def _write_nonprime(state: NonprimeAddition) -> dict[str, object]:
    return {"total": state.total, "turn": state.turn}


def _read_nonprime(rules: Any, words: Words) -> State:
    total = words.number("total", 1, TOTAL_LIMIT - 1, rules.start)
    if total < rules.start:
        raise NotationError(f"A total of {total} is below the start, {rules.start}.")
    return NonprimeAddition(rules, total, words.turn())


def _write_morph(state: NumberMorph) -> dict[str, object]:
    if state.number is None:
        return {"turn": state.turn}
    used = ",".join(map(str, state.history))
    return {"number": state.number, "used": used, "turn": state.turn}


def _read_morph(rules: Any, words: Words) -> State:
    number = words.number("number", 0, rules.beyond - 1, 0) if "number" in words.values else None
    listed = words.numbers("used", 0, rules.beyond - 1)
    if number is None:
        if listed:
            raise NotationError("used needs number: the current number is one of those used.")
        return NumberMorph(rules, None, 0, words.turn())
    used = (number,) if listed is None else listed
    for prime in (number, *used):
        if prime not in rules.index:
            raise NotationError(f"{prime} is not a prime number of {rules.digits} digits.")
    if len(set(used)) < len(used):
        raise NotationError("used holds a number twice.")
    if number not in used:
        raise NotationError(f"used must hold the current number, {number}.")
    mask = sum(1 << rules.index[prime] for prime in used)
    return NumberMorph(rules, number, mask, words.turn())


def _write_climb(state: PrimeClimb) -> dict[str, object]:
    return {"steps": "{},{}".format(*state.steps), "turn": state.turn}


def _read_climb(rules: Any, words: Words) -> State:
    one, two = words.pair("steps", rules.top)
    turn = words.turn()
    mine, theirs = _by_player(turn, one, two)
    if one == two > 0:
        raise NotationError(f"Both players cannot stand on Step {one}.")
    if mine == rules.top:
        raise NotationError(
            f"Player {turn} has reached {rules.top}: the game is over, and turn={OTHER[turn]}."
        )
    return PrimeClimb(rules, mine, theirs, turn)


def _write_pocket(state: PocketAddition) -> dict[str, object]:
    pockets = {
        key: ",".join(map(str, numbers)) for key, numbers in zip(("one", "two"), state.pockets, strict=True)
    }
    filled: dict[str, object] = {key: numbers for key, numbers in pockets.items() if numbers}
    return filled | {"turn": state.turn, "passes": state.passes}


def _read_pocket(rules: Any, words: Words) -> State:
    one, two = (words.numbers(key, 1, rules.largest) or () for key in ("one", "two"))
    turn, passes = words.turn(), words.number("passes", 0, 2, 0)
    if len({*one, *two}) < len(one) + len(two):
        raise NotationError("A number is in the pockets twice.")
    masks = [sum(1 << (n - 1) for n in numbers) for numbers in (one, two)]
    mine, theirs = _by_player(turn, *masks)
    for player, mask in zip((1, 2), masks, strict=True):
        if rules.total[mask] > rules.target:
            raise NotationError(f"Player {player}'s total of {rules.total[mask]} exceeds {rules.target}.")
    if rules.total[mine] == rules.total[theirs] == rules.target:
        raise NotationError(f"Both players cannot have reached {rules.target}.")
    if rules.total[mine] == rules.target:
        raise NotationError(
            f"Player {turn} has reached {rules.target}: the game is over, and turn={OTHER[turn]}."
        )
    if passes and (rules.total[theirs] == rules.target or mine | theirs == rules.all):
        raise NotationError("The game ended when a number was taken: passes=0.")
    # whoever has passed has no number that fits: the other one, and after two passes both
    for pocket in (theirs, mine)[:passes]:
        if rules.fitting[rules.target - rules.total[pocket]] & rules.all & ~(mine | theirs):
            raise NotationError("A player has passed although a number fits.")
    return PocketAddition(rules, mine, theirs, passes, turn)


def _write_duel(state: PrimeDuel) -> dict[str, object]:
    counts = [state.deck.count(card) for card in range(1, state.rules.largest + 1)]
    fields: dict[str, object] = {"scores": "{},{}".format(*state.scores), "deck": ",".join(map(str, counts))}
    fields["turn"] = state.turn
    if state.card is not None:
        fields["card"] = state.card
    if state.second:
        fields["draw"] = "second"
    return fields


def _read_duel(rules: Any, words: Words) -> State:
    one, two = words.pair("scores", rules.target)
    turn = words.turn()
    mine, theirs = _by_player(turn, one, two)
    deck = _read_deck(rules, words)
    card = words.number("card", 1, rules.largest, 0) or None
    draw = words.values.get("draw")
    if draw not in (None, "first", "second"):
        raise NotationError("draw is 'first' or 'second'.")
    if card and draw:
        raise NotationError("card and draw cannot both be given: a card drawn awaits a decision.")
    if card and deck.count(card) == rules.copies:
        raise NotationError(
            f"All {rules.copies} cards of {card} are in the deck: card={card} cannot be drawn too."
        )
    if draw == "second" and len(deck) == len(rules.full_deck):
        raise NotationError("With draw=second the rejected card is no longer in the deck.")
    if mine == theirs == rules.target:
        raise NotationError(f"Both players cannot have reached {rules.target}.")
    if mine == rules.target:
        raise NotationError(
            f"Player {turn} has reached {rules.target}: the game is over, and turn={OTHER[turn]}."
        )
    if theirs == rules.target and (card or draw == "second"):
        raise NotationError("The game is over: no card is drawn any more.")
    return PrimeDuel(rules, mine, theirs, deck, card, draw == "second", turn)


def _read_deck(rules: Any, words: Words) -> tuple[int, ...]:
    counts = words.numbers("deck", 0, rules.copies)
    if counts is None:
        return cast(tuple[int, ...], rules.full_deck)
    if len(counts) != rules.largest:
        raise NotationError(f"deck takes {rules.largest} counts, those of the cards 1 to {rules.largest}.")
    return tuple(card for card, count in enumerate(counts, 1) for _ in range(count))


class Form(NamedTuple):
    """How the positions of one game are written."""

    keys: tuple[str, ...]
    write: Callable[[Any], dict[str, object]]
    read: Callable[[Any, Words], State]


FORMS = {
    "nonprime-addition": Form(("total", "turn"), _write_nonprime, _read_nonprime),
    "number-morph": Form(("number", "used", "turn"), _write_morph, _read_morph),
    "prime-climb": Form(("steps", "turn"), _write_climb, _read_climb),
    "pocket-addition": Form(("one", "two", "turn", "passes"), _write_pocket, _read_pocket),
    "prime-duel": Form(("scores", "deck", "turn", "card", "draw"), _write_duel, _read_duel),
}
