"""The map of this room at the top of its package is true."""

from __future__ import annotations

import re
from pathlib import Path

from primeparlor import web


def test_every_module_stands_on_the_map_once() -> None:
    there = [path.stem for path in Path(web.__file__).parent.glob("*.py") if path.stem != "__init__"]
    assert web.__doc__ is not None
    rows = [row[4:28] for row in web.__doc__.splitlines() if row.startswith("    ")]
    assert sorted(re.findall("[a-z_]+", " ".join(rows))) == sorted(there)
