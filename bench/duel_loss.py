"""What `perfect` loses in Prime Duel: it plays itself, and one exact sweep grades every decision.

    python bench/duel_loss.py play 10000 games.jsonl     continues if it was interrupted
    python bench/duel_loss.py grade games.jsonl          one sweep; prints the report

A game's loss is what the decisions of both seats gave away, so a seat loses half of it on average.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import numpy as np

from duel_table import full_sweep, log
from primeparlor.core import Move
from primeparlor.games.prime_duel.rules import DISCARD, KEEP, DuelRules, PrimeDuel
from primeparlor.games.prime_duel.solver.answers import Worth
from primeparlor.notation import position, read_position
from primeparlor.solve import analyse

RESULTS = Path(__file__).parent / "results"


class Decision(NamedTuple):
    """A free choice in a game, and what the answer at the table said about it."""

    game: int
    state: PrimeDuel
    keep: float
    discard: float
    exact: bool
    milliseconds: float

    @property
    def move(self) -> Move:
        return KEEP if self.keep >= self.discard else DISCARD


def play_out(seed: int, decide: Callable[[PrimeDuel], Decision]) -> int:
    """Who wins the game of this seed when this function decides every free choice."""
    rng = random.Random(seed)
    state = PrimeDuel.start(DuelRules())
    while not (ending := state.ending()):
        if cards := state.chances():
            state = state.after(rng.choice(cards))
        elif len(state.moves()) == 1:
            state = state.after(DISCARD)
        else:
            state = state.after(decide(state).move)
    return ending.winner


def game(seed: int) -> list[Decision]:
    """The decisions of one game in which both seats take the best move of `analyse`."""
    decisions: list[Decision] = []

    def decide(state: PrimeDuel) -> Decision:
        decisions.append(Decision(seed, state, *answer(state._replace(turn=1))))
        return decisions[-1]

    play_out(seed, decide)
    return decisions


@lru_cache(maxsize=50_000)  # openings repeat
def answer(state: PrimeDuel) -> tuple[float, float, bool, float]:
    """The values of keeping and discarding, whether they are exact, and the milliseconds it took."""
    begun = time.process_time()
    found = analyse(state)
    spent = (time.process_time() - begun) * 1000
    worth = {row.move: row.value or 0.0 for row in found.moves}
    return worth[KEEP], worth[DISCARD], found.exact, spent


def play(games: int, path: Path) -> None:
    """Play the games not yet in the file, on every core, and add their decisions to it."""
    done = len(path.read_text().splitlines()) if path.exists() else 0
    with ProcessPoolExecutor() as workers, path.open("a") as file:
        for decisions in workers.map(game, range(done, games), chunksize=8):
            rows = [[position(d.state), *d[2:]] for d in decisions]
            file.write(json.dumps(rows) + "\n")
            file.flush()


def read(path: Path) -> Iterator[Decision]:
    for number, line in enumerate(path.read_text().splitlines()):
        for text, *rest in json.loads(line):
            state = read_position(text)
            assert isinstance(state, PrimeDuel)
            yield Decision(number, state, *rest)


def replaying(played: Sequence[Decision]) -> Callable[[PrimeDuel], Decision]:
    """A policy that repeats these decisions."""
    again = {decision.state: decision for decision in played}
    return again.__getitem__


def report(decisions: Sequence[Decision], answers: Sequence[Worth]) -> str:
    """The loss with its interval, and how far off the values at the table were."""
    keep, discard = (np.array([answer.outcomes[move] for answer in answers]) for move in (KEEP, DISCARD))
    said_keep = np.array([d.keep for d in decisions])
    said_discard = np.array([d.discard for d in decisions])
    exact = np.array([d.exact for d in decisions])
    loss = np.maximum(keep, discard) - np.where(said_keep >= said_discard, keep, discard)
    per_game = np.bincount([d.game for d in decisions], loss) / 2  # two seats
    by_game = [list(played) for _, played in groupby(decisions, key=lambda d: d.game)]
    won = sum(play_out(played[0].game, replaying(played)) == 1 for played in by_game)
    mean, wide = per_game.mean(), 1.96 * per_game.std(ddof=1) / len(per_game) ** 0.5
    value = np.abs(np.maximum(said_keep, said_discard) - np.maximum(keep, discard))
    half, nearly_all, most = np.quantile([d.milliseconds for d in decisions], [0.5, 0.99, 1])
    share = won / len(per_game)
    lines = {
        "games": f"{len(per_game):,}",
        "free decisions": f"{len(decisions):,}, {exact.mean():.1%} of them answered exactly",
        "loss of a seat, a game": f"{mean:.6f} ± {wide:.6f} (95 %)",
        "Player 1 won": f"{share:.4f} ± {1.96 * (share * (1 - share) / len(per_game)) ** 0.5:.4f} (95 %)",
        "decisions not best": f"{np.mean(loss > 1e-7):.3%}, the worst gave away {loss.max():.4f}",
        "exact answers off by": f"{value[exact].max(initial=0):.1e} at most",
        "estimates off by": ", ".join(
            f"{np.quantile(value[~exact], q):.4f} ({q:.1%})" for q in (0.5, 0.9, 0.99, 0.999)
        )
        + f", {value[~exact].max(initial=0):.4f} at most",
        "milliseconds of processor": f"{half:.0f} (50 %), {nearly_all:.0f} (99 %), {most:.0f} at most",
    }
    return "".join(f"{name:27}{text}\n" for name, text in lines.items())


def main() -> None:
    if sys.argv[1] == "play":
        play(int(sys.argv[2]), Path(sys.argv[3]))
        return
    decisions = list(read(Path(sys.argv[2])))
    swept = full_sweep([d.state for d in decisions])
    text = report(decisions, swept.answers) + "\nThe sweep\n" + log(swept)
    print(text, end="")
    (RESULTS / "duel_loss.txt").write_text(text)


if __name__ == "__main__":
    main()
