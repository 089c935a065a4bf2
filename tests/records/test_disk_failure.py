"""A disk that fails at every point, in every game: the match is unchanged, and goes on as it would have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import pytest

from primeparlor.core import OTHER, PLAYERS, IllegalMove
from primeparlor.match import AnswerOffer, AskRematch, CallTime, Match, Resign, Settings, TakeBack
from primeparlor.records import RecordFile, StoreError, load
from support.matches import BEGAN, Clock, view
from support.records import FULL, failing, something
from support.variants import NAMES, first_state

pytestmark = [pytest.mark.usefixtures("_quick_disk"), pytest.mark.no_cover]

# Which system functions fail, and how many bytes are written before.
FAILURES = {
    "full at once": {"pwrite": 0},
    "full within the turn": {"pwrite": 11},
    "full, and nothing can be taken back": {"pwrite": 11, "ftruncate": 0},
    "written, but not made to last": {"fsync": 0},
}


def what_happens(match: Match, clock: Clock) -> Iterator[Callable[[], object]]:
    """The actions of a match in order, to an end by the rules, by resignation or on time."""
    yield match.begin
    while match.outcome is None:
        clock.seconds += 1.5
        turn, number = match.state.turn, match.number
        if match.offer is not None:
            yield partial(match.perform, AnswerOffer(OTHER[match.offer.who], match.seq % 2 == 0, number))
        elif match.seq % 7 == 5 and match.decision.refused == 0:
            yield partial(match.submit, turn, 10**9, number)
        elif match.seq % 5 == 4 and match.find_last_decision([OTHER[turn]]):
            yield partial(match.perform, TakeBack(OTHER[turn], number))
        elif match.seq < 16:
            yield something(match)
        elif number % 2:
            yield partial(match.perform, Resign(turn, number))
        else:
            clock.seconds += 60
            yield partial(match.perform, CallTime())
    for player in PLAYERS:
        yield partial(match.perform, AskRematch(player, match.number))


def played(path: str, name: str, before: Callable[[Match, Callable[[], object]], object]) -> bytes:
    """The record of a match in which `before` is tried before each action."""
    clock = Clock()
    match = Match(first_state(name), settings=Settings(clock=60, consent=True), seed=3, now=clock)
    with closing(RecordFile.create(path, match, BEGAN)):
        for act in what_happens(match, clock):
            before(match, act)
            with suppress(IllegalMove):
                act()
    return Path(path).read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_store_that_fails_at_every_point_changes_nothing(
    name: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tried(match: Match, act: Callable[[], object]) -> None:
        begins = act == match.begin and match.has_choice()  # nothing has to be kept for that
        stood = (view(match), match.seq, match.decision.ms)
        for failure in FAILURES.values():
            if begins:
                continue
            with monkeypatch.context() as patch:
                for function, part in failure.items():
                    failing(patch, function, FULL, part)
                with pytest.raises(StoreError, match="No space left on device"):
                    act()
            assert (view(match), match.seq, match.decision.ms) == stood
        assert load(f"{path}2").match.journal == match.journal

    undisturbed = played(path, name, lambda match, act: None)
    assert played(f"{path}2", name, tried) == undisturbed
