"""`parlor serve` with room for more streams in all, and every other limit as it is.

python bench/server_load/more_streams.py STREAMS [OPTIONS OF parlor serve]
"""

from __future__ import annotations

import sys

from primeparlor.web import config


def raise_limit(streams: int) -> None:
    """Make this the default of `ClientLimits.streams`, before any other module makes limits of it."""
    fields = config.ClientLimits._field_defaults | {"streams": streams}
    setattr(config.ClientLimits.__new__, "__defaults__", tuple(fields.values()))  # noqa: B010 – read-only to mypy


if __name__ == "__main__":
    raise_limit(int(sys.argv.pop(1)))
    from primeparlor.__main__ import main

    sys.argv[1:1] = ["serve"]
    sys.exit(main())
