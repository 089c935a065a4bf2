"""A table where a program plays against the house: opened, played, repeated, refused, and judged."""

from __future__ import annotations

from typing import Any

import pytest

from primeparlor.core import OTHER, PLAYERS, ParlorError, Player
from primeparlor.games import GAMES
from primeparlor.match import LIMIT, RESIGNED, STRIKES, Hint, MatchError, Outcome, Refusal, StaleMove
from primeparlor.players import SEATS, BuiltInPlayer, Chosen, View
from primeparlor.solve import analyse
from primeparlor.tables.agents.agent_table import AgentTable, InvalidInput, open_agent_table
from primeparlor.tables.agents.options import LARGEST_SEED
from support.too_large import limit_positions

LEVELS = ", ".join(map(repr, SEATS))


def begun(game: str = "pocket-addition", **wishes: Any) -> AgentTable:
    given: dict[str, Any] = {"opponent": "beginner", "seed": 1} | wishes
    table = open_agent_table(game, **given)
    table.play_house()
    return table


def finish(table: AgentTable, choose: Any = min) -> AgentTable:
    while table.match.outcome is None:
        table.play(choose(table.match.state.moves()))
    return table


def play_script(*moves: int, hints: bool = False) -> AgentTable:
    """A table of Pocket Addition whose house plays these moves; the program moves first."""
    table = open_agent_table("pocket-addition", hints=hints)

    class Script(BuiltInPlayer):
        left = list(moves)

        def choose(self, view: View) -> Chosen:
            return Chosen(self.left.pop(0), "a remark")

    table.table.players = [None, Script()]
    table.play_house()
    return table


# Playing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.ours)
@pytest.mark.parametrize("seat", PLAYERS)
def test_every_game_is_played_to_its_end(game: str, seat: Player) -> None:
    table = begun(game, seat=seat)
    assert table.match.seats[seat - 1] == "agent:guest"
    assert table.match.seats[OTHER[seat] - 1] == "beginner"
    finish(table)
    outcome = table.match.outcome
    assert outcome is not None
    assert table.reward == {seat: 1.0, OTHER[seat]: -1.0, None: 0.0}[outcome.winner]
    told = table.describe_events()
    assert len(told) == len(table.match.line)
    assert all(sentence.endswith(".") and sentence[0] == sentence[0].upper() for sentence in told)
    assert table.describe_result().endswith(".")


def test_the_program_is_told_everything_in_the_words_of_the_game() -> None:
    table = play_script(9, 2)
    assert table.describe_terms() == [
        "You are Player 1. Your opponent plays as club.",
        "Three invalid inputs in a row lose the game.",
        "The game stops after 200 moves, with no winner.",
    ]
    assert (table.describe_events(), table.describe_result(), table.reward) == ([], "", 0.0)
    table.play(" 6 ")
    assert table.describe_events() == ["You took 6.", "Your opponent took 9."]
    number = table.match.number
    table.play(8)
    assert table.describe_events(number) == ["You took 8.", "Your opponent took 2."]
    table.play("1")
    assert table.describe_result() == "You won (reached 15)."
    assert table.reward == 1.0


def test_what_is_drawn_and_what_is_forced_are_told_too() -> None:
    told = finish(begun("prime-duel", rules={"target": 12, "largest": 4, "copies": 1})).describe_events()
    assert any(sentence.endswith(" was drawn.") for sentence in told)
    assert any(sentence.endswith(", the only legal move.") for sentence in told)


def test_at_the_limit_nobody_wins_and_the_program_is_told() -> None:
    table = begun(limit=1)
    table.play(1)
    assert table.match.outcome == Outcome(None, LIMIT)
    assert table.describe_result() == "The move limit is reached. The game is unfinished: nobody wins."
    assert table.reward == 0.0


# Once more, or too late --------------------------------------------------------------------------


def test_an_accepted_move_may_be_sent_again_and_nothing_happens() -> None:
    table = play_script(9, 2)
    for _ in range(3):
        table.play("6", 0)
    assert [event.move for event in table.match.events] == [6, 9]
    table.play(8, 2)
    table.play(6, 0)  # an even later one
    assert [event.move for event in table.match.events] == [6, 9, 8, 2]


@pytest.mark.parametrize(("move", "number"), [(5, 0), (9, 1), (8, 3), (8, -1), (8, 10**30), ("x", 0)])
def test_a_move_for_another_number_is_refused_and_costs_nothing(move: object, number: int) -> None:
    table = play_script(9, 2)
    table.play(6)
    with pytest.raises(StaleMove, match=rf"^The game is at number 2, not {number}, so nothing was done\."):
        table.play(move, number)
    assert (table.match.number, table.match.notes) == (2, [])


def test_a_move_at_the_end_that_names_its_number_is_told_that_the_match_is_over() -> None:
    table = begun(limit=1)
    table.play(1, 0)
    table.play(1, 0)
    with pytest.raises(MatchError, match="is over"):
        table.play(2, 1)


# Refused -----------------------------------------------------------------------------------------


def test_invalid_inputs_are_strikes_and_three_lose() -> None:
    table = play_script()
    told = []
    for move in ("six", 12, None):
        with pytest.raises(InvalidInput) as caught:
            table.play(move)
        told.append(str(caught.value))
    assert told == [
        "That names no move. Write a whole number from 1 to 9. That was invalid input 1 of 3 in a row.",
        "Choose a whole number from 1 to 9. That was invalid input 2 of 3 in a row.",
        "That names no move. Write a whole number from 1 to 9."
        " Your opponent won (you gave too many invalid inputs).",
    ]
    assert table.match.outcome == Outcome(2, STRIKES)
    assert table.reward == -1.0
    with pytest.raises(MatchError, match="The match is over"):
        table.play(6)


def test_a_refused_input_with_its_number_may_be_sent_again_without_a_second_strike() -> None:
    table = play_script(9)
    for _ in range(5):
        with pytest.raises(InvalidInput, match="input 1 of 3"):
            table.play(12, 0)
    with pytest.raises(InvalidInput, match="input 2 of 3"):
        table.play(12)  # without one it is another try
    table.play(6, 0)
    with pytest.raises(StaleMove):
        table.play(12, 0)
    with pytest.raises(InvalidInput, match="input 1 of 3"):
        table.play(12, 2)
    table.play(6, 0)  # sent again, it forgets nothing
    with pytest.raises(InvalidInput, match="input 1 of 3"):
        table.play(12, 2)
    assert sum(isinstance(note, Refusal) for note in table.match.notes) == 3


@pytest.mark.parametrize(
    "move",
    [True, 1.0, b"1", [1], {}, "9" * 10_000, 10**5000, -(10**5000), "", "１"],
    ids=lambda move: type(move).__name__,
)
def test_what_is_no_move_is_a_strike_whatever_it_is(move: object) -> None:
    table = play_script()
    with pytest.raises(
        InvalidInput, match=r"^(That names no move. Write|Choose) a whole number from 1 to 9\. "
    ):
        table.play(move, 0)
    assert table.match.decision.strikes == 1


def test_a_well_formed_attempt_is_a_strike_too() -> None:
    table = begun("number-morph", seed=3)
    number = int(str(table.match.state.number))  # type: ignore[attr-defined]
    taken = next(n for n in range(number // 10 * 10, number // 10 * 10 + 10) if n % 2 == 0)
    with pytest.raises(InvalidInput, match=rf"{taken} = .*\. That was invalid input 1 of 3"):
        table.play(taken)


# Leaving -----------------------------------------------------------------------------------------


def test_resigning_ends_the_game_once() -> None:
    table = play_script(9)
    table.play(6)
    with pytest.raises(StaleMove):
        table.resign(0)
    table.resign(2)
    table.resign(2)
    table.resign()
    assert table.match.outcome == Outcome(2, RESIGNED)
    assert table.describe_result() == "Your opponent won (you resigned)."


def test_the_program_may_resign_before_its_first_move() -> None:
    table = open_agent_table("pocket-addition", seat=2)
    table.resign()
    assert table.match.outcome == Outcome(1, RESIGNED)
    assert len(table.match.events) == 1  # the house had begun


# Against perfect play ----------------------------------------------------------------------------


def test_losses_are_those_of_the_solver() -> None:
    table = play_script(9, 2)
    for move in (5, 1):
        table.play(move)
    lost = []
    for event, state in table.match.line:
        if event.who == 1:
            values = {choice.move: choice.value or 0.0 for choice in analyse(state).moves}
            lost.append(max(values.values()) - values[event.move or 0])
    found = table.find_losses()
    assert [loss.loss for loss in found] == lost
    assert [(loss.number, loss.move, loss.error) for loss in found] == [(1, 5, None), (3, 1, None)]
    assert found == table.find_losses()


def test_an_estimated_loss_states_its_error_and_an_endless_one_is_unknown() -> None:
    duel = finish(begun("prime-duel"), choose=max)
    assert duel.find_losses()
    assert all(loss.error for loss in duel.find_losses() if loss.loss)
    endless = begun("nonprime-addition", rules="start=4")
    endless.play(6)
    assert [(loss.loss, loss.error, loss.grade) for loss in endless.find_losses()] == [(None, None, "safe")]


def test_a_decision_too_large_to_solve_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    table = play_script(9)
    table.play(6)
    monkeypatch.setattr("primeparlor.games.pocket_addition.solver.Solver.positions", lambda self, state: None)
    limit_positions(monkeypatch)
    assert [loss[2:] for loss in table.find_losses()] == [(None, None, None)]


# Help ----------------------------------------------------------------------------------------------


def noted(table: AgentTable) -> list[object]:
    return [note.kind for note in table.match.notes if isinstance(note, Hint)]


def test_hints_come_step_by_step_and_are_noted_once() -> None:
    table = play_script(9, hints=True)
    assert table.give_hint().hints == ["Yes: you can win whatever your opponent does."]
    assert len(table.give_hint(2).hints) == 2
    assert table.give_hint(1).hints == table.give_hint().hints
    for step in (0, 4, -1):
        with pytest.raises(MatchError, match=r"^step must be 1, 2 or 3: the hints come one at a time\.$"):
            table.give_hint(step)
    assert table.list_moves() == table.list_moves() == [*range(1, 10)]
    assert noted(table) == [1, 2, "moves"]
    assert not table.give_hint(3).all
    table.give_hint(4)
    assert table.give_hint(5).all


def test_an_analysis_counts_as_every_hint() -> None:
    table = play_script(9, hints=True)
    table.give_hint()
    data = table.analyse()
    assert data["value"] == 1.0
    assert [row["move"] for row in data["moves"] if row["value"]] == [6, 7, 8]  # type: ignore[attr-defined]
    assert table.analyse() == data
    assert noted(table) == [1, "moves", 2, 3, 4, 5]


def test_no_help_is_given_where_hints_are_off_or_the_game_is_over() -> None:
    table = play_script(9)
    for ask in (table.list_moves, table.give_hint, table.analyse):
        with pytest.raises(MatchError, match="Hints are off in this game"):
            ask()
    with pytest.raises(MatchError, match="its moves are graded once it is over"):
        table.review()
    over = play_script(hints=True)
    over.resign()
    for ask in (over.list_moves, over.give_hint, over.analyse):
        with pytest.raises(MatchError, match="over"):
            ask()
    assert noted(table) == noted(over) == []


def test_a_review_grades_every_move_once_the_game_is_over() -> None:
    table = play_script(9, 2)
    table.play(5)
    table.resign()
    decisions: Any = table.review()["decisions"]
    assert (decisions[0]["move"], decisions[0]["loss"], len(decisions)) == (5, 1.0, 2)


def test_a_remark_of_the_house_is_kept_once() -> None:
    table = play_script(9, 2)
    table.play(6)
    table.play(8)
    assert table.remarks == ["a remark"]
    table.close()


# Opening -----------------------------------------------------------------------------------------


def test_a_seed_fixes_the_seat_the_cards_and_the_house() -> None:
    def record(seed: int) -> object:
        table = finish(begun("prime-duel", seat="random", seed=seed, opponent="random"))
        return table.seat, [(event.who, event.move) for event in table.match.events]  # not how long each took

    assert record(5) == record(5)
    assert len({str(record(seed)) for seed in range(6)}) == 6
    assert {begun(seat="random", seed=seed).seat for seed in range(12)} == {1, 2}
    assert {begun(seat="random", seed=None).seat for _ in range(40)} == {1, 2}


def test_settings_are_the_table_s() -> None:
    table = open_agent_table("pocket", "target=20 largest=12", strikes=1, limit=7, hints=True, name="Ada")
    assert table.match.settings._asdict() | {} == {
        "strikes": 1, "limit": 7, "clock": None, "undo": False, "hints": True, "consent": False,
    }  # fmt: skip
    assert table.match.start.rules.changed() == {"target": 20, "largest": 12}
    assert table.match.seats == ("agent:Ada", "club")
    assert table.describe_terms()[1:] == [
        "One invalid input loses the game.",
        "The game stops after 7 moves, with no winner.",
    ]
    assert open_agent_table("pocket", {"target": 20}).match.start.rules.changed() == {"target": 20}


def test_the_house_may_have_so_many_seconds_for_each_move() -> None:
    table = open_agent_table("pocket-addition", opponent="expert", seat=2, seconds=0.0)
    seen: list[float | None] = []
    house: Any = table.table.players[0]

    def choose(view: View) -> Chosen:
        seen.append(view.time_left)
        return Chosen(7)

    house.player.choose = choose
    table.play_house()
    assert seen == [0.0]
    assert len(table.match.events) == 1
    table.table.close()


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'. "),
        ({"game": None}, "game must be the name of a game, as in 'game-name'."),
        ({"game": "prime"}, "'prime' could be "),
        ({"opponent": "godlike"}, f"opponent is 'godlike', but must be one of: {LEVELS}."),
        ({"opponent": "human"}, "opponent is 'human', but must be one of: "),
        ({"opponent": "cmd:true"}, "opponent is 'cmd:true', but must be one of: "),
        ({"opponent": ["club"]}, "opponent is of another kind, but must be one of: "),
        ({"opponent": "x" * 1000}, f"opponent is 'xxxxxxx{'x' * 42}…, but must be one of: "),
        ({"seat": 3}, "seat is 3, but must be one of: 1, 2, 'random'."),
        ({"seat": 10**30}, "seat is of another kind, but must be one of: 1, 2, 'random'."),
        ({"seat": True}, "seat is True, but must be one of: 1, 2, 'random'."),
        ({"seat": None}, "seat is None, but must be one of: 1, 2, 'random'."),
        ({"seat": "first"}, "seat is 'first', but must be one of: 1, 2, 'random'."),
        ({"seed": -1}, f"seed must be a whole number from 0 to {LARGEST_SEED:,}."),
        ({"seed": LARGEST_SEED + 1}, f"seed must be a whole number from 0 to {LARGEST_SEED:,}."),
        ({"seed": True}, "seed must be a whole number "),
        ({"seed": "7"}, "seed must be a whole number "),
        ({"name": 7}, "name must be text, as in 'guest'."),
        ({"name": None}, "name must be text, as in 'guest'."),
        ({"name": "The House"}, 'The parlor uses "The House" itself.'),
        ({"name": ""}, "A name must show something."),
        ({"name": "x" * 2000}, "A name must have at most 40 characters; this one has 2000."),
        ({"name": "Ada\u202e"}, "A name must not turn the direction"),
        ({"strikes": 0}, "strikes must be a whole number from 1 to "),
        ({"strikes": 2.5}, "strikes must be a whole number from 1 to "),
        ({"limit": 0}, "limit must be a whole number from 1 to "),
        ({"limit": "9"}, "limit must be a whole number from 1 to "),
        ({"hints": "yes"}, "hints is 'yes', but must be one of: True, False."),
        ({"rules": {"top": 3}}, "There is no rule top. The rules are: target, largest."),
        ({"rules": "top=3"}, "'top=3' is not understood. Write key=value (rules: target, largest)."),
        ({"rules": {"target": 500}}, "target must be a whole number from 1 to 200."),
        ({"rules": {"target": None}}, "target must be a whole number from 1 to 200."),
        ({"rules": {"target": True}}, "target must be a whole number from 1 to 200."),
        ({"rules": {1: 2}}, "rules must be a dictionary of numbers, as in {'target': 15, 'largest': 9}."),
        ({"rules": "one=6"}, "'one=6' is not understood. "),
        ({"rules": 7}, "rules must be a dictionary of numbers, as in {'target': 15, 'largest': 9}."),
        ({"name": "you are the house\n"}, "A name must not contain control characters"),
    ],
    ids=str,
)
def test_a_wrong_wish_is_refused_with_one_sentence(wishes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ParlorError) as caught:
        open_agent_table(**{"game": "pocket-addition"} | wishes)
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).endswith(".")
    assert str(caught.value).isprintable()
