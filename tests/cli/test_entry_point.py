"""The entry point: Ctrl-C works from the first import on, and `--version` imports nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest

from primeparlor import __version__
from primeparlor.__main__ import main
from primeparlor.cli import main as cli
from support.terminal.command import PATIENCE, UNMEASURED, environment


@pytest.fixture(autouse=True)
def handler(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restore what the entry point does to Ctrl-C after the test: the other tests go on."""
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    kept = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, kept)


INTERRUPTED = """
import sys
from importlib.abc import MetaPathFinder

class Interrupting(MetaPathFinder):
    def find_spec(self, fullname, path, target=None):
        if fullname == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
sys.argv[:] = ["parlor"]
from primeparlor.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module", ["primeparlor.cli.main", "primeparlor.core", "primeparlor.terminal.plain.menu"]
)
def test_an_interrupt_while_importing_shows_no_traceback(module: str) -> None:
    """In a process of its own, which has imported nothing yet."""
    script = INTERRUPTED.format(module=module)
    told = subprocess.run(
        [sys.executable, "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert (told.returncode, told.stdout, told.stderr.strip()) == (130, "", "")


def test_the_code_of_the_command_is_the_code_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "main", Mock(return_value=7))
    monkeypatch.setattr(sys, "argv", ["parlor", "games"])
    assert main() == 7
    assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL


def test_the_version_needs_no_other_module() -> None:
    """In a process of its own, as this one has imported everything."""
    script = "import sys; from primeparlor.__main__ import main; sys.argv[1:] = ['--version']; main()\n"
    script += "print([name for name in sys.modules if name == 'argparse' or name.startswith('primeparlor.')])"
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told == f"parlor {__version__}\n['primeparlor.__main__']\n"


def test_the_command_prints_the_same_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["parlor", "--version"])
    assert main() == cli.main(["--version"]) == 0
    assert capsys.readouterr().out == 2 * f"parlor {__version__}\n"
    full = Mock(wraps=sys.stdout, write=Mock(side_effect=OSError(28, "No space left on device")))
    for broken in (None, full):
        monkeypatch.setattr(sys, "stdout", broken)
        monkeypatch.setattr(cli, "main", Mock(return_value=1))
        assert main() == 1  # the command tells what is wrong


def test_a_real_interrupt_during_the_imports_shows_no_traceback(tmp_path: Path) -> None:
    """The command imports `primeparlor.core` early: here that module sends Ctrl-C to its own process."""
    hook = "import os, signal, sys\nclass Finder:\n    def find_spec(self, name, path, target=None):\n"
    hook += "        if name == 'primeparlor.core': os.kill(os.getpid(), signal.SIGINT)\n"
    hook += "sys.meta_path.insert(0, Finder())\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    (tmp_path / "sitecustomize.py").write_text(hook)
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PARLOR_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-m", "primeparlor", "games"], capture_output=True, env=env, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, b"", b"")


IGNORED = """
import sys, threading
from primeparlor import __main__
from primeparlor.cli import main as cli

class Deaf:
    def __del__(self):
        raise {error}

def command():
    Deaf()
    threading.Event().wait({seconds})
    return 7

cli.main = command
sys.argv[:] = ["parlor", "games"]
sys.exit(__main__.main())
"""


@pytest.mark.parametrize(
    ("error", "seconds", "code", "told"),
    [("KeyboardInterrupt", PATIENCE, 130, ""), ("OSError('broken')", 0, 7, "OSError: broken")],
)
def test_an_interrupt_that_python_ignores_comes_again(
    tmp_path: Path, error: str, seconds: int, code: int, told: str
) -> None:
    """Where a compiler calls back, or an object goes, Python prints an exception and continues without it."""
    script, env = IGNORED.format(error=error, seconds=seconds), environment(tmp_path, **UNMEASURED)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env)
    assert (done.returncode, done.stdout, done.stderr.splitlines()[-1:]) == (code, "", [told] * (told != ""))


HALF_MADE = """\
import sys
from primeparlor import __main__

class Half:
    def __init__(self, text):
        raise KeyboardInterrupt
        self.text = text

    def __del__(self):
        self.close()

    def close(self):
        print(self.text)

class Broken:
    def __del__(self):
        sys.no_such_name

def run():
    Broken()
    Half("never")

__main__._run_command = run
sys.exit(__main__.main())
"""


def test_an_object_that_an_interrupt_left_half_made_says_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", HALF_MADE], capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert done.stdout == ""
    assert "no_such_name" in done.stderr  # any other fault of a destructor is still told
    assert "Half" not in done.stderr
