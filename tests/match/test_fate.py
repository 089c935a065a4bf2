"""Fate is drawn, seeded or dealt by hand (ruling A7), and no future card can be known (ruling D7)."""

from __future__ import annotations

import copy
from random import Random

import pytest

from primeparlor.core import Move
from primeparlor.match import Event, Match, MatchError, Play, TakeBack
from support.matches import Clock, drawn, every_variant, go_on, moves, play_out, refused, table
from support.variants import first_state


def test_ruling_a7_fate_can_be_dealt_by_hand() -> None:
    match = table("prime-duel", "keep", fate=[7, 10, 9])
    assert [(event.move, event.by_hand) for event in match.events] == [(7, True), ("keep", False), (10, True)]
    assert match.marks == ("dealt by hand",)
    go_on(match, "discard")  # 9, and from here on fate draws
    assert drawn(match)[:3] == [7, 10, 9]
    assert [event.by_hand for event in match.events if event.who is None] == [True, True, True, False]


def test_ruling_a7_what_is_dealt_by_hand_is_dealt_once() -> None:
    match = table("prime-duel", fate=[4, 7, 8])
    go_on(match, "discard")
    match.perform(TakeBack(1, match.number))
    assert match.state == match.start.after(4)
    go_on(match, "discard")
    assert drawn(match)[:4] == [4, 7, 8, drawn(match)[3]]
    assert match.marks == ("dealt by hand", "taken back")


def test_ruling_a7_an_impossible_deal_is_refused_and_the_match_can_go_on() -> None:
    match = Match(first_state("prime-duel"), fate=[11, 3])
    assert refused(MatchError, match.begin) == "11 cannot be drawn here."
    assert [event.by_hand for event in match.events] == [False]
    match = table("prime-duel copies=1", fate=[8, 8])
    assert refused(MatchError, go_on, match, "keep") == "8 cannot be drawn here."
    assert moves(match)[:2] == [8, "keep"]
    assert match.number == 3


def test_ruling_a7_the_first_number_can_be_given() -> None:
    match = table("number-morph", fate=[211])
    assert match.events == [Event(1, None, 211, by_hand=True)]


@every_variant
def test_ruling_a7_a_seed_fixes_fate_and_the_players_streams(name: str) -> None:
    def played(seed: int) -> list[Event]:
        match = Match(first_state(name), seed=seed, now=Clock())
        match.begin()
        while match.outcome is None and match.number < 60:
            stream = match.make_stream(f"player {match.state.turn}")
            go_on(match, stream.choice(match.state.moves()))
        assert match.marks == ("seeded",)
        return match.events

    assert played(0) == played(0)
    assert len({tuple(played(seed)) for seed in range(8)}) > 1 or name.endswith("largest=1")


def test_ruling_a7_streams_differ_by_name_and_by_event() -> None:
    match = table("pocket-addition", seed=5)
    one, again, two = (match.make_stream(name).random() for name in ("one", "one", "two"))
    assert one == again != two
    go_on(match, 6)
    assert match.make_stream("one").random() not in (one, two)


def test_ruling_a7_the_seed_s_draws_are_the_same_for_ever() -> None:
    """Another result here means that old seeds no longer repeat their matches."""
    match = table("prime-duel", "discard", "discard", "discard", seed=2026)
    assert drawn(match) == [5, 7, 10, 1, 4, 8, 3]
    assert table("pocket-addition", seed=2026).make_stream("player 1").randrange(10**6) == 13955


def _cards_of(seed: int, seats: tuple[str, str]) -> list[Move | None]:
    """The cards of a game between two players who choose at random, each in their own way."""
    choosers = [Random(f"{seat}/{seed}") for seat in seats]
    match = Match(first_state("prime-duel"), seats, seed=seed, now=Clock())
    match.begin()
    while match.outcome is None:
        go_on(match, choosers[match.state.turn - 1].choice(match.state.moves()))
    return drawn(match)


def test_ruling_a7_two_games_of_one_seed_see_the_same_cards_with_the_seats_swapped() -> None:
    different = 0
    for seed in range(400):
        one, two = (_cards_of(seed, seats) for seats in (("ann", "bob"), ("bob", "ann")))
        both = min(len(one), len(two))
        assert one[:both] == two[:both], seed
        different += len(one) != len(two)
    assert different > 300  # else the players chose alike, and nothing is shown


def test_ruling_a6_a_seed_draws_afresh_after_each_undo() -> None:
    """Outcomes are counted with those taken back, so that none comes again because of an undo."""
    match = table("prime-duel", "keep", fate=[4], seed=9)
    for _ in range(12):
        match.perform(TakeBack(1, match.number))
        go_on(match, "keep")
    assert match.outcomes == len(drawn(match)) == 14
    assert len(set(drawn(match)[1:])) > 4
    again = Match(match.start, seeded=True)
    for event in match.events:
        again.restore(event)
    again.reseed(9)
    assert again.outcomes == 14


def test_a_rematch_counts_its_own_outcomes() -> None:
    start = first_state("prime-duel")
    later = Match(start, seed=5, number=40, seq=50, now=Clock())
    later.begin()
    assert drawn(later) == drawn(table("prime-duel", seed=5))


def test_ruling_a7_without_a_seed_nothing_can_be_foreseen() -> None:
    start = first_state("number-morph digits=5")
    assert len({table("number-morph digits=5").state for _ in range(5)}) > 1
    match = Match(start)
    assert not match.seeded
    assert match.make_stream("one").random() != match.make_stream("one").random()


@pytest.mark.parametrize("cut", [0, 1, 2, 5, 9])
def test_ruling_a7_resumed_with_its_seed_a_match_goes_on_as_it_would_have(cut: int) -> None:
    whole = play_out(Match(first_state("prime-duel"), seed=7, now=Clock()), Random(3))
    resumed = Match(first_state("prime-duel"), seeded=True, now=Clock())
    for event in whole.events[:cut]:
        resumed.restore(event)
    resumed.reseed(7)
    resumed.begin()
    decisions = [e.move for e in whole.events[resumed.number :] if e.who is not None and not e.forced]
    go_on(resumed, *[move for move in decisions if move is not None])
    assert (resumed.events, resumed.outcome) == (whole.events, whole.outcome)
    assert resumed.seed == (7 if cut else None)  # before the first draw nothing shows that it is the seed


def test_ruling_a7_resumed_without_its_seed_a_match_draws_afresh() -> None:
    whole = table("prime-duel", "discard", seed=7)
    seen = set()
    for _ in range(30):
        resumed = Match(whole.start, seeded=True)
        for event in whole.events[:2]:
            resumed.restore(event)
        resumed.begin()
        seen.add(drawn(resumed)[1])
        assert (resumed.marks, resumed.seed) == (("seeded",), None)
    assert len(seen) > 1


def test_ruling_a7_only_the_seed_it_was_begun_with_is_taken() -> None:
    whole = play_out(Match(first_state("prime-duel"), seed=7), Random(3))
    resumed = Match(whole.start, seeded=True)
    for event in whole.events[:6]:
        resumed.restore(event)
    wrong = [seed for seed in range(20) if not _takes_seed(resumed, seed)]
    assert 7 not in wrong
    assert len(wrong) >= 18
    with pytest.raises(MatchError, match=r"^Event [0-9]+ was not drawn with seed 8\.$"):
        resumed.reseed(8)
    unseeded = Match(whole.start)
    sentence = "This match did not start with a seed, so it cannot go on with one."
    assert refused(MatchError, unseeded.reseed, 7) == sentence
    assert (unseeded.seed, unseeded.seeded) == (None, False)


def _takes_seed(match: Match, seed: int) -> bool:
    try:
        copy.copy(match).reseed(seed)
    except MatchError:
        return False
    return True


def test_ruling_a7_a_seed_is_taken_again_after_undo_and_cards_dealt_by_hand() -> None:
    whole = table("prime-duel", "discard", fate=[4], seed=7)
    whole.perform(TakeBack(1, whole.number))
    resumed = Match(whole.start, seeded=True)
    for event in whole.events:
        resumed.restore(event)
    resumed.reseed(7)
    go_on(whole, "keep")
    resumed.begin()
    go_on(resumed, "keep")
    assert drawn(resumed) == drawn(whole)


def test_a_seed_of_zero_is_a_seed() -> None:
    match = table("prime-duel", seed=0)
    assert (match.seeded, match.marks) == (True, ("seeded",))
    assert drawn(match) == drawn(table("prime-duel", seed=0))


def test_ruling_d7_nothing_in_a_match_determines_a_later_draw() -> None:
    """Copies of one match, private attributes and all, go on with different cards."""
    match = table("prime-duel", fate=[4])
    seen = {drawn(go_on(copy.deepcopy(match), "discard"))[1] for _ in range(60)}
    assert len(seen) > 5


def test_ruling_d7_no_stream_foretells_a_draw() -> None:
    """Not even with a seed, or when the draw is already decided."""
    lucky = 0
    for seed in range(300):
        match = table("prime-duel", fate=[4], seed=seed)
        _, card, *_ = match.decide(Play(1, "discard", 1)).entries
        assert isinstance(card, Event)
        chances = match.state.after("discard").chances()
        guesses = {match.make_stream(name).choice(chances) for name in ("fate", "1/fate")}
        lucky += card.move in guesses
    assert lucky < 90  # about 57 are


def test_ruling_d7_a_player_s_stream_does_not_give_the_seed_away() -> None:
    match = table("prime-duel", seed=123456789)
    state = repr(match.make_stream("player 1").getstate())
    for plain in ("123456789/fate", "123456789/player/player 1"):
        text = plain + f"/{match.number}"
        assert repr(Random(text).getstate()) != state
