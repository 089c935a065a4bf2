"""Checks of the files in a game's folder: their names, and what is for the browser, loaded in Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from difflib import get_close_matches

from primeparlor.conformance.faults import Faults
from primeparlor.games import Game

# Every file that is looked for. A folder may have others beside these, for its own use.
KNOWN = (
    *(
        "rules.py",
        "text.md",
        "why.md",
        "rungs.json",
        "form.py",
        "facts.py",
        "terminal.py",
        "screen.py",
        "words.py",
    ),
    *("solver.py", "habits.py", "tensor.py", "page.js", "page.css", "art.js"),
)
SCRIPTS = ("page.js", "art.js")
ENDINGS = (".py", ".md", ".js", ".css", ".json", ".mjs", ".ts", ".txt")
ALIKE = 0.75  # stems this similar are taken for the same
SECONDS = 20  # that Node may take
UNPAINTED = "but only a browser can draw: play a game there and look at its console."
STATIC = os.path.join(os.path.dirname(os.path.dirname(__file__)), "web", "static")

# Loads the scripts as the browser would, where "/static/" is the page's own folder.
LOADER = """
import { register } from "node:module";
import { pathToFileURL } from "node:url";
const [folder, statics, ...scripts] = JSON.parse(process.argv[1]);
const base = pathToFileURL(statics + "/").href;
const hooks = `
export const resolve = (specifier, context, next) =>
  specifier.startsWith("/static/")
    ? { url: new URL(specifier.slice(8), ${JSON.stringify(base)}).href, shortCircuit: true }
    : next(specifier, context);
export const load = (url, context, next) =>
  next(url, url.endsWith(".js") ? { ...context, format: "module" } : context);`;
register("data:text/javascript," + encodeURIComponent(hooks));
const { default: Board } = await import(base + "board/board.js");
const faults = {};
for (const script of scripts) {
  try {
    const { default: own } = await import(pathToFileURL(folder + "/" + script).href);
    if (script === "page.js" && !(own?.prototype instanceof Board))
      faults[script] = 'the default export must be a class that extends "/static/board/board.js".';
    else if (script === "page.js") new own({ name: "", title: "", rules: {} });
    else if (typeof own !== "function") faults[script] = "the default export must be a function.";
  } catch (error) {
    faults[script] = `cannot be loaded (${error.name}): ${error.message}.`;
  }
}
console.log(JSON.stringify(faults));
"""


def check_names(game: Game, faults: Faults) -> None:
    """Add a fault for each file whose name resembles one that is looked for."""
    there = game.files(*ENDINGS)
    for name in there:
        if name not in KNOWN and (meant := _find_meant(name)) and meant not in there:
            faults.add(name, "file", f"is not looked for: should it be called {meant}?")


def _find_meant(name: str) -> str | None:
    """Return the file that this name resembles; None if there is none."""
    stems = {os.path.splitext(known)[0]: known for known in (*KNOWN, "page.js")}
    stem, ending = os.path.splitext(name.lower())
    if name.lower() in KNOWN:
        return name.lower()
    alike = get_close_matches(stem, stems, n=1, cutoff=ALIKE)
    if not alike:
        return None
    meant = "page.css" if ending == ".css" and alike[0] == "page" else stems[alike[0]]
    return meant if stem == alike[0] or meant.endswith(ending) else None


def check_scripts(game: Game, faults: Faults) -> str | None:
    """Load page.js and art.js in Node; return a note on what was not tried: painting needs a browser."""
    there = [name for name in SCRIPTS if name in game.files(*SCRIPTS)]
    if not there:
        return None
    node = shutil.which("node")
    if node is None:
        return f"{' and '.join(there)} could not be tried: that needs Node.js 20 or newer."
    command = [node, "--no-warnings", "--input-type=module", "--eval", LOADER, "--"]
    question = json.dumps([game.path, STATIC, *there])
    try:
        done = subprocess.run(
            [*command, question], capture_output=True, text=True, timeout=SECONDS, check=True
        )
    except subprocess.TimeoutExpired:
        faults.add(there[0], "load", f"does not end loading within {SECONDS} seconds.")
        return None
    except (OSError, subprocess.CalledProcessError):  # too old, or not what its name says
        return f"{' and '.join(there)} could not be tried: that needs Node.js 20 or newer."
    for name, sentence in json.loads(done.stdout.splitlines()[-1]).items():
        faults.add(name, "load", sentence)
    return f"{' and '.join(there)} {'was' if len(there) == 1 else 'were'} loaded, {UNPAINTED}"
