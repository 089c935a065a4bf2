"""Run a command and print the processor time it took, with every process it started.

python bench/processor.py COMMAND …

On Linux those count too whose parent ends before them, as most of a browser's do: they become our children.
"""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys

ADOPT = 36  # PR_SET_CHILD_SUBREAPER

if sys.platform == "linux":
    ctypes.CDLL(None).prctl(ADOPT, 1)
command = subprocess.Popen(sys.argv[1:])
while True:
    ended, status = os.wait()
    if ended == command.pid:
        break
command.returncode = os.waitstatus_to_exitcode(status)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
minutes, seconds = divmod(round(used.ru_utime + used.ru_stime), 60)
print(f"Processor time: {minutes} min {seconds:02} s", flush=True)
sys.exit(command.returncode)
