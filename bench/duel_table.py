"""Sweep standard Prime Duel, write the table that the package ships, and print the log of the sweep.

python bench/duel_table.py [16|32]     about a quarter of an hour, 13 GiB with 32 bits
"""

from __future__ import annotations

import os
import platform
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from primeparlor.games.prime_duel.rules import DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver.sweep import Swept, sweep
from primeparlor.games.prime_duel.solver.table import SHIPPED

HERE = Path(__file__).parent


def tell(done: int, total: int | None) -> None:
    if done % 50 == 0 or done == total:
        print(f"{time.strftime('%H:%M:%S')}  {done} of {total} steps", file=sys.stderr, flush=True)


def log(swept: Swept) -> str:
    """The figures of a sweep, one per line."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    lines = {
        "positions": f"{swept.positions:,}",
        "Player 1 wins": f"{swept.first[0, 0]:.10f}",
        "error at most": f"{swept.error:.1e}",
        "bits of a value": swept.bits,
        "seconds": f"{swept.seconds:.0f}",
        "seconds of processors": f"{used.ru_utime + used.ru_stime:.0f}",
        "arrays": f"{swept.memory / 2**30:.2f} GiB",
        "peak resident memory": f"{used.ru_maxrss / 2**20:.2f} GiB",
        "machine": f"{platform.machine()}, {len(os.sched_getaffinity(0))} cores",
    }
    return "".join(f"{name:24}{value}\n" for name, value in lines.items())


def full_sweep(asked: Sequence[PrimeDuel] = (), bits: int = 32) -> Swept:
    return sweep(DuelRules(), asked, bits=bits, progress=tell)


def main() -> None:
    bits = int(sys.argv[1]) if len(sys.argv) > 1 else 32
    swept = full_sweep(bits=bits)
    text = log(swept)
    print(text, end="")
    (HERE / f"results/duel_sweep_{bits}.txt").write_text(text)
    if bits == 32:
        np.save(SHIPPED, np.stack([swept.first, swept.second]), allow_pickle=False)


if __name__ == "__main__":
    main()
