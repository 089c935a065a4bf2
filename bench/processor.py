"""Run a command and print the processor time it took, with every process it started and waited for.

python bench/processor.py COMMAND …
"""

from __future__ import annotations

import resource
import subprocess
import sys

code = subprocess.run(sys.argv[1:], check=False).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
minutes, seconds = divmod(round(used.ru_utime + used.ru_stime), 60)
print(f"Processor time: {minutes} min {seconds:02} s", flush=True)
sys.exit(code)
