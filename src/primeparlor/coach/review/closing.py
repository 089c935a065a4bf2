"""Sentences about the end of a game: the result and what decided it, with any names for the players."""

from __future__ import annotations

from primeparlor.coach.language.lines import YOU, Name, name_by_number
from primeparlor.coach.language.phrases import capital
from primeparlor.coach.reasons import words_of
from primeparlor.coach.review.review import Review, convert_chance
from primeparlor.core import OTHER
from primeparlor.match import EARLY_ENDS, Match
from primeparlor.solve import Analysis
from primeparlor.wording import format_points, in_percentage_points


def format_headline(match: Match, name: Name = name_by_number) -> str:
    """Format the result without a full stop: "Player 1 won, 50 to 49"."""
    outcome, ending = match.find_outcome(), match.state.ending()
    if outcome is None:
        return f"Unfinished: {_format_turn(name(match.state.turn))}"
    if outcome.winner is None:
        return "Nobody won: the game stopped at its move limit"
    if ending is not None:
        return capital(words_of(match.state).won(match.state, ending, name))
    return capital(
        f"{name(outcome.winner)} won: {name(OTHER[outcome.winner])} {EARLY_ENDS[outcome.reason].then}"
    )


def format_closing(match: Match, found: Review, name: Name = name_by_number) -> str:
    """Format the sentence that says what decided the game."""
    outcome = match.find_outcome()
    if outcome is None:
        return f"The game is unfinished: {_format_turn(name(match.state.turn))}."
    if outcome.winner is None:
        return "The game stopped at its move limit: nobody won."
    if (moment := found.deciding) is not None:
        return f"The game turned on move {moment.move_number}: {name(moment.player)} {moment.did}."
    loser = OTHER[outcome.winner]
    chance = convert_chance(loser, found.values[-1])
    if outcome.reason in EARLY_ENDS and chance != 0:
        return capital(f"{_format_chances(name(loser), chance, found.at_the_end)}.")
    given = {judged.player for judged in found.decisions if judged.grade.loss}
    if given == {outcome.winner}:
        return f"Only {name(outcome.winner)} made mistakes, and won all the same."
    if not given:
        return "Nobody made a mistake."
    about, swing = "" if found.exact else "about ", found.swings[loser]
    luck, choices = format_points(-swing.luck), format_points(-swing.choices)
    who = name(loser)
    cost = f"bad luck cost {who} {about}{in_percentage_points(luck)} of winning chance, mistakes {choices}"
    return f"{words_of(match.start).luck}: {cost}."


def _format_turn(name: str) -> str:
    """Format who moves next in an unfinished game."""
    return "your turn" if name == YOU else f"{name} to move"


def _format_chances(loser: str, chance: float | None, analysis: Analysis | None) -> str:
    """Format the position of a loser who could still have won; the result is said elsewhere."""
    if chance is None:
        risky = analysis is not None and any(analysis.guarantees)
        return "play could have gone on for ever" if risky else "nobody could have been forced to lose"
    return (
        f"{loser} had a won position"
        if chance == 1
        else f"{loser} could still win, about {100 * chance:.0f} % of the time"
    )
