"""The types of the page are those of the API's description."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.web.page_types import TOOL, TYPES, generate_types


@pytest.mark.skipif(not TOOL.exists(), reason="needs openapi-typescript: make setup, with Node.js and npm")
def test_the_types_of_the_page_are_up_to_date(tmp_path: Path) -> None:
    assert TYPES.read_text(encoding="utf-8") == generate_types(tmp_path), "run make types"
