"""The types of the page, generated from the API's description: `make types` writes them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import primeparlor
from support.web.api_shape import describe_api

ROOT = Path(__file__).parents[3]
TOOL = ROOT / ".venv" / "types" / "node_modules" / ".bin" / "openapi-typescript"
TYPES = Path(primeparlor.__file__ or "").parent / "web" / "static" / "api.d.ts"


def generate_types(folder: Path) -> str:
    """The types of everything that is sent, as TypeScript; the folder is for files in between."""
    source, made = folder / "api.json", folder / "api.d.ts"
    source.write_text(json.dumps(describe_api() | {"paths": {}}), encoding="utf-8")
    options = ["--default-non-nullable=false", "--output", str(made)]
    subprocess.run([str(TOOL), str(source), *options], check=True, capture_output=True, cwd=folder)
    return made.read_text(encoding="utf-8")


if __name__ == "__main__":
    TYPES.write_text(generate_types(ROOT / ".venv" / "types"), encoding="utf-8")
