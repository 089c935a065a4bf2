"""Runs each example in an environment of its own and keeps what came of it: `make examples`.

    python examples/agents/run.py                   all of them
    python examples/agents/run.py openenv lm-eval   these

An example is a folder with a README, `requirements.txt` and the script named below. It ends with exit code 0
if all went well, and its last line is the result. The results are kept in results.json, and in the docs as a
page.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ENVIRONMENTS = ROOT / ".venv" / "examples"
RESULTS = HERE / "results.json"
PAGE = ROOT / "docs" / "reference" / "agent-examples.md"
PATIENCE = 1800  # seconds for one example

HEAD = """# Examples for agents

Each example is a folder of [examples/agents](../../examples/agents) with a README of five lines. `make
examples` installs what each of them needs in an environment of its own, `.venv/examples/NAME`, runs it, and
writes this page. These are the results of the last run, with the versions it used.

| example | shows | passed | result | versions | run |
|---|---|---|---|---|---|
"""


class Example(NamedTuple):
    """An example: what it shows, and the script that shows that it works."""

    shows: str
    script: str


EXAMPLES = {
    "http-bot": Example("a bot that plays over the HTTP API with the standard library only", "matches.py"),
    "lm-eval": Example("the suite as a task of lm-eval, with regret and its standard error", "measure.py"),
    "openenv": Example("a table as an OpenEnv environment, which `openenv validate` accepts", "validate.py"),
    "program": Example("programs that the parlor starts, in Python and in sh, without a fault", "check.py"),
    "q-learner": Example("OpenSpiel's Q-learner on Pocket Addition: regret before and after", "learn.py"),
    "verifiers": Example("the suite as a taskset of verifiers", "evaluate.py"),
}


def run_example(name: str, environments: Path) -> dict[str, Any]:
    """Run an example in its environment; return what came of it, with the versions it used."""
    folder, python = HERE / name, make_environment(name, environments / name)
    began = time.monotonic()
    command = [python, EXAMPLES[name].script]
    done = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, timeout=PATIENCE, check=False
    )
    seconds = time.monotonic() - began
    print(done.stdout, end="", flush=True)
    lines = done.stdout.splitlines() or [f"nothing was said, exit code {done.returncode}"]
    return {
        "passed": done.returncode == 0,
        "result": lines[-1],
        "versions": read_versions(name, python),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "seconds": round(seconds),
    }


def make_environment(name: str, environment: Path) -> str:
    """Install what an example needs, and this checkout; return the interpreter there."""
    needed = HERE / name / "requirements.txt"
    python, made = str(environment / "bin" / "python"), environment / "made"
    wanted = needed.read_text(encoding="utf-8") + (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    if made.exists() and made.read_text(encoding="utf-8") == wanted:
        return python
    print(f"Installing what {name} needs …", flush=True)
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    subprocess.run([*pip, "--editable", str(ROOT), "--requirement", str(needed)], check=True)
    made.write_text(wanted, encoding="utf-8")
    return python


def read_versions(name: str, python: str) -> dict[str, str]:
    """Return the versions of Python and of the packages that the example asks for."""
    command = [python, "-m", "pip", "--disable-pip-version-check", "list", "--format", "json"]
    listed = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    installed = {normalize_name(package["name"]): package["version"] for package in listed}
    text = (HERE / name / "requirements.txt").read_text(encoding="utf-8")
    asked = [normalize_name(word) for word in re.findall(r"^[\w.-]+", text, re.MULTILINE)]
    versions = {package: installed[package] for package in asked if package != "primeparlor"}
    return {"Python": platform.python_version(), "primeparlor": installed["primeparlor"]} | versions


def normalize_name(name: str) -> str:
    """Return the name of a package as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def build_page(results: dict[str, dict[str, Any]]) -> str:
    """Build the page of the docs from the results."""
    rows = [
        f"| [`{name}`](../../examples/agents/{name}/README.md) | {example.shows} "
        f"| {'yes' if kept['passed'] else 'no'} | {kept['result']} "
        f"| {', '.join(f'{package} {version}' for package, version in kept['versions'].items())} "
        f"| {kept['date']}, {kept['seconds']} s |\n"
        for name, example in sorted(EXAMPLES.items())
        if (kept := results.get(name))
    ]
    return HEAD + "".join(rows)


def main() -> int:
    """Run the examples, keep the results and return the exit code: 1 if one has failed."""
    parser = argparse.ArgumentParser(description="Run the examples for agents and keep their results.")
    parser.add_argument("names", nargs="*", choices=[*EXAMPLES, []], metavar="NAME", help=", ".join(EXAMPLES))
    parser.add_argument("--environments", type=Path, default=ENVIRONMENTS, help="where they are installed")
    args = parser.parse_args()
    names = args.names or list(EXAMPLES)
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    for name in names:
        print(f"== {name}", flush=True)
        results[name] = run_example(name, args.environments.absolute())
        kept = {key: results[key] for key in sorted(results) if key in EXAMPLES}
        RESULTS.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        PAGE.write_text(build_page(kept), encoding="utf-8")
    failed = [name for name in names if not results[name]["passed"]]
    print(f"Failed: {', '.join(failed)}." if failed else f"All {len(names)} examples passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
