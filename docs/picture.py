"""Pictures of games, made from what the real terminal shows: `python docs/picture.py`."""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
from pathlib import Path

import pexpect  # type: ignore[import-untyped]
from rich.console import Console
from rich.text import Text

FOLDER = Path(__file__).parent / "pictures"
WIDTH, HEIGHT = 84, 60
PICTURES = {
    "prime-duel": (["prime-duel", "--fate", "7 10 9 8 3 4 1 5 6"], ["yes", "yes", "yes", "no"]),
    "prime-climb": (["prime-climb"], ["3", "5", "7"]),
    "number-morph": (["number-morph", "--fate", "211"], ["271", "277"]),
    "pocket-addition": (["pocket-addition"], ["6", "9", "5"]),
    "nonprime-addition": (["nonprime-addition"], ["5", "4", "5", "6"]),
}


def screen(words: list[str], typed: list[str]) -> str:
    """What a colour terminal shows of this play, escape sequences included, from the last board on."""
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"PARLOR_HOME": home, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            environment.pop(name, None)
        parlor = os.path.join(os.path.dirname(sys.executable), "parlor")
        play = pexpect.spawn(
            parlor, ["play", *words], env=environment, dimensions=(HEIGHT, WIDTH), timeout=30
        )
        shown = b""
        for line in typed:
            play.expect(r"\): |number: ")
            shown += play.before + play.after
            play.sendline(line)
        play.expect(r"\): |number: ")
        shown += play.before + play.after
        play.close(force=True)
    text: str = shown.decode().replace("\r\n", "\n")
    return text[text.rindex("╭") :]


def svg(title: str, shown: str) -> str:
    """The picture; fonts are the reader's own, nothing is fetched."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="256")
    console.print(Text.from_ansi(shown))
    picture = console.export_svg(title=title, unique_id="parlor")
    return re.sub(r"@font-face \{.*?\}\s*", "", picture, flags=re.DOTALL)


def main() -> None:
    """Make every picture anew."""
    for name, (words, typed) in PICTURES.items():
        drawn = svg(f"parlor play {name}", screen(words, typed))
        (FOLDER / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
