"""A language model at a table, behind a stand-in: whatever it and its endpoint do has a named outcome."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest

from primeparlor.core import ParlorError
from primeparlor.games import GAMES, PocketAddition
from primeparlor.match import OUT_OF_TIME, STRIKES, Match, Outcome, Refusal, Settings
from primeparlor.players import (
    EndpointFailed,
    NoAnswer,
    chat_endpoint,
    check_seat,
    create_player,
    list_completions,
    play_match,
    play_valid_match,
)
from primeparlor.players.chat_endpoint import ChatEndpoint, find_key, read_pause
from primeparlor.players.language_model import (
    CUT_OFF,
    LONGEST_QUOTE,
    MOST_CUT_OFF,
    Exchange,
    LanguageModelPlayer,
    split_label,
)
from primeparlor.players.prompt import EMPTY, NO_LINE, VERSION, build_prompt
from primeparlor.records import load
from support.players import fair, player, shown
from support.stand_in import BEHAVIOURS, StandIn
from support.terminal.command import parlor

SECRET = "sk-2357111317192329"
START = PocketAddition.start()
LONG = 300.0  # seconds: a deadline that is never reached here
SHORT = 0.05  # seconds: a deadline for an endpoint that never answers
GOOD = ["good", "learns", "truncated-once", "parts", "no-usage", "echo", "429", "500-once"]
STRUCK_OUT = {
    "prose": NO_LINE,
    "illegal-json": NO_LINE,
    "illegal": "Choose a whole number from 1 to 9.",
    "empty": EMPTY,
    "null": EMPTY,
    "truncated": CUT_OFF,
}
BUSY = {  # asked several times
    "429-always": "answered with status 429",
    "500": "answered with status 500",
    "hang-up": "broke off the connection (RemoteProtocolError)",
    "break-off": "broke off the connection (RemoteProtocolError)",
}
AT_FAULT = {  # asked once
    "401": "answered with status 401: see what PARLOR_LLM_KEY holds",
    "redirect": "answered with status 307, and redirects are not followed",
    "html": "sent what is no JSON",
    "nested": "sent what is no JSON",
    "error": "sent no choice with a message",
    "no-choices": "sent no choice with a message",
    "odd-choice": "sent no choice with a message",
    "5mb": "sent more than 1 MB",
    "compressed": "sent a compressed reply, which was not asked for",
}
LATE = ["hang", "drip", "drip-headers"]


@pytest.fixture(scope="module")
def stand_in() -> Iterator[StandIn]:
    with StandIn() as server:
        yield server


def seat(server: StandIn, behaviour: str, **options: Any) -> LanguageModelPlayer:
    """Return a player who asks the stand-in, without pauses."""
    assert behaviour in BEHAVIOURS
    given = {"deadline": LONG, **options}
    return LanguageModelPlayer(behaviour, ChatEndpoint(server.url, first_pause=0), **given)


def host(server: StandIn) -> str:
    return server.url.removeprefix("http://").removesuffix("/v1")


def meet(one: LanguageModelPlayer, settings: Settings = Settings(), told: Any = None) -> Match:  # noqa: B008
    """Return a match of this model against somebody fair, played to its end."""
    match = Match(START, ("llm:x@http://y", "random"), settings, seed=1)
    play_match(
        match, [one, fair()], (lambda *what: told.append(what)) if told is not None else lambda *_: None
    )
    return match


def count_refused(match: Match) -> int:
    return sum(isinstance(note, Refusal) for note in match.notes)


# The outcome of every behaviour ----------------------------------------------------------------------


def test_every_behaviour_has_a_named_outcome() -> None:
    assert sorted(BEHAVIOURS) == sorted([*GOOD, *STRUCK_OUT, *BUSY, *AT_FAULT, *LATE])


@pytest.mark.parametrize("behaviour", GOOD)
def test_a_model_that_answers_plays_to_the_end(stand_in: StandIn, behaviour: str) -> None:
    one = seat(stand_in, behaviour)
    match = meet(one)
    assert match.outcome is not None
    assert match.outcome.reason != STRIKES
    refused = [event.refused for event in match.events if event.who == 1 and not event.forced]
    assert refused == [behaviour == "learns"] * len(refused) != []


@pytest.mark.parametrize("behaviour", STRUCK_OUT)
def test_a_model_that_never_answers_loses_by_strikes(stand_in: StandIn, behaviour: str) -> None:
    told: list[tuple[int, str]] = []
    match = meet(seat(stand_in, behaviour), told=told)
    assert match.outcome == Outcome(2, STRIKES)
    assert count_refused(match) == 3
    assert told == [(1, STRUCK_OUT[behaviour])] * 3
    assert match.events == []  # nothing in the text was played instead


@pytest.mark.parametrize("behaviour", [*BUSY, *AT_FAULT])
def test_a_fault_of_the_endpoint_makes_the_match_void(stand_in: StandIn, behaviour: str) -> None:
    one = seat(stand_in, behaviour)
    fault = (BUSY | AT_FAULT)[behaviour]
    match = Match(START, ("llm:x@http://y", "random"), seed=1)
    with pytest.raises(EndpointFailed, match=f"^{host(stand_in)} {re.escape(fault)}"):
        play_match(match, [one, fair()])
    assert (match.outcome, match.events, count_refused(match)) == (None, [], 0)
    assert [exchange.fault for exchange in one.exchanges] == [fault] * (5 if behaviour in BUSY else 1)


@pytest.mark.parametrize("behaviour", LATE)
def test_no_reply_within_the_deadline_is_a_fault_of_the_endpoint(stand_in: StandIn, behaviour: str) -> None:
    one = seat(stand_in, behaviour, deadline=SHORT)
    with pytest.raises(EndpointFailed, match="gave no complete reply in time"):
        meet(one)
    assert [exchange.fault for exchange in one.exchanges] == ["gave no complete reply in time"]


@pytest.mark.parametrize("behaviour", LATE)
def test_under_a_clock_such_a_model_is_out_of_time(stand_in: StandIn, behaviour: str) -> None:
    assert meet(seat(stand_in, behaviour), Settings(clock=SHORT)).outcome == Outcome(2, OUT_OF_TIME)


def test_an_endpoint_that_fails_until_the_time_is_up_is_at_fault_even_under_a_clock(
    stand_in: StandIn,
) -> None:
    one = LanguageModelPlayer("500", ChatEndpoint(stand_in.url, first_pause=LONG))
    with pytest.raises(EndpointFailed, match="status 500, and there is no time to try again"):
        meet(one, Settings(clock=60))
    assert len(one.exchanges) == 1


def test_a_pause_that_is_too_long_ends_it_at_once() -> None:
    with StandIn(retry_after="3600") as server:
        with pytest.raises(EndpointFailed, match="no time to try again"):
            meet(seat(server, "429"))
        assert len(server.seen) == 1


def test_a_wrong_address_is_told_with_what_it_should_be(stand_in: StandIn) -> None:
    one = LanguageModelPlayer("good", ChatEndpoint(f"{stand_in.url}/chat/completions"))
    sentence = "answered with status 404: .* the address, which ends before /chat/completions"
    with pytest.raises(EndpointFailed, match=sentence):
        meet(one)


def test_nobody_there_is_a_fault_of_the_endpoint() -> None:
    with StandIn() as server:
        gone = server.url
    one = LanguageModelPlayer("good", ChatEndpoint(gone, first_pause=0))
    with pytest.raises(EndpointFailed, match=r"cannot be reached \(ConnectError\), 5 times in a row"):
        meet(one)


def test_a_connection_that_takes_too_long_is_tried_again(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_endpoint, "CONNECTION_SECONDS", 0.0)
    one = seat(stand_in, "good")
    with pytest.raises(EndpointFailed, match=r"cannot be reached \(ConnectTimeout\), 5 times in a row"):
        meet(one)
    assert len(one.exchanges) == 5


def test_pauses_grow_and_a_retry_after_comes_first(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", note)
    with pytest.raises(EndpointFailed):
        meet(LanguageModelPlayer("500", ChatEndpoint(stand_in.url, first_pause=1.5), deadline=LONG))
    assert pauses == [1.5, 3, 6, 12]
    pauses.clear()
    with StandIn(retry_after="1") as server, pytest.raises(EndpointFailed):
        meet(LanguageModelPlayer("429-always", ChatEndpoint(server.url), deadline=LONG))
    assert pauses == [1] * 4


@pytest.mark.parametrize(
    ("text", "pause"),
    [(None, None), ("0", 0), (" 12 ", 12), ("1.5", 1.5), ("-1", None), ("soon", None), ("nan", None)],
)
def test_a_retry_after_is_read(text: str | None, pause: float | None) -> None:
    assert read_pause(text) == pause


def test_a_retry_after_may_be_a_moment() -> None:
    now = datetime.now(UTC)
    later = read_pause(format_datetime(now + timedelta(hours=1), usegmt=True))
    assert later is not None
    assert 3000 < later <= 3600
    assert read_pause(format_datetime(now - timedelta(hours=1), usegmt=True)) == 0
    assert read_pause((now - timedelta(hours=1)).strftime("%a, %d %b %Y %H:%M:%S")) == 0


# What is said ----------------------------------------------------------------------------------------


def list_messages(server: StandIn) -> list[list[tuple[str, str]]]:
    bodies = [json.loads(seen.body) for seen in server.seen]
    return [[(message["role"], message["content"]) for message in body["messages"]] for body in bodies]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_can_be_played_from_the_prompt_alone(stand_in: StandIn, game: str) -> None:
    match = Match(GAMES[game].start(), ("llm:good@x", "random"), Settings(limit=6), seed=2)
    outcome = play_match(match, [seat(stand_in, "good"), player("random")])
    assert outcome is not None
    assert outcome.reason != STRIKES


def test_a_model_that_was_refused_is_told_the_true_reason_in_the_same_conversation() -> None:
    with StandIn() as server:
        match = meet(seat(server, "learns"))
        first, again, *_ = list_messages(server)
    assert [role for role, _ in first] == ["user"]
    assert [role for role, _ in again] == ["user", "assistant", "user"]
    assert again[0] == first[0] == ("user", build_prompt(shown(START)))
    assert "Your last answer was refused: Choose a whole number from 1 to 9." in again[2][1]
    assert match.events[0].refused == 1


def test_a_new_decision_begins_a_new_conversation() -> None:
    with StandIn() as server:
        meet(seat(server, "good"))
        said = list_messages(server)
    assert len(said) > 1
    assert [len(messages) for messages in said] == [1] * len(said)


def test_a_refusal_of_a_conversation_that_is_gone_stands_in_the_prompt(stand_in: StandIn) -> None:
    one = seat(stand_in, "good")
    one.choose(shown(START)._replace(refusal="It was 15."))
    assert "Your last answer was refused: It was 15." in one.exchanges[0].asked


def test_a_reply_that_was_cut_off_is_no_strike_and_the_model_is_told() -> None:
    with StandIn() as server:
        match = meet(seat(server, "truncated-once"))
        _, again, *_ = list_messages(server)
    assert count_refused(match) == 0
    assert [role for role, _ in again] == ["user", "assistant", "user"]
    assert again[2][1].startswith("Your reply was cut off because it was too long.")


def test_a_model_that_is_cut_off_again_and_again_gives_no_answer(stand_in: StandIn) -> None:
    one = seat(stand_in, "truncated")
    with pytest.raises(NoAnswer, match="cut off"):
        one.choose(shown(START))
    assert len(one.exchanges) == MOST_CUT_OFF + 1
    with pytest.raises(NoAnswer, match="cut off"):
        one.choose(shown(START)._replace(refusal=CUT_OFF))
    assert one.exchanges[MOST_CUT_OFF + 1].asked.startswith(f"Your last answer was refused: {CUT_OFF}")


def test_a_deadline_that_passes_while_replies_are_cut_off_is_a_missing_answer(stand_in: StandIn) -> None:
    times = iter([0.0, 0.0, LONG])
    one = seat(stand_in, "truncated", now=lambda: next(times))
    with pytest.raises(NoAnswer, match="cut off"):
        one.choose(shown(START))


def test_a_long_reply_is_sent_again_by_its_end(stand_in: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    from support.stand_in import behaviours

    monkeypatch.setattr(behaviours, "answer", lambda move: f"{'x' * LONGEST_QUOTE}ANSWER: {move}!")
    one = seat(stand_in, "good")
    match = meet(one)
    assert match.outcome == Outcome(2, STRIKES)
    quoted = [json.loads(seen.body)["messages"] for seen in stand_in.seen][-1]
    assert [len(message["content"]) <= LONGEST_QUOTE + 1 for message in quoted] == [True] * 5
    assert quoted[1]["content"].endswith("ANSWER: 1!")


def test_a_model_is_asked_for_in_a_running_loop_too(stand_in: StandIn) -> None:
    async def play() -> object:
        return seat(stand_in, "good").choose(shown(START)).move

    assert asyncio.run(play()) == 1


# What is kept ----------------------------------------------------------------------------------------


def test_every_exchange_is_kept(stand_in: StandIn, tmp_path: Path) -> None:
    file = tmp_path / "replies.jsonl"
    one = seat(stand_in, "429", replies=str(file))
    meet(one)
    refused, answered = one.exchanges[:2]
    assert (refused.status, refused.fault, refused.content) == (429, "answered with status 429", None)
    assert (answered.status, answered.fault, answered.finish_reason) == (200, "", "stop")
    assert (answered.prompt_tokens, answered.completion_tokens) == (100, 7)
    assert answered.content == "I have thought about it.\n\nANSWER: 1"
    assert json.loads(answered.raw)["choices"][0]["message"]["content"] == answered.content
    assert (answered.prompt, answered.model, answered.endpoint) == (VERSION, "429", stand_in.url)
    assert (answered.position, answered.seat) == ("pocket-addition turn=1 passes=0", 1)
    assert answered.asked == build_prompt(shown(START))
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [Exchange(**json.loads(line)) for line in lines] == one.exchanges
    one.close()  # again


def test_the_file_of_replies_grows(stand_in: StandIn, tmp_path: Path) -> None:
    file = tmp_path / "replies.jsonl"
    for behaviour in ("good", "no-usage"):
        one = seat(stand_in, behaviour, replies=str(file))
        one.choose(shown(START))
        one.close()
    assert [json.loads(line)["prompt_tokens"] for line in file.read_text().splitlines()] == [100, None]


# The key ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("behaviour", sorted({*BEHAVIOURS} - {*LATE}))
def test_a_key_goes_to_its_host_and_nowhere_else(
    behaviour: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("PARLOR_LLM_KEY", SECRET)
    caplog.set_level(logging.DEBUG)
    told: list[Any] = []
    with StandIn() as other, StandIn(elsewhere=f"{other.url}/chat/completions") as server:
        one = seat(server, behaviour, replies=str(tmp_path / "replies.jsonl"))
        try:
            meet(one, told=told)
        except EndpointFailed as error:
            told += [str(error), repr(error), repr(error.__cause__), repr(error.__context__)]
        assert {seen.headers["Authorization"] for seen in server.seen} == {f"Bearer {SECRET}"}
        assert other.seen == []
    written = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) == 1
    for text in (*written, caplog.text, repr(told), repr(one.exchanges), repr(one), repr(one.endpoint)):
        assert SECRET not in text
        assert SECRET not in re.sub(r"\\+u00([0-9a-f]{2})", lambda code: chr(int(code[1], 16)), text)


def test_a_key_is_hidden_however_json_may_write_it(monkeypatch: pytest.MonkeyPatch) -> None:
    key = "a+b/C=="
    monkeypatch.setenv("PARLOR_LLM_KEY", key)
    hide = ChatEndpoint("http://localhost:1")._hide_key
    escaped = "".join(f"\\u{ord(sign):04x}" for sign in key)
    for written in (
        key,
        escaped,
        escaped.upper().replace("U", "u"),
        json.dumps(escaped),
        key.replace("/", r"\/"),
    ):
        assert "[key]" in hide(f"<{written}>")
        assert len(hide(f"<{written}>")) <= len('<"[key]">')
    flood = "\\" * 10**6  # takes no time that grows with its square
    assert hide(flood) == flood
    assert hide("a key") == "a key"


def test_a_key_may_be_for_one_host_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOR_LLM_KEY", raising=False)
    assert find_key("http://127.0.0.1:1/v1") == ""
    monkeypatch.setenv("PARLOR_LLM_KEY", "for-all\n")
    monkeypatch.setenv("PARLOR_LLM_KEY_API_EXAMPLE_COM", "for-one")
    monkeypatch.setenv("PARLOR_LLM_KEY_LOCALHOST", "")
    assert find_key("http://127.0.0.1:1/v1") == "for-all"
    assert find_key("https://api.example.com/v1") == "for-one"
    assert find_key("http://localhost:8000") == ""


@pytest.mark.parametrize("key", ["one two", "ключ", "a\nb", "a\tb"])
def test_what_cannot_be_a_key_is_not_repeated(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOR_LLM_KEY", key)
    with pytest.raises(ParlorError) as caught:
        ChatEndpoint("http://localhost:1")
    assert str(caught.value) == "What PARLOR_LLM_KEY holds cannot be a key."


def test_without_a_key_none_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOR_LLM_KEY", raising=False)
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")  # not used either
    with StandIn() as server:
        meet(seat(server, "good"))
        assert [seen.headers.get("Authorization") for seen in server.seen] == [None] * len(server.seen) != []


# Labels ----------------------------------------------------------------------------------------------


def test_a_label_names_a_model_and_an_address() -> None:
    assert split_label("qwen3@http://localhost:8000/v1") == ("qwen3", "http://localhost:8000/v1")
    assert split_label("@cf/meta@8b@HTTPS://x/v1") == ("@cf/meta@8b", "HTTPS://x/v1")
    assert check_seat("llm:m@http://x/v1") == "llm:m@http://x/v1"
    assert "llm:" in list_completions()


@pytest.mark.parametrize("rest", ["m", "m@localhost", "@http://x", "m@ftp://x", "m@file:///x"])
def test_a_label_of_another_form_is_refused(rest: str) -> None:
    with pytest.raises(ParlorError, match=r"seated as llm:MODEL@BASE_URL"):
        check_seat(f"llm:{rest}")


@pytest.mark.parametrize("address", ["http://", "http://:80", "http://x:port", "https:///v1", "http://[::1"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    for create in (check_seat, create_player):
        with pytest.raises(ParlorError, match=r"a URL such as http://localhost:8000/v1\."):
            create(f"llm:m@{address}")


@pytest.mark.parametrize(
    "address", [f"http://me:{SECRET}@x/v1", f"http://x/v1?key={SECRET}", f"http://x#{SECRET}"]
)
def test_an_address_with_a_secret_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(ParlorError, match="a key belongs in PARLOR_LLM_KEY") as caught:
        check_seat(f"llm:m@{address}")
    assert SECRET not in str(caught.value)


def test_a_missing_package_is_named_with_its_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(ParlorError, match=r"pip install 'primeparlor\[llm\]'$"):
        create_player("llm:m@http://x/v1")


def test_nothing_heavy_is_imported_before_such_a_seat_is_asked_for() -> None:
    code = "import sys, primeparlor.players; print('httpx2' in sys.modules, 'asyncio' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False False\n"


# At the terminal ---------------------------------------------------------------------------------------


def test_a_game_of_two_models_on_the_command_line(stand_in: StandIn, tmp_path: Path) -> None:
    file, replies = tmp_path / "game", tmp_path / "replies.jsonl"
    seats = ("--p1", stand_in.label("good"), "--p2", stand_in.label("learns"))
    env: dict[str, str | None] = {"PARLOR_LLM_KEY": SECRET, "PARLOR_LLM_REPLIES": str(replies)}
    done = parlor(tmp_path, "play", "pocket-addition", *seats, "--record", str(file), "--plain", env=env)
    assert done.code == 0
    match = load(str(file)).match
    assert match.seats == (stand_in.label("good"), stand_in.label("learns"))
    assert match.outcome is not None
    prompts = [json.loads(line)["prompt"] for line in replies.read_text(encoding="utf-8").splitlines()]
    assert {*prompts} == {VERSION}
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or SECRET not in path.read_text(encoding="utf-8")
    assert SECRET not in done.out + done.err


def test_a_fault_of_the_endpoint_suspends_a_game_and_nothing_is_lost(
    stand_in: StandIn, tmp_path: Path
) -> None:
    label = stand_in.label("html")
    left = parlor(tmp_path, "play", "pocket-addition", "--p1", "random", "--p2", label, "--plain")
    assert left.code == 1
    assert left.err.startswith(f"{host(stand_in)} sent what is no JSON.\n")
    assert left.err.endswith(f"Saved. Resume it with: parlor resume --p2 {label}\n")
    before = len(stand_in.seen)
    refused = parlor(tmp_path, "resume", "--plain")
    assert refused.code == 1
    assert "and a record starts no program. Say who plays there now, for example --p2 human." in refused.err
    for command in ("replay", "games", "review"):
        assert parlor(tmp_path, command).code == 0
    assert len(stand_in.seen) == before
    resumed = parlor(tmp_path, "resume", "--p2", stand_in.label("good"), "--plain")
    assert resumed.code == 0
    assert len(stand_in.seen) > before


def test_a_void_match_is_played_again(stand_in: StandIn) -> None:
    behaviours = ["html", "good"]
    played = play_valid_match(
        lambda: Match(START, ("llm:x@http://y", "random"), seed=1),
        lambda: [seat(stand_in, behaviours.pop(0)), fair()],
    )
    assert played.faults == (f"{host(stand_in)} sent what is no JSON.",)
    assert played.outcome is not None


# The stand-in -------------------------------------------------------------------------------------------


def test_the_stand_in_is_a_process_too() -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-m", "support.stand_in"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": paths},
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        one = LanguageModelPlayer("good", ChatEndpoint(url))
        assert one.choose(shown(START)).move == 1
        process.communicate("")  # its input ends, and so does it
    assert process.returncode == 0


def test_the_stand_in_plays_as_it_is_told_and_knows_no_other_model() -> None:
    with StandIn(lambda state: state.moves()[-1]) as server:
        assert seat(server, "good").choose(shown(START)).move == 9
        one = LanguageModelPlayer("unknown", ChatEndpoint(server.url))
        with pytest.raises(EndpointFailed, match="status 404"):
            one.choose(shown(START))
