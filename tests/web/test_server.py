"""`parlor serve` as a command of its own: closed in order, killed, and back with every table as it was."""

from __future__ import annotations

import json
import os
import resource
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from primeparlor.cli import main
from primeparlor.cli.serve import NO_WEB
from primeparlor.web import app
from primeparlor.web import server as serve
from primeparlor.web.config import Access
from primeparlor.web.errors import StoreFailed
from primeparlor.web.logging import ALL_TAKEN
from primeparlor.web.rate_limit import find_client
from primeparlor.web.storage.store import Store
from primeparlor.web.tables.registry import TableRegistry
from primeparlor.web.workers.pool import WorkerPool
from support.web import server_process
from support.web.http_server import PLAIN, error
from support.web.registry import PATIENCE, InProcessPool, run
from support.web.server_process import Served

ORDER = {"game": "pocket-addition", "opponent": "casual", "name": "Mara", "settings": {"clock": 600}}
LONG = {"game": "prime-climb", "rules": {"top": 1000, "largest": 99}, "opponent": "same screen"}
FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}  # what a proxy tells


def at_home(home: Path) -> dict[str, str]:
    return os.environ | {"PARLOR_HOME": str(home), "PYTHONUNBUFFERED": "1"}


def served(home: Path, *options: str) -> AbstractContextManager[Served]:
    """`parlor serve` on any free port."""
    words = [sys.executable, "-m", "primeparlor", "serve", "--port", "0", *options]
    return server_process.served(words, at_home(home))


def own(server: Served, token: str, table: str, act: str = "", **data: object) -> dict[str, Any]:
    """What the owner of this token is answered."""
    headers = {"Authorization": f"Bearer {token}"}
    path = f"/api/tables/{table}"
    if act:
        answer = server.client.post(f"{path}/{act}", json=data, headers=headers)
    else:
        answer = server.client.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def settled(server: Served, token: str, table: str) -> dict[str, object]:
    """The view once the house has moved."""
    limit = time.monotonic() + PATIENCE
    while (view := own(server, token, table))["turn"] != 1 or view["thinking"]:
        assert time.monotonic() < limit
        time.sleep(0.02)
    return view


def workers(server: Served) -> list[int]:
    """The processes that this one has started."""
    pid = server.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def has_ended(pid: int) -> bool:
    """Whether this process has ended, even if nobody has asked for its exit code yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def think(server: Served, person: ThreadPoolExecutor) -> Future[httpx.Response]:
    """Ask for a hint that takes minutes; the house thinks about it by the time this returns."""
    opened = server.client.post("/api/tables", json=ORDER | LONG).json()
    token, table = opened["token"], opened["table"]
    address, headers = f"{server.address}/api/tables/{table}/hint", {"Authorization": f"Bearer {token}"}
    asked = person.submit(httpx.post, address, json={"number": 0}, headers=headers, timeout=PATIENCE, **PLAIN)
    while own(server, token, table)["clock"]["running"]:  # it stands while the house thinks
        assert not asked.done()
        time.sleep(0.02)
    return asked


def is_secure(opened: Any) -> bool:
    """Whether the cookie that comes with a new table is for HTTPS only."""
    return "Secure" in opened.headers["set-cookie"].split("; ")


def test_the_server_closes_in_order_and_comes_back_after_any_end(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The database is free at once, also while the workers outlive the server for a moment."""
    with served(tmp_path) as server, ThreadPoolExecutor(1) as person:
        assert server.told.startswith("Prime Parlor is open at http://127.0.0.1:")
        assert server.told.endswith("— Ctrl-C closes it.\n")
        opened = server.client.post("/api/tables", json=ORDER)
        assert opened.status_code == 201
        token, table = opened.json()["token"], opened.json()["table"]
        own(server, token, table, "move", number=0, move="6")
        before = settled(server, token, table)
        asked = think(server, person)
        with server.client.stream("GET", f"/api/tables/{table}/stream") as stream:
            lines = stream.iter_lines()
            assert any(line == "event: view" for line in lines)
            assert server.end(signal.SIGTERM) == 0
            assert any(line == "event: bye" for line in lines)
        assert error(asked.result(PATIENCE)) == (503, "busy")
    logged = [json.loads(line)["level"] for line in capfd.readouterr().err.splitlines()]
    assert set(logged) == {"info"}
    with served(tmp_path) as server:
        again = settled(server, token, table)
        kept = ("steps", "facts", "position", "seats", "settings", "number")
        assert [again[key] for key in kept] == [before[key] for key in kept]
        number = again["number"]
        fits = next(str(n) for n in (1, 2, 3, 4) if n in again["facts"]["pool"])  # type: ignore[index]
        own(server, token, table, "move", number=number, move=fits)
        children = workers(server) if sys.platform == "linux" else []
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
    with served(tmp_path, "--proxy", "127.0.0.1") as server:
        limit = time.monotonic() + PATIENCE
        while not all(map(has_ended, children)):
            assert time.monotonic() < limit
            time.sleep(0.02)
        for claims in ({}, FORWARDED):
            opened = server.client.post("/api/tables", json={"game": "prime-climb"}, headers=claims)
            assert is_secure(opened) == bool(claims)
        steps = settled(server, token, table)["steps"]
        assert isinstance(steps, list)
        assert [step["number"] for step in steps][:4] == [1, 2, 3, 4]
        assert str(steps[2]["move"]) == fits
        assert server.end(signal.SIGINT) == 0


AT_ONCE = """
import builtins, os, signal, sys
from primeparlor.cli import main as cli

def told(*words, before=print, **more):
    before(*words, **more)
    os.kill(os.getpid(), by)

builtins.print = told
for by in (signal.SIGINT, signal.SIGTERM):
    if code := cli.main(["serve", "--port", "0"]):
        sys.exit(code)
"""


def test_the_server_can_be_closed_as_soon_as_it_says_where_it_is(tmp_path: Path) -> None:
    """It is told to close in the very moment in which it has told its address: by Ctrl-C, and by a signal."""
    words = [sys.executable, "-c", AT_ONCE]
    ended = subprocess.run(
        words, capture_output=True, text=True, env=at_home(tmp_path), timeout=PATIENCE, check=False
    )
    assert (ended.returncode, ended.stderr, ended.stdout.count("\n")) == (0, "", 2)


def test_the_server_can_be_closed_before_its_application_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The application is finished only when the tables are closed; no worker is ever started."""
    closed, close = threading.Event(), TableRegistry.close

    async def closing_tables(registry: TableRegistry) -> None:
        await close(registry)
        closed.set()

    def build(registry: TableRegistry, **options: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        assert closed.wait(PATIENCE)

    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    monkeypatch.setattr(serve, "CONFIG", None)
    monkeypatch.setattr(app, "build_app", build)
    monkeypatch.setattr(TableRegistry, "close", closing_tables)
    monkeypatch.setattr(WorkerPool, "start_workers", None)
    assert main.main(["serve", "--port", "0"]) == 0
    assert capsys.readouterr().out.startswith("Prime Parlor is open at ")


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (RuntimeError("a bug"), "The server could not be started. Its log says why."),
        (StoreFailed("The database is from another time."), "The database is from another time."),
        (ModuleNotFoundError(name="starlette"), NO_WEB),
    ],
)
def test_a_server_without_its_application_ends_with_a_sentence(
    failure: Exception,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def build(registry: TableRegistry, **options: object) -> None:
        raise failure

    logged = list[BaseException]()
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    monkeypatch.setattr(serve, "CONFIG", None)
    monkeypatch.setattr(serve, "log_error", logged.append)
    monkeypatch.setattr(app, "build_app", build)
    assert main.main(["serve", "--port", "0"]) == 1
    assert logged == [failure]
    assert capsys.readouterr().err == f"parlor: {sentence}\n"


@pytest.mark.parametrize(("proxy", "secure"), [(None, False), ("192.0.2.1", False), ("127.0.0.1", True)])
def test_only_the_proxy_that_was_named_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str | None, secure: bool
) -> None:
    """What `parlor serve` makes of the option; the option itself is given to a whole server above."""
    monkeypatch.setattr("primeparlor.web.logging.CONFIG", None)

    async def test() -> None:
        with closing(Store(f"sqlite:///{tmp_path}/tables.db")) as store:
            server = serve.Server(TableRegistry(store, InProcessPool()), serve.parse_proxy(proxy), "")
            server.config.load()
            transport = httpx.ASGITransport(server.config.loaded_app, client=("127.0.0.1", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                for claims in ({}, FORWARDED):
                    opened = await client.post("/api/tables", json={"game": "prime-climb"}, headers=claims)
                    assert is_secure(opened) == (secure and bool(claims))
            await server.registry.close()

    run(test())


@pytest.mark.parametrize(
    ("proxy", "sender", "client"),
    [
        ("127.0.0.1", "127.0.0.1", "192.0.2.7"),
        ("127.0.0.1", "::ffff:127.0.0.1", "192.0.2.7"),
        ("::1", "::1", "192.0.2.7"),
        ("127.0.0.1", "10.0.0.1", "10.0.0.1"),
    ],
)
def test_clients_of_the_proxy_are_told_apart(proxy: str, sender: str, client: str) -> None:
    found = list[str]()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.append(find_client(scope["client"][0]))

    scope: Any = {"type": "http", "client": (sender, 1), "headers": [(b"x-forwarded-for", b"192.0.2.7")]}
    behind: Any = ProxyHeadersMiddleware(app, trusted_hosts=serve.parse_proxy(proxy))
    run(behind(scope, None, None))
    assert found == [client]


def test_the_page_is_opened_and_a_browser_that_stays_open_does_not_keep_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, address, closed = (tmp_path / name for name in ("browser", "address", "closed"))
    for pipe in (address, closed):
        os.mkfifo(pipe)
    browser.write_text(f'#!/bin/sh\necho "$1" >"{address}"\ncat "{closed}"\n')
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", shlex.quote(str(browser)))
    with served(tmp_path / "home", "--open") as server:
        assert address.read_text() == f"{server.address}\n"
        assert server.end(signal.SIGTERM) == 0
        with closed.open("w"):  # the browser still reads from it
            pass


@pytest.mark.parametrize(
    ("host", "address", "elsewhere"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000", False),
        ("192.0.2.1", "http://192.0.2.1:8000", False),
        ("0.0.0.0", "http://127.0.0.1:8000", True),
        ("::", "http://[::1]:8000", True),
    ],
)
def test_the_address_that_is_told_can_be_opened(host: str, address: str, elsewhere: bool) -> None:
    first, *more = serve.format_greeting(host, 8000).split("\n")
    assert first == f"Prime Parlor is open at {address} — Ctrl-C closes it."
    told = "Other devices on your network open it at this computer's network address, port 8000."
    assert more == [told] * elsewhere


def test_as_many_files_may_be_open_as_the_system_allows() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, before[1]))
        serve.raise_file_limit()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (before[1], before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_port_that_is_taken_is_told_with_the_way_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / "new"))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main.main(["serve", "--port", str(port)]) == 1
    told = f"parlor: Port {port} is taken. Choose another one with --port; --port 0 takes any that is free.\n"
    assert capsys.readouterr().err == told
    assert (tmp_path / "new" / "tables.db").exists()


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--port", "99999"], 2, "A port is a number from 0 to 65535."),
        (["--proxy", "*"], 2, "A proxy is named by its address, such as --proxy 127.0.0.1."),
        (["--proxy", "nginx"], 2, "A proxy is named by its address"),
        (["--port", "x"], 2, "'x' is not a whole number"),
        (["--host", "256.0.0.1", "--port", "0"], 1, "256.0.0.1 port 0 cannot be opened"),
        (["--database", "nonsense"], 1, "The database must be a file: --database sqlite:///PATH."),
    ],
)
def test_what_cannot_be_served_is_told_in_a_sentence(
    words: list[str],
    code: int,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path))
    assert main.main(["serve", *words]) == code
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("below", ["file/home", "d/" * 3_000])
def test_a_home_that_cannot_be_made_is_told_in_a_sentence(
    below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PARLOR_HOME", str(tmp_path / below))
    assert main.main(["serve", "--port", "0"]) == 1
    assert "cannot be created for tables" in capsys.readouterr().err


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "primeparlor.web.server", raising=False)
    monkeypatch.delattr("primeparlor.web.server", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main.main(["serve"]) == 1
    assert "pip install 'primeparlor[web]'" in capsys.readouterr().err


def test_the_command_line_imports_no_server_for_anything_else() -> None:
    """What the extra brings is imported only by `parlor serve`."""
    code = (
        "import sys; from primeparlor.cli import main as cli; cli.main(['games']); "
        "print([name for name in ('starlette', 'uvicorn', 'sqlalchemy', 'asyncio') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == "[]"


def test_the_server_is_open_before_it_imports_what_takes_long() -> None:
    late = (
        "primeparlor.web.app",
        "fastapi",
        "pydantic",
        "sqlalchemy",
        "alembic",
        "prometheus_client",
        "numpy",
    )
    code = f"import sys, primeparlor.web.server; print([name for name in {late} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


FEW_FILES = 160


def test_no_more_connections_are_taken_than_there_are_files(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """More connections than files: they are refused, the log says so once, and others go on."""
    words = [sys.executable, "-m", "primeparlor", "serve", "--port", "0"]
    limited = ["/bin/sh", "-c", f'ulimit -n {FEW_FILES}; exec "$@"', "sh", *words]
    with server_process.served(limited, at_home(tmp_path)) as server, ExitStack() as opened:
        port = int(server.address.rpartition(":")[2])
        server.client.get("/api/games").raise_for_status()
        for _ in range(2 * FEW_FILES):
            opened.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
        assert (
            server.client.get("/healthz").status_code == 200
        )  # over its own connection, which is still open
        opened.close()
        assert server.end(signal.SIGTERM) == 0
    logged = [json.loads(line)["what"] for line in capfd.readouterr().err.splitlines()]
    assert [line for line in logged if line != "answered"] == [ALL_TAKEN]


FAR = {"X-Forwarded-For": "192.0.2.7"}


@pytest.mark.parametrize(
    ("proxy", "metrics", "sender", "headers", "status"),
    [
        (None, False, "127.0.0.1", {}, 200),
        (None, False, "::1", {}, 200),
        (None, False, "192.0.2.7", {}, 404),
        (None, False, "", {}, 404),
        (None, True, "192.0.2.7", {}, 200),
        (None, False, "192.0.2.7", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ("127.0.0.1", False, "127.0.0.1", FAR, 404),
        ("127.0.0.1", True, "127.0.0.1", FAR, 200),
    ],
)
def test_other_machines_see_metrics_only_if_they_may(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    proxy: str | None,
    metrics: bool,
    sender: str,
    headers: dict[str, str],
    status: int,
) -> None:
    """They tell of refused tries and hints: what the other player does."""
    monkeypatch.setattr("primeparlor.web.logging.CONFIG", None)

    async def test() -> None:
        with closing(Store(f"sqlite:///{tmp_path}/tables.db")) as store:
            registry, access = TableRegistry(store, InProcessPool()), Access(metrics=metrics)
            server = serve.Server(registry, serve.parse_proxy(proxy), "", access=access)
            server.config.load()
            transport = httpx.ASGITransport(server.config.loaded_app, client=(sender, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
                answer = await client.get("/metrics", headers=headers)
            assert answer.status_code == status
            assert status == 200 or error(answer) == (404, "no page")

    run(test())


def test_the_option_shows_metrics_to_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "run_server", lambda *options: 7 if options[-2] else 0)
    assert (main.main(["serve"]), main.main(["serve", "--metrics"])) == (0, 7)
