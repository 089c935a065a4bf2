"""Tables of the server: seats and tokens, moves at once, undo by consent, rematches."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hall_helpers import PATIENCE, READERS, Place, place, play, refused, run, start, two, until
from primeparlor import records
from primeparlor.core import IllegalMove, ParlorError, Player
from primeparlor.match import Match, MatchError, NotYourTurn, Settings, StaleMove
from primeparlor.notation import NotationError
from primeparlor.web.faults import (
    Closing,
    ForeignSeat,
    NoSuchTable,
    NotOver,
    SeatTaken,
    StoreFailed,
    TooMuch,
    UnknownToken,
    Waiting,
)
from primeparlor.web.hall import Limits, Order
from primeparlor.web.ordering import start_of
from primeparlor.web.seating import is_name, new_name
from primeparlor.web.store import Held

NOBODY: frozenset[Player] = frozenset()


# Opening, finding, joining -----------------------------------------------------------------------------


def test_a_table_against_the_house_begins_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open(Order(start("prime-climb"), "beginner", 1, " Mara "))
            desk = opened.desk
            view = desk.view(desk.seats_of(opened.token))
            assert (opened.seat, view["you"], view["holds"], view["waiting"]) == (1, 1, [1], False)
            assert [seat["name"] for seat in view["seats"]] == ["Mara", ""]
            assert [seat["house"] for seat in view["seats"]] == [False, True]
            await desk.move({1}, "4", 0)
            await until(desk, lambda: desk.match.state.turn == 1 and not desk.view({1})["thinking"])
            assert [step["who"] for step in desk.view({1})["steps"]][:2] == [1, 2]
            await desk.close()

    run(test())


def test_the_house_begins_where_it_has_the_first_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open(Order(start(), "beginner", 2))
            assert (opened.seat, sorted(opened.desk.seats_of(opened.token))) == (2, [2])
            await until(opened.desk, lambda: opened.desk.match.state.turn == 2)
            await opened.desk.close()

    run(test())


def test_a_coin_is_tossed_for_the_side(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            sides = set[int]()
            while sides != {1, 2}:  # once in 2 ** 100 this would take 100 tosses
                sides.add((await hall.open(Order(start(), "friend", "toss"))).seat)

    run(test())


def test_on_the_same_screen_one_token_holds_both_seats(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            opened = await here.hall().open(Order(start(), "same screen", 2))
            desk = opened.desk
            seats = desk.seats_of(opened.token)
            assert seats == {1, 2}
            await desk.move(seats, "6", 0)
            assert (desk.view(seats)["you"], desk.view(seats)["holds"]) == (2, [1, 2])
            await desk.move(seats, "6", 0)  # again: it was heard the first time
            await refused(StaleMove, desk.move(seats, "7", 0))
            await desk.move(seats, "9", 1)
            await desk.undo(seats, 2)
            assert desk.view(seats)["turn"] == 2
            await desk.resign(seats, 3)
            assert desk.view(seats)["outcome"]["by"] == 2
            await desk.rematch(seats, 3)
            assert desk.view(seats)["game_number"] == 2

    run(test())


def test_a_friend_joins_once_and_then_the_game_begins(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            opened = await hall.open(Order(start("number-morph"), "friend", 2, "Mara"))
            desk = opened.desk
            view = desk.view({2})
            assert (view["waiting"], view["number"], view["seats"][0]["taken"]) == (True, 0, False)
            assert await refused(Waiting, desk.move({2}, "271", 0))
            assert await refused(Waiting, desk.hint({2}, 0))
            joined = await desk.join("Ben")
            assert (joined.seat, sorted(desk.seats_of(joined.token))) == (1, [1])
            assert joined.token != opened.token
            view = desk.view({2})
            assert (view["waiting"], view["number"], view["seats"][0]["taken"]) == (False, 1, True)
            assert [seat["name"] for seat in view["seats"]] == ["Ben", "Mara"]
            await desk.seated(joined.token)
            await refused(SeatTaken, desk.join("Eve"))

    run(test())


def test_of_two_who_join_at_once_one_gets_the_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "friend"))).desk
            joined = await asyncio.gather(*(desk.join(name) for name in "abcd"))
            came = await asyncio.gather(*(desk.seated(each.token) for each in joined), return_exceptions=True)
            assert sum(isinstance(each, UnknownToken) for each in came) == 3
            await refused(SeatTaken, desk.join("e"))

    run(test())


@pytest.mark.parametrize("restart", [False, True])
def test_a_friend_who_heard_no_answer_joins_again(tmp_path: Path, restart: bool) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, mara, lost = await two(here.hall(), Order(start("prime-duel"), "friend", name="Mara"))
            if restart:
                desk = await here.hall().find(desk.id)
            again = await desk.join("Benno")
            await refused(UnknownToken, desk.seated(lost.token))
            assert sorted(await desk.seated(again.token)) == [2]
            assert sorted(await desk.seated(mara.token)) == [1]
            assert [seat["name"] for seat in desk.view(())["seats"]] == ["Mara", "Benno"]
            await refused(SeatTaken, desk.join("Eve"))
            await refused(SeatTaken, (await here.hall().find(desk.id)).join("Eve"))
            await play(desk, "keep")

    run(test())


def test_of_a_token_used_and_replaced_at_once_one_thing_holds(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, ben = await two(here.hall())
            other = await here.hall().find(desk.id)  # as another process has it
            await desk.join("Benno")
            await refused(UnknownToken, other.seated(ben.token))

    run(test())


def test_a_friend_keeps_the_seat_where_the_game_cannot_begin_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start("prime-duel"), "friend"))).desk

            def fail(match: Match) -> None:
                raise StoreFailed("The database cannot be used.")

            with monkeypatch.context() as meanwhile:
                meanwhile.setattr(Match, "begin", fail)
                joined = await desk.join("Ben")
            assert await desk.seated(joined.token) == {2}
            await refused(ParlorError, desk.move({1}, "keep", 0))  # no card yet, but now there will be
            await play(desk, "keep")

    run(test())
    assert "a table could not go on" in caplog.text


def test_nobody_can_join_the_house_or_the_same_screen(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            for opponent in ("same screen", "casual"):
                opened = await hall.open(Order(start(), opponent))
                await refused(SeatTaken, opened.desk.join("Eve"))

    run(test())


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (Order(start(), "random"), "Choose whom to play"),
        (Order(start(), "cmd:rm"), "Choose whom to play"),
        (Order(start(), "friend", name="x" * 41), "A name must be at most 40"),
        (Order(start(), "friend", name="a\nb"), "A name must be at most 40"),
        (Order(start(), "friend", settings=Settings(clock=0)), "clock must be more than 0"),
    ],
)
def test_what_cannot_be_ordered_is_refused_with_a_sentence(
    tmp_path: Path, order: Order, sentence: str
) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            assert sentence in await refused(ParlorError, here.hall().open(order))
            assert here.store.count() == 0

    run(test())


@pytest.mark.parametrize(
    ("game", "rules", "position", "sentence"),
    [
        ("number-morph", {"digits": 6}, None, "To play, digits must be a whole number from 2 to 5."),
        ("number-morph", {}, "number-morph digits=7", "To play, digits must be a whole number from 2 to 5."),
        ("prime-climb", {"top": 1}, None, "top must be a whole number from 2 to 1000."),
        ("prime-climb", {}, "pocket-addition one=6", "The position must begin with prime-climb."),
        ("prime-climb", {}, "prime-climb steps=20,1 turn=2", "This game is already over"),
        ("chess", {}, None, "There is no game 'chess' here."),
    ],
)
def test_a_start_that_cannot_be_played_is_refused(
    game: str, rules: dict[str, int], position: str | None, sentence: str
) -> None:
    with pytest.raises(ParlorError, match=sentence.replace("'", ".")):
        start_of(game, rules, position)


def test_a_game_may_begin_in_a_position() -> None:
    text = "prime-climb top=30 steps=7,3 turn=2"
    assert start_of("prime-climb", {"top": 30}, text).turn == 2
    assert start_of("prime-climb", {"top": 30}).rules.changed() == {"top": 30}


def test_a_table_is_found_by_its_whole_name_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk = (await hall.open(Order(start(), "friend"))).desk
            assert is_name(desk.id)
            assert await hall.find(desk.id.upper()) is desk
            for name in ("", desk.id[:-1], f"{desk.id}a", new_name(), "../etc", f"{desk.id[:-1]}'"):
                await refused(NoSuchTable, hall.find(name))

    run(test())


def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, Limits(tables=2)) as here:
            hall = here.hall()
            for _ in range(2):
                await hall.open(Order(start(), "friend"))
            await refused(TooMuch, hall.open(Order(start(), "friend")))

    run(test())


# Tokens ------------------------------------------------------------------------------------------------


def test_tokens_open_their_own_table_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, mara, ben = await two(hall)
            other = await hall.open(Order(start(), "friend"))
            assert [sorted(desk.seats_of(each.token)) for each in (mara, ben)] == [[1], [2]]
            assert [sorted(await desk.seated(each.token)) for each in (mara, ben)] == [[1], [2]]
            await refused(ForeignSeat, desk.seated(other.token))
            for guess in ("", "x" * 43, "\ud800", mara.token[:-1]):
                await refused(UnknownToken, desk.seated(guess))

    run(test())


def test_the_database_is_asked_neither_in_the_loop_nor_behind_other_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guess must not hold everybody up, and a start that takes long to make must not hold up moves."""

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, ben = await two(here.hall())
            threads, held = set[threading.Thread](), here.store.held

            def noted(kept: str) -> Held | None:
                threads.add(threading.current_thread())
                return held(kept)

            monkeypatch.setattr(here.store, "held", noted)
            loop, done = asyncio.get_running_loop(), threading.Event()
            loop.set_default_executor(ThreadPoolExecutor(1))
            busy = loop.run_in_executor(None, done.wait, PATIENCE)
            await refused(UnknownToken, desk.seated("x" * 43))
            assert await desk.seated(ben.token) == {2}
            await play(desk, 6)
            assert not busy.done()
            done.set()
            await busy
            assert threads
            assert threading.current_thread() not in threads

    run(test())


def test_a_seat_can_be_opened_on_a_few_devices(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, Limits(links=3)) as here:
            hall = here.hall()
            desk, _, ben = await two(hall)
            links = [await desk.link({2}) for _ in range(2)]
            assert [desk.seats_of(link) for link in links] == [{2}, {2}]
            await refused(TooMuch, desk.link({2}))
            assert desk.seats_of(await desk.link({1})) == {1}
            await refused(ForeignSeat, desk.link(NOBODY))
            again = await here.hall().find(desk.id)
            assert [again.seats_of(token) for token in (ben.token, *links)] == [{2}] * 3

    run(test())


def test_no_token_is_in_the_database_nor_in_anything_told(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, mara, ben = await two(here.hall())
            tokens = [mara.token, ben.token, await desk.link({1})]
            await play(desk, 6, 9)
            told = repr([desk.view(seats) for seats in READERS] + desk.news(0, {1, 2}))
            files = b"".join(path.read_bytes() for path in tmp_path.iterdir())
            assert desk.id.encode() in files
            for token in tokens:
                assert token not in told
                assert token.encode() not in files

    run(test())


# Moves -------------------------------------------------------------------------------------------------


def test_of_many_moves_at_once_exactly_one_counts(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            moves = [desk.move({1}, str(number), 0) for number in range(1, 10)]
            results = await asyncio.gather(*moves, return_exceptions=True)
            assert sorted(type(each).__name__ for each in results) == ["NoneType"] + ["StaleMove"] * 8
            assert len(here.store.of(desk.id, here.now).since(0)) == 2  # the seating, and one move

    run(test())


def test_a_move_that_is_sent_again_counts_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            await asyncio.gather(*(desk.move({1}, "6", 0) for _ in range(5)))
            assert desk.view({1})["number"] == 1

    run(test())


def test_nobody_moves_for_the_other_or_as_a_spectator(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            await refused(NotYourTurn, desk.move({2}, "6", 0))
            await refused(NotYourTurn, desk.move({2}, "nonsense", 0))
            for act in (
                desk.move(NOBODY, "6", 0),
                desk.undo(NOBODY, 0),
                desk.resign(NOBODY, 0),
                desk.answer(NOBODY, 0, True),
                desk.rematch(NOBODY, 0),
                desk.hint(NOBODY, 0),
                desk.why(NOBODY, 0),
                desk.moves(NOBODY, 0),
            ):
                await refused(ForeignSeat, act)
            assert desk.view(())["number"] == 0

    run(test())


def test_what_is_no_move_is_told_and_counts_as_invalid_input(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            order = Order(start(), "friend", settings=Settings(strikes=3))
            desk, _, _ = await two(here.hall(), order)
            assert "Please type a whole number" in await refused(NotationError, desk.move({1}, "six", 0))
            assert "Please type a whole number" in await refused(NotationError, desk.move({1}, "9" * 100, 0))
            assert desk.view({1})["tried"] == []
            await refused(IllegalMove, desk.move({1}, "17", 0))
            assert desk.view({1})["outcome"]["reason"] == "too many invalid inputs"
            await refused(MatchError, desk.move({1}, "six", 0))

    run(test())


def test_a_table_takes_only_so_many_entries_but_can_be_given_up(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path, Limits(entries=4)) as here:
            desk, _, _ = await two(here.hall())
            for _ in range(3):
                await refused(NotationError, desk.move({1}, "?", 0))
            await refused(TooMuch, desk.move({1}, "?", 0))
            await desk.resign({1}, 0)
            assert desk.view(())["outcome"]["winner"] == 2

    run(test())


def test_who_leaves_in_the_middle_of_a_move_has_made_it_or_not(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            move = asyncio.ensure_future(desk.move({1}, "6", 0))
            await asyncio.sleep(0)
            move.cancel()
            await until(desk, lambda: desk.view(())["number"] == 1)
            await play(desk, 9)
            assert here.store.of(desk.id, here.now).since(0) == desk.match.turns()

    run(test())


# Undo, resigning, rematch ------------------------------------------------------------------------------


def test_a_friend_is_asked_before_a_move_is_taken_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            await play(desk, 6)
            await desk.undo({1}, 1)
            assert desk.view({2})["offer"] == {"who": 1, "kind": "undo"}
            await desk.answer({2}, 1, False)
            assert (desk.view({1})["offer"], desk.view({1})["number"]) == (None, 1)
            await desk.undo({1}, 1)
            await desk.answer({2}, 1, True)
            view = desk.view({1})
            assert (view["turn"], view["number"], view["steps"], view["marks"]) == (1, 2, [], ["taken back"])
            assert "step" not in desk.news(0, {1})[1].data  # it does not stand any more

    run(test())


def test_the_house_is_not_asked_even_while_it_thinks(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "casual"))).desk
            here.house.held = asyncio.Event()
            await desk.move({1}, "6", 0)
            await here.house.waits.wait()
            assert desk.view({1})["thinking"]
            await desk.undo({1}, 1)
            assert (desk.view({1})["turn"], desk.view({1})["number"]) == (1, 2)
            here.house.held.set()  # its answer is for a position that is gone
            await until(desk, lambda: not desk.view({1})["thinking"])
            assert (desk.view({1})["turn"], desk.view({1})["number"]) == (1, 2)
            await desk.move({1}, "7", 2)
            await until(desk, lambda: desk.view({1})["number"] == 4)
            await desk.close()

    run(test())


def test_a_rematch_is_at_the_same_table_with_the_seats_swapped(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, mara, ben = await two(here.hall())
            await play(desk, 6)
            await refused(MatchError, desk.rematch({1}, 1))
            await desk.resign({2}, 1)
            assert desk.view(())["outcome"] == {"winner": 1, "reason": "resigned", "how": "resigned", "by": 2}
            await desk.rematch({1}, 1)
            assert desk.view(())["offer"] == {"who": 1, "kind": "rematch"}
            before = desk.view(())["seq"]
            await desk.rematch({2}, 1)
            view = desk.view(desk.seats_of(mara.token))
            assert (view["you"], view["game_number"], view["number"], view["steps"]) == (2, 2, 1, [])
            assert [seat["name"] for seat in view["seats"]] == ["Ben", "Mara"]
            await desk.move(desk.seats_of(ben.token), "7", 1)
            assert [news.data["kind"] for news in desk.news(before, ())] == ["answer", "event"]
            assert desk.view(())["steps"][0]["number"] == 2
            first, second = (records.read(desk.record((), game).splitlines(True)).match for game in (1, 2))
            assert (first.outcome is not None, second.first_number) == (True, 1)

    run(test())


def test_the_house_always_agrees_to_a_rematch_and_then_begins(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "beginner"))).desk
            await desk.resign({1}, 0)
            await desk.rematch({1}, 0)
            await until(desk, lambda: desk.match.state.turn == 2)
            assert desk.view({2})["seats"][0]["house"]
            await desk.close()

    run(test())


def test_only_games_that_were_played_have_a_record(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            for game in (0, 2):
                with pytest.raises(NotOver):
                    desk.record((), game)
            await refused(NotOver, desk.review(False))

    run(test())


def test_the_review_is_made_once_and_names_better_moves_only_if_asked(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            await play(desk, 1, 9)
            await desk.resign({1}, 2)
            plain = await asyncio.gather(*(desk.review(False, {1}) for _ in range(3)))
            told = await desk.review(True, {1})
            asked = [task for task, _ in here.house.questions if task == "review"]
            assert (len(asked), plain[0] == plain[2]) == (2, True)
            assert plain[0]["names"] == ["You", "Ben"]
            assert [bool(row["better"]) for row in told["rows"]] == [True, True]
            assert not any(row["better"] or row["reason"] for row in plain[0]["rows"])

    run(test())


# Presence and closing ----------------------------------------------------------------------------------


def test_who_watches_is_counted(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk, _, _ = await two(here.hall())
            seen = desk.seen
            with desk.watch({1}), desk.watch({1}), desk.watch(), desk.watch():
                seen = await asyncio.wait_for(desk.changed(seen), PATIENCE)
                view = desk.view(())
                assert ([seat["here"] for seat in view["seats"]], view["watching"]) == ([True, False], 2)
            seen = await asyncio.wait_for(desk.changed(seen), PATIENCE)
            view = desk.view(())
            assert ([seat["here"] for seat in view["seats"]], view["watching"]) == ([False, False], 0)

    run(test())


def test_closing_wakes_who_waits_and_refuses_what_comes(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, _, _ = await two(hall)
            waiting = asyncio.ensure_future(desk.changed(desk.seen))
            await asyncio.sleep(0)
            await hall.close()
            assert (await waiting).closing
            await refused(Closing, desk.move({1}, "6", 0))
            await refused(Closing, hall.find(desk.id))
            await refused(Closing, hall.open(Order(start(), "friend")))
            await hall.close()

    run(test())


def test_tables_are_forgotten_in_time(tmp_path: Path) -> None:
    async def test(here: Place) -> None:
        hall, day = here.hall(), 86_400.0
        unjoined = (await hall.open(Order(start(), "friend"))).desk
        left, _, _ = await two(hall, Order(start(), "friend", settings=Settings(clock=60)))
        over, _, _ = await two(hall)
        unmoved, moved = [(await hall.open(Order(start(), "beginner", side))).desk for side in (2, 1)]
        await until(unmoved, lambda: unmoved.match.number == 1)  # the house has begun, and nobody came
        await moved.move({1}, "6", 0)
        here.now.time += 1.5 * day
        await play(left, 6)
        await over.resign({1}, 0)
        await hall.tidy()
        for desk in (unjoined, unmoved):
            await refused(NoSuchTable, hall.find(desk.id))
        assert unjoined.closing
        assert await hall.find(moved.id) is moved
        assert {desk.id for desk in (left, over)} == {(await hall.find(desk.id)).id for desk in (left, over)}
        here.now.time += 29 * day
        await over.rematch({1}, 0)  # an offer alone does not make it younger
        await hall.tidy()
        await hall.find(left.id)
        await hall.find(over.id)
        here.now.time += 2 * day
        await hall.tidy()
        for desk in (left, over):
            await refused(NoSuchTable, hall.find(desk.id))

    async def run_it() -> None:
        async with place(tmp_path) as here:
            await test(here)

    run(run_it())


def test_a_table_nobody_is_at_is_put_away_and_comes_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            hall = here.hall()
            desk, mara, _ = await two(hall)
            await play(desk, 6)
            here.now.time += 901
            with desk.watch({1}):
                await hall.tidy()
                assert await hall.find(desk.id) is desk
            await hall.tidy()
            assert await hall.find(desk.id) is desk  # somebody has just left
            here.now.time += 901
            await hall.tidy()
            again = await hall.find(desk.id)
            assert again is not desk
            assert again.view(again.seats_of(mara.token)) == desk.view({1})

    run(test())


def test_seats_of_the_game_before_do_nothing_and_see_only_their_own(tmp_path: Path) -> None:
    """A request that was begun before a rematch and ends after it must not act or look for the other."""

    async def test() -> None:
        async with place(tmp_path) as here:
            desk, mara, ben = await two(here.hall())
            before = desk.seats_of(mara.token)
            await desk.resign({1}, 0)
            await desk.rematch({1}, 0)
            await desk.rematch({2}, 0)
            await desk.hint(desk.seats_of(ben.token), 0)
            for act in (
                desk.move(before, "6", 0),
                desk.resign(before, 0),
                desk.undo(before, 0),
                desk.answer(before, 0, True),
                desk.rematch(before, 0),
                desk.hint(before, 0),
                desk.why(before, 0),
                desk.moves(before, 0),
                desk.link(before),
            ):
                await refused(StaleMove, act)
            assert before == desk.seats_of(ben.token)  # but for the game
            assert desk.view(before) == desk.view(desk.seats_of(mara.token)) != desk.view({1})
            assert desk.news(0, before) == desk.news(0, {2}) != desk.news(0, {1})
            assert desk.record(before) == desk.record({2}) != desk.record({1})
            with desk.watch(before):
                assert [seat["here"] for seat in desk.view(())["seats"]] == [False, True]
            assert (await desk.review(False, before, 1))["names"] == ["You", "Ben"]

    run(test())


def test_everybody_is_told_when_a_friend_without_a_name_sits_down(tmp_path: Path) -> None:
    async def test() -> None:
        async with place(tmp_path) as here:
            desk = (await here.hall().open(Order(start(), "friend"))).desk
            assert desk.view({1})["waiting"]
            waits = asyncio.ensure_future(desk.changed(desk.seen))
            await asyncio.sleep(0)
            await desk.join("")
            await asyncio.wait_for(waits, PATIENCE)
            assert not desk.view({1})["waiting"]

    run(test())
