"""The commands for agents: their addresses, and what they say where their package is missing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from primeparlor.cli import main
from primeparlor.cli.agents import NO_MCP


def test_a_missing_package_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "primeparlor.adapters.mcp", raising=False)
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert main.main(["mcp"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"parlor: {NO_MCP}\n"
    assert "pip install 'primeparlor[mcp]'" in NO_MCP


def test_a_module_of_ours_that_is_missing_is_our_own_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "primeparlor.adapters.mcp", None)
    monkeypatch.delattr("primeparlor.adapters.mcp", raising=False)
    with pytest.raises(ImportError):
        main.main(["mcp"])


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ([], None),
        (["--http"], ("127.0.0.1", 8765)),
        (["--http", "9000"], ("127.0.0.1", 9000)),
        (["--http", "0.0.0.0"], ("0.0.0.0", 8765)),
        (["--http", "0.0.0.0:80"], ("0.0.0.0", 80)),
        (["--http", "[::1]:80"], ("::1", 80)),
        (["--http", "[::]"], ("::", 8765)),
        (["--http", "localhost:0"], ("localhost", 0)),
    ],
)
def test_an_address_is_a_host_a_port_or_both(words: list[str], address: object) -> None:
    assert main.build_parser(["mcp"]).parse_args(["mcp", *words]).http == address


@pytest.mark.parametrize(
    "address", ["", ":80", "host:", "host:port", "host:65536", "host:-1", "host:８０", "70000"]
)
def test_any_other_address_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["mcp", "--http", address]) == 2
    assert "is not an address such as 127.0.0.1:8765" in capsys.readouterr().err


def test_nothing_of_the_protocol_is_imported_before_it_is_asked_for() -> None:
    """Asked of a process of its own, in which nothing is imported yet."""
    code = (
        "import sys; from primeparlor.cli import main; main.main(['mcp', '--help']);"
        "print([name for name in sys.modules if name.partition('.')[0] in ('mcp', 'pydantic', 'uvicorn')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"
