"""The page puts views and updates together as the server means them."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from primeparlor.web.site.pages import FOLDER
from primeparlor.web.tables.create import TableRequest
from support.web.cut_readers import CutReader, Line, watch
from support.web.registry import place, run, start, two

CUTS, SEED = 80, 271
SCRIPT = """
import { deepStrictEqual } from "node:assert";
import { readFileSync } from "node:fs";
const { applyUpdate } = await import(process.argv[2]);
const counts = { update: 0, missed: 0 };
for (const { before, events, after } of JSON.parse(readFileSync(0, "utf8"))) {
  let view = before;
  for (const { name, data } of events) {
    if (name === "view") view = data;
    if (name === "presence") view = { ...view, ...data };
    if (name !== "update") continue;
    counts.update += 1;
    view = applyUpdate(view, data);
  }
  deepStrictEqual(view, after);
  const early = before && events.findLast(({ name, data }) => name === "update" && data.after > before.seq);
  if (early) counts.missed += applyUpdate(before, early.data) === null;
}
console.log(JSON.stringify(counts));
"""


@pytest.mark.skipif(
    shutil.which("node") is None, reason="Node.js is missing: the code of the page cannot be run"
)
def test_the_page_puts_together_what_a_follower_does(tmp_path: Path) -> None:
    lines = list[Line]()

    async def test() -> None:
        async with place(tmp_path) as here:
            table, _, _ = await two(here.open_registry(), TableRequest(start("nonprime-addition"), "friend"))
            readers = [CutReader(table, 1), CutReader(table, 2), CutReader(table, None)]
            await watch(readers, table, random.Random(SEED), CUTS)
            await table.close()
            lines.extend(line for reader in readers for line in reader.lines)

    run(test())
    (tmp_path / "check.mjs").write_text(SCRIPT)
    (tmp_path / "update.mjs").write_text(Path(FOLDER, "lib/update.js").read_text())
    given = [line._asdict() | {"events": [event._asdict() for event in line.events]} for line in lines]
    checked = subprocess.run(
        ["node", str(tmp_path / "check.mjs"), str(tmp_path / "update.mjs")],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
    counts = json.loads(checked.stdout)
    assert counts["update"] > CUTS
    assert counts["missed"] > 0
