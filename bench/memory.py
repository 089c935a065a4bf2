"""Peak resident memory while one process answers 200 variants of Pocket Addition: it must level off.

python bench/memory.py

Each variant has a table of its own; the larger ones have some 17,000 positions. The exit code says whether
the last three quarters of the variants took hardly more memory than the first quarter.
"""

from __future__ import annotations

import resource
import sys

from primeparlor.games import PocketAddition
from primeparlor.solve import analyse

VARIANTS, LARGEST = 200, 10
MOST = 1.1  # times what the first quarter took


def peak() -> float:
    """Peak resident memory of this process, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


def main() -> int:
    """Print the peak after each quarter."""
    analyse(PocketAddition.start())  # modules are read once
    print(f"the book's game      {peak():6.1f} MiB")
    peaks = []
    for target in range(1, VARIANTS + 1):
        analyse(PocketAddition.start(PocketAddition.Rules(target=target, largest=LARGEST)))
        if target * 4 % VARIANTS == 0:
            peaks.append(peak())
            print(f"after {target:3} variants   {peaks[-1]:6.1f} MiB   {peaks[-1] / peaks[0]:.2f} ×")
    return int(peaks[-1] > MOST * peaks[0])


if __name__ == "__main__":
    sys.exit(main())
