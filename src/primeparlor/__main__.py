"""`python -m primeparlor` is `parlor`."""

import sys

from primeparlor.cli import main

sys.exit(main())
