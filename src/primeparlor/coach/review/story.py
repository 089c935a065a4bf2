"""A reviewed match as values to show: result, turning point, every move graded, luck and choices.

Everything a screen or a page shows of a review is a value here; nothing is printed. The caller chooses the
names of the players: "Player 2", or "you" and "the house".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from primeparlor.coach.grades import CLOSE, FORCED, GIVES, LOSES, LOST, Grade, Kind
from primeparlor.coach.language.line_of_play import Name, find_possessive
from primeparlor.coach.language.phrases import capital, format_reason, join_words
from primeparlor.coach.language.voice import address_reader
from primeparlor.coach.reasons import words_of
from primeparlor.coach.review.review import JudgedMove, Review, convert_chance
from primeparlor.core import OTHER, PLAYERS, Move, Player, State
from primeparlor.match import EARLY_ENDS, UNFINISHED, Match
from primeparlor.messages import Seats
from primeparlor.solve import Analysis
from primeparlor.wording import (
    format_count,
    format_figures,
    format_loss,
    format_points,
    format_signed,
    format_to_move,
    format_unfinished,
    in_percentage_points,
    name_by_number,
    round_percent,
)

HIGH, LOW = 80, 50  # a loss is surprising from the first accuracy up, a win below the second
SURPRISING = 20  # points between an accuracy and the share of moves without a mistake
NAMED = 8  # moves that a sentence about slips names
COSTLIEST = "The costliest mistake was"
NOBODY_YET = "Nobody has won yet."


class SideSummary(NamedTuple):
    """One player's luck, choices and accuracy in a reviewed game, as they are shown."""

    player: Player
    luck: int | None  # in tenths of a percent; None where luck had no say
    choices: int  # likewise; never above 0
    accuracy: int | None  # from 0 to 100; None if nothing was at stake
    explained: str  # why, in a clause, where the number may surprise; else empty
    about: bool  # whether luck rests on estimates
    about_choices: bool  # whether the own choices do

    @property
    def swing(self) -> str:
        """Luck and choices: "luck +23.2 %, own choices -13.2 %"; empty where luck had no say."""
        if self.luck is None:
            return ""
        about = "about " if self.about else ""
        estimated = "about " if self.about_choices and self.choices else ""
        choices = f"{estimated}{format_signed(self.choices)} %"
        return f"luck {about}{format_signed(self.luck)} %, own choices {choices}"

    @property
    def accuracy_text(self) -> str:
        """The accuracy with its explanation: "accuracy 100 of 100: every choice was best or forced"."""
        score = "no accuracy" if self.accuracy is None else f"accuracy {self.accuracy} of 100"
        if self.explained.startswith("but "):
            return f"{score}, {self.explained}"
        return f"{score}: {self.explained}" if self.explained else score


class ReviewRow(NamedTuple):
    """One move in the list."""

    number: int  # of the event
    place: int  # of the event in the match's line
    move_number: int  # as people count
    player: Player
    name: str  # of the player
    move: Move
    did: str  # in the game's words: "kept the 6"
    brief: str  # the same for a list: "keep the 6 at 21"
    glyph: str
    word: str
    kind: Kind
    points: int | None  # given away, in tenths of a point; None if the word tells no points
    cost: str  # the same with its sign, where there is little room: "about − 4.1 %"; empty if there is none
    only: bool
    hints: int
    reason: str  # what could have been had, and what the move left; empty if neither a win nor time was lost
    better: tuple[Move, ...]  # what would have been right; empty if nothing was given away
    folded: bool  # a small slip, shown in one line with the others
    at_stake: bool  # whether some move was better than another
    exact: bool  # False if the grade rests on estimates

    @property
    def is_mistake(self) -> bool:
        """True if the choice cost more than a small slip."""
        return self.kind == "bad" and not self.folded


class TurningPoint(NamedTuple):
    """The moment that decided the game; if no mistake did, the costliest one."""

    title: str  # "The game turned on move 12: you kept the 4."
    decided: bool  # whether the game turned on it
    sentences: tuple[str, ...]  # what could have been had, how, and what the move left
    number: int  # of the event
    place: int  # in the match's line
    move_number: int
    player: Player
    state: State  # before the move
    move: Move
    better: tuple[Move, ...]


class Story(NamedTuple):
    """A review as people read it."""

    game: str  # the title of the game
    headline: str  # the result
    closing: str  # what decided the game: the title of the turning point if that did; empty if nobody has won
    turning: TurningPoint | None
    rows: tuple[ReviewRow, ...]
    slips: tuple[str, ...]  # what is not graded, then the small ones of each player who made some
    sides: tuple[SideSummary, SideSummary]  # of Player 1 and Player 2
    chances: tuple[
        float | None, ...
    ]  # Player 1's before the first move, then after each with all that followed
    exactness: str  # "12 of 18 choices are graded exactly, the others by estimates."; empty if all are

    @property
    def what_decided(self) -> str:
        """The turning point, else what decided the game, else that nobody has won yet."""
        return self.turning.title if self.turning else self.closing or NOBODY_YET

    @property
    def label(self) -> str:
        """What is told of the game's decision, in a word or two."""
        if self.turning is None:
            return "What decided it"
        return "Deciding moment" if self.turning.decided else "Costliest mistake"

    @property
    def mistakes_text(self) -> str:
        """How many moves were mistakes: "three mistakes in 12 moves"; small slips are told by themselves."""
        made = sum(row.is_mistake for row in self.rows)
        return f"{format_count(made, 'mistake')} in {format_figures(len(self.rows), 'move')}"

    def chances_of(self, player: Player) -> tuple[float | None, ...]:
        """Return the winning chance of this player by move number; the first is before any move."""
        return tuple(convert_chance(player, chance) for chance in self.chances)


def build_story(match: Match, found: Review, name: Name = name_by_number) -> Story:
    """Build the story of a reviewed match, with these names for the players."""
    outcome = match.find_outcome()
    places = {event.number: at for at, (event, _) in enumerate(match.line)}
    rows = tuple(_build_row(match, judged, places[judged.number], name) for judged in found.decisions)
    return Story(
        match.start.title,
        format_headline(match, name),
        format_closing(match, found, name) if outcome and outcome.winner else "",
        _find_turning(match, found, places, name),
        rows,
        (*_format_unsolved(match, found), *_format_slips(rows, name)),
        build_sides(match, found),
        (*(found.values[row.place] for row in rows), found.values[-1]),
        _format_exactness(found),
    )


def title_chances(chances: Sequence[float | None], player: Player, seats: Seats) -> str:
    """Title a chart of these chances: "Your winning chance", or "Won or lost" if all are certain."""
    if all(chance in (None, 0, 1) for chance in chances):
        return "Won or lost"
    return f"{capital(seats.possessive(player))} winning chance"


def describe_chances(story: Story, chances: Sequence[float | None], player: Player, seats: Seats) -> str:
    """Describe a chart of these chances for those who do not see it."""
    about = "about " if story.exactness else ""
    first, last = (_describe_chance(chance, about) for chance in (chances[0], chances[-1]))
    made = [f"{row.move_number:,}" for row in story.rows if row.is_mistake]
    listed = f"mistake{'s' * (len(made) > 1)} on move{'s' * (len(made) > 1)} {join_words(made)}"
    over = (
        f"{capital(seats.possessive(player))} winning chance over {format_figures(len(story.rows), 'move')}"
    )
    return f"{over}: {first} at first, {last} at the end, {listed if made else 'no mistakes'}."


def _describe_chance(chance: float | None, about: str) -> str:
    if chance is None:
        return "open"
    if chance in (0, 1):
        return "won" if chance else "lost"
    return f"{about}{100 * chance:.0f} percent"


def _build_row(match: Match, judged: JudgedMove, place: int, name: Name) -> ReviewRow:
    grade, state = judged.grade, match.line[place][1]
    return ReviewRow(
        judged.number,
        place,
        judged.move_number,
        judged.player,
        name(judged.player),
        grade.move,
        judged.did,
        judged.brief,
        grade.glyph,
        judged.label,
        grade.kind,
        grade.points if grade.in_points else None,
        _format_cost(grade),
        grade.only,
        len(judged.hints),
        _format_row_reason(state, judged, name),
        judged.best if grade.loss else (),
        judged.is_slip,
        grade.weight > 0,
        judged.exact,
    )


def _format_row_reason(state: State, judged: JudgedMove, name: Name) -> str:
    """Format what was missed and what the move left; in a lost position only of a move that lost at once."""
    if judged.grade.loss:
        return address_reader(f"{judged.missed} {_format_result(state, judged)}", judged.player, name)
    if judged.hasty:
        return address_reader(f"{_format_result(state, judged)} {judged.held}", judged.player, name)
    return ""


def _format_cost(grade: Grade) -> str:
    about = "about " if grade.cost.startswith("about ") else ""
    return f"{about}− {format_points(grade.points)} %" if grade.in_points and grade.points else ""


def _find_turning(match: Match, found: Review, places: dict[int, int], name: Name) -> TurningPoint | None:
    mistakes = [judged for judged in found.decisions if judged.is_mistake]
    moment = found.deciding or max(
        mistakes, key=lambda judged: (judged.grade.loss, judged.number), default=None
    )
    if moment is None:
        return None
    title = f"{COSTLIEST} {_format_moment(moment, name(moment.player))}"
    place = places[moment.number]
    state = match.line[place][1]
    sentences = filter(None, (moment.missed, moment.how, _format_result(state, moment)))
    return TurningPoint(
        format_closing(match, found, name) if found.deciding else title,
        found.deciding is not None,
        tuple(address_reader(sentence, moment.player, name) for sentence in sentences),
        moment.number,
        place,
        moment.move_number,
        moment.player,
        state,
        moment.grade.move,
        moment.best,
    )


def _format_result(state: State, judged: JudgedMove) -> str:
    """Format the result of the move, naming the move, because better moves are named before it."""
    return format_reason(state, judged.grade.move, judged.why)


def _format_unsolved(match: Match, found: Review) -> tuple[str, ...]:
    """Format which moves are not graded, in one sentence, or none."""
    if not found.unsolved:
        return ()
    if not found.decisions:
        return (f"No move is graded: {match.start.title} is too large to solve here.",)
    first = "move is" if found.unsolved == 1 else f"{format_count(found.unsolved, 'move')} are"
    return (f"The first {first} not graded: {match.start.title} is too large to solve there.",)


def _format_exactness(found: Review) -> str:
    """Format how many choices are graded by exact values, in a sentence; empty if all of them are."""
    exact, choices = found.exact_choices, found.choices
    if exact == choices:
        return ""
    if not exact:
        return "All choices are graded by estimates."
    graded = f"{exact} of {choices} choices {'is' if exact == 1 else 'are'} graded exactly"
    return f"{graded}, the {'other' if choices - exact == 1 else 'others'} by estimates."


def _format_slips(rows: Sequence[ReviewRow], name: Name) -> tuple[str, ...]:
    """Format the folded slips of each player in a sentence: their number, cost and moves."""
    sentences = []
    for player in PLAYERS:
        made = [row for row in rows if row.folded and row.player == player]
        if made:
            cost = sum(row.points or 0 for row in made)
            about = "" if not cost or all(row.exact for row in made) else "about "
            points = in_percentage_points(f"{about}{format_loss(cost)}")
            total = " in all" if len(made) > 1 else ""
            slips = capital(format_count(len(made), "small slip"))
            sentences.append(f"{slips} by {name(player)} cost {points}{total}: {_format_moves(made)}.")
    return tuple(sentences)


def _format_moves(rows: Sequence[ReviewRow]) -> str:
    """Format the numbers of the moves: "moves 3, 9 and 12"; of many, the first."""
    numbers = [str(row.move_number) for row in rows]
    if len(numbers) > NAMED + 1:
        numbers = [*numbers[:NAMED], f"{len(numbers) - NAMED} more"]
    return f"move{'s' * (len(rows) > 1)} {join_words(numbers)}"


# The result ----------------------------------------------------------------------------------------


def format_headline(match: Match, name: Name = name_by_number) -> str:
    """Format the result without a full stop: "Player 1 won, 50 to 49"."""
    outcome, ending = match.find_outcome(), match.state.ending()
    if outcome is None:
        return f"Unfinished: {format_to_move(name(match.state.turn))}"
    if outcome.winner is None:
        return f"Nobody lost: {UNFINISHED[outcome.reason]}"
    if ending is not None:
        return capital(words_of(match.state).won(match.state, ending, name))
    return capital(
        f"{name(outcome.winner)} won: {name(OTHER[outcome.winner])} {EARLY_ENDS[outcome.reason].then}"
    )


def format_closing(match: Match, found: Review, name: Name = name_by_number) -> str:
    """Format the sentence that says what decided the game."""
    outcome = match.find_outcome()
    if outcome is None:
        return format_unfinished(name(match.state.turn))
    if outcome.winner is None:
        return f"{capital(UNFINISHED[outcome.reason])}: nobody won."
    loser = OTHER[outcome.winner]
    if outcome.reason in EARLY_ENDS:
        return _format_early_end(found, name(loser), EARLY_ENDS[outcome.reason].then, loser)
    if (moment := found.deciding) is not None:
        return f"The game turned on {_format_moment(moment, name(moment.player))}"
    if found.unsolved:
        return "It is not known what decided the game."  # it may be a move that is not graded
    given = {judged.player for judged in found.decisions if judged.grade.loss}
    clear = "clear " if any(judged.grade.word == CLOSE for judged in found.decisions) else ""
    if given == {outcome.winner}:
        return f"Only {name(outcome.winner)} made {clear}mistakes, and won all the same."
    if not given:
        return f"Nobody made a {clear}mistake."
    about, swing = "" if found.exact else "about ", found.swings[loser]
    estimated = "" if found.has_exact_choices(loser) or not swing.choices else "about "
    luck, choices = format_points(-swing.luck), f"{estimated}{format_points(-swing.choices)}"
    who = name(loser)
    cost = f"bad luck cost {who} {about}{in_percentage_points(luck)} of winning chance, mistakes {choices}"
    return f"{words_of(match.start).luck}: {cost}."


def _format_moment(moment: JudgedMove, name: str) -> str:
    return f"move {moment.move_number}: {name} {moment.did}."


def _format_early_end(found: Review, name: str, deed: str, loser: Player) -> str:
    """Format what the loser gave up, if it is known, and in a lost position the move that lost it, if any."""
    chance, moment = convert_chance(loser, found.values[-1]), found.deciding
    if found.at_the_end is None:
        return "It is not known who was winning."  # the position is too large to solve
    if chance != 0:
        return capital(f"{_format_chances(name, chance, found.at_the_end)}.")
    ended = capital(f"{name} {deed} in a lost position.")
    if moment is None:
        return ended
    lost = moment.grade.word in (GIVES, LOSES)
    return f"{ended} {'It was lost on' if lost else COSTLIEST} {_format_moment(moment, name)}"


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


# Luck, choices and accuracy ------------------------------------------------------------------------


def build_sides(match: Match, found: Review) -> tuple[SideSummary, SideSummary]:
    """Return the values of both players, Player 1 first."""
    one, two = (_build_side(match, found, player) for player in PLAYERS)
    return one, two


def _build_side(match: Match, found: Review, player: Player) -> SideSummary:
    swing, score = found.swings[player], found.accuracy[player]
    shown = None if score is None else round_percent(score)
    return SideSummary(
        player,
        swing.luck if any(swing.luck for swing in found.swings.values()) else None,
        swing.choices,
        shown,
        _explain_no_accuracy(found, player)
        if shown is None
        else _explain_accuracy(match, found, player, shown),
        not found.exact,
        not found.has_exact_choices(player),
    )


def _own_decisions(found: Review, player: Player) -> list[JudgedMove]:
    return [judged for judged in found.decisions if judged.player == player]


def _explain_no_accuracy(found: Review, player: Player) -> str:
    """Return the reason why there is no accuracy, as a clause."""
    words = {judged.grade.word for judged in _own_decisions(found, player)}
    if not words:
        return "the game is too large to solve" if found.unsolved else "no move was made"
    if CLOSE in words:
        return "every choice was forced or too close to call"
    if words <= {FORCED, LOST}:
        return "every position was lost" if LOST in words else "every move was forced"
    return "nothing was at stake"


def _explain_accuracy(match: Match, found: Review, player: Player, score: int) -> str:
    """Return the clause that explains a surprising accuracy, or an empty string."""
    own = _own_decisions(found, player)
    mattered = [judged for judged in own if judged.grade.weight]
    mistakes = [judged for judged in mattered if judged.grade.loss]
    outcome = match.find_outcome()
    winner = outcome.winner if outcome else None
    if not mistakes:
        if found.unsolved:
            return "every choice that could be graded was right"
        unclear = any(judged.grade.word == CLOSE for judged in _own_decisions(found, player))
        right = f"every {'clear choice' if unclear else 'choice that mattered'} was right"
        return f"{right}, but {_explain_loss(match, found, player)}" if winner == OTHER[player] else right
    if score == 0:
        return (
            "the one choice that mattered was wrong"
            if len(mattered) == 1
            else "every choice that mattered was wrong"
        )
    if winner == OTHER[player] and score >= HIGH:
        luck = found.swings[player].luck
        if luck < found.swings[player].choices:
            return "but luck was on the other side"
        were = "was" if len(mistakes) == 1 else "were"
        return f"but {_count_losses(mistakes)} {were} enough to lose"
    shares = _explain_shares(len(own), len(mattered), mistakes, score)
    if winner == player and score < LOW:
        lucky = found.swings[player].luck > -found.swings[OTHER[player]].choices
        won = "but luck made up for it" if lucky else "but the other side gave the win back"
        return f"{shares}, {won}" if shares else won
    return shares


def _explain_shares(moves: int, mattered: int, mistakes: Sequence[JudgedMove], score: int) -> str:
    """Return the clause for an accuracy far from the share of moves without a mistake, or an empty string."""
    expected = 100 * (moves - len(mistakes)) / moves
    if abs(expected - score) < SURPRISING:
        return ""
    losses, given = _count_losses(mistakes), f"{100 - score} %"
    if score > expected:
        return f"{losses} gave away only {given} of what was at stake"
    if mattered == moves:
        return f"{losses} gave away {given} of what was at stake"
    return f"only {mattered} of {moves} moves had anything at stake, and {losses} gave away {given} of it"


def _count_losses(losses: Sequence[JudgedMove]) -> str:
    """Format how many mistakes and small slips these are, as the list shows them."""
    slips = sum(judged.is_slip for judged in losses)
    counts = {"mistake": len(losses) - slips, "small slip": slips}
    return join_words([format_count(number, thing) for thing, number in counts.items() if number])


def _explain_loss(match: Match, found: Review, player: Player) -> str:
    """Return the reason why a player lost who made no mistake, as a clause."""
    outcome = match.find_outcome()
    assert outcome is not None
    if outcome.reason in EARLY_ENDS:
        return "the game ended early"
    return (
        "luck was on the other side" if found.swings[player].luck < 0 else "the game was lost from the start"
    )


# One move ------------------------------------------------------------------------------------------


def format_judgement(judged: JudgedMove, name: Name = name_by_number) -> list[str]:
    """Format the value of one move in two lines: the answer to `why`."""
    who = name(judged.player)
    deed = judged.deed(find_possessive(who))
    reason = " ".join(filter(None, (judged.why, judged.missed, judged.held)))
    return [capital(f"{who} {judged.did}{deed}."), f"  {address_reader(reason, judged.player, name)}"]
