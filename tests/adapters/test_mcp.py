"""Tables for agents' clients: every tool by every way, sent again, sent at once, and sent wrongly."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcp.shared.exceptions import MCPError

from primeparlor import records
from primeparlor.adapters import mcp as module
from primeparlor.adapters.mcp import AgentTools, GameServer, run_http
from primeparlor.core import ParlorError
from primeparlor.games import GAMES
from primeparlor.match import Hint
from primeparlor.notation import read_position
from primeparlor.tables.agents.handles import IDLE_SECONDS, MOST_TABLES
from support.mcp import COMMAND, MODES, PATIENCE, SECRET, Caller, environment, served, stdio, talk

ROOT = Path(__file__).parents[2]
NODE = ROOT / ".venv" / "hosts-npm" / "node_modules"
TOOLS = {
    *("list_games", "read_rules", "open_table", "look", "list_moves", "play"),
    *("hint", "analyse", "review", "resign"),
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def tools() -> AgentTools:
    return AgentTools(record=False)


@pytest.fixture
def server(tools: AgentTools) -> GameServer:
    return GameServer(tools)


async def finish(caller: Caller, table: dict[str, Any]) -> dict[str, Any]:
    """Play the first legal move until the game is over."""
    while not table["over"]:
        move = read_position(table["position"]).moves()[0]
        table = await caller.get("play", table=table["table"], number=table["number"], move=move)
    return table


# Every way --------------------------------------------------------------------------------------------


async def play_everything(caller: Caller) -> None:
    """Use every tool once, and play a game to its end."""
    names = {tool.name for tool in (await caller.client.list_tools()).tools}
    assert names == TOOLS
    games = (await caller.get("list_games"))["games"]
    assert [game["game"] for game in games] == [*GAMES]
    assert "## Aim" in (await caller.get("read_rules", game="climb"))["text"]
    resource: Any = (await caller.client.read_resource("parlor://rules/prime-climb")).contents[0]
    assert resource.text == (await caller.get("read_rules", game="climb"))["text"]
    opened = await caller.get("open_table", game="pocket-addition", level="beginner", seed=3)
    assert {"table", "number", "position", "turn"} <= set(opened)
    handle = opened["table"]
    assert (await caller.get("list_moves", table=handle))["moves"] == [*range(1, 10)]
    assert len((await caller.get("hint", table=handle))["hints"]) == 1
    assert (await caller.get("analyse", table=handle))["value"] == 1.0
    over = await finish(caller, opened)
    assert over["winner"] in (1, 2)
    assert (await caller.get("look", table=handle))["result"] == over["result"]
    assert (await caller.get("review", table=handle))["decisions"]
    assert (await caller.get("resign", table=handle))["over"]


@pytest.mark.parametrize("mode", MODES)
def test_in_memory(server: GameServer, mode: str) -> None:
    talk(server, play_everything, mode)


@pytest.mark.parametrize("mode", MODES)
def test_on_standard_input(home: Path, mode: str) -> None:
    """In a process of its own, as clients start it."""
    talk(stdio(home), play_everything, mode)
    assert len(list(home.glob("*.jsonl"))) == 1


def test_over_http_by_several_clients_at_once(home: Path) -> None:
    """In a process of its own, since its address and its loop are part of what is tested."""
    with served(home) as url:
        for mode in MODES:
            talk(url, play_everything, mode)

        async def meet(caller: Caller) -> str:
            table: str = (await caller.get("open_table", game="pocket"))["table"]
            return table

        table = talk(url, meet)  # a table belongs to whoever knows its handle, not to a session

        async def look(caller: Caller) -> Any:
            return await caller.get("look", table=table)

        assert talk(url, look, "legacy") == talk(url, look)
    assert len(list(home.glob("*.jsonl"))) == len(MODES) + 1


@pytest.mark.parametrize("game", GAMES.ours)
@pytest.mark.parametrize("seat", [1, 2])
def test_every_game_is_played_from_both_seats(server: GameServer, game: str, seat: int) -> None:
    async def work(caller: Caller) -> None:
        opened = await caller.get("open_table", game=game, seat=seat, level="random", seed=5)
        assert opened["seat"] == seat
        over = await finish(caller, opened)
        told = (await caller.get("look", table=over["table"]))["events"]
        assert told
        assert all(sentence.endswith(".") for sentence in told)

    talk(server, work)


def test_tools_say_what_they_change_and_what_they_take(server: GameServer) -> None:
    async def work(caller: Caller) -> None:
        for tool in (await caller.client.list_tools()).tools:
            assert tool.annotations is not None
            reads = tool.name in ("list_games", "read_rules", "look", "review")
            assert tool.annotations.read_only_hint == reads
            assert tool.annotations.idempotent_hint == (tool.name != "open_table")
            assert tool.description
            properties: dict[str, Any] = tool.input_schema["properties"]
            assert all(about["description"].endswith(".") for about in properties.values())

    talk(server, work)


def test_the_program_of_the_page_plays_a_game(tmp_path: Path, home: Path) -> None:
    page = (ROOT / "docs" / "reference" / "mcp.md").read_text(encoding="utf-8")
    [program] = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    words = 'command="parlor", args=["mcp"]'
    assert words in program
    program = program.replace(words, f"command={COMMAND[0]!r}, args={COMMAND[1:]!r}, env=ENVIRONMENT")
    path = tmp_path / "play.py"
    path.write_text(f"ENVIRONMENT = {environment(home)!r}\n{program}", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    *events, result = done.stdout.splitlines()
    assert events[0].startswith("You climbed from 0 to 1.")
    assert re.fullmatch(r"(You|Your opponent) won \(.+\)\. \{'1': .+, '2': .+\}", result)


def test_the_page_lists_every_tool_every_argument_every_field_and_every_limit(server: GameServer) -> None:
    async def work(caller: Caller) -> None:
        page = (ROOT / "docs" / "reference" / "mcp.md").read_text(encoding="utf-8")
        for tool in (await caller.client.list_tools()).tools:
            assert f"| `{tool.name}` |" in page
            for argument in tool.input_schema["properties"]:
                assert re.search(rf"^\| `{argument}` \| .*(`{tool.name}`|all others)", page, re.MULTILINE)
        opened = await caller.get("open_table", game="pocket")
        assert [field for field in opened if f"`{field}`" not in page] == []
        assert f"At most {MOST_TABLES} tables" in page
        assert f"for {IDLE_SECONDS / 60:.0f}\n" in page
        assert f"At most {module.MOST_ANALYSES} analyses" in page
        assert f"after {module.SECONDS:.0f} seconds" in page

    talk(server, work)


def test_a_move_may_be_a_number_or_a_word(server: GameServer) -> None:
    async def work(caller: Caller) -> None:
        for move in (6, "6", " 6"):
            table = await caller.get("open_table", game="pocket")
            played = await caller.get("play", table=table["table"], number=0, move=move)
            assert played["events"][0] == "You took 6."
        duel = await caller.get("open_table", game="duel", seed=1)
        kept = await caller.get("play", table=duel["table"], number=duel["number"], move="yes")
        assert kept["events"][0].startswith("You kept ")

    talk(server, work)


# Again, and at once -----------------------------------------------------------------------------------


def test_every_tool_may_be_called_again(server: GameServer) -> None:
    async def work(caller: Caller) -> None:
        opened = await caller.get("open_table", game="pocket", level="perfect", seat=2)
        at = {"table": opened["table"]}
        now = at | {"number": opened["number"]}
        calls: list[tuple[str, dict[str, Any]]] = [
            ("list_games", {}),
            ("read_rules", {"game": "pocket"}),
            ("look", at),
            ("list_moves", now),
            ("hint", now),
            ("hint", now | {"step": 2}),
            ("hint", now),
            ("play", now | {"move": "none such"}),
            ("play", now | {"move": 9}),
            ("play", now | {"move": 9}),
            ("resign", at),
            ("review", at),
        ]
        for tool, arguments in calls:
            first = await caller.ask(tool, **arguments)
            assert await caller.ask(tool, **arguments) == first, tool
        again = await caller.get("open_table", game="pocket", level="perfect", seat=2)
        assert again["table"] != opened["table"]

    talk(server, work)


def test_what_was_sent_again_happened_once(server: GameServer, tools: AgentTools) -> None:
    async def work(caller: Caller) -> str:
        handle: str = (await caller.get("open_table", game="pocket"))["table"]
        for _ in range(4):
            assert "invalid input 1 of 3" in await caller.refused("play", table=handle, number=0, move=12)
            await caller.get("hint", table=handle)
        for _ in range(4):
            await caller.get("play", table=handle, number=0, move=6)
        return handle

    with tools.handles.use(talk(server, work)) as table:
        assert [event.move for event in table.match.events if event.who == 1] == [6]
        assert len(table.match.notes) == 2


def test_of_six_moves_at_once_exactly_one_is_accepted(server: GameServer) -> None:
    async def work(caller: Caller) -> None:
        for _ in range(20):
            table = await caller.get("open_table", game="pocket", level="random")
            handle, number = table["table"], table["number"]
            answers = await asyncio.gather(
                *(caller.ask("play", table=handle, number=number, move=move) for move in range(1, 7))
            )
            assert sum(not answer.sentence for answer in answers) == 1
            late = [answer.sentence for answer in answers if answer.sentence]
            assert len(late) == 5
            assert all("so nothing was done" in sentence for sentence in late)
            shown = await caller.get("look", table=handle)
            assert sum(event.startswith("You ") for event in shown["events"]) == 1

    talk(server, work)


def test_one_move_sent_six_times_at_once_is_one_move(server: GameServer) -> None:
    async def work(caller: Caller) -> None:
        for _ in range(10):
            handle = (await caller.get("open_table", game="pocket"))["table"]
            calls = (caller.ask("play", table=handle, number=0, move=9) for _ in range(6))
            answers = await asyncio.gather(*calls)
            assert len({json.dumps(answer) for answer in answers}) == 1
            assert answers[0].data["events"][0] == "You took 9."

    talk(server, work)


def test_a_long_analysis_does_not_stop_other_tables(
    server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, leave = threading.Event(), threading.Event()

    def wait(state: object, progress: object) -> Any:
        inside.set()
        assert leave.wait(PATIENCE)
        raise ParlorError("That was long.")

    monkeypatch.setattr(module, "analyse", wait)

    async def work(caller: Caller) -> None:
        async def play() -> None:
            await asyncio.to_thread(inside.wait, PATIENCE)
            try:
                await finish(caller, await caller.get("open_table", game="pocket"))
            finally:
                leave.set()

        slow, _ = await asyncio.gather(caller.refused("analyse", position="pocket-addition"), play())
        assert slow == "That was long."

    talk(server, work)


# What is not told ---------------------------------------------------------------------------------


def test_hints_are_noted_in_the_record(home: Path) -> None:
    async def work(caller: Caller) -> None:
        handle = (await caller.get("open_table", game="pocket", level="perfect", name="Ada"))["table"]
        await caller.get("list_moves", table=handle)
        await caller.get("hint", table=handle)
        await caller.get("analyse", table=handle)

    talk(GameServer(AgentTools()), work)
    (path,) = home.glob("*.jsonl")
    match = records.load(str(path)).match
    assert match.seats == ("agent:Ada", "perfect")
    assert [note.kind for note in match.notes if isinstance(note, Hint)] == ["moves", 1, 2, 3, 4, 5]


def test_without_hints_nothing_tells_what_a_move_is_worth(server: GameServer) -> None:
    async def work(caller: Caller) -> None:
        table = await caller.get("open_table", game="pocket", hints=False)
        handle = table["table"]
        for tool in ("list_moves", "hint", "analyse"):
            assert await caller.refused(tool, table=handle) == "Hints are off in this game."
        assert "graded once it is over" in await caller.refused("review", table=handle)
        assert await caller.get("analyse", position="pocket-addition")  # everybody may know the start
        played = await caller.get("play", table=handle, number=0, move=9)
        here = await caller.refused("analyse", position=played["position"])
        assert here.startswith("This position is being played at a table here. ")
        await caller.get("resign", table=handle)
        if not played["over"]:
            assert await caller.get("analyse", position="pocket-addition one=9 turn=2")

    talk(server, work)


def test_no_answer_tells_what_will_be_drawn(server: GameServer) -> None:
    """Tables of other seeds at the same position answer the same, although other cards follow there."""

    async def ask_all(caller: Caller, seed: int) -> tuple[str, str]:
        opened = await caller.get("open_table", game="duel", seed=seed)
        at = {"table": opened["table"]}
        told = [opened, await caller.get("look", **at), await caller.get("list_moves", **at)]
        told += [await caller.get("hint", **at, step=step) for step in range(1, 6)]
        told.append(await caller.get("analyse", **at))
        played = await caller.get("play", **at, number=opened["number"], move="discard")
        return json.dumps(told).replace(opened["table"], "HERE"), played["events"][1]

    async def work(caller: Caller) -> None:
        before, after = dict[str, set[str]](), dict[str, set[str]]()
        for seed in range(20):
            told, drawn = await ask_all(caller, seed)
            position = json.loads(told)[0]["position"]
            before.setdefault(position, set()).add(told)
            after.setdefault(position, set()).add(drawn)
        assert [position for position, told in before.items() if len(told) > 1] == []
        assert any(len(drawn) > 1 for drawn in after.values())

    talk(server, work)


def fail(*given: object) -> None:
    raise KeyError(SECRET)


def test_a_fault_of_ours_is_not_told(server: GameServer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(caller: Caller) -> None:
        handle = (await caller.get("open_table", game="pocket"))["table"]
        monkeypatch.setattr(module, "_describe_table", fail)
        assert await caller.refused("look", table=handle) == "Error executing tool look"
        assert SECRET not in await caller.refused("open_table", game="pocket")

    talk(server, work)


def test_a_table_that_could_not_be_opened_takes_no_room(
    server: GameServer, tools: AgentTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_describe_table", fail)
    talk(server, lambda caller: caller.refused("open_table", game="pocket"))
    assert len(tools.handles) == 0


# Bad input ------------------------------------------------------------------------------------------

FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("no_such_tool", {}, "There is no tool 'no_such_tool'. The tools are: list_games, "),
    ("list_games", {"all": True}, "list_games has no argument 'all'. It takes none."),
    ("read_rules", {}, "game is missing: the name of a game."),
    ("read_rules", {"game": 3}, "game must be the name of a game."),
    ("read_rules", {"game": "chess"}, "There is no game 'chess'. "),
    ("read_rules", {"game": "climb", "rules": {"top": 1}}, "top must be a whole number from 2 to 1000."),
    ("open_table", {"game": "chess"}, "There is no game 'chess'. "),
    ("open_table", {"game": "prime"}, "'prime' could be "),
    (
        "open_table",
        {"game": "climb", "level": "godlike"},
        "level is 'godlike', but must be one of: 'random', ",
    ),
    ("open_table", {"game": "climb", "level": "human"}, "level is 'human', but must be one of: "),
    ("open_table", {"game": "climb", "level": "cmd:touch x"}, "level is 'cmd:touch x', but must be one of: "),
    ("open_table", {"game": "climb", "level": None}, "level must be one of: random, "),
    ("open_table", {"game": "climb", "seat": 3}, "seat is 3, but must be one of: 1, 2, 'random'."),
    ("open_table", {"game": "climb", "seat": True}, "seat must be 1 to move first, "),
    (
        "open_table",
        {"game": "climb", "rules": {"summit": 30}},
        "There is no rule summit. The rules are: top, largest.",
    ),
    ("open_table", {"game": "climb", "rules": {"top": 10**6}}, "top must be a whole number from 2 to 1000."),
    ("open_table", {"game": "climb", "rules": {"top": "35"}}, "rules must be whole numbers by name"),
    ("open_table", {"game": "morph", "rules": {"digits": 7}}, "To play, digits must be "),
    ("open_table", {"game": "climb", "seed": 10**18}, "seed must be a whole number from 0 to "),
    ("open_table", {"game": "climb", "seed": -1}, "seed must be a whole number from 0 to "),
    ("open_table", {"game": "climb", "seed": 1.5}, "seed must be a whole number that "),
    ("open_table", {"game": "climb", "strikes": 0}, "strikes must be a whole number from 1 to "),
    ("open_table", {"game": "climb", "limit": 0}, "limit must be a whole number from 1 to "),
    ("open_table", {"game": "climb", "hints": "no"}, "hints must be true or false"),
    ("open_table", {"game": "climb", "name": "a\nb"}, ""),
    (
        "open_table",
        {"game": "climb", "sead": 3},
        "open_table has no argument 'sead'. Its arguments are: game, ",
    ),
    ("look", {"table": "nobody's"}, 'There is no table "nobody\'s" here. '),
    ("look", {"table": "x" * 10_000}, "There is no table "),
    ("look", {"table": None}, "table must be the handle that open_table gave."),
    ("play", {"number": 0, "move": 1}, "table is missing: the handle that open_table gave."),
    ("play", {"table": "HERE", "move": 1}, "number is missing: "),
    ("play", {"table": "HERE", "number": "now", "move": 1}, "number must be the whole number "),
    ("play", {"table": "HERE", "number": 0}, "move is missing: a whole number or a word."),
    ("play", {"table": "HERE", "number": 0, "move": [1]}, "move must be a whole number or a word."),
    ("play", {"table": "HERE", "number": 0, "move": True}, "move must be a whole number or a word."),
    (
        "play",
        {"table": "HERE", "number": 7, "move": 1},
        "The game is at number 0, not 7, so nothing was done. ",
    ),
    ("play", {"table": "HERE", "number": 0, "move": 12}, "Choose a whole number from 1 to 9. "),
    ("play", {"table": "HERE", "number": 0, "move": "six"}, "That names no move. "),
    ("play", {"table": "HERE", "number": 0, "move": "9" * 10**5}, "That names no move. "),
    ("list_moves", {"table": "HERE", "number": 5}, "The game is at number 0, not 5, "),
    ("hint", {"table": "HERE", "step": 2}, "step must be 1: the hints come one at a time."),
    ("hint", {"table": "HERE", "step": "more"}, "step must be a whole number from 1, "),
    ("hint", {"table": "HERE", "number": 5}, "The game is at number 0, not 5, "),
    ("analyse", {}, "Give a table or a position, one of them."),
    ("analyse", {"table": "HERE", "position": "prime-climb"}, "Give a table or a position, one of them."),
    ("analyse", {"position": "prime-climb steps=20,0 turn=2"}, "The game is over: "),
    ("analyse", {"position": "nowhere"}, "There is no game 'nowhere' here. "),
    ("review", {"table": "HERE"}, "The game goes on: its moves are graded once it is over."),
    ("resign", {"table": "HERE", "number": 5}, "The game is at number 0, not 5, "),
]


@pytest.mark.parametrize("mode", MODES)
def test_whatever_is_wrong_is_told_in_one_sentence(server: GameServer, mode: str) -> None:
    async def work(caller: Caller) -> None:
        for tool, arguments, sentence in FAULTS:
            if arguments.get("table") == "HERE":
                here = (await caller.get("open_table", game="pocket"))["table"]
                arguments = arguments | {"table": here}
            told = await caller.refused(tool, **arguments)
            assert told.startswith(sentence), told
            assert told.endswith(".")
            assert told.isprintable()
            assert len(told) < 400, told

    talk(server, work, mode)


def test_after_the_end_there_is_nothing_to_play(server: GameServer) -> None:
    async def work(caller: Caller) -> None:
        table = await caller.get("open_table", game="pocket", limit=1)
        handle = table["table"]
        await caller.get("play", table=handle, number=0, move=1)
        for tool in ("list_moves", "hint", "analyse"):
            assert "over" in await caller.refused(tool, table=handle)
        assert "over" in await caller.refused("play", table=handle, number=1, move=2)

    talk(server, work)


@pytest.mark.parametrize("mode", MODES)
def test_unknown_rules_and_prompts_are_no_faults_of_the_server(server: GameServer, mode: str) -> None:
    async def work(caller: Caller) -> None:
        with pytest.raises(MCPError, match="There is no game 'chess'"):
            await caller.client.read_resource("parlor://rules/chess")
        with pytest.raises(MCPError, match="There are no prompts here"):
            await caller.client.get_prompt("opening")

    talk(server, work, mode)


# Limits -----------------------------------------------------------------------------------------------


def test_what_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = "This takes longer than -1 seconds here. Try a smaller variant."

    async def work(caller: Caller) -> None:
        assert await caller.refused("analyse", position="pocket-addition target=41 largest=11") == slow
        assert await caller.refused("open_table", game="pocket", level="perfect") == slow
        monkeypatch.undo()
        table = await caller.get("open_table", game="pocket", level="perfect")
        await finish(caller, table)  # what the opening was given counts for no move

    monkeypatch.setattr("primeparlor.players.perfect.find_solvable", lambda start, watched: watched(1, None))
    talk(GameServer(AgentTools(record=False, seconds=-1)), work)


def test_too_many_analyses_and_too_many_tables_are_refused(
    server: GameServer, tools: AgentTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools.handles, "_most", 2)

    async def work(caller: Caller) -> None:
        for _ in range(2):
            await caller.get("open_table", game="pocket")
        assert (await caller.refused("open_table", game="pocket")).startswith("All 2 tables are in use. ")
        for _ in range(module.MOST_ANALYSES):
            assert tools._analyses.acquire(blocking=False)
        assert "Ask again in a moment." in await caller.refused("analyse", position="pocket-addition")

    talk(server, work)


# Standard output and HTTP -----------------------------------------------------------------------------


def started(home: Path) -> subprocess.Popen[str]:
    """A server of its own whose messages the test reads itself."""
    pipe = subprocess.PIPE
    return subprocess.Popen(COMMAND, env=environment(home), stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def test_ctrl_c_ends_it_at_once_although_it_waits_for_a_line(home: Path) -> None:
    """In a process of its own, which a signal can end."""
    with started(home) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}) + "\n")
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130


def test_nothing_but_messages_comes_to_standard_output_and_no_secret_anywhere(home: Path) -> None:
    """Read from the process itself: a client may swallow what is no message."""
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    calls: list[dict[str, Any]] = [
        {"name": "open_table", "arguments": {"game": "duel", "level": "perfect", "seat": 2}},
        {"name": "analyse", "arguments": {"position": "prime-duel scores=44,46 card=3"}},
        {"name": "look", "arguments": {"table": "none"}},
    ]
    lines = [hello, {"jsonrpc": "2.0", "method": "notifications/initialized"}]
    lines += [
        {"jsonrpc": "2.0", "id": at, "method": "tools/call", "params": call}
        for at, call in enumerate(calls, 2)
    ]
    with started(home) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write("".join(json.dumps(line) + "\n" for line in lines))
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(4)]
        process.stdin.close()
        rest, told = process.stdout.read(), process.stderr.read()
        code = process.wait(PATIENCE)
    assert {answer["id"] for answer in answers} == {1, 2, 3, 4}
    assert (rest, told, code) == ("", "", 0)
    written = "".join(path.read_text() for path in home.rglob("*") if path.is_file())
    assert SECRET not in json.dumps(answers) + written


def ask_http(url: str, **headers: str) -> int:
    """The status of a request with these headers."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    usual = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    try:
        connection.request("POST", parts.path, body, usual | headers)
        return connection.getresponse().status
    finally:
        connection.close()


def test_only_this_machine_and_names_that_were_allowed_are_answered(home: Path) -> None:
    """In a process of its own: which address it listens at is part of what is tested."""
    with served(home) as url:
        assert ask_http(url, Host="example.org") == 421
        assert ask_http(url, Origin="http://example.org") == 403
        assert ask_http(url) not in (403, 421)
    with served(home, "--allow-host", "games.example.org", "--no-record", address="0.0.0.0:0") as url:
        assert ask_http(url, Host="example.org") == 421
        assert ask_http(url, Host="games.example.org") not in (403, 421)
        assert ask_http(url, Host="games.example.org:80", Origin="https://games.example.org") not in (
            403,
            421,
        )
        talk(url.replace("0.0.0.0", "127.0.0.1"), play_everything)
    assert not home.exists()


def test_a_host_that_nobody_knows_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    def look_up(*_: Any, **__: Any) -> None:
        raise unknown

    monkeypatch.setattr(socket, "create_server", look_up)
    with pytest.raises(ParlorError, match=r"^8765x:8765 cannot be used: Name or service not known\.$"):
        run_http("8765x", 8765, [], False)


def test_without_the_extra_the_way_to_install_it_is_told() -> None:
    hidden = "import sys; sys.modules['mcp'] = None; import primeparlor.adapters.mcp"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert done.stderr.endswith(
        "ModuleNotFoundError: MCP is missing. Install it with: pip install 'primeparlor[mcp]'\n"
    )


def test_an_address_in_use_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            ParlorError, match=rf"^127\.0\.0\.1:{port} cannot be used: Address already in use\.$"
        ):
            run_http("127.0.0.1", port, [], False)


# The hosts' own tests -----------------------------------------------------------------------------------

needs_node = pytest.mark.skipif(
    not (NODE / ".bin" / "node").exists(),
    reason="npm is missing, so MCP's conformance suite and its Inspector are not tried.",
)


def run_node(*words: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    command = [NODE / ".bin" / "node", *words]
    place = {**os.environ, "HOME": str(home.parent)}
    return subprocess.run(
        command, cwd=home.parent, env=place, capture_output=True, text=True, timeout=PATIENCE
    )


@needs_node
def test_the_conformance_suite_misses_only_its_fixtures_and_what_is_not_offered(home: Path) -> None:
    """All three runs at one server, in a process of its own."""
    stable = NODE / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    alpha = NODE / "conformance-alpha" / "dist" / "index.js"
    runs: list[tuple[str, list[str | Path]]] = [
        ("0.1.16", [stable, "server"]),
        ("2025-11-25", [alpha, "server", "--requirements", "2025-11-25"]),
        ("2026-07-28", [alpha, "server", "--requirements", "2026-07-28"]),
    ]
    home.parent.mkdir(exist_ok=True)
    with served(home, "--no-record") as url:
        for name, words in runs:
            missing = ROOT / "tests" / "adapters" / "conformance" / f"{name}.yml"
            told = run_node(*words, "--url", url, "--expected-failures", missing, home=home)
            assert told.returncode == 0, told.stdout[-3000:] + told.stderr[-3000:]
            assert "Baseline check passed" in told.stdout


@needs_node
def test_the_inspector_calls_tools_on_standard_input_and_over_http(home: Path) -> None:
    """As its users do, by its command."""
    inspector = NODE / ".bin" / "mcp-inspector"
    place = [f"{name}={value}" for name, value in environment(home).items()]
    with served(home) as url:
        for target in (["env", *place, *COMMAND], [url, "--transport", "http"]):

            def call(tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
                given = [word for argument in arguments for word in ("--tool-arg", argument)]
                method = ["--method", "tools/call", "--tool-name", tool]
                return run_node(inspector, "--cli", *target, *method, *given, home=home)  # noqa: B023

            opened = call("open_table", "game=pocket-addition", "seat=1", "seed=4")
            assert opened.returncode == 0, opened.stderr
            assert json.loads(opened.stdout)["structuredContent"]["number"] == 0
            assert call("look", "table=none").returncode == 5
        handle = json.loads(opened.stdout)["structuredContent"]["table"]
        played = call("play", f"table={handle}", "number=0", "move=6")
        assert played.returncode == 0, played.stderr
        assert json.loads(played.stdout)["structuredContent"]["events"][0] == "You took 6."
