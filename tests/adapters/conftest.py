"""Each adapter is tested where its host is installed: `make hosts` installs them all."""

from __future__ import annotations

from importlib.util import find_spec

HOSTS = {
    "test_gymnasium.py": "gymnasium",
    "test_inspect.py": "inspect_ai",
    "test_mcp.py": "mcp",
    "test_open_spiel.py": "pyspiel",
    "test_pettingzoo.py": "pettingzoo",
}
collect_ignore = [file for file, host in HOSTS.items() if find_spec(host) is None]
