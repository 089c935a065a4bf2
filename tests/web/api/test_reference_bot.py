"""The bot of the reference plays as it is written there."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import Any

from support.web.http_server import served

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "server.md"
ADDRESS = "http://127.0.0.1:8000"  # where `parlor serve` listens unless it is told otherwise


def test_the_bot_of_the_reference_plays(tmp_path: Path) -> None:
    code = "".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    assert code.count(ADDRESS) == 1
    with served(tmp_path) as server:
        bot: dict[str, Any] = {}
        exec(code.replace(ADDRESS, server.address), bot)
        with closing(bot["parlor"]) as parlor:
            answer, table = bot["answer"], bot["table"]
            assert answer.status_code == 200, answer.text
            assert answer.json()["steps"][0]["move"] == 7
            assert parlor.get(table).json()["you"] == 1
            update = answer.json()
            told = re.search(r"without what cannot change \((.*?)\)", PAGE.read_text("utf-8"), re.DOTALL)
            left_out = bot["view"].keys() - update.keys() - {"position"}
            assert left_out == {*re.findall(r"`(\w+)`", told[1] if told else "")}
            after = bot["apply"](bot["view"], update)
            assert (after["table"], after["steps"]) == (bot["view"]["table"], update["steps"])
            assert after["facts"] == update["steps"][-1]["facts"]
            assert not {"after", "kept"} & after.keys()
            older = update | {"seq": after["seq"] - 1, "kept": 0, "steps": []}
            assert bot["apply"](after, older) == after
            assert bot["apply"](bot["view"], update | {"after": bot["view"]["seq"] + 1}) is None
