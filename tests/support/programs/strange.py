"""A program that plays as `cmd:`, and misbehaves in the way named: `python strange.py WAY TOKEN`.

The token is in the command line of every process it starts, so that a test can look for what is left.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

HOUR = 3600


def send(line: bytes) -> None:
    os.write(1, line + b"\n")


def greet() -> None:
    send(b'{"type":"hello","version":1}')


def answer(asked: dict[str, Any], **changed: Any) -> None:
    send(json.dumps({"id": asked["id"], "move": asked["moves"][0], **changed}).encode())


def fork_away() -> None:
    """Leave a daemon behind: in a session of its own, an orphan, deaf to what can be ignored."""
    if os.fork():
        os.wait()
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for ignored in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(ignored, signal.SIG_IGN)
    time.sleep(HOUR)


def end(asked: dict[str, Any]) -> None:
    sys.exit(3)


def crash(asked: dict[str, Any]) -> None:
    os.write(2, f"the key is {os.environ.get('STRANGE_KEY', '')}\n".encode())
    raise ZeroDivisionError


def kill(asked: dict[str, Any]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def hang(asked: dict[str, Any]) -> None:
    time.sleep(HOUR)


def drip(asked: dict[str, Any]) -> None:
    """Send a byte at a time, for ever."""
    while True:
        os.write(1, b" ")
        time.sleep(0.01)


def flood(asked: dict[str, Any]) -> None:
    while True:
        os.write(1, b"." * 65_536)


def flood_lines(asked: dict[str, Any]) -> None:
    while True:
        send(b"thinking")


def complain(asked: dict[str, Any]) -> None:
    """Write more to standard error than a pipe holds, and answer."""
    os.write(2, b"?" * 2_000_000 + b"the end\n")
    answer(asked)


def complain_for_ever(asked: dict[str, Any]) -> None:
    while True:
        os.write(2, b"?" * 65_536)


def fork_and_end(asked: dict[str, Any]) -> None:
    """End, and let a daemon answer."""
    if not os.fork():
        os.setsid()
        time.sleep(HOUR)
    os._exit(0)


def leave_a_daemon(asked: dict[str, Any]) -> None:
    fork_away()
    answer(asked)


def leave_children(asked: dict[str, Any]) -> None:
    if not os.fork():
        time.sleep(HOUR)
    answer(asked)


def answer_twice(asked: dict[str, Any]) -> None:
    answer(asked)
    answer(asked)


def answer_ahead(asked: dict[str, Any]) -> None:
    answer(asked)
    answer(asked, id=asked["id"] + 1)


def answer_the_one_before(asked: dict[str, Any]) -> None:
    answer(asked, id=asked["id"] - 1)


def close_output(asked: dict[str, Any]) -> None:
    os.close(1)
    time.sleep(HOUR)


def close_input(asked: dict[str, Any]) -> None:
    """Answer without ever reading again: the next question finds nobody."""
    answer(asked)
    os.close(0)
    os.close(1)
    time.sleep(HOUR)


def try_once(asked: dict[str, Any]) -> None:
    """Give an illegal move, and a legal one when told why."""
    answer(asked) if asked["error"] else answer(asked, move=98)


def stay(asked: dict[str, Any]) -> None:
    """Answer, and ignore that the input ends."""
    answer(asked)
    for line in sys.stdin:
        if json.loads(line)["type"] == "choose":
            answer(json.loads(line))
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(HOUR)


def same(**changed: Any) -> Callable[[dict[str, Any]], None]:
    return lambda asked: answer(asked, **changed)


def raw(line: bytes) -> Callable[[dict[str, Any]], None]:
    return lambda asked: send(line)


WAYS: dict[str, Callable[[dict[str, Any]], None]] = {
    "good": answer,
    "notes": same(comment="an answer may say more"),
    **{
        f.__name__: f for f in (end, crash, kill, hang, drip, flood, flood_lines, complain, complain_for_ever)
    },
    **{f.__name__: f for f in (fork_and_end, leave_a_daemon, leave_children, answer_twice, answer_ahead)},
    **{f.__name__: f for f in (answer_the_one_before, close_output, close_input, try_once, stay)},
    "illegal": same(move=98),
    "null": same(move=None),
    "fraction": same(move=1.5),
    "word": same(move="\ud800"),
    "latin": raw(b'{"id":1,"move":"\xe9"}'),
    "utf16": raw('{"id":1,"move":1}'.encode("utf-16")),
    "prose": raw(b"I would like to play 6."),
    "list": raw(b"[1, 6]"),
    "deep": raw(b"[" * 60_000),
    "long_number": raw(b'{"id":1,"move":' + b"9" * 50_000 + b"}"),
    "nan": same(move=float("nan")),
    "no_move": lambda asked: send(json.dumps({"id": asked.get("id")}).encode()),
    "true_id": same(id=True),
    "text_id": lambda asked: answer(asked, id=str(asked["id"])),
}


def main(way: str) -> None:
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "hello" and way.startswith("hello_"):
            WAYS[way.removeprefix("hello_")](asked)
        elif asked["type"] == "hello":
            greet()
            if way == "too_early":
                answer({"id": 1, "moves": [1]})
        elif asked["type"] == "choose" and way == "second_end" and asked["history"]:
            end(asked)
        elif asked["type"] == "choose":
            WAYS.get(way, answer)(asked)


if __name__ == "__main__":
    main(sys.argv[1])
