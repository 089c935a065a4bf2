"""Helpers for tests of the MCP server: calls by a client, in memory, on standard input and over HTTP."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

import primeparlor

MODES = ("legacy", "auto", "2026-07-28")
PATIENCE = 300.0  # seconds; the machine may be busy
SOURCE = str(Path(primeparlor.__file__ or "").parents[1])
SECRET = "sk-this-must-not-be-told-0123456789"
COMMAND = [sys.executable, "-m", "primeparlor", "mcp"]


class Answer(NamedTuple):
    """What a tool answered: data, or a sentence if it was an error."""

    data: dict[str, Any]
    sentence: str = ""


class Caller:
    """A client whose calls are as short as the tests want them."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def ask(self, tool: str, **arguments: Any) -> Answer:
        result: Any = await self.client.call_tool(tool, arguments)
        text = result.content[0].text
        if result.is_error:
            return Answer({}, text)
        assert isinstance(result.structured_content, dict), "no structured content"
        return Answer(result.structured_content)

    async def get(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The data; the call must not be refused."""
        answer = await self.ask(tool, **arguments)
        assert answer.sentence == "", answer.sentence
        return answer.data

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The sentence; the call must be refused."""
        answer = await self.ask(tool, **arguments)
        assert answer.sentence, answer.data
        return answer.sentence


def talk(target: Any, work: Callable[[Caller], Awaitable[Any]], mode: str = "auto") -> Any:
    """Let a client do this work with a server: its object, its address, or `stdio()`."""

    async def run() -> Any:
        async with asyncio.timeout(PATIENCE), Client(target, mode=mode) as client:
            return await work(Caller(client))

    try:
        return asyncio.run(run())
    except BaseExceptionGroup as group:  # of the client's tasks, in which only the test itself can fail
        fault: BaseException = group
        while isinstance(fault, BaseExceptionGroup):
            fault = fault.exceptions[0]
        raise fault from None


def environment(home: Path) -> dict[str, str]:
    """What a server of its own finds: the sources under test, a folder for games, and a secret."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    path = os.pathsep.join([SOURCE, *filter(None, [os.environ.get("PYTHONPATH")])])
    return kept | {"PYTHONPATH": path, "PARLOR_HOME": str(home), "OPENAI_API_KEY": SECRET}


def stdio(home: Path) -> Any:
    """A server of its own for one client, on standard input and output."""
    return stdio_client(StdioServerParameters(command=COMMAND[0], args=COMMAND[1:], env=environment(home)))


@contextmanager
def served(home: Path, *options: str, address: str = "127.0.0.1:0") -> Iterator[str]:
    """The address of a server over HTTP, in a process of its own."""
    log = home.with_suffix(".log")
    with log.open("w") as told:
        server = subprocess.Popen(
            [*COMMAND, "--http", address, *options],
            env=environment(home),
            stdout=told,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert server.stderr is not None
    try:
        line = server.stderr.readline()
        assert "http://" in line, line
        yield line.split()[5]
    finally:
        server.terminate()
        rest = server.stderr.read()
        server.wait(PATIENCE)
        server.stderr.close()
        assert log.read_text() == ""
        assert SECRET not in rest
