"""What is kept for later questions stays bounded, whatever is asked, and no answer depends on it."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from random import Random

import pytest

from primeparlor import notation, solve
from primeparlor.coach import levels
from primeparlor.coach.levels import Habits, Level
from primeparlor.core import Rules, State, TooLarge
from primeparlor.games import NumberMorph, PocketAddition, PrimeDuel
from primeparlor.games.number_morph import solver as number_morph
from primeparlor.games.prime_duel.solver import table as prime_duel
from primeparlor.solve import cache, memory, retrograde
from primeparlor.solve.cache import Recent
from primeparlor.solve.expectation import expectation
from support.example_games import Pig, PigRules

ROOT = Path(__file__).parents[2]
VARIANTS = 200
CLUB = Level("club", 2, 2, 0.2, False)


def pocket(target: int) -> State:
    return PocketAddition.start(PocketAddition.Rules(target=target, largest=4))


def alive(of: type[Rules]) -> int:
    """How many rules of this class are still alive."""
    gc.collect()
    return sum(cls is of for cls, _ in Rules._known)


# The bounds ----------------------------------------------------------------------------------------


def test_the_last_used_stay() -> None:
    some: Recent[str, str] = Recent(len, most=3)
    for key in "abc":
        assert some.put(key, key * 2) == key * 2
    assert some.get("a") == "aa"
    assert some.get("x") is None
    some.put("d", "dd")
    assert list(some) == ["c", "a", "d"]
    assert some.items() == [("c", "cc"), ("a", "aa"), ("d", "dd")]
    assert list(some) == ["c", "a", "d"], "looked at, not used"


def test_the_other_values_share_the_room_left() -> None:
    some: Recent[str, str] = Recent(len, limit=10)
    for key, weight in (("small", 2), ("old", 5), ("new", 5), ("last", 100)):
        some.put(key, "." * weight)
    assert list(some) == ["old", "new", "last"], "what is in use may take any room"
    some.put("small", "..")
    assert list(some) == ["old", "new", "small"], "and makes place when something else is used"


def test_what_has_grown_is_weighed_again() -> None:
    some: Recent[int, list[int]] = Recent(len, limit=10)
    for key in range(3):
        some.put(key, [])
    some.put(1, some.get(1) or []).extend(range(11))
    assert len(some) == 3
    some.get(0)
    assert list(some) == [2, 0]


def test_a_value_can_be_replaced_and_forgotten() -> None:
    some: Recent[str, str] = Recent(len)
    some.put("a", "old")
    some.put("a", "new")
    assert (some.get("a"), len(some)) == ("new", 1)
    some.drop("a")
    some.drop("a")
    assert "a" not in some
    some.put("b", "b")
    some.clear()
    assert not some


def test_threads_may_share_it() -> None:
    some: Recent[int, str] = Recent(len, most=4)

    def ask(seed: int) -> bool:
        keys = Random(seed).choices(range(8), k=500)
        return all((some.get(key) or some.put(key, str(key))) == str(key) for key in keys)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, range(4)))
    assert len(some) == 4


# Those who keep ------------------------------------------------------------------------------------


def test_any_number_of_variants_leaves_few_tables_and_rules() -> None:
    first = solve.analyse(pocket(7))
    before = alive(PocketAddition.Rules)
    for target in range(1, VARIANTS + 1):
        solve.analyse(pocket(target))
    assert len(retrograde._tables) == cache.MOST
    assert pocket(7).rules not in retrograde._tables
    assert alive(PocketAddition.Rules) <= before + cache.MOST
    assert solve.analyse(pocket(7)) == first


def test_large_tables_are_dropped_by_their_size(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: Recent[Rules, retrograde._Solved] = Recent(
        retrograde._tables._weigh, limit=200 * retrograde.BYTES
    )
    monkeypatch.setattr(retrograde, "_tables", tables)
    for target in range(1, 40):
        before = [solve.analyse(pocket(target)), solve.solve(pocket(target).rules)]
        *others, _ = (len(solved.table) for _, solved in tables.items())
        assert sum(others) <= 200
        assert [solve.analyse(pocket(target)), solve.solve(pocket(target).rules)] == before
    assert 1 < len(tables) < cache.MOST


def test_games_with_chance_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectation._tables, "_most", 3)
    monkeypatch.setattr(retrograde._tables, "_most", 3)
    answers = {target: solve.analyse(Pig.start(PigRules(target=target))) for target in range(2, 8)}
    assert len(expectation._tables) == 3
    assert {state.rules.values()["target"] for state in expectation._tables} == {5, 6, 7}
    assert answers[2] == solve.analyse(Pig.start(PigRules(target=2)))


def test_counted_games_wait_one_at_a_time() -> None:
    for target in (3, 4):
        expectation.count(Pig.start(PigRules(target=target, sides=3)))
    assert len(expectation._waiting) == 1


def test_refusals_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_refused", Recent[tuple[State, int], str](len, most=5))
    for target in range(1, 20):
        with pytest.raises(TooLarge), memory.refused_once(pocket(target), 1):
            raise TooLarge("no")
    assert len(memory._refused) == 5


def test_the_games_own_solvers_are_bounded_too() -> None:
    for copies, largest, target in product(range(1, 6), (2, 3), (4, 5)):
        solve.analyse(PrimeDuel.start(PrimeDuel.Rules(target=target, largest=largest, copies=copies)))
    assert len(prime_duel._tables) == cache.MOST
    start = NumberMorph.start(NumberMorph.Rules(digits=2))
    answers = {number: solve.analyse(start.after(number)) for number in start.rules.primes}
    assert len(number_morph._searches) == cache.MOST
    assert answers[11] == solve.analyse(start.after(11))


def test_levels_forget_games_not_played_any_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "PLAYOUTS", 1)
    play, chosen = Habits(Pig), {}
    for target in range(2, 22):
        state = Pig(PigRules(target=target), 0, 0, 1, False, 1)
        chosen[target] = play.choose(CLUB, state, state.moves(), Random(1))
    assert len(play.judges) == cache.MOST
    assert all(judge.count_bytes() > 0 for _, judge in play.judges.items())
    state = Pig(PigRules(target=2), 0, 0, 1, False, 1)
    assert play.choose(CLUB, state, state.moves(), Random(1)) == chosen[2]


def test_the_page_and_the_bench_say_the_same() -> None:
    page = (ROOT / "docs" / "explanation" / "exact-answers.md").read_text(encoding="utf-8")
    assert f"at most {cache.MOST - 1} of them and about {cache.LIMIT >> 20} MiB" in page
    measured = (ROOT / "bench" / "results" / "memory.txt").read_text(encoding="utf-8").splitlines()
    assert measured[-1].startswith("after 200 variants")
    assert float(measured[-1].split()[-2]) <= 1.1, "times what the first 50 took"


def test_reading_and_writing_keep_no_rules_alive() -> None:
    before = alive(PigRules)
    for target in range(50, 100):
        state = Pig.start(PigRules(target=target))
        notation.form_of(state).asked(state)
    del state
    assert alive(PigRules) <= before
