"""Sentences about a table that fit any game."""

from __future__ import annotations

from collections.abc import Callable, Collection

from primeparlor import notation
from primeparlor.core import OTHER, PLAYERS, Player, State, capital
from primeparlor.match import (
    EARLY_ENDS,
    FULL,
    HUMAN,
    LIMIT,
    UNDO,
    Answer,
    Entry,
    Event,
    Hint,
    Match,
    Offer,
    Outcome,
    Seating,
    comes_in,
    find_agent_name,
    is_program,
)
from primeparlor.messages import Seats
from primeparlor.tables.turn_words import WATCHING
from primeparlor.wording import format_figures, format_to_move, if_few, join_words, name_by_number

# Before ------------------------------------------------------------------------------------------


def format_terms(match: Match, person: str = "you", readers: Collection[Player] = PLAYERS) -> list[str]:
    """Format who plays, any unusual settings, and what is left for the current decision.

    People without a name are called `person`. The count of refused inputs is shown to its own seat only.
    """
    settings, lines = match.settings, []
    if match.seats != (HUMAN, HUMAN) or any(match.names):
        one, two = (
            format_seat(label, name, person) for label, name in zip(match.seats, match.names, strict=True)
        )
        lines.append(f"Player 1: {one}. Player 2: {two}.")
    if note := format_substitution(match):
        lines.append(note)
    if settings.clock is not None:
        lines.append(f"You have {_format_count(settings.clock, 'second')} for each move.")
    if settings.clock is not None and match.decision.ms:
        left = max(0, round(settings.clock - match.decision.ms / 1000))
        lines.append(f"You have {_format_count(left, 'second')} left for this one.")
    if settings.strikes is not None:
        lines.append(f"{format_strikes(settings.strikes)}.")
    if settings.strikes is not None and match.decision.strikes and match.state.turn in readers:
        lines.append(f"Invalid inputs so far: {match.decision.strikes}.")
    if price := format_price_of_help(match):
        lines.append(price)
    if match.limit is not None:
        lines.append(format_limit(match.limit))
    return lines


def list_terms(match: Match, one_screen: bool = False, watching: bool = False) -> list[str]:
    """List what is special in this game of a table, in a few words each, for who plays there or watches."""
    from primeparlor.coach.reasons import describe_variant  # imported here: home is painted before

    settings, house = match.settings, not all(map(comes_in, match.seats))
    two = not house and not one_screen
    terms = [
        "Daily duel" if match.day else "",
        "Against the house" if house else "On one screen" if one_screen else "With a friend",
        capital(describe_variant(match.start)),
        f"{_format_count(settings.clock, 'second')} per move" if settings.clock is not None else "",
        WATCHING.rstrip(".") if watching else "Undo if both agree" if two and settings.undo else "",
        "No hints" if not settings.hints else "Hints for both" if two else "",
        "" if settings.undo else "No undo",
    ]
    return [term for term in terms if term]


def format_strikes(strikes: int) -> str:
    """Say how many invalid inputs lose the game, without a full stop."""
    if strikes == 1:
        return "One invalid input loses the game"
    return f"{if_few(strikes).capitalize()} invalid inputs in a row lose the game"


def format_limit(limit: int) -> str:
    """Say after how many moves a match stops."""
    return f"The game stops after {_format_count(limit, 'move')}, with no winner."


def format_price_of_help(match: Match) -> str:
    """Format what the first hint or undo would cost, in a sentence; empty if nothing."""
    if match.seats == (HUMAN, HUMAN):
        return ""
    from primeparlor.coach.training.ladder import counts_for_ladder  # imported here: home is painted before

    offered = list_offered_help(match)
    if not offered or match.outcome is not None or not counts_for_ladder(match):
        return ""
    return f"This game counts for the ladder only without {join_words(offered, 'or')}."


def list_offered_help(match: Match) -> list[str]:
    """Return what help this match allows: hints, undo."""
    settings = match.settings
    return [word for word, allowed in (("hints", settings.hints), (UNDO, settings.undo)) if allowed]


def format_substitution(match: Match) -> str:
    """Format the sentence that a level is weaker here than its name says; empty if it is not."""
    notes = (f"{capital(label)} {note}." for label in match.seats if (note := find_note(match, label)))
    return next(notes, "")


def format_level(match: Match, label: str) -> str:
    """Format the label of a seat, with the level as which it plays if that is a weaker one."""
    played = find_played_level(match, label)
    return label if played == label else f"{label} as {played}"


def find_note(match: Match, label: str) -> str:
    """Return what the level of this label is here, if it is weaker than its name says; else ""."""
    from primeparlor.players import SUBSTITUTED  # imported here: home is painted before

    return "" if find_played_level(match, label) == label else SUBSTITUTED


def find_played_level(match: Match, label: str) -> str:
    """Return the label that says how this player plays: a weaker level where the game is too large for it."""
    from primeparlor.players import PERFECT, SUBSTITUTE

    return SUBSTITUTE if match.too_large and label == PERFECT else label


def format_players(match: Match, people: str = "two players") -> str:
    """Describe who plays in a few words: "against the house, club"; `people` is for two without names."""
    machines = [label for label in match.seats if label != HUMAN]
    if not machines:
        return join_words(match.names) if all(match.names) else people
    one, *two = (format_seat(format_level(match, label)) for label in machines)
    if two:
        return f"{one} against {two[0]}"
    return f"against {one}" if is_program(machines[0]) else f"against the house, {one}"


def format_seat(label: str, name: str = "", person: str = HUMAN) -> str:
    """Return the name of a player who has one, or else the label of the seat."""
    return name or find_agent_name(label) or (person if label == HUMAN else label)


def format_help_used(match: Match) -> str:
    """Format the number of hints and undos in a few words; empty if there were none."""
    hints = sum(isinstance(note, Hint) for note in match.notes)
    undos = sum(event.undo is not None for event in match.events)
    counts = [_format_count(number, thing) for number, thing in ((hints, "hint"), (undos, "undo")) if number]
    return ", ".join(counts)


def _format_count(number: float, thing: str) -> str:
    return f"{number:,g} {thing}{'s' * (number != 1)}" if number < 10**6 else f"{number:,.0f} {thing}s"


def format_hints_used(count: int) -> str:
    """Format how often a player had help, beside the name: "2 hints"; empty for never."""
    return format_figures(count, "hint") if count else ""


# Meanwhile -----------------------------------------------------------------------------------------


def format_undo(match: Match, event: Event, state: State) -> str:
    """Format the sentence that a player takes back a move, which was made in this state."""
    gone = match.find_event(event.undo or 0)
    assert gone.move is not None
    return f"Player {event.who} takes back {notation.format_move(state, gone.move)}."


def format_note(note: Entry, kind: str | None = None) -> str | None:
    """Format a note as a sentence, or None if it is not shown; `kind` is that of the offer being answered."""
    if isinstance(note, Hint):
        step = "step " if isinstance(note.kind, int) else ""
        return f"Player {note.who} asks for a hint: {step}{note.kind}."
    if isinstance(note, Seating):
        one, two = map(format_seat, note.seats, note.names)
        return f"Player 1 is now {one}, and Player 2 is {two}."
    if isinstance(note, Offer):
        return f"Player {note.who} asks {_format_wish(note.kind, 'a move')}."
    if isinstance(note, Answer):
        if kind == UNDO:
            return f"Player {note.who} {'allows' if note.allowed else 'does not allow'} it."
        return f"Player {note.who} {'agrees' if note.allowed else 'declines'}."
    return None


def describe_offer(who: Player, kind: str, about: str, seats: Seats) -> dict[str, str]:
    """Return an open offer in words, as JSON data.

    `asks` is for the other player, `asked` and `waits` for who made it, and `declined` for who made it if the
    other declines. `about` is the move to take back.
    """
    undo, other = kind == UNDO, OTHER[who]
    stands = "the move stands" if undo else "no rematch for now"
    return {
        "about": about,
        "asks": f"{seats.name(who)} {seats.verb(who, 'ask', 'asks')} {_format_wish(kind, about)}.",
        "asked": "You asked to take back your move." if undo else "You asked for another game.",
        "waits": f"Waiting for {seats.inside(other)}.",
        "declined": f"{seats.name(other)} declined: {stands}.",
    }


def _format_wish(kind: str, about: str) -> str:
    return f"to take back {about}" if kind == UNDO else "for another game with seats swapped"


UNMOVED = "you made no move, so nothing was saved."

# The end -------------------------------------------------------------------------------------------


def format_early_end(outcome: Outcome) -> list[str] | None:
    """Return the last lines of a match that did not end by its rules; None if it did."""
    if outcome.reason == LIMIT:
        return ["The move limit is reached. The game is unfinished: nobody wins."]
    if outcome.reason == FULL:
        return ["The table is full. The game is unfinished: nobody wins."]
    if outcome.reason not in EARLY_ENDS or outcome.winner is None:
        return None
    loser = OTHER[outcome.winner]
    return [f"Player {loser} {EARLY_ENDS[outcome.reason].now}.", f"Player {outcome.winner} wins."]


def format_variant(state: State) -> str:
    """Format the rules that differ from the book's, as words; empty for the book's game."""
    return state.rules.words


def format_standing(match: Match, name: Callable[[Player], str] = name_by_number) -> str:
    """Format how the match ended or stands, with the variant; `name` may call a player "you"."""
    outcome, next_name = match.find_outcome(), name(match.state.turn)
    unfinished = f"unfinished, {format_to_move(next_name)}"
    result = format_summary(match, outcome, name) if outcome else unfinished
    words = format_variant(match.start)
    return f"{result} [{words}]" if words else result


def format_how(match: Match, name: Callable[[Player], str]) -> str:
    """Say whose turn it is and at which move, or how the game ended; `name` calls the reader "you"."""
    if (outcome := match.find_outcome()) is not None:
        return format_summary(match, outcome, name)
    return f"{format_to_move(name(match.state.turn))}, move {match.moves_made + 1}"


def format_summary(match: Match, outcome: Outcome, name: Callable[[Player], str] = name_by_number) -> str:
    """Format how this match ended: "Player 2 won (reached 50)", "The house won (you resigned)"."""
    if outcome.winner is None:
        return outcome.reason
    ending = match.state.ending()
    by = ending.by if ending else OTHER[outcome.winner]
    reason = ending.reason if ending else EARLY_ENDS[outcome.reason].then
    how = reason if by == outcome.winner else f"{name(by)} {reason}"
    return f"{capital(name(outcome.winner))} won ({how})"
