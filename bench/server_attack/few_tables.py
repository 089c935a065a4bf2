"""`parlor serve` with room for fewer tables, and every other limit as it is.

python bench/server_attack/few_tables.py TABLES [OPTIONS OF parlor serve]
"""

from __future__ import annotations

import sys

from primeparlor.web import config


def lower_limit(tables: int) -> None:
    """Make this the default of `TableLimits.tables`, before any other module makes limits of it."""
    fields = config.TableLimits._field_defaults | {"tables": tables}
    setattr(config.TableLimits.__new__, "__defaults__", tuple(fields.values()))  # noqa: B010 – read-only to mypy


if __name__ == "__main__":
    lower_limit(int(sys.argv.pop(1)))
    from primeparlor.__main__ import main

    sys.argv[1:1] = ["serve"]
    sys.exit(main())
