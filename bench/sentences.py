"""Compare the sentences of the old page, worded in JavaScript, with those that the server sends now.

    python bench/sentences.py [COMMIT]

Fifty games are played at random, ten of each game of the house, some of them variants. The pages of the
commit word every step, row and end in Node, for both players and for a shared screen; so does the server. At
some decisions of each game several texts are tried, and the refusals compared. There the pages of the commit
and those of today also draw the keys, on elements that only keep their text, and their captions are compared.
"""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import primeparlor
from primeparlor import notation
from primeparlor.core import Player, State
from primeparlor.games import GAMES, game_of
from primeparlor.match import Event, Outcome
from primeparlor.messages import Seats
from primeparlor.tables.messages import build_facts, describe_end, describe_event, is_extra_turn, messages_of
from primeparlor.web.errors import format_sentence

BEFORE = "7df3c1fb"  # the last commit whose pages worded the games
GAMES_EACH, MOST_EVENTS = 10, 400
ASKED = 8  # decisions of a game at which texts are tried and the keys drawn
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
class Node {
  constructor(tag) { Object.assign(this, { tag, attributes: {}, children: [] }); }
  style = { setProperty() {} };
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  setAttribute(name, value) { this.attributes[name] = value; }
  addEventListener() {}
  get all() { return this.children.flatMap((child) => (child instanceof Node ? [child, ...child.all] : [])); }
  get text() { return this.children.map((child) => (child instanceof Node ? child.text : child)).join(""); }
}
const make = (_, tag) => new Node(tag);
const document = { createElement: (tag) => new Node(tag), createElementNS: make };
Object.assign(globalThis, { Node, document, matchMedia: () => ({ matches: false }) });
globalThis.ResizeObserver = class { observe() {} };
const captions = (board, { facts, tried, held }, seats) => {
  const quiet = () => {};
  const look = { seats, me: facts.turn, tried, yours: true, over: false, actions: null };
  const found = {};
  if (seats.you && seats.you !== facts.turn) return found; // these keys wait
  for (const chosen of held.length ? held : [""]) {
    const now = { ...look, held: chosen, play: quiet, hold: quiet, mode: "table" };
    const drawn = [board.keys(facts, now), board.paint(facts, now, [])].flat(Infinity);
    for (const key of drawn.flatMap((each) => each?.all ?? []).filter(({ tag }) => tag === "button")) {
      const { "data-key": name, "aria-label": label, "aria-disabled": off } = key.attributes;
      if (name === "unfold") continue;
      found[chosen + name] = { label: label ?? "", text: key.text, off: off === "true" };
    }
  }
  return found;
};
const told = [];
for (const game of JSON.parse(readFileSync(process.argv[3], "utf8"))) {
  const own = await import(`file://${process.argv[2]}/src/primeparlor/games/${game.folder}/page.js`);
  const board = new own.default({ name: game.name });
  for (const seats of game.seats) {
    const asked = game.asked.map((each) => ({
      refusals: each.refusals.map(([text, reason]) => board.refused?.(each.facts, text, reason, seats)),
      keys: captions(board, each, seats),
    }));
    const said = !board.said ? [] : game.steps.map((step, at) => {
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
    told.push({ said, asked, result: game.outcome && board.result?.(last, game.outcome, seats) });
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


def try_texts(steps: list[tuple[Event, State, State]], random: Random) -> list[tuple[int, list[str]]]:
    """Choose some decisions of a game, each with texts that are refused there."""
    decisions = [at for at, (_, _, after) in enumerate(steps) if after.moves() and after.forced() is None]
    chosen = sorted(random.sample(decisions, min(ASKED, len(decisions))))
    return [(at, list_refused_texts(steps[at][2], random)) for at in chosen]


def list_refused_texts(state: State, random: Random) -> list[str]:
    """List texts that are refused: numbers and words, and numbers with another digit if one is shown."""
    texts = ["keep", "discard", "pass", "hello", "2.5", "-2", *map(str, range(13)), "99"]
    if (number := getattr(state, "number", None)) is not None:
        digits = [(place, digit) for place in range(len(str(number))) for digit in "0123456789"]
        changed = [
            (str(number)[:at], digit, str(number)[at + 1 :]) for at, digit in random.sample(digits, 12)
        ]
        texts += ["".join(each) for each in changed]
    parsed = {text: notation.form_of(state).parse(state, text) for text in texts}
    return [text for text, move in parsed.items() if move is None or state.why_not(move) is not None]


def find_reason(state: State, text: str) -> str:
    """Return the sentence of the rules, or of the notation, about a text that is refused."""
    move = notation.form_of(state).parse(state, text)
    return format_sentence(str(notation.build_error(state)) if move is None else state.why_not(move) or "")


def refuse_now(state: State, text: str, seats: Seats) -> dict[str, str]:
    """Word a refusal as the server of today does."""
    messages, move = messages_of(state), notation.form_of(state).parse(state, text)
    if move is None:
        said = messages.not_understood(state, text, notation.form(state))
    else:
        said = messages.refused(state, move, state.why_not(move) or "", seats)
    return {"bold": said.bold, "text": said.text}


def draw_pages(folder: Path, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Let the pages in this folder word and draw the games."""
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "word.mjs").write_text(HOOKS)
    (folder / "games.json").write_text(json.dumps(games))
    command: list[str | Path] = ["node", folder / "word.mjs", folder, folder / "games.json"]
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    drawn: list[dict[str, Any]] = json.loads(told)
    return drawn


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
            states.append((steps, facts, tried := try_texts(steps, random)))
            games.append(
                {**describe_game(name, start, steps, facts), "asked": ask(steps, line, facts, tried)}
            )
    with tempfile.TemporaryDirectory() as folder:
        before, today = Path(folder) / "before", Path(folder) / "today"
        archive = subprocess.run(
            ["git", "archive", commit, "src/primeparlor"], check=True, capture_output=True
        )
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(before, filter="data")
        source = Path(primeparlor.__file__).parent
        shutil.copytree(
            source, today / "src/primeparlor", ignore=shutil.ignore_patterns("*.py", "__pycache__")
        )
        old, drawn = draw_pages(before, games), draw_pages(today, games)
    new = [word_now(steps, facts, seats) for steps, facts, _ in states for seats in READERS]
    for at, (now, page) in enumerate(zip(new, drawn, strict=True)):
        steps, _, tried = states[at // len(READERS)]
        now["asked"] = [
            {"refusals": [refuse_now(steps[place][2], text, READERS[at % len(READERS)]) for text in texts]}
            | {"keys": each["keys"]}
            for (place, texts), each in zip(tried, page["asked"], strict=True)
        ]
    report(games, old, new)


def describe_game(
    name: str, start: State, steps: list[tuple[Event, State, State]], facts: list[Any]
) -> dict[str, Any]:
    """Return a game as the pages of the commit know it."""
    ending = steps[-1][2].ending()
    return {
        "name": name,
        "folder": name.replace("-", "_"),
        "first": game_of(start).facts(start),
        "seats": [{"names": seats.names, "inside": seats.both_inside, "you": seats.you} for seats in READERS],
        "outcome": ending and {"winner": ending.winner, "reason": ending.reason},
        "steps": [
            {"who": event.who, "move": event.move, "forced": event.forced, "facts": each, "turn": after.turn}
            for (event, _, after), each in zip(steps, facts, strict=True)
        ],
    }


def ask(
    steps: list[tuple[Event, State, State]],
    line: list[Any],
    facts: list[Any],
    tried: list[tuple[int, list[str]]],
) -> list[dict[str, Any]]:
    """Return what the pages are asked at some decisions: the refusals there, and the keys.

    The facts of today have the words beside; the pages of the commit do not look at them.
    """
    asked = []
    for at, texts in tried:
        state, digits = steps[at][2], len(str(facts[at].get("number", "")))
        asked.append(
            {
                "facts": build_facts(messages_of(state), state, line[: at + 1]),
                "refusals": [[text, find_reason(state, text)] for text in texts],
                "tried": texts,
                "held": [f"{place}:" for place in range(digits)],  # each wheel has keys of its own
            }
        )
    return asked


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
        for asked, asked_now in zip(before["asked"], now["asked"], strict=True):
            pairs += [
                ("refusal", *each) for each in zip(asked["refusals"], asked_now["refusals"], strict=True)
            ]
            keys, keys_now = asked["keys"], asked_now["keys"]
            pairs += [("key", keys.get(key), keys_now.get(key)) for key in {**keys, **keys_now}]
        for key, was, told in [*pairs, ("result", before["result"], now["result"])]:
            counts["all"] += 1
            if same(was, told):
                counts["same"] += 1
                continue
            form = re.sub(r"\d+", "#", json.dumps([was, told], ensure_ascii=False))
            form = re.sub("'.*?' is not a move here", "TEXT", form)
            form = re.sub(r"\(\w+(/\w+)*\) and a digit", "PLACES", form)
            form = re.sub("You|The house|the house|Mara|Player #|you", "N", form)
            times, *example = kinds.get((name, key, form), (0, was, told))
            kinds[name, key, form] = (times + 1, *example)
    print(
        f"{len(games)} games, {sum(len(game['steps']) for game in games):,} steps, {len(READERS)} readers: ",
        end="",
    )
    print(f"{counts['all']:,} rows, sentences, refusals, keys and ends, {counts['same']:,} the same.")
    for (name, key, _), (times, was, told) in sorted(kinds.items()):
        print(f"\n{name}, {key}, {times} times")
        print(f"  old {json.dumps(was, ensure_ascii=False)}\n  new {json.dumps(told, ensure_ascii=False)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
