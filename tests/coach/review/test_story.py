"""A review as people read it: real matches of every game, with several names for the players."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise, product

import pytest

from parlor_pig.rules import Pig
from parlor_twenty_one.rules import TwentyOne
from primeparlor.coach.grades import Grade
from primeparlor.coach.review import story
from primeparlor.coach.review.review import SMALL, JudgedMove, Review, review
from primeparlor.coach.review.story import (
    Story,
    build_story,
    describe_chances,
    format_headline,
    format_judgement,
    title_chances,
)
from primeparlor.core import OTHER, State
from primeparlor.games import GAMES, NonprimeAddition, NumberMorph, PocketAddition, PrimeClimb, PrimeDuel
from primeparlor.match import CallTime, Match, Resign, Settings, Stop
from primeparlor.messages import Seats
from primeparlor.players import play_match
from primeparlor.solve import Analysis, Choice, analyse
from primeparlor.wording import round_percent, to_tenths
from support.coach.reasons import played
from support.games import at
from support.matches import Clock
from support.players import seated

HOUSE = {1: "you", 2: "the house"}.__getitem__
STARTS: dict[str, State] = {
    **{name: GAMES[name].start() for name in GAMES.ours},
    "prime-duel": at(PrimeDuel, "target=25 largest=6 copies=3"),
    "pig": Pig.start(),
    "twenty-one": TwentyOne.start(),
}


@cache
def reviewed(name: str, levels: bool, seed: int) -> tuple[Match, Review]:
    """The review of a game between levels or random players, at most 40 moves long."""
    seats = ("beginner", "casual") if levels and name in GAMES.ours else ("random", "random")
    match = Match(STARTS[name], seats, Settings(limit=40), seed=seed)
    play_match(match, seated(*seats))
    return match, review(match)


GAMES_PLAYED = [(name, levels, seed) for name in STARTS for levels in (True, False) for seed in (1, 2)]


@pytest.mark.parametrize("game", GAMES_PLAYED, ids=str)
def test_the_story_of_a_game_is_the_review_in_words(game: tuple[str, bool, int]) -> None:
    match, found = reviewed(*game)
    told = build_story(match, found, HOUSE)
    assert [row.move_number for row in told.rows] == list(range(1, match.moves_made + 1))
    for row, judged in zip(told.rows, found.decisions, strict=True):
        event, _ = match.line[row.place]
        assert (event.number, event.who, event.move) == (row.number, row.player, row.move)
        assert (row.kind == "bad") == (row.glyph == "▼") == bool(judged.grade.loss) == bool(row.better)
        assert bool(row.reason) == (bool(judged.grade.loss) or judged.hasty)
        assert row.folded == (row.points is not None and row.kind == "bad" and row.points < SMALL)
        assert row.brief == row.brief.strip() != ""
    assert not re.search(r"\bevent", " ".join(texts(told)))
    assert not any(re.search(r"Player \d|opponent| {2}", text) for text in texts(told))
    assert not re.search(
        r"\bYou (has|is|wins|loses|takes)\b|[Hh]ouse (have|are|win|lose|take)\b", " ".join(texts(told))
    )
    assert all(text[0].isupper() or text[0].isdigit() for text in texts(told))


def texts(told: Story) -> list[str]:
    """All sentences of the story."""
    moment = [told.turning.title, *told.turning.sentences] if told.turning else []
    reasons = (row.reason for row in told.rows)
    return [text for text in (told.headline, told.closing, *moment, *reasons, *told.slips) if text]


@pytest.mark.parametrize("game", GAMES_PLAYED, ids=str)
def test_what_is_shown_adds_up(game: tuple[str, bool, int]) -> None:
    match, found = reviewed(*game)
    told = build_story(match, found)
    first, last = found.values[0], found.values[-1]
    for side in told.sides:
        points = [judged.grade.points for judged in found.decisions if judged.player == side.player]
        assert side.choices == -sum(points)
    one, two = told.sides
    if one.luck is not None and two.luck is not None:
        assert first is not None
        assert last is not None
        assert one.luck == -two.luck
        assert one.luck + one.choices - two.choices == to_tenths(last) - to_tenths(first)
        assert one.luck / 1000 == pytest.approx(found.luck[1], abs=0.0005 * (len(found.decisions) + 2))
    for row in told.rows:
        if row.points:
            assert f"{row.points / 10:.1f} %" in row.word
            *high, low = map(float, re.findall(r"(\d+\.\d) %", row.reason))
            assert round(10 * ((high or [100])[0] - low)) == row.points


@pytest.mark.parametrize("game", GAMES_PLAYED, ids=str)
def test_the_chart_has_a_chance_for_each_move(game: tuple[str, bool, int]) -> None:
    match, found = reviewed(*game)
    told = build_story(match, found)
    assert len(told.chances) == match.moves_made + 1
    assert told.chances[-1] == found.values[-1]
    for mine, theirs in zip(told.chances_of(1), told.chances_of(2), strict=True):
        assert (mine is None and theirs is None) or (mine or 0) + (theirs or 0) == pytest.approx(1)
    if not any(event.who is None for event in match.history):
        for (before, after), row in zip(pairwise(told.chances_of(1)), told.rows, strict=True):
            if (
                before is not None
                and after is not None
                and row.word in ("best", "keeps the win", "lost anyway")
            ):
                assert before == after


def test_the_moment_comes_with_the_better_move() -> None:
    match = played(at(PocketAddition, "one=4,6 two=7 turn=1"), 1, 8)
    told = build_story(match, review(match), HOUSE)
    assert told.turning is not None
    assert told.turning.title == told.closing == "The game turned on move 1: you took 1."
    assert told.turning.sentences[0] == "You had a win here: 10 + 5 = 15."
    assert (told.turning.state, told.turning.better) == (match.start, (5,))
    plain = build_story(match, review(match))
    assert plain.turning is not None
    assert plain.turning.sentences[0] == "Player 1 had a win here: 10 + 5 = 15."


def test_of_several_good_moves_one_is_explained() -> None:
    match = played(PocketAddition.start(), 6, 9, 7, 2, 1, 4)
    told = build_story(match, review(match), HOUSE)
    assert told.turning is not None
    assert told.turning.sentences == (
        "You had a win here with 1, 2 or 4, quickest with 1 or 2.",
        "With 1, the house can take 2, you take 8, and you make 15.",
        "After 7, the house can take 2, you take 1, they take 4, and they make 15.",
    )
    assert told.rows[2].reason == " ".join(told.turning.sentences[::2])


def test_what_a_move_left_is_told_of_that_move() -> None:
    """The better moves are named before: "it" would be one of them."""
    match = played(PocketAddition.start(), 6, 9, 7, 1, 2)
    told = build_story(match, review(match))
    assert told.turning is not None
    assert told.turning.sentences == (
        "Player 2 had a win here with 2.",
        "The 2 blocks 13 + 2 = 15; Player 1 takes 1, Player 2 can take 4, and Player 2 makes 15.",
        "The 1 leaves Player 1 the 2: 13 + 2 = 15.",
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", [PocketAddition, PrimeClimb, NumberMorph])
def test_a_line_that_was_not_played_is_told_as_possible(game: type[State], seed: int) -> None:
    start = game.start() if game is not NumberMorph else at(NumberMorph, "digits=2 number=13")
    match = Match(start, ("random", "random"), seed=seed)
    play_match(match, seated(*match.seats))
    told = build_story(match, review(match))
    for row in told.rows:
        for sentence in row.reason.split(". "):
            deed = re.search(r"Player \d (can |must )?(take|climb|make|pass)s? (?!15)", sentence)
            after = match.line[row.place][1].after(row.move)
            assert deed is None or deed[1] or len(after.moves()) == 1, sentence


def test_where_luck_decided_the_costliest_mistake_is_shown() -> None:
    match = Match(PrimeDuel.start(), ("casual", "beginner"), seed=3)
    play_match(match, seated(*match.seats))
    told = build_story(match, review(match))
    assert told.closing.startswith("The cards decided: ")
    assert told.turning is not None
    assert not told.turning.decided
    worst = max(row.points or 0 for row in told.rows)
    assert told.turning.title.startswith("The costliest mistake was move ")
    assert told.label == "Costliest mistake"
    assert told.rows[told.turning.move_number - 1].points == worst


def test_without_a_mistake_there_is_no_moment() -> None:
    match = played(PrimeClimb.start(), 2, 9, 9)
    told = build_story(match, review(match))
    assert (told.turning, told.closing, told.slips) == (None, "Nobody made a mistake.", ())


# Results --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "told"),
    [
        (played(PocketAddition.start(), 6, 9, 7, 1, 2), "You won, 15 to 10"),
        (played(PrimeClimb.start(), 2, 9, 9), "You won by reaching Step 20"),
        (played(NonprimeAddition.start(), 3, 5, 2), "The house won: you made 11, a prime"),
        (
            played(at(PrimeDuel, "scores=46,49 deck=0,1,1,2,0,0,1,0,1,1 card=4"), "keep"),
            "You won, 50 to 49",
        ),
        (played(at(NumberMorph, "digits=2 number=11 used=11"), 71), "Unfinished: the house to move"),
        (played(TwentyOne.start()._replace(total=18), 3), "You won by reaching 21"),
        (
            played(Pig.start()._replace(two=19, points=3, rolling=False, turn=2)),
            "The house won by reaching 20",
        ),
    ],
)
def test_the_result_is_told_in_the_words_of_the_game(match: Match, told: str) -> None:
    if match.outcome is None:
        match.begin()
    assert format_headline(match, HOUSE) == told


def test_a_result_by_last_take_or_by_an_early_end() -> None:
    match = played(PocketAddition.start(), 9, 6, 1, 5, 4, 3)
    assert format_headline(match) == "Player 2 won: both had 14, and Player 2 took the last number"
    match = played(PocketAddition.start(), 9)
    match.perform(Resign(2, match.number))
    assert format_headline(match, HOUSE) == "You won: the house resigned"
    clock = Clock()
    match = Match(PocketAddition.start(), settings=Settings(clock=1), now=clock)
    match.begin()
    clock.seconds += 2
    match.perform(CallTime())
    assert format_headline(match, HOUSE) == "The house won: you ran out of time"
    match = Match(PocketAddition.start(), settings=Settings(limit=1))
    match.begin()
    match.submit(1, 9, match.number)
    assert format_headline(match) == "Nobody lost: the game stopped at its move limit"
    match = played(PocketAddition.start(), 9)
    match.perform(Stop())
    assert format_headline(match) == "Nobody lost: the game stopped because its table was full"


# Small slips ------------------------------------------------------------------------------------------


def with_losses(losses: dict[int, int], exact: bool = True) -> Story:
    """A long game in which the moves with these numbers lose this many tenths of a point."""
    match, found = reviewed("number-morph", False, 1)
    decisions = tuple(
        judged._replace(grade=losing(judged, losses), exact=exact) for judged in found.decisions
    )
    return build_story(match, found._replace(decisions=decisions, deciding=None, exact=exact))


def losing(judged: JudgedMove, losses: dict[int, int]) -> Grade:
    loss = losses.get(judged.move_number)
    word = "best" if loss is None else "loses"
    return Grade(
        judged.grade.move,
        word,
        (loss or 0.1) / 1000 if loss is not None else 0.0,
        False,
        0,
        0,
        loss or 0,
        True,
    )


def test_small_slips_are_told_in_a_line_for_each_player() -> None:
    assert with_losses({3: 4, 5: 9, 7: 10}).slips == (
        "Two small slips by Player 1 cost 1.3 percentage points in all: moves 3 and 5.",
    )
    assert with_losses({3: 4, 8: 2}, exact=False).slips == (
        "One small slip by Player 1 cost about 0.4 percentage points: move 3.",
        "One small slip by Player 2 cost about 0.2 percentage points: move 8.",
    )
    assert with_losses({3: 0}).slips == (
        "One small slip by Player 1 cost less than 0.1 percentage points: move 3.",
    )
    many = with_losses(dict.fromkeys(range(1, 24, 2), 1)).slips
    assert many == (
        "12 small slips by Player 1 cost 1.2 percentage points in all: "
        "moves 1, 3, 5, 7, 9, 11, 13, 15 and 4 more.",
    )


def test_a_slip_of_a_whole_point_is_not_small() -> None:
    told = with_losses({3: 9, 5: 10})
    assert [row.move_number for row in told.rows if row.folded] == [3]
    assert told.turning is not None
    assert told.turning.move_number == 5


# Too close to call -------------------------------------------------------------------------------------


def duel_with(keep: float, discard: float, error: float | None) -> tuple[Match, Review]:
    """A duel in which whatever fits is kept, and every choice is said to be worth this much."""
    match = Match(at(PrimeDuel, "target=12 largest=4 copies=2"), seed=1)
    match.begin()
    while match.outcome is None:
        match.submit(match.state.turn, match.state.moves()[0], match.number)
    values = {"keep": keep, "discard": discard}

    def answer(state: State) -> Analysis:
        found = analyse(state)
        if len(found.moves) < 2 or state.after("keep").ending():
            return found
        rows = [
            Choice(move, "chance", value, value == max(values.values()), None)
            for move, value in values.items()
        ]
        return Analysis(
            "chance",
            max(values.values()),
            error is None,
            error,
            None,
            tuple(rows),
            (),
            None,
            error_of_choice=error,
        )

    return match, review(match, answer)


def test_choices_too_close_to_call_count_as_no_mistakes() -> None:
    match, found = duel_with(0.48, 0.5, 0.03)
    story = build_story(match, found)
    close = [row for row in story.rows if row.word == "too close to call"]
    assert close
    assert {(row.kind, row.glyph, row.points, row.cost, row.reason, row.at_stake) for row in close} == {
        ("ink2", "=", 0, "", "", False)
    }
    assert found.skill == {1: 0.0, 2: 0.0}
    assert story.turning is None
    assert story.closing == "Nobody made a clear mistake."
    assert [side.choices for side in story.sides] == [0, 0]
    assert [side.accuracy_text for side in story.sides] == [
        "accuracy 100 of 100: every clear choice was right",
        "no accuracy: every choice was forced or too close to call",
    ]


def test_a_mistake_by_an_estimate_is_told_with_about() -> None:
    match, found = duel_with(0.4, 0.5, 0.03)
    story = build_story(match, found)
    row = next(row for row in story.rows if row.kind == "bad")
    assert (row.word, row.cost) == ("costs about 10.0 %", "about − 10.0 %")
    side = story.sides[row.player - 1]
    assert re.fullmatch(r"luck about [+-][\d.]+ %, own choices about -[\d.]+ %", side.swing)
    match, found = duel_with(0.4, 0.5, None)
    row = next(row for row in build_story(match, found).rows if row.kind == "bad")
    assert (row.word, row.cost) == ("costs 10.0 %", "− 10.0 %")


# Accuracy, explained -----------------------------------------------------------------------------------


def accuracies(match: Match) -> list[str]:
    return [side.accuracy_text for side in build_story(match, review(match)).sides]


def test_accuracy_is_explained_where_it_may_surprise() -> None:
    right = "accuracy 100 of 100: every choice that mattered was right"
    assert accuracies(played(PocketAddition.start(), 6, 9, 7, 2, 1, 4)) == ["accuracy 54 of 100", right]
    assert accuracies(played(PocketAddition.start(), 5, 6, 2, 9)) == [
        "accuracy 0 of 100: the one choice that mattered was wrong",
        right,
    ]
    assert accuracies(played(PocketAddition.start(), 6)) == [right, "no accuracy: no move was made"]
    assert accuracies(played(PocketAddition.start(), 6, 9)) == [right, "no accuracy: every position was lost"]
    match = played(PocketAddition.start(), 6)
    match.perform(Resign(1, match.number))
    assert accuracies(match)[0] == f"{right}, but the game ended early"


def test_a_good_player_may_lose_and_a_bad_one_win() -> None:
    told = [
        (match.outcome and match.outcome.winner, side)
        for seed in range(20)
        for match, found in [reviewed_duel(seed)]
        for side in build_story(match, found).sides
    ]
    for winner, side in told:
        if side.accuracy is None:
            continue
        if winner == side.player and side.accuracy < 50:
            assert re.search(
                "but (luck made up for it|the other side gave the win back)|was wrong", side.accuracy_text
            )
        elif winner == OTHER[side.player] and side.accuracy >= 80:
            assert re.search(
                "but (luck was on the other side|.* mistakes? (was|were) enough to lose)", side.accuracy_text
            )
    explained = " ".join(side.explained for _, side in told)
    assert "but luck made up for it" in explained
    assert "but luck was on the other side" in explained


def reviewed_duel(seed: int) -> tuple[Match, Review]:
    match = Match(at(PrimeDuel, "target=11 largest=4 copies=2"), ("club", "random"), seed=seed)
    play_match(match, seated(*match.seats))
    return match, review(match)


def test_a_score_is_full_only_if_it_is_exactly_full() -> None:
    assert [round_percent(score) for score in (0, 0.2, 49.6, 99.7, 100)] == [0, 1, 50, 99, 100]


# Why ---------------------------------------------------------------------------------------------------


def test_why_tells_of_you_and_the_house() -> None:
    one, two = review(played(PocketAddition.start(), 5, 8)).decisions
    assert format_judgement(one, HOUSE) == [
        "You took 5, which gave the win away.",
        "  The house can take 6, you take 9, they take 1, you pass, they take 8, and they make 15. "
        "You had a win here with 6, 7 or 8, quickest with 6.",
    ]
    assert format_judgement(two, HOUSE)[0] == "The house took 8, which was best."
    assert format_judgement(two)[1].startswith("  Player 1 can take 7, Player 2 takes ")


def test_a_winning_chance_is_yours_or_its_or_theirs() -> None:
    """A player of the house is no person."""
    match = played(at(PrimeDuel, "scores=31,38 deck=1,1,3,3,1,2,2,4,2,1 card=10"), "discard")
    judged = review(match).decisions[0]
    assert judged.grade.cost
    for name, whose in (("you", "your"), ("the house", "its"), ("Ann", "their")):
        assert f" of {whose} winning chance." in format_judgement(judged, {1: name, 2: "Bob"}.__getitem__)[0]


# Accuracy -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "mattered", "losses", "score", "clause"),
    [
        (67, 3, [1000], 37, "only 3 of 67 moves had anything at stake, and one mistake gave away 63 % of it"),
        (5, 5, [300], 55, "one mistake gave away 45 % of what was at stake"),
        (
            20,
            20,
            [20] * 7 + [5],
            85,
            "seven mistakes and one small slip gave away only 15 % of what was at stake",
        ),
        (6, 5, [1000], 65, ""),
    ],
)
def test_an_accuracy_far_from_the_share_of_good_moves_explains_itself(
    moves: int, mattered: int, losses: list[int], score: int, clause: str
) -> None:
    _, found = reviewed("number-morph", False, 1)
    first = found.decisions[0]
    mistakes = [
        first._replace(grade=losing(first._replace(move_number=at), {at: loss}))
        for at, loss in enumerate(losses)
    ]
    assert story._explain_shares(moves, mattered, mistakes, score) == clause


def test_an_explained_accuracy_agrees_with_the_list_and_the_figure() -> None:
    """In every game here: how many moves, how many mistakes, and what is left of 100."""
    explained = 0
    for name, seed in product(STARTS, (1, 2)):
        match, found = reviewed(name, False, seed)
        told = build_story(match, found)
        for side in told.sides:
            rows = [row for row in told.rows if row.player == side.player]
            if shown := re.search(r"only (\d+) of (\d+) moves .* gave away (\d+) % of it", side.explained):
                mattered, moves, lost = map(int, shown.groups())
                assert (moves, mattered) == (len(rows), sum(row.at_stake for row in rows))
                assert lost == 100 - (side.accuracy or 0)
                explained += 1
    assert explained


# Charts ---------------------------------------------------------------------------------------------


def test_a_chart_is_described_to_its_reader() -> None:
    match, found = reviewed_duel(1)
    told, seats = build_story(match, found), Seats(("Mara", "You"), 2)
    assert title_chances(found.values, 2, seats) == "Your winning chance"
    assert title_chances(found.values, 1, seats) == "Mara's winning chance"
    lost = [0.43, *found.values[1:-1], 0]
    words = describe_chances(told, lost, 1, seats)
    assert words.startswith(f"Mara's winning chance over {len(told.rows)} moves: 43 percent at first, lost")
    assert told.mistakes_text.endswith(f" in {len(told.rows)} moves")


def test_a_chart_without_a_chance_in_between_says_who_was_winning() -> None:
    match = played(PrimeClimb.start(), 2, 9, 9)
    told = build_story(match, found := review(match))
    assert title_chances(found.values, 1, Seats()) == "Won or lost"
    assert describe_chances(told, (None, 1.0), 1, Seats()).endswith(
        ": open at first, won at the end, no mistakes."
    )
    assert told.label == "What decided it"
