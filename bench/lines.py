"""Count the files and the lines of code of each room in two versions; `bench/results/lines.txt` keeps them.

python bench/lines.py [BEFORE [AFTER]]

Blank lines, comments and docstrings do not count. Without arguments the present commit is compared with the
last one in which terminal and page each worded what they showed.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable
from typing import NamedTuple

BEFORE = "b77e7b3b"
SOURCE = "src/primeparlor/"
ROOMS: dict[str, str] = {  # names of rooms, and which paths belong to them
    "web, Python": r"web/.*\.py",
    "screen, Python": r"(terminal/(tui|drawing|screen)/.*|games/\w+/screen)\.py",
    "plain lines, Python": r"(terminal/(?!tui/|drawing/|screen/).*|games/\w+/terminal)\.py",
    "words of the games, Python": r"games/\w+/words(/.*)?\.py",
    "tables and coach, Python": r"(tables|coach)/.*\.py",
    "adapters, suite, tensors": r"(adapters|suite|tensors)/.*\.py",
    "all Python": r".*\.py",
    "JavaScript of the games": r"games/.*\.js",
    "all JavaScript": r".*\.js",
}
SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


class Size(NamedTuple):
    """The files and the lines of a room."""

    files: int
    lines: int


def count_python(text: str) -> int:
    """Count the lines that hold a token other than a comment or a docstring."""
    lines: set[int] = set()
    begins = True  # a string that begins a statement is a docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in SILENT:
            begins = begins or token.type == tokenize.NEWLINE
            continue
        if not (begins and token.type == tokenize.STRING):
            lines.update(range(token.start[0], token.end[0] + 1))
        begins = False
    return len(lines)


def count_script(text: str) -> int:
    """Count the lines that are no comment; a block of comments stands in lines of its own."""
    text = re.sub(r"^\s*/\*.*?\*/", "", text, flags=re.DOTALL | re.MULTILINE)
    return sum(bool(line.strip()) and not line.strip().startswith("//") for line in text.splitlines())


def measure(commit: str) -> dict[str, Size]:
    """Return the size of each room in this commit."""
    listed = _ask_git("ls-tree", "-r", "--name-only", commit, SOURCE).splitlines()
    sizes = {
        path.removeprefix(SOURCE): _measure_file(commit, path)
        for path in listed
        if path.endswith((".py", ".js"))
    }
    rooms = {}
    for room, pattern in ROOMS.items():
        found = [lines for path, lines in sizes.items() if re.fullmatch(pattern, path)]
        rooms[room] = Size(len(found), sum(found))
    return rooms


def _measure_file(commit: str, path: str) -> int:
    count: Callable[[str], int] = count_python if path.endswith(".py") else count_script
    return count(_ask_git("show", f"{commit}:{path}"))


def _ask_git(*words: str) -> str:
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout


def main(before: str = BEFORE, after: str = "HEAD") -> None:
    """Print the table."""
    old, new = measure(before), measure(after)
    print(f"{'':<28}{'files':>12}{'lines':>18}{'change':>9}")
    for room in ROOMS:
        (files, lines), (files_now, lines_now) = old[room], new[room]
        change = f"{100 * (lines_now - lines) / lines:+.0f} %" if lines else "new"
        print(f"{room:<28}{f'{files} → {files_now}':>12}{f'{lines:,} → {lines_now:,}':>18}{change:>9}")


if __name__ == "__main__":
    main(*sys.argv[1:])
