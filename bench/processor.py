"""Run a command and print the processor time it took, with every process it started.

python bench/processor.py COMMAND …

On Linux those count too whose parent ends before them, as most of a browser's do: they become our children.
Tests started below say by themselves which group of them took how much (`tests/support/processor_groups.py`).
"""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys

ROOT = "PARLOR_PROCESSOR_ROOT"  # the variable that names the process whose descendants are counted
ADOPT = 36  # PR_SET_CHILD_SUBREAPER


def main(words: list[str]) -> int:
    """Run the command, print the processor time, and return the exit code."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT, 1)
    command = subprocess.Popen(words, env=os.environ | {ROOT: str(os.getpid())})
    while True:
        ended, status = os.wait()
        if ended == command.pid:
            break
    command.returncode = os.waitstatus_to_exitcode(status)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"Processor time of {' '.join(words)}: {as_minutes(used.ru_utime + used.ru_stime)}", flush=True)
    return command.returncode


def as_minutes(seconds: float) -> str:
    """Write a time as in `2 min 05 s`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s"


def processor_seconds(root: int) -> float:
    """Add up what all descendants of a process have used so far, ended ones included (Linux only)."""
    parents: dict[int, int] = {}
    own: dict[int, int] = {}
    ended: dict[int, int] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        pid = int(name)
        parents[pid] = int(fields[1])
        own[pid] = int(fields[11]) + int(fields[12])
        ended[pid] = int(fields[13]) + int(fields[14])
    below = {root}
    ticks = ended.get(root, 0)
    while found := {pid for pid, parent in parents.items() if parent in below and pid not in below}:
        below |= found
        ticks += sum(own[pid] + ended[pid] for pid in found)
    return ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
