"""Choices before a game: its house variants, the side they favour, and the levels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from primeparlor import notation
from primeparlor.core import OTHER, Player, State, capital
from primeparlor.games import GAMES
from primeparlor.tables.sentences import format_variant
from primeparlor.wording import USUAL_GAME, as_percent, format_certain_win

if TYPE_CHECKING:
    from primeparlor.solve import Progress

T = TypeVar("T")
THE_USUAL_GAME = f"the {USUAL_GAME}"
AS_IN_THE_BOOK = "As in the rule book."


class Variant(NamedTuple):
    """A variant as it is offered before a game."""

    words: str  # as the game writes it; "" for the usual game
    start: State
    line: str  # what it is like, in a sentence or two

    @property
    def name(self) -> str:
        """The variant in the words of its game."""
        from primeparlor.coach.reasons import describe_variant  # imported here: home is painted before

        return capital(describe_variant(self.start) or self.words or THE_USUAL_GAME)


class Levels(NamedTuple):
    """Descriptions of the levels, as they play one game."""

    described: dict[str, str]
    sentences: dict[str, str]  # the same, each with what it gives away in a sentence of its own
    in_brackets: str = ""  # what the figures mean, if there are any


def find_favoured(state: State) -> str | None:
    """Return the sentence that says who is favoured in this variant; None if the game has none."""
    return _find_by_variant(state, state.favoured)


def work_out_favoured(start: State, progress: Progress | None = None) -> str:
    """Return the same for a variant of which nobody has said it, by solving it; raise if it is too large."""
    from primeparlor import solve  # imported here: home is painted before

    value = solve.outline(start, progress).value
    if value is None:
        return "Nobody can force a win: perfect play may never end."
    player, chance = (start.turn, value) if value >= 0.5 else (OTHER[start.turn], 1 - value)
    if chance == 1:
        return format_certain_win(player)
    return f"Player {player} wins {as_percent(chance)} of games if both play perfectly."


def find_winning_side(state: State) -> Player | None:
    """Return the player who wins this variant with perfect play; None if nobody does or it is unknown."""
    return _find_by_variant(state, state.winning_side)


def is_beatable(start: State, side: Player, level: str) -> bool:
    """Return True if this level can be beaten from this side: perfect play loses only where it must."""
    if level != "perfect":
        return True
    winner = find_winning_side(start)
    return winner == side if winner is not None else bool(start.chances())


def _find_by_variant(state: State, by_variant: Mapping[str, T]) -> T | None:
    """Return the value for this variant, whatever the order of its words."""
    variant = set(format_variant(state).split())
    return next((value for words, value in by_variant.items() if set(words.split()) == variant), None)


def list_variants(game: type[State]) -> list[Variant]:
    """Return the variants to choose from before a game; on screen and page a newcomer gets the first.

    The usual game comes first, or last if one side can always win it.
    """
    usual, ours = Variant("", game.start(), AS_IN_THE_BOOK), _list_house_variants(game)
    return [usual, *ours] if find_winning_side(usual.start) is None else [*ours, usual]


def _list_house_variants(game: type[State]) -> list[Variant]:
    """Return the variants that the game recommends; none, with a warning, if one of them is wrong."""
    try:
        return [
            Variant(words, notation.set_up(game, words.split()), f"{capital(like).rstrip('.')}.")
            for words, like in game.house_variants.items()
        ]
    except Exception as error:  # packages may contain anything; `parlor check-game` reports it
        GAMES.warn(f"The variants of {game.title} are left out: {str(error).rstrip('.')}.")
        return []


def build_levels(state: State, variant: bool = False) -> Levels:
    """Return the levels from this start, each with the share of value it gives away if that was measured.

    With `variant`, as they play under any other rules of this game: nothing is measured there.
    """
    from primeparlor.players import (  # imported here: home is painted before
        LEVELS,
        describe_levels,
        habits_of,
    )

    habits, words = habits_of(state), describe_levels(state, variant)
    sentences = {level: f"{capital(sentence).rstrip('.')}." for level, sentence in words.items()}
    if not habits.regret or variant or state.rules.changed():
        return Levels(words, sentences)
    weaker = [level for level in LEVELS if level != "perfect"]
    measured = {level: f"{words[level]} ({100 * habits.regret[level]:.1f} %)" for level in weaker}
    for level in weaker:
        sentences[level] += f" {habits.regret_told.format(f'{100 * habits.regret[level]:.1f} %')}"
    return Levels(words | measured, sentences, f"The percentage says {habits.regret_means}.")
