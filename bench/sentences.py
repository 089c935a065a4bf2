"""Compare the sentences of the old page, worded in JavaScript, with those that the server sends now.

    python bench/sentences.py [COMMIT]

Fifty games are played at random, ten of each game of the house, some of them variants. The pages of the
commit word every step, row and end in Node, for both players and for a shared screen; so does the server.
"""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from primeparlor import notation
from primeparlor.core import Player, State
from primeparlor.games import GAMES, game_of
from primeparlor.match import Event, Outcome
from primeparlor.messages import Seats
from primeparlor.tables.messages import describe_end, describe_event, is_extra_turn, messages_of

BEFORE = "7df3c1fb"  # the last commit whose pages worded the games
GAMES_EACH, MOST_EVENTS = 10, 400
READERS = (Seats(("You", "The house"), 1), Seats(("The house", "You"), 2), Seats(("Mara", "Player 2"), None))
VARIANTS = {
    "nonprime-addition": ["", "", "start=100", "largest=5 smallest=2"],
    "number-morph": ["", "", "digits=2", "digits=4"],
    "prime-climb": ["", "", "top=35 largest=4", "top=60 largest=7", "largest=1 top=9"],
    "pocket-addition": ["", "", "target=20 largest=9", "target=30 largest=12"],
    "prime-duel": ["", "", "target=30", "largest=12 copies=1 target=60"],
}
HOOKS = """
import { register } from "node:module";
const hook = `export function resolve(name, context, next) {
  const room = "${"file://" + process.argv[2]}/src/primeparlor/web";
  return next(name.startsWith("/static/") ? room + name : name, context);
}`;
register("data:text/javascript," + encodeURIComponent(hook));
const { readFileSync } = await import("node:fs");
const told = [];
for (const game of JSON.parse(readFileSync(process.argv[3], "utf8"))) {
  const own = await import(`file://${process.argv[2]}/src/primeparlor/games/${game.folder}/page.js`);
  const board = new own.default({ name: game.name });
  for (const seats of game.seats) {
    const said = game.steps.map((step, at) => {
      const before = at ? game.steps[at - 1].facts : game.first;
      const row = step.who === null ? board.counted(step, before) : board.row(step, before);
      const lastMove = game.steps.slice(0, at + 1).findLastIndex((each) => each.who !== null);
      const made = game.steps[lastMove];
      const extra = made !== undefined && made.who === step.turn &&
        board.extra(made, lastMove ? game.steps[lastMove - 1].facts : game.first);
      return {
        said: board.said(step, before, seats),
        row,
        task: board.task(step.facts, extra),
        extra,
        standings: [1, 2].map((player) => board.standing(step.facts, player)),
        aside: board.aside(step.facts),
      };
    });
    const last = game.steps.at(-1).facts;
    told.push({ said, result: game.outcome && board.result(last, game.outcome, seats) });
  }
}
console.log(JSON.stringify(told));
"""


def play(start: State, random: Random) -> list[tuple[Event, State, State]]:
    """Play a game at random."""
    steps: list[tuple[Event, State, State]] = []
    state = start
    while state.ending() is None and len(steps) < MOST_EVENTS:
        who: Player | None = None if state.chances() else state.turn
        move = random.choice(state.chances() or state.moves())
        event = Event(len(steps) + 1, who, move, forced=who is not None and state.forced() is not None)
        steps.append((event, state, state := state.after(move)))
    return steps


def word_now(steps: list[tuple[Event, State, State]], facts: list[Any], seats: Seats) -> dict[str, Any]:
    """Word every step of a game as the server of today does."""
    told, line = [], [(event, before) for event, before, _ in steps]
    for at, (event, before, after) in enumerate(steps):
        messages = messages_of(before)
        said = describe_event(messages, event, before, after, seats)
        extra = is_extra_turn(line[: at + 1], after)
        row = messages.row(before, after, event.move or 0)
        row = None if row and row.pending else row  # the page leaves it out, as it did
        told.append(
            {
                "said": {"bold": said.bold, "text": said.text},
                "row": row and {"move": row.move, "what": row.what, "prime": row.prime, "struck": row.struck},
                "task": messages.task(facts[at], extra),
                "extra": extra,
                "standings": [messages.standing(facts[at], player) for player in (1, 2)],
                "aside": messages.labels(facts[at], seats).get("aside", ""),
            }
        )
    last = steps[-1][2]
    ending = last.ending()
    end = ending and describe_end(last, Outcome(ending.winner, ending.reason), seats)
    return {"said": told, "result": end and {"bold": end.bold, "text": end.text}}


def same(old: Any, new: Any) -> bool:
    """Return True if the reader sees the same: a product with powers is the same as one without."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(same(old.get(key) or "", new[key] or "") for key in new)
    if isinstance(old, str) and isinstance(new, str):
        return powers(old) == powers(new)
    return bool(old == new or (not old and not new))


def powers(text: str) -> str:
    """Write a product as the page does: "2 × 2 × 3" is "2² × 3"."""
    raised = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

    def shorten(found: re.Match[str]) -> str:
        return found[1] + str(1 + found[2].count("×")).translate(raised)

    return re.sub(r"(\d+)((?: × \1(?!\d))+)", shorten, text)


def main(commit: str = BEFORE) -> None:
    random, games, states = Random(23), [], []
    for name in GAMES.ours:
        for number in range(GAMES_EACH):
            variants = VARIANTS.get(name, [""])
            start = notation.set_up(GAMES[name], variants[number % len(variants)].split())
            steps = play(start, random)
            line = [(event.who, event.move) for event, _, _ in steps if event.move is not None]
            facts = [game_of(start).facts(after, line[: at + 1]) for at, (_, _, after) in enumerate(steps)]
            ending = steps[-1][2].ending()
            games.append(
                {
                    "name": name,
                    "folder": name.replace("-", "_"),
                    "first": game_of(start).facts(start),
                    "seats": [{"names": seats.names, "you": seats.you} for seats in READERS],
                    "outcome": ending and {"winner": ending.winner, "reason": ending.reason},
                    "steps": [
                        {
                            "who": event.who,
                            "move": event.move,
                            "forced": event.forced,
                            "facts": each,
                            "turn": after.turn,
                        }
                        for (event, _, after), each in zip(steps, facts, strict=True)
                    ],
                }
            )
            states.append((steps, facts))
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(
            ["git", "archive", commit, "src/primeparlor"], check=True, capture_output=True
        )
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        (Path(folder) / "package.json").write_text('{"type": "module"}')
        (Path(folder) / "word.mjs").write_text(HOOKS)
        (Path(folder) / "games.json").write_text(json.dumps(games))
        command = ["node", f"{folder}/word.mjs", folder, f"{folder}/games.json"]
        old = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    report(games, old, [word_now(*each, seats) for each in states for seats in READERS])


def report(games: list[Any], old: list[Any], new: list[Any]) -> None:
    """Print how many sentences there are, how many are the same, and each kind of difference once."""
    counts, kinds = Counter[str](), dict[tuple[str, str, str], tuple[int, Any, Any]]()
    for at, (before, now) in enumerate(zip(old, new, strict=True)):
        name = games[at // len(READERS)]["name"]
        pairs = [
            (key, step[key], step_now[key])
            for step, step_now in zip(before["said"], now["said"], strict=True)
            for key in step_now
        ]
        for key, was, told in [*pairs, ("result", before["result"], now["result"])]:
            counts["all"] += 1
            if same(was, told):
                counts["same"] += 1
                continue
            form = re.sub(r"\d+", "#", json.dumps([was, told], ensure_ascii=False))
            form = re.sub("You|The house|the house|Mara|Player #|you", "N", form)
            times, *example = kinds.get((name, key, form), (0, was, told))
            kinds[name, key, form] = (times + 1, *example)
    print(
        f"{len(games)} games, {sum(len(game['steps']) for game in games):,} steps, {len(READERS)} readers: ",
        end="",
    )
    print(f"{counts['all']:,} rows, sentences and ends, {counts['same']:,} the same.")
    for (name, key, _), (times, was, told) in sorted(kinds.items()):
        print(f"\n{name}, {key}, {times} times")
        print(f"  old {json.dumps(was, ensure_ascii=False)}\n  new {json.dumps(told, ensure_ascii=False)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
